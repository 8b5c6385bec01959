"""Games of a run played, as the arrays that the compiled loop fills: a pure function of the plan and their indices."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.engine.core.record import new_game
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.own.referee import referee_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

BYTES_PER_GAME = 48
"""Room for the battles of a game; where long games need more, they are played in several goes."""


class Played(NamedTuple):
    """``rows``: dtype ROW, (n,); ``battles``: text of all games; ``ends``: where that of each ends, (n,)."""

    rows: NDArray[np.void]
    battles: NDArray[np.uint8]
    ends: NDArray[np.int64]


def play(plan: Plan, table: Table, games: range) -> Played:
    """Play the games of these indices; the same wherever and however often they are played."""
    pieces: list[Played] = []
    start = games.start
    while start < games.stop:
        pieces.append(_play(plan, table, start, games.stop - start))
        start += len(pieces[-1].rows)
    return pieces[0] if len(pieces) == 1 else _together(pieces)


def warm_up(plan: Plan, table: Table) -> None:
    """Play a game of the plan, so that the compiler has done its work before workers start."""
    _play(plan, table, 0, 1)


def _play(plan: Plan, table: Table, start: int, n: int) -> Played:
    """Play up to ``n`` games from index ``start`` on: as many as their battles find room for."""
    rows = np.zeros(n, ROW)
    battles = np.empty(LONGEST_GAME + BYTES_PER_GAME * n, np.uint8)
    ends = np.empty(n, np.int64)
    done = play_games(
        new_game(),
        table.tables,
        table.decks,
        plan.seed,
        plan.matchup,
        start,
        plan.first.code,
        rows.view(np.recarray),
        battles,
        ends,
        referee_of(table.own),
    )
    return Played(rows[:done], battles[: ends[done - 1]], ends[:done])


def _together(pieces: list[Played]) -> Played:
    """What was played in several goes, or nothing at all."""
    starts = np.cumsum([0, *(len(piece.battles) for piece in pieces)])
    return Played(
        np.concatenate([np.zeros(0, ROW), *(piece.rows for piece in pieces)]),
        np.concatenate([np.zeros(0, np.uint8), *(piece.battles for piece in pieces)]),
        np.concatenate([np.zeros(0, np.int64), *(piece.ends + at for piece, at in zip(pieces, starts, strict=False))]),
    )
