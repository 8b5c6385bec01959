"""Baton Touch, the level-up of the sealed format (floor rules 14): with another character of the same side.

What such a card covers is turned face-down and costs BP. The rest of the rules does not know it: effects stack cards
as ever (CR 12.1.1), and a state counts the cards of a stack, whichever way they lie (CR 2.3.5.2).
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled, rarely
from ucgsim.engine.core.constants import NONE, SEATS, KindBit, Switch
from ucgsim.engine.field.stacks import conforms_on
from ucgsim.engine.field.zones import owner_of

HEROES = KindBit.ULTRA_HERO.value | KindBit.ULTRA_MECH.value
COST = 1000
"""BP that a character has less for each card that lies face-down under it."""


@compiled
def is_buried(g, card):
    """Whether a card was turned face-down by a Baton Touch."""
    return (g.buried[owner_of(card)] >> (int(card) % SEATS)) & 1 != 0


@compiled
def takes_baton(t, row, below):
    """Whether a card of ``row`` may touch one of row ``below``: a level higher, heroes and mechs as one side, Kaiju as
    the other.
    """
    if t.rules[Switch.BATON_TOUCH] == 0 or t.cards[row].level != t.cards[below].level + 1:
        return False
    above, under = int(t.cards[row].kinds), int(t.cards[below].kinds)
    if above & HEROES != 0 and under & HEROES != 0:
        return True
    return above & under & KindBit.KAIJU.value != 0


@compiled
def may_level_up_with(g, t, row, below):
    """CR 5.6.1, and Baton Touch: whether a card of ``row`` may level up a character whose top card is ``below``."""
    return conforms_on(g, t, row, below) or takes_baton(t, row, g.card[below])


@compiled
def lies_well(g, t, character, card):
    """CR 12.1.1: whether a stacked card may lie on the one below it, which a Baton Touch covers or is about to."""
    below = int(g.link[card])
    if conforms_on(g, t, g.card[card], below):
        return True
    covers = is_buried(g, below) or (g.hidden[character] > 0 and g.top[character] == card)
    return covers and takes_baton(t, g.card[card], g.card[below])


@compiled
def bury(g, t, character):
    """Turn what a Baton Touch of this turn has covered face-down, as the card on top is turned up."""
    below = int(g.link[g.top[character]])
    if t.rules[Switch.BATON_TOUCH] == 0 or below == NONE:
        return
    if conforms_on(g, t, g.card[g.top[character]], below):
        return
    while below != NONE:
        g.buried[owner_of(below)] |= 1 << (int(below) % SEATS)
        below = int(g.link[below])


@compiled
def lost_by_baton(g, t, character, card):
    """BP that a character has less with ``card`` as its topmost card, which need not lie there yet."""
    return 0 if t.rules[Switch.BATON_TOUCH] == 0 else lost_by_cover(g, t, character, card)


@rarely
def lost_by_cover(g, t, character, card):
    """The same where the rules know Baton Touch."""
    below = int(g.top[character])
    place = below
    while place != NONE and place != card:
        place = int(g.link[place])
    if place == card:
        below = int(g.link[card])
    if below == NONE:
        return 0
    covers = not conforms_on(g, t, g.card[card], below)
    lost = 0
    while below != NONE:
        if covers or is_buried(g, below):
            lost += COST
        below = int(g.link[below])
    return lost
