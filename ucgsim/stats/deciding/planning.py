"""How many units it takes: for an interval so narrow, or to see a difference of such a size."""

import math

from scipy.special import ndtri

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, normal_quantile

POWER = 0.8
"""Chance to see a difference that is there, where no other is named."""


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
    reach = normal_quantile(confidence) / 2 + float(ndtri(power)) * there
    return math.ceil((reach / difference) ** 2)


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
    return max(math.ceil(((normal_quantile(confidence) + float(ndtri(power))) * spread / shift) ** 2), 1)


def _refuse_power(power: float) -> None:
    if not 0 < power < 1:
        raise UcgsimError(f"power is {power:g}; it must lie between 0 and 1, for example 0.8")


def _refuse_beyond(value: float, what: str, limit: float = 0.5) -> None:
    if not 0 < value < limit:
        raise UcgsimError(f"{what} is {100 * value:g} points; it must be above 0 and below {100 * limit:g}")
