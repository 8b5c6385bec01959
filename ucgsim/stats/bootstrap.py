"""How a number that is computed from a whole matrix wobbles: resampling pairs, with a seed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats
from ucgsim.stats.pairs import PAIR_SCORES, PairCounts
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
        """How often the pairs were drawn again."""
        return len(self.samples)


def resampled_scores(cells: Sequence[PairCounts], *, times: int, seed: int) -> Floats:
    """Scores of the cells, shape (times, cells), each from its own pairs drawn again with replacement.

    The same seed gives the same scores. UcgsimError names a cell without pairs.
    """
    if times < 1:
        raise UcgsimError(f"{times} resamples; it must be at least 1")
    scores = np.empty((times, len(cells)))
    # One stream a cell: a cell's draws do not depend on how many cells stand before it.
    streams = np.random.SeedSequence(seed).spawn(len(cells))
    for at, (cell, stream) in enumerate(zip(cells, streams, strict=True)):
        if not cell.pairs:
            raise UcgsimError(f"cell {at} has no pairs to draw from")
        drawn = np.random.default_rng(stream).multinomial(cell.pairs, cell.as_array() / cell.pairs, times)
        scores[:, at] = drawn @ PAIR_SCORES / cell.pairs
    return scores


def bootstrap(
    statistic: Statistic,
    cells: Sequence[PairCounts],
    *,
    seed: int,
    times: int = DEFAULT_TIMES,
    confidence: float = DEFAULT_CONFIDENCE,
    progress: Callable[[int], object] | None = None,
) -> Bootstrap:
    """Percentile intervals of `statistic` over the pairs of all cells.

    `progress` is told how many resamples are done. Each estimate's n is the number of pairs in all
    cells. UcgsimError if a cell has no pairs. Source: Efron & Tibshirani 1993, An Introduction to the
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
    n = sum(cell.pairs for cell in cells)
    estimates = tuple(
        Estimate(float(rate), float(low), float(high), n, confidence, Method.BOOTSTRAP)
        for rate, low, high in zip(rates, *ends, strict=True)
    )
    return Bootstrap(estimates, samples, seed)
