"""Scenarios: a position, scripted choices and what must then be true, read from YAML, every error with its line."""

from __future__ import annotations

import difflib
import re
from collections import ChainMap
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

import yaml

from ucgsim.cards.card import DEFAULT_COPY_LIMIT, Card, Kind
from ucgsim.cards.keywords import Keywords, read_keywords
from ucgsim.cards.versions import RULES_NAMES, SCENARIO_RULES, Procedure
from ucgsim.effects.official.read import read_official
from ucgsim.engine.core.constants import Decision, Grade, Phase
from ucgsim.engine.core.tables import RULEBOOK_TYPES
from ucgsim.errors import UcgsimError
from ucgsim.files.reading_yaml import read_yaml
from ucgsim.play.position import Position, Side, Stack, check_size
from ucgsim.policies.labels import SIDES, check_label, is_reserved, plain_label
from ucgsim.safe_text import one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Mapping
    from pathlib import Path

    from yaml.nodes import Node


NEXT_TURN = "next_turn"
"""``at``: the beginning of the next turn's start phase."""
OVER = "over"
"""``at``: the end of the game."""


@dataclass(frozen=True, slots=True)
class ChoiceStep:
    """A step that answers a decision: ``A: LABEL``."""

    line: int
    player: str
    label: str

    def __str__(self) -> str:
        return f"{self.player}: {self.label}"


@dataclass(frozen=True, slots=True)
class ExpectedDecision:
    """A pending decision that is expected; what is None is not checked. Labels as compared."""

    player: str | None = None
    kind: str | None = None
    legal: frozenset[str] | None = None
    offers: frozenset[str] = frozenset()
    withholds: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Check:
    """One key of an expectation: of the game, or of a player where ``player`` is given."""

    key: str
    player: str | None
    value: Any


@dataclass(frozen=True, slots=True)
class Expectation:
    """A step that checks the game ``at`` a moment, or where it stands.

    ``nothing_asked`` expects that there is no decision, ``question`` that there is this one.
    """

    line: int
    at: str | None = None
    checks: tuple[Check, ...] = ()
    question: ExpectedDecision | None = None
    nothing_asked: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """A scenario as it was read.

    ``catalog`` holds official and made-up cards; ``texts`` the effect texts of the made-up ones;
    ``play_blank`` names cards to play without their text, or "all" those that can't be played.
    """

    path: Path
    title: str
    clauses: tuple[str, ...]
    rules: str
    position: Position
    catalog: Mapping[str, Card]
    texts: Mapping[str, str]
    steps: tuple[ChoiceStep | Expectation, ...]
    play_blank: tuple[str, ...] = ()
    redraw_procedure: Procedure = Procedure.OFFICIAL


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """What became of a scenario: the failures, none when it is fulfilled, cards played blank, the event log."""

    scenario: Scenario
    failures: tuple[str, ...]
    blank: tuple[str, ...] = ()
    log: tuple[str, ...] = field(default=(), repr=False)

    @property
    def ok(self) -> bool:
        """Whether everything expected was found."""
        return not self.failures


# YAML read with the line of everything, so that an error can say where; every scalar is text.


NULL = "tag:yaml.org,2002:null"
_NUMBER = re.compile(r"[0-9]{1,9}")


