"""The dispatcher: which policy answers the pending decision."""

from __future__ import annotations

from ucgsim.engine.core.compiled import compiled
from ucgsim.policies.fast import decide_fast
from ucgsim.policies.search.choice import choose_by_search
from ucgsim.policies.search.trying import choose_by_trying, tries
from ucgsim.policies.spec import PolicyId


@compiled
def decide(g, t, scratch):
    """Index of the option that the policy of the deciding player takes; ``scratch``: dtype SEARCH, as
    ``policies.search.scratch.scratch_for`` gives it.
    """
    numbers = t.policies[g.player]
    if int(numbers[0]) == PolicyId.SEARCH:
        return choose_by_search(g, t, scratch[0], numbers)
    if int(numbers[0]) == PolicyId.PLANNER and tries(g, numbers):
        return choose_by_trying(g, t, scratch[0], numbers)
    return decide_fast(g, t, numbers)
