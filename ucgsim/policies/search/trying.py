"""How the planner answers effects: it tries them in a copy of the game, plays on to the judgement and looks at that.

What the player cannot see is dealt anew in the copy, the same for all options.
"""

from __future__ import annotations

from ucgsim.engine.core.compiled import compiled, copy_record
from ucgsim.engine.core.constants import Decision, Phase
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.planner.networks import choose_by_networks
from ucgsim.policies.planner.outlook import outlook_of
from ucgsim.policies.search.dealing import deal_world, key_of, know
from ucgsim.policies.spec import Planning

MOST = 24
"""Options that are tried; of more than that a beginner's is taken."""
TRIED = (
    (1 << Decision.ACTIVATE.value)
    | (1 << Decision.OPTIONAL.value)
    | (1 << Decision.CHARACTER.value)
    | (1 << Decision.CARD.value)
    | (1 << Decision.TYPE.value)
    | (1 << Decision.NUMBER.value)
)
"""Kinds of decisions that are tried; the draw for a scene is always welcome (CR 6.2)."""


@compiled
def tries(g, numbers):
    """Whether the planner tries the options of the pending decision; ``numbers``: its row of policy numbers."""
    if numbers[Planning.TRIES] < 0.5 or g.scene_asked or g.n_options > MOST:
        return False
    return (TRIED >> int(g.kind)) & 1 != 0


@compiled
def choose_by_trying(g, t, s, numbers):
    """The option after which things look best; a beginner's unless another is better by a margin."""
    logging, player = int(t.logging), int(g.player)
    t.logging = 0
    know(g, t, s, player)
    deal_world(s, t, key_of(g, player), 0)
    usual = choose_by_networks(s.games[1], t, numbers)
    best, best_outlook = usual, outlook_after(t, s, numbers, player, usual) + numbers[Planning.MARGIN]
    for i in range(g.n_options):
        if i != usual:
            outlook = outlook_after(t, s, numbers, player, i)
            if outlook > best_outlook:
                best, best_outlook = i, outlook
    t.logging = logging
    return best


@compiled
def outlook_after(t, s, numbers, player, i):
    """Outlook of ``player`` after the judgement that follows upon option ``i`` in the world dealt."""
    trial = s.games[2]
    copy_record(trial, s.games[1])
    answer(trial, t, i)
    play_to_judgement(trial, t, numbers)
    return outlook_of(trial, t, player)


@compiled
def play_to_judgement(g, t, numbers):
    """Play on until the battles of this turn are judged, both players by the networks."""
    turn = int(g.turn)
    while g.phase < Phase.END and g.turn == turn:
        if g.kind == Decision.NOTHING:
            step(g, t)
        else:
            answer(g, t, choose_by_networks(g, t, numbers))
