"""CR 8.1, 2.3.5.2: state and BP."""

from __future__ import annotations

from tests.rules.situations import look, place, run_to


def test_8_1_1_the_value_of_the_state_on_the_topmost_card():
    game = look(["H1"], ["H1", "H2"], ["H1", "H2", "H3"], ["H1", "H2", "H3", "H4"], ["H2"], ["H2", "H3"])
    assert game.bp("A") == [4000, 9000, 17000, 20000, 6000, 12000]
    assert game.grade("A") == ["SINGLE", "DOUBLE", "TRIPLE", "QUAD", "SINGLE", "DOUBLE"]


def test_8_1_1_a_face_down_card_counts_for_the_state_but_is_not_read():
    game = place("level_up", a={"hand": ["H2"]}, field=[{"A": ["H1"]}])
    game.advance()
    game.answer("level 1 H2")
    assert (game.state("A"), game.bp("A"), game.types("A")) == (["DOUBLE"], [7000], [["BASIC"]])
    run_to(game, "activate")
    assert game.bp("A") == [9000]


def test_8_1_2_extra_is_read_only_when_something_says_so():
    game = look(["X1"])
    assert (game.bp("A"), game.grade("A")) == ([8000], ["SINGLE"])
