"""The choice of a searching player: every option in the same dealt worlds, played on, the worse ones no longer."""

from __future__ import annotations

import math

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.arithmetic import exp
from ucgsim.engine.core.constants import NONE, Decision, Phase
from ucgsim.engine.core.record import copy_game
from ucgsim.engine.field.memory import battles_won
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.fast import decide_fast
from ucgsim.policies.planner.choices import net_for_cards
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.networks import choose_by_networks
from ucgsim.policies.planner.outlook import outlook_before, outlook_of
from ucgsim.policies.search.dealing import deal_into, deal_world, key_of, know
from ucgsim.policies.search.scratch import MOST_WORLDS
from ucgsim.policies.spec import Planning, Searching

AREA = 0.56
"""What an area won more than the opponent is worth, in the logistic of winning the game; so are the next two."""
LEAD = 0.16
HAND = 0.17
TOO_HIGH = (0.0, 0.0, 0.18, 0.06)
"""Log-odds by which a player was too sure after so many turns, where hidden cards are dealt as they would have been
played: both players of mirrors had 106 % together in Round 3, with all decks that ship (`benchmarks/chances.py`). The
players of a world try no powers, so an opponent misses wins there; whether that is the cause was not measured.
"""


@compiled
def play_on(g, t, fast, last_turn):
    """Play by a fast policy until a turn has ended, or the game."""
    while g.phase != Phase.OVER and g.turn <= last_turn:
        if g.kind == Decision.NOTHING:
            step(g, t)
        else:
            answer(g, t, decide_fast(g, t, fast))


@compiled
def value_for(g, player):
    """Chance of a player to win from here: sure once the game is over, else by what there is between two turns."""
    if g.phase == Phase.OVER:
        if g.winner == NONE:
            return 0.5
        return 1.0 if g.winner == player else 0.0
    areas = battles_won(g, player) - battles_won(g, 1 - player)
    cards = int(g.n_hand[player]) - int(g.n_hand[1 - player])
    lead = LEAD if g.lead == player else -LEAD
    return 1.0 / (1.0 + exp(-(AREA * areas + lead + HAND * cards)))


@compiled
def try_option(s, t, option, player, last_turn):
    """Value for ``player`` of an option in the world ``s.games[1]``, the same chance for every option."""
    game = s.games[2]
    copy_game(game, s.games[1])
    answer(game, t, option)
    play_on(game, t, s.fast[player], last_turn)
    s.playouts += 1
    if s.numbers[player, Searching.VALUE] > 0.5 and game.phase != Phase.OVER:
        outlook = outlook_of(game, t, player)
        if s.numbers[player, Searching.GUESS] > 0.5:
            outlook -= TOO_HIGH[min(last_turn, len(TOO_HIGH)) - 1]
        return 1.0 / (1.0 + exp(-outlook))
    return value_for(game, player)


# How the planner answers effects: it tries them in a copy of the game until they are done, those of the activation
# until the Round is judged, and looks at that.
#
# What the player cannot see is dealt again in the copy, the same for all options.


MOST = 24
"""Options that are tried; of more than that a beginner's is taken."""
PAYMENTS = (
    (1 << Decision.ACTIVATE.value)
    | (1 << Decision.CHARACTER.value)
    | (1 << Decision.TYPE.value)
    | (1 << Decision.NUMBER.value)
)
"""Kinds of decisions in which most is gained by trying: to use a power, and at what; so is what to pay for it."""
EVERYTHING = PAYMENTS | (1 << Decision.OPTIONAL.value) | (1 << Decision.CARD.value)
"""All that an effect asks; the draw for a scene is always welcome (CR 6.2)."""


@compiled
def tries(g, t, numbers):
    """Whether the planner tries the options of the pending decision; ``numbers``: its row of policy numbers."""
    if numbers[Planning.TRIES] < 0.5 or g.scene_asked or g.n_options > MOST:
        return False
    if g.kind == Decision.CARD and numbers[Planning.TRIES] < 1.5:
        return net_for_cards(g, t) == Net.GIVE
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
        copy_game(s.games[2], world)
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
    """Outlook of ``player`` once what option ``i`` sets going in a world is done, which is played on in it; from the
    activation on, once the turn has ended.
    """
    answer(trial, t, i)
    # Once the Round's cards lie open and their effects are done, little is left until it is judged.
    turn, to_judgement = int(trial.turn), trial.phase >= Phase.ACTIVATE
    while trial.phase != Phase.OVER and trial.turn == turn and (to_judgement or is_under_way(trial)):
        if trial.kind == Decision.NOTHING:
            step(trial, t)
        else:
            answer(trial, t, choose_by_networks(trial, t, numbers))
    return outlook_of(trial, t, player) if trial.turn > turn else outlook_before(trial, t, player)


@compiled
def is_under_way(g):
    """Whether an effect is under way or waits, or one of its questions."""
    if g.n_frames > 0 or g.n_waiting > 0 or g.scene_draws != NONE:
        return True
    return g.kind > Decision.ACTIVATE


# The choice of a searching player: every option in the same dealt worlds, compared with that of the fast policy, which
# is taken unless another one is better by more than chance would have it. So an option that does not seem better than
# it is given up early, and the worlds go to those that may be.


FIRST_LOOK = 4
"""Worlds before any option is given up; half as many again from each look to the next."""
WORSE = 0.5
"""Standard errors by which an option that is given up is worse than the fast policy's."""
CLEARLY = 2.0
"""The same, than the best."""
SURELY = 3.0
"""Standard errors by which the last option that is left must be better to be taken at once."""
FOREVER = 1 << 14
"""Turns that no game has."""


