"""CR 11.21: cards of several character names."""

from __future__ import annotations

import pytest

from tests.rules.situations import asked, level_up


@pytest.mark.parametrize(("rules", "offered"), [("1.6", False), ("1.7", True)])
def test_11_21_1_a_card_of_several_names_fits_on_each_of_them(rules, offered):
    game = level_up(["N2"], ["H1"], ["G1"], rules=rules)
    assert ("level 1 N2" in asked(game)[2]) is offered
    assert "level 2 N2" in game.options


def test_11_21_1_on_the_field_it_has_only_the_name_of_the_card_below():
    game = level_up(["H3", "N3"], ["H1", "N2"], ["G1", "N2"], rules="1.7")
    assert asked(game) == ("A", "level_up", {"level 1 H3", "level 2 N3", "pass"})
