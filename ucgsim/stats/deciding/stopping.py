"""What a sequential test says about the size of the difference once it has stopped.

A test stops when luck and truth together reach a bound, so the plain mean of what was played leans away
from the other hypothesis. Here the truth is estimated from how fast which bound was reached, and how far beyond.
"""

import math
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr, ndtr

from ucgsim.errors import UcgsimError
from ucgsim.stats.deciding.sprt import Sprt, Verdict
from ucgsim.stats.multinomial import Floats, Sample
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile
from ucgsim.stats.roots import root

leggauss = lru_cache(np.polynomial.legendre.leggauss)

NEGLIGIBLE = 40.0
"""An exponent below minus this adds nothing to a probability."""
FEWEST_POINTS = 16
FINEST = 1 / 60
"""Spread of the LLR between two looks, as a share of the way between the bounds, below which it hardly oversteps."""
NEXT_TO_NOTHING = 1 / 300
"""The same, below which a look hardly ever finds the LLR beyond a bound that it had not reached before."""


def chance_to_reach(drift: float, variance: float, bounds: tuple[float, float], time: float) -> float:
    """The chance that Brownian motion from 0 reaches the upper bound by `time`, and not the lower before.

    `drift` and `variance` are per unit of time, the bounds (lower, upper) have opposite signs. Every
    image of the start, at distance d from the bound, adds the inverse Gaussian chance to come that far,
    with the sign of d. Source: Cox & Miller 1965, The Theory of Stochastic Processes, section 5.7.
    """
    lower, upper = bounds
    width = upper - lower
    spread, speed = math.sqrt(variance * time), abs(drift)
    reach = math.ceil((math.sqrt(2 * NEGLIGIBLE) * spread + speed * time) / width) + 1
    distances = upper + 2 * width * np.arange(-reach, reach + 1)
    far = np.abs(distances)
    near = (drift * upper - speed * far) / variance + log_ndtr((speed * time - far) / spread)
    away = (drift * upper + speed * far) / variance + log_ndtr((-speed * time - far) / spread)
    return float(np.sum(np.sign(distances) * (np.exp(near) + np.exp(away))))


def _root(worse: Callable[[float], float], share: float, sample: Sample, start: float) -> float:
    """The mean at which `worse`, which falls, is `share`: the nearest to `start`, or an end of the values."""
    rises = worse(start) > share
    limit = float(sample.values[-1] if rises else sample.values[0])
    step = math.copysign(math.sqrt(sample.moments[1] / sample.n), limit - start)
    last = start
    while abs(last - limit) > abs(step) / 1024:
        following = last + step if abs(limit - last) > abs(step) else limit
        if (worse(following) > share) != rises:
            return root(lambda mean: worse(mean) - share, last, following, within=1e-12)
        last = following
    return limit


