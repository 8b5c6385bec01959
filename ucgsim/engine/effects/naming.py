"""Cards of several character names off the field: whoever controls one chooses a name of it as soon as an effect asks,
and for the rest of that effect it has that name alone (CR 11.21.2).

Nobody is asked. A choice stays open as long as it makes no difference: a card that is picked has the names under which
it may be picked, and where a condition or an amount depends on a name, those under which it holds or is largest.
"""

from __future__ import annotations

from ucgsim.engine.bp.settling import inquire
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NAMES, NONE, PLAYERS, SEATS
from ucgsim.engine.expressions.frames import Column
from ucgsim.engine.field.stacks import ALL_NAMES, names_now


@compiled
def names_that_serve(g, t, f, expression, card, subject):
    """Bits of the names of a card under which an expression gives most, whatever its sign; others stay as they are."""
    me, you = int(g.frame[f, Column.CHARACTER]), int(g.frame[f, Column.PLAYER])
    before = int(g.frame_names[f, card])
    allowed, best, serving = names_now(g, t, f, card), 0, 0
    for i in range(NAMES):
        if (allowed >> i) & 1 and t.cards[g.card[card]].character[i] != NONE:
            g.frame_names[f, card] = 1 << i
            number = abs(int(inquire(g, t, expression, f, me, you, subject)))
            if number > best:
                best, serving = number, 0
            if number == best:
                serving |= 1 << i
    g.frame_names[f, card] = before
    return serving


@compiled
def name_picked(g, t, f, expression, card):
    """A card is picked by a filter (NONE: no filter): it has the names under which it fits."""
    if t.many_names and expression != NONE and t.cards[g.card[card]].character[1] != NONE:
        g.frame_names[f, card] = names_that_serve(g, t, f, expression, card, card)


@compiled
def name_asked(g, t, f, expression):
    """A condition or an amount is asked for: cards whose name makes a difference have the one that serves."""
    if t.many_names == 0:
        return
    character = int(g.frame[f, Column.CHARACTER])
    for player in range(PLAYERS):
        for k in range(g.n_cards[player]):
            card = player * SEATS + k
            if t.cards[g.card[card]].character[1] != NONE:
                g.frame_names[f, card] = names_that_serve(g, t, f, expression, card, character)


@compiled
def forget_names(g, t, f):
    """An effect begins: every card has all of its names."""
    if t.many_names:
        for card in range(PLAYERS * SEATS):
            g.frame_names[f, card] = ALL_NAMES
