"""CR 8.1, 2.3.5.2: state and BP."""

from __future__ import annotations

import pytest

from tests.rules.situations import place, run_to


def look(*stacks, rules="1.6"):
    return place("judgement", field=[{"A": stack} for stack in stacks], rules=rules)


def test_2_3_5_2_the_state_is_the_number_of_stacked_cards():
    game = look(["H1"], ["H1", "H2"], ["H1", "H2", "H3"], ["H1", "H2", "H3", "H4"])
    assert game.state("A") == ["SINGLE", "DOUBLE", "TRIPLE", "QUAD"]


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


def test_2_3_4_1_the_type_is_that_of_the_topmost_card():
    game = look(["H2"], ["H2", "H3"])
    assert game.types("A") == [["BASIC"], ["POWER"]]


@pytest.mark.parametrize(
    ("rules", "state", "bp"), [("1.2", "TRIPLE", 18000), ("1.4", "QUAD", 20000), ("1.7", "QUAD", 20000)]
)
def test_2_3_5_2_quad_came_with_version_1_4(rules, state, bp):
    game = look(["H1", "H2", "H3", "H4"], rules=rules)
    assert (game.state("A"), game.bp("A")) == ([state], [bp])
