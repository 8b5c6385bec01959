"""Stop as soon as it is sure: the sequential probability ratio test, and the size of the difference afterwards.

H0 says the difference is `low`, H1 says it is `high`; after every batch of pairs the log-likelihood ratio
(LLR) of the two is compared with two bounds. Elo scales as in fastchess and fishtest, or percentage points.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import NORMALIZED_ELO_PER_DEVIATION, deviation_per_game, score_from_elo
from ucgsim.stats.multinomial import Floats, Sample, most_likely_with_mean, most_likely_with_t, root
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile
from ucgsim.stats.special import log_normal_below, normal_below

POINTS_PER_SCORE = 100


class Scale(StrEnum):
    """In which unit the two hypotheses are given."""

    POINTS = "percentage points"
    LOGISTIC = "Elo"
    NORMALIZED = "normalized Elo"


class Verdict(StrEnum):
    """What the test says so far."""

    CONTINUE = "undecided"
    ACCEPT_LOW = "H0 accepted"
    ACCEPT_HIGH = "H1 accepted"


@dataclass(frozen=True, slots=True)
class SprtState:
    """The LLR on its way between the bounds, after `n` observations (pairs)."""

    llr: float
    lower: float
    upper: float
    n: int
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Forecast:
    """What the test would do if the truth were such: chance to accept H1, mean number of observations."""

    accept_high: float
    observations: float


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of `low` (H0) against `high` (H1) on `scale`, with errors `alpha` and `beta`.

    At `low` it accepts H1 with probability alpha, at `high` H0 with probability beta. UcgsimError if
    low >= high, an error is not between 0 and 1, or both add up to 1 or more. Source: Wald 1945, Ann.
    Math. Statist. 16, 117-186; Van den Bergh, "A practical introduction to the GSPRT".
    """

    low: float
    high: float
    scale: Scale = Scale.POINTS
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise UcgsimError(f"H0 is {self.low} and H1 is {self.high} {self.scale}; H0 must be below H1")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise UcgsimError(
                f"alpha is {self.alpha} and beta is {self.beta}; both must be above 0 and add up to less than 1"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at which H0 is accepted and that at which H1 is."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def llr(self, sample: Sample) -> float:
        """The log-likelihood ratio of H1 against H0; 0 without an observation.

        Each hypothesis is given the most likely distribution that fits it. UcgsimError where a hypothesis
        is outside what the sample's values allow.
        """
        if not sample.n:
            return 0.0
        seen = sample.counts > 0
        low, high = self._fitted(sample, self.low), self._fitted(sample, self.high)
        return float(sample.counts[seen] @ np.log(high[seen] / low[seen]))

    def state(self, sample: Sample) -> SprtState:
        """The LLR of a sample, the bounds and the verdict."""
        llr, (lower, upper) = self.llr(sample), self.bounds
        verdict = Verdict.CONTINUE
        if llr <= lower:
            verdict = Verdict.ACCEPT_LOW
        elif llr >= upper:
            verdict = Verdict.ACCEPT_HIGH
        return SprtState(llr, lower, upper, sample.n, verdict)

    def forecast(self, sample: Sample, truth: float) -> Forecast:
        """What to expect if the difference were `truth` (on the test's scale), spread as in `sample`.

        Takes the LLR for a Brownian motion and leaves out the overshoot, so real tests run a little
        longer and err a little less. UcgsimError without spread in the sample. Source: Siegmund 1985,
        Sequential Analysis, chapter III; Van den Bergh, "GSPRT approximation".
        """
        drift, variance = self.llr_drift(sample, self.mean(sample, truth))
        (lower, upper), slope = self.bounds, 2 * drift / variance
        if abs(slope) * (upper - lower) < 1e-6:
            return Forecast(-lower / (upper - lower), -lower * upper / variance)
        high = _leaves_high(slope, lower, upper)
        return Forecast(high, (high * upper + (1 - high) * lower) / drift)

    def mean(self, sample: Sample, difference: float) -> float:
        """The mean of an observation at a difference on the test's scale."""
        if self.scale is Scale.NORMALIZED:
            return sample.neutral + difference * deviation_per_game(sample) / NORMALIZED_ELO_PER_DEVIATION
        if self.scale is Scale.POINTS:
            return sample.neutral + difference / POINTS_PER_SCORE
        if sample.neutral != 0.5:
            raise UcgsimError("Elo is a scale of scores; give a paired difference in percentage points")
        return score_from_elo(difference)

    def llr_drift(self, sample: Sample, mean: float) -> tuple[float, float]:
        """Mean and variance of one observation's part of the LLR, where observations have `mean`.

        Second-order approximation. Source: Van den Bergh, "GSPRT approximation".
        """
        low, high = self.mean(sample, self.low), self.mean(sample, self.high)
        seen, spread = sample.moments
        variance = spread + (mean - seen) ** 2
        if not variance > 0 or high <= low:
            raise UcgsimError(f"the {sample.n} observations show no spread; play more pairs first")
        return (mean - (low + high) / 2) * (high - low) / variance, (high - low) ** 2 / variance

    def _fitted(self, sample: Sample, difference: float) -> Floats:
        """The most likely distribution at a difference."""
        if self.scale is Scale.NORMALIZED:
            return most_likely_with_t(sample, difference * math.sqrt(sample.games) / NORMALIZED_ELO_PER_DEVIATION)
        mean = self.mean(sample, difference)
        if not sample.values[0] < mean < sample.values[-1]:
            raise UcgsimError(
                f"a hypothesis of {difference} {self.scale} is a mean of {mean:g}; "
                f"it must lie between {sample.values[0]:g} and {sample.values[-1]:g}"
            )
        return most_likely_with_mean(sample.values, sample.counts, mean)


def _leaves_high(slope: float, lower: float, upper: float) -> float:
    """The chance that a Brownian motion leaves at ``upper`` and not at ``lower``; ``slope``: twice drift by variance.

    Written so that no exponent is above 0: hypotheses close to each other make steep slopes.
    """
    if slope > 0:
        return math.expm1(slope * lower) / math.expm1(-slope * (upper - lower))
    return math.expm1(-slope * lower) * math.exp(slope * upper) / math.expm1(slope * (upper - lower))


# What a sequential test says about the size of the difference once it has stopped.
#
# A test stops when luck and truth together reach a bound, so the plain mean of what was played leans away
# from the other hypothesis. Here the truth is estimated from how fast which bound was reached, and how far beyond.


leggauss = lru_cache(np.polynomial.legendre.leggauss)

NEGLIGIBLE = 40.0
"""An exponent below minus this adds nothing to a probability."""
FEWEST_POINTS = 16
FINEST = 1 / 60
"""Spread of the LLR between two looks, as a share of the way between the bounds, below which it hardly oversteps."""
NEXT_TO_NOTHING = 1 / 300
"""Spread of the LLR between two looks, as such a share, below which no look finds a bound newly crossed."""


def _each(reckon: Callable[[Floats, Floats], None], values: Floats) -> Floats:
    result = np.empty(len(values))
    reckon(values, result)
    return result


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
    near = (drift * upper - speed * far) / variance + _each(log_normal_below, (speed * time - far) / spread)
    away = (drift * upper + speed * far) / variance + _each(log_normal_below, (-speed * time - far) / spread)
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

    @cache
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
    """The mean of an observation after a test that was looked at after so many pairs: `looks` ascend to `sample.n`.

    Outcomes are ordered as for `estimate_after_stop`; among those that one look brings, the higher mean is the better,
    and a test that has not stopped is between all others. How far beyond its bound a test stopped is evidence like any
    other then, and after a single look this is the interval of a fixed number of pairs. Sums of pairs are taken for
    normal; the chances to stop are integrated look by look. Looks so many that a test hardly oversteps its bounds are
    left to `estimate_after_stop` if it has stopped; if not, looks in a row that bring next to nothing are taken as one.
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

    @cache
    def worse(mean: float) -> float:
        walk = _SumWalk(mean - middle, spread + (mean - seen) ** 2, lower, upper)
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


class _SumWalk(NamedTuple):
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
        return float(masses @ _each(normal_below, (way - n * self.mean) / math.sqrt(n * self.variance)))
