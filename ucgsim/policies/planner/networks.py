"""The planner without trying: networks for the opening hand, setting, level-ups and cards, greedy for the rest."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, Decision
from ucgsim.policies.greedy import choose_greedily
from ucgsim.policies.greedy import choose_level_up as beginners_level_up
from ucgsim.policies.planner.choices import PATIENCE, choose_card, choose_level_up, choose_set, net_for_cards
from ucgsim.policies.planner.features import Net, rate_both
from ucgsim.policies.planner.opening import read_opening
from ucgsim.policies.spec import Planning


@compiled
def choose_by_networks(g, t, numbers):
    """Index of the option that the networks take; ``numbers``: its row of policy numbers."""
    kind = int(g.kind)
    if kind == int(numbers[Planning.WITHOUT]):
        return choose_as_beginner(g, t, numbers)
    if kind == Decision.LEVEL_UP:
        return choose_level_up(g, t)
    if kind == Decision.SET:
        return choose_set(g, t)
    if kind == Decision.REDRAW:
        return choose_redraw(g, t)
    if kind == Decision.CARD:
        net = net_for_cards(g, t)
        if net != NONE:
            return choose_card(g, t, net)
    return choose_greedily(g, t, numbers)


@compiled
def choose_as_beginner(g, t, numbers):
    """What greedy takes, whose patience is not among the planner's numbers."""
    if g.kind == Decision.LEVEL_UP:
        return beginners_level_up(g, t, PATIENCE)
    return choose_greedily(g, t, numbers)


@compiled
def choose_redraw(g, t):
    """Give the opening hand back where the network makes more of that; to keep it is the last option."""
    return 0 if gain_of_redraw(g, t) > 0.0 else 1


@compiled
def gain_of_redraw(g, t):
    """What the network makes of giving the opening hand back, as a share of a game."""
    read_opening(g, t)
    return rate_both(t.learned, Net.REDRAW.value)
