"""Cards that lie under or in characters, and groups of this run: what a step takes from them (CR 11.8, 11.17)."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Edge, Group
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS, Decision
from ucgsim.engine.core.decisions import ask, offer, withdraw
from ucgsim.engine.effects.moves import character_with
from ucgsim.engine.effects.picks import fail_in_full, go_to, no_character, sort_cards, take_answer
from ucgsim.engine.expressions.evaluate import may_take
from ucgsim.engine.expressions.frames import (
    Characters,
    Column,
    Number,
    add_to_group,
    clear_group,
    copy_characters,
    copy_group,
    drop_character,
    first_character,
    group_size,
    has_character,
    next_character_in,
)
from ucgsim.engine.field.stacks import state_of_height


@compiled
def list_stack_cards(g, t, f, row, character):
    """Offer the cards of a character's stack that a step may take."""
    edge, test, keep = int(t.steps[row, 1]), int(t.steps[row, 2]), int(t.steps[row, 3])
    ask(g, Decision.CARD, int(g.frame[f, Column.PLAYER]))
    card = int(g.top[character])
    while card != NONE:
        top, bottom = g.top[character] == card, g.link[card] == NONE
        fits = edge == Edge.ANY or (top and edge != Edge.BOTTOM) or (bottom and edge != Edge.TOP)
        if fits and may_take(g, t, character, card, test, keep):
            offer(g, card)
        card = int(g.link[card])


@compiled
def stack_cards(g, t, f, row):
    """Step `Do.STACK_CARDS`: one card of each selected character's stack, chosen where the edge leaves it open."""
    if g.answered:
        card = take_answer(g)
        add_to_group(g, f, Group.SELECTED.value, card)
        drop_character(g, f, Characters.ASIDE.value, character_with(g, card))
    elif g.frame_number[f, Number.PICKED] == NONE:
        g.frame_number[f, Number.PICKED] = 0
        clear_group(g, f, Group.SELECTED.value)
        copy_characters(g, f, Characters.SELECTED.value, Characters.ASIDE.value)
    character = next_character_in(g, f, Characters.ASIDE.value, 0)
    while character != NONE:
        if g.top[character] != NONE:
            list_stack_cards(g, t, f, row, character)
            if g.n_options > 1:
                sort_cards(g)
                return
            if g.n_options == 1:
                add_to_group(g, f, Group.SELECTED.value, int(g.options[0]))
            else:
                fail_in_full(g, f)
            drop_character(g, f, Characters.ASIDE.value, character)
        character = next_character_in(g, f, Characters.ASIDE.value, character + 1)
    withdraw(g)
    g.frame_number[f, Number.PICKED] = NONE
    if group_size(g, f, Group.SELECTED.value) == 0:
        fail_in_full(g, f)
    go_to(g, f, row + 1)


@compiled
def charge_cards(g, t, f, row):
    """Step `Do.CHARGE_CARDS`: the bottom or top Charge card of each selected character (CR 11.17)."""
    clear_group(g, f, Group.SELECTED.value)
    for character in range(PLAYERS * SEATS):
        if g.top[character] == NONE or not has_character(g, f, Characters.SELECTED.value, character):
            continue
        card = int(g.charge[character])
        if card == NONE:
            fail_in_full(g, f)
            continue
        while t.steps[row, 1] == Edge.TOP and g.link[card] != NONE:
            card = int(g.link[card])
        add_to_group(g, f, Group.SELECTED.value, card)
    if group_size(g, f, Group.SELECTED.value) == 0:
        fail_in_full(g, f)
    go_to(g, f, row + 1)


@compiled
def whole_characters(g, t, f, row):
    """Step `Do.WHOLE_CHARACTERS`: all cards of the selected characters' stacks; what it was is remembered."""
    clear_group(g, f, Group.SELECTED.value)
    first = first_character(g, f, Characters.SELECTED.value)
    if first != NONE and g.top[first] != NONE:
        g.frame_number[f, Number.REMOVED_STATE] = 1 << state_of_height(t, g.height[first])
        g.frame_number[f, Number.REMOVED_ROW] = g.card[g.top[first]]
    character = next_character_in(g, f, Characters.SELECTED.value, 0)
    while character != NONE:
        if g.top[character] != NONE:
            card = int(g.top[character])
            while card != NONE:
                add_to_group(g, f, Group.SELECTED.value, card)
                card = int(g.link[card])
        character = next_character_in(g, f, Characters.SELECTED.value, character + 1)
    if no_character(g, f):
        fail_in_full(g, f)
    go_to(g, f, row + 1)


@compiled
def group_cards(g, t, f, row):
    """Step `Do.GROUP_CARDS`: all cards of a group of this run."""
    group = int(t.steps[row, 1])
    copy_group(g, f, group, Group.SELECTED.value)
    g.frame_number[f, Number.MADE] = 0
    if group == Group.REVEALED or group == Group.LOOKED:
        for player in range(PLAYERS):  # what has moved since is another card (CR 3.2.3)
            g.frame_cards[f, Group.SELECTED, player] &= g.frame_cards[f, Group.REST, player]
    if group == Group.THIS and g.stamp[g.frame[f, Column.CARD]] != g.frame[f, Column.STAMP]:
        clear_group(g, f, Group.SELECTED.value)
    if g.frame_cards[f, Group.SELECTED, 0] == 0 and g.frame_cards[f, Group.SELECTED, 1] == 0:
        fail_in_full(g, f)
    go_to(g, f, row + 1)
