"""The mean of what is counted in games, with pairs of games as the unit."""

import math

from scipy.special import stdtrit

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method


def mean_of_units(
    total: float, squares: float, units: int, *, size: int = 1, confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """The mean of a count in a game, from `units` of `size` games each; n = units.

    `total`: the sum over all games; `squares`: the sum of squares of what units sum to. What the games of a unit
    have in common is in the spread of their sums, so that it need not be known. With a single unit the interval
    has no ends; below 0, where no count can be, it is cut off. UcgsimError without units, or for squares that no
    such sum can have. Source: Student 1908, Biometrika 6, 1-25.
    """
    if units < 1 or size < 1:
        raise UcgsimError(f"a mean over {units} units of {size} games; both must be at least 1")
    spread = squares - total * total / units
    if spread < -1e-9 * max(squares, 1):
        raise UcgsimError(f"{units} units sum to {total:g}, their squares only to {squares:g}")
    mean = total / units / size
    if units == 1:
        return Estimate(mean, 0.0, math.inf, units, confidence, Method.STUDENT)
    error = math.sqrt(max(spread, 0.0) / (units - 1) / units) / size
    half = float(stdtrit(units - 1, (1 + confidence) / 2)) * error
    return Estimate(mean, max(mean - half, 0.0), mean + half, units, confidence, Method.STUDENT)
