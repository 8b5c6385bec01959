"""From counts of a run to rates with intervals; who won the throw tells the games apart (`stats.outcomes`)."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.outcomes import Outcomes, stratified

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.stats.rates import Estimate

ASIDE, FAILED, SUCCEEDED = range(3)
"""Columns of a table (``simulate.counts``)."""


@functools.lru_cache(maxsize=4096)
def _rate(*games: int) -> Estimate:
    """The rate of a table; a report asks for the same one in plot, table and file."""
    return stratified(np.array(games).reshape(2, -1), (0.0, 1.0))


def share(games: NDArray[np.int64], halves: NDArray[np.int64]) -> Estimate:
    """Share of games of a kind, from how many of each half are of it, (2,), of so many, (2,); n = games."""
    return conditional(np.stack([np.zeros_like(games), halves - games, games], axis=1))


def score(points: NDArray[np.int64]) -> Estimate:
    """Share of the points of side a, from games by half and worth, (2, 3); n = games."""
    return Outcomes.of(points).score


def met(table: NDArray[np.int64]) -> int:
    """Games that meet the condition of a table, shape (2, 3)."""
    return int(table[:, FAILED:].sum())


def conditional(table: NDArray[np.int64]) -> Estimate:
    """Share of successes among the games that meet a condition, from a table (2, 3) as in ``simulate.counts``.

    n counts these games. NaN and [0, 1] where no game meets the condition.
    """
    return _rate(*table.ravel().tolist())
