"""Characters on the field: stacks of cards in battle areas, and Baton Touch (CR 3.6, 5.5, 5.6, 7; floor rules 14)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled, rarely
from ucgsim.engine.core.constants import NAMES, NONE, SEATS, Grade, KindBit, Switch
from ucgsim.engine.core.layout import Kin
from ucgsim.engine.field.sight import laid_face_down, show_all
from ucgsim.engine.field.zones import changed_zone, owner_of

ALL_NAMES = (1 << NAMES) - 1
"""Bits of all names that a card may have."""


@compiled
def opponent_of(player):
    """The other player."""
    return 1 - player


@compiled
def new_character(g, player, area):
    """Give out a character number for an empty side of a battle area."""
    k = int(g.last_character[player]) + 1
    while k >= SEATS - 1 or g.top[player * SEATS + k] != NONE:
        k = 0 if k >= SEATS - 1 else k + 1
    g.last_character[player] = k
    character = player * SEATS + k
    g.field[player, area] = character
    g.height[character] = 0
    g.hidden[character] = 0
    g.leveled[character] = 0
    g.fought[character] = 0
    g.charge[character] = NONE
    return character


@compiled
def lay_on(g, t, character, card):
    """Put a card on top of a character's stack, whoever may see it."""
    g.link[card] = g.top[character]
    g.top[character] = card
    g.height[character] += 1
    changed_zone(g, t, card)


@compiled
def stack_on(g, t, character, card):
    """Put a card face-up on top of a character's stack."""
    lay_on(g, t, character, card)
    show_all(g, card)


@compiled
def stack_face_down(g, t, character, card):
    """Lay a card that has just left the hand face-down on top of a character's stack (CR 5.5.3.1, 5.6.1)."""
    lay_on(g, t, character, card)
    g.hidden[character] += 1
    laid_face_down(g, owner_of(card), card)


@compiled
def stack_under(g, t, character, card):
    """Put a card at the bottom of a character's stack, above its Charge cards (CR 11.17.4)."""
    if g.height[character] == 0:
        stack_on(g, t, character, card)
        return
    lowest = bottom_card(g, character)
    g.link[lowest] = card
    g.link[card] = NONE
    g.height[character] += 1
    changed_zone(g, t, card)
    show_all(g, card)


@compiled
def bottom_card(g, character):
    """Lowest card of a stack."""
    card = int(g.top[character])
    while g.link[card] != NONE:
        card = int(g.link[card])
    return card


@compiled
def take_from_stack(g, character, card):
    """Take a card out of a stack, wherever it lies in it; the caller puts it into its new zone."""
    if g.top[character] == card:
        g.top[character] = g.link[card]
    else:
        above = int(g.top[character])
        while g.link[above] != card:
            above = int(g.link[above])
        g.link[above] = g.link[card]
    g.link[card] = NONE
    g.height[character] -= 1
    uncover(g, character, card)


@compiled
def uncover(g, character, card):
    """A card that left a stack is covered no more, nor is the one that it leaves topmost (RULINGS G1)."""
    player = owner_of(card)
    if g.buried[player] == 0:
        return
    g.buried[player] &= ~(1 << (int(card) % SEATS))
    top = topmost_face_up(g, character) if g.height[character] > g.hidden[character] else NONE
    if top != NONE:
        g.buried[player] &= ~(1 << (int(top) % SEATS))


@compiled
def topmost_face_up(g, character):
    """CR 8.1.1: topmost face-up card of a stack, NONE when all lie face-down."""
    card = int(g.top[character])
    for _ in range(g.hidden[character]):
        card = int(g.link[card])
    return card


@compiled
def state_of_height(t, height):
    """State of a stack of ``height`` cards (CR 2.3.5.2); rules without QUAD stop at TRIPLE."""
    highest = Grade.QUAD.value if t.rules[Switch.QUAD] else Grade.TRIPLE.value
    return min(height - 1, highest)


@compiled
def area_of(g, character):
    """Battle area in which a character stands, NONE when it is gone."""
    player = owner_of(character)
    for area in range(g.n_areas):
        if g.field[player, area] == character:
            return area
    return NONE


@compiled
def facing(g, player, area):
    """CR 7.1: the battle opponent of the player's character in ``area``, NONE when there is none."""
    if area < 0 or area >= g.n_areas:
        return NONE
    return int(g.field[opponent_of(player), area])


@compiled
def naming_card(g, t, card):
    """CR 11.21.1: on the field a card of several names has only the name of the card directly below it.

    Returns the card whose printed names count for ``card``.
    """
    while t.cards[g.card[card]].character[1] != NONE and g.link[card] != NONE and t.rules[Switch.SEVERAL_NAMES]:
        card = int(g.link[card])
    return card


@compiled
def has_name(t, row, names, name):
    """Whether one of these names (bits) of a card is ``name``; without CR 11.21 only the first, printed one counts."""
    for i in range(NAMES if t.rules[Switch.SEVERAL_NAMES] else 1):
        if (names >> i) & 1 and t.cards[row].character[i] == name:
            return name != NONE
    return False


@compiled
def share_name(t, row, names, other, others):
    """Whether one of these names (bits) of a card is one of those of another card (CR 2.3.2)."""
    for i in range(NAMES if t.rules[Switch.SEVERAL_NAMES] else 1):
        if (names >> i) & 1 and has_name(t, other, others, t.cards[row].character[i]):
            return True
    return False


@compiled
def shares_name(t, row, other):
    """Whether two cards have a character name in common (CR 2.3.2)."""
    return (t.kin[row, other] & Kin.SHARES_NAME) != 0


@compiled
def names_now(g, t, frame, card):
    """CR 11.21.2: bits of the names that a card off the field has for the effect in a frame, NONE for no effect."""
    return ALL_NAMES if frame == NONE or t.many_names == 0 else int(g.frame_names[frame, card])


@compiled
def shares_team(t, row, other):
    """CR 11.18.1: a team in common, where the rules know teams."""
    return t.rules[Switch.TEAM] != 0 and (t.cards[row].teams & t.cards[other].teams) != 0


@compiled
def conforms_on(g, t, row, below):
    """CR 5.6.1, 11.18.1, 12.1.1: whether a card of ``row`` may lie directly on the stacked card ``below``."""
    other = g.card[below]
    if t.many_names == 0:
        return fits_on(t, row, other)
    if t.cards[row].level != t.cards[other].level + 1:
        return False
    return shares_name(t, row, g.card[naming_card(g, t, below)]) or shares_team(t, row, other)


@compiled
def fits_on(t, row, below):
    """Whether a card may lie directly on another one that is not on the field yet (CR 12.1.1)."""
    return (t.kin[row, below] & Kin.LIES_ON) != 0


@compiled
def is_character_card(t, row):
    """CR 2.2.2: of any type but Scene."""
    return (t.cards[row].kinds & KindBit.SCENE) == 0


@compiled
def may_be_set(t, row):
    """CR 5.5.3.1, 11.15.1: a character card with a printed SINGLE BP (any, where the rules lack 11.15)."""
    if not is_character_card(t, row):
        return False
    return t.cards[row].bp[Grade.SINGLE] >= 0 or t.rules[Switch.NO_SINGLE] == 0


# Baton Touch, the level-up of the sealed format (floor rules 14): with another character of the same side.
#
# What such a card covers is turned face-down and costs BP. The rest of the rules does not know it: effects stack cards
# as ever (CR 12.1.1), and a state counts the cards of a stack, whichever way they lie (CR 2.3.5.2).


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
