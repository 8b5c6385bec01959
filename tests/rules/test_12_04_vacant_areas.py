"""CR 12.4: vacant battle areas."""

from __future__ import annotations

import pytest

from tests.rules.situations import asked, judge, place, run_to

ONLY_A = {"A": ["H1"]}
ONLY_B = {"B": ["K5"]}
BOTH = {"A": ["H1"], "B": ["K5"]}


def test_12_4_2_1_a_character_without_an_opponent_wins():
    assert judge(place("judgement", field=[ONLY_A, ONLY_B])) == ["A", "B"]


def test_12_4_2_1_three_such_wins_win_the_game():
    game = place("judgement", field=[ONLY_A] * 3)
    game.advance()
    assert (game.winner, game.reason) == ("A", "battles")


def test_12_4_2_2_nobody_on_either_side_is_no_result():
    assert judge(place("judgement", field=[BOTH, {}])) == ["B", "none"]


@pytest.mark.parametrize("lead", ["A", "B"])
def test_12_4_2_3_no_result_in_the_newest_battle_leaves_the_lead(lead):
    game = place("judgement", lead=lead, field=[BOTH, {}])
    run_to(game, "start")
    assert game.lead == lead


def test_12_4_3_every_vacant_area_must_be_filled():
    game = place("set", a={"hand": ["H1", "G1", "H2"]}, b={"hand": ["K5"]}, field=[ONLY_B, BOTH])
    labels = {f"set {card} in {area}" for card in ("H1", "G1", "H2") for area in (1, 3)}
    assert asked(game) == ("A", "set", labels)
    game.choose("set G1 in 1")
    assert asked(game) == ("A", "set", {"set H1", "set H2"})


def test_12_4_3_whoever_cannot_fill_them_all_loses_at_once():
    game = place("set", a={"hand": ["H1"]}, b={"hand": ["K5"]}, field=[ONLY_B])
    game.advance()
    assert (game.winner, game.reason, game.hand("A")) == ("B", "no_character", ["H1"])


def test_12_4_is_unknown_to_version_1_2():
    game = place("judgement", field=[ONLY_A, ONLY_B], a={"hand": ["H1"]}, b={"hand": ["K5"]}, rules="1.2")
    assert judge(game) == ["none", "none"]
    run_to(game, "open")
    assert game.stacks("A") == [["H1"], [], ["H1"]]
