"""Moving cards between zones by effects, and what that means for stacks (CR 3.2, 11.8, 11.17.5, 12.2)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Destination, Edge, Group, Spot
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS, Event, Switch
from ucgsim.engine.core.decisions import note
from ucgsim.engine.effects.delayed import forget_character
from ucgsim.engine.effects.happenings import trigger_moved
from ucgsim.engine.expressions.frames import Column, add_to_group, bit_of, in_group
from ucgsim.engine.field import stacks, zones
from ucgsim.engine.field.memory import Memory, remember
from ucgsim.engine.field.modifiers import keep_modifiers
from ucgsim.engine.field.sight import deck_lost, hand_lost


@compiled
def lies_in(zone, n, card):
    """Whether a card is among the first ``n`` entries of a zone; most that move lie near the end."""
    for place in range(n - 1, -1, -1):
        if zone[place] == card:
            return True
    return False


@compiled
def character_with(g, card):
    """The character whose stack holds a card, NONE for none."""
    player = zones.owner_of(card)
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE:
            below = int(g.top[character])
            while below != NONE:
                if below == card:
                    return int(character)
                below = int(g.link[below])
    return NONE


@compiled
def origin_of(g, card):
    """Where a card lies now."""
    player = zones.owner_of(card)
    if g.scene == card:
        return Spot.SCENE_AREA.value
    if lies_in(g.hand[player], g.n_hand[player], card):
        return Spot.HAND.value
    if lies_in(g.discard[player], g.n_discard[player], card):
        return Spot.DISCARD.value
    if lies_in(g.deck[player], g.n_deck[player], card):
        return Spot.DECK.value
    if lies_in(g.exile[player], g.n_exile[player], card):
        return Spot.EXILE.value
    return Spot.STACK.value if character_with(g, card) != NONE else Spot.CHARGE.value


@compiled
def offered_from(g, card):
    """Where a card that is on offer lies: its Spot, a revealed card apart from the rest of its deck (CR 11.11.1)."""
    origin = origin_of(g, card)
    f = int(g.n_frames) - 1
    if origin == Spot.DECK and in_group(g, f, Group.REVEALED, card) and in_group(g, f, Group.REST, card):
        return Spot.REVEALED.value
    return origin


@compiled
def depth_in_stack(g, character, card):
    """How many cards of a stack lie above a card."""
    depth, above = 0, int(g.top[character])
    while above != card:
        depth += 1
        above = int(g.link[above])
    return depth


@compiled
def detach_charge(g, character):
    """CR 11.17.5: Charge cards of a character that is gone become detached."""
    card = int(g.charge[character])
    while card != NONE:
        g.detached[zones.owner_of(card)] |= bit_of(card)
        following = int(g.link[card])
        g.link[card] = NONE
        card = following
    g.charge[character] = NONE


@compiled
def vacate(g, character):
    """The last card of a character has left: its area is vacant, what lay on it ends (CR 3.2.3, 12.4.1)."""
    area = stacks.area_of(g, character)
    detach_charge(g, character)
    keep_modifiers(g, g.turn - 1, character)
    g.field[zones.owner_of(character), area] = NONE
    g.touched[zones.owner_of(character)] &= ~bit_of(character)
    forget_character(g, character)


@compiled
def leave_stack(g, frame, card):
    """Take a card out of its stack and note in the frame which place became free."""
    character = character_with(g, card)
    if frame != NONE:
        g.frame[frame, Column.AREA] = stacks.area_of(g, character)
        g.frame[frame, Column.SLOT] = depth_in_stack(g, character, card)
    if g.hidden[character] > 0 and g.top[character] == card:
        g.hidden[character] -= 1
    stacks.take_from_stack(g, character, card)
    g.touched[zones.owner_of(card)] |= bit_of(character)
    if g.height[character] == 0:
        vacate(g, character)
        if frame != NONE:
            g.frame[frame, Column.SLOT] = NONE


@compiled
def leave_charge(g, card):
    """Take a Charge card out of its pile; the others keep their order (CR 11.17.7)."""
    player = zones.owner_of(card)
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character == NONE:
            continue
        if g.charge[character] == card:
            g.charge[character] = g.link[card]
            break
        below = int(g.charge[character])
        while below != NONE and g.link[below] != card:
            below = int(g.link[below])
        if below != NONE:
            g.link[below] = g.link[card]
            break
    g.link[card] = NONE


@compiled
def leave(g, frame, card):
    """Take a card out of wherever it lies; returns its Spot. The caller puts it somewhere."""
    origin = origin_of(g, card)
    player = zones.owner_of(card)
    if origin == Spot.HAND:
        zones.remove_from_hand(g, card)
    elif origin == Spot.DISCARD:
        zones.remove_from_discard(g, card)
    elif origin == Spot.DECK:
        zones.remove_from_deck(g, card)
    elif origin == Spot.SCENE_AREA:
        g.scene = NONE
    elif origin == Spot.STACK:
        leave_stack(g, frame, card)
    elif origin == Spot.CHARGE:
        leave_charge(g, card)
    elif zones.remove_from(g.exile[player], g.n_exile[player], card):
        g.n_exile[player] -= 1
    return origin


@compiled
def remember_top(g, t, frame, card):
    """Remember that the top card of a character goes to hand, with what the character was (RULINGS tail 34)."""
    character = character_with(g, card)
    if character == NONE or g.top[character] != card:
        return
    by = NONE
    if frame != NONE and g.frame[frame, Column.CHARACTER] != NONE:
        by = int(g.frame[frame, Column.PLAYER])
    state = stacks.state_of_height(t, g.height[character])
    remember(g, Memory.TOP_TAKEN.value, zones.owner_of(card), 1 << state, int(g.card[card]), by)


@compiled
def send_to_discard(g, t, frame, card):
    """Send or discard a card; remembers which, and triggers what watches for it."""
    origin = leave(g, frame, card)
    zones.put_in_discard(g, t, card)
    note(t, Event.MOVED, zones.owner_of(card), g.card[card], origin, Destination.DISCARD.value)
    if frame != NONE:
        group = Group.DISCARDED.value if origin == Spot.HAND else Group.SENT.value
        add_to_group(g, frame, group, card)
    trigger_moved(g, t, frame, card, origin, Spot.DISCARD.value)


@compiled
def moved_unseen(g, frame, card):
    """A card is about to go from one private zone to another without being shown: out of a deck, whoever moves it
    knows which one it is; out of a hand, its owner; the other player can't tell any more what lies where in the zone
    that it leaves (CR 3.1.5, 11.11.1).
    """
    if frame == NONE or in_group(g, frame, Group.REVEALED, card):
        return
    player, origin = zones.owner_of(card), origin_of(g, card)
    if origin == Spot.DECK:
        deck_lost(g, 1 - int(g.frame[frame, Column.PLAYER]), player, card)
    elif origin == Spot.HAND or is_face_down(g, card):
        hand_lost(g, 1 - player, player, card)


@compiled
def is_face_down(g, card):
    """Whether a card lies face-down on the field (CR 3.6.3)."""
    character = character_with(g, card)
    return character != NONE and depth_in_stack(g, character, card) < g.hidden[character]


@compiled
def return_to_hand(g, t, frame, card):
    """Put a card into its owner's hand (CR 11.12)."""
    if origin_of(g, card) == Spot.DECK:
        moved_unseen(g, frame, card)
    remember_top(g, t, frame, card)
    origin = leave(g, frame, card)
    zones.put_in_hand(g, t, card)
    note(t, Event.MOVED, zones.owner_of(card), g.card[card], origin, Destination.HAND.value)
    if frame != NONE:
        add_to_group(g, frame, Group.TO_HAND.value, card)
    trigger_moved(g, t, frame, card, origin, Spot.HAND.value)


