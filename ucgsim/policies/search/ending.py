"""The rest of a Round that can end the game: every way to use powers, pay and aim, tried to the judgement.

Once all cards lie open (CR 5.8, 5.9) the rest of a Round is a small problem: own activations in every order, costs,
targets and repeated bonuses are one joint choice. Every line of own choices is played to the judgement, the other side
answers as the planner does, and what is hidden is dealt in several worlds.

A line is looked for only where it can matter: where the battles that are missing are within reach, or the game would be
lost as it is. `LINES` bounds the work; a line that is not found in that many is not found.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.arithmetic import count_bits
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS, WINS_NEEDED, Decision, Option, Phase
from ucgsim.engine.core.record import copy_game
from ucgsim.engine.expressions.frames import Column
from ucgsim.engine.field.memory import battles_won
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.planner.choices import net_for_cards
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.networks import choose_by_networks
from ucgsim.policies.planner.outlook import DECIDED, outlook_of
from ucgsim.policies.planner.position import read_position
from ucgsim.policies.search.choice import best_of
from ucgsim.policies.search.dealing import deal_world, key_of, know

LOSING = 0.5 * DECIDED
"""Margin by which another option is better only where it wins, or where the usual one loses."""
FIRST = 6
"""Choices that are tried first, over all options."""
DEEP = 12
"""The same where a power may be used, which may take several to show what it is good for."""
LINES = 16
"""Choices that are tried in one world."""
WORLDS = 3
"""Worlds in which a win must be found to be believed."""
REACH = 6000
"""Points of BP by which the battles that are missing may be behind, all together."""
MOST = 24
"""Options of a decision that are tried."""
ASKED = (
    (1 << Decision.ACTIVATE.value)
    | (1 << Decision.OPTIONAL.value)
    | (1 << Decision.CHARACTER.value)
    | (1 << Decision.CARD.value)
    | (1 << Decision.TYPE.value)
    | (1 << Decision.NUMBER.value)
)
"""Kinds of decisions that a line is made of."""


@compiled
def can_decide(g, t):
    """Whether the choice that is asked for may decide the game in this Round, as far as BP shows."""
    if g.phase != Phase.OPEN and g.phase != Phase.ACTIVATE:
        return False
    if g.n_areas < WINS_NEEDED or g.n_options < 2 or g.kind == Decision.OPTIONAL or not is_asked(g, t):
        return False
    m = t.learned
    read_position(g, t, int(g.player))
    won, lost = 0, 0
    for area in range(g.n_areas):
        if m.own[area] > m.theirs[area]:
            won += 1
        elif m.own[area] < m.theirs[area]:
            lost += 1
    if won >= WINS_NEEDED and won > lost:
        # It can be lost again: the other side may answer.
        return g.kind != Decision.ACTIVATE
    # Each battle that is turned is one won more, and mostly one lost less.
    missing = max(WINS_NEEDED - won, (lost - won + 2) // 2)
    return behind_in(g, m, missing) <= REACH or (lost >= WINS_NEEDED and lost > won and behind_in(g, m, 1) <= REACH)


@compiled
def is_asked(g, t):
    """Whether the pending decision is one that a line is made of; cards that are taken help in later Rounds only."""
    if g.n_options > MOST or g.scene_asked or (ASKED >> int(g.kind)) & 1 == 0:
        return False
    return g.kind != Decision.CARD or net_for_cards(g, t) != Net.TAKE


@compiled
def behind_in(g, m, battles):
    """By how much the nearest so many battles that are not won are behind, all together; more than enough for fewer."""
    total, floor = 0.0, -1.0
    for _ in range(battles):
        nearest = 1.0e9
        for area in range(g.n_areas):
            behind = m.theirs[area] - m.own[area] + 0.001 * area
            if behind >= 0.0 and floor < behind < nearest:
                nearest = behind
        total += nearest
        floor = nearest
    return total


@compiled
def choose_ending(g, t, s, numbers, usual, margin):
    """The option that begins the best line to the judgement; ``usual`` unless another one is better by ``margin``."""
    player, logging = int(g.player), int(t.logging)
    t.logging = 0
    know(g, t, s, player)
    deal_world(s, t, key_of(g, player), 0)
    best = seek(s, t, numbers, player, usual, margin)
    if best != usual and s.average[best] >= DECIDED:
        for world in range(1, WORLDS):
            deal_world(s, t, key_of(g, player), world)
            if best_line(s, t, numbers, player, best, LINES) < DECIDED:
                best = usual
                break
    t.logging = logging
    return best


@compiled
def seek(s, t, numbers, player, usual, margin):
    """The option with the best line in the world ``s.games[1]``; ``usual`` unless another one is better by ``margin``.

    Every option is looked at shortly, then those that turned a battle for long.
    """
    n, first = int(s.games[1].n_options), DEEP if s.games[1].kind == Decision.ACTIVATE else FIRST
    s.average[usual] = best_line(s, t, numbers, player, usual, max(first // n, 1))
    turned, least = 0, int(s.margin)
    if s.average[usual] >= DECIDED:
        return usual
    for place in range(n):
        # The last option is mostly to do nothing, which is soon seen to its end.
        option = n - 1 - place
        if option != usual:
            s.average[option] = best_line(s, t, numbers, player, option, max(first // n, 1))
            if s.average[option] >= DECIDED:
                return option
            if s.margin > least:
                turned |= 1 << option
    left = LINES // max(count_bits(turned), 1)
    for option in range(n):
        if (turned >> option) & 1:
            s.average[option] = best_line(s, t, numbers, player, option, left)
            if s.average[option] >= DECIDED:
                return option
    return best_of(s.average, n - 1, usual, margin)


@compiled
def best_line(s, t, numbers, player, option, most):
    """What an option in ``s.games[1]`` comes to by its best line where that wins or alone does not lose, else by the
    usual one: the outlook after the judgement (`outlook_of`).

    The rest of a line is played by the networks, but for a target that an effect asks for again and again: there it is
    the same one, as bonuses that are spread win nothing. Then every choice on the way is tried in turn, each so, and
    the best one taken. Leaves in ``s.margin`` by how many battles more than the opponent the player won at most.
    """
    game, trial = s.line[0], s.line[1]
    copy_game(game, s.games[1])
    s.margin = -PLAYERS * SEATS
    s.target = NONE
    take(game, s, t, player, option)
    first, left, chosen = rest_of(s, trial, game, t, numbers, player), most - 1, int(s.target)
    best = first
    while left > 0 and best < DECIDED:
        s.target = chosen
        if not to_own_choice(game, s, t, numbers, player):
            break
        chosen = int(s.target)
        pick, top = 0, -2.0 * DECIDED
        for i in range(min(int(game.n_options), left)):
            copy_game(s.line[2], game)
            s.target = chosen
            take(s.line[2], s, t, player, i)
            value = rest_of(s, trial, s.line[2], t, numbers, player)
            best = max(best, value)
            # To decline has been seen to its end; what goes on may yet show what it is good for.
            if value > top and game.options[i] != Option.DECLINE:
                pick, top = i, value
        left -= int(game.n_options)
        s.target = chosen
        take(game, s, t, player, pick)
        chosen = int(s.target)
    # The best of many lines in one world is too good to be true, unless it wins or alone does not lose.
    return best if best >= DECIDED or first <= -DECIDED else first


@compiled
def rest_of(s, trial, game, t, numbers, player):
    """What a game comes to that is played on to the judgement in ``trial``."""
    copy_game(trial, game)
    while is_before_victory(trial):
        if trial.kind == Decision.NOTHING:
            step(trial, t)
        elif trial.player == player:
            take(trial, s, t, player, same_or_usual(trial, s, t, numbers))
        else:
            answer(trial, t, choose_by_networks(trial, t, numbers))
    return judged(s, trial, t, player)


@compiled
def take(game, s, t, player, i):
    """Take option ``i``; of the player's own targets the latest is remembered."""
    if game.kind == Decision.CHARACTER and game.player == player:
        s.target = game.options[i]
        s.target_step = step_of(game)
    answer(game, t, i)


