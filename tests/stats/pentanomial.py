"""Pairs of games as chess-engine testing counts them, for its published figures: lost both ... won both."""

from dataclasses import dataclass

import numpy as np

from ucgsim.stats.multinomial import Sample, score_interval
from ucgsim.stats.rates import Estimate, Method

PAIR_SCORES = np.linspace(0, 1, 5)


@dataclass(frozen=True)
class PairCounts:
    """How many pairs were worth 0, 0.5, 1, 1.5 and 2 points."""

    counts: tuple[int, ...] = (0, 0, 0, 0, 0)

    @classmethod
    def from_sequence(cls, counts):
        return cls(tuple(counts))

    def __add__(self, other):
        return PairCounts(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))

    def flipped(self):
        return PairCounts(self.counts[::-1])

    @property
    def pairs(self):
        return sum(self.counts)

    @property
    def sample(self):
        return Sample(PAIR_SCORES, np.array(self.counts, dtype=float))

    @property
    def score(self):
        low, high = score_interval(PAIR_SCORES, np.array(self.counts, dtype=float), 0.95)
        return Estimate(self.sample.moments[0], low, high, self.pairs, 0.95, Method.PAIR_DIFFERENCE)
