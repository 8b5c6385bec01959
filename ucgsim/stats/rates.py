"""Rates and how sure they are: intervals, differences, how long games last, and how many games a rate takes.

Everything here takes counts of independent trials of one kind. Games in which either side wins the throw equally
often are two kinds: their interval is in `ucgsim.stats.outcomes`.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

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
    SEQUENTIAL = "confidence sequence"
    PICKED = "judged apart from the pick"
    PLAYERS = "random effects over players"
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
        """The evidence seen from the other side: 1 - rate."""
        return Estimate(1 - self.rate, 1 - self.high, 1 - self.low, self.n, self.confidence, self.method)


def _quantile(share: float) -> float:
    from ucgsim.stats.special import normal_quantile_at  # noqa: PLC0415 - loads NumPy, which plain lists do without

    return normal_quantile_at(share)


@lru_cache(64)
def normal_quantile(confidence: float) -> float:
    """The z that leaves (1 - confidence)/2 above it; UcgsimError unless 0 < confidence < 1."""
    if not 0 < confidence < 1:
        raise UcgsimError(f"confidence is {confidence}; it must lie between 0 and 1, for example 0.95")
    return _quantile((1 + confidence) / 2)


def standard_error(estimate: Estimate) -> float:
    """The standard error that the width of an interval speaks of."""
    from ucgsim.stats.intervals import error_of  # noqa: PLC0415 - as above

    return error_of(estimate.low, estimate.high, normal_quantile(estimate.confidence))


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
    from ucgsim.stats.intervals import wilson_of  # noqa: PLC0415 - as above

    return wilson_of(successes, size, normal_quantile(confidence))


# Differences and weighted sums of independent estimates, from their intervals alone.


def weighted_sum(estimates: Sequence[Estimate], weights: Sequence[float]) -> Estimate:
    """The weighted sum of independent estimates of the same confidence, weights of either sign.

    A deck's row against a field is this with the field's shares as weights. `n` is the sum of the
    parts' n. Each part gives its distance to the interval end that matters, so the result keeps their
    asymmetry. UcgsimError if there is nothing to add, the lengths or the confidences differ. Source: Zou &
    Donner 2008, Statist. Med. 27, 1693-1702.
    """
    if not estimates or len(estimates) != len(weights) or len({e.confidence for e in estimates}) > 1:
        raise UcgsimError(
            f"{len(estimates)} estimates and {len(weights)} weights; it must be as many of each, "
            "at least one, all estimates with one confidence"
        )
    from ucgsim.stats.intervals import sum_of  # noqa: PLC0415 - as above

    rates, lows, highs = zip(*((each.rate, each.low, each.high) for each in estimates), strict=True)
    rate, low, high = sum_of(rates, lows, highs, weights)
    return Estimate(rate, low, high, sum(e.n for e in estimates), estimates[0].confidence, Method.RECOVERED)


def difference(first: Estimate, second: Estimate) -> Estimate:
    """`first` minus `second`, two independent estimates.

    Of two Wilson intervals this is the hybrid score interval: Newcombe 1998, Statist. Med. 17, 873-890,
    method 10. For builds that met the same chance `outcomes.paired_difference` is far sharper.
    """
    return weighted_sum([first, second], [1.0, -1.0])


# Two shares of independent games, such as with a card and without it, and whether they differ.


class Arm(NamedTuple):
    """Games of one kind, and how many of them are wins."""

    games: int
    wins: int


class Contrast(NamedTuple):
    """`difference` of the shares of wins, first arm less second; `p_value` of none (two-sided)."""

    difference: Estimate
    p_value: float


def contrast(first: Arm, second: Arm, confidence: float = DEFAULT_CONFIDENCE) -> Contrast:
    """The difference between the shares of wins of two arms; n = games of both.

    The interval is Newcombe's hybrid of two Wilson intervals, the test is Fisher's exact one, so that neither trusts
    the normal distribution where wins or losses are few. UcgsimError where an arm is without games. Source: Newcombe
    1998, Statist. Med. 17, 873-890, method 10.
    """
    if min(first.games, second.games) < 1:
        raise UcgsimError(f"arms of {first.games} and {second.games} games; each must have one at least")
    result = difference(*(wilson(arm.wins, arm.games, confidence) for arm in (first, second)))
    return Contrast(replace(result, method=Method.NEWCOMBE), _exact(first, second))


def _exact(first: Arm, second: Arm) -> float:
    """Fisher's exact test of two shares: twice the smaller tail."""
    wins = first.wins + second.wins
    won = range(max(0, wins - second.games), min(first.games, wins) + 1)
    # Wins of the first arm given those of both: the hypergeometric distribution, but for a constant.
    groups = ((each, first.games - each, wins - each, second.games - wins + each) for each in won)
    logs = [-sum(math.lgamma(1 + many) for many in group) for group in groups]
    most = max(logs)
    shares = [math.exp(log - most) for log in logs]
    at = first.wins - won.start
    return min(1.0, 2 * min(math.fsum(shares[: at + 1]), math.fsum(shares[at:])) / math.fsum(shares))


# How long games last: the share still going after each Round, and quantiles with intervals.


