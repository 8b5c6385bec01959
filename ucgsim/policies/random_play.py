"""The random policy: every legal option with the same chance."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.chance import below
from ucgsim.engine.core.constants import Stream


@compiled
def choose_at_random(g):
    """Index of a uniformly chosen option; each player has a stream of chance for it."""
    return below(g, Stream.POLICY_A.value + g.player, int(g.n_options))
