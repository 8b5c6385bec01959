"""CR 2.3: what a character card says."""

from __future__ import annotations

import pytest

from tests.rules.situations import look


def test_2_3_5_2_the_state_is_the_number_of_stacked_cards():
    game = look(["H1"], ["H1", "H2"], ["H1", "H2", "H3"], ["H1", "H2", "H3", "H4"])
    assert game.state("A") == ["SINGLE", "DOUBLE", "TRIPLE", "QUAD"]


def test_2_3_4_1_the_type_is_that_of_the_topmost_card():
    game = look(["H2"], ["H2", "H3"])
    assert game.types("A") == [["BASIC"], ["POWER"]]


@pytest.mark.parametrize(
    ("rules", "state", "bp"), [("1.2", "TRIPLE", 18000), ("1.4", "QUAD", 20000), ("1.7", "QUAD", 20000)]
)
def test_2_3_5_2_quad_came_with_version_1_4(rules, state, bp):
    game = look(["H1", "H2", "H3", "H4"], rules=rules)
    assert (game.state("A"), game.bp("A")) == ([state], [bp])
