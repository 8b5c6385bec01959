"""Many tests at once: what is still significant when all of them are looked at."""

from collections.abc import Sequence
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import Estimate, Method, normal_quantile

FAMILY_LEVEL = 0.05
"""Chance that any of the tests that are looked at together is called significant where nothing is there."""


def holm(p_values: Sequence[float]) -> NDArray[np.float64]:
    """Adjusted p-values: those at most ``FAMILY_LEVEL`` are significant with 5 % for the whole family.

    Shape (m,) in, shape (m,) out in the same order. The family-wise error holds whatever the dependence
    of the tests. UcgsimError names a value outside [0, 1]. Source: Holm 1979, Scand. J. Statist. 6, 65-70.
    """
    values = np.asarray(p_values, dtype=np.float64)
    for at in np.flatnonzero(~((values >= 0) & (values <= 1))):
        raise UcgsimError(f"p_values[{at}] is {values[at]}; it must lie between 0 and 1")
    order = np.argsort(values, kind="stable")
    factors = np.arange(len(values), 0, -1)
    adjusted = np.empty(len(values))
    adjusted[order] = np.minimum(np.maximum.accumulate(values[order] * factors), 1.0)
    return adjusted


def together(confidence: float, number: int) -> float:
    """The confidence of each of `number` intervals that hold all at once with `confidence`, whatever their dependence.

    UcgsimError unless 0 < confidence < 1 and there is one at least. Source: Bonferroni; Dunn 1961, JASA 56, 52-64.
    """
    normal_quantile(confidence)
    if number < 1:
        raise UcgsimError(f"{number} intervals; it must be 1 or more")
    return 1 - (1 - confidence) / number


def largest_gain(gains: Sequence[Estimate], confidence: float, rate: float | None = None) -> Estimate:
    """The largest of several gains and of 0, from intervals that hold `together` with `confidence`; n of the best.

    Where they hold, the largest gain lies between the largest of the lower ends and the largest of the upper ends,
    whichever of them is the largest in truth: the interval covers with `confidence`, at 0 as well. The largest of the
    estimates would be too high on average, the more the closer the gains lie together, for it is partly the luckiest:
    `rate` is one that knows of the choice, where there is one. UcgsimError if there is no gain. Source: Dudewicz 1972,
    JASA 67, 462-464 (intervals for ranked means).
    """
    if not gains:
        raise UcgsimError("no gains; it must be one or more")
    seen, low, high = (max(0.0, *(getattr(gain, end) for gain in gains)) for end in ("rate", "low", "high"))
    best = max(gains, key=attrgetter("rate"))
    text = seen if rate is None else min(max(rate, low), high)
    return Estimate(text, low, high, best.n, confidence, Method.RECOVERED)
