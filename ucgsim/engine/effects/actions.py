"""Actions of effects on what was selected, chosen BP values among them (CR 8.1, 11.6-11.17)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Destination, Group, Modifier, Seats, Spot
from ucgsim.engine.bp import receives
from ucgsim.engine.core.constants import NO_BP, NONE, PLAYERS, SEATS, Decision, Event, Grade, Option
from ucgsim.engine.core.decisions import ask, note, offer, offer_once, withdraw
from ucgsim.engine.effects import picks
from ucgsim.engine.effects.happenings import draw_card, trigger_departures, trigger_discard, trigger_draw
from ucgsim.engine.effects.moves import origin_of, return_to_deck, return_to_hand, send_to_discard, send_to_exile
from ucgsim.engine.expressions import frames
from ucgsim.engine.field.modifiers import drop_types, modify, types_of
from ucgsim.engine.field.sight import is_stirring, settle_stirred, show_to, stir
from ucgsim.engine.field.stacks import area_of
from ucgsim.engine.field.zones import is_protected, owner_of

ALL_TYPES = (1 << 30) - 1
ORDER_BITS = 8
"""Bits of `Number.ORDER` that count the cards put on one player's deck."""

# --- modifiers (CR 11.6, 11.7) -----------------------------------------------------------------------------


@compiled
def modify_selected(g, t, f, row):
    """Step `Do.MODIFY`: lay a modifier on every selected character."""
    kind, until = int(t.steps[row, 1]), int(g.turn) + int(t.steps[row, 3])
    amount = picks.decided(g, t, f, t.steps[row, 2])
    if picks.no_character(g, f):
        picks.fail_in_full(g, f)
    elif amount != 0:
        character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
        while character != NONE:
            if g.top[character] != NONE:
                if not receives(g, t, character, kind, until):
                    picks.fail_in_full(g, f)  # CR 11.20.3, RULINGS B14
                modify(g, character, kind, amount, until)
                area = area_of(g, character)
                note(t, Event.MODIFIED, owner_of(character), area, kind, amount)
            character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, character + 1)
    picks.go_to(g, f, row + 1)


@compiled
def list_types(g, f, types):
    """Ask for one of the TYPEs (bits)."""
    ask(g, Decision.TYPE, int(g.frame[f, frames.Column.PLAYER]))
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
        option = picks.take_answer(g)
        if option == Option.DECLINE:
            picks.decline(g, f, int(t.steps[row, 3]))
            return
        types = 1 << option
    elif t.steps[row, 2] == 0:
        list_types(g, f, types)
        if t.steps[row, 3] != NONE:
            offer(g, Option.DECLINE.value)
        return
    g.frame_number[f, frames.Number.TYPES] = types
    picks.go_to(g, f, row + 1)


@compiled
def add_types(g, t, f, row):
    """Step `Do.ADD_TYPE`: give the TYPEs chosen next to those that are there (CR 2.3.4)."""
    types, until = int(g.frame_number[f, frames.Number.TYPES]), int(g.turn) + int(t.steps[row, 3])
    if picks.no_character(g, f):
        picks.fail_in_full(g, f)
    character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
    while character != NONE:
        if g.top[character] != NONE:
            drop_types(g, character, Modifier.REMOVE_TYPE.value, types, until)
            modify(g, character, Modifier.ADD_TYPE.value, types, until)
            note(t, Event.MODIFIED, owner_of(character), area_of(g, character), Modifier.ADD_TYPE.value, types)
        character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, character + 1)
    picks.go_to(g, f, row + 1)


