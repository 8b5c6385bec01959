"""Matches on disk: one file with what was planned and the counts, written when all of it is played."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.cards.files import read_text_file, write_text_file
from ucgsim.errors import UcgsimError
from ucgsim.simulate.match_plan import MatchPlan
from ucgsim.simulate.matches import MOST_GAMES
from ucgsim.simulate.plan import GAMES_PER_PAIR

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    from ucgsim.simulate.matches import MatchPart

MATCHES = "matches.json"
MATCHES_FORMAT = 2
"""Rises whenever what the file holds changes its meaning; the first counted matches, not pairs, by their length."""
AGAIN = "delete it and play the matches again"
PER_PAIR = GAMES_PER_PAIR + 1
HALF_POINTS = 2 * GAMES_PER_PAIR + 1
SHAPES = {"points": (HALF_POINTS,), "games": (MOST_GAMES + 1, PER_PAIR), "timed": (PER_PAIR,), "cut": (PER_PAIR,)}
"""What is counted of each two players."""


@dataclass(frozen=True, eq=False)
class MatchCounts:
    """Pairs of matches counted as in ``MatchPart``, one row for each two players of the plan; shapes as in SHAPES."""

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


def write_matches(folder: Path, plan: MatchPlan, counts: MatchCounts) -> Path:
    """Write the file into ``folder``, whole or not at all; UcgsimError where that fails."""
    cells = [
        {"a": a, "b": b} | {name: getattr(counts, name)[row].tolist() for name in SHAPES}
        for row, (a, b) in enumerate(plan.keys)
    ]
    place = folder / MATCHES
    data = {"format": MATCHES_FORMAT, "plan": plan.to_json(), "cells": cells}
    write_text_file(place, json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    return place


def read_counts(folder: Path) -> tuple[MatchPlan, MatchCounts]:
    """What ``write_matches`` wrote; UcgsimError where it is missing, of another format, unfinished or damaged."""
    place = folder / MATCHES
    text = read_text_file(place, "a matrix of matches")
    try:
        data = json.loads(text)
        if data["format"] != MATCHES_FORMAT:
            raise UcgsimError(f"is of format {data['format']}; this version reads {MATCHES_FORMAT}; {AGAIN}")
        plan = MatchPlan.from_json(data["plan"])
        return plan, _read_cells(plan, {(cell["a"], cell["b"]): cell for cell in data["cells"]})
    except UcgsimError as error:
        raise UcgsimError(f"{place}: {error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        what = f"{type(error).__name__}: {error}"
        raise UcgsimError(f"{place}: is no matrix of matches, or not all of it ({what}); {AGAIN}") from None


def _read_cells(plan: MatchPlan, cells: Mapping[tuple[int, int], Mapping[str, Any]]) -> MatchCounts:
    if len(plan.entrants) < 2 or plan.pairs < 1 or set(cells) - set(plan.keys):
        raise ValueError("players or pairs are missing")
    for a, b in plan.keys:
        if (a, b) not in cells:
            raise UcgsimError(f"is not finished, {plan.names[a]} against {plan.names[b]} is missing; {AGAIN}")
    counts = MatchCounts(
        *(_read_rows([cells[key][name] for key in plan.keys], shape) for name, shape in SHAPES.items())
    )
    for row, (a, b) in enumerate(plan.keys):
        if (pairs := int(counts.points[row].sum())) < plan.pairs:
            told = f"{pairs:,} of {plan.pairs:,} pairs of {plan.names[a]} against {plan.names[b]}"
            raise UcgsimError(f"is not finished, it holds {told}; {AGAIN}")
    _refuse_uneven(plan, counts)
    return counts


def _read_rows(rows: list[Any], shape: tuple[int, ...]) -> NDArray[np.int64]:
    found = np.array(rows)
    if found.dtype.kind != "i" or found.shape[1:] != shape or (found < 0).any():
        raise ValueError("counts are not what they should be")
    return found.astype(np.int64)


def _refuse_uneven(plan: MatchPlan, counts: MatchCounts) -> None:
    """Every kind of count must see the same pairs, and every match has begun some number of games."""
    sums = [counts.points.sum(axis=1), counts.timed.sum(axis=1), counts.cut.sum(axis=1), *counts.games.sum(axis=2).T]
    if not all((each == plan.pairs).all() for each in sums):
        raise ValueError("counts do not agree with the number of pairs")
    if (counts.games @ np.arange(PER_PAIR)).sum(axis=1).tolist() != [plan.each] * len(plan.keys):
        raise ValueError("counts of games begun do not add up")


def kept_counts(folder: Path, plan: MatchPlan) -> MatchCounts | None:
    """What ``folder`` holds of this very plan already, None where it is new or empty.

    Raises UcgsimError where it holds something else, before anything is played for nothing.
    """
    if (folder / MATCHES).is_file():
        kept, counts = read_counts(folder)
        if differing := kept.differences(plan):
            told = f"holds matches that differ in {', '.join(differing)}"
            raise UcgsimError(f"{folder}: {told}; name another folder, or play those with the same options")
        return counts
    if folder.exists() and not folder.is_dir():
        raise UcgsimError(f"{folder}: is no folder; name a new or an empty one")
    if folder.is_dir() and (entries := sorted(entry.name for entry in folder.iterdir())):
        raise UcgsimError(f"{folder}: holds {entries[0]} but no matches; name a new or an empty folder")
    return None
