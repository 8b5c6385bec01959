"""Whether what was kept was played with the cards, policies and engine that are here now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.engine.compiling.compiled import source_hash
from ucgsim.showing import shown
from ucgsim.simulate.folder import RunFolder
from ucgsim.studies.compare.question import kept_folder
from ucgsim.studies.folders import COUNTED, Holding, holding
from ucgsim.studies.improve.question import kept_folder as search_folder
from ucgsim.studies.matrix.match_folder import match_folder
from ucgsim.studies.matrix.matchups import matchup_folders
from ucgsim.studies.plays.study import play_folders

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

NUMBERS = "games that are played now may differ from those"
GAME = "this game may differ from it"


def change_words(place: object, versions: Mapping[str, Any], so: str, *, same_cards: bool = True) -> str:
    """That ``place`` was played with what is here no longer, and what follows from it; empty where all is the same.

    ``versions`` are those of its plan; ``same_cards``: whether cards, effects and policies are known to be others.
    """
    other = [] if same_cards else ["other cards, effects or policies"]
    if versions.get("engine") != source_hash():
        other.append("another engine")
    return f"{shown(place)} was played with {' and '.join(other)}; {so}" if other else ""


def change_of(path: Path) -> str:
    """The same of a folder of a duel, a matrix, matches or a comparison; UcgsimError where its plan cannot be read."""
    return change_words(path, _versions(path), NUMBERS)


def _versions(path: Path) -> Mapping[str, Any]:
    """The versions in the plan of whatever is kept in a folder; those of today where there is nothing."""
    held = holding(path)
    if held is Holding.PLAYS:
        return _versions(play_folders(path)[0])
    if held is Holding.IMPROVE:
        made: Mapping[str, Any] = search_folder(path).read()[0].get("versions", {})
        return made
    if held is None:
        return {"engine": source_hash()}
    if held in COUNTED:
        folder = match_folder(path) if held is Holding.MATCHES else kept_folder(path)
        versions: Mapping[str, Any] = folder.read()[0].get("versions", {})
        return versions
    run = RunFolder(path) if held is Holding.DUEL else next(iter(matchup_folders(path).values()))
    return run.plan().versions
