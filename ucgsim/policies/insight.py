"""What a policy makes of the field from what its player may see (CR 3.1.5, 3.6.3), and what things are worth to it."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Modifier
from ucgsim.engine.bp import bp_as, bp_of, printed_column
from ucgsim.engine.core.constants import NO_BP, NONE, Grade
from ucgsim.engine.core.layout import Kin
from ucgsim.engine.field.modifiers import modify
from ucgsim.engine.field.stacks import area_of, conforms_on, facing, is_character_card, may_be_set, state_of_height
from ucgsim.engine.field.zones import owner_of

HIDDEN_SINGLE = 7000.0
"""Typical BP of a card just set face-down: the commonest SINGLE value among printed characters."""
HIDDEN_DOUBLE = 11500.0
"""Typical BP of a card set and leveled up in the same turn."""
HIDDEN_STEP = 4500.0
"""Typical gain of a level-up whose card lies face-down."""
SPREAD = 4000.0
"""How far a hidden BP may lie from its typical value."""


@compiled
def own_bp(g, t, character):
    """BP that an own character will have once turned up; own face-down cards are known (CR 3.6.3)."""
    return bp_as(g, t, character, int(g.top[character]), state_of_height(t, g.height[character]))


@compiled
def raised_bp(g, t, character, card):
    """BP that an own character will have with ``card`` stacked on top."""
    return bp_as(g, t, character, card, state_of_height(t, g.height[character] + 1))


@compiled
def expected_bp(g, t, character):
    """BP to reckon with in an opponent's character, of which face-down cards are only counted."""
    if character == NONE:
        return -1.0
    hidden = g.hidden[character]
    if hidden == 0:
        return float(bp_of(g, t, character))
    if hidden == g.height[character]:
        return HIDDEN_SINGLE if hidden == 1 else HIDDEN_DOUBLE
    return bp_of(g, t, character) + HIDDEN_STEP


@compiled
def win_chance(mine, theirs, uncertain):
    """Battles won on average with BP ``mine`` against ``theirs``; a tie counts a little less than half."""
    if uncertain:
        return min(max(0.5 + (mine - theirs) / (2.0 * SPREAD), 0.0), 1.0)
    if mine > theirs:
        return 1.0
    return 0.4 if mine == theirs else 0.0


@compiled
def is_uncertain(g, player, area):
    """Whether the opposing side of an area holds face-down cards, or none yet."""
    other = facing(g, player, area)
    return other == NONE or g.hidden[other] > 0


@compiled
def bp_opposite(g, t, player, area):
    """BP to reckon with on the opposing side of an area, set or not."""
    other = facing(g, player, area)
    return HIDDEN_SINGLE if other == NONE else expected_bp(g, t, other)


@compiled
def follow_up(g, t, player, row):
    """A card in hand that would level up a card of ``row`` just set: the one with the best DOUBLE BP, or NONE."""
    best, best_card = NO_BP, NONE
    for place in range(g.n_hand[player]):
        card = int(g.hand[player, place])
        other = g.card[card]
        if t.kin[other, row] & Kin.FOLLOWS:
            bp = int(t.cards[other].bp[Grade.DOUBLE])
            if bp > best:
                best, best_card = bp, card
    return best_card


@compiled
def has_host(g, t, player, row):
    """Whether a card of ``row`` could level up an own character, now or in a later turn."""
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and conforms_on(g, t, row, g.top[character]):
            return True
    return False


@compiled
def hosts(g, t, player, row):
    """Own characters that a card of ``row`` could level up, now or in a later turn."""
    count = 0
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and conforms_on(g, t, row, g.top[character]):
            count += 1
    return count


@compiled
def single_bp(t, row):
    """BP of a card of ``row`` as SINGLE, of the nearest column where none is printed."""
    return max(int(t.cards[row].bp[printed_column(t, row, Grade.SINGLE.value)]), 0)


# What things are worth to a player who looks one step ahead: a field, a card, a change on a character.


