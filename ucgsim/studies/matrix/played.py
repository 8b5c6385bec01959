"""Matchups that were played together: who met whom, where they lie, and what follows for all of their games."""

from __future__ import annotations

import itertools
import re
from abc import abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from ucgsim.simulate.counts import Counts
from ucgsim.simulate.folder import GAUNTLET, MATCHUPS, RunFolder
from ucgsim.studies.duel.findings import Findings
from ucgsim.studies.kit.question import Checkable

if TYPE_CHECKING:
    import polars as pl

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.duel.answer import DuelResult, Within
    from ucgsim.studies.leading import Leading

Key = tuple[int, int]
"""Two decks that meet, by their places, the smaller one first."""


class FieldShape(StrEnum):
    """Which of several decks meet, by the file that lists their matchups."""

    MATRIX = MATCHUPS
    GAUNTLET = GAUNTLET

    @property
    def noun(self) -> str:
        """What is played, and the command that plays it."""
        return Path(self.value).stem

    def keys(self, decks: int) -> list[Key]:
        """Every two of so many decks, or the first against each other one."""
        if self is FieldShape.MATRIX:
            return list(itertools.combinations(range(decks), 2))
        return [(0, rival) for rival in range(1, decks)]


@dataclass(frozen=True, eq=False, repr=False)
class PlayedDuels(Checkable):
    """What was played: a duel for every two (i, j), i < j, of ``decks`` that meet; all else follows from these."""

    decks: tuple[Deck, ...]
    duels: dict[Key, DuelResult]
    folder: Path | None = None
    played: int = 0
    seconds: float = 0.0
    shape: ClassVar[FieldShape]

    @property
    def kind(self) -> str:  # type: ignore[override]
        """As the folder of it is called."""
        return self.shape.noun

    @property
    def policies(self) -> tuple[str, ...]:
        """Those of both sides."""
        return self.plan.policies

    @property
    def asked_of(self) -> tuple[int, int]:
        """Games of each matchup, and how many there are."""
        return self.plan.games, len(self.duels)

    @property
    def path(self) -> Path | None:
        """The folder in which it is stored."""
        return self.folder

    @property
    def plan(self) -> Plan:
        """The plan of the first matchup; the others differ in decks and matchup alone."""
        return self.duels[0, 1].plan

    @property
    def total(self) -> int:
        """Games of all matchups."""
        return sum(duel.findings.games for duel in self.duels.values())

    def games(self, *, again: bool = False, jobs: int | None = None) -> pl.LazyFrame:
        """The games of all matchups, one row each, after ``deck`` and ``opponent``: sides a and b; else as in a duel.

        ``again`` and errors as for the games of a duel.
        """
        import polars as pl  # noqa: PLC0415 - takes long to import

        frames = []
        for duel in self.duels.values():
            who = zip(("deck", "opponent"), (deck.name for deck in duel.plan.decks), strict=True)
            named = [pl.lit(name).alias(column) for column, name in who]
            frames.append(duel.games(again=again, jobs=jobs).select(*named, pl.all()))
        return pl.concat(frames)

    @cached_property
    def findings(self) -> Findings:
        """The rates of all games together."""
        return Findings(Counts.total(duel.counts for duel in self.duels.values()))

    @abstractmethod
    def within(self, key: Key) -> Within:
        """What is shown of a matchup."""

    @cached_property
    def leadings(self) -> dict[Key, Leading]:
        """Of every matchup in which it was asked what leading is worth, the pairs of games that tell."""
        return {key: duel.leading for key, duel in self.duels.items() if duel.leading is not None}

    @property
    def blank(self) -> list[str]:
        """Numbers that were played without their text."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.blank})

    @property
    def edited(self) -> list[str]:
        """Numbers that were played with an effect edited by hand."""
        return sorted({number for duel in self.duels.values() for number in duel.plan.edited})


def folder_of(plan: Plan, out: Path | str | None) -> RunFolder | None:
    """Where a matchup is saved within a folder."""
    if out is None:
        return None
    a, b = (_slug(deck.name) for deck in plan.decks)
    return RunFolder(Path(out) / f"{plan.matchup:03d}-{a}-{b}")


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:24] or "deck"


def replay_prefix(plan: Plan) -> str:
    """What the names of all that is told of one matchup of several begin with."""
    return f"m{plan.matchup:03d}-"


def decks_of(plans: dict[Key, Plan]) -> tuple[Deck, ...]:
    """The decks of all matchups, in the order of their places."""
    seats = {place: deck for key, plan in plans.items() for place, deck in zip(key, plan.decks, strict=True)}
    return tuple(seats[place] for place in sorted(seats))
