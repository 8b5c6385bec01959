"""The fast policies, random play among them, which look at a decision once: what plays on in a search."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.chance import below
from ucgsim.engine.core.constants import Stream
from ucgsim.policies.greedy import choose_greedily
from ucgsim.policies.planner.networks import choose_by_networks
from ucgsim.policies.spec import PolicyId


@compiled
def choose_at_random(g):
    """Index of a uniformly chosen option; each player has a stream of chance for it."""
    return below(g, Stream.POLICY_A.value + g.player, int(g.n_options))


# The fast policies, which look at a decision once: what plays on in a search, and whatever does not search.


@compiled
def decide_fast(g, t, numbers):
    """Index of the option that a fast policy takes; ``numbers``: its id and its numbers."""
    if int(numbers[0]) == PolicyId.GREEDY:
        return choose_greedily(g, t, numbers)
    if int(numbers[0]) == PolicyId.PLANNER:
        return choose_by_networks(g, t, numbers)
    return choose_at_random(g)
