"""CR 5.6: the level up phase."""

from __future__ import annotations

import pytest

from tests.rules.situations import asked, level_up, place, run_to


def test_5_6_1_same_name_and_exactly_one_level_higher():
    game = level_up(["H1", "H2", "H3", "G2", "K5", "S0"], ["H1"])
    assert asked(game) == ("A", "level_up", {"level 1 H2", "pass"})


def test_5_6_1_the_card_lies_face_down_on_top():
    game = level_up(["H2"], ["H1"])
    game.advance()
    game.answer("level 1 H2")
    assert (game.stacks("A"), game.face_down("A"), game.hand("A")) == ([["H1", "H2"]], [1], [])


def test_5_6_1_the_top_card_is_what_counts():
    game = level_up(["H2", "H3"], ["H1", "H2"])
    assert asked(game) == ("A", "level_up", {"level 1 H3", "pass"})


def test_5_6_1_the_lead_player_levels_up_before_the_next_player():
    game = place(
        "level_up",
        lead="B",
        a={"hand": ["H2"]},
        b={"hand": ["H2"]},
        field=[{"A": ["H1"], "B": ["H1"]}],
    )
    assert asked(game)[0] == "B"
    game.choose("level 1 H2")
    assert asked(game) == ("A", "level_up", {"level 1 H2", "pass"})


def test_5_6_2_1_older_characters_too():
    game = level_up(["H2", "G2"], ["H1"], ["G1"], ["H1"], turn=3)
    assert asked(game) == ("A", "level_up", {"level 1 H2", "level 2 G2", "level 3 H2", "pass"})


def test_5_6_2_1_leveling_up_is_optional():
    game = level_up(["H2"], ["H1"])
    game.advance()
    game.answer("pass")
    run_to(game, "open")
    assert game.stacks("A") == [["H1"]]


@pytest.mark.parametrize("hand", [["H2"], ["H1"], ["H4"]])
def test_5_6_2_2_not_the_same_nor_a_lower_level_nor_by_skipping(hand):
    game = level_up(hand, ["H1", "H2"])
    run_to(game, "open")
    assert game.stacks("A") == [["H1", "H2"]]


def test_5_6_2_3_each_character_levels_up_once():
    game = level_up(["H2", "H3"], ["H1"], ["H1"])
    game.advance()
    game.choose("level 1 H2")
    assert game.decision is None or "level 1 H3" not in game.options


def test_5_6_2_3_but_again_in_the_next_turn():
    game = place(
        "level_up",
        turn=1,
        a={"hand": ["H2", "H3", "G1"]},
        b={"hand": ["K5"]},
        field=[{"A": ["H1"], "B": ["K6"]}],
    )
    game.advance()
    game.answer("level 1 H2")
    run_to(game, "draw")
    while game.phase != "level_up" or game.decision is None:
        game.answer("set G1") if "set G1" in game.options else game.step()
    assert game.options == ["level 1 H3", "pass"]


def test_5_6_2_1_a_player_with_nothing_to_level_up_is_not_asked():
    game = level_up(["G2"], ["H1"])
    passed = [(event.player, event.label) for _ in range(2) for event in game.step()]
    assert passed == [(0, "pass"), (1, "pass")]
    assert game.decision is None


def test_5_6_3_1_the_next_player_may_level_up_a_character_of_this_turn():
    game = place("set", a={"hand": ["K5"]}, b={"hand": ["H1", "H2"]})
    game.advance()
    game.choose("set H1")
    assert asked(game) == ("B", "level_up", {"level 1 H2", "pass"})
