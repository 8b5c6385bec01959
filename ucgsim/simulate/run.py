"""Runs played: part after part, side by side where that pays, counted as they come in; their rows; how fast."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ucgsim.cards.catalog import load_catalog
from ucgsim.compiling.compiled import make_ready
from ucgsim.errors import UcgsimError
from ucgsim.limits import MAX_GAMES
from ucgsim.simulate.counts import Counts, count
from ucgsim.simulate.folder import RunFolder, Voucher, parquet, scan_games
from ucgsim.simulate.plan import HALVES, Plan, Terms
from ucgsim.simulate.same_chance import play_games
from ucgsim.simulate.table import Played, Table, by_python, laid_out, make_plan, play
from ucgsim.simulate.tasks import Batch, Player, Task
from ucgsim.simulate.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import polars as pl

    from ucgsim.simulate.table import Laying
    from ucgsim.simulate.tasks import Course

    Rule: TypeAlias = Callable[[Sequence[Counts]], Sequence[int]]


AT_ONCE = 256
"""Parts whose counts are held before they are added up: memory does not grow with the games."""


class Run(NamedTuple):
    """What to play, on which table, and where to keep it (None: nowhere, only counts)."""

    plan: Plan
    laid: Table | Laying
    folder: RunFolder | None = None

    @property
    def table(self) -> Table:
        """The table, laid out as soon as it is asked for."""
        return laid_out(self.laid)

    def part(self, number: int) -> Part:
        """The games of one part."""
        return Part(self.plan.mark, number, len(self.plan.games_of(number)), self.plan, (self.laid,), self.folder)


@dataclass(frozen=True)
class Part(Task):
    """The games of a part of a run, so many ``rows`` of a plan with this ``mark``."""

    asked_once = True
    mark: str
    number: int
    rows: int
    plan: Plan = field(compare=False, repr=False)
    tables: Sequence[Table | Laying] = field(compare=False, repr=False)
    folder: RunFolder | None = field(compare=False)

    @property
    def games(self) -> int:
        """As many as it has rows."""
        return self.rows

    def run(self) -> tuple[Counts, bytes | None]:
        """Play them: their counts, and the bytes to be saved in the folder."""
        played = play(self.plan, laid_out(self.tables[0]), self.plan.games_of(self.number))
        return count(played), None if self.folder is None else _file_of(self.plan, played)

    def counts(self, value: Counts) -> Counts:
        """These counts, which the folder has read."""
        return value

    def saved(self, value: tuple[Counts, bytes | None]) -> Counts:
        """The counts, once the file is written."""
        counts, data = value
        if self.folder is not None and data is not None:
            self.folder.write(self.number, self.plan, data, counts.to_text())
        return counts


class RunTotals(NamedTuple):
    """The runs as they ended and their counts, in order; games played just now (not read), seconds it all took."""

    runs: list[Run]
    counts: list[Counts]
    played: int
    seconds: float


def play_runs(
    runs: Sequence[Run],
    looks: Sequence[int] = (MAX_GAMES,),
    rule: Rule | None = None,
    *,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> RunTotals:
    """Play and count runs, whose folders are held (`files.lock`), going on where earlier ones stopped.

    After so many games of each as ``looks`` say, the ``rule`` names the places of those that go on, first things
    first; without one all runs are played to their ends. ``jobs`` processes work side by side once there is enough to
    do; the games do not depend on it. ``advance`` is called with how many games are done. Raises UcgsimError where a
    folder cannot be used or a part of it cannot be read.
    """
    make_ready()
    kept = [(run, run.folder) for run in runs if run.folder is not None]
    for run, folder in kept:
        folder.begin(run.plan)
    known = {
        run.part(number).key: _counted(run.plan, folder, number, voucher)
        for run, folder in kept
        for number, voucher in folder.go_on(run.plan).items()
    }
    player = Player(jobs, advance, known=known)
    counts, seconds = player.answer(_course(runs, looks, rule))
    ended = [
        run if run.plan.games == each.games else run._replace(plan=replace(run.plan, games=each.games))
        for run, each in zip(runs, counts, strict=True)
    ]
    for run in ended:
        if run.folder is not None:
            run.folder.finish(run.plan)
    return RunTotals(ended, counts, player.played, seconds)


def _course(runs: Sequence[Run], looks: Sequence[int], rule: Rule | None) -> Course[tuple[list[Counts], float]]:
    """The counts of all runs, part by part up to each look, and how many seconds they took to come."""
    totals: dict[int, Counts] = {}
    going_on: Sequence[int] = range(len(runs))
    seconds = 0.0
    for look in looks:
        by_run = [[(place, part) for part in _parts(runs[place], totals.get(place), look)] for place in going_on]
        # All runs grow together, so that one that is broken off can be looked at.
        wanted = [each for together in zip_longest(*by_run) for each in together if each is not None]
        for start in range(0, len(wanted), AT_ONCE):
            now, asked = wanted[start : start + AT_ONCE], time.perf_counter()
            counts = yield Batch([part for _, part in now], [part for _, part in wanted[start + AT_ONCE :]])
            seconds += time.perf_counter() - asked
            for (place, _), each in zip(now, counts, strict=True):
                totals[place] = totals[place] + each if place in totals else each
        going_on = rule([totals[place] for place in range(len(runs))]) if rule else ()
        if not going_on:
            break
    return [totals[place] for place in range(len(runs))], seconds


def _parts(run: Run, before: Counts | None, look: int) -> Iterator[Part]:
    """Those that a run still lacks for so many games."""
    plan, done = run.plan, before.games if before is not None else 0
    return map(run.part, range(-(-done // plan.shard), -(-min(look, plan.games) // plan.shard)))


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
    return Counts.total(_counted(plan, folder, number, vouchers.get(number)) for number in range(plan.shards))


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
