"""Cards and scenes put into play by effects, swaps, Charge, and cards taken from under characters (CR 11)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Do, Edge, Group, Seats, Spot, Watch
from ucgsim.engine.bp import cannot_level_up
from ucgsim.engine.core.constants import NONE, PLAYERS, Decision, Event, Option, Switch
from ucgsim.engine.core.decisions import ask, note, offer, withdraw
from ucgsim.engine.effects import picks
from ucgsim.engine.effects.happenings import trigger_character, trigger_moved, trigger_of, trigger_scene
from ucgsim.engine.effects.moves import leave
from ucgsim.engine.expressions import frames
from ucgsim.engine.expressions.evaluate import may_take
from ucgsim.engine.field import stacks
from ucgsim.engine.field.memory import seat_fits
from ucgsim.engine.field.modifiers import ban
from ucgsim.engine.field.sight import show_all
from ucgsim.engine.field.zones import changed_zone, owner_of, put_in_discard

# --- putting into play (CR 11.8, 11.9) ---------------------------------------------------------------------


@compiled
def entered(g, t, f, card, character, own):
    """A card has been put into play: remember it, look at its stack afterwards, trigger."""
    frames.add_to_group(g, f, Group.PLAYED.value, card)
    frames.add_character(g, f, frames.Characters.PLAYED.value, character)
    g.touched[owner_of(card)] |= frames.bit_of(character)
    note(t, Event.LEVEL_UP, owner_of(card), stacks.area_of(g, character), g.card[card], 1)
    trigger_character(g, t, card, character, own, f)


@compiled
def put_on_host(g, t, f, row, under):
    """Steps `Do.PUT_ON_TOP`, `Do.PUT_UNDER`: the cards set apart go onto or under the selected character."""
    host = frames.first_character(g, f, frames.Characters.SELECTED.value)
    nothing = host == NONE or frames.group_size(g, f, Group.PLACED.value) == 0
    if nothing or (not under and cannot_level_up(g, t, host)):  # CR 1.2.2
        picks.fail_in_full(g, f)
    else:
        card = frames.next_in_group(g, f, Group.PLACED.value, 0)
        while card != NONE:
            leave(g, NONE, card)
            if under:
                stacks.stack_under(g, t, host, card)
            else:
                stacks.stack_on(g, t, host, card)
            entered(g, t, f, card, host, 0 if under else 1)
            trigger_of(g, t, Watch.PUT_UNDER.value if under else Watch.LEVELS_UP.value, host, f)
            card = frames.next_in_group(g, f, Group.PLACED.value, card + 1)
    picks.go_to(g, f, row + 1)


@compiled
def insert_in_stack(g, t, character, card, above):
    """Put a card into a stack below ``above`` cards; the others stay what they are."""
    if above == 0 or g.height[character] == 0:
        stacks.stack_on(g, t, character, card)
        return
    over = int(g.top[character])
    for _ in range(above - 1):
        over = int(g.link[over])
    below = g.link[over]
    stacks.stack_under(g, t, character, card)
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
    area, slot = int(g.frame[f, frames.Column.AREA]), int(g.frame[f, frames.Column.SLOT])
    player = int(g.frame[f, frames.Column.PLAYER])
    count, first = frames.group_size(g, f, Group.SELECTED.value), frames.first_in_group(g, f, Group.SELECTED.value)
    vacant = area != NONE and g.field[player, area] == NONE
    if area == NONE or count == 0 or (vacant and count == 1 and not stacks.may_be_set(t, g.card[first])):  # CR 11.15.1
        picks.fail_in_full(g, f)
    elif vacant:
        build_stack(g, t, f, player, area)
    else:
        character = int(g.field[player, area])
        leave(g, NONE, first)
        insert_in_stack(g, t, character, first, slot)
        entered(g, t, f, first, character, 1 if slot == 0 else 0)
    g.frame[f, frames.Column.AREA] = NONE
    picks.go_to(g, f, row + 1)


@compiled
def lowest_level(g, t, f):
    """Of the selected cards the one of the lowest level."""
    best = NONE
    card = frames.next_in_group(g, f, Group.SELECTED.value, 0)
    while card != NONE:
        if best == NONE or t.cards[g.card[card]].level < t.cards[g.card[best]].level:
            best = card
        card = frames.next_in_group(g, f, Group.SELECTED.value, card + 1)
    return best


@compiled
def build_stack(g, t, f, player, area):
    """A new character out of the selected cards, by level from the bottom (CR 11.8, 12.1.1)."""
    character = stacks.new_character(g, player, area)
    count = frames.group_size(g, f, Group.SELECTED.value)
    for k in range(count):
        card = lowest_level(g, t, f)
        frames.drop_from_group(g, f, Group.SELECTED.value, card)
        leave(g, NONE, card)
        stacks.stack_on(g, t, character, card)
        if k < count - 1:
            frames.add_to_group(g, f, Group.PLAYED.value, card)
        else:
            entered(g, t, f, card, character, 1)


@compiled
def pick_stack(g, t, f, row):
    """Step `Do.STACK_OF_STATE`: cards that make a conforming stack of a height, the lowest first."""
    height = int(t.steps[row, 1])
    if g.answered:
        frames.add_to_group(g, f, Group.SELECTED.value, picks.take_answer(g))
    elif g.frame_number[f, frames.Number.PICKED] == NONE:
        g.frame_number[f, frames.Number.PICKED] = 0
        frames.clear_group(g, f, Group.SELECTED.value)
    picked = frames.group_size(g, f, Group.SELECTED.value)
    if picked < height:
        picks.list_cards(g, t, f, int(t.steps[row, 2]), int(t.steps[row, 3]), int(t.steps[row, 4]), 0)
        keep_stackable(g, t, f, height - picked)
        if g.n_options > 0:
            picks.show_offered(g)
            picks.sort_cards(g)
            picks.merge_copies(g)
            return
        picks.fail_in_full(g, f)
        frames.clear_group(g, f, Group.SELECTED.value)
    withdraw(g)
    g.frame_number[f, frames.Number.PICKED] = NONE
    picks.go_to(g, f, row + 1)


@compiled
def highest_selected(g, t, f):
    """Of the selected cards the one of the highest level, NONE for none."""
    best = NONE
    card = frames.next_in_group(g, f, Group.SELECTED.value, 0)
    while card != NONE:
        if best == NONE or t.cards[g.card[card]].level > t.cards[g.card[best]].level:
            best = card
        card = frames.next_in_group(g, f, Group.SELECTED.value, card + 1)
    return best


@compiled
def continues(g, t, card, missing, total):
    """Whether ``missing`` more cards on offer can be stacked on ``card``, one on the other."""
    while missing > 0:
        following = NONE
        for i in range(total):
            if stacks.fits_on(t, g.card[g.options[i]], g.card[card]):
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
        fits = t.cards[g.card[card]].bp[0] >= 0 if top == NONE else stacks.fits_on(t, g.card[card], g.card[top])
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
    card = frames.first_in_group(g, f, Group.SELECTED.value)
    if card == NONE:
        picks.fail_in_full(g, f)
    else:
        leave(g, NONE, card)
        if g.scene != NONE:
            old = int(g.scene)
            g.scene = NONE
            put_in_discard(g, t, old)
            trigger_moved(g, t, f, old, Spot.SCENE_AREA.value, Spot.DISCARD.value)
            note(t, Event.SCENE_LEAVES, owner_of(old), g.card[old], 0, 0)
        g.scene = card
        changed_zone(g, t, card)
        show_all(g, card)
        frames.add_to_group(g, f, Group.PLAYED.value, card)
        g.scene_draws = owner_of(card)
        note(t, Event.SCENE_SET, owner_of(card), g.card[card], 1, 0)
        trigger_scene(g, t, card, f)
    picks.go_to(g, f, row + 1)


@compiled
def swap(g, t, f, row):
    """Step `Do.SWAP`: two characters of one side change places; nothing triggers (CR 11.9)."""
    first = frames.first_character(g, f, frames.Characters.ASIDE.value)
    if first != NONE:
        g.frame_characters[f, frames.Characters.SELECTED, owner_of(first)] &= ~frames.bit_of(first)
    second = frames.first_character(g, f, frames.Characters.SELECTED.value)
    if first == NONE or second == NONE or owner_of(first) != owner_of(second):
        picks.fail_in_full(g, f)
    else:
        player = owner_of(first)
        here, there = stacks.area_of(g, first), stacks.area_of(g, second)
        g.field[player, here] = second
        g.field[player, there] = first
        note(t, Event.MODIFIED, player, here, NONE, there)
        trigger_of(g, t, Watch.SWAPPED.value, first, f)
        trigger_of(g, t, Watch.SWAPPED.value, second, f)
    picks.go_to(g, f, row + 1)


# --- Charge (CR 11.17) -------------------------------------------------------------------------------------


@compiled
def charge_count(g, t, f, row):
    """Step `Do.CHARGE_COUNT`: whether, and for more than one how many, cards are charged. Since version 1.7 that is
    how many are revealed, which needs no host, and the host is chosen, or none, when they are seen (CR 11.17.1).
    """
    you = int(g.frame[f, frames.Column.PLAYER])
    reveals = t.rules[Switch.CHARGE_REVEALS_FIRST] != 0
    most = min(int(t.steps[row, 1]), int(g.n_deck[you]))
    if g.answered:
        option = picks.take_answer(g)
        if option == Option.DECLINE:
            picks.fail_in_full(g, f)
            picks.go_to(g, f, int(t.steps[row, 2]))
        else:
            g.frame_number[f, frames.Number.COUNT] = 1 if option == Option.YES else option
            if reveals:
                reveal_top(g, t, you, int(g.frame_number[f, frames.Number.COUNT]))
            picks.go_to(g, f, int(t.steps[row, 4]) if reveals else row + 1)
        return
    possible = most > 0 and t.rules[Switch.CHARGE] != 0
    if not possible or (not reveals and picks.value(g, t, f, t.steps[row, 3]) == 0):
        picks.fail_in_full(g, f)
        picks.go_to(g, f, int(t.steps[row, 2]))
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
def reveal_top(g, t, player, count):
    """CR 11.11.1: everybody sees the top cards of a deck, one after the other; they stay where they are."""
    for k in range(count):
        card = int(g.deck[player, g.n_deck[player] - 1 - k])
        show_all(g, card)
        note(t, Event.MOVED, player, g.card[card], NONE, NONE)


@compiled
def charge(g, t, f, row):
    """Step `Do.CHARGE`: each card goes under the host, below the Charge cards that are there (CR 11.17.3)."""
    host = frames.first_character(g, f, frames.Characters.SELECTED.value)
    if host == NONE:
        picks.fail_in_full(g, f)
    else:
        player = owner_of(host)
        for _ in range(g.frame_number[f, frames.Number.COUNT]):
            n = int(g.n_deck[player])
            if n == 0:
                break
            card = int(g.deck[player, n - 1])
            leave(g, NONE, card)
            changed_zone(g, t, card)
            g.link[card] = g.charge[host]
            g.charge[host] = card
            show_all(g, card)  # CR 11.17.1: it is revealed before it lies face-down
            note(t, Event.MOVED, player, g.card[card], Spot.DECK.value, Spot.CHARGE.value)
            trigger_moved(g, t, f, card, Spot.DECK.value, Spot.CHARGE.value)
            trigger_of(g, t, Watch.CHARGED.value, host, f)
    picks.go_to(g, f, row + 1)


@compiled
def protect(g, t, f, row):
    """Step `Do.PROTECT`: cards of a discard area cannot be exiled by the opponent's effects this turn (CR 1.2.2)."""
    you = int(g.frame[f, frames.Column.PLAYER])
    g.protected[you if t.steps[row, 1] == Seats.YOU else 1 - you] = g.turn
    picks.go_to(g, f, row + 1)