@compiled
def replace_type(g, t, f, row):
    """Step `Do.REPLACE_TYPE`: the TYPE that goes, where there are several, then the new one."""
    character = frames.first_character(g, f, frames.Characters.SELECTED.value)
    if character == NONE:
        picks.fail_in_full(g, f)
        picks.go_to(g, f, row + 1)
        return
    if g.answered:
        chosen = picks.take_answer(g)
        if g.frame_number[f, frames.Number.LOST_TYPE] == 0:
            g.frame_number[f, frames.Number.LOST_TYPE] = 1 << chosen
        else:
            put_type_in_place(g, t, f, row, character, 1 << chosen)
            return
    if g.frame_number[f, frames.Number.LOST_TYPE] == 0:
        list_types(g, f, types_of(g, t, character))
        if g.n_options == 0:
            withdraw(g)
            g.frame_number[f, frames.Number.LOST_TYPE] = 1 << 30
            list_types(g, f, int(t.steps[row, 1]))
    else:
        list_types(g, f, int(t.steps[row, 1]))


@compiled
def put_type_in_place(g, t, f, row, character, types):
    """Take the TYPE away that goes, and give the new one."""
    until = int(g.turn) + int(t.steps[row, 3])
    lost = int(g.frame_number[f, frames.Number.LOST_TYPE])
    drop_types(g, character, Modifier.ADD_TYPE.value, lost, until)
    modify(g, character, Modifier.REMOVE_TYPE.value, lost, until)
    drop_types(g, character, Modifier.REMOVE_TYPE.value, types, until)
    modify(g, character, Modifier.ADD_TYPE.value, types, until)
    note(t, Event.MODIFIED, owner_of(character), area_of(g, character), Modifier.ADD_TYPE.value, types)
    g.frame_number[f, frames.Number.LOST_TYPE] = 0
    picks.go_to(g, f, row + 1)


@compiled
def become_type(g, t, f, row):
    """Step `Do.BECOME_TYPE`: the TYPE chosen takes the place of all that a character has (CR 2.3.4)."""
    types, until = int(g.frame_number[f, frames.Number.TYPES]), int(g.turn) + int(t.steps[row, 3])
    if picks.no_character(g, f):
        picks.fail_in_full(g, f)
    character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
    while character != NONE:
        if g.top[character] != NONE:
            lost = ALL_TYPES & ~types
            drop_types(g, character, Modifier.ADD_TYPE.value, lost, until)
            modify(g, character, Modifier.REMOVE_TYPE.value, lost, until)
            drop_types(g, character, Modifier.REMOVE_TYPE.value, types, until)
            modify(g, character, Modifier.ADD_TYPE.value, types, until)
            note(t, Event.MODIFIED, owner_of(character), area_of(g, character), Modifier.ADD_TYPE.value, types)
        character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, character + 1)
    picks.go_to(g, f, row + 1)


@compiled
def negate(g, t, f, row):
    """Step `Do.NEGATE`: one effect text of the selected character, chosen if it has several, or all (CR 11.13)."""
    character = frames.first_character(g, f, frames.Characters.SELECTED.value)
    powers = 0 if character == NONE else int(t.cards[g.card[g.top[character]]].n_powers)
    if t.steps[row, 1]:
        negate_all(g, t, f)
    elif powers == 0:
        picks.fail_in_full(g, f)
    elif g.answered:
        power = picks.take_answer(g)
        g.negated[g.top[character]] |= 1 << (power - 1)
        note(t, Event.NEGATED, owner_of(character), area_of(g, character), g.card[g.top[character]], power)
    elif powers == 1:
        g.negated[g.top[character]] |= 1
        note(t, Event.NEGATED, owner_of(character), area_of(g, character), g.card[g.top[character]], 0)
    else:
        ask(g, Decision.NUMBER, int(g.frame[f, frames.Column.PLAYER]))
        for k in range(powers):
            offer(g, k + 1)
        return
    picks.go_to(g, f, row + 1)


@compiled
def negate_all(g, t, f):
    """Every effect text of every selected character."""
    negated = False
    character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
    while character != NONE:
        if g.top[character] != NONE:
            powers = int(t.cards[g.card[g.top[character]]].n_powers)
            g.negated[g.top[character]] |= (1 << powers) - 1
            negated = negated or powers > 0
            if powers > 0:
                note(t, Event.NEGATED, owner_of(character), area_of(g, character), g.card[g.top[character]], 0)
        character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, character + 1)
    if not negated:
        picks.fail_in_full(g, f)


