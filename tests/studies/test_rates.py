"""Rates from tables of units: which interval, and that it covers the truth."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.rates import wilson
from ucgsim.studies.rates import conditional, met, score, share, succeeded


def table(**cells: int) -> np.ndarray:
    made = np.zeros((3, 3), np.int64)
    for name, count in cells.items():
        made[int(name[1]), int(name[2])] = count
    return made


def test_one_game_a_unit_is_wilson():
    assert conditional(table(c00=5, c10=30, c11=70)) == wilson(70, 100)


def test_two_games_a_unit_is_the_score_interval_over_pairs():
    expected = PairCounts.from_sequence((10, 20, 30)).estimate()
    assert conditional(table(c00=40, c20=10, c21=20, c22=30)) == expected


def test_nothing_that_meets_the_condition():
    estimate = conditional(table(c00=9))
    assert math.isnan(estimate.rate)
    assert (estimate.low, estimate.high) == (0, 1)


def test_games_and_successes():
    mixed = table(c00=1, c10=2, c11=3, c20=4, c21=5, c22=6)
    assert met(mixed) == 2 + 3 + 2 * (4 + 5 + 6)
    assert succeeded(mixed) == 3 + 5 + 12


@pytest.mark.parametrize(("cells", "rate"), [({"c10": 8, "c20": 5}, 0.0), ({"c11": 8, "c22": 5}, 1.0)])
def test_all_or_none_counts_units_not_games(cells, rate):
    estimate = conditional(table(**cells))
    units = wilson(13 * rate, 13)
    assert (estimate.rate, estimate.n) == (rate, 13)
    assert estimate.width == pytest.approx(units.width)


def test_games_that_agree_widen_the_interval():
    agreeing = conditional(table(c10=1, c20=50, c22=50))
    assert agreeing.width > 1.3 * wilson(100, 201).width


def by_hand(counted: np.ndarray) -> tuple[float, float]:
    """The interval of mixed units, unit by unit: Wilson at the games divided by their design effect."""
    units = [(games, wins) for games in range(1, 3) for wins in range(3) for _ in range(counted[games, wins])]
    games, wins = (np.array(column) for column in zip(*units, strict=True))
    rate, total = wins.sum() / games.sum(), games.sum()
    residuals = wins - rate * games
    variance = (residuals**2).sum() * len(units) / (len(units) - 1) / total**2
    size = total / (variance / (rate * (1 - rate) / total))
    result = wilson(rate * size, size)
    return result.low, result.high


@pytest.mark.parametrize(
    "cells", [{"c10": 3, "c11": 4, "c20": 9, "c21": 2, "c22": 5}, {"c10": 5, "c11": 5, "c20": 1, "c21": 40, "c22": 1}]
)
def test_mixed_units_by_hand(cells):
    estimate = conditional(table(**cells))
    assert (estimate.low, estimate.high) == pytest.approx(by_hand(table(**cells)), rel=1e-9)


def test_units_that_never_stray_are_not_taken_for_endless_games():
    estimate = conditional(table(c10=1, c11=1, c21=10_000))
    assert estimate.rate == 0.5
    assert estimate.width > 0.001


@pytest.mark.parametrize("agreement", [0.0, 0.9])
def test_mixed_units_cover_the_truth(agreement):
    """95 % of the intervals hold the truth, within the error of 2,000 runs."""
    random = np.random.default_rng(1)
    truth, units, runs = 0.3, 150, 2000
    covered = 0
    for _ in range(runs):
        games = random.integers(0, 3, units)
        first = random.random(units) < truth
        same = random.random(units) < agreement
        second = np.where(same, first, random.random(units) < truth)
        wins = np.where(games == 0, 0, first + np.where(games == 2, second, 0))
        counted = np.bincount(3 * games + wins, minlength=9).reshape(3, 3)
        covered += not conditional(counted).excludes(truth)
    assert 0.93 <= covered / runs <= 0.97


def test_share_of_pairs_and_of_single_games():
    assert share(np.array([3, 4, 5]), 2) == PairCounts.from_sequence((3, 4, 5)).estimate()
    assert share(np.array([30, 70, 0]), 1) == wilson(70, 100)


def test_score_counts_games_without_a_winner_as_half():
    assert score(np.array([1, 2, 3, 4, 5]), 2).rate == pytest.approx((2 + 6 + 12 + 20) / 60)
    assert score(np.array([2, 4, 4, 0, 0]), 1).rate == pytest.approx(0.6)
