"""What a position is worth after its judgement."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, Phase
from ucgsim.policies.planner.features import Net, Seen
from ucgsim.policies.planner.net import rate_position
from ucgsim.policies.planner.position import read_position

DECIDED = 1000.0
"""Outlook of a game that is won."""
NEARLY = 6.0
"""Outlook of a game that would be won if the battles were judged as they stand."""


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


@compiled
def outlook_before(g, t, player):
    """What a position before its judgement is worth to a player, as if nothing happened until then."""
    if g.phase == Phase.OVER:
        return outlook_of(g, t, player)
    m = t.learned
    read_position(g, t, player)
    if g.phase == Phase.OPEN or g.phase == Phase.ACTIVATE:
        foresee_lead(g, m, player)
        ahead, behind = m.position[Seen.AHEAD], m.position[Seen.BEHIND]
        if m.position[Seen.WINNING] > 0.0:
            return NEARLY + ahead - behind
        if m.position[Seen.LOSING] > 0.0:
            return ahead - behind - NEARLY
    return rate_position(m, Net.OUTLOOK.value)


@compiled
def foresee_lead(g, m, player):
    """Put down who would lead next: the winner of the newest battle, else whoever leads now (CR 5.9.6)."""
    newest = int(g.n_areas) - 1
    if newest >= 0 and m.own[newest] != m.theirs[newest]:
        m.position[Seen.LEADS] = 1.0 if m.own[newest] > m.theirs[newest] else 0.0
    else:
        m.position[Seen.LEADS] = 1.0 if g.lead == player else 0.0