@dataclass(frozen=True, slots=True)
class Survival:
    """`surviving[k]` is the share of games that last longer than `times[k]`; before the first it is 1."""

    times: tuple[float, ...]
    surviving: tuple[Estimate, ...]

    def quantile(self, share: float) -> Estimate:
        """The first time by which at least `share` of the games have ended, with its interval.

        The interval holds the times whose own interval does not rule that out; an end never reached is
        infinite. UcgsimError unless 0 < share < 1. Source: Brookmeyer & Crowley 1982, Biometrics 38,
        29-41.
        """
        if not 0 < share < 1:
            raise UcgsimError(f"quantile is {share}; it must lie between 0 and 1")

        def first(values: list[float]) -> float:
            # Counts divided by counts may miss 1 - share by a rounding error.
            ended = (t for t, v in zip(self.times, values, strict=True) if v <= 1 - share + 1e-12)
            return next(ended, math.inf)

        return replace(
            self.surviving[0],
            rate=first([s.rate for s in self.surviving]),
            low=first([s.low for s in self.surviving]),
            high=first([s.high for s in self.surviving]),
        )

    @property
    def median(self) -> Estimate:
        """The time by which at least half of the games have ended."""
        return self.quantile(0.5)


# How many units it takes: for an interval so narrow, or to see a difference of such a size.


POWER = 0.8
"""Chance to see a difference that is there, where no other is named."""
MOST_UNITS = 10**9
"""No count goes beyond so many units."""


def units_for_precision(half: float, confidence: float = DEFAULT_CONFIDENCE) -> int:
    """Units after which a score interval of a rate is no wider than ``half`` to either side, whatever the rate.

    A unit is a game; at 50 % it takes them all, farther from it fewer would do.
    UcgsimError unless 0 < half < 1/2. Source: Wilson 1927, JASA 22, 209-212, solved for the number of trials.
    """
    _refuse_beyond(half, "precision")
    z = normal_quantile(confidence)
    return max(math.ceil((z / (2 * half)) ** 2 - z * z), 1)


def units_for_difference(difference: float, power: float = POWER, confidence: float = DEFAULT_CONFIDENCE) -> int:
    """Units after which a rate that lies so far from 50 % has an interval without it, with the chance ``power``.

    UcgsimError unless 0 < difference < 1/2 and 0 < power < 1. Source: Fleiss, Levin & Paik 2003, Statistical Methods
    for Rates and Proportions, formula 2.13.
    """
    _refuse_beyond(difference, "difference")
    _refuse_power(power)
    there = math.sqrt(0.25 - difference**2)
    reach = normal_quantile(confidence) / 2 + _quantile(power) * there
    return math.ceil((reach / difference) ** 2)


def units_to_tell(
    successes: float, n: int, rate: float, power: float = POWER, confidence: float = DEFAULT_CONFIDENCE
) -> int | None:
    """Units more after which Wilson's interval of all of them lies to one side of 50 %, with the chance ``power``.

    ``successes`` of ``n`` are there, more come with the chance ``rate``. 0 where it does already, None where a thousand
    million are too few. UcgsimError unless 0 <= successes <= n, 0 <= rate <= 1 and 0 < power < 1.
    """
    check_count(successes, n)
    check_count(rate, 1)
    _refuse_power(power)
    z, safety = normal_quantile(confidence), _quantile(power)
    if n and abs(successes - n / 2) > z * math.sqrt(n) / 2:
        return 0
    side = math.copysign(1.0, rate - 0.5)

    def tells(more: int) -> bool:
        # Wilson's interval leaves out one half where the score test at one half does.
        ahead = side * (successes - n / 2 + more * (rate - 0.5))
        return ahead - z * math.sqrt(n + more) / 2 > safety * math.sqrt(more * rate * (1 - rate))

    high = 1
    while not tells(high):
        high *= 2
        if high > MOST_UNITS:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if tells(middle) else (middle, high)
    return high


def units_for_mean(half: float, spread: float, confidence: float = DEFAULT_CONFIDENCE) -> int:
    """Units after which the interval of a mean is no wider than ``half`` to either side; ``spread`` of one unit.

    UcgsimError unless 0 < half < 1. Source: Cochran 1977, Sampling Techniques, formula 4.3.
    """
    _refuse_beyond(half, "precision", 1)
    return max(math.ceil((normal_quantile(confidence) * spread / half) ** 2), 1)


def units_for_shift(shift: float, spread: float, power: float = POWER, confidence: float = DEFAULT_CONFIDENCE) -> int:
    """Units after which a mean that lies ``shift`` from 0 has an interval without it, with the chance ``power``.

    UcgsimError unless 0 < shift < 1 and 0 < power < 1. Source: Cohen 1988, Statistical Power Analysis for the
    Behavioral Sciences, section 2.4.
    """
    _refuse_beyond(shift, "difference", 1)
    _refuse_power(power)
    return max(math.ceil(((normal_quantile(confidence) + _quantile(power)) * spread / shift) ** 2), 1)


def _refuse_power(power: float) -> None:
    if not 0 < power < 1:
        raise UcgsimError(f"power is {power:g}; it must lie between 0 and 1, for example 0.8")


def _refuse_beyond(value: float, what: str, limit: float = 0.5) -> None:
    if not 0 < value < limit:
        raise UcgsimError(f"{what} is {100 * value:g} points; it must be above 0 and below {100 * limit:g}")
