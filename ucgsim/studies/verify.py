"""Whether what a folder keeps is what was played, and how to get back what is not."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.simulate.folder import DONE, PLAN, RunFolder
from ucgsim.simulate.kept import PARTS
from ucgsim.simulate.parts.frames import play_span
from ucgsim.simulate.run import Run, play_held
from ucgsim.studies.cards.games import plan_again
from ucgsim.studies.check import CHECK
from ucgsim.studies.compare.question import read_compare, read_study
from ucgsim.studies.counted import counted, held, refuse_other_counts, repair_counts
from ucgsim.studies.folders import COUNTED, LISTED, Holding, holding, no_run
from ucgsim.studies.improve.question import checks_in, refuse_bad_parts, refuse_bad_plan, repair_search
from ucgsim.studies.leading import LEAD, kept_pairs, read_all
from ucgsim.studies.matrix.match_folder import read_counts, read_plan
from ucgsim.studies.matrix.matchups import listed_folders, matchup_folders
from ucgsim.studies.matrix.race import UNTIL, read_race, refuse_unfinished_race
from ucgsim.studies.plays.study import play_folders
from ucgsim.studies.weights import FIELD, FIELD_SEAL, refuse_changed_field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.folder import Voucher
    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

SAMPLE = 10
"""Games of each part that are played again."""


class Checked(NamedTuple):
    """A part, or another file of a folder: whether it holds, and else why not."""

    place: str
    holds: bool
    why: str = ""


class Repaired(NamedTuple):
    """How many games, or matches, were played anew, and of how many."""

    played: int
    of: int
    unit: str


def verify(path: Path, catalog: Catalog, *, replay: bool = False) -> Iterator[Checked]:
    """Look at every part that a folder keeps; with ``replay`` some games of each are played again.

    Raises UcgsimError where the folder holds nothing that was kept, or its games can't be played again.
    """
    for place in (path, *([path / CHECK] if holds_check(path) else [])):
        yield from _verify(place, catalog, replay=replay)
        for within in _leads(place):
            yield from _verify(within, catalog, replay=replay)


def _leads(path: Path) -> list[Path]:
    """The folders of the pairs of games that tell what leading is worth, as far as runs can be told."""
    if holding(path) not in (*LISTED, Holding.DUEL) or not _check(path, lambda: _folders(path)).holds:
        return []
    return [folder.path / LEAD for folder in _folders(path) if holding(folder.path / LEAD) is Holding.LEAD]


def _verify(path: Path, catalog: Catalog, *, replay: bool) -> Iterator[Checked]:
    """The same without the check that lies within."""
    if holding(path) is Holding.PLAYS:
        yield from _verify_plays(path, catalog, replay=replay)
        return
    if holding(path) in COUNTED:
        yield from _check_counts(path, catalog, replay=replay)
        return
    if holding(path) is Holding.IMPROVE:
        yield from _check_search(path, catalog, replay=replay)
        return
    if (held_here := holding(path)) in LISTED:
        place = path / held_here
        checked = _check(place, lambda: matchup_folders(path))
        yield checked
        if not checked.holds and not _check(place, lambda: listed_folders(path)).holds:
            return
        if (path / UNTIL).is_file():
            yield _check(path / UNTIL, lambda: read_race(path))
    yield from _check_field(path)
    for folder in _folders(path):
        yield from _check_run(folder, catalog if replay else None)


def _verify_plays(path: Path, catalog: Catalog, *, replay: bool) -> Iterator[Checked]:
    """The list of policies, then what each of them played."""
    listed = _check(path / Holding.PLAYS, lambda: play_folders(path))
    yield listed
    for folder in play_folders(path) if listed.holds else []:
        yield from verify(folder, catalog, replay=replay)


def holds_check(path: Path) -> bool:
    """Whether a check was begun within a folder."""
    return holding(path / CHECK) not in {None, Holding.MATCHES}


def parts_of(path: Path) -> int:
    """How many parts a folder of games is to hold, as far as its plans can be read."""
    if holding(path) is Holding.PLAYS:
        return sum(map(parts_of, play_folders(path))) if _check(path, lambda: play_folders(path)).holds else 0
    count = parts_of(path / CHECK) if holds_check(path) else 0
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


def _check_field(path: Path) -> Iterator[Checked]:
    if (path / FIELD).exists() or (path / FIELD_SEAL).exists():
        yield _check(path / FIELD, lambda: refuse_changed_field(path))


def _check_counts(path: Path, catalog: Catalog, *, replay: bool) -> Iterator[Checked]:
    kind = held(path)
    checked = _check(path / kind, lambda: _read_plan(path, kind, catalog))
    yield checked
    yield from _check_field(path)
    if not checked.holds:
        return
    parts = _check(path / PARTS, lambda: _read_counts(path, kind, catalog))
    if replay and parts.holds:
        again = counted(path, catalog)
        parts = _check(path / PARTS, lambda: refuse_other_counts(again))
    yield parts


def _check_search(path: Path, catalog: Catalog, *, replay: bool) -> Iterator[Checked]:
    """A search for a better deck, and the checks of its builds."""
    plan = _check(path / Holding.IMPROVE, lambda: refuse_bad_plan(path, catalog))
    yield plan
    if plan.holds:
        yield _check(path / PARTS, lambda: refuse_bad_parts(path, catalog, replay=replay))
    for check in checks_in(path):
        yield from _verify(check, catalog, replay=replay)


def _read_plan(path: Path, kind: Holding, catalog: Catalog) -> object:
    """The plan of counts; UcgsimError where it can't be read."""
    if kind is Holding.MATCHES:
        return read_plan(path)
    return kept_pairs(path, RunFolder(path.parent).plan()) if kind is Holding.LEAD else read_study(path, catalog)


