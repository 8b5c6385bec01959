"""The greedy policy: a sensible beginner who looks at one decision at a time."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, Decision, Grade, Option
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.field.stacks import is_character_card, may_be_set
from ucgsim.policies.greedy_effects import choose_in_effect
from ucgsim.policies.insight import (
    bp_opposite,
    follow_up,
    has_host,
    is_uncertain,
    own_bp,
    raised_bp,
    single_bp,
    win_chance,
)
from ucgsim.policies.worth import NEWEST_BONUS

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
    those games flatters them; `ucgsim redraw` tells what they are worth on a deck.
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
            if follow_up(g, t, g.player, row) != NONE:
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
    worth = float(single_bp(t, row))
    second = follow_up(g, t, player, row)
    if second != NONE:
        worth = max(worth, float(t.cards[g.card[second]].bp[Grade.DOUBLE]))
        if follow_up(g, t, player, g.card[second]) != NONE:
            worth += CHAIN_BONUS
    if has_host(g, t, player, row):
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
            last, before = area, own_bp(g, t, character)
            theirs, unsure = bp_opposite(g, t, player, area), is_uncertain(g, player, area)
            chance = win_chance(float(before), theirs, unsure)
        after = raised_bp(g, t, character, card_part(int(g.options[i])))
        gain = win_chance(float(after), theirs, unsure) - chance
        if area == g.n_areas - 1:
            gain *= 1.0 + NEWEST_BONUS
        gain += (after - before) * 1.0e-6
        if gain > best_gain:
            best, best_gain = i, gain
    return best
