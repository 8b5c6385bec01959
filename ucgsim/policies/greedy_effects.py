"""How the greedy policy answers effects: it tries what an answer changes at once and takes the best outlook.

It reads the step that asks and the steps right after it, as a player reads the rest of the text before answering.
"""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Destination, Do, Group, Modifier, Purpose, Ref, Seats
from ucgsim.engine.bp.settling import inquire
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import AREAS, NONE, Decision, Option
from ucgsim.engine.effects.payments import character_of_top
from ucgsim.engine.effects.triggers import POWER_STRIDE
from ucgsim.engine.expressions.frames import (
    Characters,
    Column,
    Number,
    first_character,
    first_in_group,
    opposing,
)
from ucgsim.engine.expressions.places import next_character
from ucgsim.engine.field.zones import owner_of
from ucgsim.policies.worth import (
    bears_on,
    gain_swapped,
    gain_with,
    gain_with_card,
    gain_without_top,
    worth_in_hand,
)

LOOK_AHEAD = 24
"""Steps of a text that are read before an answer."""
DRAW_WORTH = 0.25
"""A card more in hand, in wins."""
TAKE_WORTH = 0.2
"""A card of one's choice, or one level more by an effect."""
CARD_PRICE = 0.25
"""A card paid from hand."""
SMALL_PRICE = 0.03
"""Any other cost."""
SACRIFICE = 0.35
"""What may be given up on the field for something whose worth is not known."""
DEAR = 1.3
"""A hand card worth more than this is not discarded for something optional."""


@compiled
def step_after(t, row, op):
    """Place of the next step of a kind after ``row`` in the same part of the text, NONE when there is none."""
    for ahead in range(1, LOOK_AHEAD):
        next_op = int(t.steps[row + ahead, 0])
        if next_op == op:
            return row + ahead
        if next_op == Do.END or next_op == Do.ASK or next_op == Do.PICK_CHARACTERS or next_op == Do.PICK_CARDS:
            return NONE
    return NONE


@compiled
def amount_of(g, t, f, row, player):
    """Amount of a `Do.MODIFY` step as it would be now."""
    me = int(g.frame[f, Column.CHARACTER]) if f != NONE else NONE
    return int(inquire(g, t, int(t.steps[row, 2]), f, me, player, me))


@compiled
def gain_of_modifiers(g, t, f, row, character, player):
    """Outlook gained if the modifiers from step ``row`` on were laid on a character (each on its own)."""
    gain = 0.0
    while int(t.steps[row, 0]) == Do.MODIFY:
        kind = int(t.steps[row, 1])
        if bears_on(kind):
            gain += gain_with(g, t, player, character, kind, amount_of(g, t, f, row, player))
        row += 1
    return gain


# --- characters --------------------------------------------------------------------------------------------


@compiled
def deed_after(t, row):
    """Place of the step after ``row`` that says what is done to a character chosen there, NONE for nothing known."""
    for op in (Do.STACK_CARDS.value, Do.PUT_ON_TOP.value, Do.SWAP.value, Do.MODIFY.value, Do.CHOOSE_TYPE.value):
        place = step_after(t, row, op)
        if place != NONE:
            return place
    return NONE


@compiled
def rate_character(g, t, f, deed, target, player):
    """Outlook gained if the step ``deed`` is done to a character."""
    op = int(t.steps[deed, 0])
    if op == Do.STACK_CARDS:
        return gain_without_top(g, t, player, target)
    if op == Do.PUT_ON_TOP:
        card = first_in_group(g, f, Group.PLACED.value)
        return gain_with_card(g, t, player, target, card) if card != NONE else 0.0
    if op == Do.SWAP:
        first = first_character(g, f, Characters.ASIDE.value)
        return gain_swapped(g, t, player, first, target) if first != NONE else 0.0
    if op == Do.MODIFY:
        return gain_of_modifiers(g, t, f, deed, target, player)
    return gain_with(g, t, player, target, Modifier.ADD_TYPE.value, int(t.steps[deed, 1]))


@compiled
def choose_character(g, t, f, row):
    """The character that gains most; declines what would cost too much."""
    player, deed = int(g.player), deed_after(t, row)
    to_opponent = int(t.steps[row + 1, 0]) == Do.TO_OPPONENTS
    best, best_gain = 0, -1.0e9
    for i in range(g.n_options):
        option = int(g.options[i])
        if option >= 0:
            target = opposing(g, option) if to_opponent else option
            gain = 0.0
            if target != NONE and deed != NONE:
                gain = rate_character(g, t, f, deed, target, player)
            if gain > best_gain:
                best, best_gain = i, gain
    if int(g.options[g.n_options - 1]) == Option.DECLINE:
        price = SACRIFICE if deed != NONE and t.steps[deed, 0] == Do.STACK_CARDS else 0.0
        if best_gain < -price:
            return int(g.n_options) - 1
    return best


