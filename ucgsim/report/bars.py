"""A rate with its interval as a bar of letters, for a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ucgsim.stats.rates import Estimate

LETTERS = 25
"""From 0 to 100 %: four points each."""
SCALE = f"{'0 %':<10}{'50 %':<10}100 %"
"""The head of a column of bars."""
EVEN, REACH, RATE = ":", "-", "o"


def bar(estimate: Estimate) -> str:
    """Where a rate lies between 0 and 100 %, its interval to both sides, and the mark of one half."""
    text = [" "] * LETTERS
    text[_place(0.5)] = EVEN
    if not math.isnan(estimate.rate):
        for place in range(_place(estimate.low), _place(estimate.high) + 1):
            text[place] = REACH
        text[_place(estimate.rate)] = RATE
    return "".join(text)


def _place(rate: float) -> int:
    return round(min(max(rate, 0.0), 1.0) * (LETTERS - 1))
