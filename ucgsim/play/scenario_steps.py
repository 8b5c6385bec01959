"""Steps of a scenario file: choices and expectations."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any

from ucgsim.engine.core.constants import Decision, Grade, Phase
from ucgsim.play.scenario import NEXT_TURN, OVER, Check, Choice, Expectation, Question
from ucgsim.play.yaml_nodes import NULL, is_scalar, line_of
from ucgsim.policies.labels import SIDES, check_label, plain_label

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

    from yaml.nodes import Node

    from ucgsim.cards.card import Card
    from ucgsim.play.yaml_nodes import YamlFile

PLAYERS = tuple(SIDES)
PHASES = tuple(phase.name.lower() for phase in Phase if Phase.REDRAW <= phase <= Phase.END)
MOMENTS = (*PHASES, NEXT_TURN, OVER)
KINDS = tuple(kind.name.lower() for kind in Decision if kind)
GRADES = tuple(grade.name for grade in Grade)
STATES = GRADES[: Grade.EXTRA]
OUTCOMES = ("A", "B", "tie", "none")
REASONS = ("battles", "no_character")
NONE = "none"

CARDS = ("hand", "discard", "exile", "deck")
COUNTS = ("hand_count", "deck_count", "discard_count")
LISTS = ("stack", "charge")
PER_PLAYER = ("bp", "grade", "state", "types", *LISTS, *CARDS, *COUNTS)
KEYS = ("at", *PER_PLAYER, "outcome", "scene", "lead", "winner", "reason", "decision", "phase", "turn")


class StepReader:
    """Reads the steps of a file; ``cards`` and ``types`` are what labels may name."""

    def __init__(self, file: YamlFile, cards: Mapping[str, Card], types: Container[str]) -> None:
        self.file = file
        self.known = cards
        self.types = types

    def steps(self, node: Node) -> tuple[Choice | Expectation, ...]:
        """Every step in its order."""
        return tuple(self.step(entry) for entry in self.file.sequence(node, "steps"))

    def step(self, node: Node) -> Choice | Expectation:
        """One step: ``A: LABEL``, ``B: LABEL`` or ``expect: {..}``."""
        nodes = self.file.mapping(node, "a step", (*PLAYERS, "expect"))
        if len(nodes) != 1:
            self.file.fail(node, "a step is one of A: LABEL, B: LABEL, expect: {..}")
        [(name, value)] = nodes.items()
        return self.expectation(value) if name == "expect" else Choice(line_of(node), name, self.label(value))

    def expectation(self, node: Node) -> Expectation:
        """An expectation with all its keys."""
        file, nodes = self.file, self.file.mapping(node, "expect", KEYS)
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

    def question(self, node: Node) -> Question | None:
        """An expected decision, None for ``none``."""
        if is_scalar(node):
            self.file.one_of(node, "decision", (NONE,))
            return None
        file = self.file
        nodes = file.mapping(node, "decision", ("player", "kind", "legal", "offers", "withholds"))
        return Question(
            file.one_of(nodes["player"], "player", PLAYERS) if "player" in nodes else None,
            file.one_of(nodes["kind"], "kind", KINDS) if "kind" in nodes else None,
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
