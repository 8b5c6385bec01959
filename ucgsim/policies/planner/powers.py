"""What powers a card has in a state and beyond it, as the planner sees them."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import PowerCode
from ucgsim.engine.compiling.compiled import compiled

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
