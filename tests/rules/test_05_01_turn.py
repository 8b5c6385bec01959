"""CR 5.1: the nine phases of a turn."""

from __future__ import annotations

from tests.rules.situations import place, run_to
from ucgsim.engine.core.constants import Event, Phase

NINE = ["start", "draw", "scene", "set", "level_up", "open", "activate", "judgement", "end"]


def phases(game):
    return [(event.turn, Phase(event.a).name.lower()) for event in game.happenings if event.event is Event.PHASE]


def test_5_1_2_nine_phases_in_order_then_the_next_turn():
    game = place("start", turn=1, a={"hand": ["H1"] * 2}, b={"hand": ["K5"] * 2})
    run_to(run_to(game, "end"), "draw")
    assert phases(game) == [(1, name) for name in NINE[1:]] + [(2, "start"), (2, "draw")]


def test_5_1_3_every_phase_takes_place_although_nothing_happens_in_it():
    game = place("start", turn=3, a={"hand": ["H1"]}, b={"hand": ["K5"]})
    run_to(game, "end")
    assert [name for _, name in phases(game)] == NINE[1:]
