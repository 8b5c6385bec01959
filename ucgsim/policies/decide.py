"""The dispatcher: which policy answers the pending decision. All policies are one piece of code for those that ask."""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled, shared
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.policies.fast import decide_fast
from ucgsim.policies.search.choice import choose_by_search, choose_by_trying, is_searched, rate_options, tries
from ucgsim.policies.search.dealing import deal_world, key_of, know
from ucgsim.policies.search.ending import LOSING, can_decide, choose_ending
from ucgsim.policies.search.scratch import SEARCH
from ucgsim.policies.spec import Planning, PolicyId


class Counsel(IntEnum):
    """What the policies are asked for."""

    DECIDE = 0
    RATE = 1
    IMAGINE = 2


@compiled
def seeks(g, t, numbers):
    """Whether a player, whose ``numbers`` these are, looks for the line that ends the Round best."""
    return int(numbers[0]) == PolicyId.PLANNER and numbers[Planning.ENDS] > 0.5 and can_decide(g, t)


@compiled
def choose_as_planner(g, t, s, numbers):
    """What the planner takes that tries powers, with these ``numbers``."""
    if seeks(g, t, numbers):
        return choose_ending(g, t, s, numbers, decide_fast(g, t, numbers), numbers[Planning.MARGIN])
    return choose_by_trying(g, t, s, numbers) if tries(g, t, numbers) else decide_fast(g, t, numbers)


@shared(GAME, TABLES, [SEARCH], int, int, int, returns=int)
def consult(g, t, scratch, what, first, second):
    """Ask the policies: what to decide, what search makes of all options, what may lie hidden.

    ``scratch``: as ``policies.search.scratch.scratch_for`` gives it, where its results are. Returns an index.
    """
    if what == Counsel.RATE:
        rate_options(g, t, scratch[0], first, second, 0)
        return NONE
    if what == Counsel.IMAGINE:
        know(g, t, scratch[0], first)
        deal_world(scratch[0], t, key_of(g, first), second)
        return NONE
    numbers = t.policies[g.player]
    if int(numbers[0]) == PolicyId.SEARCH:
        fast = scratch[0].fast[g.player]
        if is_searched(g, numbers) or int(fast[0]) != PolicyId.PLANNER:
            taken = choose_by_search(g, t, scratch[0], numbers)
            return choose_ending(g, t, scratch[0], fast, taken, LOSING) if seeks(g, t, fast) else taken
        return choose_as_planner(g, t, scratch[0], fast) if int(fast[0]) == PolicyId.PLANNER else decide_fast(g, t, fast)
    if int(numbers[0]) == PolicyId.PLANNER:
        return (
            choose_as_planner(g, t, scratch[0], numbers)
            if numbers[Planning.TRIES] > 0.5
            else decide_fast(g, t, numbers)
        )
    return decide_fast(g, t, numbers)


@compiled
def decide(g, t, scratch):
    """Index of the option that the policy of the deciding player takes."""
    return consult(g, t, scratch, Counsel.DECIDE.value, 0, 0)


@compiled
def rate(g, t, scratch, worlds, turns):
    """``search.choice.rate_options`` in every world, none given up."""
    consult(g, t, scratch, Counsel.RATE.value, worlds, turns)


@compiled
def imagine(g, t, scratch, viewer, number):
    """World ``number`` as a viewer may take the game to be, in ``scratch[0].games[1]``."""
    consult(g, t, scratch, Counsel.IMAGINE.value, viewer, number)
