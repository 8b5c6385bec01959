"""Swings: against worked examples, and their intervals against games that were drawn."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ucgsim.stats.swings import settled, settled_in, swing

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
    results = turned.sum(axis=(0, 1))
    # From 1/2 to 3/4, to 1/4 and to the end, held against the 11 others; less what luck adds to changes of 1/4.
    plain = (4 * 0.25 + 4 * 0.25 + 4 * 0.5 * 12 / 11) / 12
    assert plain - 0.05 < swing(turned).rate < plain
    # Four games of 3/4 and 1/4 have the unbiased variance 1/4, all twelve 3/11.
    assert settled(turned[0, :2], results).rate == pytest.approx(1 - 8 * (1 / 4) / (12 * 3 / 11))
    assert settled_in(turned, results).rate == pytest.approx(1 - 8 * (1 / 4) / (12 * 3 / 11))


def test_undecided_games_are_worth_half_a_point():
    turned = np.zeros((1, 2, 3), int)
    turned[0, 1] = [100, 200, 100]
    assert swing(turned).rate == pytest.approx(0.25, abs=0.001)


@pytest.mark.parametrize("games", [300, 5000])
def test_intervals_cover(games):
    generator, times = np.random.default_rng(11), 2500
    inside = np.zeros(2)
    for _ in range(times):
        turned = drawn(games, generator)
        estimates = swing(turned), settled(turned[0, :2], turned.sum(axis=(0, 1)))
        inside += [not estimate.excludes(value) for estimate, value in zip(estimates, truth(), strict=True)]
    assert (np.abs(inside / times - 0.95) < 0.02).all(), inside / times


def late(games: int, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Games of which one in ten goes on, in twelve states of a chance of their own, and all results."""
    on = int(generator.binomial(games, 0.1))
    states = generator.integers(0, 12, on)
    won = generator.random(on) < 0.2 + 0.6 * states / 11
    over = np.bincount(2 * (generator.random(games - on) < 0.5), minlength=3)
    going_on = np.bincount(3 * states + 2 * won, minlength=36).reshape(12, 3)
    return going_on, going_on.sum(axis=0) + over


def test_what_is_settled_late_is_neither_flattered_nor_too_sure():
    """With the games' own means as if they were known, 100 games had it 1.6 points too high and held in 46 of 100."""
    rates = 0.2 + 0.6 * np.arange(12) / 11
    truth = 1 - 0.1 * float((rates * (1 - rates)).mean()) / 0.25
    generator = np.random.default_rng(3)
    estimates = [settled(*late(400, generator)) for _ in range(600)]
    assert abs(np.mean([each.rate for each in estimates]) - truth) < 0.0015
    assert np.mean([not each.excludes(truth) for each in estimates]) > 0.91


def test_what_is_settled_in_a_stretch_is_what_it_adds():
    generator = np.random.default_rng(4)
    turned = generator.integers(1, 9, (3, 4, 3))
    results = turned.sum(axis=(0, 1)) + np.array([5, 0, 7])
    before, after = settled(turned.sum(axis=1), results), settled(turned[:, :-1].sum(axis=0), results)
    assert settled_in(turned, results).rate == pytest.approx(after.rate - before.rate)
    assert math.isnan(settled_in(np.zeros((2, 3, 3), int), np.array([0, 0, 9])).rate)


def test_nothing_is_said_of_no_games_and_of_results_that_are_all_the_same():
    assert math.isnan(swing(np.zeros((2, 3, 3), int)).rate)
    assert math.isnan(settled(np.array([[0, 0, 5]]), np.array([0, 0, 9])).rate)
