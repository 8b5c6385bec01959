"""Runs played: part after part, side by side where that pays, counted as they come in."""

from __future__ import annotations

import signal
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.simulate.counts import Counts, count
from ucgsim.simulate.shard import play_shard, warm_up

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


class _Task(NamedTuple):
    run: int
    number: int


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
    for done in _work(runs, jobs):
        before = totals[done.run]
        totals[done.run] = done.counts if before is None else before + done.counts
        played += done.played
        if advance is not None:
            advance(int(done.counts.games))
    for run in runs:
        if run.folder is not None and not run.folder.is_done:
            run.folder.finish(run.plan)
    return Outcome([total for total in totals if total is not None], played, time.perf_counter() - warm)


def _tasks(runs: Sequence[Run]) -> Iterator[_Task]:
    for index, run in enumerate(runs):
        for number in range(run.plan.shards):
            yield _Task(index, number)


def _work(runs: Sequence[Run], jobs: int) -> Iterator[_Done]:
    """Results as they come: alone first, with workers as soon as much is left to do."""
    total = sum(run.plan.shards for run in runs)
    tasks = _tasks(runs)
    started = time.perf_counter()
    for done, task in enumerate(tasks, start=1):
        yield _do(task.run, runs[task.run], task.number)
        left = (time.perf_counter() - started) / done * (total - done)
        if jobs > 1 and left > WORTH_WORKERS:
            break
    if done < total:
        yield from _side_by_side(runs, tasks, jobs)


def _side_by_side(runs: Sequence[Run], tasks: Iterator[_Task], jobs: int) -> Iterator[_Done]:
    from joblib import Parallel, delayed  # noqa: PLC0415 - most runs end before they need it

    pool = Parallel(n_jobs=jobs, return_as="generator_unordered", batch_size=1)
    yield from pool(delayed(_do_in_worker)(task.run, runs[task.run], task.number) for task in tasks)


def _do_in_worker(index: int, run: Run, number: int) -> _Done:
    # Ctrl-C reaches the workers too; the main process alone answers it.
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return _do(index, run, number)


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
