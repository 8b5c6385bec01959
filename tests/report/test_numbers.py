"""Numbers as people read them."""

from __future__ import annotations

from ucgsim.report.sheet import points
from ucgsim.stats.rates import Estimate, Method


def test_a_difference_has_its_sign_and_its_interval():
    gain = Estimate(0.0123, -0.0031, 0.0271, 100, 0.95, Method.PAIR_DIFFERENCE)
    assert points(gain) == "+1.23 points (-0.31 to +2.71)"
    assert points(gain, 1) == "+1.2 points (-0.3 to +2.7)"
    nothing = Estimate(-0.0001, -0.01, 0.01, 100, 0.95, Method.PAIR_DIFFERENCE)
    assert points(nothing, 1) == "+0.0 points (-1.0 to +1.0)"
