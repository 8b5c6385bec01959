"""Where a card lies: zones are looked through before stacks."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Spot
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.record import new_game
from ucgsim.engine.effects.moves import origin_of


def test_stacks_are_looked_through_last():
    """Most cards lie elsewhere, and to go through a stack takes longest."""
    game = new_game()
    game.link[:], game.top[:], game.field[:], game.scene = NONE, NONE, NONE, NONE
    game.n_areas, game.field[0, 0], game.top[0], game.discard[0, 0], game.n_discard[0] = 1, 0, 5, 5, 1
    assert origin_of(game, 5) == Spot.DISCARD
    game.n_discard[0] = 0
    assert origin_of(game, 5) == Spot.STACK