@compiled
def is_searched(g):
    """Whether the pending decision is searched. An opening hand is not: what was learned from a million of them is
    surer than what some dozens of worlds make of one. Nor is who leads first, nor the draw for a scene, which is always
    welcome (CR 6.2).
    """
    return g.kind > Decision.REDRAW and not g.scene_asked


@compiled
def choose_by_search(g, t, s, numbers):
    """Index of the option that a searching player takes; ``numbers``: worlds, turns and margin of its policy."""
    worlds, turns, margin = int(numbers[Searching.WORLDS]), int(numbers[Searching.TURNS]), numbers[Searching.MARGIN]
    rate_options(g, t, s, worlds, turns, 1)
    best = best_option(g, s, float(margin))
    if best == s.usual or turns == 0 or is_confirmed(g, t, s, best, worlds, turns, float(margin)):
        return best
    return int(s.usual)


@compiled
def is_confirmed(g, t, s, best, worlds, turns, margin):
    """Whether an option beats the fast policy's in other worlds as well that are played on for a turn more: what a
    position is worth between two Rounds is learned, and the best of several is soon one that is rated too high.
    """
    player, logging, usual = int(g.player), int(t.logging), int(s.usual)
    t.logging = 0
    last_turn = max(int(g.turn), 1) + turns
    gain, error, look = 0.0, 0.0, FIRST_LOOK
    for world in range(worlds):
        deal_world(s, t, key_of(g, player), MOST_WORLDS + world)
        s.values[usual, world] = try_option(s, t, usual, player, last_turn)
        s.values[best, world] = try_option(s, t, best, player, last_turn)
        if world + 1 == look or world + 1 == worlds:
            look += look // 2 + 1
            gain, error = paired(s, best, usual, world + 1)
            if gain < -WORSE * error or gain > SURELY * error:
                break
    t.logging = logging
    return gain > margin * error


@compiled
def rate_options(g, t, s, worlds, turns, prune):
    """Try the options of the pending decision in up to ``worlds`` worlds, played on for ``turns`` turns, this one
    included, or to the end of the game for 0. Leaves ``s.usual``, ``s.worlds`` and for every option ``s.tried``,
    ``s.values``, ``s.average``, ``s.gain`` and ``s.error``. With ``prune`` options are given up that are no better than
    the fast policy's; without, every option is tried in every world.
    """
    player, logging = int(g.player), int(t.logging)
    t.logging = 0
    last_turn = max(int(g.turn), 1) + turns - 1 if turns > 0 else FOREVER
    know(g, t, s, player)
    deal_world(s, t, key_of(g, player), worlds)
    s.usual = decide_fast(s.games[1], t, s.fast[player])
    s.asked += 1
    s.tried[:] = 0
    look = FIRST_LOOK
    for world in range(worlds):
        deal_world(s, t, key_of(g, player), world)
        for option in range(g.n_options):
            if s.tried[option] == world:
                s.values[option, world] = try_option(s, t, option, player, last_turn)
                s.tried[option] = world + 1
        s.worlds = world + 1
        if prune and s.worlds >= look:
            look += look // 2 + 1
            if give_up(g, s):
                break
    sum_up(g, s)
    t.logging = logging


@compiled
def mean_of(s, option, worlds):
    """Mean value of an option in the first worlds."""
    total = 0.0
    for world in range(worlds):
        total += s.values[option, world]
    return total / max(worlds, 1)


@compiled
def paired(s, option, other, worlds):
    """Mean difference of two options in the first worlds, and its standard error."""
    mean = mean_of(s, option, worlds) - mean_of(s, other, worlds)
    squares = 0.0
    for world in range(worlds):
        difference = float(s.values[option, world]) - float(s.values[other, world]) - mean
        squares += difference * difference
    return mean, math.sqrt(squares / max(worlds - 1, 1) / max(worlds, 1))


@compiled
def best_alive(g, s):
    """Of the options tried in all worlds the one with the best mean; the fast policy's where it is as good."""
    best, best_mean = NONE, -1.0
    for option in range(g.n_options):
        if s.tried[option] == s.worlds:
            mean = mean_of(s, option, int(s.worlds))
            if mean > best_mean or (mean == best_mean and option == s.usual):
                best, best_mean = option, mean
    return best


@compiled
def give_up(g, s):
    """Give up what is no better than the fast policy's option, or clearly worse than the best; returns whether all is
    said: no rival is left, or one that is surely better.

    An option that is given up is not tried again: ``s.tried`` stays behind the number of worlds.
    """
    worlds, usual, left, is_sure = int(s.worlds), int(s.usual), 0, False
    best = best_alive(g, s)
    for option in range(g.n_options):
        if option == usual or s.tried[option] != worlds:
            continue
        gain, error = paired(s, option, usual, worlds)
        behind, apart = paired(s, best, option, worlds)
        does_the_same = error == 0.0 and gain <= 0.0
        if does_the_same or gain < -WORSE * error or (option != best and behind >= CLEARLY * apart):
            s.tried[option] = NONE - worlds
        else:
            left += 1
            is_sure = gain > SURELY * error
    return left == 0 or (left == 1 and is_sure)


@compiled
def sum_up(g, s):
    """Means, and differences to the option of the fast policy, over the worlds in which an option was tried."""
    for option in range(g.n_options):
        if s.tried[option] < 0:
            s.tried[option] = NONE - s.tried[option]
    for option in range(g.n_options):
        worlds = min(int(s.tried[option]), int(s.tried[s.usual]))
        s.average[option] = mean_of(s, option, int(s.tried[option]))
        s.gain[option], s.error[option] = paired(s, option, int(s.usual), worlds)


@compiled
def best_option(g, s, margin):
    """The best option, if it beats the fast policy's by ``margin`` standard errors; else that one."""
    best = best_alive(g, s)
    if best == s.usual or s.gain[best] <= margin * s.error[best]:
        return int(s.usual)
    return best
