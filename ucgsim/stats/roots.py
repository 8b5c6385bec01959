"""Where a function crosses zero: Brent's method, which every interval here needs and `scipy.optimize` loads slowly."""

from __future__ import annotations

import math
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_STEPS = 100
RELATIVE = 4 * sys.float_info.epsilon


class _Point(NamedTuple):
    """A place and what the function is there."""

    x: float
    y: float


def root(function: Callable[[float], float], low: float, high: float, *, within: float) -> float:
    """Where a continuous function is 0, to ``within``, between two places of which it has unlike signs.

    Raises ValueError where the signs are alike, where the function is no number, or for want of an end after a hundred
    steps. Source: Brent 1973, Algorithms for Minimization without Derivatives, chapter 4, with the steps of Bus &
    Dekker 1975, ACM Trans. Math. Softw. 1, 330-345.
    """
    last, best = (_Point(x, _known(function(x))) for x in (low, high))
    for end in (last, best):
        if end.y == 0:
            return end.x
    if (last.y > 0) == (best.y > 0):
        raise ValueError(f"no change of sign between {low} and {high}")
    across, step, before = last, 0.0, 0.0
    for _ in range(MOST_STEPS):
        if (last.y > 0) != (best.y > 0):
            across, step, before = last, best.x - last.x, best.x - last.x
        if abs(across.y) < abs(best.y):
            last, best, across = best, across, best
        least, middle = (within + RELATIVE * abs(best.x)) / 2, (across.x - best.x) / 2
        if best.y == 0 or abs(middle) < least:
            return best.x
        bold = _drawn(last, best, across) if abs(before) > least and abs(best.y) < abs(last.y) else math.inf
        trusted = 2 * abs(bold) < min(abs(before), 3 * abs(middle) - least)
        before, step = (step, bold) if trusted else (middle, middle)
        x = best.x + (step if abs(step) > least else math.copysign(least, middle))
        last, best = best, _Point(x, _known(function(x)))
    raise ValueError(f"no root between {low} and {high} after {MOST_STEPS} steps")


def _drawn(last: _Point, best: _Point, across: _Point) -> float:
    """The step to the zero of a line through two points, or of a curve through three."""
    if last.x == across.x:
        return -best.y * (best.x - last.x) / (best.y - last.y)
    near, far = ((point.y - best.y) / (point.x - best.x) for point in (last, across))
    return -best.y * (across.y * far - last.y * near) / (far * near * (across.y - last.y))


def _known(y: float) -> float:
    """A value of the function; ValueError where there is none."""
    if math.isnan(y):
        raise ValueError("the function is no number there")
    return y