class YamlFile:
    """A YAML file and its root; every reading method raises UcgsimError with file and line."""

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        self.root = read_yaml(path, what)

    def fail(self, node: Node, message: str) -> NoReturn:
        """Raise UcgsimError at a node."""
        raise UcgsimError(f"{self.path}, line {line_of(node)}: {one_line(message)}")

    def items(self, node: Node, what: str) -> list[tuple[str, Node, Node]]:
        """Keys of a mapping with their nodes and values; nothing for null."""
        if node.tag == NULL:
            return []
        if not isinstance(node, yaml.MappingNode):
            self.fail(node, f"{what} must be a mapping, key: value")
        entries: dict[str, tuple[str, Node, Node]] = {}
        for key, value in node.value:
            name = self.text(key, f"a key of {what}")
            if name in entries:
                self.fail(key, f"{what}: {name!r} is there twice")
            entries[name] = (name, key, value)
        return list(entries.values())

    def mapping(self, node: Node, what: str, keys: Collection[str]) -> dict[str, Node]:
        """Values of a mapping by key; only ``keys`` are known."""
        entries = {}
        for name, key, value in self.items(node, what):
            if name not in keys:
                self.fail(key, f"{what}: unknown key {name!r}; known are {', '.join(keys)}")
            entries[name] = value
        return entries

    def sequence(self, node: Node, what: str) -> list[Node]:
        """Entries of a list; none for null."""
        if node.tag == NULL:
            return []
        if not isinstance(node, yaml.SequenceNode):
            self.fail(node, f"{what} must be a list, [..]")
        return list(node.value)

    def text(self, node: Node, what: str) -> str:
        """A scalar as it is written; an unquoted ``no`` is the text no."""
        if not isinstance(node, yaml.ScalarNode):
            self.fail(node, f"{what} must be text")
        return str(node.value).strip()

    def number(self, node: Node, what: str) -> int:
        """A whole number from 0 up."""
        text = self.text(node, what)
        if not _NUMBER.fullmatch(text):
            self.fail(node, f"{what} is {text!r}; it must be a whole number")
        return int(text)

    def one_of(self, node: Node, what: str, words: Collection[str]) -> str:
        """A word out of ``words``."""
        text = self.text(node, what)
        if text not in words:
            self.fail(node, f"{what} is {text!r}; it must be one of {', '.join(words)}")
        return text


def is_scalar(node: Node) -> bool:
    """Whether a node is a single word or number, null included."""
    return isinstance(node, yaml.ScalarNode)


def line_of(node: Node) -> int:
    """Line on which a node begins, from 1."""
    return int(node.start_mark.line) + 1


# Cards that a scenario makes up.


CARD_KEYS = (
    "name",
    "subtitle",
    "character",
    "kind",
    "level",
    "type",
    "bp",
    "extra",
    "round",
    "effect",
    "any_number",
)
CARD_KINDS = tuple(kind.value for kind in Kind)
_WORD = re.compile(r"\S+")


def read_cards(file: YamlFile, node: Node, types: Container[str]) -> tuple[dict[str, Card], dict[str, str]]:
    """Made-up cards and their effect texts, by id; ``types`` are the TYPEs that no id may be."""
    cards, texts = {}, {}
    for name, key, value in file.items(node, "cards"):
        if not _WORD.fullmatch(name) or is_reserved(name, types):
            file.fail(key, f"cards: {name!r} cannot be an id; it must be one word that is no label")
        cards[name], texts[name] = _card(file, name, value)
    return cards, texts


def _card(file: YamlFile, number: str, node: Node) -> tuple[Card, str]:
    what = f"card {number}"
    nodes = file.mapping(node, what, CARD_KEYS)
    if "kind" not in nodes:
        file.fail(node, f"{what}: kind is missing; it is a list of {', '.join(CARD_KINDS)}")

    def text(key: str) -> str:
        return "" if _absent(nodes, key) else file.text(nodes[key], f"{what}: {key}")

    def value(key: str) -> int | None:
        return None if _absent(nodes, key) else file.number(nodes[key], f"{what}: {key}")

    effect = text("effect")
    facts = read_keywords(effect)
    if facts.remainder:
        _check_text(file, nodes["effect"], what, effect)
    kinds = (*_kinds(file, nodes["kind"], what), *facts.extra_kinds)
    round_number = value("round")
    single, double, triple, quad = _bp(file, nodes.get("bp"), what)
    card = Card(
        number=number,
        name=text("name") or number,
        subtitle=text("subtitle"),
        characters=tuple(dict.fromkeys(filter(None, (text("character"), *facts.characters)))),
        kinds=tuple(dict.fromkeys(kinds)),
        level=value("level"),
        type=text("type").upper() or None,
        round=0 if round_number is None and Kind.SCENE in kinds else round_number,
        bp=(single, double, triple, quad),
        extra=value("extra"),
        teams=facts.teams,
        has_text=bool(facts.remainder),
        copy_limit=_copies(file, nodes, facts, what),
        keywords=facts.keywords,
    )
    return card, effect


