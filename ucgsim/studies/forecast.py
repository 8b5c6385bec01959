"""How many games a question takes, and how long: told before they are played."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.policies.spec import parse_policy
from ucgsim.report.sheet import Cell, Parts, Sheet, label, number, sheet
from ucgsim.simulate.cores import cores
from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.run import Dealt, Run, dealt_of, games_per_second
from ucgsim.stats.rates import (
    DEFAULT_CONFIDENCE,
    POWER,
    units_for_difference,
    units_for_mean,
    units_for_precision,
    units_for_shift,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


PRECISIONS = (5.0, 2.0, 1.0, 0.5, 0.25)
"""Points to either side that a plan tells of where none are named."""
DIFFERENCES = (10.0, 5.0, 3.0, 2.0, 1.0, 0.5)
"""Points that a plan tells of: from 50 %, or between two ways to play."""
FEW, FEW_OF_SEARCH = 5_000_000, 20_000
"""Games that no machine takes an hour for, whose speed is not measured before they are played."""
SECONDS = 1.0
"""How long games are played to measure how fast they are."""
MOST_NAMED = 4
"""Decks that are named; of more it is said how many they are."""
CHOICES = 2
"""Every opening hand is played kept and redrawn, every pair with a copy and without it."""
AS_APART = "As for games that share no luck; fewer may do."
SPREAD_APART = math.sqrt(0.5)
"""Spread of the difference of two even games that share no luck."""


def games_for_precision(points: float) -> int:
    """Games of two decks after which the interval of a win rate is +- so many points at most, an even number.

    Raises UcgsimError unless points lie between 0 and 50, and for more games than a run may have.
    """
    games = _in_halves(units_for_precision(points / 100))
    if games > MAX_GAMES:
        raise UcgsimError(f"a precision of {points:g} points takes {games:,} games; a run has {MAX_GAMES:,} at most")
    return games


def games_for_difference(points: float) -> int:
    """Games of two decks after which a win rate so many points from 50 % is seen with power 80 %, an even number."""
    return _in_halves(units_for_difference(points / 100))


def _in_halves(games: int) -> int:
    """As many games in two halves by who wins the throw, and those that knowing each half by itself costs."""
    return games + HALVES + games % HALVES


def speed_of(dealt: Sequence[Dealt], jobs: int) -> float:
    """Games a second of all processes together."""
    return games_per_second(dealt, SECONDS) * min(jobs, cores())


def long_hours(games: int, dealt: Callable[[], Sequence[Dealt]], policies: Iterable[str], jobs: int) -> float | None:
    """About how many hours so many games take, of those that are ``dealt``; None where it is less than one."""
    if games < (FEW_OF_SEARCH if is_slow(policies) else FEW):
        return None
    hours = games / speed_of(dealt(), jobs) / 3600
    return hours if hours >= 1 else None


def is_slow(policies: Iterable[str]) -> bool:
    """Whether one of the policies searches."""
    return any(parse_policy(policy).is_slow for policy in policies)


def named(names: Sequence[str]) -> str:
    """Names of decks, or of many how many they are."""
    return ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} decks"


def forecast_of_runs(
    runs: Sequence[Run], jobs: int, precisions: Iterable[float] = PRECISIONS, *, reach: float
) -> GamesPlan:
    """What a duel takes, or a matrix of several matchups; ``reach`` as for ``PlannedWork``."""
    decks = tuple(dict.fromkeys(deck.name for run in runs for deck in run.plan.decks))
    head = " against ".join(decks) if len(runs) == 1 else f"{named(decks)}, {len(runs)} matchups"
    speed = speed_of(list(map(dealt_of, runs)), jobs)
    asked = rate_asked(len(runs), reach=reach)
    return GamesPlan(head, decks, runs[0].plan.labels, speed, asked, tuple(precisions))


class PlannedWork(NamedTuple):
    """What a plan is about, in words, and how many units (mostly what -n counts) it takes to know it, or to see it.

    ``games``: games that are played for one unit; ``key``: what plain values call a unit.
    """

    known: str
    seen: str
    off: str
    for_precision: Callable[[float], int]
    for_difference: Callable[[float], int]
    rests_on: str
    unit: str = "games (-n)"
    key: str = "games"
    games: int = 1
    reach: float = 0.0
    """Points to either side that the interval for another good player never falls below, however many games."""


def rate_asked(matchups: int = 1, *, reach: float = 0.0) -> PlannedWork:
    """The win rate of one deck against another, in each of so many matchups; ``reach`` as for ``PlannedWork``."""
    alone = matchups == 1
    return PlannedWork(
        "To know the win rate" if alone else f"To know the win rate of each of {matchups} matchups",
        f"To see that it is not 50 %, with power {100 * POWER:.0f} %",
        "where it lies off by",
        games_for_precision,
        games_for_difference,
        "These are enough whatever the win rate is; far from 50 % fewer are.",
        "games (-n)" if alone else "games a matchup (-n)",
        "games" if alone else "games_per_matchup",
        matchups,
        reach,
    )


def difference_asked(
    what: str,
    spread: float,
    rests_on: str,
    *,
    unit: str,
    key: str,
    games: int,
    confidence: float = DEFAULT_CONFIDENCE,
    reach: float = 0.0,
) -> PlannedWork:
    """A difference between two ways to play of which one unit has this spread; what it is of, in words.

    ``confidence`` of each interval, where several are to hold together; ``reach`` as for ``PlannedWork``.
    """
    return PlannedWork(
        f"To know {what}",
        f"To see that it is not 0, with power {100 * POWER:.0f} %",
        "where it is",
        partial(_for_mean, spread=spread, confidence=confidence),
        partial(_for_shift, spread=spread, confidence=confidence),
        rests_on,
        unit,
        key,
        games,
        reach,
    )


def _for_mean(points: float, *, spread: float, confidence: float = DEFAULT_CONFIDENCE) -> int:
    units = _in_halves(units_for_mean(points / 100, spread, confidence))
    if units > MAX_GAMES:
        raise UcgsimError(f"a precision of {points:g} points takes {units:,} games; a run has {MAX_GAMES:,} at most")
    return units


def _for_shift(points: float, *, spread: float, confidence: float) -> int:
    return _in_halves(units_for_shift(points / 100, spread, confidence=confidence))


@dataclass(frozen=True, slots=True)
class GamesPlan:
    """Games and minutes by what is to be known; ``per_second`` are those of all processes together.

    ``head`` says who plays, ``policies`` how the first and all others do.
    """

    head: str
    decks: tuple[str, ...]
    policies: tuple[str, str]
    per_second: float
    asked: PlannedWork
    precisions: tuple[float, ...] = PRECISIONS

    def sheets(self) -> tuple[Sheet, Sheet]:
        """Two tables: by precision and by difference."""
        asked, alone = self.asked, f" under {self.policies[0]}" if self.asked.reach else ""
        return (
            self._sheet(f"{asked.known}{alone}", "within", self.precisions, asked.for_precision, "+- {:g} points"),
            self._sheet(f"{asked.seen}{alone}", asked.off, DIFFERENCES, asked.for_difference, "{:g} points"),
        )

    def _sheet(
        self, title: str, column: str, values: tuple[float, ...], units_of: Callable[[float], int], words: str
    ) -> Sheet:
        more = ["games in all"] if self.asked.games > 1 else []
        columns = [column, self.asked.unit, *more, "takes about"]
        return sheet(title, columns, [self._row(words.format(value), units_of(value)) for value in values])

    def _row(self, words: str, units: int) -> list[Cell]:
        games = self.asked.games * units
        more = [number(games)] if self.asked.games > 1 else []
        return [label(words), number(units), *more, number(self.minutes(games), self._long(games))]

    def minutes(self, games: int) -> float:
        """How long so many games take here."""
        return games / self.per_second / 60

    def _long(self, games: int) -> str:
        minutes = self.minutes(games)
        return f"{60 * minutes:.1f} seconds" if minutes < 1 else f"{minutes:,.1f} minutes"

    def parts(self) -> Parts:
        """Both tables and what they rest on."""
        own, other = self.policies
        play = f"{own} on both sides" if own == other else f"{own} against {other}"
        head = f"{self.head}: about {self.per_second:,.0f} games a second here, {play}."
        return Parts([head, *self.sheets(), f"Intervals of 95 %. {self.asked.rests_on}{self._reach_words()}"])

    def _reach_words(self) -> str:
        """How narrow what is printed can become."""
        reach = self.asked.reach
        if not reach:
            return ""
        return (
            f" Answers are for another good player: their interval is +- {reach:.1f} points or more, however many "
            "games, and no smaller difference is called decided."
        )

    def summary(self) -> str:
        """The forecast as plain text."""
        return self.parts().text()

    def to_json(self) -> dict[str, Any]:
        """The answer as plain values."""
        return {
            "decks": list(self.decks),
            "policies": dict(zip("ab", self.policies, strict=True)),
            "games_per_second": self.per_second,
            "confidence": 0.95,
            "power": POWER,
            "for_another_player_at_least": self.asked.reach,
            "for_precision": [self._entry(each, self.asked.for_precision(each)) for each in self.precisions],
            "for_difference": [self._entry(each, self.asked.for_difference(each)) for each in DIFFERENCES],
        }

    def _entry(self, points: float, units: int) -> dict[str, float]:
        games = self.asked.games * units
        return {"points": points, self.asked.key: units, "games": games, "minutes": self.minutes(games)}
