"""Frames of the effect machine: what one run of a power remembers, and the places of its loops (CR 10.1)."""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Group, Ref, Zone
from ucgsim.engine.core.arithmetic import count_bits, lowest_bit
from ucgsim.engine.core.constants import AREAS, NONE, PLAYERS, SEATS
from ucgsim.engine.field.memory import seat_fits
from ucgsim.engine.field.stacks import area_of, facing
from ucgsim.engine.field.zones import owner_of


class Column(IntEnum):
    """Columns of ``g.frame``."""

    POWER = 0
    CARD = 1  # card that bears the power
    CHARACTER = 2  # its character, NONE off the field
    PLAYER = 3  # controller
    STEP = 4  # next step
    EVENT = 5  # character of the trigger, NONE for none
    BY_EFFECT = 6  # whether an effect caused the trigger
    FULL = 7  # bits: what has been done in full so far
    AREA = 8  # where a stack or a slot was emptied (CR 11.8)
    SLOT = 9  # cards that lay above the emptied slot; NONE for a whole character
    USED = 10  # 1 where a payment power was used by rule, 2 run by another power
    BATCH = 11  # batch of triggers to which it belongs
    STAMP = 12  # which object the card was when the effect began (CR 3.2.3)


class Number(IntEnum):
    """Columns of ``g.frame_number``."""

    PICKED = 0  # picks made in the selection under way; -1 before it begins
    LEFT = 1  # rounds left in a loop
    TYPES = 2  # bits of the TYPEs chosen
    LOST_TYPE = 3  # TYPE that goes, while its replacement is being chosen; 0 for none
    BRANCHES = 4  # bits of modes taken
    ORDER = 5  # cards put on a deck so far by the statement, 8 bits a player
    COUNT = 6
    REMOVED_STATE = 7  # bit of the state of the character moved as a whole, 0 for none
    REMOVED_ROW = 8  # row of its top card then
    MADE = 9  # picks made in all parts of the statement so far
    BP = 11  # BP value chosen, NO_BP for none
    NEXT = 10  # card whose place is being chosen, plus 1; 0 for none


class Characters(IntEnum):
    """Rows of ``g.frame_characters``."""

    SELECTED = 0
    CHOSEN = 1
    PLAYED = 2
    ASIDE = 3
    LATEST = 4


@compiled
def bit_of(card):
    """Bit of a card or character in its owner's set; the last seat is never taken and has none (the sign bit)."""
    place = int(card) % SEATS
    return 1 << place if place < SEATS - 1 else 0


@compiled
def in_group(g, frame, group, card):
    """Whether a card belongs to a group of a frame."""
    if frame == NONE:
        return False
    if group == Group.THIS:
        return g.frame[frame, Column.CARD] == card
    return (g.frame_cards[frame, group, owner_of(card)] & bit_of(card)) != 0


@compiled
def add_to_group(g, frame, group, card):
    """Add a card to a group of a frame."""
    g.frame_cards[frame, group, owner_of(card)] |= bit_of(card)


@compiled
def drop_from_group(g, frame, group, card):
    """Remove a card from a group of a frame."""
    g.frame_cards[frame, group, owner_of(card)] &= ~bit_of(card)


@compiled
def clear_group(g, frame, group):
    """Empty a group of a frame."""
    for player in range(PLAYERS):
        g.frame_cards[frame, group, player] = 0


@compiled
def copy_group(g, frame, source, target, added=0):
    """Make a group the same as another one, or with ``added`` add that one to it."""
    for player in range(PLAYERS):
        kept = g.frame_cards[frame, target, player] if added else 0
        taken = 0 if source == Group.THIS else g.frame_cards[frame, source, player]
        g.frame_cards[frame, target, player] = kept | taken
    if source == Group.THIS:
        add_to_group(g, frame, target, g.frame[frame, Column.CARD])


@compiled
def first_in_group(g, frame, group):
    """Lowest card of a group, NONE when it is empty."""
    if group == Group.THIS:
        return int(g.frame[frame, Column.CARD])
    for player in range(PLAYERS):
        lowest = lowest_bit(g.frame_cards[frame, group, player])
        if lowest != NONE:
            return player * SEATS + lowest
    return NONE


@compiled
def next_of(bits, number):
    """The next card or character from ``number`` on of a set that holds a bit for each, player by player; NONE at the
    end.
    """
    while number < PLAYERS * SEATS:
        left = int(bits[owner_of(number)]) >> (number % SEATS)
        if left != 0:
            return number + lowest_bit(left)
        number = (owner_of(number) + 1) * SEATS
    return NONE


@compiled
def next_in_group(g, frame, group, card):
    """The next card of a group from number ``card`` on, NONE at the end."""
    if frame == NONE:
        return NONE
    if group == Group.THIS:
        this = int(g.frame[frame, Column.CARD])
        return this if this >= card else NONE
    return next_of(g.frame_cards[frame, group], card)


