"""What is to be played: a plan that can be written down, read back and played again, and the terms of every run."""

from __future__ import annotations

import json
import math
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure, read_procedure, rules_options, rules_version, rules_words
from ucgsim.decks.deck import Deck
from ucgsim.decks.finding import deck_word
from ucgsim.decks.link import is_link
from ucgsim.engine.core.constants import CARDS as MOST_CARDS
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import as_kept, digest, sealed, unsealed
from ucgsim.files.reading import CONTROL
from ucgsim.limits import DEFAULT_POLICY, MAX_GAMES, MAX_MATCHUP, MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.safe_text import command_line
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.installed import with_packages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray


MOST_LETTERS = 4096
"""Letters of a name or of a place on disk."""
NOT_EXPECTED = (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError)
"""What values of another kind than was expected may raise."""


@contextmanager
def reading(place: object, what: str, remedy: str) -> Iterator[None]:
    """Say in one line that the values at ``place`` are not ``what``, whatever they are instead."""
    try:
        yield
    except UcgsimError as error:
        raise UcgsimError(f"{place}: {error}") from None
    except NOT_EXPECTED as error:
        raise UcgsimError(f"{place}: is not {what} ({_problem(error)}); {remedy}") from None


def _problem(error: Exception) -> str:
    """Why values are none, in a reader's words."""
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]!r}"
    return str(error) if isinstance(error, ValueError) else "a value is not of the kind that was expected"


def whole(data: Mapping[str, Any], name: str, low: int, high: int) -> int:
    """The whole number of this name; ValueError where it is none or not from ``low`` to ``high``."""
    value = data[name]
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{name} is no whole number from {low} to {high}")
    return value


def number(data: Mapping[str, Any], name: str) -> float:
    """The number of this name; ValueError where it is none."""
    value = data[name]
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{name} is no number")
    return float(value)


def text(data: Mapping[str, Any], name: str) -> str:
    """The text of this name; ValueError where it is none, or holds what no text holds."""
    value = data[name]
    if not is_plain_text(value):
        raise ValueError(f"{name} is no plain text")
    return str(value)


def texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    """The list of texts of this name; ValueError where it is none."""
    value = data[name]
    if not isinstance(value, list) or not all(map(is_plain_text, value)):
        raise ValueError(f"{name} is no list of texts")
    return tuple(value)


def named_texts(data: Mapping[str, Any], name: str) -> dict[str, str]:
    """The texts by their names of this name; ValueError where they are none."""
    value = data[name]
    if not isinstance(value, dict) or not all(map(is_plain_text, (*value, *value.values()))):
        raise ValueError(f"{name} is no object of texts")
    return dict(value)


def is_plain_text(value: object) -> bool:
    """Whether it is a text that can be shown: no control character, no half a character."""
    return isinstance(value, str) and len(value) <= MOST_LETTERS and CONTROL.search(value) is None


