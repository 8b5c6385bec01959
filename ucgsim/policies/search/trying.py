"""How the planner answers effects: it tries them in a copy of the game until they are done, and looks at that.

What the player cannot see is dealt anew in the copy, the same for all options.
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled, copy_record
from ucgsim.engine.core.constants import NONE, Decision, Phase
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.planner.networks import choose_by_networks
from ucgsim.policies.planner.outlook import outlook_before
from ucgsim.policies.search.dealing import deal_into, key_of, know
from ucgsim.policies.spec import Planning

MOST = 24
"""Options that are tried; of more than that a beginner's is taken."""
PAYMENTS = (1 << Decision.ACTIVATE.value) | (1 << Decision.TYPE.value) | (1 << Decision.NUMBER.value)
"""Kinds of decisions in which most is gained by trying: to use a power, and what it asks for that is no card."""
EVERYTHING = PAYMENTS | (1 << Decision.OPTIONAL.value) | (1 << Decision.CHARACTER.value) | (1 << Decision.CARD.value)
"""All that an effect asks; the draw for a scene is always welcome (CR 6.2)."""


@compiled
def tries(g, numbers):
    """Whether the planner tries the options of the pending decision; ``numbers``: its row of policy numbers."""
    if numbers[Planning.TRIES] < 0.5 or g.scene_asked or g.n_options > MOST:
        return False
    kinds = EVERYTHING if numbers[Planning.TRIES] > 1.5 else PAYMENTS
    return (kinds >> int(g.kind)) & 1 != 0


@compiled
def choose_by_trying(g, t, s, numbers):
    """The option after which things look best; a beginner's unless another is better by a margin.

    There is one world, so it is dealt where the game as it is known lies; the last option is tried there as well.
    """
    logging, player, last = int(t.logging), int(g.player), int(g.n_options) - 1
    world = s.games[0]
    t.logging = 0
    know(g, t, s, player)
    deal_into(world, s, t, key_of(g, player), 0)
    usual = choose_by_networks(world, t, numbers)
    for i in range(last):
        copy_record(s.games[2], world)
        s.average[i] = outlook_after(s.games[2], t, numbers, player, i)
    s.average[last] = outlook_after(world, t, numbers, player, last)
    t.logging = logging
    return best_of(s.average, last, usual, numbers[Planning.MARGIN])


@compiled
def best_of(outlooks, last, usual, margin):
    """The first of the options up to ``last`` that look best, ``usual`` unless they look better by a margin."""
    best, best_outlook = usual, outlooks[usual] + margin
    for i in range(last + 1):
        if i != usual and outlooks[i] > best_outlook:
            best, best_outlook = i, outlooks[i]
    return best


@compiled
def outlook_after(trial, t, numbers, player, i):
    """Outlook of ``player`` once what option ``i`` sets going in a world is done, which is played on in it."""
    answer(trial, t, i)
    while trial.phase < Phase.END and is_under_way(trial):
        if trial.kind == Decision.NOTHING:
            step(trial, t)
        else:
            answer(trial, t, choose_by_networks(trial, t, numbers))
    return outlook_before(trial, t, player)


@compiled
def is_under_way(g):
    """Whether an effect is under way or waits, or one of its questions."""
    if g.n_frames > 0 or g.n_waiting > 0 or g.scene_draws != NONE:
        return True
    return g.kind > Decision.ACTIVATE
