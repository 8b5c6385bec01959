"""Actions of effects on what was selected (CR 11.6-11.17)."""

from __future__ import annotations

from ucgsim.effects.code import Destination, Group, Modifier, Seats
from ucgsim.engine.compiled import compiled
from ucgsim.engine.decisions import ask, offer, withdraw
from ucgsim.engine.events import note
from ucgsim.engine.field import area_of, new_character, stack_on, stack_under
from ucgsim.engine.frames import (
    Characters,
    Column,
    Number,
    add_character,
    add_to_group,
    bit_of,
    clear_group,
    drop_from_group,
    first_character,
    first_in_group,
    group_size,
    has_character,
    in_group,
)
from ucgsim.engine.modifiers import drop_types, modify
from ucgsim.engine.moves import (
    leave,
    return_to_deck,
    return_to_hand,
    send_to_discard,
    send_to_exile,
)
from ucgsim.engine.picks import (
    decline,
    fail_in_full,
    go_to,
    list_cards,
    merge_copies,
    no_character,
    sort_cards,
    take_answer,
    value,
)
from ucgsim.engine.triggers import trigger_character, trigger_discard, trigger_scene
from ucgsim.engine.types import types_of
from ucgsim.engine.words import NONE, PLAYERS, SEATS, Decision, Event, Option, Switch
from ucgsim.engine.zones import draw, owner_of, put_in_discard

# --- modifiers (CR 11.6, 11.7) -----------------------------------------------------------------------------


@compiled
def modify_selected(g, t, f, row):
    """Step `Do.MODIFY`: lay a modifier on every selected character."""
    kind, until = int(t.steps[row, 1]), int(g.turn) + int(t.steps[row, 3])
    amount = value(g, t, f, t.steps[row, 2])
    if (kind == Modifier.WIN or kind == Modifier.TIE) and t.rules[Switch.FORCED_RESULTS] == 0:
        amount = 0
    if no_character(g, f):
        fail_in_full(g, f)
    elif amount != 0:
        for character in range(PLAYERS * SEATS):
            if g.top[character] != NONE and has_character(g, f, Characters.SELECTED.value, character):
                modify(g, character, kind, amount, until)
                area = area_of(g, character)
                note(t, Event.MODIFIED, owner_of(character), area, kind, amount)
    go_to(g, f, row + 1)


@compiled
def list_types(g, f, types):
    """Ask for one of the TYPEs (bits)."""
    ask(g, Decision.TYPE, int(g.frame[f, Column.PLAYER]))
    place = 0
    while types >> place:
        if (types >> place) & 1:
            offer(g, place)
        place += 1


@compiled
def choose_type(g, t, f, row):
    """Step `Do.CHOOSE_TYPE`: the TYPEs that are given: all, or the one that is chosen."""
    types = int(t.steps[row, 1])
    if g.answered:
        option = take_answer(g)
        if option == Option.DECLINE:
            decline(g, f, int(t.steps[row, 3]))
            return
        types = 1 << option
    elif t.steps[row, 2] == 0:
        list_types(g, f, types)
        if t.steps[row, 3] != NONE:
            offer(g, Option.DECLINE.value)
        return
    g.frame_number[f, Number.TYPES] = types
    go_to(g, f, row + 1)


@compiled
def add_types(g, t, f, row):
    """Step `Do.ADD_TYPE`: give the TYPEs chosen beside those that are there (CR 2.3.4)."""
    types, until = int(g.frame_number[f, Number.TYPES]), int(g.turn) + int(t.steps[row, 3])
    if no_character(g, f):
        fail_in_full(g, f)
    for character in range(PLAYERS * SEATS):
        if g.top[character] != NONE and has_character(g, f, Characters.SELECTED.value, character):
            drop_types(g, character, Modifier.REMOVE_TYPE.value, types)
            modify(g, character, Modifier.ADD_TYPE.value, types, until)
            note(t, Event.MODIFIED, owner_of(character), area_of(g, character), Modifier.ADD_TYPE.value, types)
    go_to(g, f, row + 1)


