"""Runs played: part after part, side by side where that pays, counted as they come in; their rows; how fast."""

from __future__ import annotations

import time
from contextlib import ExitStack
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.catalog import load_catalog
from ucgsim.compiling.compiled import make_ready
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.simulate.counts import Counts, count
from ucgsim.simulate.folder import RunFolder, Voucher, parquet, scan_games
from ucgsim.simulate.plan import HALVES, Plan, Terms
from ucgsim.simulate.same_chance import play_games
from ucgsim.simulate.table import Played, Table, by_python, laid_out, make_plan, play
from ucgsim.simulate.workers import in_order, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars as pl

    from ucgsim.simulate.table import Laying


class Run(NamedTuple):
    """What to play, on which table, and where to keep it (None: nowhere, only counts)."""

    plan: Plan
    laid: Table | Laying
    folder: RunFolder | None = None

    @property
    def table(self) -> Table:
        """The table, laid out as soon as it is asked for."""
        return laid_out(self.laid)


class RunTotals(NamedTuple):
    """Counts of each run, in order; games played just now (not read from disk), seconds it all took."""

    counts: list[Counts]
    played: int
    seconds: float


class PartTotals(NamedTuple):
    """Counts of some parts of each run, in order; None where a run has none of them."""

    counts: list[Counts | None]
    played: int
    seconds: float


class _Done(NamedTuple):
    """A part counted: how many of its games were played just now, and as which bytes they are to be saved."""

    run: int
    number: int
    counts: Counts
    played: int = 0
    data: bytes | None = None