# --- cards (CR 11.10-11.12) --------------------------------------------------------------------------------


@compiled
def draw_cards(g, t, f, row):
    """Step `Do.DRAW`: one at a time, as far as the deck goes (CR 11.10)."""
    seats, count = int(t.steps[row, 1]), picks.decided(g, t, f, t.steps[row, 2])
    you = int(g.frame[f, frames.Column.PLAYER])
    for k in range(PLAYERS):
        player = g.lead if k == 0 else 1 - g.lead
        if seats != Seats.BOTH and (player == you) != (seats == Seats.YOU):
            continue
        drawn = 0
        while drawn < count:
            card = draw_card(g, t, player, f)
            if card == NONE:
                break
            drawn += 1
            frames.add_to_group(g, f, Group.DRAWN.value, card)
        if drawn < count:
            picks.fail_in_full(g, f)
        if drawn > 0:
            trigger_draw(g, t, player, f)
    if count <= 0:
        picks.fail_in_full(g, f)
    picks.go_to(g, f, row + 1)


@compiled
def reveal_selected(g, t, f, row):
    """Step `Do.REVEAL`: everyone sees the cards, or one player looks; they stay where they are (CR 11.11, 12.3)."""
    looks = int(t.steps[row, 1])
    card = frames.next_in_group(g, f, Group.SELECTED.value, 0)
    while card != NONE:
        frames.add_to_group(g, f, Group.LOOKED.value if looks else Group.REVEALED.value, card)
        frames.add_to_group(g, f, Group.REST.value, card)
        if looks:
            show_to(g, int(g.frame[f, frames.Column.PLAYER]), card)
            note(t, Event.LOOKED, int(g.frame[f, frames.Column.PLAYER]), g.card[card], owner_of(card), 0)
        else:
            for viewer in range(PLAYERS):
                show_to(g, viewer, card)
            note(t, Event.MOVED, owner_of(card), g.card[card], NONE, NONE)
        card = frames.next_in_group(g, f, Group.SELECTED.value, card + 1)
    picks.go_to(g, f, row + 1)


@compiled
def move_one(g, t, f, card, destination):
    """Move one card to a zone of its owner; on a deck it lies below what this statement has put there before."""
    if destination == Destination.HAND:
        return_to_hand(g, t, f, card)
    elif destination == Destination.DISCARD:
        send_to_discard(g, t, f, card)
    elif destination == Destination.EXILE:
        if is_protected(g, card, frames.controller_of(g, f, NONE)):
            picks.fail_in_full(g, f)
        else:
            send_to_exile(g, t, f, card)
    else:
        shift = ORDER_BITS * owner_of(card)
        depth = (int(g.frame_number[f, frames.Number.ORDER]) >> shift) & ((1 << ORDER_BITS) - 1)
        return_to_deck(g, t, f, card, destination, depth)
        if destination == Destination.DECK_TOP:
            g.frame_number[f, frames.Number.ORDER] += 1 << shift


@compiled
def move_selected(g, t, f, row):
    """Step `Do.MOVE`: the selected cards go to a zone; by choice where the text or CR 3.2.2 leaves order or place."""
    destination, ordered = int(t.steps[row, 1]), int(t.steps[row, 2])
    if not g.answered:
        trigger_departures(g, t, f, min(destination, Destination.DECK_TOP.value))
    if destination == Destination.DECK_TOP_OR_BOTTOM:
        move_by_choice(g, t, f, row)
    elif g.answered or (ordered and frames.group_size(g, f, Group.SELECTED.value) > 1):
        move_in_order(g, t, f, row, destination)
    elif destination == Destination.DECK_TOP or destination == Destination.DECK_BOTTOM:
        move_to_deck(g, t, f, row, destination)
    else:
        for player in range(PLAYERS):
            move_all_of(g, t, f, player, destination)
        end_move(g, f, row)


