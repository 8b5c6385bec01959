"""Faults: a game that cannot go on."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import rarely
from ucgsim.engine.core.constants import Phase, Reason


@rarely
def fail(g, fault):
    """Stop the game with a fault: something happened that the record has no room for."""
    g.fault = fault
    g.phase = Phase.OVER
    g.reason = Reason.FAULT
    g.kind = 0