def counts_of(value: Any, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Counts of this shape; ValueError where they are none."""
    counts = np.array(value)
    if counts.dtype.kind != "i" or counts.shape != shape or (counts < 0).any():
        raise ValueError("counts are not what they should be")
    return counts.astype(np.int64)


# What is to be played: a plan that can be written down, read back and played again.


FORMAT = 5
"""Rises whenever a plan or the columns of its games change their meaning."""
SHARD = 20_000
"""Games of one part that plain policies play: some tenths of a second, a few megabytes of memory."""
MAX_SHARD = 10**7
HALVES = 2
"""Who wins the throw alternates, so that games come in two equal halves."""


class First(StrEnum):
    """Who leads the first turn (CR 4.2.2): the choice of the winner of the throw, or always one side."""

    THROW = "throw"
    A = "a"
    B = "b"

    @property
    def code(self) -> int:
        """The number by which the compiled game knows it."""
        return {First.THROW: -1, First.A: 0, First.B: 1}[self]


def read_first(name: First | str) -> First:
    """Who leads the first turn, by name; UcgsimError for one that is none."""
    try:
        return First(name)
    except ValueError:
        raise UcgsimError(f"first {name!r} is unknown; known are {', '.join(First)}") from None


def option_words(policies: Sequence[str], seed: int, rules: str, redraw_procedure: Procedure) -> list[str]:
    """The words of a command line that say how games are played."""
    a, b = policies
    other = [] if a == b else ["--policy-b", b]
    return ["--policy", a, *other, "--seed", str(seed), *rules_options(rules), *redraw_procedure.option]


def blank_words(numbers: Iterable[str]) -> list[str]:
    """The words of a command line that name the cards to play without their text."""
    return [word for number in numbers for word in ("--play-blank", number)]


def marks_json(blank: Iterable[str], edited: Iterable[str]) -> dict[str, list[str]]:
    """Cards that are played without their text, or as a person edited them, as plain values."""
    return {"blank": list(blank), "edited": list(edited)}


class PlayTerms:
    """What a plan and the terms of a run say alike of how games are played."""

    policies: Sequence[str]
    seed: int
    rules: str
    redraw_procedure: Procedure

    @cached_property
    def labels(self) -> tuple[str, str]:
        """Policies of both sides with their versions, such as ``greedy v1``."""
        a, b = (parse_policy(name).label for name in self.policies)
        return a, b

    @property
    def by(self) -> str:
        """Rules and redraw in words."""
        return rules_words(self.rules, self.redraw_procedure)

    @property
    def words(self) -> list[str]:
        """The words of a command line that say policies, seed, rules and redraw."""
        return option_words(self.policies, self.seed, self.rules, self.redraw_procedure)

    @property
    def head_json(self) -> dict[str, Any]:
        """By which chance and rules, as plain values with which an answer begins."""
        return {"seed": self.seed, "rules": self.rules, "redraw_procedure": self.redraw_procedure.value}


@dataclass(frozen=True)
class Plan(PlayTerms):
    """Decks, policies, rules, seed and number of games: everything that decides what is played.

    ``decks`` and ``policies`` are those of sides a and b; each matchup of one seed has a ``matchup`` number of its own.
    Every game has shuffles and a chance of its own. With ``First.THROW`` both sides win the throw in turn, and
    ``games`` and ``shard`` are even, so that each of them does so in half of the games.
    ``cards`` is a fingerprint of all that the game knows of the cards, ``blank`` the numbers played without
    their text, ``edited`` those whose effect a person edited, ``versions`` what played. Raises UcgsimError for values
    that cannot be played.
    """

    decks: tuple[Deck, Deck]
    games: int
    policies: tuple[str, str] = (DEFAULT_POLICY, DEFAULT_POLICY)
    seed: int = 1
    rules: str = DEFAULT_RULES
    redraw_procedure: Procedure = Procedure.OFFICIAL
    first: First = First.THROW
    matchup: int = 0
    shard: int = SHARD
    cards: str = ""
    blank: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        rules_version(self.rules)
        object.__setattr__(self, "redraw_procedure", read_procedure(self.redraw_procedure))
        object.__setattr__(self, "policies", tuple(parse_policy(name).name for name in self.policies))
        fewest = HALVES if self.first is First.THROW else 1
        _within("games", self.games, fewest, MAX_GAMES)
        _within("seed", self.seed, 0, MAX_SEED)
        _within("matchup", self.matchup, 0, MAX_MATCHUP)
        _within("shard", self.shard, fewest, MAX_SHARD)
        for name, value in (("games", self.games), ("shard", self.shard)):
            if self.first is First.THROW and value % HALVES:
                raise UcgsimError(f"{name} is {value}; both sides win the throw equally often, so it must be even")

    @property
    def shards(self) -> int:
        """How many parts the games are cut into."""
        return -(-self.games // self.shard)

    def games_of(self, number: int) -> range:
        """Indices of the games of shard ``number``; UcgsimError where there is no such shard."""
        _within("part", number, 0, self.shards - 1)
        return range(number * self.shard, min((number + 1) * self.shard, self.games))

    @property
    def chance(self) -> dict[str, Any]:
        """All that decides a game of the plan but its number and who leads, as plain values."""
        others = ("format", "games", "shard", "first")
        chance: dict[str, Any] = as_kept({name: value for name, value in _flat(self).items() if name not in others})
        return chance

    @property
    def command(self) -> str:
        """The command that plays these games again."""
        return self.command_with(())

    def command_with(self, further: Iterable[str]) -> str:
        """The command that plays these games again, with further options."""
        words = ["ucgsim", "duel", *map(deck_word, self.decks)]
        words += ["-n", str(self.games)]
        words += self.words
        if self.first is not First.THROW:
            words += ["--first", self.first.value]
        if self.matchup:
            words += ["--matchup", str(self.matchup)]
        return command_line([*words, *blank_words(self.blank), *further])

    def differences(self, other: Plan) -> list[str]:
        """Names of what would make the games of two plans differ; where a deck file lies does not."""
        mine, theirs = _flat(self), _flat(other)
        return [name for name in mine if mine[name] != theirs[name]]

    def to_json(self) -> str:
        """The plan as the text of a sealed file, the same for the same plan."""
        return sealed(_flat(self) | {"decks": {side: deck_json(deck) for side, deck in self._sides()}}).decode()

    @cached_property
    def mark(self) -> str:
        """What the parts of this plan bear: sixteen digits, the same wherever the files of its decks lie.

        A part holds the same games however many follow it, so their number is left out; its line tells its own.
        """
        flat = {name: value for name, value in _flat(self).items() if name != "games"}
        return digest(json.dumps(flat, sort_keys=True).encode())[:16]

    def _sides(self) -> list[tuple[str, Deck]]:
        return list(zip(SIDES, self.decks, strict=True))

    @classmethod
    def from_json(cls, message: str, place: str) -> Plan:
        """Read what ``to_json`` wrote; UcgsimError names ``place`` and what is wrong there."""
        remedy = "name the folder of a run"
        return cls.of(unsealed(message.encode("utf-8", "replace"), place, "the plan of a run", FORMAT, remedy), place)

    @classmethod
    def of(cls, data: Mapping[str, Any], place: str) -> Plan:
        """Read the values of a plan, which come from outside; UcgsimError names ``place`` and what is wrong there."""
        with reading(place, "the plan of a run", "name the folder of a run"):
            return cls._read(data)

    @classmethod
    def _read(cls, data: Mapping[str, Any]) -> Plan:
        a, b = (deck_from_json(data["decks"][side]) for side in SIDES)
        return cls(
            decks=(a, b),
            games=whole(data, "games", 1, MAX_GAMES),
            policies=(text(data["policies"], "a"), text(data["policies"], "b")),
            seed=whole(data, "seed", 0, MAX_SEED),
            rules=text(data, "rules"),
            redraw_procedure=read_procedure(text(data, "redraw_procedure")),
            first=First(text(data, "first")),
            matchup=whole(data, "matchup", 0, MAX_MATCHUP),
            shard=whole(data, "shard", 1, MAX_SHARD),
            cards=text(data, "cards"),
            blank=texts(data, "blank"),
            edited=texts(data, "edited"),
            versions=named_texts(data, "versions"),
        )


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise UcgsimError(f"{name} is {value}; it must be from {low} to {high}")


def _flat(plan: Plan) -> dict[str, Any]:
    """All of a plan that decides its rows, as plain values."""
    return {
        "format": FORMAT,
        "decks": {side: (deck.name, deck.counts) for side, deck in plan._sides()},
        "policies": dict(zip(SIDES, plan.policies, strict=True)),
        "rules": plan.rules,
        "redraw_procedure": plan.redraw_procedure.value,
        "seed": plan.seed,
        "matchup": plan.matchup,
        "games": plan.games,
        "first": plan.first.value,
        "shard": plan.shard,
        "cards": plan.cards,
        **marks_json(plan.blank, plan.edited),
        "versions": dict(plan.versions),
    }


def deck_json(deck: Deck) -> dict[str, Any]:
    """A deck as plain values, as plans keep it."""
    # Where a file lies decides nothing; a name that is no text could not be read back, and a link comes of the cards.
    word = deck_word(deck)
    source = word if is_plain_text(word) and deck.source is not None and not is_link(word) else None
    data = {"name": deck.name, "fingerprint": deck.fingerprint, "source": source}
    return data | {"cards": dict(deck.counts)}


def deck_from_json(data: Mapping[str, Any]) -> Deck:
    """The deck that ``deck_json`` wrote; ValueError, TypeError or UcgsimError where it is none that can be played."""
    if not all(map(is_plain_text, (data["name"], data["source"] or "", *data["cards"]))) or not data["name"]:
        raise ValueError("a name in a deck is no plain text")
    if not all(type(count) is int and 1 <= count <= MOST_CARDS for count in data["cards"].values()):
        raise ValueError(f"a deck has copies that are not from 1 to {MOST_CARDS}")
    if not 1 <= sum(data["cards"].values()) <= MOST_CARDS:
        raise ValueError(f"a deck has not from 1 to {MOST_CARDS} cards")
    source = Path(data["source"]) if data["source"] is not None else None
    deck = Deck(data["name"], tuple(data["cards"].items()), source=source)
    if deck.fingerprint != data["fingerprint"]:
        raise UcgsimError(f"deck {deck.name!r} is not the one whose fingerprint is {data['fingerprint']}")
    return deck


def equal_halves(games: int, first: First = First.THROW) -> int:
    """The number of games to play for ``games`` wanted: both sides win the throw equally often, so it is even."""
    return games + games % HALVES if first is First.THROW else games


def matchup_number(row: int, column: int) -> int:
    """The number of the matchup of decks row < column: 1, 2, ...; further decks leave it as it is."""
    return column * (column - 1) // 2 + row + 1


def refuse_differing(place: object, differing: Sequence[str]) -> None:
    """Raise UcgsimError where what would be played now differs in anything from what was planned at ``place``."""
    if differing:
        message = " and ".join(", ".join(differing).rsplit(", ", 1))
        raise UcgsimError(f"{place}: was played with other {message}; play it again with the command that made it")


# What every run is told, made once from what a caller gives and handed on whole.


@dataclass(frozen=True, kw_only=True)
class Terms(PlayTerms):
    """How games are played, whichever decks meet, however often and by however many processes.

    ``policies`` of sides a and b; ``play_blank`` names cards to play without their text, "all" every one whose text
    can't be played; ``matchup`` tells the matchups of one ``seed`` apart. Raises UcgsimError for rules, a
    redraw procedure or a first Lead Player that are none; names of them will do.
    """

    policies: tuple[str, str] = (DEFAULT_POLICY, DEFAULT_POLICY)
    seed: int = 1
    rules: str = DEFAULT_RULES
    redraw_procedure: Procedure = Procedure.OFFICIAL
    first: First = First.THROW
    matchup: int = 0
    play_blank: Collection[str] = ()
    catalog: Catalog = field(default_factory=load_catalog, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules_version(self.rules)
        object.__setattr__(self, "redraw_procedure", read_procedure(self.redraw_procedure))
        object.__setattr__(self, "first", read_first(self.first))

    @classmethod
    def of(
        cls,
        *,
        policy: str = DEFAULT_POLICY,
        policy_b: str | None = None,
        catalog: Catalog | None = None,
        **fields: Any,
    ) -> Terms:
        """Terms as callers spell them: side b decides as a does where nothing else is said.

        Without a ``catalog`` it is the imported or the shipped one; what else is ``fields`` are fields.
        """
        plays = with_packages(policy)
        return cls(
            policies=(plays, plays if policy_b is None else with_packages(policy_b)),
            catalog=load_catalog() if catalog is None else catalog,
            **fields,
        )

    @classmethod
    def of_plan(cls, plan: Plan, catalog: Catalog) -> Terms:
        """Those with which a plan was made, as far as the catalog is still the same."""
        names = ("policies", "seed", "rules", "redraw_procedure", "first", "matchup")
        return cls(**{name: getattr(plan, name) for name in names}, play_blank=plan.blank, catalog=catalog)

    def but(self, **other: Any) -> Terms:
        """These terms with some of them changed."""
        return replace(self, **other)
