"""Multiple comparisons with the best: the truly best way is found among those that can't be told from it."""

import numpy as np
import pytest

from ucgsim.stats.with_best import WithBest

ALL = np.array([[bool(way >> part & 1) for part in range(4)] for way in range(16)])
"""Every set of four parts."""


def drawn(gains, error: float, seed: int, share: float = 1.0) -> WithBest:
    sums = np.random.default_rng(seed).normal(gains, error)
    return WithBest(ALL, sums, np.full(4, error**2), share)


@pytest.mark.parametrize("gains", [(0, 0, 0, 0), (1, 1, -1, -1), (0.5, -2, 3, 0)])
def test_the_truly_best_way_can_be_told_from_the_best_in_one_of_twenty_at_most(gains):
    truly = int((ALL @ np.array(gains)).argmax())
    held = sum(drawn(gains, 1.0, seed).is_with_best(truly) for seed in range(200))
    assert held >= 182


def test_what_takes_nothing_is_told_from_a_best_that_is_far_ahead():
    assert not drawn((6, 6, 0, 0), 1.0, 1).is_with_best(0)
    assert drawn((0.1, 0.1, 0, 0), 1.0, 1).is_with_best(0)


def test_the_best_is_one_of_them_and_may_have_equals():
    close, alone = drawn((0, 0, 0, 0), 1.0, 3), drawn((9, 9, -9, -9), 1.0, 3)
    for each in (close, alone):
        assert each.is_with_best(each.first)
    assert close.has_equals(close.first)
    assert not alone.has_equals(alone.first)


def test_the_most_that_the_best_may_be_worth_holds_what_it_is_worth():
    gains = np.array((1.0, 0.5, -1.0, 0.0))
    truly = float((ALL @ gains).max())
    assert sum(drawn(gains, 1.0, seed).most_over(0) >= truly for seed in range(200)) >= 182


def test_half_of_the_units_are_judged_as_all_would_be():
    """A lead of 1.4 standard errors of the half would be one of 2 of all: enough of all, too little of the half."""
    one = np.array([[False], [True]])
    lead, variance = np.array([1.4]), np.array([1.0])
    assert WithBest(one, lead, variance).is_with_best(0)
    assert not WithBest(one, lead, variance, 0.5).is_with_best(0)


def test_the_same_numbers_give_the_same_answer():
    ways = [drawn((0.5, 0.2, 0.1, 0), 1.0, 5) for _ in range(2)]
    assert ways[0].most_over(0) == ways[1].most_over(0)