@compiled
def replace_type(g, t, f, row):
    """Step `Do.REPLACE_TYPE`: the TYPE that goes, where there are several, then the new one."""
    character = first_character(g, f, Characters.SELECTED.value)
    if character == NONE:
        fail_in_full(g, f)
        go_to(g, f, row + 1)
        return
    if g.answered:
        chosen = take_answer(g)
        if g.frame_number[f, Number.LOST_TYPE] == 0:
            g.frame_number[f, Number.LOST_TYPE] = 1 << chosen
        else:
            put_type_in_place(g, t, f, row, character, 1 << chosen)
            return
    if g.frame_number[f, Number.LOST_TYPE] == 0:
        list_types(g, f, types_of(g, t, character))
        if g.n_options == 0:
            withdraw(g)
            g.frame_number[f, Number.LOST_TYPE] = 1 << 30
            list_types(g, f, int(t.steps[row, 1]))
    else:
        list_types(g, f, int(t.steps[row, 1]))


@compiled
def put_type_in_place(g, t, f, row, character, types):
    """Take the TYPE away that goes, and give the new one."""
    until = int(g.turn) + int(t.steps[row, 3])
    lost = int(g.frame_number[f, Number.LOST_TYPE])
    drop_types(g, character, Modifier.ADD_TYPE.value, lost)
    modify(g, character, Modifier.REMOVE_TYPE.value, lost, until)
    drop_types(g, character, Modifier.REMOVE_TYPE.value, types)
    modify(g, character, Modifier.ADD_TYPE.value, types, until)
    note(t, Event.MODIFIED, owner_of(character), area_of(g, character), Modifier.ADD_TYPE.value, types)
    g.frame_number[f, Number.LOST_TYPE] = 0
    go_to(g, f, row + 1)


@compiled
def negate(g, t, f, row):
    """Step `Do.NEGATE`: one effect text of each selected character, chosen if it has several (CR 11.13)."""
    character = first_character(g, f, Characters.SELECTED.value)
    powers = 0 if character == NONE else int(t.cards[g.card[g.top[character]]].n_powers)
    if powers == 0:
        fail_in_full(g, f)
    elif g.answered:
        g.negated[g.top[character]] |= 1 << (take_answer(g) - 1)
    elif powers == 1:
        g.negated[g.top[character]] |= 1
    else:
        ask(g, Decision.NUMBER, int(g.frame[f, Column.PLAYER]))
        for k in range(powers):
            offer(g, k + 1)
        return
    go_to(g, f, row + 1)


# --- cards (CR 11.10-11.12) --------------------------------------------------------------------------------


@compiled
def draw_cards(g, t, f, row):
    """Step `Do.DRAW`: one at a time, as far as the deck goes (CR 11.10)."""
    seats, count = int(t.steps[row, 1]), value(g, t, f, t.steps[row, 2])
    you = int(g.frame[f, Column.PLAYER])
    for k in range(PLAYERS):
        player = g.lead if k == 0 else 1 - g.lead
        if seats != Seats.BOTH and (player == you) != (seats == Seats.YOU):
            continue
        for _ in range(count):
            card = draw(g, t, player)
            if card == NONE:
                fail_in_full(g, f)
            else:
                g.drawn[player] += 1
                add_to_group(g, f, Group.DRAWN.value, card)
    if count == 0:
        fail_in_full(g, f)
    go_to(g, f, row + 1)


@compiled
def reveal_selected(g, t, f, row):
    """Step `Do.REVEAL`: everyone sees the cards; they stay where they are (CR 11.11)."""
    for card in range(PLAYERS * SEATS):
        if in_group(g, f, Group.SELECTED.value, card):
            add_to_group(g, f, Group.REVEALED.value, card)
            add_to_group(g, f, Group.REST.value, card)
            note(t, Event.MOVED, owner_of(card), g.card[card], NONE, NONE)
    go_to(g, f, row + 1)


@compiled
def move_one(g, t, f, card, destination, depth):
    """Move one card to a zone of its owner."""
    if destination == Destination.HAND:
        return_to_hand(g, t, f, card)
    elif destination == Destination.DISCARD:
        send_to_discard(g, t, f, card)
    elif destination == Destination.EXILE:
        you = int(g.frame[f, Column.PLAYER])
        if owner_of(card) != you and g.protected[owner_of(card)] == g.turn:
            fail_in_full(g, f)
        else:
            send_to_exile(g, t, f, card)
    else:
        return_to_deck(g, t, f, card, destination, depth)