@compiled
def forbid(g, t, f, row):
    """Step `Do.FORBID`: a player, or both, are kept from something in this turn or in the next (CR 1.2.2)."""
    seats, deed, turn = int(t.steps[row, 1]), int(t.steps[row, 2]), int(g.turn) + int(t.steps[row, 3])
    for player in range(PLAYERS):
        if seat_fits(seats, int(g.frame[f, frames.Column.PLAYER]), player):
            ban(g, player, deed, turn)
            note(t, Event.BANNED, player, deed, int(t.steps[row, 3]), 0)
    picks.go_to(g, f, row + 1)


# Cards that lie under or in characters, and groups of this run: what a step takes from them (CR 11.8, 11.17).


@compiled
def list_stack_cards(g, t, f, row, character):
    """Offer the cards of a character's stack, or its Charge cards, that a step may take."""
    edge, test, keep = int(t.steps[row, 1]), int(t.steps[row, 2]), int(t.steps[row, 3])
    charge = t.steps[row, 0] == Do.CHARGE_CARDS
    ask(g, Decision.CARD, int(g.frame[f, frames.Column.PLAYER]))
    first = int(g.charge[character]) if charge else int(g.top[character])
    card = first
    while card != NONE:
        # A stack goes down from its top card, the Charge cards go up from the lowest.
        end = Edge.BOTTOM.value if charge else Edge.TOP.value
        other = Edge.TOP.value if charge else Edge.BOTTOM.value
        fits = edge == Edge.ANY or (card == first and edge != other) or (g.link[card] == NONE and edge != end)
        if fits and (charge or may_take(g, t, character, card, test, keep)):
            offer(g, card)
        card = int(g.link[card])
    picks.merge_copies(g)


