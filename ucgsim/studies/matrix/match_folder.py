"""Matches on disk: what is planned in one file, then the counts part by part as they are played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.simulate.kept import PARTS, REMEDY, KeptFolder
from ucgsim.simulate.matches.plan import MatchPlan, lay_out_matches
from ucgsim.simulate.matches.played import MOST_GAMES, MatchPart, match_tasks
from ucgsim.simulate.plan import HALVES, refuse_differing
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.values import NOT_EXPECTED, counts_of, reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.matches.plan import MatchStudy
    from ucgsim.simulate.matches.played import MatchTask

MATCHES = "matches.json"
MATCHES_FORMAT = 7
"""Rises whenever what is kept changes its meaning; up to 2 the file held the counts as well, once all was
played, from 4 on each part is bound to its plan, from 5 on the plan is sealed, from 6 on no two
matches share their chance, from 7 on the loser of the first game takes the deck that is best for it."""
AGAIN = "name another folder, or delete this one and play the matches again"
SHAPES = {"points": (HALVES, 3), "games": (MOST_GAMES + 1, HALVES), "timed": (HALVES,), "cut": (HALVES,)}
"""What is counted of each two players."""


@dataclass(frozen=True, eq=False)
class MatchCounts:
    """Matches counted as in ``MatchPart``, one row for each two players of the plan; shapes as in SHAPES."""

    points: NDArray[np.int64]
    games: NDArray[np.int64]
    timed: NDArray[np.int64]
    cut: NDArray[np.int64]

    @classmethod
    def nothing(cls, rows: int) -> MatchCounts:
        """Before anything is played."""
        return cls(*(np.zeros((rows, *shape), np.int64) for shape in SHAPES.values()))

    def add(self, part: MatchPart) -> None:
        """Count a part."""
        for name in SHAPES:
            getattr(self, name)[part.number] += getattr(part, name)


def tasks_of(plan: MatchPlan) -> list[MatchTask]:
    """The parts of a plan in the order in which they are played."""
    return match_tasks(len(plan.keys), plan.each)


def keys(plan: MatchPlan) -> list[str]:
    """What these parts are called."""
    return [task.key for task in tasks_of(plan)]


def begun_folder(path: Path, plan: MatchPlan) -> KeptFolder:
    """The folder of a plan that is to be played, or goes on; UcgsimError where it holds anything else."""
    folder = match_folder(path)
    data = plan.to_json()
    bare = [[{name: deck[name] for name in deck if name != "source"} for deck in decks] for decks in data["players"]]
    sources = [[deck["source"] for deck in decks] for decks in data["players"]]
    folder.begin(data | {"players": bare}, {"sources": sources})
    return folder


def match_folder(path: Path) -> KeptFolder:
    """The folder of a matrix of matches."""
    return KeptFolder(path, MATCHES, "matrix of matches", MATCHES_FORMAT)


def part_json(part: MatchPart) -> dict[str, Any]:
    """The counts of a part as plain values."""
    return {name: getattr(part, name).tolist() for name in SHAPES}


def read_parts(path: Path, plan: MatchPlan, kept: Sequence[Any]) -> list[MatchPart]:
    """What ``part_json`` told, as many parts as were kept; UcgsimError names the line that holds none."""
    parts = []
    for number, (task, counts) in enumerate(zip(tasks_of(plan), kept, strict=False), start=1):
        try:
            parts.append(read_part(task, counts))
        except NOT_EXPECTED as error:
            raise UcgsimError(
                f"{path / PARTS}, line {number}: is no part of these matches ({error}); {REMEDY}"
            ) from None
    return parts


def read_part(task: MatchTask, counts: Mapping[str, Any]) -> MatchPart:
    """What ``part_json`` told; one of ``values.NOT_EXPECTED`` where it is no such part."""
    tables = {name: counts_of(counts[name], shape) for name, shape in SHAPES.items()}
    part = MatchPart(task.number, **tables)
    halves = np.bincount(np.arange(task.span.start, task.span.stop) % HALVES, minlength=HALVES)
    if (part.points.sum(axis=1) != halves).any() or max((part.timed - halves).max(), (part.cut - halves).max()) > 0:
        raise ValueError("counts do not agree with the number of matches")
    if (part.games.sum(axis=0) != halves).any():
        raise ValueError("counts of games begun do not add up")
    return part


def study_again(path: Path, catalog: Catalog) -> MatchStudy:
    """What plays the matches in a folder again; UcgsimError where they were played with other cards or policies."""
    plan = read_plan(path)
    terms = Terms(
        policies=(plan.policy,) * 2,
        seed=plan.seed,
        rules=plan.rules,
        redraw_procedure=plan.redraw_procedure,
        play_blank=plan.blank,
        catalog=catalog,
    )
    study = lay_out_matches(plan.entrants, plan.form, terms, turns=plan.turns, each=plan.each)
    refuse_differing(path, plan.differences(study.plan))
    return study


def read_counts(path: Path) -> tuple[MatchPlan, MatchCounts]:
    """The finished matches in a folder; UcgsimError where there are none, or of another format, or not all of them."""
    folder = match_folder(path)
    plan = read_plan(path)
    parts = read_parts(path, plan, folder.parts(keys(plan)))
    if len(parts) < len(tasks_of(plan)):
        raise UcgsimError(f"{path}: is not finished; run it again with the same options to go on")
    counts = MatchCounts.nothing(len(plan.keys))
    for part in parts:
        counts.add(part)
    return plan, counts


def read_plan(path: Path) -> MatchPlan:
    """The plan of the matches in a folder; UcgsimError where there is none or it cannot be read."""
    plan, beside = match_folder(path).read()
    with reading(path / MATCHES, "the plan of a matrix of matches", AGAIN):
        if [*map(len, plan["players"])] != [*map(len, beside["sources"])]:
            raise ValueError("decks and their sources are not as many")
        players = [
            [deck | {"source": source} for deck, source in zip(decks, sources, strict=True)]
            for decks, sources in zip(plan["players"], beside["sources"], strict=True)
        ]
        return MatchPlan.from_json({**plan, "players": players})