@compiled
def move_selected(g, t, f, row):
    """Step `Do.MOVE`: the selected cards go to a zone; ordered or placed by choice where the text says so."""
    destination, ordered = int(t.steps[row, 1]), int(t.steps[row, 2])
    if destination == Destination.DECK_TOP_OR_BOTTOM:
        move_by_choice(g, t, f, row)
    elif ordered and group_size(g, f, Group.SELECTED.value) > 1:
        move_in_order(g, t, f, row, destination)
    else:
        before = group_size(g, f, Group.DISCARDED.value)
        for card in range(PLAYERS * SEATS):
            if in_group(g, f, Group.SELECTED.value, card):
                move_one(g, t, f, card, destination, int(g.frame_number[f, Number.ORDER]))
        if group_size(g, f, Group.DISCARDED.value) > before:
            trigger_discard(g, t, int(g.frame[f, Column.PLAYER]))
        end_move(g, f, row)


@compiled
def end_move(g, f, row):
    """The move is complete."""
    if group_size(g, f, Group.SELECTED.value) == 0:
        fail_in_full(g, f)
    g.frame_number[f, Number.ORDER] = 0
    go_to(g, f, row + 1)


@compiled
def move_in_order(g, t, f, row, destination):
    """One decision a card: the first named lies nearest the top."""
    if g.answered:
        card = take_answer(g)
        move_one(g, t, f, card, destination, int(g.frame_number[f, Number.ORDER]))
        g.frame_number[f, Number.ORDER] += 1
        drop_from_group(g, f, Group.SELECTED.value, card)
        if group_size(g, f, Group.SELECTED.value) == 1:
            last = first_in_group(g, f, Group.SELECTED.value)
            move_one(g, t, f, last, destination, int(g.frame_number[f, Number.ORDER]))
            end_move(g, f, row)
            return
    ask(g, Decision.ORDER, int(g.frame[f, Column.PLAYER]))
    for card in range(PLAYERS * SEATS):
        if in_group(g, f, Group.SELECTED.value, card):
            offer(g, card)
    sort_cards(g)
    merge_copies(g)


@compiled
def move_by_choice(g, t, f, row):
    """Top or bottom of the deck, card by card."""
    card = first_in_group(g, f, Group.SELECTED.value)
    if card == NONE:
        end_move(g, f, row)
        return
    if g.answered:
        on_top = take_answer(g) == Option.TOP
        destination = Destination.DECK_TOP.value if on_top else Destination.DECK_BOTTOM.value
        return_to_deck(g, t, f, card, destination, 0)
        drop_from_group(g, f, Group.SELECTED.value, card)
        if first_in_group(g, f, Group.SELECTED.value) == NONE:
            go_to(g, f, row + 1)
        return
    ask(g, Decision.PLACE, int(g.frame[f, Column.PLAYER]))
    offer(g, Option.TOP.value)
    offer(g, Option.BOTTOM.value)


# --- putting into play (CR 11.8, 11.9) ---------------------------------------------------------------------


@compiled
def entered(g, t, f, card, character, own):
    """A card has been put into play: remember it, look at its stack afterwards, trigger."""
    add_to_group(g, f, Group.PLAYED.value, card)
    add_character(g, f, Characters.PLAYED.value, character)
    g.touched[owner_of(card)] |= bit_of(character)
    note(t, Event.LEVEL_UP, owner_of(card), area_of(g, character), g.card[card], 1)
    trigger_character(g, t, card, character, own, 1)


@compiled
def put_on_host(g, t, f, row, under):
    """Steps `Do.PUT_ON_TOP`, `Do.PUT_UNDER`: the cards set apart go onto or under the selected character."""
    host = first_character(g, f, Characters.SELECTED.value)
    if host == NONE or group_size(g, f, Group.PLACED.value) == 0:
        fail_in_full(g, f)
    else:
        for card in range(PLAYERS * SEATS):
            if in_group(g, f, Group.PLACED.value, card):
                leave(g, NONE, card)
                if under:
                    stack_under(g, t, host, card)
                else:
                    stack_on(g, t, host, card)
                entered(g, t, f, card, host, 0 if under else 1)
    go_to(g, f, row + 1)


@compiled
def insert_in_stack(g, t, character, card, above):
    """Put a card into a stack below ``above`` cards; the others stay what they are."""
    if above == 0 or g.height[character] == 0:
        stack_on(g, t, character, card)
        return
    over = int(g.top[character])
    for _ in range(above - 1):
        over = int(g.link[over])
    below = g.link[over]
    stack_under(g, t, character, card)
    if below != NONE:
        lowest = int(g.top[character])
        while g.link[lowest] != card:
            lowest = int(g.link[lowest])
        g.link[lowest] = NONE
        g.link[over] = card
        g.link[card] = below