@compiled
def stack_cards(g, t, f, row):
    """Steps `Do.STACK_CARDS` and `Do.CHARGE_CARDS` (CR 11.17): one card of each selected character's stack, or one of
    its Charge cards, chosen where the edge leaves it open.
    """
    keep = int(t.steps[row, 4])
    if g.answered:
        frames.add_to_group(g, f, Group.SELECTED.value, picks.take_answer(g))
        frames.drop_character(
            g, f, frames.Characters.ASIDE.value, frames.first_character(g, f, frames.Characters.ASIDE.value)
        )
    elif g.frame_number[f, frames.Number.PICKED] == NONE:
        g.frame_number[f, frames.Number.PICKED] = 0
        picks.begin_group(g, f, keep)
        frames.copy_characters(g, f, frames.Characters.SELECTED.value, frames.Characters.ASIDE.value)
    character = frames.next_character_in(g, f, frames.Characters.ASIDE.value, 0)
    while character != NONE:
        if g.top[character] != NONE:
            list_stack_cards(g, t, f, row, character)
            if g.n_options > 1:
                picks.sort_cards(g)
                return
            if g.n_options == 1:
                frames.add_to_group(g, f, Group.SELECTED.value, int(g.options[0]))
            else:
                picks.fail_in_full(g, f)
        frames.drop_character(g, f, frames.Characters.ASIDE.value, character)
        character = frames.next_character_in(g, f, frames.Characters.ASIDE.value, character + 1)
    withdraw(g)
    g.frame_number[f, frames.Number.PICKED] = NONE
    if nothing_selected(g, f, keep):
        picks.fail_in_full(g, f)
    picks.go_to(g, f, row + 1)


