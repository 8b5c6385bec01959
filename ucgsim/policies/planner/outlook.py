"""What a position is worth after its judgement."""

from __future__ import annotations

from ucgsim.engine.core.compiled import compiled
from ucgsim.engine.core.constants import NONE, Phase
from ucgsim.policies.planner.features import Net, Seen
from ucgsim.policies.planner.net import rate_position
from ucgsim.policies.planner.position import read_position

DECIDED = 1000.0
"""Outlook of a game that is won."""


@compiled
def read_outlook(g, t, player):
    """Put down a position after its judgement, when the next Lead is known (CR 5.9.6)."""
    read_position(g, t, player)
    t.learned.position[Seen.LEADS] = 1.0 if g.next_lead == player else 0.0


@compiled
def outlook_of(g, t, player):
    """What a position after its judgement is worth to a player, in log-odds."""
    if g.phase == Phase.OVER:
        if g.winner == NONE:
            return 0.0
        return DECIDED if g.winner == player else -DECIDED
    read_outlook(g, t, player)
    return rate_position(t.learned, Net.OUTLOOK.value)