@compiled
def put_in_place(g, t, f, row):
    """Step `Do.PUT_IN_PLACE`: fill the slot or the area that the latest move of this effect left free."""
    area, slot = int(g.frame[f, Column.AREA]), int(g.frame[f, Column.SLOT])
    player = int(g.frame[f, Column.PLAYER])
    if area == NONE or group_size(g, f, Group.SELECTED.value) == 0:
        fail_in_full(g, f)
    elif g.field[player, area] == NONE:
        build_stack(g, t, f, player, area)
    else:
        character = int(g.field[player, area])
        card = first_in_group(g, f, Group.SELECTED.value)
        leave(g, NONE, card)
        insert_in_stack(g, t, character, card, slot)
        entered(g, t, f, card, character, 1 if slot == 0 else 0)
    g.frame[f, Column.AREA] = NONE
    go_to(g, f, row + 1)


@compiled
def lowest_level(g, t, f):
    """Of the selected cards the one of the lowest level."""
    best = NONE
    for card in range(PLAYERS * SEATS):
        better = best == NONE or t.cards[g.card[card]].level < t.cards[g.card[best]].level
        if better and in_group(g, f, Group.SELECTED.value, card):
            best = card
    return best


@compiled
def build_stack(g, t, f, player, area):
    """A new character out of the selected cards, by level from the bottom (CR 11.8, 12.1.1)."""
    character = new_character(g, player, area)
    count = group_size(g, f, Group.SELECTED.value)
    for k in range(count):
        card = lowest_level(g, t, f)
        drop_from_group(g, f, Group.SELECTED.value, card)
        leave(g, NONE, card)
        stack_on(g, t, character, card)
        if k < count - 1:
            add_to_group(g, f, Group.PLAYED.value, card)
        else:
            entered(g, t, f, card, character, 1)


@compiled
def pick_stack(g, t, f, row):
    """Step `Do.STACK_OF_STATE`: cards that make a conforming stack of a height, the lowest first."""
    height = int(t.steps[row, 1])
    if g.answered:
        add_to_group(g, f, Group.SELECTED.value, take_answer(g))
    elif g.frame_number[f, Number.PICKED] == NONE:
        g.frame_number[f, Number.PICKED] = 0
        clear_group(g, f, Group.SELECTED.value)
    picked = group_size(g, f, Group.SELECTED.value)
    if picked < height:
        list_cards(g, t, f, int(t.steps[row, 2]), int(t.steps[row, 3]), int(t.steps[row, 4]), 0)
        keep_stackable(g, t, f, height - picked)
        if g.n_options > 0:
            sort_cards(g)
            merge_copies(g)
            return
        fail_in_full(g, f)
        clear_group(g, f, Group.SELECTED.value)
    withdraw(g)
    g.frame_number[f, Number.PICKED] = NONE
    go_to(g, f, row + 1)


@compiled
def shares(t, g, card, other):
    """Whether a card may lie directly on another one that is not on the field yet (CR 12.1.1)."""
    from_row, to_row = t.cards[g.card[card]], t.cards[g.card[other]]
    if from_row.level != to_row.level + 1:
        return False
    same = from_row.character[0] == to_row.character[0] and from_row.character[0] != NONE
    return same or (t.rules[Switch.TEAM] != 0 and (from_row.teams & to_row.teams) != 0)


@compiled
def highest_selected(g, t, f):
    """Of the selected cards the one of the highest level, NONE for none."""
    best = NONE
    for card in range(PLAYERS * SEATS):
        better = best == NONE or t.cards[g.card[card]].level > t.cards[g.card[best]].level
        if better and in_group(g, f, Group.SELECTED.value, card):
            best = card
    return best


@compiled
def continues(g, t, card, missing, total):
    """Whether ``missing`` more cards on offer can be stacked on ``card``, one on the other."""
    while missing > 0:
        following = NONE
        for i in range(total):
            if shares(t, g, int(g.options[i]), card):
                following = int(g.options[i])
        if following == NONE:
            return False
        card = following
        missing -= 1
    return True


