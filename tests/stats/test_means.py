"""Means over games planned in halves: against scipy, and that their interval covers."""

from __future__ import annotations

import math

import numpy as np
import pytest
import scipy

from ucgsim.errors import UcgsimError
from ucgsim.stats.means import stratified_mean, student_mean


def of(*halves: np.ndarray):
    sums = [[half.sum(), half @ half] for half in halves] + [[0, 0]] * (2 - len(halves))
    return stratified_mean(sums, [len(half) for half in halves] + [0] * (2 - len(halves)))


def test_agrees_with_scipy():
    games = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
    expected = scipy.stats.ttest_1samp(games, 0).confidence_interval(0.95)
    result = of(games)
    assert (result.rate, result.n) == (3.9, 10)
    assert (result.low, result.high) == pytest.approx((expected.low, expected.high))


def test_halves_agree_with_two_samples():
    a, b = np.array([3, 1, 4, 1, 5]), np.array([2, 7, 1, 8, 2])
    result = of(a, b)
    # Half the sum of two means: their errors add up as those of a difference do.
    apart = scipy.stats.ttest_ind(a, b).confidence_interval(0.95)
    assert result.rate == pytest.approx((a.mean() + b.mean()) / 2)
    assert result.width == pytest.approx((apart.high - apart.low) / 2)


def test_what_the_halves_differ_by_is_no_chance():
    rng = np.random.default_rng(5)
    low, high = rng.poisson(1, 1000), 20 + rng.poisson(1, 1000)
    assert of(low, high).width == pytest.approx(of(low, low).width, rel=0.1)
    assert of(np.r_[low, high]).width > 5 * of(low, high).width


@pytest.mark.parametrize("games", [10, 50])
def test_covers(games):
    rng = np.random.default_rng(1)
    a, b = rng.poisson(0.8, (4000, games)), rng.poisson(3, (4000, games))
    held = [not of(*each).excludes(1.9) for each in zip(a, b, strict=True)]
    assert 0.935 <= np.mean(held) <= 0.965


def test_no_spread_and_a_half_of_one_game():
    assert (of(np.array([2, 2, 2])).low, of(np.array([2, 2, 2])).high) == (2, 2)
    for halves in ([np.array([2])], [np.array([2]), np.array([2, 3])]):
        alone = of(*halves)
        assert (alone.low, alone.high) == (0, math.inf)


def test_no_count_is_below_nothing():
    assert of(np.array([0, 0, 1])).low == 0


@pytest.mark.parametrize(("sums", "games"), [([[0, 0], [0, 0]], [0, 0]), ([[10, 1], [0, 0]], [5, 0])])
def test_what_no_games_can_give_is_refused(sums, games):
    with pytest.raises(UcgsimError, match=r"a mean over 0 games|counts sum to"):
        stratified_mean(sums, games)


def test_a_rare_count_has_room_above():
    """Twice in forty games is no sure sign of rarity: nearly as many would be seen if it came twice as often."""
    rng = np.random.default_rng(8)
    counts = rng.poisson(0.05, (2, 1500, 40))
    held = [not of(*each).excludes(0.05) for each in zip(*counts, strict=True)]
    assert np.mean(held) >= 0.94
    assert of(np.zeros(100)).high == pytest.approx(3.9 / 100, rel=0.05)


def test_the_mean_of_values_is_students():
    estimate = student_mean([0.3, 0.5, 0.7])
    # t of two degrees of freedom, tabulated: 4.303; the error is 0.2 / sqrt(3)
    assert estimate.rate == pytest.approx(0.5)
    assert estimate.high - 0.5 == pytest.approx(4.303 * 0.2 / 3**0.5, abs=1e-4)
    assert estimate.n == 3
    with pytest.raises(UcgsimError, match="needs two at least"):
        student_mean([0.5])
