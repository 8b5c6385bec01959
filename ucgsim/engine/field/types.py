"""TYPEs of a character: the printed one of its topmost face-up card, as effects have changed it (CR 2.3.4)."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Modifier
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.field.modifiers import total
from ucgsim.engine.field.stacks import topmost_face_up


@compiled
def types_as(g, t, character, row):
    """Bits of the TYPEs that a character with ``row`` as its topmost card has now."""
    printed = int(t.cards[row].type)
    if g.n_modifiers == 0:
        return printed
    return (printed & ~total(g, character, Modifier.REMOVE_TYPE)) | total(g, character, Modifier.ADD_TYPE)


@compiled
def types_of(g, t, character):
    """Bits of a character's TYPEs, 0 when it has no face-up card."""
    card = topmost_face_up(g, character)
    return 0 if card == NONE else types_as(g, t, character, g.card[card])
