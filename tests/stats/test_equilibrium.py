"""Equilibria of zero-sum games with a known solution, best responses, exploitability."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ucgsim.errors import UcgsimError
from ucgsim.stats.zero_sum import best_response, equilibrium, payoff_from_scores


def exploitability(payoff, field):
    """What the best answer gains from a field where the game is worth 0."""
    return max(0.0, best_response(payoff, field).gain)


ROCK_PAPER_SCISSORS = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], dtype=float)


def test_rock_paper_scissors():
    result = equilibrium(ROCK_PAPER_SCISSORS)
    assert result.shares == pytest.approx([1 / 3] * 3)
    assert result.value == pytest.approx(0)
    assert result.unique


def test_two_finger_morra_takes_the_most_even_of_many():
    """The known equilibria run from (0, 4/7, 3/7, 0) to (0, 3/5, 2/5, 0)."""
    morra = np.array([[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]], dtype=float)
    for end in ([0, 4 / 7, 3 / 7, 0], [0, 3 / 5, 2 / 5, 0]):
        assert exploitability(morra, end) == pytest.approx(0, abs=1e-12)
    result = equilibrium(morra)
    assert result.shares == pytest.approx([0, 4 / 7, 3 / 7, 0], abs=1e-6)
    assert not result.unique


def test_a_copy_shares_with_its_original():
    """Balduzzi et al. 2018, "Re-evaluating evaluation": a redundant copy must not change the rest."""
    order = [0, 1, 2, 2]
    result = equilibrium(ROCK_PAPER_SCISSORS[np.ix_(order, order)])
    assert result.shares == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-5)
    assert not result.unique


def test_equal_decks_share_equally():
    result = equilibrium(np.zeros((5, 5)))
    assert result.shares == pytest.approx([0.2] * 5, abs=1e-6)


def test_a_game_that_is_not_symmetric():
    """A 2 x 2 game without a saddle point, by the formula of von Neumann & Morgenstern."""
    result = equilibrium([[3, -1], [-2, 1]])
    assert result.shares == pytest.approx([3 / 7, 4 / 7])
    assert result.value == pytest.approx(1 / 7)


def test_dominant_deck_takes_all():
    scores = [[0.5, 0.6, 0.7], [0.4, 0.5, 0.6], [0.3, 0.4, 0.5]]
    payoff = payoff_from_scores(scores)
    assert equilibrium(payoff).shares == pytest.approx([1, 0, 0])
    assert best_response(payoff, [0, 0, 1]).choices == (0,)
    assert exploitability(payoff, [0, 0, 1]) == pytest.approx(0.2)
    assert exploitability(payoff, [1, 0, 0]) == pytest.approx(0)


def test_best_responses_that_tie_are_all_named():
    result = best_response(ROCK_PAPER_SCISSORS, [1 / 3, 1 / 3, 1 / 3])
    assert result.choices == (0, 1, 2)
    assert result.gain == pytest.approx(0)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 9), st.integers(0, 2**32 - 1), st.booleans())
def test_nothing_beats_an_equilibrium(size, seed, whole):
    """Random antisymmetric games; whole numbers make many of them degenerate."""
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.integers(-1, 2, (size, size)) if whole else rng.normal(size=(size, size)), 1)
    payoff = (upper - upper.T).astype(float)
    result = equilibrium(payoff)
    assert sum(result.shares) == pytest.approx(1)
    assert min(result.shares) >= 0
    assert exploitability(payoff, result.shares) < 1e-5


def test_diagonal_is_even_by_construction():
    payoff = payoff_from_scores([[np.nan, 0.6], [0.4, np.nan]])
    assert payoff == pytest.approx(np.array([[0, 0.1], [-0.1, 0]]))


@pytest.mark.parametrize("scores", [[[0.5, 0.6]], [[0.5, 0.6], [0.6, 0.5]], [[0.5, 1.2], [-0.2, 0.5]], [[]]])
def test_impossible_scores_are_refused(scores):
    with pytest.raises(UcgsimError, match="scores"):
        payoff_from_scores(scores)


@pytest.mark.parametrize("field", [[0.5, 0.5], [0.5, 0.6, 0.1], [1.5, -0.5, 0]])
def test_impossible_fields_are_refused(field):
    with pytest.raises(UcgsimError, match="shares that sum"):
        best_response(ROCK_PAPER_SCISSORS, field)


def test_payoffs_that_are_none_are_refused():
    with pytest.raises(UcgsimError, match="finite"):
        equilibrium([[np.nan, 1], [0, 1]])
