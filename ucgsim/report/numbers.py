"""Numbers as people read them: a percentage never stands alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ucgsim.stats.rates import Estimate

NOTHING = "no games"
PICKED = "^"
"""Marks a number that is named because it is the most extreme of several."""
HAPPENED = "~"
"""Marks a rate of games in which something happened: what goes with winning, and no advice."""


def percent(value: float) -> str:
    """A share as a percentage with one decimal, such as ``34.2 %``."""
    return f"{100 * value:.1f} %"


def interval(estimate: Estimate) -> str:
    """A rate with its interval, such as ``34.2 % (33.5 to 34.9)``."""
    if math.isnan(estimate.rate):
        return NOTHING
    return f"{percent(estimate.rate)} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def amount(estimate: Estimate) -> str:
    """A mean with its interval, such as ``1.25 (1.20 to 1.30)``."""
    high = f"{estimate.high:.2f}" if math.isfinite(estimate.high) else "any"
    return f"{estimate.rate:.2f} ({estimate.low:.2f} to {high})"


def rounded_points(estimate: Estimate, digits: int = 2) -> tuple[float, float, float]:
    """A difference and the ends of its interval in percentage points, rounded; none of them is -0.0."""
    # Adding 0.0 turns what rounds to -0.0 into 0.0.
    value, low, high = (round(100 * each, digits) + 0.0 for each in (estimate.rate, estimate.low, estimate.high))
    return value, low, high


def points(estimate: Estimate, digits: int = 2) -> str:
    """A difference with its interval in percentage points, such as ``+1.20 points (+0.31 to +2.08)``."""
    value, low, high = rounded_points(estimate, digits)
    return f"{value:+.{digits}f} points ({low:+.{digits}f} to {high:+.{digits}f})"


def signed_points(estimate: Estimate) -> str:
    """The same in short, such as ``+1.2 (+0.3 to +2.1)``."""
    value, low, high = rounded_points(estimate, 1)
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"


def plain(estimate: Estimate) -> dict[str, Any]:
    """An estimate as JSON has it, whole; what is not finite (a rate of no games) is null."""
    values = {"rate": estimate.rate, "low": estimate.low, "high": estimate.high}
    finite = {name: value if math.isfinite(value) else None for name, value in values.items()}
    return {**finite, "n": estimate.n, "confidence": estimate.confidence, "method": estimate.method.value}
