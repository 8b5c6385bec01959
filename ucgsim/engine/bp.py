"""BP of a character (CR 8, 11.6, 11.7): one function is the only authority."""

from __future__ import annotations

from ucgsim.engine.compiled import compiled
from ucgsim.engine.field import area_of, facing, state_of_height, topmost_face_up
from ucgsim.engine.modifiers import Modifier, has, total
from ucgsim.engine.tables import NO_BP
from ucgsim.engine.words import NONE, Grade
from ucgsim.engine.zones import owner_of


@compiled
def printed_column(t, row, state):
    """Column that a state reads, moved to the nearest printed one where a position lacks the value."""
    bp = t.cards[row].bp
    column = state
    while column > Grade.SINGLE and bp[column] == NO_BP:
        column -= 1
    while column < Grade.QUAD and bp[column] == NO_BP:
        column += 1
    return column


@compiled
def shifted_column(t, row, column, shift):
    """CR 11.6.1, 11.6.3: move ``shift`` columns step by step and stop at the last one with a printed value."""
    bp = t.cards[row].bp
    step = 1 if shift > 0 else -1
    while shift != 0:
        following = column + step
        if following < Grade.SINGLE or following > Grade.QUAD or bp[following] == NO_BP:
            break
        column = following
        shift -= step
    return column


@compiled
def reads_extra(g, t, character, row):
    """CR 8.1.2: whether the character's BP is read from EXTRA now; a card without EXTRA reads its state."""
    return t.cards[row].bp[Grade.EXTRA] != NO_BP and has(g, character, Modifier.READS_EXTRA)


@compiled
def grade_shift(g, character):
    """CR 11.6.3: all increases and decreases summed; those it is unaffected by do not count."""
    shift = 0
    if not has(g, character, Modifier.NO_GRADE_UP):
        shift += total(g, character, Modifier.GRADE_UP)
    if not has(g, character, Modifier.NO_GRADE_DOWN):
        shift -= total(g, character, Modifier.GRADE_DOWN)
    return shift


@compiled
def grade_of(g, t, character, row, state):
    """Column of BP that a character with ``row`` as its topmost card reads in ``state`` (CR 8.1, 11.6)."""
    if g.n_modifiers == 0:
        return printed_column(t, row, state)
    if reads_extra(g, t, character, row):
        return Grade.EXTRA.value
    return shifted_column(t, row, printed_column(t, row, state), grade_shift(g, character))


@compiled
def bp_change(g, character):
    """CR 11.7.2: all changes of BP by a number summed; those it is unaffected by do not count."""
    change = 0
    if not has(g, character, Modifier.NO_BP_UP):
        change += total(g, character, Modifier.BP_UP)
    if not has(g, character, Modifier.NO_BP_DOWN):
        change -= total(g, character, Modifier.BP_DOWN)
    return change


@compiled
def bp_as(g, t, character, row, state):
    """BP that a character would have with ``row`` as its topmost card in ``state`` (CR 8.1, 11.7.3)."""
    base = max(int(t.cards[row].bp[grade_of(g, t, character, row, state)]), 0)
    if g.n_modifiers == 0:
        return base
    return max(base + bp_change(g, character), 0)


@compiled
def bp_of(g, t, character):
    """BP of a character in points; NO_BP where there is no character or no face-up card (CR 8.1.1)."""
    if character == NONE:
        return NO_BP
    card = topmost_face_up(g, character)
    if card == NONE:
        return NO_BP
    return bp_as(g, t, character, g.card[card], state_of_height(t, g.height[character]))


@compiled
def opposing_bp(g, t, character):
    """BP of a character's battle opponent, NO_BP when there is none."""
    player = owner_of(character)
    return bp_of(g, t, facing(g, player, area_of(g, character)))