@compiled
def nothing_selected(g, f, keep):
    """Whether no card was selected; for one of several parts, whether there was no character to take it from."""
    return picks.no_character(g, f) if keep else frames.group_size(g, f, Group.SELECTED.value) == 0


@compiled
def whole_characters(g, t, f, row):
    """Step `Do.WHOLE_CHARACTERS`: all cards of the selected characters' stacks; what it was is remembered."""
    picks.begin_group(g, f, int(t.steps[row, 1]))
    first = frames.first_character(g, f, frames.Characters.SELECTED.value)
    if first != NONE and g.top[first] != NONE:
        g.frame_number[f, frames.Number.REMOVED_STATE] = 1 << stacks.state_of_height(t, g.height[first])
        g.frame_number[f, frames.Number.REMOVED_ROW] = g.card[g.top[first]]
    character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, 0)
    while character != NONE:
        if g.top[character] != NONE:
            card = int(g.top[character])
            while card != NONE:
                frames.add_to_group(g, f, Group.SELECTED.value, card)
                card = int(g.link[card])
        character = frames.next_character_in(g, f, frames.Characters.SELECTED.value, character + 1)
    if picks.no_character(g, f):
        picks.fail_in_full(g, f)
    picks.go_to(g, f, row + 1)


@compiled
def group_cards(g, t, f, row):
    """Step `Do.GROUP_CARDS`: all cards of a group of this run."""
    group, keep = int(t.steps[row, 1]), int(t.steps[row, 2])
    before = (int(g.frame_cards[f, Group.SELECTED, 0]), int(g.frame_cards[f, Group.SELECTED, 1]))
    frames.copy_group(g, f, group, Group.SELECTED.value)
    if keep == 0:
        g.frame_number[f, frames.Number.MADE] = 0
    if group == Group.REVEALED or group == Group.LOOKED:
        for player in range(PLAYERS):  # what has moved since is another card (CR 3.2.3)
            g.frame_cards[f, Group.SELECTED, player] &= g.frame_cards[f, Group.REST, player]
    if group == Group.THIS and g.stamp[g.frame[f, frames.Column.CARD]] != g.frame[f, frames.Column.STAMP]:
        frames.clear_group(g, f, Group.SELECTED.value)
    if g.frame_cards[f, Group.SELECTED, 0] == 0 and g.frame_cards[f, Group.SELECTED, 1] == 0:
        picks.fail_in_full(g, f)
    if keep:
        for player in range(PLAYERS):
            g.frame_cards[f, Group.SELECTED, player] |= before[player]
    picks.go_to(g, f, row + 1)
