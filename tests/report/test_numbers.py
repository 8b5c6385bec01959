"""Numbers as people read them."""

from __future__ import annotations

import pytest

from ucgsim.report.sheet import gained, near, points
from ucgsim.stats.rates import Estimate, Method, by_construction, wilson


def test_a_difference_has_its_sign_and_its_interval():
    gain = Estimate(0.0123, -0.0031, 0.0271, 100, 0.95, Method.PAIR_DIFFERENCE)
    assert points(gain) == "+1.23 points (-0.31 to +2.71)"
    assert points(gain, 1) == "+1.2 points (-0.3 to +2.7)"
    nothing = Estimate(-0.0001, -0.01, 0.01, 100, 0.95, Method.PAIR_DIFFERENCE)
    assert points(nothing, 1) == "+0.0 points (-1.0 to +1.0)"


@pytest.mark.parametrize(
    ("wins", "games", "text"),
    [
        (500, 1000, "50 % ± 3"),
        (640, 1000, "64 % ± 3"),
        (1, 1000, "0.1 % (0.0 to 0.6)"),
        (4, 20, "20 % (8 to 42)"),
        (2, 2, "100 % (34 to 100)"),
        (0, 0, "no games"),
    ],
)
def test_a_plus_minus_is_shown_only_where_the_interval_reaches_as_far_to_either_side(wins, games, text):
    assert near(wilson(wins, games)) == text


def test_a_rate_without_a_width_has_none():
    assert near(by_construction(0.5)) == "50 %"


@pytest.mark.parametrize(
    ("low", "high", "text"),
    [
        (0.024, 0.04, "+3.2 ± 0.8"),
        (-0.03, 0.12, "+3 (-3 to +12)"),
        (-0.06, 0.124, "+3 ± 9"),
        (0.02, 0.05, "+3.2 (+2.0 to +5.0)"),
    ],
)
def test_a_difference_has_the_ends_where_they_lie_unevenly(low, high, text):
    assert gained(Estimate(0.032, low, high, 100, 0.95, Method.NORMAL)) == text
