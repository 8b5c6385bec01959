"""What a folder holds: the one place that tells it, by the file that its plan is in."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import UNFINISHED
from ucgsim.simulate.folder import PLAN
from ucgsim.studies.compare.question import COMPARE
from ucgsim.studies.improve.question import IMPROVE
from ucgsim.studies.leading import LEAD_PLAN
from ucgsim.studies.matrix.match_folder import MATCHES
from ucgsim.studies.matrix.matchups import Shape

if TYPE_CHECKING:
    from pathlib import Path


PLAYS = "policies.json"
"""The list of the policies of a question, and of the folders in which each of them played."""


class Holding(StrEnum):
    """What was played into a folder, with the file that says so."""

    PLAYS = PLAYS
    MATRIX = Shape.MATRIX
    GAUNTLET = Shape.GAUNTLET
    DUEL = PLAN
    MATCHES = MATCHES
    COMPARE = COMPARE
    LEAD = LEAD_PLAN
    IMPROVE = IMPROVE


LISTED = (Holding.MATRIX, Holding.GAUNTLET)
"""Of which every matchup lies in a folder of its own."""
COUNTED = (Holding.MATCHES, Holding.COMPARE, Holding.LEAD)
"""Of which the counts are kept and no games."""


def holding(path: Path) -> Holding | None:
    """What a folder holds; None where there is none, or nothing that was kept."""
    return next((each for each in Holding if (path / each).is_file()), None)


OF_A_PAGE = {"index.html", "summary.json", "plots", "tables", "games"}
"""What a page that is written without a run of its own has in its folder."""


def refuse_kept(path: Path) -> None:
    """Refuse to write such a page over what was kept in a folder, or beside what somebody else put there."""
    if (held := holding(path)) is not None:
        raise UcgsimError(f"{path}: holds {held} of something else that was played; name another folder")
    entries = {entry.name for entry in path.iterdir()} if path.is_dir() else set()
    foreign = sorted(name for name in entries - OF_A_PAGE if not name.endswith(UNFINISHED))
    if "index.html" in entries and "summary.json" not in entries:
        foreign.append("index.html")
    if foreign:
        raise UcgsimError(f"{path}: holds {foreign[0]}, but no page of this kind; name a new or an empty folder")


def no_run(path: Path, wanted: str) -> UcgsimError:
    """That a folder holds nothing of what is ``wanted``, the commands that write it."""
    if holding(path) is Holding.PLAYS:
        return UcgsimError(f"{path}: holds a question under several policies; name the folder of one of them in it")
    if holding(path) is Holding.GAUNTLET:
        return UcgsimError(f"{path}: holds a gauntlet, in which rivals did not meet; name a folder that {wanted} wrote")
    what = "holds no run" if path.is_dir() else "is no folder"
    return UcgsimError(f"{path}: {what}; name a folder that {wanted} wrote with --out")