def _check_text(file: YamlFile, node: Node, what: str, effect: str) -> None:
    try:
        read_official(effect)
    except UcgsimError as error:
        file.fail(node, f"{what}: effect can't be read: {error}")


def _absent(nodes: dict[str, Node], key: str) -> bool:
    return key not in nodes or nodes[key].tag == NULL


def _kinds(file: YamlFile, node: Node, what: str) -> list[Kind]:
    return [Kind(file.one_of(entry, f"{what}: kind", CARD_KINDS)) for entry in file.sequence(node, f"{what}: kind")]


def _bp(file: YamlFile, node: Node | None, what: str) -> list[int | None]:
    """Values of SINGLE ... QUAD, None where nothing is printed (CR 2.3.7.2)."""
    entries = [] if node is None else file.sequence(node, f"{what}: bp")
    if node is not None and len(entries) > Grade.EXTRA:
        file.fail(node, f"{what}: bp has {len(entries)} values; there are SINGLE, DOUBLE, TRIPLE and QUAD")
    values = [None if entry.tag == NULL else file.number(entry, f"{what}: bp") for entry in entries]
    return values + [None] * (Grade.EXTRA - len(values))


def _copies(file: YamlFile, nodes: dict[str, Node], facts: Keywords, what: str) -> int | None:
    if _absent(nodes, "any_number"):
        return facts.copy_limit
    word = file.one_of(nodes["any_number"], f"{what}: any_number", ("true", "false"))
    return None if word == "true" else DEFAULT_COPY_LIMIT


# Steps of a scenario file: choices and expectations.


PLAYERS = tuple(SIDES)
PHASES = tuple(phase.name.lower() for phase in Phase if Phase.REDRAW <= phase <= Phase.END)
MOMENTS = (*PHASES, NEXT_TURN, OVER)
DECISION_KINDS = tuple(kind.name.lower() for kind in Decision if kind)
GRADES = tuple(grade.name for grade in Grade)
STATES = GRADES[: Grade.EXTRA]
OUTCOMES = ("A", "B", "tie", "none")
REASONS = ("battles", "no_character")
NONE = "none"

CARDS = ("hand", "discard", "exile", "deck")
COUNTS = ("hand_count", "deck_count", "discard_count")
LISTS = ("stack", "charge")
PER_PLAYER = ("bp", "grade", "state", "types", *LISTS, *CARDS, *COUNTS)
EXPECTATIONS = ("at", *PER_PLAYER, "outcome", "scene", "lead", "winner", "reason", "decision", "phase", "turn")


