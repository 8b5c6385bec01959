"""Rates from tables of games: which interval, and how many games it rests on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import wilson
from ucgsim.studies.rates import conditional, met, score, share


def test_games_of_one_kind_are_wilson():
    assert conditional(np.array([[5, 30, 70], [0, 0, 0]])) == wilson(70, 100)


def test_nothing_that_meets_the_condition():
    estimate = conditional(np.array([[9, 0, 0], [9, 0, 0]]))
    assert math.isnan(estimate.rate)
    assert (estimate.low, estimate.high) == (0, 1)


def test_games_that_meet_a_condition():
    assert met(np.array([[1, 2, 3], [4, 5, 6]])) == 2 + 3 + 5 + 6


@pytest.mark.parametrize(("table", "rate"), [([[1, 8, 0], [2, 5, 0]], 0.0), ([[1, 0, 8], [2, 0, 5]], 1.0)])
def test_all_or_none_is_what_as_many_games_tell(table, rate):
    estimate = conditional(np.array(table))
    assert (estimate.rate, estimate.n) == (rate, 13)
    assert estimate.width == pytest.approx(wilson(13 * rate, 13).width)


def by_hand(table: np.ndarray) -> tuple[float, float]:
    """Game by game: Wilson at the games divided by the variance within the halves over that of a proportion."""
    games = [(half, k > 0, k == 2) for half in range(2) for k in range(3) for _ in range(table[half, k])]
    half, is_met, won = (np.array(column) for column in zip(*games, strict=True))
    rate = won.sum() / is_met.sum()
    strays = won - rate * is_met
    within = sum(((strays[half == h] - strays[half == h].mean()) ** 2).sum() for h in range(2))
    size = is_met.sum() / (within / (is_met.sum() * rate * (1 - rate)) * (len(games) - 1) / (len(games) - 2))
    result = wilson(rate * size, size)
    return result.low, result.high


@pytest.mark.parametrize("table", [[[3, 40, 60], [13, 70, 20]], [[50, 30, 20], [0, 45, 55]]])
def test_halves_by_hand(table):
    estimate = conditional(np.array(table))
    assert (estimate.low, estimate.high) == pytest.approx(by_hand(np.array(table)), rel=1e-9)


def test_a_share_is_of_all_games():
    games, halves = np.array([30, 10]), np.array([100, 100])
    assert share(games, halves) == conditional(np.array([[0, 70, 30], [0, 90, 10]]))
    assert share(games, halves).n == 200


def test_score_counts_games_without_a_winner_as_half():
    points = np.array([[1, 2, 3], [4, 5, 6]])
    assert score(points) == Outcomes.of(points).score
    assert score(points).rate == pytest.approx((1 + 3 + 2.5 + 6) / 21)
