"""What a matrix says about its field, on matrices whose answer is known."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Method
from ucgsim.studies.matrix.field import AcrossPlayers, Field

THIRDS = (1 / 3,) * 3


def games(lost: int, won: int) -> Outcomes:
    """Games of which the throw decides nothing."""
    return Outcomes.of([[lost // 2, 0, won // 2], [lost - lost // 2, 0, won - won // 2]])


def rock_paper_scissors(size: int) -> dict[tuple[int, int], Outcomes]:
    win, loss = games(4 * size, 8 * size), games(8 * size, 4 * size)
    return {(0, 1): win, (1, 2): win, (0, 2): loss}


def test_a_circle_is_named_and_no_rating_describes_it():
    field = Field(rock_paper_scissors(100), THIRDS)
    circles = AcrossPlayers((field,), None).cycles
    assert [(cycle.decks, cycle.sure) for cycle in circles] == [((0, 1, 2), True)]
    assert field.ratings.fit.p_value < 1e-6
    assert [estimate.rate for estimate in field.rates] == pytest.approx([0.5] * 3)
    assert sorted(field.rivals) == [1, 2]
    assert field.hardest(0) == 2


def test_weights_decide_what_is_best():
    field = Field(rock_paper_scissors(100), (0.1, 0.8, 0.1))
    assert field.best == 0
    assert field.rivals == []
    assert field.rates[0].rate == pytest.approx(0.1 * 0.5 + 0.8 * 2 / 3 + 0.1 / 3)


def test_a_deck_that_is_not_in_the_field_is_not_feared():
    field = Field(rock_paper_scissors(100), (0.5, 0.5, 0.0))
    assert field.hardest(0) == 1


def test_the_lead_is_the_difference_of_the_rates():
    field = Field(rock_paper_scissors(7), (0.2, 0.5, 0.3))
    for deck, other in itertools.permutations(range(3), 2):
        lead = field.lead(deck, other)
        assert lead.rate == pytest.approx(field.rates[deck].rate - field.rates[other].rate)
        assert lead.low == pytest.approx(-field.lead(other, deck).high)


def test_two_decks_leave_nothing_to_test():
    field = Field({(0, 1): games(40, 160)}, (0.5, 0.5))
    assert not field.has_fit
    assert field.rivals == []
    assert field.lead(0, 1).rate == pytest.approx(0.8 - 0.5)


CIRCLE = np.array([[0.5, 0.55, 0.45], [0.45, 0.5, 0.55], [0.55, 0.45, 0.5]])
EQUAL = np.full((5, 5), 0.5)
LADDER = np.array([[0.5, 0.6, 0.55, 0.5], [0.4, 0.5, 0.6, 0.55], [0.45, 0.4, 0.5, 0.6], [0.5, 0.45, 0.4, 0.5]])


def drawn(rng, scores, count: int) -> dict[tuple[int, int], Outcomes]:
    """Cells of ``count`` games, in half of which a side wins a tenth more."""
    cells = {}
    for a, b in itertools.combinations(range(len(scores)), 2):
        won = rng.binomial(count // 2, (scores[a][b] + 0.05, scores[a][b] - 0.05))
        cells[a, b] = Outcomes.of([(count // 2 - each, 0, each) for each in won])
    return cells


@pytest.mark.parametrize(
    ("scores", "weights", "truth"),
    [
        (CIRCLE, (1 / 3,) * 3, 0.0),
        (EQUAL, (0.2,) * 5, 0.0),
        (CIRCLE, (1.0, 0.0, 0.0), 0.05),
        (LADDER, (0.25,) * 4, 0.0375),
    ],
    ids=["circle", "equal", "one deck", "ladder"],
)
def test_exploitability_is_covered_at_its_boundary_and_away_from_it(scores, weights, truth):
    """600 matrices of 400 games a cell: never less than 95 %, within the error of 600."""
    rng = np.random.default_rng(61)
    assert max(0.0, float((scores @ weights).max()) - 0.5) == pytest.approx(truth, abs=1e-12)
    result = [Field(drawn(rng, scores, 400), weights).exploitability for _ in range(600)]
    held = [each.low - 1e-12 <= truth <= each.high + 1e-12 for each in result]
    assert np.mean(held) >= 0.95 - 3 * 0.009
    assert all(0 <= each.low <= each.rate <= each.high for each in result)
    assert np.mean([each.low > 0 for each in result]) <= 0.03 or truth > 0


def test_the_gain_is_too_high_by_no_more_than_that_it_is_never_below_0():
    """The plain gain of the best of five equal decks is 1.5 points too high, because it is partly the luckiest."""
    rng = np.random.default_rng(67)
    fields = [Field(drawn(rng, EQUAL, 400), (0.2,) * 5) for _ in range(200)]
    assert np.mean([field.exploitability.rate for field in fields]) < 0.007
    assert np.mean([max(field.rates, key=lambda each: each.rate).rate - 0.5 for field in fields]) > 0.01
    assert abs(np.mean([field.of_best.rate - 0.5 for field in fields])) < 0.003


@pytest.mark.parametrize("size", [3, 4, 5])
def test_the_best_deck_is_hardly_ever_left_out(size):
    """All decks are equal, where the error is largest: deck 0 is best, and 5 % miss it (one-sided, Bonferroni)."""
    rng = np.random.default_rng(71)
    scores, missed, times = np.full((size, size), 0.5), 0, 1000
    for _ in range(times):
        field = Field(drawn(rng, scores, 400), (1 / size,) * size)
        missed += field.best != 0 and 0 not in field.rivals
    assert 0.031 <= missed / times <= 0.05 + 3 * 0.007


def test_of_two_decks_the_best_is_surely_so_where_the_plain_interval_says_it():
    rng = np.random.default_rng(73)
    for _ in range(300):
        field = Field(drawn(rng, [[0.5, 0.55], [0.45, 0.5]], 400), (0.5, 0.5))
        assert (field.rivals == []) == field.cell(0, 1).excludes(0.5)


def test_intervals_that_hold_together_are_wider():
    field = Field(rock_paper_scissors(100), THIRDS)
    for alone, together in zip(field.rates, field.rates_together, strict=True):
        assert together.rate == alone.rate
        assert together.low < alone.low < alone.high < together.high
        assert together.confidence == pytest.approx(1 - 0.05 / 3)


def test_a_field_of_one_deck_is_even_for_it_by_construction():
    field = Field(rock_paper_scissors(100), (1.0, 0.0, 0.0))
    assert field.rates[0].method is Method.BY_CONSTRUCTION
    assert (field.rates[0].rate, field.rates[0].n) == (0.5, 0)
    assert [each.method for each in field.rates[1:]] == [Method.RECOVERED] * 2
    assert field.rates[1].n == 1200
    assert field.exploitability.rate == pytest.approx(field.rates[2].rate - 0.5)
