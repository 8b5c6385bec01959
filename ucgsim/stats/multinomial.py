"""The mean of a variable that takes a few known values: likelihood and score interval.

A pair of games is worth 0, 0.5, 1, 1.5 or 2 points. The multinomial distribution that is most likely
among those with a given mean is the base of both the score interval and the sequential test.
"""

import math

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq

from ucgsim.stats.rates import normal_quantile

Floats = NDArray[np.float64]


def mean_and_variance(values: Floats, probabilities: Floats) -> tuple[float, float]:
    """Mean and variance of a distribution; shapes (k,) and (k,), probabilities sum to 1."""
    mean = float(values @ probabilities)
    return mean, float(((values - mean) ** 2) @ probabilities)


def most_likely_with_mean(values: Floats, counts: Floats, mean: float) -> Floats:
    """The multinomial probabilities that maximise the likelihood of `counts` among those with `mean`.

    `values` (k,) are ascending, `counts` (k,) non-negative with a positive sum; `mean` lies between the
    first and the last value. A value never observed gets weight only where no other distribution has
    that mean. The solution is p_i = q_i / (1 + theta (x_i - mean)), q the observed shares.
    Source: Owen 2001, Empirical Likelihood, section 2.9; Van den Bergh 2020, "A practical introduction
    to the GSPRT", proposition 1.1.
    """
    if mean <= values[0] or mean >= values[-1]:
        certain = np.zeros(len(values))
        certain[0 if mean <= values[0] else -1] = 1
        return certain
    shares = counts / counts.sum()
    offsets = values - mean
    seen = shares > 0
    # No probability exceeds 1, which bounds theta; at a value never seen the bound is the pole itself.
    below, above = offsets < 0, offsets > 0
    highest = float(np.min((1 - shares[below]) / -offsets[below]))
    lowest = float(np.max(-(1 - shares[above]) / offsets[above]))

    def slope(theta: float) -> float:
        return float(np.sum(shares[seen] * offsets[seen] / (1 + theta * offsets[seen])))

    result = np.zeros(len(values))
    if slope(highest) > 0:
        theta, spare = highest, 0
    elif slope(lowest) < 0:
        theta, spare = lowest, -1
    else:
        theta, spare = brentq(slope, lowest, highest, xtol=1e-14), None
    result[seen] = shares[seen] / (1 + theta * offsets[seen])
    if spare is not None:
        result[spare] += 1 - result.sum()
    return result


def score_interval(values: Floats, counts: Floats, confidence: float) -> tuple[float, float]:
    """The means that a score test at 1 - confidence does not reject; `counts` must have a positive sum.

    A mean m is kept while n (x - m)^2 <= z^2 V(m), x the observed mean and V(m) the variance of the most
    likely distribution of mean m. With values 0 and 1 this is the interval of Wilson, with values -1, 0
    and 1 that of Tango 1998, Statist. Med. 17, 891-908; it needs no rule for samples without spread.
    """
    z = normal_quantile(confidence)
    n = float(counts.sum())
    mean = float(values @ counts) / n

    def excess(candidate: float) -> float:
        _, variance = mean_and_variance(values, most_likely_with_mean(values, counts, candidate))
        return n * (mean - candidate) ** 2 - z * z * variance

    def end(limit: float) -> float:
        # The observed mean itself solves the equation when all counts are alike: start beside it.
        start = mean + 1e-9 * (limit - mean)
        if math.isclose(mean, limit, abs_tol=1e-12):
            return limit
        return float(brentq(excess, start, limit, xtol=1e-12))

    return end(float(values[0])), end(float(values[-1]))
