"""The same game played with either side leading the first turn: on the same shuffles and chance, so pair by pair."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.simulate.plan import First
from ucgsim.simulate.same_chance.compare import HALF_POINTS, half_points, play_sound
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

PART = 5_000
"""Pairs of one part: ten thousand games."""
WORTH_WORKERS = 12
"""Whole parts that pay for starting workers, which takes a second or two."""


class LeadTask(NamedTuple):
    """A part to be played: pairs on the chance of these games."""

    span: range

    @property
    def key(self) -> str:
        """What the part is called where it is kept."""
        return f"{self.span.start}-{self.span.stop}"


def lead_tasks(pairs: int) -> list[LeadTask]:
    """The parts of so many pairs, in the order in which they are played."""
    return [LeadTask(range(start, min(start + PART, pairs))) for start in range(0, pairs, PART)]


def play_tasks(plan: Plan, table: Table, tasks: Iterable[LeadTask], *, jobs: int = 1) -> Generator[NDArray[np.int64]]:
    """Play these parts, in their order: pairs by the half points of side a, (3, 3), leading [i] and not leading [j].

    What comes out does not depend on ``jobs``; close the iterator to stop early.
    """
    return play_several([(plan, table, task) for task in tasks], jobs=jobs)


def play_several(parts: Sequence[tuple[Plan, Table, LeadTask]], *, jobs: int = 1) -> Generator[NDArray[np.int64]]:
    """The same for parts of several runs: workers pay for many short ones together."""
    tasks = [partial(_play_part, table, plan.seed, plan.matchup, task) for plan, table, task in parts]
    pays = sum(len(task.span) for _, _, task in parts) >= WORTH_WORKERS * PART
    return in_order(tasks, jobs, len(tasks) if pays else len(tasks) + 1)


def _play_part(table: Table, seed: int, matchup: int, task: LeadTask) -> NDArray[np.int64]:
    leading, other = (half_points(play_sound(table, seed, matchup, task.span, first)) for first in (First.A, First.B))
    counts = np.bincount(HALF_POINTS * leading + other, minlength=HALF_POINTS**2)
    return counts.reshape(HALF_POINTS, HALF_POINTS)