@compiled
def next_character_in(g, frame, which, character):
    """The next character of a set from number ``character`` on, NONE at the end."""
    return next_of(g.frame_characters[frame, which], character)


@compiled
def group_size(g, frame, group):
    """How many cards a group holds."""
    if group == Group.THIS:
        return 1
    return count_bits(g.frame_cards[frame, group, 0]) + count_bits(g.frame_cards[frame, group, 1])


@compiled
def has_character(g, frame, which, character):
    """Whether a character belongs to a set of a frame."""
    return (g.frame_characters[frame, which, owner_of(character)] & bit_of(character)) != 0


@compiled
def add_character(g, frame, which, character):
    """Add a character to a set of a frame."""
    g.frame_characters[frame, which, owner_of(character)] |= bit_of(character)


@compiled
def drop_character(g, frame, which, character):
    """Remove a character from a set of a frame."""
    g.frame_characters[frame, which, owner_of(character)] &= ~bit_of(character)


@compiled
def clear_characters(g, frame, which):
    """Empty a set of characters of a frame."""
    for player in range(PLAYERS):
        g.frame_characters[frame, which, player] = 0


@compiled
def copy_characters(g, frame, source, target, added=0):
    """Make a set of characters the same as another one, or with ``added`` add that one to it."""
    for player in range(PLAYERS):
        kept = g.frame_characters[frame, target, player] if added else 0
        g.frame_characters[frame, target, player] = kept | g.frame_characters[frame, source, player]


@compiled
def first_character(g, frame, which):
    """Lowest character of a set that is still on the field, NONE when there is none."""
    for player in range(PLAYERS):
        lowest = lowest_bit(g.frame_characters[frame, which, player])
        if lowest != NONE:
            return player * SEATS + lowest
    return NONE


@compiled
def controller_of(g, frame, you):
    """Whose effect is under way, whoever acts in it; ``you`` outside of an effect."""
    return you if frame == NONE else owner_of(g.frame[frame, Column.CARD])


@compiled
def referred(g, frame, me, ref):
    """The character that a reference names, NONE for none."""
    if ref == Ref.THIS:
        return me
    if frame == NONE:
        return NONE
    if ref == Ref.EVENT:
        return int(g.frame[frame, Column.EVENT])
    if ref == Ref.PLAYED:
        return first_character(g, frame, Characters.PLAYED.value)
    if ref == Ref.LATEST:
        return first_character(g, frame, Characters.LATEST.value)
    return first_character(g, frame, Characters.CHOSEN.value)


@compiled
def opposing(g, character):
    """CR 7.1: the battle opponent of a character, NONE for none."""
    if character == NONE:
        return NONE
    return facing(g, owner_of(character), area_of(g, character))


# Places that a loop over characters or cards goes through, and what lies there.


GROUP_BASE = 16
"""Zones above are groups of the frame."""


@compiled
def next_character(g, seats, you, place):
    """Next place at or after ``place`` (player * AREAS + area) that holds a character; NONE at the end."""
    while place < PLAYERS * AREAS:
        player, area = place // AREAS, place % AREAS
        if area >= g.n_areas or not seat_fits(seats, you, player):
            place = (player + 1) * AREAS
        elif g.field[player, area] != NONE:
            return place
        else:
            place += 1
    return NONE


@compiled
def zone_size(g, zone, player):
    """How many cards of a player lie in a zone."""
    if zone == Zone.HAND:
        return int(g.n_hand[player])
    if zone == Zone.DISCARD:
        return int(g.n_discard[player])
    if zone == Zone.DECK:
        return int(g.n_deck[player])
    if zone == Zone.EXILE:
        return int(g.n_exile[player])
    return 1 if g.scene != NONE and owner_of(g.scene) == player else 0


@compiled
def zone_card(g, zone, player, k):
    """Card number ``k`` of a player in a zone."""
    if zone == Zone.HAND:
        return int(g.hand[player, k])
    if zone == Zone.DISCARD:
        return int(g.discard[player, k])
    if zone == Zone.DECK:
        return int(g.deck[player, k])
    if zone == Zone.EXILE:
        return int(g.exile[player, k])
    return int(g.scene)


@compiled
def next_card_place(g, source, seats, you, frame, place):
    """Next place at or after ``place`` (player * SEATS + k) that holds a card of a source; NONE at the end."""
    if source >= GROUP_BASE:
        return next_in_group(g, frame, source - GROUP_BASE, place)
    while place < PLAYERS * SEATS:
        player, k = place // SEATS, place % SEATS
        if k >= zone_size(g, source, player) or not seat_fits(seats, you, player):
            place = (player + 1) * SEATS
        else:
            return place
    return NONE


@compiled
def card_at(g, source, place):
    """The card at a place that ``next_card_place`` gave."""
    return place if source >= GROUP_BASE else zone_card(g, source, place // SEATS, place % SEATS)
