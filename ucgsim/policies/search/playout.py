"""One option tried in one world: both sides played on by a fast policy, and what came of it."""

from __future__ import annotations

import math

from ucgsim.engine.compiling.compiled import compiled, copy_record
from ucgsim.engine.core.constants import NONE, Decision, Phase
from ucgsim.engine.field.memory import battles_won
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.fast import decide_fast
from ucgsim.policies.planner.outlook import outlook_of
from ucgsim.policies.spec import Searching

AREA = 0.56
"""What an area won more than the opponent is worth, in the logistic of winning the game; so are the next two."""
LEAD = 0.16
HAND = 0.17


@compiled
def play_on(g, t, fast, last_turn, last_phase):
    """Play by a fast policy until a phase of a turn is reached, or the game is over."""
    while g.phase != Phase.OVER and (g.turn < last_turn or (g.turn == last_turn and g.phase < last_phase)):
        if g.kind == Decision.NOTHING:
            step(g, t)
        else:
            answer(g, t, decide_fast(g, t, fast))


@compiled
def value_for(g, player):
    """Chance of a player to win from here: sure once the game is over, else by what stands between two turns."""
    if g.phase == Phase.OVER:
        if g.winner == NONE:
            return 0.5
        return 1.0 if g.winner == player else 0.0
    areas = battles_won(g, player) - battles_won(g, 1 - player)
    cards = int(g.n_hand[player]) - int(g.n_hand[1 - player])
    lead = LEAD if g.lead == player else -LEAD
    return 1.0 / (1.0 + math.exp(-(AREA * areas + lead + HAND * cards)))


@compiled
def try_option(s, t, option, player, last_turn):
    """Value for ``player`` of an option in the world ``s.games[1]``, the same chance for every option."""
    game = s.games[2]
    copy_record(game, s.games[1])
    answer(game, t, option)
    learned = s.numbers[player, Searching.VALUE] > 0.5
    # What was learned is of positions after their judgement.
    play_on(game, t, s.fast[player], last_turn, Phase.END.value if learned else Phase.OVER.value)
    s.playouts += 1
    if learned and game.phase != Phase.OVER:
        return 1.0 / (1.0 + math.exp(-outlook_of(game, t, player)))
    return value_for(game, player)
