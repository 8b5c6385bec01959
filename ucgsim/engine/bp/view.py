"""What stands on the field, as a spectator who sees all would note it down."""

from __future__ import annotations

import numpy as np

from ucgsim.engine.bp.bp import grade_as
from ucgsim.engine.bp.settling import bp_of
from ucgsim.engine.compiling.compiled import shared
from ucgsim.engine.core.constants import AREAS, NONE, PLAYERS
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.field.stacks import state_of_height, topmost_face_up
from ucgsim.engine.field.types import types_of

VIEW = np.dtype(
    [
        ("bp", "i4", (PLAYERS, AREAS)),  # points; NONE without a character or a face-up card
        ("grade", "i2", (PLAYERS, AREAS)),  # Grade read, NONE likewise
        ("state", "i2", (PLAYERS, AREAS)),  # Grade of the state, NONE without a character
        ("types", "i4", (PLAYERS, AREAS)),  # bits of the TYPEs now
    ],
    align=True,
)


@shared(GAME, TABLES, VIEW)
def look(g, t, view):
    """Fill ``view`` (a VIEW record) with BP, grade, state and TYPEs of every character on the field."""
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            character = g.field[player, area]
            view.bp[player, area] = bp_of(g, t, character)
            view.grade[player, area] = NONE
            view.state[player, area] = NONE
            view.types[player, area] = 0
            if character == NONE:
                continue
            state = state_of_height(t, g.height[character])
            view.state[player, area] = state
            card = topmost_face_up(g, character)
            if card != NONE:
                view.grade[player, area] = grade_as(g, t, character, card, state)
                view.types[player, area] = types_of(g, t, character)
