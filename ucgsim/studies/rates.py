"""From counts of a run to rates with intervals; pairs of games are the unit where games are paired."""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.rates import Estimate, wilson

if TYPE_CHECKING:
    from numpy.typing import NDArray

PER_UNIT = 3
_MET, _SUCCEEDED = np.divmod(np.arange(PER_UNIT**2), PER_UNIT)


@functools.lru_cache(maxsize=4096)
def _pair_rate(*units: int) -> Estimate:
    """The rate of pairs by what they are worth; a report asks for the same one in plot, table and file."""
    return PairCounts.from_sequence(units).estimate()


def share(units: NDArray[np.int64], unit: int) -> Estimate:
    """Share of games of a kind, from how many units have 0, 1, 2 of them, shape (3,); n = units."""
    none, one, two = (int(count) for count in units)
    if unit == 1:
        return wilson(one, none + one)
    return _pair_rate(none, one, two)


def score(points: NDArray[np.int64], unit: int) -> Estimate:
    """Share of the points of side a, from units by half points, shape (5,); n = units."""
    if unit == 1:
        lost, undecided, won = (int(count) for count in points[:3])
        return wilson(won + undecided / 2, lost + undecided + won)
    return _pair_rate(*points.tolist())


def met(table: NDArray[np.int64]) -> int:
    """Games that meet the condition of a table, shape (3, 3)."""
    return int(table.ravel() @ _MET)


def succeeded(table: NDArray[np.int64]) -> int:
    """Games of a table, shape (3, 3), that were a success."""
    return int(table.ravel() @ _SUCCEEDED)


def conditional(table: NDArray[np.int64]) -> Estimate:
    """Share of successes among the games that meet a condition, from a table (see ``simulate.counts``).

    n counts the units with such a game. Where each of them has one, it is Wilson's interval; where each has
    two, the score interval over pairs; where both occur, Wilson's with the number of games divided by the
    design effect: the variance over units (ratio estimate) by that of independent games. With all or none
    successful, the games of a unit count as one. NaN and [0, 1] where no game meets the condition. Source:
    Kish 1965, Survey Sampling, section 8.2; Franco et al. 2019, J. Surv. Stat. Methodol. 7, 334-364.
    """
    games, wins = met(table), succeeded(table)
    units = int(table[1:].sum())
    if table[2].sum() == 0:
        return wilson(wins, games)
    if table[1].sum() == 0:
        return _pair_rate(*table[2].tolist())
    effective = games / _design_effect(table, games, wins / games)
    return replace(wilson(wins / games * effective, effective), n=units)  # type: ignore[arg-type]


def _design_effect(table: NDArray[np.int64], games: int, rate: float) -> float:
    """How many times the variance of ``rate`` is that of as many independent games."""
    units = int(table[1:].sum())
    if rate in (0.0, 1.0):
        return games / units
    residuals = _SUCCEEDED - rate * _MET
    variance = float(table.ravel() @ residuals**2) * units / (units - 1) / games**2
    return max(variance * games / (rate * (1 - rate)), 1 / math.sqrt(games))
