"""Multiple comparisons with the best: which of many ways, tried on the same units, may as well be the best one.

Every way takes some of the same parts, such as the classes of hands that a rule redraws, and is worth their sum. So
two ways differ by the parts that one of them takes and the other does not: a paired difference.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

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


# The same of means that share their luck in any way, such as those of builds that played the same shuffles.


MANY_DRAWS = 10_000
"""Draws of that joint distribution: the critical value is exact to about 0.02."""


class MeansWithBest:
    """Means (m,) that are normal together, and a root of their covariance, (m, k), which times its transpose gives it.

    Of every one it is known by how much the others differ from it, all at once with ``confidence``, either side. Those
    with the best are those that no other is surely above, by these very intervals; the truly best is one of them with
    that confidence at least. Source: Hsu 1984, Ann. Statist. 12, 1136-1144; Dunnett 1955, JASA 50, 1096-1121.
    """

    def __init__(self, means: Floats, root: Floats, confidence: float = DEFAULT_CONFIDENCE) -> None:
        normal_quantile(confidence)
        self.means, self.root, self.confidence = means, root, confidence
        draws = np.random.default_rng(SEED).standard_normal((MANY_DRAWS, root.shape[1]))
        self._luck = draws @ root.T

    def errors(self, place: int) -> Floats:
        """Standard errors of what the others are apart from one, (m,); 0 for itself."""
        return np.asarray(np.sqrt(((self.root - self.root[place]) ** 2).sum(axis=1)))

    def reach(self, place: int) -> float:
        """So many standard errors the others are apart from one by luck, to either side, all at once; 0 without any."""
        errors = self.errors(place)
        others = errors > 0
        if not others.any():
            return 0.0
        apart = np.abs(self._luck[:, others] - self._luck[:, [place]]) / errors[others]
        return float(np.quantile(apart.max(axis=1), self.confidence))

    def apart_from(self, place: int, n: int) -> list[Estimate]:
        """What every one is more than one of them, intervals that hold at once; ``n`` units. No width for itself."""
        apart, halves = self.means - self.means[place], self.reach(place) * self.errors(place)
        ends = zip(apart.tolist(), halves.tolist(), strict=True)
        return [Estimate(rate, rate - half, rate + half, n, self.confidence, Method.NORMAL) for rate, half in ends]

    def with_best(self) -> list[int]:
        """Places of those that no other is surely above, the largest first."""
        order = np.argsort(-self.means, kind="stable").tolist()
        return [place for place in order if not self._is_behind(place)]

    def _is_behind(self, place: int) -> bool:
        apart = self.means - self.means[place]
        return bool((apart > self.reach(place) * self.errors(place)).any())
