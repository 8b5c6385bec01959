"""The mean of a variable that takes a few known values: likelihood and score interval, and the roots they need."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import normal_quantile
from ucgsim.stats.special import normal_cdf

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_ROOT_STEPS = 100
RELATIVE = 4 * sys.float_info.epsilon


class _Point(NamedTuple):
    """A place and what the function is there."""

    x: float
    y: float


def root(function: Callable[[float], float], low: float, high: float, *, within: float) -> float:
    """Where a continuous function is 0, to ``within``, between two places of which it has unlike signs.

    Raises ValueError where the signs are alike, where the function is no number, or for want of an end after a hundred
    steps. Source: Brent 1973, Algorithms for Minimization without Derivatives, chapter 4, with the steps of Bus &
    Dekker 1975, ACM Trans. Math. Softw. 1, 330-345.
    """
    last, best = (_Point(x, _known(function(x))) for x in (low, high))
    for end in (last, best):
        if end.y == 0:
            return end.x
    if (last.y > 0) == (best.y > 0):
        raise ValueError(f"no change of sign between {low} and {high}")
    across, step, before = last, 0.0, 0.0
    for _ in range(MOST_ROOT_STEPS):
        if (last.y > 0) != (best.y > 0):
            across, step, before = last, best.x - last.x, best.x - last.x
        if abs(across.y) < abs(best.y):
            last, best, across = best, across, best
        least, middle = (within + RELATIVE * abs(best.x)) / 2, (across.x - best.x) / 2
        if best.y == 0 or abs(middle) < least:
            return best.x
        bold = _drawn(last, best, across) if abs(before) > least and abs(best.y) < abs(last.y) else math.inf
        trusted = 2 * abs(bold) < min(abs(before), 3 * abs(middle) - least)
        before, step = (step, bold) if trusted else (middle, middle)
        x = best.x + (step if abs(step) > least else math.copysign(least, middle))
        last, best = best, _Point(x, _known(function(x)))
    raise ValueError(f"no root between {low} and {high} after {MOST_ROOT_STEPS} steps")


def _drawn(last: _Point, best: _Point, across: _Point) -> float:
    """The step to the zero of a line through two points, or of a curve through three."""
    if last.x == across.x:
        return -best.y * (best.x - last.x) / (best.y - last.y)
    near, far = ((point.y - best.y) / (point.x - best.x) for point in (last, across))
    return -best.y * (across.y * far - last.y * near) / (far * near * (across.y - last.y))


def _known(y: float) -> float:
    """A value of the function; ValueError where there is none."""
    if math.isnan(y):
        raise ValueError("the function is no number there")
    return y


# The mean of a variable that takes a few known values: likelihood and score interval.
#
# A pair of games is worth 0, 0.5, 1, 1.5 or 2 points. The multinomial distribution that is most likely
# among those with a given mean is the base of both the score interval and the sequential test.


Floats = NDArray[np.float64]

MOST_STEPS = 100
_ADDED_IN_ORDER = 8
"""As many numbers and more NumPy adds in several sums side by side."""
SETTLED = 1e-11
NEARER, FARTHER = 0.95, 1.1
"""Between these shares of the plain interval's half the end of a score interval mostly lies."""


def mean_and_variance(values: Floats, probabilities: Floats) -> tuple[float, float]:
    """Mean and variance of a distribution; shapes (k,) and (k,), probabilities sum to 1."""
    mean = float(values @ probabilities)
    return mean, float(((values - mean) ** 2) @ probabilities)


@dataclass(frozen=True, eq=False)
class Sample:
    """How often each value of a variable was seen.

    `values` (k,) ascending, `counts` (k,), `games` to one observation (2 for a pair) and `neutral`, the
    mean where neither side is better: 0.5 for a score, 0 for a difference of scores.
    """

    values: Floats
    counts: Floats
    games: int
    neutral: float

    @property
    def n(self) -> int:
        """The number of observations."""
        return round(float(self.counts.sum()))

    @property
    def moments(self) -> tuple[float, float]:
        """Mean and variance (divisor n); NaN without an observation."""
        return mean_and_variance(self.values, self.counts / self.n) if self.n else (math.nan, math.nan)


def most_likely_at_zero(offsets: Floats, counts: Floats) -> Floats:
    """The multinomial probabilities that maximise the likelihood of `counts` where `offsets` average 0.

    `offsets` (k,) have both signs, `counts` (k,) are non-negative with a positive sum. The solution is
    p_i = q_i / (1 + theta d_i), q the observed shares and d the offsets; a value never observed gets
    weight only where no other distribution averages 0. Source: Owen 2001, Empirical Likelihood,
    section 2.9; Van den Bergh, "MLE for multinomial distributions", proposition 1.1 (as in fishtest).
    """
    shares = counts / counts.sum()
    seen = shares > 0
    # No probability exceeds 1, which bounds theta; at a value never seen the bound is the pole itself.
    below, above = offsets < 0, offsets > 0
    highest = float(np.min((1 - shares[below]) / -offsets[below]))
    lowest = float(np.max(-(1 - shares[above]) / offsets[above]))

    slope = _sum_over((shares * offsets)[seen], offsets[seen])
    result = np.zeros(len(offsets))
    if slope(highest) > 0:
        theta, spare = highest, int(np.argmin(offsets))
    elif slope(lowest) < 0:
        theta, spare = lowest, int(np.argmax(offsets))
    else:
        theta, spare = root(slope, lowest, highest, within=1e-14), None
    result[seen] = shares[seen] / (1 + theta * offsets[seen])
    if spare is not None:
        result[spare] += 1 - result.sum()
    return result


