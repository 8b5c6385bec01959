"""BP of a character (CR 8, 11.6, 11.7): one function is the only authority.

Strata of RULINGS D1: printed column, grade shifts, EXTRA, sums of BP changes, floor at zero.
"""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Modifier
from ucgsim.engine.bp.continuous import force
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NO_BP, Grade
from ucgsim.engine.field.baton import lost_by_baton
from ucgsim.engine.field.modifiers import kinds_on, total
from ucgsim.engine.field.stacks import state_of_height

OF_GRADES = (1 << Modifier.READS_EXTRA.value) | (1 << Modifier.GRADE_UP.value) | (1 << Modifier.GRADE_DOWN.value)
"""Kinds of change that decide which column is read; what makes a character unaffected changes nothing by itself."""
OF_POINTS = (1 << Modifier.BP_VALUE.value) | (1 << Modifier.BP_UP.value) | (1 << Modifier.BP_DOWN.value)
"""Kinds that decide what becomes of the number read."""


@compiled
def printed_column(t, row, state):
    """Column that a state reads, moved to the nearest printed one where a position lacks the value."""
    return int(t.cards[row].reads[state])


@compiled
def shifted_column(t, row, column, shift):
    """CR 11.6.1, 11.6.3: move ``shift`` columns step by step and stop at the last one with a printed value.

    Rules that do not know QUAD know no step to it either.
    """
    bp, highest = t.cards[row].bp, state_of_height(t, Grade.EXTRA.value)
    step = 1 if shift > 0 else -1
    while shift != 0:
        following = column + step
        if following < Grade.SINGLE or following > highest or bp[following] == NO_BP:
            break
        column = following
        shift -= step
    return column


@compiled
def kinds_for(t, row, laid):
    """Bits of the kinds of change that may bear on a character with a card of ``row`` on top: ``laid`` are those of the
    modifiers that lie on it (`ucgsim.engine.field.modifiers.kinds_on`), the others continuous powers may give.
    """
    return laid | int(t.cards[row].line_kinds) | int(t.wide_kinds)


@compiled
def unless(g, t, character, card, state, change, immunity, laid):
    """Sum of a kind of change, 0 where the character is unaffected by it (CR 1.2.2)."""
    kinds = kinds_for(t, g.card[card], laid)
    if ((kinds >> change) & 1) == 0 or (laid >> immunity) & 1:
        return 0
    amount = force(g, t, character, card, state, change)
    if amount != 0 and (kinds >> immunity) & 1 and force(g, t, character, card, state, immunity) != 0:
        return 0
    return amount


@compiled
def grade_laid(g, t, character, card, state, laid):
    """``grade_as`` for a character on which modifiers of the kinds ``laid`` lie."""
    row = g.card[card]
    column = printed_column(t, row, state)
    if kinds_for(t, row, laid) & OF_GRADES == 0:
        return column
    return grade_changed(g, t, character, card, state, laid, column)


@compiled
def grade_changed(g, t, character, card, state, laid, column):
    """What becomes of the printed column under changes of grade."""
    row = g.card[card]
    extra = Modifier.READS_EXTRA.value
    if t.cards[row].bp[Grade.EXTRA] != NO_BP and force(g, t, character, card, state, extra) != 0:
        return Grade.EXTRA.value
    up = unless(g, t, character, card, state, Modifier.GRADE_UP.value, Modifier.NO_GRADE_UP.value, laid)
    down = unless(g, t, character, card, state, Modifier.GRADE_DOWN.value, Modifier.NO_GRADE_DOWN.value, laid)
    return shifted_column(t, row, column, up - down)


@compiled
def grade_as(g, t, character, card, state):
    """Column of BP that a character reads with ``card`` as its topmost card in ``state`` (CR 8.1, 11.6)."""
    return grade_laid(g, t, character, card, state, kinds_on(g, character))


@compiled
def bp_given(g, t, character, card, state):
    """BP that a character has with ``card`` as its topmost card in ``state`` (CR 8.1, 11.7.2, 11.7.3).

    Continuous powers that ask for BP read it from ``g.known_bp`` (`ucgsim.engine.bp.settling`).
    """
    row, laid = g.card[card], kinds_on(g, character)
    kinds = kinds_for(t, row, laid)
    base = max(int(t.cards[row].bp[grade_laid(g, t, character, card, state, laid)]), 0)
    lost = lost_by_baton(g, t, character, card)
    if kinds & OF_POINTS == 0:
        return max(base - lost, 0)
    if (laid >> Modifier.BP_VALUE) & 1:
        # One value for all columns, so the grade that is read does not matter (RULINGS C14, C15).
        base = total(g, character, Modifier.BP_VALUE.value)
    up = unless(g, t, character, card, state, Modifier.BP_UP.value, Modifier.NO_BP_UP.value, laid)
    down = unless(g, t, character, card, state, Modifier.BP_DOWN.value, Modifier.NO_BP_DOWN.value, laid)
    return max(base + up - down - lost, 0)