def estimate_after_stop(test: Sprt, sample: Sample, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The mean of an observation after `test` stopped with `sample`: median-unbiased, with interval.

    Outcomes are ordered: the sooner H1 was accepted the better, the sooner H0 the worse. The estimate is
    the mean under which half of all tests would end worse, the interval ends are those with (1 -
    confidence)/2 on one side. Subtract `sample.neutral` for the difference. The LLR is taken for
    Brownian motion that stops on the bound: that is right for looks after every few pairs, and where few
    looks decide `estimate_at_looks` is. UcgsimError if the test has not stopped or shows no spread.
    Source: Siegmund 1985, Sequential Analysis, section III.4; fishtest uses the same order.
    """
    normal_quantile(confidence)
    verdict = test.state(sample).verdict
    if verdict is Verdict.CONTINUE:
        raise UcgsimError(f"the test has not stopped after {sample.n} pairs; use the interval over the pairs")
    seen = sample.moments[0]
    bound = test.bounds[verdict is Verdict.ACCEPT_HIGH]
    time = bound / test.llr_drift(sample, seen)[0]
    if time <= 0:
        raise UcgsimError(f"{sample.n} pairs are too few to estimate from; the test stopped on the first ones")

    lower, upper = test.bounds

    def worse(mean: float) -> float:
        drift, variance = test.llr_drift(sample, mean)
        if verdict is Verdict.ACCEPT_HIGH:
            return 1 - chance_to_reach(drift, variance, (lower, upper), time)
        return chance_to_reach(-drift, variance, (-upper, -lower), time)

    tail = (1 - confidence) / 2
    rate, low, high = (_root(worse, share, sample, seen) for share in (0.5, 1 - tail, tail))
    return Estimate(rate, low, high, sample.n, confidence, Method.SEQUENTIAL)


def estimate_at_looks(
    test: Sprt, sample: Sample, looks: Sequence[int], confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """As `estimate_after_stop`, for a test that was looked at after so many pairs: `looks` ascend to `sample.n`.

    Ends are ordered the same way; among those that one look brings, the higher mean is the better, and a test that
    has not stopped is between all others. How far beyond its bound a test stopped is evidence like any other then,
    and after a single look this is the interval of a fixed number of pairs. Sums of pairs are taken for normal;
    the chances to stop are integrated look by look. Looks so many that a test hardly oversteps its bounds are left
    to `estimate_after_stop` if it has stopped; if not, looks in a row that bring next to nothing are taken as one.
    UcgsimError for other looks, and without spread.
    Source: Armitage, McPherson & Rowe 1969, J. R. Statist. Soc. A 132, 235-244; Jennison & Turnbull 2000, Group
    Sequential Methods, sections 8.4 and 8.5 (stage-wise ordering).
    """
    normal_quantile(confidence)
    steps = np.asarray(np.diff(np.asarray(looks, np.int64), prepend=0), np.int64)
    if not len(steps) or not np.all(steps > 0) or looks[-1] != sample.n:
        raise UcgsimError(f"looks {list(looks)} of {sample.n} pairs; they must ascend to the last pair")
    seen, spread = sample.moments
    low, high = (test.mean(sample, each) for each in (test.low, test.high))
    middle = (low + high) / 2
    # A sum of pairs so far from half way has the LLR 1.
    unit = (high - low) / test.llr_drift(sample, middle)[1]
    lower, upper = (unit * bound for bound in test.bounds)
    if len(steps) > 1 and math.sqrt(spread * min(steps[:-1])) < FINEST * (upper - lower):
        if test.state(sample).verdict is not Verdict.CONTINUE:
            return estimate_after_stop(test, sample, confidence)
        steps = _at_least(steps, (NEXT_TO_NOTHING * (upper - lower)) ** 2 / spread if spread else math.inf)

    def worse(mean: float) -> float:
        walk = _Walk(mean - middle, spread + (mean - seen) ** 2, lower, upper)
        return walk.chance_of_worse(steps.tolist(), sample.n * (seen - middle))

    tail = (1 - confidence) / 2
    rate, start, stop = (_root(worse, share, sample, seen) for share in (0.5, 1 - tail, tail))
    return Estimate(rate, start, stop, sample.n, confidence, Method.SEQUENTIAL)


def _at_least(steps: NDArray[np.int64], fewest: float) -> NDArray[np.int64]:
    """Steps from look to look, of which each but the last has ``fewest`` observations, if need be several looks'."""
    merged = [0]
    for step in steps.tolist():
        merged[-1] += step
        if merged[-1] >= fewest:
            merged.append(0)
    return np.array([step for step in merged if step], np.int64)


class _Walk(NamedTuple):
    """Sums of normal steps of this mean and variance, which go on from a look while they are between the bounds."""

    mean: float
    variance: float
    lower: float
    upper: float

    def chance_of_worse(self, steps: Sequence[int], last: float) -> float:
        """The chance to end below at an earlier look, or to come to the last one and to be below `last` there.

        ``steps``: pairs from look to look. Between looks the sums that go on are kept as masses at the points of
        Gauss and Legendre.
        """
        half = (self.upper - self.lower) / 2
        narrowest = math.sqrt(self.variance * min(steps[:-1], default=math.inf))
        knots, weights = leggauss(FEWEST_POINTS + math.ceil(4 * half / narrowest))
        points = self.lower + half * (knots + 1)
        passing = cache(lambda n: half * weights[:, None] * self._density(n, points[:, None] - points))
        sums, masses, worse = np.zeros(1), np.ones(1), 0.0
        for place, n in enumerate(steps[:-1]):
            worse += self._below(n, self.lower - sums, masses)
            masses = passing(n) @ masses if place else half * weights * self._density(n, points)
            sums = points
        return worse + self._below(steps[-1], last - sums, masses)

    def _density(self, n: int, way: Floats) -> Floats:
        spread = math.sqrt(n * self.variance)
        return np.exp(-(((way - n * self.mean) / spread) ** 2) / 2) / (spread * math.sqrt(2 * math.pi))

    def _below(self, n: int, way: Floats, masses: Floats) -> float:
        return float(masses @ ndtr((way - n * self.mean) / math.sqrt(n * self.variance)))
