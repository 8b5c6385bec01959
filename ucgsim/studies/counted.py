"""Folders that keep counts and no games: their parts played again, to compare them or to put them back."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.kept import PARTS
from ucgsim.simulate.matches.played import play_tasks as play_matches
from ucgsim.simulate.run import Run
from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.simulate.same_chance.compare import play_tasks as play_games
from ucgsim.simulate.same_chance.leading import lead_tasks
from ucgsim.simulate.same_chance.leading import play_tasks as play_leads
from ucgsim.simulate.values import NOT_EXPECTED
from ucgsim.studies import leading
from ucgsim.studies.cards.games import plan_again
from ucgsim.studies.compare import question as compare
from ucgsim.studies.folders import COUNTED, Holding, holding
from ucgsim.studies.matrix import match_folder as match_file
from ucgsim.studies.matrix import matches

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.kept import KeptFolder
    from ucgsim.simulate.matches.played import MatchTask
    from ucgsim.simulate.same_chance.compare import Task
    from ucgsim.simulate.same_chance.leading import LeadTask

SAMPLE = 20
"""Parts that are played again; a part is counted as a whole, so no fewer games than its own can tell."""


@dataclass(frozen=True, eq=False)
class Counted:
    """Counts in a folder, with what plays their parts again.

    ``read``: what a part told, UcgsimError or one of ``NOT_EXPECTED`` where that is none; ``play``: what parts are
    to tell, in order; ``finish`` plays what comes after the last part that is kept, in a folder that is held.
    """

    folder: KeptFolder
    tasks: Sequence[MatchTask | Task | LeadTask]
    read: Callable[[int, Any], object]
    play: Callable[[Sequence[int], int], Iterator[Any]]
    finish: Callable[[int], object]
    unit: str
    per_chance: int
    """Games, or matches, of one number of a part."""

    @property
    def keys(self) -> list[str]:
        """What the parts are called, in order."""
        return [task.key for task in self.tasks]

    def size(self, numbers: Sequence[int]) -> int:
        """Games, or matches, of these parts."""
        return self.per_chance * sum(len(self.tasks[number].span) for number in numbers)

    def holds(self, number: int, value: Any) -> bool:
        """Whether a value may be what a part told."""
        try:
            self.read(number, value)
        except (UcgsimError, *NOT_EXPECTED):
            return False
        return True


def counted(path: Path, catalog: Catalog) -> Counted:
    """The counts in a folder.

    Raises UcgsimError where their plan cannot be read, or they were played with other cards, effects or policies.
    """
    return {Holding.MATCHES: _matches, Holding.COMPARE: _compare, Holding.LEAD: _leading}[held(path)](path, catalog)


def held(path: Path) -> Holding:
    """What counts a folder holds."""
    kind = holding(path)
    assert kind in COUNTED, "counts are asked of a folder that keeps them"
    return kind


def _leading(path: Path, catalog: Catalog) -> Counted:
    folder = RunFolder(path.parent)
    plan = folder.plan()
    run = Run(plan, plan_again(folder.path, plan, catalog), folder)
    pairs = leading.kept_pairs(path, plan)
    tasks = lead_tasks(pairs)

    def play(numbers: Sequence[int], jobs: int) -> Iterator[Any]:
        parts = play_leads(run.plan, run.table, [tasks[number] for number in numbers], jobs=jobs)
        return (part.tolist() for part in parts)

    return Counted(
        leading.lead_folder(path),
        tasks,
        lambda number, value: leading.read_part(tasks[number], value, PARTS),
        play,
        lambda jobs: leading.go_on(run, path, pairs, jobs=jobs),
        "games",
        2,
    )


def _matches(path: Path, catalog: Catalog) -> Counted:
    study = match_file.study_again(path, catalog)
    folder, tasks = match_file.match_folder(path), match_file.tasks_of(study.plan)

    def play(numbers: Sequence[int], jobs: int) -> Iterator[Any]:
        parts = play_matches(study.match_ups, [tasks[number] for number in numbers], jobs=jobs)
        return map(match_file.part_json, parts)

    def finish(jobs: int) -> None:
        with folder.ledger(match_file.keys(study.plan)) as ledger:
            for _ in matches.go_on(study, jobs, ledger, path):
                pass

    return Counted(
        folder,
        tasks,
        lambda number, value: match_file.read_part(tasks[number], value),
        play,
        finish,
        "matches",
        1,
    )


def _compare(path: Path, catalog: Catalog) -> Counted:
    study = compare.study_again(path, catalog)
    tasks = [*itertools.chain.from_iterable(study.rounds)]

    def play(numbers: Sequence[int], jobs: int) -> Iterator[Any]:
        parts = play_games(study.meetings, [tasks[number] for number in numbers], study.terms.seed, jobs=jobs)
        return (part.table.tolist() for part in parts)

    return Counted(
        compare.kept_folder(path),
        tasks,
        lambda number, value: compare.read_part(tasks[number], value, PARTS),
        play,
        lambda jobs: compare.go_on(study, path, jobs=jobs),
        "games",
        BUILDS,
    )


def refuse_other_counts(counts: Counted) -> None:
    """Play a sample of the parts in a folder again; UcgsimError names one that told something else."""
    path = counts.folder.path
    parts = counts.folder.legible(counts.keys)
    sample = sorted(Random(0).sample(sorted(parts), min(SAMPLE, len(parts))))
    for number, again in zip(sample, counts.play(sample, 1), strict=True):
        row, kept = parts[number]
        if kept != again:
            where = f"{path / PARTS}, line {row}: holds other counts than are played"
            raise UcgsimError(f"{where}; delete this line, and `ucgsim run repair {path}` plays it anew")


def repair_counts(path: Path, catalog: Catalog, *, jobs: int = 1) -> tuple[int, int, str]:
    """Play anew what a folder lacks or holds damaged: how many of how many, and of what.

    Raises UcgsimError as ``counted`` does, and where the plan was changed since the parts were played.
    """
    with only_one(path):
        counts = counted(path, catalog)
        played = counts.folder.fill(counts.keys, counts.holds, partial(_played, counts, jobs))
        kept = len(counts.folder.parts(counts.keys))
        counts.finish(jobs)
        whole = len(counts.folder.parts(counts.keys))
    return counts.size([*played, *range(kept, whole)]), counts.size(range(whole)), counts.unit


def _played(counts: Counted, jobs: int, numbers: Sequence[int]) -> Iterator[Any]:
    return counts.play(numbers, jobs)
