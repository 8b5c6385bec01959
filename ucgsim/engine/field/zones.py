"""Zones of a player: deck, hand, discard area, exiled cards (CR 3)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Group
from ucgsim.engine.core.constants import NONE, SEATS, Event, Switch
from ucgsim.engine.core.decisions import note
from ucgsim.engine.field.sight import joins_hand, show_all


@compiled
def owner_of(card):
    """Player who owns a card or character number; owner and controller never differ."""
    return card // SEATS


@compiled
def changed_zone(g, t, card):
    """CR 3.2.3: a card that changes zones is another card; what was remembered about it is void."""
    bit = ~(1 << (int(card) % SEATS))
    for frame in range(g.n_frames):
        g.frame_cards[frame, Group.REST, owner_of(card)] &= bit
    if t.rules[Switch.NEW_OBJECT_ON_ZONE_CHANGE] == 0:
        return
    g.stamp[card] += 1
    g.used[card] = 0
    g.used_in_game[card] = 0
    g.negated[card] = 0
    for entry in range(g.n_delayed):
        g.delayed_cards[entry, owner_of(card)] &= bit


@compiled
def is_protected(g, card, controller):
    """Whether a card lies in a discard area that effects of ``controller`` cannot exile from (CR 1.2.2)."""
    player = owner_of(card)
    if player == controller or g.protected[player] != g.turn:
        return False
    for place in range(g.n_discard[player]):
        if g.discard[player, place] == card:
            return True
    return False


@compiled
def add_to_hand(g, card):
    """Put a card into its owner's hand, which is kept sorted by card row (CR 3.4)."""
    player = owner_of(card)
    hand = g.hand[player]
    place = int(g.n_hand[player])
    row = g.card[card]
    while place > 0 and (g.card[hand[place - 1]] > row or (g.card[hand[place - 1]] == row and hand[place - 1] > card)):
        hand[place] = hand[place - 1]
        place -= 1
    hand[place] = card
    g.n_hand[player] += 1


@compiled
def remove_from(zone, n, card):
    """Take ``card`` out of the first ``n`` entries of ``zone``, keeping the order; whether it was there."""
    for place in range(n):
        if zone[place] == card:
            for later in range(place, n - 1):
                zone[later] = zone[later + 1]
            return True
    return False


@compiled
def remove_from_hand(g, card):
    """Take a card out of its owner's hand."""
    player = owner_of(card)
    if remove_from(g.hand[player], g.n_hand[player], card):
        g.n_hand[player] -= 1


@compiled
def remove_from_discard(g, card):
    """Take a card out of its owner's discard area."""
    player = owner_of(card)
    if remove_from(g.discard[player], g.n_discard[player], card):
        g.n_discard[player] -= 1


@compiled
def remove_from_deck(g, card):
    """Take a card out of its owner's deck, wherever it lies."""
    player = owner_of(card)
    if remove_from(g.deck[player], g.n_deck[player], card):
        g.n_deck[player] -= 1


@compiled
def put_in_discard(g, t, card):
    """Put a card on its owner's discard area (CR 3.7.2)."""
    player = owner_of(card)
    g.discard[player, g.n_discard[player]] = card
    g.n_discard[player] += 1
    show_all(g, card)
    changed_zone(g, t, card)


@compiled
def put_in_exile(g, t, card):
    """Remove a card from the game; it stays with its owner (CR 3.8)."""
    player = owner_of(card)
    g.exile[player, g.n_exile[player]] = card
    g.n_exile[player] += 1
    show_all(g, card)
    changed_zone(g, t, card)


@compiled
def put_into_deck(g, t, card, depth):
    """Put a card into its owner's deck below ``depth`` cards; 0 is the top."""
    player = owner_of(card)
    deck = g.deck[player]
    place = int(g.n_deck[player])
    for _ in range(min(depth, place)):
        deck[place] = deck[place - 1]
        place -= 1
    deck[place] = card
    g.n_deck[player] += 1
    changed_zone(g, t, card)


@compiled
def put_in_hand(g, t, card):
    """Put a card that comes from a public zone or a stack into its owner's hand."""
    add_to_hand(g, card)
    joins_hand(g, owner_of(card), card)
    changed_zone(g, t, card)


@compiled
def draw(g, t, player):
    """CR 5.3.2, 11.10.1: the top card of the deck goes to the hand; an empty deck loses nothing (CR 1.3.6).

    Returns the card, or NONE when the deck is empty.
    """
    n = g.n_deck[player] - 1
    if n < 0:
        note(t, Event.NO_CARD_TO_DRAW, player, 0, 0, 0)
        return NONE
    card = int(g.deck[player, n])
    g.n_deck[player] = n
    add_to_hand(g, card)
    joins_hand(g, player, card)
    if g.n_frames > 0:
        changed_zone(g, t, card)
    note(t, Event.DRAW, player, g.card[card], 0, 0)
    return card
