"""Roots: those that SciPy's own Brent's method finds, to the last digit."""

from __future__ import annotations

import math
from random import Random

import pytest
import scipy

from ucgsim.stats.roots import zero_of


def root(curve, low, high, within):
    return zero_of(lambda x, _: curve(x), None, low, high, within)


@pytest.mark.parametrize("seed", range(20))
def test_the_root_is_that_of_scipy(seed):
    chance = Random(seed)
    slopes = [chance.uniform(0.1, 3) for _ in range(3)]

    def curve(x: float) -> float:
        return slopes[0] * math.expm1(x - slopes[1]) + slopes[2] * (x - slopes[1]) ** 3

    for within in (1e-12, 1e-14):
        assert root(curve, -4, 5, within=within) == scipy.optimize.brentq(curve, -4, 5, xtol=within)
        assert root(curve, 5, -4, within=within) == pytest.approx(slopes[1], abs=1e-9)


def test_an_end_may_be_the_root():
    assert root(lambda x: x, 0, 1, within=1e-12) == 0
    assert root(lambda x: x - 1, 0, 1, within=1e-12) == 1


@pytest.mark.parametrize("curve", [lambda x: 1 + x * x, lambda x: math.nan], ids=["like signs", "no number"])
def test_where_there_is_none_it_is_no_number(curve):
    assert math.isnan(root(curve, -1, 1, within=1e-12))
