"""Multiple comparisons with the best: which of many ways, tried on the same units, may as well be the best one.

Every way takes some of the same parts, such as the classes of hands that a rule redraws, and is worth their sum. So
two ways differ by the parts that one of them takes and the other does not: a paired difference.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.rates import DEFAULT_CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.stats.multinomial import Floats

DRAWS = 2_000
"""Draws of the joint normal distribution: the critical value is exact to about 0.04."""
SEED = 20_261_204
NEAREST = 10
"""Ways, from the one that is worth most, among which others are looked for that can't be distinguished from it."""
BEYOND = 5.0
"""Standard errors that no critical value exceeds: that of 100,000 independent comparisons is 4.9."""


class WithBest:
    """Ways, by which parts they take, bool (ways, parts); the parts' sums and their variances, float64 (parts,).

    ``share``: the units are such a share of those that the comparison is made for: of half of them, 0.5 asks for
    differences that would be sure of all.
    Source: Hsu 1984, Ann. Statist. 12, 1136-1144; Hsu 1996, Multiple Comparisons, section 4.2.
    """

    def __init__(self, takes: NDArray[np.bool_], sums: Floats, variances: Floats, share: float = 1.0) -> None:
        self.takes, self.sums, self.variances, self.share = takes, sums, variances, share
        self.worth = takes @ sums
        self.first = int(self.worth.argmax())
        """The way that is worth most; the first of equals."""
        draws = np.random.default_rng(SEED).standard_normal((DRAWS, len(variances)))
        self._noise = draws * np.sqrt(variances)

    def is_with_best(self, way: int, confidence: float = DEFAULT_CONFIDENCE) -> bool:
        """Whether no other way is surely worth more: the truly best one is called so with ``confidence`` at least."""
        apart, errors = self._apart(way)
        ahead = self.worth - self.worth[way]
        furthest = float(np.divide(ahead, errors, out=np.zeros_like(ahead), where=errors > 0).max())
        behind = furthest / math.sqrt(self.share)
        # One comparison alone needs so much, and all of them no more: only between the two is anything drawn.
        if not normal_quantile(2 * confidence - 1) < behind <= BEYOND:
            return behind <= BEYOND
        return behind <= self._critical(way, apart, errors, confidence)

    def most_over(self, way: int, confidence: float = DEFAULT_CONFIDENCE) -> float:
        """The upper end of what the truly best is worth more than a way, whichever it is; 0 at least."""
        apart, errors = self._apart(way)
        if not errors.any():
            return 0.0
        reach = self._critical(way, apart, errors, confidence) * errors
        return max(float((self.worth - self.worth[way] + reach).max()), 0.0)

    def _apart(self, way: int) -> tuple[NDArray[np.bool_], Floats]:
        """By which parts every way differs from one, and the standard errors of these differences."""
        apart = self.takes ^ self.takes[way]
        return apart, np.sqrt(apart @ self.variances)

    def _critical(self, way: int, apart: NDArray[np.bool_], errors: Floats, confidence: float) -> float:
        """So many standard errors the furthest ahead of a way is by luck, with ``confidence`` no more."""
        differs = errors > 0
        signs = np.where(self.takes[way], -1.0, 1.0)
        largest = ((self._noise * signs) @ apart[differs].T / errors[differs]).max(axis=1)
        return float(np.quantile(largest, confidence))

    def has_equals(self, way: int) -> bool:
        """Whether another of those that are worth most can't be distinguished from the best either."""
        nearest = np.argsort(-self.worth, kind="stable")[:NEAREST].tolist()
        return any(self.is_with_best(other) for other in nearest if other != way)
