"""What things are worth to a player who looks one step ahead: a field, a card, a change on a character."""

from __future__ import annotations

from ucgsim.effects.code import Modifier
from ucgsim.engine.compiled import compiled
from ucgsim.engine.field import is_character_card, may_be_set
from ucgsim.engine.modifiers import modify
from ucgsim.engine.words import NONE
from ucgsim.engine.zones import owner_of
from ucgsim.policies.insight import chance_with, follow_up, hosts, own_bp

NEWEST_BONUS = 0.15
"""Winning the newest battle also gives the lead (CR 5.9.6.1), worth a part of a win."""
MARGIN = 1.0e-6
"""Worth of a point of BP that turns no battle: enough to break a tie."""


@compiled
def area_outlook(g, t, player, area):
    """Battles that a player can expect to win in one area, the lead for the newest included."""
    character = g.field[player, area]
    if character == NONE:
        return 0.0
    bp = own_bp(g, t, character)
    chance = chance_with(g, t, player, area, bp) + MARGIN * bp
    return chance * (1.0 + NEWEST_BONUS) if area == g.n_areas - 1 else chance


@compiled
def outlook(g, t, player):
    """Battles that a player can expect to win on the field as it is."""
    total = 0.0
    for area in range(g.n_areas):
        total += area_outlook(g, t, player, area)
        other = g.field[1 - player, area]
        if other != NONE and g.hidden[other] == 0:
            total -= MARGIN * own_bp(g, t, other)
    return total


@compiled
def entry_of(g, character, kind):
    """Entry of a modifier of this turn that an equal one would be added to, or the next free one."""
    for i in range(g.n_modifiers):
        if g.modifier_on[i] == character and g.modifier_kind[i] == kind and g.modifier_until[i] == g.turn:
            return i
    return int(g.n_modifiers)


@compiled
def outlook_with(g, t, player, character, kind, amount):
    """Outlook if a modifier lay on a character; the record is left as it was."""
    entries, entry = int(g.n_modifiers), entry_of(g, character, kind)
    before = int(g.modifier_amount[entry]) if entry < entries else 0
    modify(g, character, kind, amount, int(g.turn))
    result = outlook(g, t, player)
    if entry < entries:
        g.modifier_amount[entry] = before
    g.n_modifiers = entries
    return result


@compiled
def outlook_without_top(g, t, player, character):
    """Outlook if the top card of a character were gone; the record is left as it was."""
    card = int(g.top[character])
    below = int(g.link[card])
    if below == NONE:
        return outlook(g, t, player)
    g.top[character] = below
    g.height[character] -= 1
    result = outlook(g, t, player)
    g.top[character] = card
    g.height[character] += 1
    return result


@compiled
def outlook_with_card(g, t, player, character, card):
    """Outlook if a card lay on top of a character; the record is left as it was."""
    top, link = int(g.top[character]), int(g.link[card])
    g.link[card] = top
    g.top[character] = card
    g.height[character] += 1
    result = outlook(g, t, player)
    g.height[character] -= 1
    g.top[character] = top
    g.link[card] = link
    return result


@compiled
def outlook_swapped(g, t, player, one, other):
    """Outlook if two characters of one side had changed places; the record is left as it was."""
    side = owner_of(one)
    here, there = 0, 0
    for area in range(g.n_areas):
        if g.field[side, area] == one:
            here = area
        if g.field[side, area] == other:
            there = area
    g.field[side, here] = other
    g.field[side, there] = one
    result = outlook(g, t, player)
    g.field[side, here] = one
    g.field[side, there] = other
    return result


@compiled
def copies_in_hand(g, player, row):
    """How many cards of a row a player holds."""
    count = 0
    for place in range(g.n_hand[player]):
        if g.card[g.hand[player, place]] == row:
            count += 1
    return count


@compiled
def worth_in_hand(g, t, player, card):
    """What a card is worth in its player's hand, about 0 to 3: level-ups waiting for it, chains, something to set."""
    row = g.card[card]
    if not is_character_card(t, row):
        reachable = t.cards[row].round <= g.n_areas + 1
        return 0.5 if reachable and copies_in_hand(g, player, row) < 2 else 0.2
    worth = 0.6 * min(hosts(g, t, player, row), 2)
    if may_be_set(t, row):
        worth += 0.6
        if follow_up(g, t, player, row) != NONE:
            worth += 0.8
    return worth / max(copies_in_hand(g, player, row), 1) ** 0.5 - 0.02 * t.cards[row].level


@compiled
def bears_on(kind):
    """Whether a kind of modifier can change the outlook."""
    return kind <= Modifier.READS_EXTRA or kind == Modifier.ADD_TYPE or kind == Modifier.REMOVE_TYPE
