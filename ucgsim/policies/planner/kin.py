"""Which cards go with which: of a deck listed once a table, so that it is counted and not compared card by card for
every option; of a hand as bits of its places.
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.kin import Kin
from ucgsim.engine.core.learned import ROWS
from ucgsim.engine.field.stacks import fits_on


@compiled
def rows_of(t):
    """How many rows of the card table hold a card."""
    rows = ROWS
    while rows > 0 and t.cards[rows - 1].kinds == 0 and t.cards[rows - 1].level == 0 and t.kin[rows - 1, rows - 1] == 0:
        rows -= 1
    return rows


@compiled
def list_kin(t):
    """List for every row of the card table what fits on it, and what it fits on (CR 12.1.1)."""
    m, above, below = t.learned, 0, 0
    rows = rows_of(t)
    for row in range(rows):
        for other in range(rows):
            if fits_on(t, other, row):
                m.above[above] = other
                above += 1
            if fits_on(t, row, other):
                m.below[below] = other
                below += 1
        m.above_ends[row + 1] = above
        m.below_ends[row + 1] = below
    m.is_printed[:] = 0
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


@compiled
def above_in_hand(g, t, player, row):
    """Bits of the cards in hand that lie on a card of ``row``; the hand was read (`position.read_hand`)."""
    bits = 0
    for place in range(g.n_hand[player]):
        bits |= (1 if t.kin[row, t.learned.held[place]] & Kin.CARRIES else 0) << place
    return bits


@compiled
def look_through_hand(g, t, player, row):
    """Put down which cards in hand go with a card of ``row``: every card in one of four sets of bits, or in none."""
    m = t.learned
    over, under, akin, copies = 0, 0, 0, 0
    for place in range(g.n_hand[player]):
        kin = int(t.kin[row, m.held[place]])
        over |= (1 if kin & Kin.CARRIES else 0) << place
        under |= (1 if kin & Kin.LIES_ON else 0) << place
        akin |= (1 if kin & Kin.SHARES_NAME else 0) << place
        copies |= (1 if m.held[place] == row else 0) << place
    m.over = over
    m.under = under & m.settable
    m.akin = akin & ~(over | m.under | copies)
    m.copies = copies
