"""Every opening hand played twice: kept and given back, on the same chance (CR 4.2.3)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, open_games
from ucgsim.simulate.plan import GAMES_PER_PAIR
from ucgsim.simulate.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.openings import Openings
    from ucgsim.simulate.table import Table

PART = 2_500
"""Pairs of one part: ten thousand games."""
WORTH_WORKERS = 12
"""Parts that pay for starting workers, which takes a second or two."""


class RedrawPairs(NamedTuple):
    """Pairs of games that deal side a one hand, with the winner of the throw swapped; all columns int64[pairs].

    ``hands``: bits of the opening hand, bit k for card k of the deck. ``kept``, ``redrawn``, ``policy``: half
    points (0 to 4) that the pair is worth to side a when both games keep, both redraw, or the policy decides.
    ``verdicts``: in how many of the two the policy redraws.
    """

    hands: NDArray[np.int64]
    kept: NDArray[np.int64]
    redrawn: NDArray[np.int64]
    policy: NDArray[np.int64]
    verdicts: NDArray[np.int64]


class _Part(NamedTuple):
    table: int
    pairs: range


def play_pairs(table: Table, chance: Chance, pairs: range) -> RedrawPairs:
    """Play both choices of every pair: a pure function of its arguments, however the pairs are cut."""
    games = np.arange(GAMES_PER_PAIR * pairs.start, GAMES_PER_PAIR * pairs.stop)
    kept, redrawn = (_played(table, chance, games, choice) for choice in (Choice.KEEP, Choice.REDRAW))
    verdicts = kept.rows["verdict"].astype(np.int64)
    points = [played.rows["half_points"].astype(np.int64) for played in (kept, redrawn)]
    columns = (*points, np.where(verdicts, points[1], points[0]), verdicts)
    return RedrawPairs(kept.rows["hand"][::GAMES_PER_PAIR], *map(_by_pair, columns))


def _played(table: Table, chance: Chance, games: NDArray[np.int64], choice: Choice) -> Openings:
    return open_games(table, chance, games, np.full(len(games), choice, np.int8), play_out=True)


def _by_pair(values: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(values.reshape(-1, GAMES_PER_PAIR).sum(axis=1))


def play_redraws(tables: Sequence[Table], pairs: int, seed: int, *, jobs: int = 1) -> Iterator[RedrawPairs]:
    """Play ``pairs`` pairs on each table, part by part, side by side where that pays.

    The tables are matchups 0, 1, ... of the seed; the pairs do not depend on ``jobs``.
    """
    parts = [
        partial(_play_part, tables, seed, _Part(number, range(start, min(start + PART, pairs))))
        for number in range(len(tables))
        for start in range(0, pairs, PART)
    ]
    yield from in_order(parts, jobs, WORTH_WORKERS)


def _play_part(tables: Sequence[Table], seed: int, part: _Part) -> RedrawPairs:
    return play_pairs(tables[part.table], Chance(seed, matchup=part.table), part.pairs)