@compiled
def move_all_of(g, t, f, player, destination):
    """The selected cards of one player go to a zone; what is discarded is one batch."""
    before = g.frame_cards[f, Group.DISCARDED, player]
    card = frames.next_in_group(g, f, Group.SELECTED.value, player * SEATS)
    while card != NONE and owner_of(card) == player:
        move_one(g, t, f, card, destination)
        card = frames.next_in_group(g, f, Group.SELECTED.value, card + 1)
    if g.frame_cards[f, Group.DISCARDED, player] != before:
        trigger_discard(g, t, player, f)


@compiled
def move_to_deck(g, t, f, row, destination):
    """Cards return to a deck: out of a public zone in any order (CR 3.2.2), else as they lie or were picked."""
    if frames.group_size(g, f, Group.SELECTED.value) > 1 and is_any_public(g, f):
        move_in_order(g, t, f, row, destination)
        return
    last = frames.group_size(g, f, Group.SELECTED.value) - 1
    for k in range(last + 1):
        card = next_as_is(g, f)
        move_one(g, t, f, card, destination)
        if k < last:
            frames.drop_from_group(g, f, Group.SELECTED.value, card)
    end_move(g, f, row)


@compiled
def is_any_public(g, f):
    """Whether a selected card lies in a public zone (CR 3.4.2, 3.3.2: hand and deck are private)."""
    card = frames.next_in_group(g, f, Group.SELECTED.value, 0)
    while card != NONE:
        origin = origin_of(g, card)
        if origin != Spot.HAND and origin != Spot.DECK:
            return True
        card = frames.next_in_group(g, f, Group.SELECTED.value, card + 1)
    return False


@compiled
def next_as_is(g, f):
    """The selected card that was picked first; where none was picked, the one nearest the top of a deck."""
    for i in range(g.frame_number[f, frames.Number.MADE]):
        if frames.in_group(g, f, Group.SELECTED.value, int(g.picks[i])):
            return int(g.picks[i])
    for player in range(PLAYERS):
        for place in range(g.n_deck[player] - 1, -1, -1):
            if frames.in_group(g, f, Group.SELECTED.value, int(g.deck[player, place])):
                return int(g.deck[player, place])
    return frames.first_in_group(g, f, Group.SELECTED.value)


@compiled
def end_move(g, f, row):
    """The move is complete."""
    if frames.group_size(g, f, Group.SELECTED.value) == 0:
        picks.fail_in_full(g, f)
    g.frame_number[f, frames.Number.ORDER] = 0
    g.frame_number[f, frames.Number.NEXT] = 0
    settle_stirred(g, 1 - int(g.frame[f, frames.Column.PLAYER]))
    picks.go_to(g, f, row + 1)


@compiled
def ask_order(g, f):
    """Ask which of the selected cards comes next: the first named lies nearest the top."""
    ask(g, Decision.ORDER, int(g.frame[f, frames.Column.PLAYER]))
    card = frames.next_in_group(g, f, Group.SELECTED.value, 0)
    while card != NONE:
        offer(g, card)
        card = frames.next_in_group(g, f, Group.SELECTED.value, card + 1)
    picks.sort_cards(g)
    picks.merge_copies(g)


@compiled
def move_in_secret_order(g, t, f, card, destination):
    """Move one of several cards; in which order they come onto a deck, the other player does not see (CR 3.2.2)."""
    move_one(g, t, f, card, destination)
    if destination >= Destination.DECK_TOP:
        stir(g, 1 - int(g.frame[f, frames.Column.PLAYER]), card)


@compiled
def move_in_order(g, t, f, row, destination):
    """One decision a card."""
    if g.answered:
        card = picks.take_answer(g)
        move_in_secret_order(g, t, f, card, destination)
        frames.drop_from_group(g, f, Group.SELECTED.value, card)
        if frames.group_size(g, f, Group.SELECTED.value) == 1:
            move_in_secret_order(g, t, f, frames.first_in_group(g, f, Group.SELECTED.value), destination)
            end_move(g, f, row)
            return
    ask_order(g, f)


