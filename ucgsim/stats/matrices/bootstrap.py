"""How a number that is computed from a whole matrix wobbles: resampling games, with a seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats
from ucgsim.stats.outcomes import Outcomes, halves_drawn, halves_drawn_apart
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

DEFAULT_TIMES = 1000

Statistic = Callable[[Floats], Floats]
"""Scores of the cells (cells,) to the numbers of interest (m,)."""


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """The numbers with their percentile intervals, and every resampled value, shape (times, m)."""

    estimates: tuple[Estimate, ...]
    samples: Floats
    seed: int

    @property
    def times(self) -> int:
        """How often the games were drawn again."""
        return len(self.samples)


def resampled_scores(cells: Sequence[Outcomes], *, times: int, seed: int) -> Floats:
    """Scores of the cells, shape (times, cells), each from its own games drawn again with replacement.

    Who wins the throw is planned, so games are drawn within its halves. The same seed gives the same scores.
    UcgsimError names a cell without games.
    """
    return np.stack(_drawn(halves_drawn, cells, times, seed), axis=1)


def resampled_halves(cells: Sequence[Outcomes], *, times: int, seed: int) -> Floats:
    """The same by who won the throw, shape (times, cells, 2): the side of the cell, the other side."""
    return np.stack(_drawn(halves_drawn_apart, cells, times, seed), axis=1)


def _drawn(
    draw: Callable[[Outcomes, int, np.random.Generator], Floats], cells: Sequence[Outcomes], times: int, seed: int
) -> list[Floats]:
    if times < 1:
        raise UcgsimError(f"{times} resamples; it must be at least 1")
    # One stream a cell: a cell's draws do not depend on how many cells stand before it.
    streams = np.random.SeedSequence(seed).spawn(len(cells))
    for at, cell in enumerate(cells):
        if not cell.games:
            raise UcgsimError(f"cell {at} has no games to draw from")
    return [draw(cell, times, np.random.default_rng(stream)) for cell, stream in zip(cells, streams, strict=True)]


def bootstrap(
    statistic: Statistic,
    cells: Sequence[Outcomes],
    *,
    seed: int,
    times: int = DEFAULT_TIMES,
    confidence: float = DEFAULT_CONFIDENCE,
    progress: Callable[[int], object] | None = None,
) -> Bootstrap:
    """Percentile intervals of `statistic` over the games of all cells.

    `progress` is told how many resamples are done. Each estimate's n is the number of games in all
    cells. UcgsimError if a cell has no games. Source: Efron & Tibshirani 1993, An Introduction to the
    Bootstrap, chapter 13.
    """
    normal_quantile(confidence)
    scores = resampled_scores(cells, times=times, seed=seed)
    rates = np.asarray(statistic(np.array([cell.points / cell.games for cell in cells])))
    samples = np.empty((times, len(rates)))
    for at, row in enumerate(scores):
        samples[at] = statistic(row)
        if progress is not None:
            progress(at + 1)
    tails = [(1 - confidence) / 2, (1 + confidence) / 2]
    ends = np.quantile(samples, tails, axis=0)
    n = sum(cell.games for cell in cells)
    estimates = tuple(
        Estimate(float(rate), float(low), float(high), n, confidence, Method.BOOTSTRAP)
        for rate, low, high in zip(rates, *ends, strict=True)
    )
    return Bootstrap(estimates, samples, seed)
