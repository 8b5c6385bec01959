"""How far two rankings of the same things agree, where each is known from games alone.

What is random is not which things there are but how well each was measured. So the intervals rest on leads: of which
two things one is surely ahead of the other. Where all such statements hold at once with 95 %, so do the intervals,
however close to each other the things are in truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST = 3
"""Things that a rank correlation needs: of two there is but one order or the other."""


@dataclass(frozen=True, eq=False)
class Standings:
    """Things by their ``rates``, shape (m,), and which is surely ahead of which.

    ``leads[i, j]``: 1 where thing i is surely ahead of j, -1 where it is surely behind, 0 where that is open; all that
    is said of both rankings that are to be held against each other is to hold at once. ``n``: units behind the rates.
    """

    rates: NDArray[np.float64]
    leads: NDArray[np.int64]
    n: int

    @property
    def places(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The best and the worst place that each thing may have, counted from 1."""
        return 1 + (self.leads < 0).sum(axis=1), len(self.rates) - (self.leads > 0).sum(axis=1)


@dataclass(frozen=True, slots=True)
class Agreement:
    """Two rankings held against each other: rank correlations, and the pairs of things by their order.

    ``same``, ``opposite``: pairs that are surely in the same and surely in the opposite order; of the others of all
    ``pairs`` that is open.
    """

    kendall: Estimate
    spearman: Estimate
    same: int
    opposite: int
    pairs: int


def agreement(first: Standings, second: Standings, confidence: float = DEFAULT_CONFIDENCE) -> Agreement:
    """How far two rankings of the same things agree; ``confidence`` with which all their leads hold.

    Kendall's tau counts a tie as half in the same order. A pair of which the order is open may be either way, and a
    thing in any place that its leads allow: the intervals hold the truth wherever the leads do. UcgsimError for fewer
    than three things, or as many as the other ranking has not. Source: Kendall 1938, Biometrika 30, 81-93; Spearman
    1904, Am. J. Psychol. 15, 72-101.
    """
    m = len(first.rates)
    if m < FEWEST or m != len(second.rates):
        raise UcgsimError(f"rankings of {m} and {len(second.rates)} things; it must be as many, {FEWEST} at least")
    n = first.n + second.n
    at = np.array(list(combinations(range(m), 2))).T
    order = np.sign(first.rates[at[0]] - first.rates[at[1]]) * np.sign(second.rates[at[0]] - second.rates[at[1]])
    sure = first.leads[at[0], at[1]] * second.leads[at[0], at[1]]
    pairs, same, opposite = len(order), int((sure > 0).sum()), int((sure < 0).sum())
    kendall = _between(order.mean(), 2 * same / pairs - 1, 1 - 2 * opposite / pairs, n, confidence)
    low, high = _spearman_ends(first, second)
    spearman = _between(_spearman(_ranks(first.rates) - _ranks(second.rates)), low, high, n, confidence)
    return Agreement(kendall, spearman, same, opposite, pairs)


def _between(rate: float, low: float, high: float, n: int, confidence: float) -> Estimate:
    return Estimate(float(rate), float(low), float(high), n, confidence, Method.LEADS)


def _ranks(rates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places counted from 1, the best first; equal ones share the mean of theirs."""
    above = (rates[None, :] > rates[:, None]).sum(axis=1)
    return np.asarray(above + ((rates[None, :] == rates[:, None]).sum(axis=1) + 1) / 2)


def _spearman(apart: NDArray[np.floating]) -> float:
    m = len(apart)
    return float(1 - 6 * (apart**2).sum() / (m * (m * m - 1)))


def _spearman_ends(first: Standings, second: Standings) -> tuple[float, float]:
    """Every thing as far from itself, and as near to itself, as its places in both rankings allow."""
    (best, worst), (other_best, other_worst) = first.places, second.places
    near = np.maximum(np.maximum(best - other_worst, other_best - worst), 0)
    far = np.maximum(worst - other_best, other_worst - best)
    return max(_spearman(far.astype(float)), -1.0), _spearman(near.astype(float))