def _sum_over(weights: Floats, offsets: Floats) -> Callable[[float], float]:
    """The sum of w_i / (1 + theta d_i) as a function of theta.

    Of so few values as a pair of games takes, numbers are added in a tenth of the time of arrays, and to the same bit:
    from eight on NumPy adds in another order.
    """
    if len(weights) >= _ADDED_IN_ORDER:
        return lambda theta: float(np.sum(weights / (1 + theta * offsets)))
    terms = tuple(zip(weights.tolist(), offsets.tolist(), strict=True))

    def total(theta: float) -> float:
        result = 0.0
        for weight, offset in terms:
            result += weight / (1 + theta * offset)
        return result

    return total


def most_likely_with_mean(values: Floats, counts: Floats, mean: float) -> Floats:
    """The multinomial probabilities that maximise the likelihood of `counts` among those with `mean`.

    `values` (k,) are ascending; a `mean` at or beyond the first or the last of them puts everything
    there. Otherwise as `most_likely_at_zero`.
    """
    margin = 1e-12 * (values[-1] - values[0])
    if values[0] + margin < mean < values[-1] - margin:
        return most_likely_at_zero(values - mean, counts)
    certain = np.zeros(len(values))
    certain[0 if mean <= values[0] + margin else -1] = 1
    return certain


def most_likely_with_t(sample: Sample, t: float) -> Floats:
    """The most likely probabilities among those with (mean - neutral) / standard deviation = `t`.

    The condition is made linear around the last solution, again and again. UcgsimError if that does not
    settle. Source: Van den Bergh, "Normalized Elo: practical details", section 4.1.
    """
    result = np.full(len(sample.values), 1 / len(sample.values))
    for _ in range(MOST_STEPS):
        mean, variance = mean_and_variance(sample.values, result)
        spread = math.sqrt(variance)
        bend = (1 + ((mean - sample.values) / spread) ** 2) / 2 if spread else 0
        last, result = (
            result,
            most_likely_at_zero(sample.values - sample.neutral - t * spread * bend, sample.counts),
        )
        if np.max(np.abs(last - result)) < SETTLED:
            return result
    raise UcgsimError(f"no distribution of {sample.n} observations found with t = {t:g}; play more pairs")


def score_test(sample: Sample, mean: float) -> float:
    """The two-sided p-value of `mean`; it is below 1 - confidence where `score_interval` leaves it out.

    1 without an observation, and where the sample agrees with `mean` to the last digit.
    """
    if not sample.n or math.isclose(sample.moments[0], mean, abs_tol=1e-12):
        return 1.0
    best = most_likely_with_mean(sample.values, sample.counts, mean)
    spread = math.sqrt(mean_and_variance(sample.values, best)[1] / sample.n)
    return float(2 * normal_cdf(-abs(sample.moments[0] - mean) / spread)) if spread else 0.0


def score_interval(values: Floats, counts: Floats, confidence: float) -> tuple[float, float]:
    """The means that a score test at 1 - confidence does not reject; `counts` must have a positive sum.

    A mean m is kept while n (x - m)^2 <= z^2 V(m), x the observed mean and V(m) the variance of the most
    likely distribution of mean m. With values 0 and 1 this is the interval of Wilson, with values -1, 0
    and 1 that of Tango 1998, Statist. Med. 17, 891-908; it needs no rule for samples without spread.
    """
    z = normal_quantile(confidence)
    n = float(counts.sum())
    mean, seen = mean_and_variance(values, counts / n)

    def excess(candidate: float) -> float:
        _, variance = mean_and_variance(values, most_likely_with_mean(values, counts, candidate))
        return n * (mean - candidate) ** 2 - z * z * variance

    def end(limit: float) -> float:
        if math.isclose(mean, limit, abs_tol=1e-12):
            return limit
        # The observed mean itself solves the equation when all counts are alike: start next to it.
        start = mean + 1e-9 * (limit - mean)
        # The end is mostly near that of the plain interval; a few steps less, and the same root.
        plain = math.copysign(z * math.sqrt(seen / n), limit - mean)
        near, far = mean + NEARER * plain, mean + FARTHER * plain
        if abs(near - mean) > abs(start - mean) and abs(far - mean) < abs(limit - mean):
            at_near, at_far = excess(near), excess(far)
            start, limit = (near if at_near < 0 else start), (far if at_far > 0 else limit)
        return root(excess, start, limit, within=1e-12)

    return end(float(values[0])), end(float(values[-1]))
