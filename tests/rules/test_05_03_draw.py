"""CR 5.3: the draw phase."""

from __future__ import annotations

from tests.rules.situations import place, run_to
from ucgsim.engine.core.constants import Event

DECKS = {"a": {"deck": ["H1", "H2"]}, "b": {"deck": ["K5", "K6"]}}


def test_5_3_1_nobody_draws_on_the_first_turn():
    game = run_to(place("draw", turn=1, **DECKS), "scene")
    assert [game.hand("A"), game.hand("B")] == [[], []]


def test_5_3_2_each_player_draws_the_top_card_from_the_second_turn_on():
    game = run_to(place("draw", turn=2, **DECKS), "scene")
    assert [game.hand("A"), game.hand("B")] == [["H1"], ["K5"]]
    assert [game.deck("A"), game.deck("B")] == [["H2"], ["K6"]]


def test_5_3_2_the_lead_player_draws_first():
    game = run_to(place("draw", lead="B", **DECKS), "scene")
    assert [event.player for event in game.happenings if event.event is Event.DRAW] == [1, 0]


def test_5_3_2_an_empty_deck_gives_no_card_and_the_other_still_draws():
    game = run_to(place("draw", b={"deck": ["K5"]}), "scene")
    assert [game.hand("A"), game.hand("B")] == [[], ["K5"]]
