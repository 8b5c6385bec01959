"""Payment powers: which may be used, and using one (CR 5.8, 9.4)."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Ban, PowerCode
from ucgsim.engine.bp.settling import inquire
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, Decision, Option
from ucgsim.engine.core.decisions import ask, offer, withdraw
from ucgsim.engine.effects.triggers import (
    POWER_STRIDE,
    count_use,
    push_frame,
    within_limit,
)
from ucgsim.engine.expressions.evaluate import is_active, is_negated
from ucgsim.engine.expressions.frames import (
    Column,
)
from ucgsim.engine.field.memory import Memory, remember
from ucgsim.engine.field.modifiers import is_banned
from ucgsim.engine.field.stacks import state_of_height, topmost_face_up
from ucgsim.engine.field.zones import owner_of


@compiled
def may_use(g, t, power, card, character, player, ignoring):
    """CR 9.4: whether a payment power may be used: active, within its limit, conditions met, cost payable."""
    entry = t.powers[power]
    if entry.kind != PowerCode.PAYMENT or is_banned(g, player, Ban.ACTIVATE):  # CR 1.2.2
        return False
    state = 0 if character == NONE else state_of_height(t, g.height[character])
    if is_negated(g, t, power, card):
        return False
    if not ignoring and not (is_active(g, t, power, card, state) and within_limit(g, t, power, card)):
        return False
    if entry.condition != NONE and inquire(g, t, entry.condition, NONE, character, player, character) == 0:
        return False
    return entry.payable == NONE or inquire(g, t, entry.payable, NONE, character, player, character) != 0


@compiled
def list_powers_of(g, t, card, character, player, ignoring):
    """Offer the payment powers of one card."""
    row = t.cards[g.card[card]]
    if row.has_payments == 0:
        return
    for power in range(row.first_power, row.first_power + row.n_powers):
        if may_use(g, t, power, card, character, player, ignoring):
            offer(g, card + POWER_STRIDE * (power - row.first_power))


@compiled
def list_payments(g, t, player):
    """Ask which payment power a player uses (CR 5.8.2.1); nothing is asked where there is none."""
    if t.has_payments == 0:
        return
    ask(g, Decision.ACTIVATE, player)
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE:
            card = topmost_face_up(g, character)
            if card != NONE:
                list_powers_of(g, t, card, int(character), player, 0)
    if g.scene != NONE and owner_of(g.scene) == player:  # CR 6.3.3
        list_powers_of(g, t, int(g.scene), NONE, player, 0)
    if g.n_options == 0:
        withdraw(g)
    else:
        offer(g, Option.DECLINE.value)


@compiled
def character_of_top(g, card):
    """The character whose top card a card is, NONE for a scene."""
    player = owner_of(card)
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and g.top[character] == card:
            return int(character)
    return NONE


@compiled
def use_power(g, t, option, by_rule, batch):
    """Use a payment power: its cost, then its effect (CR 9.4.1)."""
    card, place = option % POWER_STRIDE, option // POWER_STRIDE
    power = int(t.cards[g.card[card]].first_power) + place
    character = character_of_top(g, card)
    if by_rule:
        count_use(g, t, power, card)
    if character != NONE:
        state = state_of_height(t, g.height[character])
        remember(g, Memory.ACTIVATE_USED.value, owner_of(card), 1 << state, int(g.card[card]), NONE)
    push_frame(g, t, power, card, character, int(t.powers[power].start), batch)
    g.frame[g.n_frames - 1, Column.USED] = 1
