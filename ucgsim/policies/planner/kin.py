"""Which cards go with which, and what powers a card has, as the planner sees them.

every option; of a hand as bits of its places.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import PowerCode
from ucgsim.engine.core.layout import ROWS, Kin
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


# What powers a card has in a state and beyond it, as the planner sees them.


LAST_STATE = 3


@compiled
def active_powers(t, row, kind, state):
    """How many powers of a kind a card of ``row`` has in a state (CR 2.3.5.2)."""
    count = 0
    first = int(t.cards[row].first_power)
    for power in range(first, first + t.cards[row].n_powers):
        if t.powers[power].kind == kind and ((1 << state) & t.powers[power].gate) != 0:
            count += 1
    return count


@compiled
def see_power(m, t, power, place, state):
    """The same for the only power of a card."""
    kind, gate = int(t.powers[power].kind), int(t.powers[power].gate)
    if kind == PowerCode.TRIGGERED:
        place += 2
    elif kind == PowerCode.PAYMENT:
        place += 4
    if ((1 << state) & gate) != 0:
        m.option[place] = 1.0
    elif gate >> (state + 1) != 0:
        m.option[place + 1] = 1.0


@compiled
def see_powers(m, t, row, place, state):
    """Put down from ``place`` on: continuous, triggered and payment powers, each active in ``state`` and later."""
    if t.cards[row].n_powers == 0:
        return
    if t.cards[row].n_powers == 1:
        see_power(m, t, int(t.cards[row].first_power), place, state)
        return
    for kind in (PowerCode.CONTINUOUS.value, PowerCode.TRIGGERED.value, PowerCode.PAYMENT.value):
        now = active_powers(t, row, kind, state)
        m.option[place] = float(now)
        later = 0
        for other in range(state + 1, LAST_STATE + 1):
            later = max(later, active_powers(t, row, kind, other))
        m.option[place + 1] = 1.0 if later > now else 0.0
        place += 2