class StepReader:
    """Reads the steps of a file; ``cards`` and ``types`` are what labels may name."""

    def __init__(self, file: YamlFile, cards: Mapping[str, Card], types: Container[str]) -> None:
        self.file = file
        self.known = cards
        self.types = types

    def steps(self, node: Node) -> tuple[ChoiceStep | Expectation, ...]:
        """Every step in its order."""
        return tuple(self.step(entry) for entry in self.file.sequence(node, "steps"))

    def step(self, node: Node) -> ChoiceStep | Expectation:
        """One step: ``A: LABEL``, ``B: LABEL`` or ``expect: {..}``."""
        nodes = self.file.mapping(node, "a step", (*PLAYERS, "expect"))
        if len(nodes) != 1:
            self.file.fail(node, "a step is one of A: LABEL, B: LABEL, expect: {..}")
        [(name, value)] = nodes.items()
        return self.expectation(value) if name == "expect" else ChoiceStep(line_of(node), name, self.label(value))

    def expectation(self, node: Node) -> Expectation:
        """An expectation with all its keys."""
        file, nodes = self.file, self.file.mapping(node, "expect", EXPECTATIONS)
        checks = [check for key, value in nodes.items() for check in self.checks(key, value)]
        asked = self.question(nodes["decision"]) if "decision" in nodes else None
        return Expectation(
            line_of(node),
            file.one_of(nodes["at"], "at", MOMENTS) if "at" in nodes else None,
            tuple(checks),
            asked,
            nothing_asked="decision" in nodes and asked is None,
        )

    def checks(self, key: str, node: Node) -> list[Check]:
        """Checks of one key, one a player where it speaks of players."""
        if key in ("at", "decision"):
            return []
        if key not in PER_PLAYER:
            return [Check(key, None, self.value(key, node))]
        nodes = self.file.mapping(node, key, PLAYERS)
        return [Check(key, player, self.value(key, entry)) for player, entry in nodes.items()]

    def value(self, key: str, node: Node) -> Any:
        """What is expected under a key, as the views of a game give it."""
        file = self.file
        if key in CARDS:
            return list(self.cards(node, key))
        if key in COUNTS or key == "turn":
            return file.number(node, key)
        if key in LISTS:
            return [list(self.cards(entry, key)) for entry in file.sequence(node, key)]
        if key == "bp":
            return self.areas(node, key, lambda entry: file.number(entry, key))
        if key == "types":
            return [[self.type(word) for word in file.sequence(entry, key)] for entry in file.sequence(node, key)]
        if key == "scene":
            return self.scene(node)
        words = {"grade": GRADES, "state": STATES}
        if key in words:
            return self.areas(node, key, lambda entry: file.one_of(entry, key, words[key]))
        if key == "outcome":
            return [file.one_of(entry, key, OUTCOMES) for entry in file.sequence(node, key)]
        return self.word(key, node)

    def word(self, key: str, node: Node) -> str | None:
        """What is expected of a key whose value is one word; None for none."""
        words = {
            "lead": PLAYERS,
            "winner": (*PLAYERS, NONE),
            "reason": REASONS,
            "phase": (*PHASES, OVER),
        }
        word = self.file.one_of(node, key, words[key])
        return None if word == NONE else word

    def areas(self, node: Node, key: str, read: Callable[[Node], Any]) -> list[Any]:
        """One entry a battle area, None for null."""
        return [None if entry.tag == NULL else read(entry) for entry in self.file.sequence(node, key)]

    def question(self, node: Node) -> ExpectedDecision | None:
        """An expected decision, None for ``none``."""
        if is_scalar(node):
            self.file.one_of(node, "decision", (NONE,))
            return None
        file = self.file
        nodes = file.mapping(node, "decision", ("player", "kind", "legal", "offers", "withholds"))
        return ExpectedDecision(
            file.one_of(nodes["player"], "player", PLAYERS) if "player" in nodes else None,
            file.one_of(nodes["kind"], "kind", DECISION_KINDS) if "kind" in nodes else None,
            self.labels(nodes["legal"]) if "legal" in nodes else None,
            self.labels(nodes["offers"]) if "offers" in nodes else frozenset(),
            self.labels(nodes["withholds"]) if "withholds" in nodes else frozenset(),
        )

    def labels(self, node: Node) -> frozenset[str]:
        """Labels as they are compared."""
        return frozenset(plain_label(self.label(entry)) for entry in self.file.sequence(node, "labels"))

    def label(self, node: Node) -> str:
        """A label that some decision could offer."""
        text = self.file.text(node, "a label")
        wrong = check_label(text, self.known, self.types)
        if wrong is not None:
            self.file.fail(node, wrong)
        return text

    def cards(self, node: Node, what: str) -> tuple[str, ...]:
        """Cards that exist."""
        return tuple(self.card(entry, what) for entry in self.file.sequence(node, what))

    def card(self, node: Node, what: str) -> str:
        """A card that exists, official or made up."""
        name = self.file.text(node, what)
        if name not in self.known:
            near = difflib.get_close_matches(name, self.known, n=2)
            hint = f"; did you mean {' or '.join(near)}?" if near else ""
            self.file.fail(node, f"{what}: there is no card {name!r}{hint}")
        return name

    def type(self, node: Node) -> str:
        """A TYPE that exists."""
        name = self.file.text(node, "types")
        if name not in self.types:
            self.file.fail(node, f"types: there is no TYPE {name!r}")
        return name

    def scene(self, node: Node) -> tuple[str, str] | None:
        """A scene with its owner, None for ``none`` and null."""
        if is_scalar(node):
            if node.tag != NULL:
                self.file.one_of(node, "scene", (NONE,))
            return None
        nodes = self.file.mapping(node, "scene", ("card", "owner"))
        if len(nodes) != 2:
            self.file.fail(node, "scene is {card: CARD, owner: A} or none")
        return self.card(nodes["card"], "scene"), self.file.one_of(nodes["owner"], "owner", PLAYERS)


