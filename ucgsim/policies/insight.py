"""What a policy makes of the field, from what its player may see (CR 3.1.5, 3.6.3)."""

from __future__ import annotations

from ucgsim.engine.bp.bp import printed_column
from ucgsim.engine.bp.settling import bp_as, bp_of
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NO_BP, NONE, Grade
from ucgsim.engine.core.kin import Kin
from ucgsim.engine.field.stacks import conforms_on, facing, state_of_height

HIDDEN_SINGLE = 7000.0
"""Typical BP of a card just set face-down: the commonest SINGLE value among printed characters."""
HIDDEN_DOUBLE = 11500.0
"""Typical BP of a card set and leveled up in the same turn."""
HIDDEN_STEP = 4500.0
"""Typical gain of a level-up whose card lies face-down."""
SPREAD = 4000.0
"""How far a hidden BP may lie from its typical value."""


@compiled
def own_bp(g, t, character):
    """BP that an own character will have once turned up; own face-down cards are known (CR 3.6.3)."""
    return bp_as(g, t, character, int(g.top[character]), state_of_height(t, g.height[character]))


@compiled
def raised_bp(g, t, character, card):
    """BP that an own character will have with ``card`` stacked on top."""
    return bp_as(g, t, character, card, state_of_height(t, g.height[character] + 1))


@compiled
def expected_bp(g, t, character):
    """BP to reckon with in an opponent's character, of which face-down cards are only counted."""
    if character == NONE:
        return -1.0
    hidden = g.hidden[character]
    if hidden == 0:
        return float(bp_of(g, t, character))
    if hidden == g.height[character]:
        return HIDDEN_SINGLE if hidden == 1 else HIDDEN_DOUBLE
    return bp_of(g, t, character) + HIDDEN_STEP


@compiled
def win_chance(mine, theirs, uncertain):
    """Battles won on average with BP ``mine`` against ``theirs``; a tie counts a little less than half."""
    if uncertain:
        return min(max(0.5 + (mine - theirs) / (2.0 * SPREAD), 0.0), 1.0)
    if mine > theirs:
        return 1.0
    return 0.4 if mine == theirs else 0.0


@compiled
def is_uncertain(g, player, area):
    """Whether the opposing side of an area holds face-down cards, or none yet."""
    other = facing(g, player, area)
    return other == NONE or g.hidden[other] > 0


@compiled
def bp_opposite(g, t, player, area):
    """BP to reckon with on the opposing side of an area, set or not."""
    other = facing(g, player, area)
    return HIDDEN_SINGLE if other == NONE else expected_bp(g, t, other)


@compiled
def chance_with(g, t, player, area, bp):
    """Battles won on average in an area with BP ``bp`` on the own side."""
    return win_chance(float(bp), bp_opposite(g, t, player, area), is_uncertain(g, player, area))


@compiled
def follow_up(g, t, player, row):
    """A card in hand that would level up a card of ``row`` just set: the one with the best DOUBLE BP, or NONE."""
    best, best_card = NO_BP, NONE
    for place in range(g.n_hand[player]):
        card = int(g.hand[player, place])
        other = g.card[card]
        if t.kin[other, row] & Kin.FOLLOWS:
            bp = int(t.cards[other].bp[Grade.DOUBLE])
            if bp > best:
                best, best_card = bp, card
    return best_card


@compiled
def has_host(g, t, player, row):
    """Whether a card of ``row`` could level up an own character, now or in a later turn."""
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and conforms_on(g, t, row, g.top[character]):
            return True
    return False


@compiled
def hosts(g, t, player, row):
    """Own characters that a card of ``row`` could level up, now or in a later turn."""
    count = 0
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and conforms_on(g, t, row, g.top[character]):
            count += 1
    return count


@compiled
def single_bp(t, row):
    """BP of a card of ``row`` as SINGLE, of the nearest column where none is printed."""
    return max(int(t.cards[row].bp[printed_column(t, row, Grade.SINGLE.value)]), 0)
