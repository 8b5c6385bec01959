"""Games on one shuffle under every condition: either side leading first, and every way in which both may play."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import NONE
from ucgsim.errors import UcgsimError
from ucgsim.simulate.plan import First
from ucgsim.simulate.same_chance.compare import play
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.table import Table

GAMES = 10_000
"""Games of one part."""
SLOW_GAMES = 400
"""Games of one part in which somebody searches."""
WORTH_WORKERS = 12
"""Parts that pay for starting workers, which takes a second or two."""
LEADS = (First.A, First.B)


def play_blocks(
    tables: Sequence[Sequence[Table]], seed: int, matchup: int, shuffles: int, *, slow: bool, jobs: int = 1
) -> Iterator[NDArray[np.int8]]:
    """Play so many shuffles under every condition, part by part in order.

    ``tables[i][j]``: side a plays in the way i, b in the way j. Yields the half points of side a, shape (shuffles of
    the part, 2 for who leads first, ways of a, ways of b). What is played does not depend on ``jobs``.
    """
    each = len(LEADS) * len(tables) ** 2
    size = max((SLOW_GAMES if slow else GAMES) // each, 1)
    parts = [
        partial(_play_part, tables, seed, matchup, range(start, min(start + size, shuffles)))
        for start in range(0, shuffles, size)
    ]
    yield from in_order(parts, jobs, 2 if slow else WORTH_WORKERS)


def _play_part(tables: Sequence[Sequence[Table]], seed: int, matchup: int, shuffles: range) -> NDArray[np.int8]:
    points = [[[_points(table, seed, matchup, shuffles, first) for table in row] for row in tables] for first in LEADS]
    return np.moveaxis(np.array(points, np.int8), -1, 0)


def _points(table: Table, seed: int, matchup: int, shuffles: range, first: First) -> NDArray[np.int8]:
    """Half points of side a: a win is 2, a game without a winner 1."""
    rows = play(table, seed, matchup, shuffles, first).rows
    for row in rows[rows["fault"] > 0]:
        raise UcgsimError(f"game {row['index']} of seed {seed} meets limit {row['fault']} of the program")
    return np.where(rows["winner"] == NONE, 1, np.where(rows["winner"] == 0, 2, 0)).astype(np.int8)
