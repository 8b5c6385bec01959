"""The dispatcher: which policy answers the pending decision."""

from __future__ import annotations

from ucgsim.engine.core.compiled import compiled
from ucgsim.policies.greedy import choose_greedily
from ucgsim.policies.random_play import choose_at_random
from ucgsim.policies.spec import PolicyId


@compiled
def decide(g, t):
    """Index of the option that the policy of the deciding player takes."""
    numbers = t.policies[g.player]
    if int(numbers[0]) == PolicyId.GREEDY:
        return choose_greedily(g, t, numbers)
    return choose_at_random(g)
