"""The event log: what a transcript is made of."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled, rarely
from ucgsim.engine.core.constants import LOG_ROWS


@compiled
def note(t, event, player, a, b, c):
    """Write one event row to the log of tables ``t``, if it is kept; batches keep none."""
    if t.logging != 0:
        write(t, event, player, a, b, c)


@rarely
def write(t, event, player, a, b, c):
    """Write one event row."""
    row = t.log[0, 0] + 1
    if row < LOG_ROWS:
        t.log[row, 0] = event
        t.log[row, 1] = player
        t.log[row, 2] = a
        t.log[row, 3] = b
        t.log[row, 4] = c
        t.log[row, 5] = 0
        t.log[0, 0] = row