# --- cards -------------------------------------------------------------------------------------------------


@compiled
def purpose_of_cards(t, row):
    """What the cards that a step picks are for; it stands beside the first source."""
    if int(t.steps[row, 0]) != Do.PICK_CARDS:
        return Purpose.NEUTRAL.value
    return int(t.expressions[int(t.steps[row, 1]), 2])


@compiled
def choose_card(g, t, row):
    """Give up what is needed least, take what is needed most."""
    player, purpose = int(g.player), purpose_of_cards(t, row)
    sign = -1.0 if purpose == Purpose.GIVE_UP else 1.0
    best, best_worth = 0, -1.0e9
    for i in range(g.n_options):
        option = int(g.options[i])
        if option >= 0:
            worth = worth_in_hand(g, t, player, option) if owner_of(option) == player else 0.0
            if sign * worth > best_worth:
                best, best_worth = i, sign * worth
    last = int(g.n_options) - 1
    if purpose == Purpose.GIVE_UP and int(g.options[last]) == Option.DECLINE and -best_worth > DEAR:
        return last
    return best


@compiled
def choose_place(g, t, f):
    """Own cards that are useful go on top, an opponent's to the bottom."""
    player = int(g.player)
    card = int(g.frame_number[f, Number.NEXT]) - 1
    if card == NONE:
        card = first_in_group(g, f, Group.SELECTED.value)
    if card == NONE or owner_of(card) != player:
        return 1
    return 0 if worth_in_hand(g, t, player, card) > DEAR * 0.5 else 1


@compiled
def choose_first_in_order(g, t):
    """The most useful card nearest the top."""
    best, best_worth = 0, -1.0e9
    for i in range(g.n_options):
        worth = worth_in_hand(g, t, int(g.player), int(g.options[i]))
        if worth > best_worth:
            best, best_worth = i, worth
    return best


# --- yes or no, TYPEs, numbers -----------------------------------------------------------------------------


@compiled
def choose_optional(g, t, f, row):
    """Yes, unless what follows worsens the outlook on the very character that the text fixes."""
    player = int(g.player)
    fixed = row + 1
    if int(t.steps[fixed, 0]) != Do.THAT_CHARACTER or int(g.frame[f, Column.PLAYER]) != player:
        return 0
    character = int(g.frame[f, Column.CHARACTER]) if t.steps[fixed, 1] == Ref.THIS else NONE
    following = fixed + 1
    if int(t.steps[following, 0]) == Do.TO_OPPONENTS:
        character = opposing(g, character)
        following += 1
    if int(t.steps[following, 0]) == Do.REMEMBER_CHARACTERS:
        following += 1
    if character == NONE or int(t.steps[following, 0]) != Do.MODIFY:
        return 0
    return 0 if gain_of_modifiers(g, t, f, following, character, player) >= 0.0 else 1


@compiled
def choose_type_by_outlook(g, t, f, row):
    """The TYPE that improves the outlook most on the characters selected."""
    player = int(g.player)
    character = first_character(g, f, Characters.SELECTED.value)
    if character == NONE:
        return 0
    best, best_rate = 0, -1.0e9
    for i in range(g.n_options):
        option = int(g.options[i])
        if option >= 0:
            kind = Modifier.ADD_TYPE.value
            if int(t.steps[row, 0]) == Do.REPLACE_TYPE and step_is_losing(g, f):
                kind = Modifier.REMOVE_TYPE.value
            rate = gain_with(g, t, player, character, kind, 1 << option)
            if rate > best_rate:
                best, best_rate = i, rate
    return best


@compiled
def step_is_losing(g, f):
    """Whether the TYPE that goes is being chosen."""
    return g.frame_number[f, Number.LOST_TYPE] == 0


@compiled
def choose_number(g, t, row):
    """As many Charge cards or as high a BP as possible, else the first way that is possible."""
    if int(t.steps[row, 0]) == Do.CHOOSE_BP:
        declines = int(g.options[g.n_options - 1]) == Option.DECLINE
        return int(g.n_options) - (2 if declines else 1)
    if int(t.steps[row, 0]) == Do.CHARGE_COUNT:
        return max(int(g.n_options) - 2, 0)
    return 0


# --- payment powers ----------------------------------------------------------------------------------------


