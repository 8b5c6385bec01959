"""What is to be played: a plan that can be written down, read back and played again, and the terms of every run."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.cards.versions import DEFAULT_RULES, Procedure, read_procedure, rules_options, rules_version, rules_words
from ucgsim.decks.finding import deck_word
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import as_kept, digest, sealed
from ucgsim.limits import DEFAULT_POLICY, MAX_GAMES, MAX_MATCHUP, MAX_SEED
from ucgsim.policies.spec import parse_policy
from ucgsim.safe_text import command_line
from ucgsim.simulate.columns import SIDES
from ucgsim.simulate.installed import with_packages
from ucgsim.simulate.plain import (
    DECK,
    NAMED_TEXTS,
    PROCEDURE,
    TEXT,
    TEXTS,
    FieldKind,
    Form,
    between,
    reading,
    sides,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from ucgsim.decks.deck import Deck


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
        chance: dict[str, Any] = as_kept({name: value for name, value in self._flat.items() if name not in others})
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
        mine, theirs = self._flat, other._flat
        return [name for name in mine if mine[name] != theirs[name]]

    def to_json(self) -> str:
        """The plan as the text of a sealed file, the same for the same plan."""
        return sealed(self._flat | {"decks": _DECKS.write(self.decks)}).decode()

    @cached_property
    def mark(self) -> str:
        """What the parts of this plan bear: sixteen digits, the same wherever the files of its decks lie.

        A part holds the same games however many follow it, so their number is left out; its line tells its own.
        """
        flat = {name: value for name, value in self._flat.items() if name != "games"}
        return digest(json.dumps(flat, sort_keys=True).encode())[:16]

    @property
    def _flat(self) -> dict[str, Any]:
        """All of the plan that decides its rows, as plain values; where a deck lies does not."""
        decks = {side: (deck.name, deck.counts) for side, deck in zip(SIDES, self.decks, strict=True)}
        return {"format": FORMAT, "decks": decks} | _FORM.write(self)

    @classmethod
    def of(cls, data: Mapping[str, Any], place: str) -> Plan:
        """Read the values of a plan, which come from outside; UcgsimError names ``place`` and what is wrong there."""
        with reading(place, "the plan of a run", "name the folder of a run"):
            return cls(decks=_DECKS.read(data, "decks"), **_FORM.read(data))


_DECKS = sides(DECK)
_FORM = Form(
    policies=sides(TEXT),
    rules=TEXT,
    redraw_procedure=PROCEDURE,
    seed=between(0, MAX_SEED),
    matchup=between(0, MAX_MATCHUP),
    games=between(1, MAX_GAMES),
    first=FieldKind(lambda data, name: First(text(data, name)), attrgetter("value")),
    shard=between(1, MAX_SHARD),
    cards=TEXT,
    blank=TEXTS,
    edited=TEXTS,
    versions=NAMED_TEXTS,
)


def _within(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise UcgsimError(f"{name} is {value}; it must be from {low} to {high}")


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
