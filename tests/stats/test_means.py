"""Means over pairs of games: against scipy, and that their interval covers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from ucgsim.errors import UcgsimError
from ucgsim.stats.means import mean_of_units


def of(units: np.ndarray, size: int = 1):
    return mean_of_units(float(units.sum()), float(units @ units), len(units), size=size)


def test_agrees_with_scipy():
    units = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
    expected = stats.ttest_1samp(units, 0).confidence_interval(0.95)
    result = of(units)
    assert (result.rate, result.n) == (3.9, 10)
    assert (result.low, result.high) == pytest.approx((expected.low, expected.high))


def test_a_mean_in_a_game_is_half_of_one_in_a_pair():
    units = np.array([3, 1, 4, 1, 5])
    pair, game = of(units), of(units, size=2)
    assert (game.rate, game.low, game.high) == pytest.approx((pair.rate / 2, pair.low / 2, pair.high / 2))


def test_games_of_a_pair_that_go_alike_widen_the_interval():
    rng = np.random.default_rng(5)
    shared = rng.poisson(2, 2000)
    alike, apart = of(2 * shared, size=2), of(rng.poisson(2, 2000) + rng.poisson(2, 2000), size=2)
    assert alike.width / apart.width == pytest.approx(math.sqrt(2), rel=0.1)


def test_covers():
    rng = np.random.default_rng(1)
    shared = rng.poisson(0.3, (4000, 50))
    units = rng.poisson(0.5, (4000, 50)) + rng.poisson(0.5, (4000, 50)) + 2 * shared
    held = [not of(row, size=2).excludes(0.5 + 0.3) for row in units]
    assert 0.94 <= np.mean(held) <= 0.96


def test_no_spread_and_a_single_unit():
    assert (of(np.array([2, 2, 2])).low, of(np.array([2, 2, 2])).high) == (2, 2)
    alone = of(np.array([2]))
    assert (alone.rate, alone.low, alone.high) == (2, 0, math.inf)


def test_no_count_is_below_nothing():
    assert of(np.array([0, 0, 1])).low == 0


@pytest.mark.parametrize(("total", "squares", "units"), [(0, 0, 0), (10, 1, 5)])
def test_what_no_games_can_give_is_refused(total, squares, units):
    with pytest.raises(UcgsimError, match="units"):
        mean_of_units(total, squares, units)
