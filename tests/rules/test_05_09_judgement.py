"""CR 5.9: the judgement phase."""

from __future__ import annotations

import pytest

from tests.rules.situations import LOST, TIED, WON, judge, place, run_to


def test_5_9_3_2_characters_of_earlier_turns_battle_again():
    game = place("set", turn=2, a={"hand": ["K5"]}, b={"hand": ["K6"]}, field=[WON])
    assert judge(game) == ["A", "B"]


@pytest.mark.parametrize(("area", "outcome"), [(WON, "A"), (LOST, "B")])
def test_5_9_4_1_the_higher_bp_wins(area, outcome):
    assert judge(place("judgement", field=[area])) == [outcome]


def test_5_9_5_1_equal_bp_is_a_tie():
    assert judge(place("judgement", field=[TIED])) == ["tie"]


def test_5_9_5_1_zero_is_a_bp_like_another():
    game = place("judgement", field=[{"A": ["Z1"], "B": ["Z1"]}, {"A": ["Z1"], "B": ["K5"]}])
    assert judge(game) == ["tie", "B"]
    assert game.bp("A") == [0, 0]


@pytest.mark.parametrize("lead", ["A", "B"])
@pytest.mark.parametrize(("newest", "following"), [(WON, "A"), (LOST, "B")])
def test_5_9_6_1_the_winner_of_the_newest_battle_leads_the_next_turn(lead, newest, following):
    game = place("judgement", lead=lead, field=[WON, LOST, newest])
    run_to(game, "start")
    assert game.lead == following


@pytest.mark.parametrize("lead", ["A", "B"])
def test_5_9_6_2_after_a_tie_the_lead_stays(lead):
    game = place("judgement", lead=lead, field=[WON, TIED])
    run_to(game, "start")
    assert game.lead == lead
