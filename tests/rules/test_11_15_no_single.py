"""CR 11.15: character cards that print no SINGLE value."""

from __future__ import annotations

import pytest

from tests.rules.situations import asked, place


@pytest.mark.parametrize(("rules", "labels"), [("1.6", {"set H1", "set G1"}), ("1.4", {"set H1", "set G1"})])
def test_11_15_1_a_card_without_single_bp_is_not_set(rules, labels):
    game = place("set", a={"hand": ["H1", "H4", "G1"]}, rules=rules)
    assert asked(game) == ("A", "set", labels)


def test_11_15_1_is_unknown_to_version_1_2():
    game = place("set", a={"hand": ["H1", "H4"]}, rules="1.2")
    assert asked(game) == ("A", "set", {"set H1", "set H4"})
