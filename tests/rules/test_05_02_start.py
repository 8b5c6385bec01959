"""CR 5.2: the start phase."""

from __future__ import annotations

from tests.rules.situations import place, run_to


def test_5_2_1_the_lead_of_the_turn_holds_from_its_start_phase():
    field = [{"A": ["K5"], "B": ["K6"]}]
    game = place("judgement", turn=1, field=field)
    run_to(game, "end")
    assert game.lead == "A"
    run_to(game, "start")
    assert (game.lead, game.turn) == ("B", 2)
