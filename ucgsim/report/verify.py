"""Whether what a folder keeps is what was played, and how to get back what is not."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.report.compare_kept import COMPARE, read_compare
from ucgsim.report.impact_games import plan_again
from ucgsim.report.match_file import MATCHES, read_counts
from ucgsim.report.matrix import MATRIX, listed_folders, matchup_folders
from ucgsim.simulate.folder import DONE, PLAN, RunFolder
from ucgsim.simulate.kept import PARTS
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.shard import play_span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.folder import Voucher
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

SAMPLE = 5
"""Pairs of each part that are played again."""
COUNTS = (MATCHES, COMPARE)
"""The plans of folders that keep counts and no games."""


class Checked(NamedTuple):
    """A part, or another file of a folder: whether it holds, and else why not."""

    place: str
    holds: bool
    why: str = ""


def verify(path: Path, catalog: Catalog, *, replay: bool = False) -> Iterator[Checked]:
    """Look at every part that a folder keeps; with ``replay`` some games of each are played again.

    Raises UcgsimError where the folder holds nothing that was kept, or its games can't be played again.
    """
    if any((path / name).is_file() for name in COUNTS):
        if replay:
            raise UcgsimError(f"{path}: --replay is for folders of `ucgsim duel` and `matrix`, which keep games")
        yield _check(path / PARTS, lambda: _read_counts(path, catalog))
        return
    if (path / MATRIX).is_file():
        found = _check(path / MATRIX, lambda: matchup_folders(path))
        yield found
        if not found.holds and not _check(path / MATRIX, lambda: listed_folders(path)).holds:
            return
    for folder in _folders(path):
        yield from _check_run(folder, catalog if replay else None)


def parts_of(path: Path) -> int:
    """How many parts a folder of games is to hold, as far as its plans can be read."""
    count = 0
    for folder in _folders(path) if _check(path, lambda: _folders(path)).holds else []:
        if _check(path, folder.plan).holds:
            count += folder.plan().shards
    return count


def _check(place: Path, look: Callable[[], object]) -> Checked:
    try:
        look()
    except UcgsimError as error:
        return Checked(str(place), holds=False, why=str(error))
    return Checked(str(place), holds=True)


def _read_counts(path: Path, catalog: Catalog) -> None:
    if (path / MATCHES).is_file():
        read_counts(path)
    else:
        read_compare(path, catalog)


def _folders(path: Path) -> list[RunFolder]:
    """The runs in a folder: one of a duel, many of a matrix."""
    if (path / MATRIX).is_file():
        return list(listed_folders(path).values())
    if (path / PLAN).is_file():
        return [RunFolder(path)]
    what = "holds no run" if path.is_dir() else "is no folder"
    raise UcgsimError(f"{path}: {what}; name a folder that `ucgsim duel` or `matrix` wrote with --out")


def _check_run(folder: RunFolder, catalog: Catalog | None) -> Iterator[Checked]:
    whole = _check(folder.path / PLAN, folder.plan)
    yield whole
    if not whole.holds:
        return
    plan = folder.plan()
    table = None if catalog is None else plan_again(folder.path, plan, catalog)
    vouchers = folder.legible(plan)
    for number in range(plan.shards):
        yield _check(folder.part(number), partial(_look_at, folder, plan, number, vouchers.get(number), table))
    yield _check(folder.path / PARTS, lambda: folder.vouchers(plan))
    yield _check(folder.path / DONE, folder.refuse_unfinished)


def _look_at(folder: RunFolder, plan: Plan, number: int, voucher: Voucher | None, table: Table | None) -> None:
    """Raise UcgsimError where a part is not as it was written, or its games are other ones than are played."""
    frame = folder.read(plan, number, voucher)
    if table is None:
        return
    games = plan.games_of(number)
    first = plan.unit * Random(number).randrange(max(len(games) // plan.unit - SAMPLE, 0) + 1)
    again = play_span(plan, table, games[first : first + SAMPLE * plan.unit])
    if not again.equals(frame.slice(first, again.height)):
        told = f"holds other games than are played from {games.start + first} on"
        raise UcgsimError(f"{folder.part(number)}: {told}; delete it, and `ucgsim run repair` plays it anew")


def repair(
    path: Path, catalog: Catalog, *, jobs: int = 1, advance: Callable[[int], object] | None = None
) -> tuple[int, int]:
    """Play anew what a folder of a duel or a matrix lacks or holds damaged: how many of how many games that were.

    Raises UcgsimError where there is no such folder, its plan can't be read or was changed since, or it was played
    with other cards, effects or policies.
    """
    if any((path / name).is_file() for name in COUNTS):
        raise UcgsimError(f"{path}: keeps counts alone; the command that made it plays what is missing")
    if (path / MATRIX).is_file():
        matchup_folders(path)
    runs = []
    for folder in _folders(path):
        plan = folder.plan()
        folder.refuse_changed_plan(plan)
        runs.append((folder, Run(plan, plan_again(folder.path, plan, catalog), folder)))
    with only_one(runs[0][0].lock_place):
        for folder, run in runs:
            sound = folder.sound(run.plan)
            if len(sound) < run.plan.shards or not folder.holds_together(run.plan):
                folder.unfinish(run.plan, sound)
    games = sum(run.plan.games for _, run in runs)
    return play_runs([run for _, run in runs], jobs=jobs, advance=advance).played, games
