"""Many games in one compiled loop: policies against each other, one result row a game."""

from __future__ import annotations

import numpy as np

from ucgsim.engine.core.compiled import compiled, entry
from ucgsim.engine.core.constants import AREAS, NONE, PLAYERS, Decision, Phase
from ucgsim.engine.field.memory import battles_won
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide
from ucgsim.policies.search.scratch import scratch_for
from ucgsim.simulate.columns import row_type

ROW = row_type()
"""A finished game, as ``fill_row`` fills it; what its fields mean stands in ``simulate.columns``."""
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
def play_to_end(g, t, battles, end, scratch):
    """Play a dealt game to its end; writes the battles of every Round. Returns (end of text, lead changes)."""
    changes, judged = 0, 0
    while g.phase != Phase.OVER:
        if g.kind == Decision.NOTHING:
            step(g, t)
            if g.judged != judged:
                judged = int(g.judged)
                end = write_battles(g, battles, end)
                changes += 1 if g.next_lead != g.lead else 0
        else:
            answer(g, t, decide(g, t, scratch))
    return end, changes


@compiled
def fill_row(g, row, index, pair, changes):
    """Copy the result of a finished game into its row."""
    row.index = index
    row.pair = pair
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


@entry
def _play_games(g, t, decks, seed, matchup, first_index, first, rows, battles, ends, scratch):
    """``play_games`` with what a searching player writes on."""
    end = 0
    for k in range(rows.shape[0]):
        if end + LONGEST_GAME > battles.shape[0]:
            return k
        index = first_index + k
        pair, swapped = (index // 2, index % 2) if first == NONE else (index, 0)
        deal(g, t, decks, seed, matchup, pair, swapped, first)
        end, changes = play_to_end(g, t, battles, end, scratch)
        fill_row(g, rows[k], index, pair, changes)
        ends[k] = end
    return rows.shape[0]


def play_games(g, t, decks, seed, matchup, first_index, first, rows, battles, ends):
    """Play games ``first_index`` ... into ``rows``; two to a pair unless ``first`` fixes the Lead Player.

    ``g``: a scratch record, modified. ``decks``: card rows, shape (2, cards).
    ``rows``: ROW, shape (n,), overwritten. ``battles``: bytes, overwritten; ``ends``: shape (n,), where the text
    of each game ends. Returns how many games were played: fewer than n when ``battles`` is full.
    """
    return _play_games(g, t, decks, seed, matchup, first_index, first, rows, battles, ends, scratch_for(t))
