"""A report: from the folder of a run, a gauntlet or a matrix to its page, plots, tables and replays."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.report.staging import staging
from ucgsim.simulate.folder import RunFolder
from ucgsim.studies.compare.page import write_compare
from ucgsim.studies.compare.question import read_compare, study_again
from ucgsim.studies.duel.study import read_duel
from ucgsim.studies.folders import Holding, holding, no_run
from ucgsim.studies.gauntlet.study import read_gauntlet
from ucgsim.studies.improve.page import write_improve
from ucgsim.studies.improve.question import read_improve
from ucgsim.studies.matrix.games import read_matrix
from ucgsim.studies.matrix.match_page import match_page
from ucgsim.studies.matrix.matches import read_matches
from ucgsim.studies.matrix.matchups import listed_matchups
from ucgsim.studies.pages.duel import write_duel
from ucgsim.studies.pages.gauntlet import write_gauntlet
from ucgsim.studies.pages.matrix import write_matrix
from ucgsim.studies.pages.side import place_of, side_page, write_side
from ucgsim.studies.pages.writing import PAGE, SUMMARY, Making, finish
from ucgsim.studies.plays.page import write_plays
from ucgsim.studies.plays.study import read_plays

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.duel.result import DuelResult
    from ucgsim.studies.gauntlet.result import GauntletResult
    from ucgsim.studies.matrix.result import MatrixResult

__all__ = ["PAGE", "SUMMARY", "matchups", "read_run", "write_report"]


def write_report(
    path: Path,
    *,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
    cards: bool = True,
    check: bool = True,
    deck: str | None = None,
) -> Path:
    """Write the page of the run, matrix or comparison in ``path``, with all that lies beside it; return the page.

    ``catalog`` names the cards of the replays, ``advance`` is told how many matchups are done, ``cards`` counts the
    cards of a run against winning, ``check`` shows the check that lies in the folder. ``deck`` names a deck of a
    matrix whose side alone is told, on a page of its own. All of it takes its place at once: where anything fails,
    what was there stays. Raises UcgsimError where the folder holds none of them, or one that is not finished, is of
    another version, or cannot be read or written, and for a deck that it does not hold.
    """
    with staging() as stage:
        making = Making(path, stage, catalog or load_catalog(), advance or _nobody)
        page = PAGE if deck is None else _build_side(making, deck, check=check)
        if deck is None:
            _build(making, cards=cards, check=check)
    return path / page


def _build_side(making: Making, deck: str, *, check: bool) -> str:
    """Write the page of one deck's side of a matrix of games; return its name."""
    path = making.path
    if holding(path) is not Holding.MATRIX:
        raise UcgsimError(f"{path}: holds no matrix of games, of which one deck's side could be shown; name no deck")
    result = read_matrix(path, check=check)
    place = place_of(result.decks, deck, path)
    write_side(result, place, making)
    return side_page(result.names[place])


def _build(making: Making, *, cards: bool, check: bool) -> None:
    """Write the report of what lies there."""
    path, stage = making.path, making.stage
    match holding(path):
        case Holding.MATRIX:
            write_matrix(read_matrix(path, check=check), making)
        case Holding.GAUNTLET:
            write_gauntlet(read_gauntlet(path, check=check), making)
        case Holding.DUEL:
            result = read_duel(RunFolder(path), check=check)
            write_duel(result, stage.of(path), making.catalog, cards=cards)
            making.advance(1)
        case Holding.MATCHES:
            matches = read_matches(path)
            finish(stage.of(path), match_page(matches, stage.of(path), making.catalog), matches.to_json())
            making.advance(1)
        case Holding.COMPARE:
            write_compare(read_compare(path, making.catalog, check=check), stage.of(path))
        case Holding.PLAYS:
            write_plays(read_plays(path, making.catalog), stage.of(path))
        case Holding.IMPROVE:
            write_improve(read_improve(path, making.catalog, check=check), stage.of(path))
        case _:
            raise no_run(path, "`ucgsim duel`, `gauntlet`, `matrix`, `compare`, `improve` or `build`")


def read_run(path: Path, catalog: Catalog) -> DuelResult | MatrixResult | GauntletResult | CompareResult:
    """A run, a matrix, a gauntlet or a comparison that is to be checked, without the check that lies there.

    Raises UcgsimError where a folder holds none of them, or a comparison that can't be played here any more.
    """
    held = holding(path)
    if held is Holding.MATRIX:
        return read_matrix(path, check=False)
    if held is Holding.GAUNTLET:
        return read_gauntlet(path, check=False)
    if held is Holding.DUEL:
        return read_duel(RunFolder(path), check=False)
    if held is Holding.COMPARE:
        return replace(read_compare(path, catalog, check=False), study=study_again(path, catalog))
    if holding(path) is Holding.PLAYS:
        raise no_run(path, "")
    text = "holds no run that can be checked; name a folder of `ucgsim duel`, `gauntlet`, `matrix` or `compare`"
    raise UcgsimError(f"{path}: {text}")


def matchups(path: Path, deck: str | None = None) -> int:
    """How many matchups a report of ``path`` will show, or that of one ``deck`` of it; 1 where that cannot be told."""
    with suppress(UcgsimError):
        listed = len(listed_matchups(path))
        # Of n decks there are n (n - 1) / 2, and each of them is in n - 1.
        return listed if deck is None else (math.isqrt(8 * listed + 1) - 1) // 2
    return 1


def _nobody(done: int) -> None:
    """For callers that do not ask how far the work is."""
