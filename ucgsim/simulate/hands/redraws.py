"""Every opening hand played twice: kept and given back, on the same chance (CR 4.2.3)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.simulate.hands.openings import Chance, open_games
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.hands.openings import Openings
    from ucgsim.simulate.table import Table

PART = 5_000
"""Hands of one part: ten thousand games."""
WORTH_WORKERS = 12
"""Parts that pay for starting workers, which takes a second or two."""


class RedrawHands(NamedTuple):
    """Opening hands of side a, each played kept and redrawn; all columns int64[hands].

    ``hands``: bits of the opening hand, bit k for card k of the deck. ``kept``, ``redrawn``, ``policy``: half
    points (0 to 2) that the game is worth to side a when it is kept, redrawn, or the policy decides.
    ``verdicts``: 1 where the policy redraws it.
    """

    hands: NDArray[np.int64]
    kept: NDArray[np.int64]
    redrawn: NDArray[np.int64]
    policy: NDArray[np.int64]
    verdicts: NDArray[np.int64]


class _Part(NamedTuple):
    table: int
    hands: range


def play_hands(table: Table, chance: Chance, hands: range) -> RedrawHands:
    """Play both choices of every hand: a pure function of its arguments, however the hands are cut."""
    games = np.arange(hands.start, hands.stop)
    kept, redrawn = (_played(table, chance, games, choice) for choice in (Choice.KEEP, Choice.REDRAW))
    verdicts = kept.rows["verdict"].astype(np.int64)
    of_kept, of_redrawn = (played.rows["half_points"].astype(np.int64) for played in (kept, redrawn))
    return RedrawHands(kept.rows["hand"], of_kept, of_redrawn, np.where(verdicts, of_redrawn, of_kept), verdicts)


def _played(table: Table, chance: Chance, games: NDArray[np.int64], choice: Choice) -> Openings:
    return open_games(table, chance, games, np.full(len(games), choice, np.int8), play_out=True)


def play_redraws(tables: Sequence[Table], hands: int, seed: int, *, jobs: int = 1) -> Iterator[RedrawHands]:
    """Play ``hands`` hands on each table, part by part, side by side where that pays.

    The tables are matchups 0, 1, ... of the seed; the hands do not depend on ``jobs``.
    """
    parts = [
        partial(_play_part, tables, seed, _Part(number, range(start, min(start + PART, hands))))
        for number in range(len(tables))
        for start in range(0, hands, PART)
    ]
    yield from in_order(parts, jobs, WORTH_WORKERS)


def _play_part(tables: Sequence[Table], seed: int, part: _Part) -> RedrawHands:
    return play_hands(tables[part.table], Chance(seed, matchup=part.table), part.hands)
