"""CR 5.5: the set phase."""

from __future__ import annotations

from tests.rules.situations import asked, place, run_to


def test_5_5_1_the_lead_player_sets_before_the_next_player():
    game = place("set", lead="B", a={"hand": ["H1", "G1"]}, b={"hand": ["K5", "K6"]})
    assert asked(game) == ("B", "set", {"set K5", "set K6"})
    game.choose("set K6")
    assert asked(game) == ("A", "set", {"set H1", "set G1"})


def test_5_5_3_1_the_card_lies_face_down_in_the_area_of_this_turn():
    game = place("set", a={"hand": ["H1"]}, b={"hand": ["K5"]}, field=[{"A": ["G1"], "B": ["K6"]}])
    run_to(game, "level_up")
    assert (game.stacks("A"), game.face_down("A"), game.hand("A")) == ([["G1"], ["H1"]], [0, 1], [])
    assert game.bp("A") == [5000, None]


def test_5_5_4_1_the_next_player_sets_opposite():
    game = place("set", lead="B", a={"hand": ["H1"]}, b={"hand": ["K5"]})
    run_to(game, "level_up")
    assert (game.stacks("A"), game.stacks("B")) == ([["H1"]], [["K5"]])


def test_5_5_3_1_every_character_card_may_be_set_whatever_its_level_or_kind():
    game = place("set", a={"hand": ["H1", "H3", "K6", "M1", "S0"]})
    assert asked(game) == ("A", "set", {"set H1", "set H3", "set K6", "set M1"})


def test_5_5_7_every_turn_opens_one_area_more():
    game = place("set", turn=1, a={"hand": ["H1"] * 3}, b={"hand": ["K5"] * 3})
    sizes = []
    for _ in range(2):
        run_to(game, "level_up")
        sizes.append(len(game.stacks("A")))
        run_to(game, "draw")
    assert sizes == [1, 2]
