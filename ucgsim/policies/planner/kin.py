"""Which cards lie on which, listed once a table: so a deck is counted, not compared card by card for every option."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.learned import ROWS
from ucgsim.engine.field.stacks import fits_on


@compiled
def list_kin(t):
    """List for every row of the card table what fits on it, and what it fits on (CR 12.1.1)."""
    m = t.learned
    above, below = 0, 0
    for row in range(ROWS):
        for other in range(ROWS):
            if fits_on(t, other, row):
                m.above[above] = other
                above += 1
            if fits_on(t, row, other):
                m.below[below] = other
                below += 1
        m.above_ends[row + 1] = above
        m.below_ends[row + 1] = below
    m.listed = 1


@compiled
def count_deck(g, t, player):
    """Count the cards of the own deck by rows; its order is not looked at."""
    m = t.learned
    if m.listed == 0:
        list_kin(t)
    m.left[:] = 0
    for place in range(g.n_deck[player]):
        m.left[g.card[g.deck[player, place]]] += 1


@compiled
def left_above(m, row):
    """Cards left in the deck that fit on a card of ``row``."""
    count = 0
    for i in range(m.above_ends[row], m.above_ends[row + 1]):
        count += int(m.left[m.above[i]])
    return count


@compiled
def left_below(m, row):
    """Cards left in the deck that a card of ``row`` fits on."""
    count = 0
    for i in range(m.below_ends[row], m.below_ends[row + 1]):
        count += int(m.left[m.below[i]])
    return count
