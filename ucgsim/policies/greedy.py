"""The greedy policy: a sensible beginner who looks at one decision at a time.

It reads the step that asks and the steps right after it, as a player reads the rest of the text before answering.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Destination, Do, Group, Modifier, Purpose, Ref, Seats
from ucgsim.engine.bp import inquire
from ucgsim.engine.core.constants import AREAS, NONE, Decision, Grade, Option
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.effects.triggers import POWER_STRIDE, character_of_top
from ucgsim.engine.expressions import frames
from ucgsim.engine.field.stacks import is_character_card, may_be_set
from ucgsim.engine.field.zones import owner_of
from ucgsim.policies import insight

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
    me = int(g.frame[f, frames.Column.CHARACTER]) if f != NONE else NONE
    return int(inquire(g, t, int(t.steps[row, 2]), f, me, player, me))


@compiled
def gain_of_modifiers(g, t, f, row, character, player):
    """Outlook gained if the modifiers from step ``row`` on were laid on a character (each on its own)."""
    gain = 0.0
    while int(t.steps[row, 0]) == Do.MODIFY:
        kind = int(t.steps[row, 1])
        if insight.bears_on(kind):
            gain += insight.gain_with(g, t, player, character, kind, amount_of(g, t, f, row, player))
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
        return insight.gain_without_top(g, t, player, target)
    if op == Do.PUT_ON_TOP:
        card = frames.first_in_group(g, f, Group.PLACED.value)
        return insight.gain_with_card(g, t, player, target, card) if card != NONE else 0.0
    if op == Do.SWAP:
        first = frames.first_character(g, f, frames.Characters.ASIDE.value)
        return insight.gain_swapped(g, t, player, first, target) if first != NONE else 0.0
    if op == Do.MODIFY:
        return gain_of_modifiers(g, t, f, deed, target, player)
    return insight.gain_with(g, t, player, target, Modifier.ADD_TYPE.value, int(t.steps[deed, 1]))


@compiled
def choose_character(g, t, f, row):
    """The character that gains most; declines what would cost too much."""
    player, deed = int(g.player), deed_after(t, row)
    to_opponent = int(t.steps[row + 1, 0]) == Do.TO_OPPONENTS
    best, best_gain = 0, -1.0e9
    for i in range(g.n_options):
        option = int(g.options[i])
        if option >= 0:
            target = frames.opposing(g, option) if to_opponent else option
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
    """What the cards that a step picks are for; it is next to the first source."""
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
            worth = insight.worth_in_hand(g, t, player, option) if owner_of(option) == player else 0.0
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
    card = int(g.frame_number[f, frames.Number.NEXT]) - 1
    if card == NONE:
        card = frames.first_in_group(g, f, Group.SELECTED.value)
    if card == NONE or owner_of(card) != player:
        return 1
    return 0 if insight.worth_in_hand(g, t, player, card) > DEAR * 0.5 else 1


@compiled
def choose_first_in_order(g, t):
    """The most useful card nearest the top."""
    best, best_worth = 0, -1.0e9
    for i in range(g.n_options):
        worth = insight.worth_in_hand(g, t, int(g.player), int(g.options[i]))
        if worth > best_worth:
            best, best_worth = i, worth
    return best


# --- yes or no, TYPEs, numbers -----------------------------------------------------------------------------


@compiled
def choose_optional(g, t, f, row):
    """Yes, unless what follows worsens the outlook on the very character that the text fixes."""
    player = int(g.player)
    fixed = row + 1
    if int(t.steps[fixed, 0]) != Do.THAT_CHARACTER or int(g.frame[f, frames.Column.PLAYER]) != player:
        return 0
    character = int(g.frame[f, frames.Column.CHARACTER]) if t.steps[fixed, 1] == Ref.THIS else NONE
    following = fixed + 1
    if int(t.steps[following, 0]) == Do.TO_OPPONENTS:
        character = frames.opposing(g, character)
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
    character = frames.first_character(g, f, frames.Characters.SELECTED.value)
    if character == NONE:
        return 0
    best, best_rate = 0, -1.0e9
    for i in range(g.n_options):
        option = int(g.options[i])
        if option >= 0:
            kind = Modifier.ADD_TYPE.value
            if int(t.steps[row, 0]) == Do.REPLACE_TYPE and step_is_losing(g, f):
                kind = Modifier.REMOVE_TYPE.value
            rate = insight.gain_with(g, t, player, character, kind, 1 << option)
            if rate > best_rate:
                best, best_rate = i, rate
    return best


@compiled
def step_is_losing(g, f):
    """Whether the TYPE that goes is being chosen."""
    return g.frame_number[f, frames.Number.LOST_TYPE] == 0


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
    place = frames.next_character(g, seats, player, 0)
    while place != NONE:
        character = int(g.field[place // AREAS, place % AREAS])
        if inquire(g, t, expression, NONE, me, player, character) != 0:
            target = frames.opposing(g, character) if to_opponent else character
            if target != NONE:
                gain = gain_of_modifiers(g, t, NONE, modifier, target, player)
                best = best + gain if every else max(best, gain)
        place = frames.next_character(g, seats, player, place + 1)
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
        target = frames.opposing(g, me)
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
    row = int(g.frame[f, frames.Column.STEP])
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


# The greedy policy: a sensible beginner who looks at one decision at a time.


MOST_SCENES = 1
"""Scenes in an opening hand that is kept."""
MOST_BEGINNINGS = 2
"""Cards of the lowest level of their character in an opening hand that is kept."""
CHAIN_BONUS = 1500.0
"""BP that a third card of the chain in hand is worth when choosing what to set."""
SPARED_HOST = 2500.0
"""BP that a card is worth in hand for a character on the field that it could level up."""
HIGH_LEVEL = 400.0
"""BP by which a card of a higher level is dearer to set: it is a level-up in waiting."""


@compiled
def choose_greedily(g, t, numbers):
    """Index of the option that a sensible beginner takes; ``numbers``: its row of policy numbers."""
    kind = g.kind
    if kind == Decision.LEVEL_UP:
        return choose_level_up(g, t, numbers[2])
    if kind == Decision.SET:
        return choose_set(g, t)
    if kind == Decision.REDRAW:
        return 1 if keeps(g, t) else 0
    if kind == Decision.LEAD:
        return 0 if numbers[1] > 0.5 else 1
    if kind == Decision.SCENE:
        return choose_scene(g, t)
    return choose_in_effect(g, t)


@compiled
def keeps(g, t):
    """A hand is kept when it holds a character that it can also level up and another one to set, and is neither
    full of scenes nor of cards that stacks begin with.

    The bounds are the best of six pairs tried in mirror games of eight shipped decks, so what they seemed to gain on
    those games flatters them; `ucgsim redraw` says what they are worth on a deck.
    """
    settable, chains, scenes, beginnings = 0, 0, 0, 0
    for place in range(g.n_hand[g.player]):
        row = g.card[g.hand[g.player, place]]
        if not is_character_card(t, row):
            scenes += 1
            continue
        beginnings += t.cards[row].begins
        if may_be_set(t, row):
            settable += 1
            if insight.follow_up(g, t, g.player, row) != NONE:
                chains += 1
    return chains > 0 and settable > 1 and scenes <= MOST_SCENES and beginnings <= MOST_BEGINNINGS


@compiled
def choose_scene(g, t):
    """Set the scene of the lowest Round: it draws a card, and leaves room for the next one (CR 6.3.2)."""
    best = 0
    for i in range(1, g.n_options):
        option = int(g.options[i])
        lowest = t.cards[g.card[g.options[best]]].scene_round
        if option != Option.DECLINE and t.cards[g.card[option]].scene_round < lowest:
            best = i
    return best


@compiled
def choose_set(g, t):
    """Set what has a follow-up in hand and is not needed on a character in play."""
    best, best_worth = 0, -1.0e9
    for i in range(g.n_options):
        worth = worth_of_setting(g, t, g.player, card_part(int(g.options[i])))
        if worth > best_worth:
            best, best_worth = i, worth
    return best


@compiled
def worth_of_setting(g, t, player, card):
    """Value in BP of setting a card now, less what it is worth in hand."""
    row = g.card[card]
    worth = float(insight.single_bp(t, row))
    second = insight.follow_up(g, t, player, row)
    if second != NONE:
        worth = max(worth, float(t.cards[g.card[second]].bp[Grade.DOUBLE]))
        if insight.follow_up(g, t, player, g.card[second]) != NONE:
            worth += CHAIN_BONUS
    if insight.has_host(g, t, player, row):
        worth -= SPARED_HOST
    return worth - HIGH_LEVEL * t.cards[row].level


@compiled
def choose_level_up(g, t, patience):
    """Level up where that gains most battles, the newest with the lead; pass when no level-up gains enough."""
    player, last = int(g.player), NONE
    best, best_gain = g.n_options - 1, float(patience)
    before, theirs, unsure, chance = 0, 0.0, False, 0.0
    for i in range(g.n_options):
        if g.options[i] == Option.DECLINE:
            continue
        area = area_part(int(g.options[i]))
        character = int(g.field[player, area])
        if area != last:  # options lie area by area
            last, before = area, insight.own_bp(g, t, character)
            theirs, unsure = insight.bp_opposite(g, t, player, area), insight.is_uncertain(g, player, area)
            chance = insight.win_chance(float(before), theirs, unsure)
        after = insight.raised_bp(g, t, character, card_part(int(g.options[i])))
        gain = insight.win_chance(float(after), theirs, unsure) - chance
        if area == g.n_areas - 1:
            gain *= 1.0 + insight.NEWEST_BONUS
        gain += (after - before) * 1.0e-6
        if gain > best_gain:
            best, best_gain = i, gain
    return best
