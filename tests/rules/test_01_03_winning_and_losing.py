"""CR 1.3: who wins, who loses, and when."""

from __future__ import annotations

import pytest

from tests.rules.situations import LOST, TIED, WON, asked, judge, place, run_to


def judged(*areas, **more):
    return place("judgement", turn=len(areas), field=areas, **more)


def test_1_3_2_three_wins_in_one_turn_win_the_game():
    game = judged(WON, LOST, WON, WON)
    game.advance()
    assert (game.winner, game.reason, game.phase) == ("A", "battles", "over")


def test_1_3_2_two_wins_do_not():
    game = judged(WON, LOST, WON)
    run_to(game, "start")
    assert (game.winner, game.reason, game.turn) == (None, None, 4)


def test_1_3_2_all_battles_are_completed_before_somebody_wins():
    game = judged(LOST, LOST, LOST, WON, WON, WON, WON)
    assert judge(game) == ["B", "B", "B", "A", "A", "A", "A"]
    assert game.winner is None


def test_1_3_2_wins_of_earlier_turns_do_not_count():
    game = place("judgement", turn=2, field=[WON, WON], a={"hand": ["K5"]}, b={"hand": ["K6"]})
    assert judge(game) == ["A", "A"]
    run_to(game, "set")
    assert judge(game) == ["A", "A", "B"]
    run_to(game, "start")
    assert game.winner is None


def test_1_3_2_ties_are_no_wins():
    game = judged(TIED, TIED, TIED)
    run_to(game, "start")
    assert game.winner is None


@pytest.mark.parametrize(("areas", "winner"), [([WON] * 4 + [LOST] * 3, "A"), ([LOST] * 5 + [WON] * 4, "B")])
def test_1_3_3_more_wins_are_victorious_when_both_have_three(areas, winner):
    game = judged(*areas)
    game.advance()
    assert (game.winner, game.reason) == (winner, "battles")


def test_1_3_3_1_as_many_wins_on_both_sides_play_on():
    game = judged(*[WON, LOST] * 3, a={"hand": ["K6"]}, b={"hand": ["K5"]})
    run_to(game, "start")
    assert (game.winner, game.turn) == (None, 7)
    game.advance()
    assert (game.winner, game.turn, game.outcome.count("A")) == ("A", 7, 4)


@pytest.mark.parametrize(("lead", "winner"), [("A", "B"), ("B", "A")])
def test_1_3_4_lead_without_a_character_card_loses_before_the_other_sets(lead, winner):
    game = place("set", lead=lead)
    game.advance()
    assert (game.winner, game.reason) == (winner, "no_character")


def test_1_3_4_next_player_without_a_character_card_loses():
    game = place("set", a={"hand": ["H1"]}, b={"hand": ["S0", "S1"]})
    game.advance()
    assert (game.winner, game.reason) == ("A", "no_character")
    assert game.stacks("A") == [["H1"]]


def test_1_3_4_a_card_without_single_bp_is_no_card_to_set():
    game = place("set", a={"hand": ["H4"]}, b={"hand": ["H1"]})
    game.advance()
    assert game.winner == "B"


def test_1_3_6_nobody_loses_by_having_no_card_to_draw():
    game = place("draw", a={"hand": ["H1", "G1"]}, b={"hand": ["H1"]})
    assert asked(game) == ("A", "set", {"set H1", "set G1"})
    assert (game.winner, game.hand("A"), game.hand("B")) == (None, ["G1", "H1"], ["H1"])
