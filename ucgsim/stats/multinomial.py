"""The mean of a variable that takes a few known values: likelihood and score interval."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ucgsim.stats.intervals import p_value_of
from ucgsim.stats.likely import moments_of, most_likely_within, scored
from ucgsim.stats.rates import normal_quantile

Floats = NDArray[np.float64]


def mean_and_variance(values: Floats, probabilities: Floats) -> tuple[float, float]:
    """Mean and variance of a distribution; shapes (k,) and (k,), probabilities sum to 1."""
    _, mean, variance = moments_of(values.tolist(), probabilities.tolist())
    return mean, variance


@dataclass(frozen=True, eq=False)
class Sample:
    """How often each value of a variable was seen: `values` (k,) ascending, `counts` (k,)."""

    values: Floats
    counts: Floats

    @property
    def n(self) -> int:
        """The number of observations."""
        return round(float(self.counts.sum()))

    @property
    def moments(self) -> tuple[float, float]:
        """Mean and variance (divisor n); NaN without an observation."""
        return mean_and_variance(self.values, self.counts / self.n) if self.n else (math.nan, math.nan)


def _plain(numbers: Floats) -> Floats:
    return np.ascontiguousarray(numbers, np.float64)


def most_likely_with_mean(values: Floats, counts: Floats, mean: float) -> Floats:
    """The multinomial probabilities that maximise the likelihood of `counts` among those with `mean`.

    `values` (k,) are ascending; a `mean` at or beyond the first or the last of them puts everything
    there. Otherwise p_i = q_i / (1 + theta d_i), q the observed shares and d the distances from the mean; a value never
    observed gets weight only where no other distribution has this mean. Source: Owen 2001, Empirical Likelihood,
    section 2.9; Van den Bergh, "MLE for multinomial distributions", proposition 1.1 (as in fishtest).
    """
    result = np.empty(len(values))
    most_likely_within(_plain(values), _plain(counts), np.array([mean], np.float64), result)
    return result


def score_test(sample: Sample, mean: float) -> float:
    """The two-sided p-value of `mean`; it is below 1 - confidence where `score_interval` leaves it out.

    1 without an observation, and where the sample agrees with `mean` to the last digit.
    """
    if not sample.n or math.isclose(sample.moments[0], mean, abs_tol=1e-12):
        return 1.0
    best = most_likely_with_mean(sample.values, sample.counts, mean)
    spread = math.sqrt(mean_and_variance(sample.values, best)[1] / sample.n)
    return float(p_value_of((sample.moments[0] - mean) / spread)) if spread else 0.0


def score_interval(values: Floats, counts: Floats, confidence: float) -> tuple[float, float]:
    """The means that a score test at 1 - confidence does not reject; `counts` must have a positive sum.

    A mean m is kept while n (x - m)^2 <= z^2 V(m), x the observed mean and V(m) the variance of the most
    likely distribution of mean m. With values 0 and 1 this is the interval of Wilson, with values -1, 0
    and 1 that of Tango 1998, Statist. Med. 17, 891-908; it needs no rule for samples without spread.
    """
    room, ends = np.empty(len(values)), np.empty(2)
    scored(_plain(values), _plain(counts), np.array([normal_quantile(confidence)]), room, ends)
    return float(ends[0]), float(ends[1])
