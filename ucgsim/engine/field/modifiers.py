"""Modifiers with a duration, laid on a character by effects, and TYPEs as they have changed (CR 2.3.4, 11.6, 11.7)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Modifier
from ucgsim.engine.core.constants import MODIFIERS, NONE, Fault
from ucgsim.engine.core.decisions import fail
from ucgsim.engine.field.stacks import topmost_face_up


@compiled
def modify(g, character, kind, amount, until):
    """Lay a modifier on a character until the end of turn ``until``; equal kinds add up in one entry."""
    for i in range(g.n_modifiers):
        if g.modifier_on[i] == character and g.modifier_kind[i] == kind and g.modifier_until[i] == until:
            if kind == Modifier.ADD_TYPE or kind == Modifier.REMOVE_TYPE:
                g.modifier_amount[i] |= amount
            elif kind == Modifier.BP_VALUE:
                g.modifier_amount[i] = amount
            else:
                g.modifier_amount[i] += amount
            return
    n = g.n_modifiers
    if n >= MODIFIERS:
        fail(g, Fault.TOO_MANY_MODIFIERS)
        return
    g.modifier_on[n] = character
    g.modifier_kind[n] = kind
    g.modifier_until[n] = until
    g.modifier_amount[n] = amount
    g.n_modifiers = n + 1


@compiled
def in_force(g, i, character, kind):
    """Whether entry ``i`` is of a kind on a character, and of this turn: "during the next turn" begins with that."""
    return g.modifier_on[i] == character and g.modifier_kind[i] == kind and g.modifier_until[i] == g.turn


@compiled
def lies_on(g, character, kind, until):
    """Whether a modifier of a kind lies on a character until the end of turn ``until``."""
    for i in range(g.n_modifiers):
        if g.modifier_on[i] == character and g.modifier_kind[i] == kind and g.modifier_until[i] == until:
            return True
    return False


@compiled
def total(g, character, kind):
    """Sum of the amounts of one kind in force on a character."""
    amount = 0
    for i in range(g.n_modifiers):
        if in_force(g, i, character, kind):
            amount += int(g.modifier_amount[i])
    return amount


@compiled
def has(g, character, kind):
    """Whether a modifier of a kind is in force on a character."""
    return lies_on(g, character, kind, g.turn)


@compiled
def kinds_on(g, character):
    """Bits of the kinds of modifiers in force on a character."""
    kinds = 0
    for i in range(g.n_modifiers):
        if g.modifier_on[i] == character and g.modifier_until[i] == g.turn:
            kinds |= 1 << int(g.modifier_kind[i])
    return kinds


@compiled
def keep_modifiers(g, last_turn, gone):
    """Drop what ended with ``last_turn`` (CR 5.10.2) and what lay on the character ``gone`` (CR 3.2.3)."""
    kept = 0
    for i in range(g.n_modifiers):
        if g.modifier_until[i] > last_turn and g.modifier_on[i] != gone:
            g.modifier_on[kept] = g.modifier_on[i]
            g.modifier_kind[kept] = g.modifier_kind[i]
            g.modifier_until[kept] = g.modifier_until[i]
            g.modifier_amount[kept] = g.modifier_amount[i]
            kept += 1
    g.n_modifiers = kept


@compiled
def drop_types(g, character, kind, types, until):
    """Clear bits of a TYPE modifier of one turn, so that the later of giving and taking away holds in it."""
    for i in range(g.n_modifiers):
        if g.modifier_on[i] == character and g.modifier_kind[i] == kind and g.modifier_until[i] == until:
            g.modifier_amount[i] &= ~types


@compiled
def ban(g, player, deed, turn):
    """Keep a player from something in a turn, this one or the next (CR 1.2.2)."""
    g.banned[player, deed, turn & 1] = turn


@compiled
def is_banned(g, player, deed):
    """Whether a player is kept from something in this turn."""
    return g.banned[player, deed, g.turn & 1] == g.turn


# TYPEs of a character: the printed one of its topmost face-up card, as effects have changed it (CR 2.3.4).


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
