"""Two shares of games that come in units, such as with a card and without it, and whether they differ."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import hypergeom

from ucgsim.errors import UcgsimError
from ucgsim.stats.proportions import difference
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, wilson_ends


class Arm(NamedTuple):
    """One kind of games: how many of them a unit has, and how many of these are wins, for each kind of unit, (k,)."""

    games: NDArray[np.int64]
    wins: NDArray[np.int64]


class Contrast(NamedTuple):
    """`difference` of the shares of wins, first arm less second; `p_value` of none (two-sided)."""

    difference: Estimate
    p_value: float


def contrast(first: Arm, second: Arm, units: NDArray[np.int64], confidence: float = DEFAULT_CONFIDENCE) -> Contrast:
    """The difference between two shares of the games of `units`, the number of units of each kind, (k,).

    A unit may have games of both arms. Both arms are cut down to the number of independent games that would tell
    as much: their sizes divided by the design effect of the difference, at least 1. On these, the interval is
    Newcombe's hybrid of two Wilson intervals, the test is Fisher's exact one, so that neither trusts the normal
    distribution where wins or losses are few. UcgsimError where an arm is without games. Source: Rao & Scott 1992,
    Biometrics 48, 577-585; Newcombe 1998, Statist. Med. 17, 873-890, method 10.
    """
    sizes = [int(units @ arm.games) for arm in (first, second)]
    if min(sizes) < 1:
        raise UcgsimError(f"arms of {sizes[0]} and {sizes[1]} games; each must have one at least")
    wins = [int(units @ arm.wins) for arm in (first, second)]
    rates = [won / size for won, size in zip(wins, sizes, strict=True)]
    effect = _design_effect(first, second, units, sizes, rates)
    parts = [_effective(rate, size / effect, confidence) for rate, size in zip(rates, sizes, strict=True)]
    result = difference(*parts)
    estimate = Estimate(result.rate, result.low, result.high, int(units.sum()), confidence, Method.CLUSTERED)
    return Contrast(estimate, _exact(rates, [round(size / effect) for size in sizes]))


def _effective(rate: float, size: float, confidence: float) -> Estimate:
    low, high = wilson_ends(rate * size, size, confidence)
    return Estimate(rate, low, high, int(size), confidence, Method.WILSON)


def _design_effect(first: Arm, second: Arm, units: NDArray[np.int64], sizes: list[int], rates: list[float]) -> float:
    """How many times the variance of the difference is that of independent games, by linearisation; at least 1.

    Where no game strays from its rate, the games of a unit are taken for one.
    """
    independent = sum(rate * (1 - rate) / size for rate, size in zip(rates, sizes, strict=True))
    if not independent:
        return float((first.games + second.games).max())
    strays = [
        (arm.wins - rate * arm.games) / size for arm, rate, size in zip((first, second), rates, sizes, strict=True)
    ]
    return max(float(units @ (strays[0] - strays[1]) ** 2) / independent, 1.0)


def _exact(rates: list[float], sizes: list[int]) -> float:
    """Fisher's exact test of two shares: twice the smaller tail; 1 where an arm has shrunk to nothing."""
    if not all(sizes):
        return 1.0
    won, other = (round(rate * size) for rate, size in zip(rates, sizes, strict=True))
    call = (sum(sizes), won + other, sizes[0])
    tails = float(hypergeom.cdf(won, *call)), float(hypergeom.sf(won - 1, *call))
    return min(1.0, 2 * min(tails))