@compiled
def best_on_candidates(g, t, row, me, player):
    """Best gain of the modifier after a selection over all characters that it could take."""
    modifier = step_after(t, row, Do.MODIFY.value)
    if modifier == NONE:
        return TAKE_WORTH if step_after(t, row, Do.PUT_ON_TOP) != NONE else SMALL_PRICE
    seats, expression = int(t.steps[row, 1]), int(t.steps[row, 2])
    to_opponent = int(t.steps[row + 1, 0]) == Do.TO_OPPONENTS
    every = int(t.steps[row, 4]) == NONE
    best = 0.0
    place = next_character(g, seats, player, 0)
    while place != NONE:
        character = int(g.field[place // AREAS, place % AREAS])
        if inquire(g, t, expression, NONE, me, player, character) != 0:
            target = opposing(g, character) if to_opponent else character
            if target != NONE:
                gain = gain_of_modifiers(g, t, NONE, modifier, target, player)
                best = best + gain if every else max(best, gain)
        place = next_character(g, seats, player, place + 1)
    return best


@compiled
def gain_of_power(g, t, option, player):
    """What using a payment power is worth: what its text does at once, less what it costs."""
    card = option % POWER_STRIDE
    power = int(t.cards[g.card[card]].first_power) + option // POWER_STRIDE
    me = character_of_top(g, card)
    row, effect = int(t.powers[power].start), int(t.powers[power].effect)
    gain = 0.0
    for _ in range(LOOK_AHEAD):
        op = int(t.steps[row, 0])
        if op == Do.END:
            break
        if row < effect:
            gain -= price_of(t, row, op)
        elif op == Do.PICK_CHARACTERS:
            gain += best_on_candidates(g, t, row, me, player)
        elif op == Do.THAT_CHARACTER and me != NONE:
            gain += gain_on_itself(g, t, row, me, player)
        elif op == Do.DRAW and t.steps[row, 1] != Seats.OPPONENT:
            gain += DRAW_WORTH
        elif takes_something(t, row, op):
            gain += TAKE_WORTH
        row += 1
    return gain


@compiled
def takes_something(t, row, op):
    """Whether a step brings a card of one's choice, or runs or stops another power."""
    if op == Do.PICK_CARDS:
        return purpose_of_cards(t, row) == Purpose.GAIN
    return op == Do.RUN_ACTIVATE or op == Do.RUN_ENTER or op == Do.NEGATE


@compiled
def price_of(t, row, op):
    """Price of one step of a cost."""
    if op == Do.MOVE and t.steps[row, 1] == Destination.DISCARD and int(t.steps[row - 1, 0]) == Do.PICK_CARDS:
        return CARD_PRICE
    return SMALL_PRICE if op == Do.MOVE else 0.0


@compiled
def gain_on_itself(g, t, row, me, player):
    """Gain of modifiers on the character that bears the power, or on its battle opponent."""
    following, target = row + 1, me
    if int(t.steps[following, 0]) == Do.TO_OPPONENTS:
        target = opposing(g, me)
        following += 1
    if int(t.steps[following, 0]) == Do.REMEMBER_CHARACTERS:
        following += 1
    if target == NONE or int(t.steps[following, 0]) != Do.MODIFY:
        return 0.0
    return gain_of_modifiers(g, t, NONE, following, target, player)


@compiled
def choose_power(g, t):
    """The payment power worth most, or to pass when none pays."""
    best, best_gain = int(g.n_options) - 1, 0.02
    forced = int(g.options[best]) != Option.DECLINE
    if forced:
        best, best_gain = 0, -1.0e9
    for i in range(g.n_options):
        option = int(g.options[i])
        if option >= 0:
            gain = gain_of_power(g, t, option, int(g.player))
            if gain > best_gain:
                best, best_gain = i, gain
    return best


@compiled
def choose_in_effect(g, t):
    """Index of the greedy answer to a decision that an effect asks."""
    kind = g.kind
    if kind == Decision.ACTIVATE:
        return choose_power(g, t)
    f = int(g.n_frames) - 1
    if f < 0 or kind == Decision.RESOLVE:
        return 0
    row = int(g.frame[f, Column.STEP])
    if kind == Decision.CHARACTER:
        return choose_character(g, t, f, row)
    if kind == Decision.CARD:
        return choose_card(g, t, row)
    if kind == Decision.OPTIONAL:
        return choose_optional(g, t, f, row)
    if kind == Decision.TYPE:
        return choose_type_by_outlook(g, t, f, row)
    if kind == Decision.PLACE:
        return choose_place(g, t, f)
    if kind == Decision.ORDER:
        return choose_first_in_order(g, t)
    return choose_number(g, t, row) if kind == Decision.NUMBER else 0
