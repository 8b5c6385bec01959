"""The dispatcher: which policy answers the pending decision. All policies are one piece of code for those that ask."""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled, shared
from ucgsim.engine.core.constants import NONE, Decision, Phase
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.policies.fast import decide_fast
from ucgsim.policies.planner.networks import choose_redraw
from ucgsim.policies.search.choice import choose_by_search, choose_by_trying, is_searched, rate_options, tries
from ucgsim.policies.search.dealing import deal_world, key_of, know
from ucgsim.policies.search.ending import EVERYWHERE, NEVER, choose_sure_win, may_win_now, wins_as_tried
from ucgsim.policies.search.scratch import SEARCH
from ucgsim.policies.spec import Planning, PolicyId


class Counsel(IntEnum):
    """What the policies are asked for."""

    DECIDE = 0
    RATE = 1
    IMAGINE = 2


@compiled
def choose_as_planner(g, t, s, numbers, ends):
    """What the planner takes that tries powers, with these ``numbers``; ``ends``: how far it looks for sure wins."""
    if not tries(g, t, numbers):
        return improved(g, t, s, numbers, decide_fast(g, t, numbers), ends, 0)
    taken = choose_by_trying(g, t, s, numbers)
    if g.phase < Phase.ACTIVATE:
        return improved(g, t, s, numbers, taken, ends, 0)
    # Each option was played to the judgement in the first world: without a win there no option is sure by itself.
    return improved(g, t, s, numbers, taken, ends, 1 if wins_as_tried(g, s) else NONE)


@compiled
def improved(g, t, s, numbers, taken, ends, first):
    """The option that a player takes, whose ``numbers`` these are, or one that surely wins now where that does not."""
    if ends != NEVER and int(numbers[0]) == PolicyId.PLANNER and may_win_now(g, t, numbers, ends):
        return choose_sure_win(g, t, s, numbers, taken, first)
    return taken


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
        is_planned = int(fast[0]) == PolicyId.PLANNER
        if is_searched(g):
            taken = choose_by_search(g, t, scratch[0], numbers)
            if is_planned and (g.kind == Decision.LEVEL_UP or g.kind == Decision.SET):
                decide_fast(g, t, fast)  # its plans are looked at
            return improved(g, t, scratch[0], fast, taken, EVERYWHERE, 0)
        if g.kind == Decision.REDRAW:
            return choose_redraw(g, t)
        return choose_as_planner(g, t, scratch[0], fast, EVERYWHERE) if is_planned else decide_fast(g, t, fast)
    if int(numbers[0]) == PolicyId.PLANNER:
        return (
            choose_as_planner(g, t, scratch[0], numbers, int(numbers[Planning.ENDS]))
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
