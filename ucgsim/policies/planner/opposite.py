"""Chances of battles in which a text asks for the card opposite while that one lies face-down, or is not set yet.

A continuous power that asks for its battle opponent gives nothing before that one is turned up. So every card of the
other list that may lie there is laid down, and both sides are asked for their BP; the record is left as it was.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.bp import bp_of, printed_column
from ucgsim.engine.core.constants import NONE, SEATS
from ucgsim.engine.field.stacks import facing, fits_on, may_be_set, state_of_height, topmost_face_up
from ucgsim.engine.field.zones import owner_of
from ucgsim.policies.insight import win_chance

SPARE = SEATS - 1
"""Seat of a card and of a character that no game has."""


@compiled
def asks(t, row, state):
    """Whether a continuous power of a card, active in ``state``, asks for its battle opponent."""
    return (int(t.cards[row].asks_opposite) >> state) & 1 != 0


@compiled
def is_asked(g, t, player, area, card):
    """Whether ``card`` on top of the own character asks for the card opposite, or one that may lie there asks for it;
    what lies open there was asked for already, but not changed.
    """
    character, other, row = int(g.field[player, area]), facing(g, player, area), int(g.card[card])
    is_open = other != NONE and g.hidden[other] == 0
    state = state_of_height(t, int(g.height[character]) + (1 if g.top[character] != card else 0))
    if asks(t, row, state) and (not is_open or t.cards[row].wide_kinds != 0):
        return True
    state = 0 if other == NONE else state_of_height(t, g.height[other])
    if is_open:
        return asks(t, g.card[g.top[other]], state)
    return (int(t.learned.list_asks[1 - player]) >> state) & 1 != 0


@compiled
def chance_asked(g, t, player, area, card, bp):
    """Chance of a battle with ``card`` on top of the own character; ``bp``: its BP where it is not asked.

    Below 0 where no card of the other list fits opposite.
    """
    m, rival, row = t.learned, 1 - player, int(g.card[card])
    character, other, place = int(g.field[player, area]), facing(g, player, area), place_of(g, t, player, area, card)
    if place != NONE and m.asked_bp[rival, row, place] == bp:
        return m.asked_chance[rival, row, place]
    is_vacant = other == NONE
    if is_vacant:
        other = rival * SEATS + SPARE
        lay_alone(g, rival, area, other)
    top, link, hidden = turn_up(g, character, card)
    if g.hidden[other] == 0:
        chance = win_chance(float(bp_of(g, t, character)), float(bp_of(g, t, other)), uncertain=False)
    else:
        chance = chance_of_rows(g, t, character, other, bp)
    turn_down(g, character, card, top, link, hidden)
    if is_vacant:
        take_away(g, rival, area)
    if place != NONE:
        m.asked_bp[rival, row, place] = bp
        m.asked_chance[rival, row, place] = chance
    return chance


@compiled
def place_of(g, t, player, area, card):
    """Where the chance of a battle against the other list is noted that follows from the own BP and from what is
    printed; NONE for none.
    """
    character, other, row = int(g.field[player, area]), facing(g, player, area), int(g.card[card])
    height, theirs = int(g.height[character]), 1 if other == NONE else int(g.height[other])
    if g.top[character] != card:
        height += 1
    if t.learned.list_plain[1 - player] == 0 or g.n_modifiers > 0 or g.negated[card] != 0:
        return NONE
    if height > 2 or (other != NONE and g.hidden[other] != theirs):
        return NONE
    if t.cards[row].asks_more != 0 and asks(t, row, state_of_height(t, height)):
        return NONE
    return 2 * (height - 1) + (1 if theirs > 1 else 0)


@compiled
def chance_of_rows(g, t, character, other, bp):
    """The same against each card of the list that may lie face-down on top of ``other``; the own side lies open."""
    m, rival, card = t.learned, owner_of(other), int(g.top[other])
    row, link, hidden = int(g.card[card]), int(g.link[card]), int(g.hidden[other])
    own, state = int(g.card[g.top[character]]), state_of_height(t, g.height[other])
    shown = NONE if hidden == g.height[other] else int(g.card[topmost_face_up(g, other)])
    is_asking = asks(t, own, state_of_height(t, g.height[character]))
    reaches = shown != NONE or (is_asking and t.cards[own].wide_kinds != 0)
    g.hidden[other] = 0
    if hidden > 1:
        g.link[card] = NONE
    won, cards = 0.0, 0
    for i in range(m.list_rows[rival]):
        laid = int(m.list_row[rival, i])
        if not may_lie(t, rival, laid, shown, g.height[other] == 1):
            continue
        g.card[card] = laid
        answers = asks(t, laid, state)
        mine, theirs = bp, float(max(int(t.cards[laid].bp[printed_column(t, laid, state)]), 0))
        if is_asking or (answers and t.cards[laid].wide_kinds != 0):
            mine = float(bp_of(g, t, character))
        if answers or reaches:
            theirs = float(bp_of(g, t, other))
        copies = int(m.list_left[rival, laid])
        won += copies * win_chance(mine, theirs, uncertain=False)
        cards += copies
    g.card[card] = row
    g.link[card] = link
    g.hidden[other] = hidden
    return won / cards if cards > 0 else -1.0


@compiled
def may_lie(t, rival, row, shown, is_single):
    """Whether a card of ``row`` may lie face-down on one of ``shown``, alone, or on a card set in the same Round."""
    if shown != NONE:
        return fits_on(t, row, shown)
    return may_be_set(t, row) if is_single else t.learned.list_below[rival, row] > 0


# Cards laid down for a question, and taken away again.


@compiled
def turn_up(g, character, card):
    """Turn up a character with ``card`` on top, which may lie there already; returns what ``turn_down`` is to know."""
    top, link, hidden = int(g.top[character]), int(g.link[card]), int(g.hidden[character])
    if card != top:
        g.link[card] = top
        g.top[character] = card
        g.height[character] += 1
    g.hidden[character] = 0
    return top, link, hidden


@compiled
def turn_down(g, character, card, top, link, hidden):
    """Undo ``turn_up``."""
    if card != top:
        g.height[character] -= 1
        g.top[character] = top
        g.link[card] = link
    g.hidden[character] = hidden


@compiled
def lay_alone(g, player, area, card):
    """Lay a card that lies in no stack face-down into an empty side of an area."""
    character = player * SEATS + SPARE
    g.field[player, area] = character
    g.top[character] = card
    g.link[card] = NONE
    g.height[character] = 1
    g.hidden[character] = 1
    g.charge[character] = NONE


@compiled
def take_away(g, player, area):
    """Undo ``lay_alone``."""
    character = player * SEATS + SPARE
    g.field[player, area] = NONE
    g.top[character] = NONE
    g.height[character] = 0
    g.hidden[character] = 0
    g.charge[character] = 0
