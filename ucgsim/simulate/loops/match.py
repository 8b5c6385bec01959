"""Many games in one compiled loop: policies against each other, one result row a game; and the floor of its time."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.core.chance import seed_streams, shuffle
from ucgsim.engine.core.constants import AREAS, NONE, PLAYERS, Decision, Phase, Stream
from ucgsim.engine.core.halting import heed
from ucgsim.engine.core.layout import DECKS, TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.field.memory import battles_won
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, go_on_to_judgement
from ucgsim.policies.decide import decide
from ucgsim.policies.search.scratch import SEARCH, scratch_for
from ucgsim.policies.spec import PolicyId
from ucgsim.simulate.columns import row_type

DECK = 50


@entry(GAME, int)
def shuffle_pairs(g, n):
    """Shuffle 50 cards of each player ``n`` times; ``g`` is modified."""
    seed_streams(g, 1, 0, 0)
    for _ in range(n):
        shuffle(g, Stream.SHUFFLE_A.value, g.deck[0], DECK)
        shuffle(g, Stream.SHUFFLE_B.value, g.deck[1], DECK)


# Many games in one compiled loop: policies against each other, one result row a game.


ROW = row_type()
"""A finished game, as ``fill_row`` fills it; what its fields mean stands in ``simulate.columns``."""


class At(IntEnum):
    """Where the playing of many games stands; a whole number each."""

    GAME = 0  # games played
    END = 1  # of the text of their battles
    CHANGES = 2  # of the Lead Player in this game
    JUDGED = 3  # latest turn of it whose battles are written
    ASKED = 4  # whether it waits for a choice that Python makes
    CHOSEN = 5  # that choice, or NONE


LETTERS = np.frombuffer(b"ABT-", dtype=np.uint8)
"""Letters of the outcomes in the text of a game's battles: won by a, by b, tie, no result."""
SLASH = ord("/")
LONGEST_GAME = AREAS * (AREAS + 3) // 2
"""Bytes that the battles of one game can take at most."""


@compiled
def write_battles(g, battles, end):
    """Append the outcomes of the last judgement to ``battles`` at ``end``; returns the new end."""
    if g.turn > 1:
        battles[end] = SLASH
        end += 1
    for area in range(g.n_areas):
        battles[end] = LETTERS[g.outcome[area]]
        end += 1
    return end


@compiled
def play_to_end(g, t, battles, at, scratch):
    """Play a dealt game to its end, or to a choice that Python makes; writes the battles of every Round."""
    while g.phase != Phase.OVER:
        if g.kind == Decision.NOTHING:
            go_on_to_judgement(g, t)
            if g.judged != at[At.JUDGED]:
                at[At.JUDGED] = int(g.judged)
                at[At.END] = write_battles(g, battles, int(at[At.END]))
                at[At.CHANGES] += 1 if g.next_lead != g.lead else 0
        elif g.n_options > 1 and int(t.policies[g.player, 0]) == PolicyId.OWN:
            if at[At.CHOSEN] == NONE:
                at[At.ASKED] = 1
                return
            answer(g, t, int(at[At.CHOSEN]))
            at[At.CHOSEN] = NONE
        else:
            answer(g, t, decide(g, t, scratch))


@compiled
def fill_row(g, row, index, changes):
    """Copy the result of a finished game into its row."""
    row.index = index
    row.throw = g.throw
    row.first_lead = g.first_lead
    row.winner = g.winner
    row.reason = g.reason
    row.fault = g.fault
    row.turns = g.turn
    row.lead_changes = changes
    row.decisions = g.decisions
    for player in range(PLAYERS):
        row.redrawn[player] = g.redrawn[player]
        row.battles_won[player] = battles_won(g, player)
        row.scene_turns[player] = g.scene_turns[player]
        row.scene_ready[player] = g.scene_ready[player]
        row.scene_chances[player] = g.scene_chances[player]
        row.level_ups[player] = g.level_ups[player]
        row.drawn[player] = g.drawn[player]
        row.hand_left[player] = g.n_hand[player]
        for state in range(4):
            row.first_state[player, state] = g.first_state[player, state]


@entry(GAME, TABLES, DECKS, int, int, [np.int64], [np.int64], [ROW], [np.uint8], [np.int64], [SEARCH], [np.int64])
def _play_games(g, t, decks, seed, matchup, indices, leads, rows, battles, ends, scratch, at):
    """``play_games`` with what a searching player writes on, and where it stands (`At`); goes on from there."""
    while at[At.GAME] < rows.shape[0] and t.halted == 0:
        k = int(at[At.GAME])
        if at[At.ASKED] == 0:
            if at[At.END] + LONGEST_GAME > battles.shape[0]:
                return
            deal(g, t, decks, seed, matchup, indices[k], leads[k])
            at[At.CHANGES] = 0
            at[At.JUDGED] = 0
        at[At.ASKED] = 0
        play_to_end(g, t, battles, at, scratch)
        if at[At.ASKED] == 1:
            return
        fill_row(g, rows[k], indices[k], int(at[At.CHANGES]))
        ends[k] = at[At.END]
        at[At.GAME] = k + 1


def play_games(g, t, decks, seed, matchup, first_index, first, rows, battles, ends, ask=None, scratch=None):
    """Play games ``first_index`` ... into ``rows``, as `play_chosen`; ``first``: who leads the first turn of all."""
    indices = np.arange(first_index, first_index + len(rows), dtype=np.int64)
    leads = np.full(len(rows), first, np.int64)
    return play_chosen(g, t, decks, seed, matchup, indices, leads, rows, battles, ends, ask, scratch)


def play_chosen(g, t, decks, seed, matchup, indices, leads, rows, battles, ends, ask=None, scratch=None):
    """Play the games ``indices``, int64[n], of a matchup into ``rows``; ``leads``, int64[n]: who leads the first turn
    of each, NONE where the throw decides.

    ``g``: a scratch record, modified. ``decks``: card rows, shape (2, cards).
    ``rows``: ROW, shape (n,), overwritten. ``battles``: bytes, overwritten; ``ends``: shape (n,), where the text
    of each game ends. ``ask(g, t, index of the game)``: which option a policy of the user's own takes. ``scratch``:
    `scratch_for` the players, for anyone who wants to see it. Returns how many games were played: fewer than n when
    ``battles`` is full.
    """
    at = np.zeros(len(At), np.int64)
    at[At.CHOSEN] = NONE
    if scratch is None:
        scratch = scratch_for(t, asks=bool(ask))
    call = (g, t, decks, seed, matchup, indices, leads, rows, battles, ends, scratch, at)
    _play_games(*call)
    while at[At.ASKED]:
        at[At.CHOSEN] = ask(g, t, int(indices[at[At.GAME]]))
        _play_games(*call)
    heed(t)
    return int(at[At.GAME])
