"""Both redraw procedures in games that are played, against the exact odds; and rules 1.7 beside 1.6."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.cards.versions import Procedure
from ucgsim.errors import UcgsimError
from ucgsim.probability import odds_of_cards
from ucgsim.simulate.frames import play_shard
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, cards_of, open_games
from ucgsim.simulate.plan import Plan, Terms
from ucgsim.simulate.table import lay_out

HANDS = 20_000


def open_hands(table, choice):
    played = open_games(table, Chance(5), np.arange(HANDS), np.full(HANDS, choice, np.int8))
    return (cards_of(played.rows[column], 50) for column in ("hand", "starting"))


@pytest.mark.parametrize("procedure", list(Procedure))
def test_a_share_that_is_played_agrees_with_the_exact_odds(procedure, decks, catalog):
    number, copies = decks[0].counts[0]
    table = lay_out(decks, Terms.of(policy="random", catalog=catalog, redraw_procedure=procedure))
    wanted = np.array([card.number == number for card in decks[0].cards(catalog)])
    hand, starting = open_hands(table, Choice.REDRAW)
    shown = (hand & wanted).any(axis=1) | (starting & wanted).any(axis=1)
    exact = odds_of_cards(decks[0].cards(catalog), number, procedure=procedure).probability
    assert copies == 4
    assert abs(shown.mean() - exact) < 4 * np.sqrt(exact * (1 - exact) / HANDS)


def test_the_procedures_differ_by_what_comes_back_at_once(decks, catalog):
    for procedure, comes_back in ((Procedure.OFFICIAL, False), (Procedure.RESHUFFLE, True)):
        table = lay_out(decks, Terms.of(policy="random", catalog=catalog, redraw_procedure=procedure))
        hand, starting = open_hands(table, Choice.REDRAW)
        assert (hand & starting).any() == comes_back


def test_a_plan_keeps_its_procedure_and_differs_by_it(planned):
    official, _ = planned()
    folk, _ = planned(redraw_procedure="reshuffle")
    assert official.redraw_procedure is Procedure.OFFICIAL
    assert Plan.from_json(folk.to_json(), "plan") == folk
    assert set(official.differences(folk)) == {"redraw_procedure", "cards"}
    assert folk.command.endswith("--redraw-procedure reshuffle")
    assert "--redraw-procedure" not in official.command


def test_a_procedure_that_is_none_is_refused(decks, catalog):
    with pytest.raises(UcgsimError, match=f"unknown redraw procedure 'mulligan'; known are {', '.join(Procedure)}"):
        lay_out(decks, Terms.of(policy="random", catalog=catalog, redraw_procedure="mulligan"))


def test_without_cards_of_several_names_rules_1_7_change_no_row(scenic_decks, planned):
    rows = [
        play_shard(*planned(400, decks=scenic_decks, rules=rules, policies=("greedy", "random")), 0)
        for rules in ("1.6", "1.7")
    ]
    assert rows[0].equals(rows[1])
