"""Where a continuous function of one number is 0."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, Any

from ucgsim.compiling.compiled import compiled

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_STEPS = 100
RELATIVE = 4 * sys.float_info.epsilon


@compiled
def zero_of(function: Callable[[float, Any], float], given: Any, low: float, high: float, within: float) -> float:
    """Where ``function(x, given)`` is 0, to ``within``, between two places of which it has unlike signs.

    NaN where the signs are alike, where the function is no number, or for want of an end after a hundred steps. Source:
    Brent 1973, Algorithms for Minimization without Derivatives, chapter 4, with the steps of Bus & Dekker 1975, ACM
    Trans. Math. Softw. 1, 330-345.
    """
    last, best = low, high
    at_last, at_best = function(last, given), function(best, given)
    if at_last == 0:
        return last
    across, at_across, step, before = last, at_last, 0.0, 0.0
    for _ in range(MOST_STEPS):
        if at_best == 0:
            return best
        if (at_last > 0) != (at_best > 0):
            across, at_across, step, before = last, at_last, best - last, best - last
        if abs(at_across) < abs(at_best):
            last, best, across = best, across, best
            at_last, at_best, at_across = at_best, at_across, at_best
        least, middle = (within + RELATIVE * abs(best)) / 2, (across - best) / 2
        if (at_across > 0) == (at_best > 0) or math.isnan(at_best):
            break
        if abs(middle) < least:
            return best
        bold = math.inf
        if abs(before) > least and abs(at_best) < abs(at_last):
            bold = _drawn(last, at_last, best, at_best, across, at_across)
        if 2 * abs(bold) < min(abs(before), 3 * abs(middle) - least):
            before, step = step, bold
        else:
            before, step = middle, middle
        last, at_last = best, at_best
        best += step if abs(step) > least else (least if middle > 0 else -least)
        at_best = function(best, given)
    return math.nan


@compiled
def _drawn(last: float, at_last: float, best: float, at_best: float, across: float, at_across: float) -> float:
    """The step to the zero of a line through two points, or of a curve through three."""
    if last == across:
        return -at_best * (best - last) / (at_best - at_last)
    near, far = (at_last - at_best) / (last - best), (at_across - at_best) / (across - best)
    return -at_best * (at_across * far - at_last * near) / (far * near * (at_across - at_last))
