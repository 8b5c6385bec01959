"""A rate and how sure it is: the interval of one proportion.

Everything here takes counts of independent trials of one kind. Games in which either side wins the throw equally
often are two kinds: their interval is in `ucgsim.stats.outcomes`.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

from scipy.special import ndtri

from ucgsim.errors import UcgsimError

DEFAULT_CONFIDENCE = 0.95


class Method(StrEnum):
    """How an interval was made; the value is what a reader is shown."""

    WILSON = "Wilson"
    PAIR_SCORE = "score over pairs"
    STRATIFIED = "Wilson, stratified by the throw"
    PAIR_DIFFERENCE = "score over paired differences"
    RECOVERED = "variances recovered from intervals"
    BOOTSTRAP = "bootstrap over games"
    NORMAL = "normal"
    DELTA = "delta method"
    LOGARITHM = "normal for the logarithm"
    NEWCOMBE = "Newcombe's hybrid of two Wilson intervals"
    STUDENT = "Student's t, stratified by the throw"
    SEQUENTIAL = "ordered by the sequential test"
    PICKED = "judged apart from the pick"
    LEADS = "what leads that hold together allow"
    JACKKNIFE = "jackknife over shuffles"
    BY_CONSTRUCTION = "by construction"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval.

    `rate` is the estimate (NaN when nothing was observed), `low` and `high` the ends of the two-sided
    interval that covers the truth with probability `confidence`, `n` the number of independent units
    (games, pairs, ...) it rests on and `method` how the interval was made.
    """

    rate: float
    low: float
    high: float
    n: int
    confidence: float
    method: Method

    @property
    def width(self) -> float:
        """The length of the interval, in the unit of the rate."""
        return self.high - self.low

    def excludes(self, value: float) -> bool:
        """Whether `value` lies outside the interval."""
        return not self.low <= value <= self.high

    def complement(self) -> "Estimate":
        """The same evidence seen from the other side: 1 - rate."""
        return Estimate(1 - self.rate, 1 - self.high, 1 - self.low, self.n, self.confidence, self.method)


def normal_quantile(confidence: float) -> float:
    """The z that leaves (1 - confidence)/2 above it; UcgsimError unless 0 < confidence < 1."""
    if not 0 < confidence < 1:
        raise UcgsimError(f"confidence is {confidence}; it must lie between 0 and 1, for example 0.95")
    return float(ndtri((1 + confidence) / 2))


def check_count(successes: float, n: float) -> None:
    """UcgsimError unless 0 <= successes <= n and both are finite."""
    if not (math.isfinite(successes) and math.isfinite(n) and 0 <= successes <= n):
        raise UcgsimError(f"{successes} successes of {n} trials; it must be 0 <= successes <= trials")


def by_construction(rate: float, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """A rate that no game has to show, such as the 50 % of a deck against itself: no width, n = 0."""
    return Estimate(rate, rate, rate, 0, confidence, Method.BY_CONSTRUCTION)


def wilson(successes: float, n: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """The score interval of a proportion (without continuity correction).

    `successes` may hold halves (an undecided game is half a point): the variance used, that of a
    proportion without halves, is then an upper bound. With n = 0 the rate is NaN and the interval
    [0, 1]. Source: Wilson 1927, JASA 22, 209-212; Newcombe 1998, Statist. Med. 17, 857-872, method 3.
    """
    check_count(successes, n)
    low, high = wilson_ends(successes, n, confidence)
    return Estimate(successes / n if n else math.nan, low, high, n, confidence, Method.WILSON)


def wilson_ends(successes: float, size: float, confidence: float) -> tuple[float, float]:
    """The ends of Wilson's interval; `size` may be an effective number of trials, 0 gives [0, 1]."""
    z = normal_quantile(confidence)
    if not size:
        return 0.0, 1.0
    rate = successes / size
    centre = (successes + z * z / 2) / (size + z * z)
    half = z * math.sqrt(size * rate * (1 - rate) + z * z / 4) / (size + z * z)
    # At 0 and 1 the end is exact; rounding must not move it past the rate.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == size else min(1.0, centre + half)
    return low, high
