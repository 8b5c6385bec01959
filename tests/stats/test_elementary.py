"""Logarithm and exponential: against fifty digits, and at the ends of what floats hold."""

from __future__ import annotations

import math
import random
from decimal import Decimal, localcontext

import pytest

from ucgsim.stats.elementary import LARGEST, exp, log, log1p

DIGITS = 50


def drawn(draw, times=2_000):
    stream = random.Random(1)
    return [draw(stream) for _ in range(times)]


def worst(function, exact, values):
    """The largest error, in units in the last place."""
    with localcontext() as context:
        context.prec = DIGITS
        return max(abs(Decimal(function(x)) - exact(Decimal(x))) / Decimal(math.ulp(function(x))) for x in values)


@pytest.mark.parametrize(
    ("function", "exact", "values"),
    [
        (log, Decimal.ln, drawn(lambda stream: math.exp(stream.uniform(-700, 700)))),
        (log, Decimal.ln, drawn(lambda stream: stream.uniform(0.4, 2.5))),
        (exp, Decimal.exp, drawn(lambda stream: stream.uniform(-700, 700))),
        (exp, Decimal.exp, drawn(lambda stream: stream.uniform(-1, 1))),
        (log1p, lambda x: (1 + x).ln(), drawn(lambda stream: stream.choice([-0.99, 1]) * 10 ** stream.uniform(-15, 0))),
        (log1p, lambda x: (1 + x).ln(), drawn(lambda stream: 10 ** stream.uniform(0, 12))),
    ],
)
def test_it_is_within_one_and_a_half_units_in_the_last_place(function, exact, values):
    assert worst(function, exact, values) < 1.5


@pytest.mark.parametrize("value", [5e-324, 1e-310, 2.0**-1022, 1.7976931348623157e308, 1.0, 2.0])
def test_the_ends_of_what_a_float_holds_have_logarithms(value):
    assert log(value) == pytest.approx(math.log(value), rel=1e-15)


def test_what_has_no_logarithm_or_no_room():
    assert (log(0.0), log(math.inf), log1p(-1.0), log1p(math.inf)) == (-math.inf, math.inf, -math.inf, math.inf)
    assert all(map(math.isnan, (log(-1.0), log(math.nan), log1p(-2.0), exp(math.nan))))
    assert (exp(LARGEST), exp(math.nextafter(LARGEST, math.inf))) == (pytest.approx(math.exp(LARGEST)), math.inf)
    assert (exp(-745.1), exp(-746.0), exp(0.0)) == (5e-324, 0.0, 1.0)
