"""CR 11.11: revealing cards."""

from __future__ import annotations

from tests.rules.sight import seen, used


def test_11_11_1_revealed_cards_are_known_to_both_where_they_lie(tmp_path):
    game = used(tmp_path, "Reveal the top two cards of your deck. If the revealed cards are Kaiju cards, draw a card.")
    assert seen(game, "A", "deck") == seen(game, "B", "deck") == ["H1", "H2", "?", "?", "?"]
