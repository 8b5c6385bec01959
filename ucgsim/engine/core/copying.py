"""Copies of a game, which policies play on: most of a game's record lies idle most of the time, and is left out."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled, copy_start
from ucgsim.engine.core.record import GAME

_PLACES = {name: place[1] for name, place in (GAME.fields or {}).items()}
OPTIONS_BEGIN, VOID_BEGINS = _PLACES["options"], _PLACES["known_bp"]
"""Bytes of a record before the options of its decision, and before what is void between questions."""
OPTION_SIZE = GAME["options"].base.itemsize


@compiled
def bytes_read(g):
    """How many bytes of a game somebody may read before they are written again (`core.record`), from its first on."""
    if g.n_frames > 0 or g.n_waiting > 0 or g.n_delayed > 0:
        return VOID_BEGINS
    return OPTIONS_BEGIN + OPTION_SIZE * int(g.n_options)


@compiled
def copy_game(target, source):
    """Make a game the same as another one, but for what nobody reads before it is written again."""
    copy_start(target, source, bytes_read(source))