NEWEST_BONUS = 0.15
"""Winning the newest battle also gives the lead (CR 5.9.6.1), worth a part of a win."""
MARGIN = 1.0e-6
"""Worth of a point of BP that turns no battle: enough to break a tie."""


@compiled
def area_outlook(g, t, player, area):
    """Battles that a player can expect to win in one area, the lead for the newest included.

    A change on a character bears on its own area almost always, so changes are rated there alone.
    """
    character, other = g.field[player, area], g.field[1 - player, area]
    theirs = bp_opposite(g, t, player, area)
    result = 0.0
    if character != NONE:
        bp = own_bp(g, t, character)
        result = win_chance(float(bp), theirs, is_uncertain(g, player, area)) + MARGIN * bp
    if other != NONE and g.hidden[other] == 0:
        result -= MARGIN * theirs
    return result * (1.0 + NEWEST_BONUS) if area == g.n_areas - 1 else result


@compiled
def entry_of(g, character, kind):
    """Entry of a modifier of this turn that an equal one would be added to, or the next free one."""
    for i in range(g.n_modifiers):
        if g.modifier_on[i] == character and g.modifier_kind[i] == kind and g.modifier_until[i] == g.turn:
            return i
    return int(g.n_modifiers)


@compiled
def gain_with(g, t, player, character, kind, amount):
    """Outlook gained if a modifier lay on a character; the record is left as it was."""
    area = area_of(g, character)
    now = area_outlook(g, t, player, area)
    entries, entry = int(g.n_modifiers), entry_of(g, character, kind)
    before = int(g.modifier_amount[entry]) if entry < entries else 0
    modify(g, character, kind, amount, int(g.turn))
    result = area_outlook(g, t, player, area)
    if entry < entries:
        g.modifier_amount[entry] = before
    g.n_modifiers = entries
    return result - now


@compiled
def gain_without_top(g, t, player, character):
    """Outlook gained if the top card of a character were gone; the record is left as it was."""
    card = int(g.top[character])
    below, area = int(g.link[card]), area_of(g, character)
    now = area_outlook(g, t, player, area)
    if below == NONE:
        return 0.0
    g.top[character] = below
    g.height[character] -= 1
    result = area_outlook(g, t, player, area)
    g.top[character] = card
    g.height[character] += 1
    return result - now


@compiled
def gain_with_card(g, t, player, character, card):
    """Outlook gained if a card lay on top of a character; the record is left as it was."""
    area = area_of(g, character)
    now = area_outlook(g, t, player, area)
    top, link = int(g.top[character]), int(g.link[card])
    g.link[card] = top
    g.top[character] = card
    g.height[character] += 1
    result = area_outlook(g, t, player, area)
    g.height[character] -= 1
    g.top[character] = top
    g.link[card] = link
    return result - now


@compiled
def gain_swapped(g, t, player, one, other):
    """Outlook gained if two characters of one side had changed places; the record is left as it was."""
    side, here, there = owner_of(one), area_of(g, one), area_of(g, other)
    if here == NONE or there == NONE:
        return 0.0
    now = area_outlook(g, t, player, here) + area_outlook(g, t, player, there)
    g.field[side, here] = other
    g.field[side, there] = one
    result = area_outlook(g, t, player, here) + area_outlook(g, t, player, there)
    g.field[side, here] = one
    g.field[side, there] = other
    return result - now


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
    copies = copies_in_hand(g, player, row)
    if not is_character_card(t, row):
        reachable = t.cards[row].scene_round <= g.n_areas + 1
        return 0.5 if reachable and copies < 2 else 0.2
    worth = 0.6 * min(hosts(g, t, player, row), 2)
    if may_be_set(t, row):
        worth += 0.6
        if follow_up(g, t, player, row) != NONE:
            worth += 0.8
    if copies > 1:
        worth /= copies**0.5
    return worth - 0.02 * t.cards[row].level


@compiled
def bears_on(kind):
    """Whether a kind of modifier can change the outlook."""
    return kind <= Modifier.READS_EXTRA or kind == Modifier.ADD_TYPE or kind == Modifier.REMOVE_TYPE
