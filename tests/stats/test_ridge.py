"""Small effects fitted at once: the ridge estimate with penalties of its own, and what the data say of them."""

from __future__ import annotations

import numpy as np

from ucgsim.stats.ridge import effects_in, fit_effects

CARDS, GAMES = 40, 60_000


def drawn(rng, effects, mean):
    """A block of sums of products: games in which two of the cards come in, one of two others leaves."""
    rows = np.zeros((GAMES, 2 + len(effects) + 1))
    rows[:, 0] = 1
    rows[:, 1] = rng.random(GAMES) < mean
    for _ in range(2):
        np.add.at(rows, (np.arange(GAMES), 2 + rng.integers(2, len(effects), GAMES)), 1)
    np.add.at(rows, (np.arange(GAMES), 2 + rng.integers(0, 2, GAMES)), 1)
    chance = mean + 0.3 * (rows[:, 1] - mean) + rows[:, 2:-1] @ effects
    rows[:, -1] = rng.random(GAMES) < chance
    return rows


def test_effects_are_those_of_ridge_regression_and_cover_the_truth():
    rng = np.random.default_rng(3)
    effects = np.concatenate([[0.0, -0.05], rng.normal(0, 0.03, CARDS)])
    blocks = [drawn(rng, effects, mean) for mean in (0.35, 0.6)]
    kinds = [0, 0] + [1] * 2 + [2] * CARDS + [0]
    grams = [rows.T @ rows for rows in blocks]
    values, variances = effects_in([each.tolist() for each in grams], kinds)
    filled = np.zeros((len(kinds), 2))
    room = np.zeros((2 * len(kinds), len(kinds))), np.zeros(3)
    fit_effects(np.concatenate(grams), np.array(kinds, float), *room, filled)
    noise, (one, two) = filled[0, 1], filled[-1]
    assert filled[0, 0] == 2 * GAMES
    # The same by matrices, from rows about the means of each block; the last penalties are a step further.
    rows = np.concatenate([each - each.mean(0) for each in blocks])[:, 1:]
    penalty = noise / np.array([np.inf if kind == 0 else (one, two)[kind - 1] for kind in kinds[1:-1]])
    inverse = np.linalg.inv(rows[:, :-1].T @ rows[:, :-1] + np.diag(penalty + 1e-9))
    np.testing.assert_allclose(values[1:-1], inverse @ rows[:, :-1].T @ rows[:, -1], atol=1e-6)
    np.testing.assert_allclose(variances[1:-1], noise * np.diag(inverse), rtol=1e-3)
    # How far effects vary was estimated; means are not told apart from the block's own.
    assert 0.02 < np.sqrt(two) < 0.04
    errors = np.array(values[4:-1]) - effects[2:] + effects[2:].mean() - np.mean(values[4:-1])
    assert np.mean(np.abs(errors) < 1.96 * np.sqrt(variances[4:-1])) > 0.85
    assert abs(values[1] - 0.3) < 0.02


def test_a_column_that_never_varied_is_worth_nothing():
    kinds = [0, 1, 2, 0]
    gram = [[100, 0, 50, 50], [0, 0, 0, 0], [50, 0, 50, 30], [50, 0, 30, 50]]
    values, variances = effects_in([gram], kinds)
    assert values[1] == 0 < variances[1]
    assert values[2] > 0