# Scenario files: YAML read into a scenario, every error with its line.


KEYS = ("title", "clauses", "rules", "cards", "lead", "turn", "phase", "A", "B", "field", "scene", "steps")
ZONES = ("hand", "deck", "discard", "exile")


def read_scenario(path: Path, catalog: Mapping[str, Card]) -> Scenario:
    """Read a scenario file; raises UcgsimError with file, line and what is wrong."""
    file = YamlFile(path, "a scenario (YAML)")
    top = file.mapping(file.root, "a scenario", KEYS)
    types = {*RULEBOOK_TYPES, *(card.type for card in catalog.values() if card.type)}
    own, texts = read_cards(file, top["cards"], types) if "cards" in top else ({}, {})
    cards = ChainMap(own, dict(catalog))
    reader = StepReader(file, cards, types | {card.type for card in own.values() if card.type})
    position = _position(file, top, reader)
    try:
        check_size(position)
    except UcgsimError as error:
        raise UcgsimError(f"{path}: {error}") from None
    clauses = file.sequence(top["clauses"], "clauses") if "clauses" in top else []
    return Scenario(
        path=path,
        title=file.text(top["title"], "title") if "title" in top else "",
        clauses=tuple(file.text(clause, "clauses") for clause in clauses),
        rules=file.one_of(top["rules"], "rules", RULES_NAMES) if "rules" in top else SCENARIO_RULES,
        position=position,
        catalog=cards,
        texts=texts,
        steps=reader.steps(top["steps"]) if "steps" in top else (),
    )


def _position(file: YamlFile, top: Mapping[str, Node], reader: StepReader) -> Position:
    sides = [_side(file, top[name], name, reader) if name in top else Side() for name in SIDES]
    areas = file.sequence(top["field"], "field") if "field" in top else []
    phase = file.one_of(top["phase"], "phase", PHASES) if "phase" in top else "start"
    return Position(
        lead=SIDES.index(file.one_of(top["lead"], "lead", tuple(SIDES))) if "lead" in top else 0,
        turn=file.number(top["turn"], "turn") if "turn" in top else 1,
        phase=Phase[phase.upper()],
        sides=(sides[0], sides[1]),
        areas=tuple(_area(file, area, reader) for area in areas),
        scene=_scene(top["scene"], reader) if "scene" in top else None,
    )


def _side(file: YamlFile, node: Node, name: str, reader: StepReader) -> Side:
    zones = file.mapping(node, name, ZONES)
    return Side(**{zone: reader.cards(value, f"{name}: {zone}") for zone, value in zones.items()})


def _area(file: YamlFile, node: Node, reader: StepReader) -> tuple[Stack | None, Stack | None]:
    nodes = file.mapping(node, "a battle area", tuple(SIDES))
    stacks = [_stack(file, nodes[name], reader) if name in nodes else None for name in SIDES]
    return stacks[0], stacks[1]


def _stack(file: YamlFile, node: Node, reader: StepReader) -> Stack | None:
    """A list of cards, or ``{cards: [..], charge: [..]}``; an empty list is a vacant side."""
    what = "a stack"
    if isinstance(node, yaml.SequenceNode):
        cards = reader.cards(node, what)
        return Stack(cards) if cards else None
    nodes = file.mapping(node, what, ("cards", "charge"))
    cards = reader.cards(nodes["cards"], what) if "cards" in nodes else ()
    charge = reader.cards(nodes["charge"], "charge") if "charge" in nodes else ()
    if charge and not cards:
        file.fail(node, "Charge cards need a character above them")
    return Stack(cards, charge) if cards else None


def _scene(node: Node, reader: StepReader) -> tuple[str, int] | None:
    scene = reader.scene(node)
    return None if scene is None else (scene[0], SIDES.index(scene[1]))
