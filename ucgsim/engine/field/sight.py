"""Who knows which card lies where: the one list of it (CR 3.1.5, 3.3.1, 3.4.2, 3.6.3, 12.3).

``g.sight[viewer, card]`` says what a player can tell of a card: a `Sight`, or the number of a lot. It is kept where
cards are drawn, shown, laid face-down, taken and given back; whoever looks at a game as one of its players, deals
its hidden cards again or makes sure that nobody peeks asks here. All that stands in it follows from what the viewer
has seen: exchanging cards that the viewer can't tell apart never changes it.
"""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.constants import PLAYERS, SEATS


class Sight(IntEnum):
    """What a viewer can tell of a card where it lies."""

    STIRRED_UNSEEN = -2  # unknown, and on its way to a deck among cards whose order stays secret
    STIRRED = -1  # known, on its way likewise
    UNSEEN = 0  # any card of its owner that the viewer can't place
    SEEN = 1  # this very card
    HELD = 2  # known to be in its owner's hand, or to lie face-down since it left the hand
    LOTS = 3  # from here on a number for each lot: known cards of which it is open which lies where; one alone is known


@compiled
def show(g, viewer, card):
    """A player sees a card where it lies."""
    g.sight[viewer, card] = Sight.SEEN.value


@compiled
def show_all(g, card):
    """Both players see a card: it lies in a public zone, or is shown (CR 3.5.2, 3.6.2, 3.7.2, 3.8.3, 11.11.1)."""
    for viewer in range(PLAYERS):
        show(g, viewer, card)


@compiled
def joins_hand(g, player, card):
    """A card comes to a player's hand: its player sees it (CR 3.4.2), the other knows of it what it knew before."""
    show(g, player, card)
    if g.sight[1 - player, card] != Sight.UNSEEN:
        g.hand_seen[1 - player] = 1


@compiled
def show_to(g, viewer, card):
    """A player is shown a card, wherever it lies."""
    show(g, viewer, card)
    g.hand_seen[viewer] = 1


@compiled
def forget(g, viewer, card):
    """A card may be any that the viewer can't place; with it all of its lot."""
    lot = int(g.sight[viewer, card])
    g.sight[viewer, card] = Sight.UNSEEN.value
    if lot >= Sight.LOTS:
        for other in range(PLAYERS * SEATS):
            if g.sight[viewer, other] == lot:
                g.sight[viewer, other] = Sight.UNSEEN.value


@compiled
def cover(g, viewer, card):
    """A card of the other player's hand, or one that just left it, is no longer told from the rest of that hand."""
    sight = int(g.sight[viewer, card])
    if sight == Sight.SEEN:
        g.sight[viewer, card] = Sight.HELD.value
    elif sight >= Sight.LOTS:
        forget(g, viewer, card)


@compiled
def laid_face_down(g, player, card):
    """A player has laid a card from the hand face-down: which one, the other can't tell (CR 3.6.3)."""
    viewer = 1 - player
    if g.hand_seen[viewer] == 0:
        return
    cover(g, viewer, card)
    for place in range(g.n_hand[player]):
        cover(g, viewer, int(g.hand[player, place]))


@compiled
def all_turned_up(g):
    """Nothing lies face-down any more: what was known to be in a hand, and was not turned up, is there (CR 5.7.1)."""
    for player in range(PLAYERS):
        for place in range(g.n_hand[player] if g.hand_seen[1 - player] else 0):
            card = int(g.hand[player, place])
            if g.sight[1 - player, card] == Sight.HELD:
                g.sight[1 - player, card] = Sight.SEEN.value


@compiled
def hand_lost(g, viewer, player, card):
    """A card has gone from a player's hand, or face-down from the field, into the deck unseen by the viewer, who
    knows no more what that hand holds.
    """
    forget(g, viewer, card)
    for k in range(player * SEATS, player * SEATS + g.n_cards[player]):
        if g.sight[viewer, k] == Sight.HELD:
            g.sight[viewer, k] = Sight.UNSEEN.value
    for place in range(g.n_hand[player]):
        forget(g, viewer, int(g.hand[player, place]))


@compiled
def deck_lost(g, viewer, player, card):
    """A card of a player's deck was moved unseen by the viewer, who knows no more what that deck holds where."""
    forget(g, viewer, card)
    for place in range(g.n_deck[player]):
        forget(g, viewer, int(g.deck[player, place]))


@compiled
def shuffled(g, player):
    """Nobody knows the order of a deck that was shuffled (CR 4.2.1)."""
    for place in range(g.n_deck[player]):
        for viewer in range(PLAYERS):
            g.sight[viewer, g.deck[player, place]] = Sight.UNSEEN.value


@compiled
def stir(g, viewer, card):
    """A card was put on a deck among others in an order that the viewer does not see (CR 3.2.2)."""
    if g.sight[viewer, card] >= Sight.LOTS:
        forget(g, viewer, card)
    known = g.sight[viewer, card] == Sight.SEEN
    g.sight[viewer, card] = Sight.STIRRED.value if known else Sight.STIRRED_UNSEEN.value


@compiled
def is_stirring(g, viewer):
    """Whether cards are on their way to a deck in an order that the viewer does not see."""
    for card in range(PLAYERS * SEATS):
        if g.sight[viewer, card] < Sight.UNSEEN:
            return True
    return False


@compiled
def settle_stirred(g, viewer):
    """All those cards lie on their deck: a lot, if the viewer has seen every one, else nothing is known of them."""
    if not is_stirring(g, viewer):
        return
    lot, known = Sight.LOTS.value, True
    for card in range(PLAYERS * SEATS):
        lot = max(lot, int(g.sight[viewer, card]) + 1)
        known = known and g.sight[viewer, card] != Sight.STIRRED_UNSEEN
    for card in range(PLAYERS * SEATS):
        if g.sight[viewer, card] < Sight.UNSEEN:
            g.sight[viewer, card] = lot if known else Sight.UNSEEN.value
