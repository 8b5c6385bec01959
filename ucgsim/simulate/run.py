"""Runs played: part after part, side by side where that pays, counted as they come in."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.simulate.counts import Counts, count
from ucgsim.simulate.shard import play_shard, warm_up
from ucgsim.simulate.workers import WorkerEndedError, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ucgsim.simulate.folder import RunFolder
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

WORTH_WORKERS = 3.0
"""Seconds of work ahead that pay for starting workers, which takes more than one."""


class Run(NamedTuple):
    """What to play, on which table, and where to keep it (None: nowhere, only counts)."""

    plan: Plan
    table: Table
    folder: RunFolder | None = None


class Outcome(NamedTuple):
    """Counts of each run, in order; games played just now (not read from disk), seconds it all took."""

    counts: list[Counts]
    played: int
    seconds: float


class _Done(NamedTuple):
    run: int
    counts: Counts
    played: int


def play_runs(runs: Sequence[Run], *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> Outcome:
    """Play and count runs, going on where earlier ones stopped; ``advance`` is told how many games are done.

    ``jobs`` processes work side by side once there is enough to do; the games do not depend on it. Raises
    UcgsimError where a folder cannot be used or a part of it cannot be read.
    """
    for run in runs:
        if run.folder is not None:
            run.folder.begin(run.plan)
    warm_up(runs[0].plan, runs[0].table)
    warm = time.perf_counter()
    totals: list[Counts | None] = [None] * len(runs)
    played = 0
    try:
        for done in _work(runs, jobs):
            before = totals[done.run]
            totals[done.run] = done.counts if before is None else before + done.counts
            played += done.played
            if advance is not None:
                advance(int(done.counts.games))
    except WorkerEndedError as error:
        raise UcgsimError(f"{error.why}; {_left_behind(runs, totals)}") from None
    for run in runs:
        if run.folder is not None and not run.folder.is_done:
            run.folder.finish(run.plan)
    return Outcome([total for total in totals if total is not None], played, time.perf_counter() - warm)


def _left_behind(runs: Sequence[Run], totals: Sequence[Counts | None]) -> str:
    """What there is of a run that can't go on, and what to do."""
    done = sum(int(total.games) for total in totals if total is not None)
    games = f"{done:,} of {sum(run.plan.games for run in runs):,} games"
    if all(run.folder is not None for run in runs):
        return f"{games} are kept; the same command goes on, and fewer --jobs need less memory"
    return f"{games} were played, of which nothing is kept without --out; fewer --jobs need less memory"


def _work(runs: Sequence[Run], jobs: int) -> Iterator[_Done]:
    """Results as they come: alone first, with workers as soon as much is left to do."""
    tasks = [partial(_do, index, run, number) for index, run in enumerate(runs) for number in range(run.plan.shards)]
    started = time.perf_counter()
    for done, task in enumerate(tasks, start=1):
        yield task()
        left = (time.perf_counter() - started) / done * (len(tasks) - done)
        if jobs > 1 and left > WORTH_WORKERS:
            break
    yield from side_by_side(tasks[done:], jobs)


def _do(index: int, run: Run, number: int) -> _Done:
    plan, table, folder = run
    if folder is not None and folder.has(number):
        return _Done(index, count(folder.read(plan, number), plan.unit), 0)
    frame = play_shard(plan, table, number)
    if folder is not None:
        folder.write(number, frame)
    return _Done(index, count(frame, plan.unit), frame.height)


def count_folder(folder: RunFolder) -> Counts:
    """Count a finished run from its folder; UcgsimError where it is not finished or cannot be read."""
    plan = folder.plan()
    folder.refuse_unfinished()
    total = None
    for number in range(plan.shards):
        counts = count(folder.read(plan, number), plan.unit)
        total = counts if total is None else total + counts
    assert total is not None, "a plan has at least one part"
    return total
