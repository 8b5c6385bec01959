"""Stop as soon as it is sure: the generalized sequential probability ratio test.

H0 says the difference is `low`, H1 says it is `high`; after every batch of pairs the log-likelihood ratio
(LLR) of the two is compared with two bounds. Elo scales as in fastchess and fishtest, or percentage points.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import NORMALIZED_ELO_PER_DEVIATION, deviation_per_game, score_from_elo
from ucgsim.stats.multinomial import Floats, Sample, most_likely_with_mean, most_likely_with_t

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
