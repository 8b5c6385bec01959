"""How fast tables are played on: measured, by playing on them for a moment."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.same_chance.compare import play

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.simulate.run import Run
    from ucgsim.simulate.table import Table

MOST_AT_ONCE = 5_000
"""Games between two looks at the clock."""


class Dealt(NamedTuple):
    """A table and what decides the chance on it."""

    table: Table
    seed: int
    matchup: int


def dealt_of(run: Run) -> Dealt:
    """The table of a run."""
    return Dealt(run.table, run.plan.seed, run.plan.matchup)


def games_per_second(tables: Sequence[Dealt], seconds: float) -> float:
    """Games a second of one process, over all tables alike, after about so many ``seconds`` of play on them.

    What has to be compiled first is not counted. On every table two games are played at least.
    """
    play(*tables[0], range(HALVES))
    played, took = 0, 0.0
    for each in tables:
        games, spent = _games_in(each, seconds / len(tables))
        played += games
        took += spent
    return played / took


def _games_in(dealt: Dealt, seconds: float) -> tuple[int, float]:
    """How many games were played in about so many seconds, and in how many exactly."""
    played, size, started = 0, HALVES, time.perf_counter()
    while True:
        play(*dealt, range(played, played + size))
        played += size
        took = time.perf_counter() - started
        if took >= seconds:
            return played, took
        size = min(2 * size, MOST_AT_ONCE)
