"""CR 5.10: the end phase."""

from __future__ import annotations

from tests.rules.situations import WON, place


def test_5_10_1_a_game_that_is_won_has_no_end_phase():
    game = place("judgement", field=[WON] * 3)
    game.advance()
    assert not any(line.text == "End Phase" for line in game.log)
