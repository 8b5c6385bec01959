"""What every run is told, as callers spell it."""

from __future__ import annotations

import pytest

from ucgsim.cards.versions import Procedure
from ucgsim.errors import UcgsimError
from ucgsim.simulate.plan import First, Terms
from ucgsim.simulate.table import make_plan


def test_side_b_decides_as_a_does_unless_something_else_is_said(catalog):
    assert Terms.of(policy="random", catalog=catalog).policies == ("random", "random")
    assert Terms.of(policy="random", policy_b="greedy", catalog=catalog).policies == ("random", "greedy")


def test_names_become_what_they_name(catalog):
    terms = Terms.of(redraw_procedure="reshuffle", first="b", catalog=catalog)
    assert terms.redraw_procedure is Procedure.RESHUFFLE
    assert terms.first is First.B


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ({"first": "c"}, f"first 'c' is unknown; known are {', '.join(First)}"),
        ({"redraw_procedure": "mulligan"}, f"unknown redraw procedure 'mulligan'; known are {', '.join(Procedure)}"),
        ({"rules": "0.9"}, "unknown rules version '0.9'"),
    ],
)
def test_a_name_that_is_none_is_refused_in_one_line(message, line, catalog):
    with pytest.raises(UcgsimError, match=line):
        Terms.of(**message, catalog=catalog)


def test_a_plan_gives_back_the_terms_that_it_was_made_with(decks, catalog):
    terms = Terms.of(policy_b="random", seed=3, rules="1.6", redraw_procedure="reshuffle", first="a", catalog=catalog)
    plan, table = make_plan(decks, 10, terms.but(matchup=4))
    again = Terms.of_plan(plan, catalog)
    assert again == terms.but(matchup=4)
    assert make_plan(decks, 10, again)[1].fingerprint == table.fingerprint
