"""Swings: against worked examples, and their intervals against games that were drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ucgsim.stats.swings import settled, swing

UP = 0.8
"""Chance after a good first stretch, 1 - UP after a bad one; the game goes on from there or ends at once."""
ENDS = 0.3
"""Share of games that end in the stretch."""


def drawn(games: int, generator: np.random.Generator) -> np.ndarray:
    """Games through one stretch: [before (one state), after (good, bad, over), result]."""
    good, over = generator.random(games) < 0.5, generator.random(games) < ENDS
    won = np.where(over, good, generator.random(games) < np.where(good, UP, 1 - UP))
    after = np.where(over, 2, np.where(good, 0, 1))
    cells = 3 * after + 2 * won
    return np.bincount(cells, minlength=9).reshape(1, 3, 3)


def truth() -> tuple[float, float]:
    """Mean change of the chance, and share of the variance that is settled."""
    return ENDS * 0.5 + (1 - ENDS) * (UP - 0.5), 1 - (1 - ENDS) * UP * (1 - UP) / 0.25


def test_a_worked_example():
    turned = np.zeros((1, 3, 3), int)
    turned[0, 0] = [1, 0, 3]
    turned[0, 1] = [3, 0, 1]
    turned[0, 2] = [2, 0, 2]
    # From 1/2 to 3/4, to 1/4 and to the end.
    assert swing(turned).rate == pytest.approx((4 * 0.25 + 4 * 0.25 + 4 * 0.5) / 12)
    assert settled(turned[0, :2], turned.sum(axis=(0, 1))).rate == pytest.approx(1 - 8 * (3 / 16) / (12 / 4))


def test_undecided_games_are_worth_half_a_point():
    turned = np.zeros((1, 2, 3), int)
    turned[0, 1] = [1, 2, 1]
    assert swing(turned).rate == pytest.approx(0.25)


@pytest.mark.parametrize("games", [300, 5000])
def test_intervals_cover(games):
    generator, times = np.random.default_rng(11), 2500
    inside = np.zeros(2)
    for _ in range(times):
        turned = drawn(games, generator)
        estimates = swing(turned), settled(turned[0, :2], turned.sum(axis=(0, 1)))
        inside += [not estimate.excludes(value) for estimate, value in zip(estimates, truth(), strict=True)]
    assert (np.abs(inside / times - 0.95) < 0.02).all(), inside / times


def test_nothing_is_said_of_no_games_and_of_results_that_are_all_the_same():
    assert math.isnan(swing(np.zeros((2, 3, 3), int)).rate)
    assert math.isnan(settled(np.array([[0, 0, 5]]), np.array([0, 0, 9])).rate)
