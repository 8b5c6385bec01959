"""Games from which the planner learns: decisions with the mean result of every option, tried in the game itself.

What hidden cards are is as it is in the game, so they are as players come to hold them; only what lies in the decks is
shuffled again. The networks see the view of the player who decides alone, so nothing of it is given away.
"""

from __future__ import annotations

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.core.chance import below, next_word, seed_streams
from ucgsim.engine.core.constants import NONE, PLAYERS, Decision, Phase
from ucgsim.engine.core.layout import DECKS, NETS, OPTION, POSITION, TABLES
from ucgsim.engine.core.record import GAME, copy_game
from ucgsim.engine.field.sight import Sight
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide
from ucgsim.policies.fast import decide_fast
from ucgsim.policies.planner.choices import (
    net_for_cards,
    pick_of_beginner,
    read_cards,
    read_level_ups,
    read_sets,
    see_level_up,
    see_option,
    see_set,
)
from ucgsim.policies.planner.features import Net
from ucgsim.policies.planner.opening import read_opening
from ucgsim.policies.planner.outlook import read_outlook
from ucgsim.policies.search.scratch import SEARCH, scratch_for
from ucgsim.simulate.loops.redraws import PLAYER, reach_redraw

LESSON = np.dtype(
    [
        ("net", "i1"),  # features.Net
        ("player", "i1"),
        ("game", "i4"),  # number of the game in its run
        ("decision", "i4"),  # number of the decision in its game, the same for all its options
        ("value", "f4"),  # mean result of the option in the worlds tried; of a position, the game's
        ("position", "f4", (POSITION,)),
        ("option", "f4", (OPTION,)),
    ],
    align=True,
)
"""One option of a decision, or one position after its turn."""
DICE = 2
"""The stream of the dice."""
MILLION = 1_000_000


@compiled
def happens(dice, share):
    """Whether chance has it, ``share`` of the time."""
    return below(dice, DICE, MILLION) < share * MILLION


@compiled
def play_out(g, t):
    """Play a copied game to its end without trying."""
    while g.phase != Phase.OVER:
        if g.kind == Decision.NOTHING:
            step(g, t)
        else:
            answer(g, t, decide_fast(g, t, t.policies[g.player]))


@compiled
def result_for(g, player):
    """1 for a game won, 0 for one lost, a half for neither."""
    if g.winner == NONE:
        return 0.5
    return 1.0 if g.winner == player else 0.0


@compiled
def net_of(g, t):
    """The network that answers the pending decision, NONE where there is none; hands have lessons of their own."""
    if g.kind == Decision.SET:
        return Net.SET.value
    if g.kind == Decision.LEVEL_UP:
        return Net.LEVEL_UP.value
    return net_for_cards(g, t)


@compiled
def write_seen(m, row, net, player, game, decision):
    """Write down what was seen, of which the value is not known yet."""
    row.net = net
    row.player = player
    row.game = game
    row.decision = decision
    row.value = 0.0
    for i in range(POSITION):
        row.position[i] = m.position[i]
    for i in range(OPTION):
        row.option[i] = m.option[i]


@compiled
def write_options(g, t, net, game, out, n):
    """Write down every option of the pending decision as rows ``n`` on."""
    m = t.learned
    pick = 0
    m.option[:] = 0.0
    if net == Net.SET:
        read_sets(g, t)
    elif net == Net.TAKE or net == Net.GIVE:
        read_cards(g, t)
    else:
        read_level_ups(g, t)
        pick = pick_of_beginner(g, t)
    for i in range(g.n_options):
        if net == Net.SET:
            see_set(g, t, int(g.player), int(g.options[i]))
        elif net == Net.LEVEL_UP:
            see_level_up(g, t, i, pick)
        else:
            see_option(g, t, int(g.player), int(g.options[i]))
        write_seen(m, out[n + i], net, int(g.player), game, int(g.decisions))


@compiled
def is_in_the_dark(g, card):
    """Whether neither player can tell anything of a card."""
    return g.sight[0, card] == Sight.UNSEEN and g.sight[1, card] == Sight.UNSEEN


@compiled
def shuffle_decks(g, world, key, number):
    """Make ``world`` the game with other chance from here on: decks in another order, but for what somebody knows."""
    copy_game(world, g)
    seed_streams(world, key, 0, number)
    for player in range(PLAYERS):
        for place in range(g.n_deck[player] - 1, 0, -1):
            card, other = int(world.deck[player, place]), int(world.deck[player, below(world, DICE, place + 1)])
            if is_in_the_dark(world, card) and is_in_the_dark(world, other):
                row = int(world.card[card])
                world.card[card] = world.card[other]
                world.card[other] = row


