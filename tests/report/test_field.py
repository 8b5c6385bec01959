"""What a matrix says about its field, on matrices whose answer is known."""

from __future__ import annotations

import itertools

import pytest

from ucgsim.report.field import Field
from ucgsim.stats.pairs import PairCounts

THIRDS = (1 / 3,) * 3


def pairs(lost: int, even: int, won: int) -> PairCounts:
    return PairCounts.from_sequence([lost, even, won])


def rock_paper_scissors(size: int) -> dict[tuple[int, int], PairCounts]:
    win, loss = pairs(size, 2 * size, 3 * size), pairs(3 * size, 2 * size, size)
    return {(0, 1): win, (1, 2): win, (0, 2): loss}


def test_a_circle_is_named_and_no_rating_describes_it():
    field = Field(rock_paper_scissors(100), THIRDS)
    assert [cycle.decks for cycle in field.cycles] == [(0, 1, 2)]
    assert field.cycles[0].sure
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
    field = Field({(0, 1): pairs(10, 20, 70)}, (0.5, 0.5))
    assert not field.has_fit
    assert field.rivals == []
    assert field.lead(0, 1).rate == pytest.approx(0.8 - 0.5)