@compiled
def step_of(game):
    """The step of the effect that asks, NONE where none does."""
    f = int(game.n_frames) - 1
    return int(game.frame[f, Column.STEP]) if f >= 0 else NONE


@compiled
def same_or_usual(game, s, t, numbers):
    """The target that the same step was given before, else what the networks take."""
    if game.kind == Decision.CHARACTER and s.target != NONE and s.target_step == step_of(game):
        for i in range(game.n_options):
            if game.options[i] == s.target:
                return i
    return choose_by_networks(game, t, numbers)


@compiled
def judged(s, game, t, player):
    """What a game after its judgement is worth to a player; keeps the best margin of battles in ``s.margin``."""
    s.margin = max(int(s.margin), battles_won(game, player) - battles_won(game, 1 - player))
    return outlook_of(game, t, player)


@compiled
def to_own_choice(game, s, t, numbers, player):
    """Play on until the player has a choice that a line is made of; False where there is none before the judgement.

    Which cards are paid is left to the networks on the way: a line is for what is done with them.
    """
    while is_before_victory(game):
        if game.kind == Decision.NOTHING:
            step(game, t)
        elif game.player != player:
            answer(game, t, choose_by_networks(game, t, numbers))
        elif game.n_options > 1 and game.kind != Decision.CARD and is_asked(game, t):
            return True
        else:
            take(game, s, t, player, choose_by_networks(game, t, numbers))
    return False


@compiled
def is_before_victory(game):
    """Whether it is still open who won the Round's battles, and by them the game (CR 5.9, 1.3.2)."""
    return game.phase < Phase.JUDGEMENT or (game.phase == Phase.JUDGEMENT and game.step <= 1)
