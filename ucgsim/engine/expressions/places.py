"""Places that a loop over characters or cards goes through, and what lies there."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Zone
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import AREAS, NONE, PLAYERS, SEATS
from ucgsim.engine.expressions.frames import next_in_group
from ucgsim.engine.field.memory import seat_fits
from ucgsim.engine.field.zones import owner_of

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