@compiled
def try_out(g, s, dice, t, worlds, out, n):
    """Play every option of the pending decision to the end with the same decks; the means go into rows ``n`` on."""
    player, options, key = int(g.player), int(g.n_options), next_word(dice, DICE)
    trial = s.games[2]
    for number in range(worlds):
        shuffle_decks(g, s.games[1], key, number)
        for i in range(options):
            copy_game(trial, s.games[1])
            answer(trial, t, i)
            play_out(trial, t)
            out[n + i].value += result_for(trial, player) / worlds


@compiled
def note_outlooks(g, dice, t, share, game, out, n):
    """Write down how things stand after a turn, for both players; returns the new number of rows."""
    for player in range(PLAYERS):
        if n < out.shape[0] and happens(dice, share):
            read_outlook(g, t, player)
            write_seen(t.learned, out[n], Net.OUTLOOK.value, player, game, int(g.decisions))
            n += 1
    return n


@compiled
def choose_or_roll(g, s, dice, t, share):
    """What the policy takes, or any option for ``share`` of the decisions."""
    taken = decide(g, t, s)
    return below(dice, DICE, int(g.n_options)) if happens(dice, share) else taken


@compiled
def play_lesson(g, scratch, dice, t, worlds, shares, game, out, n):
    """Play a dealt game to its end, writing lessons from row ``n`` on; returns the new number of rows."""
    begin, turn = n, int(g.turn)
    while g.phase != Phase.OVER:
        if g.turn > turn:
            turn = int(g.turn)
            if turn > 1:
                n = note_outlooks(g, dice, t, shares[Net.OUTLOOK], game, out, n)
        if g.kind == Decision.NOTHING:
            step(g, t)
            continue
        net = net_of(g, t)
        if net != NONE and n + g.n_options <= out.shape[0] and happens(dice, shares[net]):
            write_options(g, t, net, game, out, n)
            try_out(g, scratch[0], dice, t, worlds, out, n)
            n += int(g.n_options)
        answer(g, t, choose_or_roll(g, scratch, dice, t, shares[NETS]))
    for k in range(begin, n):
        if out[k].net == Net.OUTLOOK:
            out[k].value = result_for(g, int(out[k].player))
    return n


@entry(*([GAME], [SEARCH], TABLES, DECKS), *(int, int, int), *([np.float64], [LESSON], [np.int8]), returns=int)
def play_lessons(games, scratch, t, decks, seed, first_index, worlds, shares, out, winners):
    """Play ``winners.shape[0]`` games and write down decisions with what came of each option.

    ``games``: two records, modified; ``scratch``: one of dtype SEARCH, modified. ``decks``: card rows, shape
    (2, cards). ``shares``: of decisions by network, of positions, and of moves at random, shape (NETS + 1,). ``out``:
    LESSON, overwritten; ``winners``: player or NONE, overwritten. Returns how many rows were written.
    """
    g, dice, n = games[0], games[1], 0
    for k in range(winners.shape[0]):
        index = first_index + k
        deal(g, t, decks, seed, 0, index, NONE)
        seed_streams(dice, seed, 1, index)
        n = play_lesson(g, scratch, dice, t, worlds, shares, index, out, n)
        winners[k] = g.winner
    return n


@entry(*(GAME, TABLES, DECKS), *(int, int), *([np.int64], [np.float32], [np.float32, 2], [SEARCH]))
def _see_openings(g, t, decks, seed, matchup, indices, of_deck, of_hands, scratch):
    """``see_openings`` with what a searching player writes on."""
    for k in range(indices.shape[0]):
        deal(g, t, decks, seed, matchup, indices[k], NONE)
        reach_redraw(g, t, scratch)
        read_opening(g, t)
        for i in range(OPTION):
            of_hands[k, i] = t.learned.option[i]
    for i in range(POSITION):
        of_deck[i] = t.learned.list_seen[PLAYER, i]


def see_openings(g, t, decks, seed, matchup, indices, of_deck, of_hands):
    """Write down what the planner sees of the opening hands of player 0 in the games ``indices`` of a run.

    ``g``: a scratch record, modified. ``decks``: card rows, shape (2, cards). ``of_deck``: float32, shape (POSITION,);
    ``of_hands``: float32, shape (n, OPTION); both are overwritten.
    """
    _see_openings(g, t, decks, seed, matchup, indices, of_deck, of_hands, scratch_for(t))
