"""The fast policies, which look at a decision once: what plays on in a search, and whatever does not search."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.policies.greedy import choose_greedily
from ucgsim.policies.planner.networks import choose_by_networks
from ucgsim.policies.random_play import choose_at_random
from ucgsim.policies.spec import PolicyId


@compiled
def decide_fast(g, t, numbers):
    """Index of the option that a fast policy takes; ``numbers``: its id and its numbers."""
    if int(numbers[0]) == PolicyId.GREEDY:
        return choose_greedily(g, t, numbers)
    if int(numbers[0]) == PolicyId.PLANNER:
        return choose_by_networks(g, t, numbers)
    return choose_at_random(g)
