"""Finished games counted by compiled code: who won, and how, when, led by whom and after which redraws; pairs of games.

`simulate.counts` counts more of a run. These are the counts that a page has as well.
"""

from __future__ import annotations

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.core.constants import NONE, PLAYERS
from ucgsim.simulate.columns import REASONS
from ucgsim.simulate.loops.match import ROW

ROUNDS = 64
"""Rounds that are distinguished, 0 to 63; no game of 60 cards a side has more."""
HALVES = 2
"""Games in which side a won the throw, and those of side b."""
CELLS = 3
"""A game is aside of a condition, or it meets it and fails or succeeds."""
NOBODY = 2
"""Index of games without a winner, after sides a and b."""

TALLY = np.dtype(
    [
        ("halves", "i8", (HALVES,)),
        ("decisions", "i8"),
        ("points", "i8", (HALVES, CELLS)),
        ("by_lead", "i8", (PLAYERS, PLAYERS, HALVES, CELLS)),
        ("ended", "i8", (len(REASONS), NOBODY + 1, HALVES)),
        ("rounds", "i8", (ROUNDS, NOBODY + 1, HALVES)),
        ("redraw", "i8", (PLAYERS, 2, HALVES, CELLS)),
    ],
    align=True,
)
"""What `simulate.counts.Counts` says of these columns."""


@compiled
def half_points(row, side):
    """Half points of a side in a finished game: 2 for a win, 1 where nobody wins."""
    return 1 if row.winner == NONE else (2 if row.winner == side else 0)


@entry(TALLY, [ROW])
def tally_games(tally, rows):
    """Add finished games to a record of dtype TALLY."""
    for k in range(rows.shape[0]):
        row = rows[k]
        half = max(int(row.throw), 0)
        winner = NOBODY if row.winner == NONE else int(row.winner)
        tally.halves[half] += 1
        tally.decisions += int(row.decisions)
        tally.points[half, half_points(row, 0)] += 1
        tally.ended[max(int(row.reason) - 1, 0), winner, half] += 1
        tally.rounds[int(row.turns), winner, half] += 1
        for side in range(PLAYERS):
            won = 2 if winner == side else 1
            for each in range(PLAYERS):
                tally.by_lead[each, side, half, won if row.first_lead == each else 0] += 1
                tally.redraw[side, each, half, won if row.redrawn[side] == each else 0] += 1


@entry([np.int64, 2], [ROW], [ROW], int)
def tally_pairs(pairs, first, second, side):
    """Add pairs of games on one chance to ``pairs``, (3, 3): half points of a side in the first and in the second."""
    for k in range(first.shape[0]):
        pairs[half_points(first[k], side), half_points(second[k], side)] += 1
