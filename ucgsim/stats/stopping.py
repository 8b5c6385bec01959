"""What a sequential test says about the size of the difference once it has stopped.

A test stops when luck and truth together reach a bound, so the plain mean of what was played leans away
from the other hypothesis. Here the truth is estimated from how fast which bound was reached.
"""

import math
from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq
from scipy.special import log_ndtr

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Sample
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile
from ucgsim.stats.sprt import Sprt, Verdict

NEGLIGIBLE = 40.0
"""An exponent below minus this adds nothing to a probability."""


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
            return float(brentq(lambda mean: worse(mean) - share, last, following, xtol=1e-12))
        last = following
    return limit


def estimate_after_stop(test: Sprt, sample: Sample, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The mean of an observation after `test` stopped with `sample`: median-unbiased, with interval.

    Outcomes are ordered: the sooner H1 was accepted the better, the sooner H0 the worse. The estimate is
    the mean under which half of all tests would end worse, the interval ends are those with (1 -
    confidence)/2 on one side. Subtract `sample.neutral` for the difference. The LLR is taken for
    Brownian motion that stops on the bound, which errs on the safe side where few looks decide: intervals of
    95 % cover 97 to 98 % after three to twenty looks, and what they say after forty. UcgsimError if the test has
    not stopped or shows no spread. Source: Siegmund 1985, Sequential Analysis, section III.4; fishtest uses the
    same order.
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