@compiled
def send_to_exile(g, t, frame, card):
    """Remove a card from the game (CR 3.8)."""
    origin = leave(g, frame, card)
    zones.put_in_exile(g, t, card)
    note(t, Event.MOVED, zones.owner_of(card), g.card[card], origin, Destination.EXILE.value)
    if frame != NONE:
        add_to_group(g, frame, Group.EXILED.value, card)
    trigger_moved(g, t, frame, card, origin, Spot.EXILE.value)


@compiled
def return_to_deck(g, t, frame, card, destination, depth):
    """Return a card to the top of its owner's deck, below ``depth`` cards just returned, or to the bottom."""
    player = zones.owner_of(card)
    moved_unseen(g, frame, card)
    origin = leave(g, frame, card)
    on_top = destination == Destination.DECK_TOP
    zones.put_into_deck(g, t, card, depth if on_top else int(g.n_deck[player]))
    note(t, Event.MOVED, player, g.card[card], origin, destination)
    if origin == Spot.HAND:
        remember(g, Memory.HAND_RETURNED.value, player, Edge.TOP.value if on_top else Edge.BOTTOM.value, 0, NONE)
    if frame != NONE:
        add_to_group(g, frame, Group.RETURNED.value, card)
        if on_top:
            add_to_group(g, frame, Group.ON_TOP.value, card)
    trigger_moved(g, t, frame, card, origin, Spot.DECK.value)


@compiled
def discard_detached(g, t):
    """CR 11.17.6: detached Charge cards go to the discard area once the effect is completed."""
    for player in range(PLAYERS):
        if g.detached[player] == 0:
            continue
        for k in range(g.n_cards[player]):
            if (g.detached[player] >> k) & 1:
                zones.put_in_discard(g, t, player * SEATS + k)
                trigger_moved(g, t, NONE, player * SEATS + k, Spot.CHARGE.value, Spot.DISCARD.value)
        g.detached[player] = 0


@compiled
def conforms(g, t, character):
    """CR 12.1.1: whether every card of a stack may lie on the one below it."""
    card = int(g.top[character])
    while g.link[card] != NONE:
        if not stacks.lies_well(g, t, character, card):
            return False
        card = int(g.link[card])
    return True


@compiled
def trim(g, t):
    """CR 12.2: stacks that an effect left not conforming lose cards, from the top under the newer rules."""
    for player in range(PLAYERS):
        if g.touched[player] == 0:
            continue
        touched = g.touched[player]
        g.touched[player] = 0
        for k in range(SEATS - 1):
            character = player * SEATS + k
            if (touched >> k) & 1 and g.top[character] != NONE:
                trim_stack(g, t, character)


@compiled
def trim_stack(g, t, character):
    """CR 12.2.1: from the top until it conforms; before version 1.6 every card that lies wrongly."""
    from_top = t.rules[Switch.TRIM_FROM_TOP] != 0
    while not conforms(g, t, character):
        card = int(g.top[character])
        if not from_top:
            while stacks.lies_well(g, t, character, card):
                card = int(g.link[card])
        send_to_discard(g, t, NONE, card)