def play_runs(runs: Sequence[Run], *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> RunTotals:
    """Play and count runs, going on where earlier ones stopped; ``advance`` is called with how many games are done.

    ``jobs`` processes work side by side once there is enough to do; the games do not depend on it. Raises
    UcgsimError where a folder cannot be used or a part of it cannot be read.
    """
    with ExitStack() as stack:
        for place in dict.fromkeys(run.folder.lock_place for run in runs if run.folder is not None):
            stack.enter_context(only_one(place))
        return play_held(runs, jobs=jobs, advance=advance)


def play_held(runs: Sequence[Run], *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> RunTotals:
    """Play runs whose folders the caller holds (`files.lock`), as `play_runs` does."""
    for run in runs:
        if run.folder is not None:
            run.folder.begin(run.plan)
    totals, played, seconds = play_parts(runs, [range(run.plan.shards) for run in runs], jobs=jobs, advance=advance)
    for run in runs:
        if run.folder is not None and not run.folder.is_done:
            run.folder.finish(run.plan)
    return RunTotals([total for total in totals if total is not None], played, seconds)


def play_parts(
    runs: Sequence[Run],
    parts: Sequence[range],
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> PartTotals:
    """Play and count these parts of each run, whose folders have begun and are held; None of a run without any."""
    make_ready()
    warm = time.perf_counter()
    totals: list[Counts | None] = [None] * len(runs)
    played = 0
    for done in _work(runs, parts, jobs):
        _keep(runs[done.run], done)
        before = totals[done.run]
        totals[done.run] = done.counts if before is None else before + done.counts
        played += done.played
        if advance is not None:
            advance(done.counts.games)
    return PartTotals(totals, played, time.perf_counter() - warm)


def _keep(run: Run, done: _Done) -> None:
    """Keep a part that was played: this process alone writes, so nothing that outlives it can."""
    if run.folder is not None and done.data is not None:
        run.folder.write(done.number, run.plan, done.data, done.counts.to_text())


def _work(runs: Sequence[Run], parts: Sequence[range], jobs: int) -> Iterator[_Done]:
    """Parts that were saved, then the others as they come."""
    each = zip(runs, parts, strict=True)
    by_run = [_tasks(index, run, numbers) for index, (run, numbers) in enumerate(each)]
    # All runs grow together, so that one that is broken off can be looked at.
    tasks = [task for together in zip_longest(*by_run) for task in together if task is not None]
    yield from (task() for task in tasks if task.func is _read)
    lacking = [task for task in tasks if task.func is not _read]
    yield from side_by_side(lacking, jobs, python=by_python(runs[task.args[0]].table for task in lacking))


def _tasks(index: int, run: Run, numbers: range) -> Iterator[partial[_Done]]:
    """These parts of a run; those that were saved are read, whatever is missing is played."""
    known: dict[int, Voucher] = {} if run.folder is None or not numbers else run.folder.go_on(run.plan)
    for number in numbers:
        voucher = known.get(number)
        if run.folder is None or voucher is None:
            yield partial(_do, index, run, number)
        else:
            yield partial(_read, index, run.plan, run.folder, number, voucher)


def _read(index: int, plan: Plan, folder: RunFolder, number: int, voucher: Voucher) -> _Done:
    return _Done(index, number, _counted(plan, folder, number, voucher))


def _do(index: int, run: Run, number: int) -> _Done:
    played = play(run.plan, run.table, run.plan.games_of(number))
    data = None if run.folder is None else _file_of(run.plan, played)
    return _Done(index, number, count(played), len(played.rows), data)


def _file_of(plan: Plan, played: Played) -> bytes:
    """What is saved of a part."""
    from ucgsim.simulate.frames import frame_of  # noqa: PLC0415 - tables load slowly, and only files need them

    return parquet(frame_of(plan, played))


def _counted(plan: Plan, folder: RunFolder, number: int, voucher: Voucher | None) -> Counts:
    """The counts of a part that was saved; UcgsimError where it cannot be read."""
    counts = None if voucher is None else Counts.of_text(voucher.counts)
    if counts is None:
        return count_rows(plan, folder, number, voucher)
    folder.checked(number, voucher)
    return counts


def count_rows(plan: Plan, folder: RunFolder, number: int, voucher: Voucher | None) -> Counts:
    """The rows of a part that was saved, counted; UcgsimError where it cannot be read."""
    from ucgsim.simulate.frames import played_of  # noqa: PLC0415 - see above

    return count(played_of(folder.read(plan, number, voucher)))


def count_folder(folder: RunFolder) -> Counts:
    """Count a finished run from its folder; UcgsimError where it is not finished or cannot be read."""
    plan = folder.plan()
    folder.refuse_unfinished()
    vouchers = folder.vouchers(plan)
    total = None
    for number in range(plan.shards):
        counts = _counted(plan, folder, number, vouchers.get(number))
        total = counts if total is None else total + counts
    assert total is not None, "a plan has at least one part"
    return total


# The games of a run as rows: from its folder, or played again.


def rows_of(plan: Plan, folder: RunFolder | None, *, again: bool, jobs: int) -> pl.LazyFrame:
    """The games of a run, columns as ``frames.SCHEMA``: those in its folder, or played ``again`` where there is none.

    Raises UcgsimError where there is no folder and they are not to be played again, or can't be: cards, effects or
    policies are others now.
    """
    import polars as pl  # noqa: PLC0415 - loads slowly, and only rows that are asked for need it

    from ucgsim.simulate.frames import play_shard  # noqa: PLC0415

    if folder is not None:
        return scan_games(folder)
    if not again:
        raise UcgsimError("these games were not saved; name a folder with out=, or play them again with again=True")
    now, table = make_plan(plan.decks, plan.games, Terms.of_plan(plan, load_catalog()), shard=plan.shard)
    differing = plan.differences(now)
    if differing:
        raise UcgsimError(f"these games can't be played again: {', '.join(differing)} changed since; play them again")
    tasks = [partial(play_shard, plan, table, number) for number in range(plan.shards)]
    return pl.concat(in_order(tasks, jobs, python=by_python([table]))).lazy()


# How fast tables are played on: measured, by playing on them for a moment.


MOST_AT_ONCE = 5_000
"""Games between two looks at the clock."""


class Dealt(NamedTuple):
    """A table and what decides the chance on it."""

    table: Table
    seed: int
    matchup: int


def dealt_of(run: Run) -> Dealt:
    """The table of a run."""
    return Dealt(run.table, run.plan.seed, run.plan.matchup)


def games_per_second(tables: Sequence[Dealt], seconds: float) -> float:
    """Games a second of one process, over all tables alike, after about so many ``seconds`` of play on them.

    What has to be compiled first is not counted. On every table two games are played at least.
    """
    # What is learned by practice makes no game faster.
    tables = [each._replace(table=each.table._replace(practising=())) for each in tables]
    play_games(*tables[0], range(HALVES))
    played, took = 0, 0.0
    for each in tables:
        games, spent = _games_in(each, seconds / len(tables))
        played += games
        took += spent
    return played / took


def _games_in(dealt: Dealt, seconds: float) -> tuple[int, float]:
    """How many games were played in about so many seconds, and in how many exactly."""
    played, size, started = 0, HALVES, time.perf_counter()
    while True:
        play_games(*dealt, range(played, played + size))
        played += size
        took = time.perf_counter() - started
        if took >= seconds:
            return played, took
        size = min(2 * size, MOST_AT_ONCE)
