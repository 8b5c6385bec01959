"""Whether what a folder keeps is what was played, and how to get back what is not."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.report.compare_kept import COMPARE, read_compare
from ucgsim.report.impact_games import plan_again
from ucgsim.report.match_file import MATCHES, read_counts
from ucgsim.report.matrix import MATRIX, matchup_folders
from ucgsim.simulate.folder import DONE, PLAN, RunFolder
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.shard import play_span

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.folder import Voucher
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

SAMPLE = 5
"""Pairs of each part that are played again."""


class Checked(NamedTuple):
    """A part, or another file of a folder: whether it holds, and else why not."""

    place: str
    holds: bool
    why: str = ""


def verify(path: Path, catalog: Catalog, *, replay: bool = False) -> list[Checked]:
    """Look at every part that a folder keeps; with ``replay`` some games of each are played again.

    Raises UcgsimError where the folder holds nothing that was kept, or its games can't be played again.
    """
    if (path / MATRIX).is_file() or (path / PLAN).is_file():
        return [each for folder in _folders(path) for each in _check_run(folder, catalog if replay else None)]
    if replay:
        raise UcgsimError(f"{path}: --replay is for folders of `ucgsim duel` and `matrix`, which keep games")
    return [_check_counts(path, catalog)]


def _folders(path: Path) -> list[RunFolder]:
    """The runs in a folder: one of a duel, many of a matrix."""
    if (path / MATRIX).is_file():
        return list(matchup_folders(path).values())
    if (path / PLAN).is_file():
        return [RunFolder(path)]
    what = "holds no run" if path.is_dir() else "is no folder"
    raise UcgsimError(f"{path}: {what}; name a folder that `ucgsim duel` or `matrix` wrote with --out")


def _check_counts(path: Path, catalog: Catalog) -> Checked:
    try:
        if (path / MATCHES).is_file():
            read_counts(path)
        elif (path / COMPARE).is_file():
            read_compare(path, catalog)
        else:
            _folders(path)
    except UcgsimError as error:
        if not any((path / name).is_file() for name in (MATCHES, COMPARE)):
            raise
        return Checked(str(path), holds=False, why=str(error))
    return Checked(str(path), holds=True)


def _check_run(folder: RunFolder, catalog: Catalog | None) -> Iterator[Checked]:
    try:
        plan = folder.plan()
        vouchers = folder.vouchers(plan)
    except UcgsimError as error:
        yield Checked(str(folder.path), holds=False, why=str(error))
        return
    table = None if catalog is None else plan_again(folder.path, plan, catalog)
    for number in range(plan.shards):
        yield _check_part(folder, plan, number, vouchers.get(number), table)
    if not folder.is_done:
        yield Checked(str(folder.path / DONE), holds=False, why=f"{folder.path}: is not finished")


def _check_part(folder: RunFolder, plan: Plan, number: int, voucher: Voucher | None, table: Table | None) -> Checked:
    place = str(folder.part(number))
    try:
        frame = folder.read(plan, number, voucher)
    except UcgsimError as error:
        return Checked(place, holds=False, why=str(error))
    if table is not None:
        games = plan.games_of(number)
        units = len(games) // plan.unit
        first = plan.unit * Random(number).randrange(max(units - SAMPLE, 0) + 1)
        again = play_span(plan, table, games[first : first + SAMPLE * plan.unit])
        if not again.equals(frame.slice(first, again.height)):
            told = f"{place}: holds other games than are played from {games.start + first} on"
            return Checked(place, holds=False, why=told)
    return Checked(place, holds=True)


def repair(path: Path, catalog: Catalog, *, jobs: int = 1) -> int:
    """Play anew what a folder of a duel or a matrix lacks or holds damaged; returns how many games that were.

    Raises UcgsimError where there is no such folder, its plan can't be read, or it was played with other cards,
    effects or policies.
    """
    if any((path / name).is_file() for name in (MATCHES, COMPARE)):
        raise UcgsimError(f"{path}: keeps counts alone; the command that made it plays what is missing")
    runs = []
    for folder in _folders(path):
        plan = folder.plan()
        runs.append((folder, Run(plan, plan_again(folder.path, plan, catalog), folder)))
    with only_one(runs[0][0].lock_place):
        for folder, run in runs:
            sound = folder.sound(run.plan)
            if len(sound) < run.plan.shards or not folder.holds_together(run.plan):
                folder.unfinish(run.plan, sound)
    return play_runs([run for _, run in runs], jobs=jobs).played
