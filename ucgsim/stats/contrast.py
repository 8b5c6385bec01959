"""Two shares of independent games, such as with a card and without it, and whether they differ."""

from dataclasses import replace
from typing import NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.stats.proportions import difference
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, wilson


class Arm(NamedTuple):
    """Games of one kind, and how many of them are wins."""

    games: int
    wins: int


class Contrast(NamedTuple):
    """`difference` of the shares of wins, first arm less second; `p_value` of none (two-sided)."""

    difference: Estimate
    p_value: float


def contrast(first: Arm, second: Arm, confidence: float = DEFAULT_CONFIDENCE) -> Contrast:
    """The difference between the shares of wins of two arms; n = games of both.

    The interval is Newcombe's hybrid of two Wilson intervals, the test is Fisher's exact one, so that neither trusts
    the normal distribution where wins or losses are few. UcgsimError where an arm is without games. Source: Newcombe
    1998, Statist. Med. 17, 873-890, method 10.
    """
    if min(first.games, second.games) < 1:
        raise UcgsimError(f"arms of {first.games} and {second.games} games; each must have one at least")
    result = difference(*(wilson(arm.wins, arm.games, confidence) for arm in (first, second)))
    return Contrast(replace(result, method=Method.NEWCOMBE), _exact(first, second))


def _exact(first: Arm, second: Arm) -> float:
    """Fisher's exact test of two shares: twice the smaller tail."""
    from scipy.stats import hypergeom  # noqa: PLC0415 - loads for half a second

    call = (first.games + second.games, first.wins + second.wins, first.games)
    tails = float(hypergeom.cdf(first.wins, *call)), float(hypergeom.sf(first.wins - 1, *call))
    return min(1.0, 2 * min(tails))
