"""The most likely distribution of a variable that takes a few known values, and the score interval of its mean.

In plain arithmetic, as `intervals`; what is asked of them is in `multinomial`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.stats.roots import zero_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Row = Sequence[float] | Floats
    Room = list[float] | Floats
    Given = tuple[Row, Row, float]
    """Values, how often each was seen, and a mean that is tried."""
    Scored = tuple[Row, Row, Room, float, float, float]
    """Values, how often each was seen, room for their most likely shares; observations, mean, standard errors."""

NEARER, FARTHER = 0.95, 1.1
"""Between these shares of the plain interval's half the end of a score interval mostly lies."""


@compiled
def _slope(theta: float, given: Given) -> float:
    """How the likelihood changes with ``theta``: 0 where it is highest among those of the mean."""
    values, counts, mean = given
    total = 0.0
    for place in range(len(values)):
        if counts[place] > 0:
            offset = values[place] - mean
            total += counts[place] * offset / (1 + theta * offset)
    return total


@compiled
def _tilt(values: Row, counts: Row, mean: float) -> tuple[float, int]:
    """The theta of the most likely distribution, and the value never observed that takes weight: -1 for none."""
    games = 0.0
    for place in range(len(values)):
        games += counts[place]
    # No probability exceeds 1, which bounds theta; at a value never seen the bound is the pole itself.
    lowest, highest, least, most = -math.inf, math.inf, 0, 0
    for place in range(len(values)):
        offset = values[place] - mean
        if offset < 0:
            highest = min(highest, (1 - counts[place] / games) / -offset)
        elif offset > 0:
            lowest = max(lowest, -(1 - counts[place] / games) / offset)
        least = place if values[place] < values[least] else least
        most = place if values[place] > values[most] else most
    given = (values, counts, mean)
    if _slope(highest, given) > 0:
        return highest, least
    if _slope(lowest, given) < 0:
        return lowest, most
    return zero_of(_slope, given, lowest, highest, 1e-14), -1


@compiled
def likeliest(values: Row, counts: Row, mean: float, likely: Room) -> None:
    """Fill in the most likely probabilities of the values among those of this mean, from how often each was seen.

    Source: Owen 2001, Empirical Likelihood, section 2.9; Van den Bergh, "MLE for multinomial distributions",
    proposition 1.1 (as in fishtest).
    """
    theta, spare = _tilt(values, counts, mean)
    games = total = 0.0
    for place in range(len(values)):
        games += counts[place]
    for place in range(len(values)):
        offset = values[place] - mean
        likely[place] = counts[place] / games / (1 + theta * offset) if counts[place] > 0 else 0.0
        total += likely[place]
    if spare >= 0:
        likely[spare] += 1 - total


@compiled
def likeliest_within(values: Row, counts: Row, mean: float, likely: Room) -> None:
    """The same of values that ascend; a mean at or beyond an end of them puts everything there."""
    last = len(values) - 1
    margin = 1e-12 * (values[last] - values[0])
    if values[0] + margin < mean < values[last] - margin:
        likeliest(values, counts, mean, likely)
        return
    for place in range(len(values)):
        likely[place] = 0.0
    likely[0 if mean <= values[0] + margin else last] = 1.0


@compiled
def moments_of(values: Row, weights: Row) -> tuple[float, float, float]:
    """The sum of the weights, and mean and variance of a distribution of so many at each value."""
    total = mean = variance = 0.0
    for place in range(len(values)):
        total += weights[place]
    for place in range(len(values)):
        mean += values[place] * (weights[place] / total)
    for place in range(len(values)):
        stray = values[place] - mean
        variance += stray * stray * (weights[place] / total)
    return total, mean, variance


@compiled
def _excess(mean: float, given: Scored) -> float:
    """By how much the square of a mean's distance exceeds what its score test allows."""
    values, counts, likely, n, seen, z = given
    likeliest_within(values, counts, mean, likely)
    return n * (seen - mean) * (seen - mean) - z * z * moments_of(values, likely)[2]


@compiled
def _end(limit: float, spread: float, given: Scored) -> float:
    """The end of the score interval between the mean that was seen and a limit of the values."""
    n, seen, z = given[3], given[4], given[5]
    if abs(seen - limit) <= max(1e-9 * max(abs(seen), abs(limit)), 1e-12):
        return limit
    # The mean that was seen solves the equation itself when all counts are alike: start next to it.
    start = seen + 1e-9 * (limit - seen)
    # The end is mostly near that of the plain interval; a few steps less, and the same root.
    plain = z * math.sqrt(spread / n)
    if limit < seen:
        plain = -plain
    near, far = seen + NEARER * plain, seen + FARTHER * plain
    if abs(near - seen) > abs(start - seen) and abs(far - seen) < abs(limit - seen):
        at_near, at_far = _excess(near, given), _excess(far, given)
        start, limit = (near if at_near < 0 else start), (far if at_far > 0 else limit)
    return zero_of(_excess, given, start, limit, 1e-12)


@compiled
def score_ends(values: Row, counts: Row, likely: Room, z: float) -> tuple[float, float]:
    """The means that a score test does not reject; ``likely`` is room for as many numbers.

    Of values -1, 0 and 1 the interval of Tango 1998, Statist. Med. 17, 891-908.
    """
    n, seen, spread = moments_of(values, counts)
    given = (values, counts, likely, n, seen, z)
    return _end(values[0], spread, given), _end(values[len(values) - 1], spread, given)


@entry([np.float64], [np.float64], [np.float64], [np.float64], [np.float64])
def scored(values: Floats, counts: Floats, asked: Floats, room: Floats, ends: Floats) -> None:
    """Fill in `score_ends`; ``asked``: z."""
    ends[0], ends[1] = score_ends(values, counts, room, asked[0])


@entry([np.float64], [np.float64], [np.float64], [np.float64])
def most_likely_within(values: Floats, counts: Floats, asked: Floats, likely: Floats) -> None:
    """Fill in `likeliest_within`; ``asked``: the mean."""
    likeliest_within(values, counts, asked[0], likely)
