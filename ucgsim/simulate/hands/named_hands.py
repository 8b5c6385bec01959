"""Opening hands that are named, dealt again and again, kept and given back on the same chance (CR 4.2.3)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.engine.core.constants import NONE
from ucgsim.simulate.hands.arranged import arranged_games
from ucgsim.simulate.hands.openings import Chance
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.table import Table

PART = 5_000
"""Games of one part and choice."""
WORTH_WORKERS = 12
"""Parts that pay for starting workers, which takes a second or two."""
WORTHS = 3
"""A game is worth 0, 1 or 2 half points."""


class PlayedHand(NamedTuple):
    """``hand``: which of the hands; ``points[i, j]``: games worth i half points kept and j redrawn, (3, 3);
    ``verdicts``: games in which the policy would redraw it."""

    hand: int
    points: NDArray[np.int64]
    verdicts: int


def play_named(
    tables: Sequence[Table], hands: Sequence[Sequence[int]], games: range, seed: int, *, jobs: int = 1
) -> Iterator[PlayedHand]:
    """Deal side a each of ``hands`` (cards by their number in the deck) in the games ``games`` of each table.

    The tables are matchups 0, 1, ... of the seed. What is yielded adds up by hand and does not depend on ``jobs``.
    """
    parts = [
        partial(_play_part, table, Chance(seed, matchup), number, hand, games[start : start + PART])
        for number, hand in enumerate(hands)
        for matchup, table in enumerate(tables)
        for start in range(0, len(games), PART)
    ]
    yield from in_order(parts, jobs, WORTH_WORKERS)


def _play_part(table: Table, chance: Chance, number: int, hand: Sequence[int], games: range) -> PlayedHand:
    indices = np.array(games)
    places = np.array([[card, depth] for depth, card in enumerate(hand)], np.int16)
    kept, redrawn = (
        arranged_games(
            table,
            chance,
            indices,
            np.full(len(indices), choice, np.int8),
            changes=np.full((len(indices), 1, 2), NONE, np.int16),
            places=np.ascontiguousarray(np.broadcast_to(places, (len(indices), *places.shape))),
        )
        for choice in (Choice.KEEP, Choice.REDRAW)
    )
    cells = WORTHS * kept["half_points"].astype(np.int64) + redrawn["half_points"]
    points = np.bincount(cells, minlength=WORTHS**2).reshape(WORTHS, WORTHS)
    return PlayedHand(number, points, int(kept["verdict"].sum()))
