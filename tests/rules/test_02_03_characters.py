"""CR 2.3: what a character card says."""

from __future__ import annotations

import pytest

from tests.rules.situations import look
from ucgsim.cards.versions import RULES_VERSIONS


def test_2_3_5_2_the_state_is_the_number_of_stacked_cards():
    game = look(["H1"], ["H1", "H2"], ["H1", "H2", "H3"], ["H1", "H2", "H3", "H4"])
    assert game.state("A") == ["SINGLE", "DOUBLE", "TRIPLE", "QUAD"]


def test_2_3_4_1_the_type_is_that_of_the_topmost_card():
    game = look(["H2"], ["H2", "H3"])
    assert game.types("A") == [["BASIC"], ["POWER"]]


@pytest.mark.parametrize("rules", RULES_VERSIONS)
def test_2_3_5_2_quad_came_with_version_1_4(rules):
    game = look(["H1", "H2", "H3", "H4"], rules=rules)
    assert (game.state("A"), game.bp("A")) == ((["TRIPLE"], [18000]) if rules == "1.2" else (["QUAD"], [20000]))