def _read_counts(path: Path, kind: Holding, catalog: Catalog) -> object:
    """Counts; UcgsimError where they can't be read or are not all there."""
    if kind is Holding.MATCHES:
        return read_counts(path)
    if kind is Holding.LEAD:
        return read_all(path, RunFolder(path.parent).plan())
    return read_compare(path, catalog)


def _folders(path: Path) -> list[RunFolder]:
    """The runs in a folder: one of a duel, many of a matrix or a gauntlet."""
    if holding(path) in LISTED:
        return list(listed_folders(path).values())
    if holding(path) is Holding.DUEL:
        return [RunFolder(path)]
    raise no_run(path, "`ucgsim duel`, `matrix` or `gauntlet`")


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
    first = Random(number).randrange(max(len(games) - SAMPLE, 0) + 1)
    again = play_span(plan, table, games[first : first + SAMPLE])
    if not again.equals(frame.slice(first, again.height)):
        text = f"holds other games than are played from {games.start + first} on"
        raise UcgsimError(f"{folder.part(number)}: {text}; delete it, and `ucgsim run repair` plays it anew")


def repair(path: Path, catalog: Catalog, *, jobs: int = 1) -> Repaired:
    """Play anew what a folder lacks or holds damaged.

    Raises UcgsimError where there is no such folder, its plan can't be read or was changed since, or it was played
    with other cards, effects or policies.
    """
    if holding(path) is Holding.PLAYS:
        mended = [repair(folder, catalog, jobs=jobs) for folder in play_folders(path)]
        return Repaired(sum(each.played for each in mended), sum(each.of for each in mended), mended[0].unit)
    within = checks_in(path) if holding(path) is Holding.IMPROVE else _leads(path)
    places = [path, *([path / CHECK] if holds_check(path) else []), *within]
    repaired = [_repair(place, catalog, jobs=jobs) for place in places]
    played, of = (sum(getattr(each, name) for each in repaired) for name in ("played", "of"))
    return Repaired(played, of, repaired[0].unit)


def _repair(path: Path, catalog: Catalog, *, jobs: int) -> Repaired:
    """The same without the check that lies within."""
    if holding(path) in COUNTED:
        return Repaired(*repair_counts(path, catalog, jobs=jobs))
    if holding(path) is Holding.IMPROVE:
        return Repaired(*repair_search(path, catalog, jobs=jobs))
    if holding(path) in LISTED:
        refuse_unfinished_race(path, matchup_folders(path).values())
    folders = _folders(path)
    with only_one(folders[0].lock_place):
        runs = [_to_repair(folder, catalog) for folder in folders]
        for folder, run in zip(folders, runs, strict=True):
            sound = folder.sound(run.plan)
            if len(sound) < run.plan.shards or not folder.holds_together(run.plan):
                folder.unfinish(run.plan, sound)
        return Repaired(play_held(runs, jobs=jobs).played, sum(run.plan.games for run in runs), "games")


def _to_repair(folder: RunFolder, catalog: Catalog) -> Run:
    plan = folder.plan()
    folder.refuse_changed_plan(plan)
    return Run(plan, plan_again(folder.path, plan, catalog), folder)
