"""Triggers to the columns of a power that say what it watches for (`ucgsim.effects.compile.opcodes.Watch`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects import tree
from ucgsim.effects.compile import opcodes
from ucgsim.effects.compile.expressions import SEATS, CannotAssembleError
from ucgsim.effects.compile.rows import NONE
from ucgsim.effects.language.writing import write

if TYPE_CHECKING:
    from ucgsim.effects.compile.expressions import Pool

_MILLED = tree.Movement(tree.Side.YOU, tree.Spot.DECK, tree.Spot.DISCARD)
_SCENE_SENT = tree.Movement(tree.Side.YOU, tree.Spot.SCENE_AREA, tree.Spot.DISCARD)
_THIS_CARD = {tree.Event.THIS_MILLED: _MILLED, tree.Event.THIS_SCENE_SENT: _SCENE_SENT}
_SEVERAL = {
    tree.Spot.ANYWHERE: 0,
    tree.Spot.FIELD: (1 << opcodes.Spot.STACK) | (1 << opcodes.Spot.SCENE_AREA),
}


def watched(pool: Pool, trigger: tree.Trigger) -> dict[str, int]:
    """Columns of `assemble.PowerRow` by name."""
    event = trigger.event
    if event in _THIS_CARD:
        return {"watch": int(opcodes.Watch.THIS_MOVES), **_movement(pool, _THIS_CARD[event])}
    columns = {"watch": int(opcodes.Watch[event.name])}
    match trigger.subjects:
        case None:
            return {**columns, "watch_seats": int(opcodes.Seats.YOU)}
        case tree.CharacterSet() as characters:
            return {**columns, **_characters(pool, characters)}
        case tree.Departure(characters, to, cause):
            moved = {"watch_to": spots(to), "watch_cause": int(opcodes.Cause[cause.name])}
            return {**columns, **_characters(pool, characters), **moved}
        case tree.Beginning(phase):
            # A phase is no player's, so that whoever it is fits.
            bits = {"watch_from": 1 << list(tree.TurnPhase).index(phase)}
            return {**columns, **bits, "watch_seats": int(opcodes.Seats.BOTH)}
        case tree.Movement() as movement:
            return {**columns, **_movement(pool, movement)}
    raise CannotAssembleError(f"nothing watches for {write(trigger.subjects)}")


def spots(spot: tree.Spot) -> int:
    """Bits of `code.Spot`, 0 for wherever."""
    return _SEVERAL[spot] if spot in _SEVERAL else 1 << opcodes.Spot[spot.name]


def _characters(pool: Pool, characters: tree.CharacterSet) -> dict[str, int]:
    return {
        "watch_seats": int(SEATS[characters.side]),
        "watch_filter": _filter(pool, characters.filters, of_card=False),
        "watch_self": int(tree.IsThis() in characters.filters),
    }


def _movement(pool: Pool, movement: tree.Movement) -> dict[str, int]:
    return {
        "watch_seats": int(SEATS[movement.side]),
        "watch_filter": _filter(pool, movement.filters, of_card=True),
        "watch_from": spots(movement.origin),
        "watch_to": spots(movement.to),
        "watch_cause": int(opcodes.Cause[movement.cause.name]),
    }


def _filter(pool: Pool, filters: tree.Filters, *, of_card: bool) -> int:
    if not filters:
        return NONE
    return pool.place(lambda emitter: emitter.filters(filters, of_card=of_card))