@compiled
def keep_stackable(g, t, f, missing):
    """Of the cards on offer keep those that can lie next in a stack that can still be completed."""
    top = highest_selected(g, t, f)
    total, kept = int(g.n_options), 0
    allowed = 0
    for i in range(total):
        card = int(g.options[i])
        fits = t.cards[g.card[card]].bp[0] >= 0 if top == NONE else shares(t, g, card, top)
        if fits and continues(g, t, card, missing - 1, total):
            allowed |= 1 << i
    for i in range(total):
        if (allowed >> i) & 1:
            g.options[kept] = g.options[i]
            kept += 1
    g.n_options = kept


@compiled
def put_scene(g, t, f, row):
    """Step `Do.PUT_SCENE`: a scene enters by an effect; no threshold, the draw comes later (RULINGS E16, CR 6.2.2)."""
    card = first_in_group(g, f, Group.SELECTED.value)
    if card == NONE:
        fail_in_full(g, f)
    else:
        leave(g, NONE, card)
        if g.scene != NONE:
            old = int(g.scene)
            g.scene = NONE
            put_in_discard(g, t, old)
            note(t, Event.SCENE_LEAVES, owner_of(old), g.card[old], 0, 0)
        g.scene = card
        g.stamp[card] += 1
        add_to_group(g, f, Group.PLAYED.value, card)
        g.scene_draws = owner_of(card)
        note(t, Event.SCENE_SET, owner_of(card), g.card[card], 1, 0)
        trigger_scene(g, t, card, 1)
    go_to(g, f, row + 1)


@compiled
def swap(g, t, f, row):
    """Step `Do.SWAP`: two characters of one side change places; nothing triggers (CR 11.9)."""
    first = first_character(g, f, Characters.ASIDE.value)
    second = first_character(g, f, Characters.SELECTED.value)
    if first == NONE or second == NONE or owner_of(first) != owner_of(second):
        fail_in_full(g, f)
    else:
        player = owner_of(first)
        here, there = area_of(g, first), area_of(g, second)
        g.field[player, here] = second
        g.field[player, there] = first
        note(t, Event.MODIFIED, player, here, NONE, there)
    go_to(g, f, row + 1)


# --- Charge (CR 11.17) -------------------------------------------------------------------------------------


@compiled
def charge_count(g, t, f, row):
    """Step `Do.CHARGE_COUNT`: whether, and for more than one how many, cards are charged."""
    you = int(g.frame[f, Column.PLAYER])
    most = min(int(t.steps[row, 1]), int(g.n_deck[you]))
    if g.answered:
        option = take_answer(g)
        if option == Option.DECLINE:
            fail_in_full(g, f)
            go_to(g, f, int(t.steps[row, 2]))
        else:
            g.frame_number[f, Number.COUNT] = 1 if option == Option.YES else option
            go_to(g, f, row + 1)
        return
    possible = most > 0 and value(g, t, f, t.steps[row, 3]) != 0 and t.rules[Switch.CHARGE] != 0
    if not possible:
        fail_in_full(g, f)
        go_to(g, f, int(t.steps[row, 2]))
    elif t.steps[row, 1] == 1:
        ask(g, Decision.OPTIONAL, you)
        offer(g, Option.YES.value)
        offer(g, Option.DECLINE.value)
    else:
        ask(g, Decision.NUMBER, you)
        for k in range(most):
            offer(g, k + 1)
        offer(g, Option.DECLINE.value)


@compiled
def charge(g, t, f, row):
    """Step `Do.CHARGE`: each card goes under the host, below the Charge cards that are there (CR 11.17.3)."""
    host = first_character(g, f, Characters.SELECTED.value)
    if host == NONE:
        fail_in_full(g, f)
    else:
        player = owner_of(host)
        for _ in range(g.frame_number[f, Number.COUNT]):
            n = int(g.n_deck[player])
            if n == 0:
                break
            card = int(g.deck[player, n - 1])
            leave(g, NONE, card)
            g.stamp[card] += 1
            g.link[card] = g.charge[host]
            g.charge[host] = card
            note(t, Event.MOVED, player, g.card[card], 1, 6)
    go_to(g, f, row + 1)


@compiled
def protect(g, t, f, row):
    """Step `Do.PROTECT`: cards of a discard area cannot be exiled by the opponent's effects this turn (CR 1.2.2)."""
    you = int(g.frame[f, Column.PLAYER])
    g.protected[you if t.steps[row, 1] == Seats.YOU else 1 - you] = g.turn
    go_to(g, f, row + 1)