@compiled
def move_by_choice(g, t, f, row):
    """Top or bottom of the deck, card by card; of several cards the next one is named before its place."""
    size = frames.group_size(g, f, Group.SELECTED.value)
    if size == 1 and g.frame_number[f, frames.Number.NEXT] == 0:
        g.frame_number[f, frames.Number.NEXT] = frames.first_in_group(g, f, Group.SELECTED.value) + 1
    if g.answered:
        option = picks.take_answer(g)
        if option >= 0:
            g.frame_number[f, frames.Number.NEXT] = option + 1
        else:
            card = int(g.frame_number[f, frames.Number.NEXT]) - 1
            end = Destination.DECK_TOP.value if option == Option.TOP else Destination.DECK_BOTTOM.value
            if size > 1 or is_stirring(g, 1 - int(g.frame[f, frames.Column.PLAYER])):
                move_in_secret_order(g, t, f, card, end)
            else:
                move_one(g, t, f, card, end)
            g.frame_number[f, frames.Number.NEXT] = 0
            if size > 1:
                frames.drop_from_group(g, f, Group.SELECTED.value, card)
            size -= 1
    if size == 0:
        end_move(g, f, row)
    elif g.frame_number[f, frames.Number.NEXT] == 0 and size > 1:
        ask_order(g, f)
    else:
        ask(g, Decision.PLACE, int(g.frame[f, frames.Column.PLAYER]))
        offer(g, Option.TOP.value)
        offer(g, Option.BOTTOM.value)


# BP values that are chosen and laid on a character in place of all that its card prints (CR 8.1, RULINGS C15).


@compiled
def list_values(g, t, f, row):
    """Ask for one of the BP values that the cards of the step print, the lowest first."""
    you = int(g.frame[f, frames.Column.PLAYER])
    ask(g, Decision.NUMBER, you)
    first = int(t.steps[row, 1])
    for source_row in range(first, first + int(t.steps[row, 2])):
        source, seats = int(t.expressions[source_row, 0]), int(t.expressions[source_row, 1])
        place = frames.next_card_place(g, source, seats, you, f, 0)
        while place != NONE:
            card = frames.card_at(g, source, place)
            if picks.holds(g, t, f, t.steps[row, 3], card):
                for grade in range(Grade.EXTRA + 1):
                    if t.cards[g.card[card]].bp[grade] != NO_BP:
                        offer_once(g, int(t.cards[g.card[card]].bp[grade]))
            place = frames.next_card_place(g, source, seats, you, f, place + 1)
    for i in range(1, g.n_options):
        for j in range(i, 0, -1):
            if g.options[j - 1] > g.options[j]:
                g.options[j - 1], g.options[j] = int(g.options[j]), int(g.options[j - 1])


@compiled
def choose_bp(g, t, f, row):
    """Step `Do.CHOOSE_BP`: the value that is chosen; none where no card prints one."""
    if g.answered:
        option = picks.take_answer(g)
        if option == Option.DECLINE:
            picks.decline(g, f, int(t.steps[row, 4]))
            return
        g.frame_number[f, frames.Number.BP] = option
    else:
        list_values(g, t, f, row)
        if g.n_options > 0:
            if t.steps[row, 4] != NONE:
                offer(g, Option.DECLINE.value)
            return
        withdraw(g)
        picks.fail_in_full(g, f)
        g.frame_number[f, frames.Number.BP] = NO_BP
    picks.go_to(g, f, row + 1)


@compiled
def set_bp(g, t, f, row):
    """Step `Do.SET_BP`: every selected character has that many points in all columns (RULINGS C14, C15)."""
    amount, until = int(picks.value(g, t, f, t.steps[row, 1])), int(g.turn) + int(t.steps[row, 3])
    if picks.no_character(g, f) or amount < 0:
        picks.fail_in_full(g, f)
    else:
        character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
        while character != NONE:
            if g.top[character] != NONE:
                modify(g, character, Modifier.BP_VALUE.value, amount, until)
                area = area_of(g, character)
                note(t, Event.MODIFIED, owner_of(character), area, Modifier.BP_VALUE.value, amount)
            character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, character + 1)
    picks.go_to(g, f, row + 1)
