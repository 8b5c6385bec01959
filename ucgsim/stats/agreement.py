"""One question asked twice, of a fast and of a strong source: whether the strong one says the same.

Each interval is its own source's; what is shown first holds both (`ucgsim.stats.random_effects`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from ucgsim.stats.intervals import errors_from, p_value_of
from ucgsim.stats.rates import Estimate, difference, normal_quantile
from ucgsim.stats.special import normal_cdf

LEAST = 0.01
"""A hundredth from even, a percentage point, is the least that is worth telling from it."""


class CheckVerdict(StrEnum):
    """What the strong source makes of the answer of the fast one."""

    STANDS = "stands"
    TURNS = "turns"
    OPEN = "can't be told yet"


@dataclass(frozen=True, slots=True)
class Checked:
    """An estimate and its check, of one confidence; ``even`` is where neither side wins more.

    The strong estimate shows a side where its interval excludes ``even``. Where it shows none, nothing can be said yet;
    else the answer stands if the fast rate lies on the same side, shown or not, and turns if it does not. So a wrong
    side is called with at most half of 1 - confidence, a side where there is none with at most all of it.
    """

    fast: Estimate
    strong: Estimate
    even: float = 0.5

    @property
    def verdict(self) -> CheckVerdict:
        """What the check makes of the answer."""
        strong_side = side(self.strong, self.even)
        if not strong_side:
            return CheckVerdict.OPEN
        return CheckVerdict.STANDS if strong_side * (self.fast.rate - self.even) > 0 else CheckVerdict.TURNS

    @property
    def moved(self) -> Estimate:
        """By how much the strong estimate lies above the fast one."""
        return difference(self.strong, self.fast)

    @property
    def units_to_tell(self) -> int:
        """About how many units of the strong source would show a side, were its rate the one it seems to be.

        A rate less than ``LEAST`` from even is taken to lie that far from it. At least those there are.
        """
        return units_to_tell(self.strong, self.even)


def side(estimate: Estimate, even: float) -> int:
    """1 where an interval lies above ``even``, -1 below it, 0 where it holds it or nothing was seen."""
    if math.isnan(estimate.rate) or not estimate.excludes(even):
        return 0
    return 1 if estimate.rate > even else -1


def likelihood_of_superiority(estimate: Estimate, even: float = 0.5) -> float:
    """How surely the rate is above ``even``: 0.5 knows nothing, above 0.975 where a 95 % interval lies above it.

    One less the p-value of the one-sided test whose interval this is, its error taken on the side of ``even``; NaN
    where nothing was seen. Source: as chess-engine testing prints it (LOS).
    """
    return float(normal_cdf(_errors(estimate, even)))


def p_of(estimate: Estimate, even: float) -> float:
    """The two-sided p-value of ``even``, from an interval that is symmetric; 1 where nothing was seen."""
    return float(p_value_of(_errors(estimate, even)))


def _errors(estimate: Estimate, even: float) -> float:
    return errors_from(estimate.rate, estimate.low, estimate.high, even, normal_quantile(estimate.confidence))


def p_of_even(rate: Estimate) -> float:
    """The two-sided p-value of a rate of one half, from an interval that is symmetric on the logit scale.

    So is one across players (`ucgsim.stats.random_effects`): the value is below 1 - confidence where it leaves one
    half out. 1 where nothing was seen. A rate of 0 or 1 has no logit: there it is that of the rate as it is.
    """
    if math.isnan(rate.rate) or not rate.width:
        return 1.0
    if not 0 < rate.rate < 1:
        return p_of(rate, 0.5)
    middle, end = (math.log(value / (1 - value)) for value in (rate.rate, rate.low if rate.rate > 0.5 else rate.high))
    return float(p_value_of(normal_quantile(rate.confidence) * middle / (middle - end)))


def units_to_tell(estimate: Estimate, even: float) -> int:
    """About how many units an interval needs to leave ``even`` out; widths go with the root of their number."""
    if math.isnan(estimate.rate):
        return 0
    above = estimate.rate >= even
    reach = estimate.rate - estimate.low if above else estimate.high - estimate.rate
    needed = estimate.n * (reach / max(abs(estimate.rate - even), LEAST)) ** 2
    return max(estimate.n, rounded_up(needed))


def rounded_up(value: float) -> int:
    """Up to two digits: no more of it is known."""
    if value < 10:
        return math.ceil(value)
    step = 10 ** (math.floor(math.log10(value)) - 1)
    return int(math.ceil(value / step) * step)
