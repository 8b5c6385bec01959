"""How long games last: the share still going after each Round, and quantiles with intervals."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats, score_interval
from ucgsim.stats.pairs import GAMES_PER_PAIR
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method

PAIR_SHARES: Floats = np.array([0.0, 0.5, 1.0])
"""Which share of a pair's two games is still going."""


@dataclass(frozen=True, slots=True)
class Survival:
    """`surviving[k]` is the share of games that last longer than `times[k]`; before the first it is 1."""

    times: tuple[float, ...]
    surviving: tuple[Estimate, ...]

    def quantile(self, share: float) -> Estimate:
        """The first time by which at least `share` of the games have ended, with its interval.

        The interval holds the times whose own interval does not rule that out; an end never reached is
        infinite. UcgsimError unless 0 < share < 1. Source: Brookmeyer & Crowley 1982, Biometrics 38,
        29-41.
        """
        if not 0 < share < 1:
            raise UcgsimError(f"quantile is {share}; it must lie between 0 and 1")

        def first(values: list[float]) -> float:
            # Counts divided by counts may miss 1 - share by a rounding error.
            ended = (t for t, v in zip(self.times, values, strict=True) if v <= 1 - share + 1e-12)
            return next(ended, math.inf)

        part = self.surviving[0]
        return Estimate(
            rate=first([s.rate for s in self.surviving]),
            low=first([s.low for s in self.surviving]),
            high=first([s.high for s in self.surviving]),
            n=part.n,
            confidence=part.confidence,
            method=part.method,
        )

    @property
    def median(self) -> Estimate:
        """The time by which at least half of the games have ended."""
        return self.quantile(0.5)


def survival_of_pairs(lengths: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Survival:
    """Survival of games that were all played to their end, shape (pairs, 2), in Rounds or turns.

    The two games of a pair last alike, so the pair is the unit: at each time its share of games still
    going is 0, 1/2 or 1, and the interval is the score interval of the mean. UcgsimError for another
    shape, no pair, or a length that is not finite.
    """
    table = np.asarray(lengths, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] != GAMES_PER_PAIR or not len(table) or not np.isfinite(table).all():
        raise UcgsimError(f"lengths have the shape {table.shape}; it must be (pairs, 2), at least one, all finite")
    times = np.unique(table)
    return Survival(tuple(times.tolist()), tuple(_surviving(table, time, confidence) for time in times))


def _surviving(table: Floats, time: float, confidence: float) -> Estimate:
    """The share of games that last longer than `time`, pairs as the unit."""
    counts = np.bincount((table > time).sum(axis=1), minlength=len(PAIR_SHARES)).astype(np.float64)
    low, high = score_interval(PAIR_SHARES, counts, confidence)
    rate = float(counts @ PAIR_SHARES / len(table))
    return Estimate(rate, low, high, len(table), confidence, Method.PAIR_SCORE)
