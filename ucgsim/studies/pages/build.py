"""A report: from the folder of a run, a gauntlet or a matrix to its page, plots, tables and replays."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from joblib import cpu_count

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import rules_words
from ucgsim.errors import UcgsimError
from ucgsim.files.writing import write_file
from ucgsim.report.method import halved, method_section, stars
from ucgsim.report.page import Page, Section, render
from ucgsim.report.sheet import label, rate, sheet
from ucgsim.report.staging import staging
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import First
from ucgsim.simulate.working.workers import side_by_side
from ucgsim.studies.compare.folder import read_compare, study_again
from ucgsim.studies.compare.page import write_compare
from ucgsim.studies.duel.study import read_duel, with_kept_check
from ucgsim.studies.duel.words import basis, remarks, scales_words
from ucgsim.studies.folders import Holding, holding, no_run
from ucgsim.studies.gauntlet.page import gauntlet_section
from ucgsim.studies.gauntlet.page import title_words as gauntlet_title
from ucgsim.studies.gauntlet.study import read_gauntlet
from ucgsim.studies.gauntlet.words import notes as gauntlet_notes
from ucgsim.studies.matrix.games import read_matrix
from ucgsim.studies.matrix.match_page import match_page
from ucgsim.studies.matrix.matches import read_matches
from ucgsim.studies.matrix.matchups import listed_matchups
from ucgsim.studies.matrix.page import matrix_section, ratings_section
from ucgsim.studies.matrix.words import notes, title_words
from ucgsim.studies.pages.matchup import matchup_section
from ucgsim.studies.plays.page import write_plays
from ucgsim.studies.plays.study import read_plays

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.sheet import Sheet
    from ucgsim.report.staging import Staging
    from ucgsim.simulate.plan import Plan
    from ucgsim.studies.compare.result import CompareResult
    from ucgsim.studies.duel.result import DuelResult
    from ucgsim.studies.gauntlet.result import GauntletResult
    from ucgsim.studies.matrix.matchups import PlayedDuels
    from ucgsim.studies.matrix.result import MatchMatrix, MatrixResult

PAGE = "index.html"
SUMMARY = "summary.json"
MOST_ON_ONE_PAGE = 15
"""Matchups that a page shows in full; of more, each has a page of its own beside it."""


def write_report(
    path: Path,
    *,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
    cards: bool = True,
    check: bool = True,
) -> Path:
    """Write the page of the run, matrix or comparison in ``path``, with all that lies beside it; return the page.

    ``catalog`` names the cards of the replays, ``advance`` is told how many matchups are done, ``cards`` counts the
    cards of a run against winning, ``check`` shows the check that lies in the folder. All of it takes its place at
    once: where anything fails, what was there stays. Raises UcgsimError where the folder holds none of them, or one
    that is not finished, is of another version, or cannot be read or written.
    """
    with staging() as stage:
        _build(path, stage, catalog or load_catalog(), advance or _nobody, cards=cards, check=check)
    return path / PAGE


def _build(
    path: Path, stage: Staging, catalog: Catalog, advance: Callable[[int], object], *, cards: bool, check: bool
) -> None:
    """Write the report of ``path`` into the folder that ``stage`` has for it."""
    match holding(path):
        case Holding.MATRIX:
            _matrix_report(read_matrix(path, check=check), path, stage, catalog, advance)
        case Holding.GAUNTLET:
            _gauntlet_report(read_gauntlet(path, check=check), path, stage, catalog, advance)
        case Holding.DUEL:
            _duel_report(read_duel(RunFolder(path), check=check), stage.of(path), catalog, advance, cards=cards)
        case Holding.MATCHES:
            _match_report(read_matches(path), stage.of(path), advance)
        case Holding.COMPARE:
            write_compare(read_compare(path, catalog, check=check), stage.of(path))
        case Holding.PLAYS:
            write_plays(read_plays(path, catalog), stage.of(path))
        case None:
            raise no_run(path, "`ucgsim duel`, `gauntlet`, `matrix` or `compare`")


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


def matchups(path: Path) -> int:
    """How many matchups a report of ``path`` will show; 1 where that cannot be told."""
    with suppress(UcgsimError):
        return len(listed_matchups(path))
    return 1


def _nobody(done: int) -> None:
    """For callers that do not ask how far the work is."""


def _duel_report(
    result: DuelResult, path: Path, catalog: Catalog, advance: Callable[[int], object], *, cards: bool
) -> None:
    section = matchup_section(result, path, "", catalog, folded=False, cards=cards)
    plan, games = result.plan, result.findings.games
    check = "" if result.check is None else basis(result.check.plan, result.check.findings)
    scales = scales_words(plan, result.findings)
    method = _method([plan], plan.decks, result.command, games, _families(section), check=check, scales=scales)
    page = Page(section.title, result.answer(), tuple(remarks(plan, result.findings)), (section, method))
    advance(1)
    _finish(path, page, result.to_json())


def _finish(path: Path, page: Page, summary: dict[str, Any]) -> None:
    summary.pop("games_per_second", None)
    text = json.dumps(summary, ensure_ascii=False, indent=2) + "\n"
    write_file(path / SUMMARY, text.encode())
    write_file(path / PAGE, render(page).encode())


def _match_report(result: MatchMatrix, path: Path, advance: Callable[[int], object]) -> None:
    page = match_page(result, path)
    advance(1)
    _finish(path, page, result.to_json())


def _matrix_report(
    result: MatrixResult, path: Path, stage: Staging, catalog: Catalog, advance: Callable[[int], object]
) -> None:
    # Pages of matchups come before the one that links to them.
    parts = _matchup_parts(result, path, stage, catalog, advance, watched=result.rankings[0][0])
    overview = matrix_section(result, stage.of(path))
    families = 1 + sum(map(_families, parts.parts))
    plans = [duel.plan for duel in result.duels.values()]
    check = "" if result.check is None else result.check.basis
    method = _method(plans, result.decks, result.command, result.games, families, check=check)
    sections = (overview, ratings_section(result), parts, method)
    page = Page(title_words(result), result.answer(), tuple(notes(result)), sections)
    _finish(stage.of(path), page, result.to_json())


def _gauntlet_report(
    result: GauntletResult, path: Path, stage: Staging, catalog: Catalog, advance: Callable[[int], object]
) -> None:
    parts = _matchup_parts(result, path, stage, catalog, advance, watched=result.row.worst)
    overview = gauntlet_section(result, stage.of(path))
    plans = [duel.plan for duel in result.duels.values()]
    check = "" if result.check is None else result.check.basis
    families = 1 + sum(map(_families, parts.parts))
    method = _method(plans, result.decks, result.command, result.games, families, check=check)
    page = Page(gauntlet_title(result), result.answer(), tuple(gauntlet_notes(result)), (overview, parts, method))
    _finish(stage.of(path), page, result.to_json())


def _matchup_parts(
    result: MatrixResult | GauntletResult,
    path: Path,
    stage: Staging,
    catalog: Catalog,
    advance: Callable[[int], object],
    *,
    watched: int,
) -> Section:
    """Every matchup: in full on this page, or on pages of their own where they are many.

    There the cards are counted of the matchups of the deck that is ``watched``.
    """
    if len(result.duels) > MOST_ON_ONE_PAGE:
        folders = {duel.folder.path: watched in key for key, duel in result.duels.items() if duel.folder is not None}
        check = None if result.check is None else result.check.folder
        _own_pages(folders, stage, catalog, advance, check)
        text = "Each matchup has a page of its own: index.html in its folder beside this page."
        return Section("matchups", "Matchups", (text,), sheets=(_folders(result),))
    sections = []
    for duel in result.duels.values():
        sections.append(matchup_section(duel, stage.of(path), f"m{duel.plan.matchup:03d}-", catalog, folded=True))
        advance(1)
    text = "Each matchup in full; open one with a click, and what is to be printed before printing."
    return Section("matchups", "Matchups", (text,), parts=tuple(sections))


def _own_pages(
    folders: Mapping[Path, bool],
    stage: Staging,
    catalog: Catalog,
    advance: Callable[[int], object],
    check: Path | None,
) -> None:
    """A page for each matchup, drawn side by side: a plot takes longer than thousands of games.

    ``folders`` says of which the cards are counted; in ``check`` lie folders of the same names that check them.
    """
    pages = [
        partial(_own_page, folder, stage.of(folder), catalog, check and check / folder.name, len(folders), cards=cards)
        for folder, cards in folders.items()
    ]
    for _ in side_by_side(pages, cpu_count()):
        advance(1)


def _own_page(folder: Path, place: Path, catalog: Catalog, check: Path | None, matchups: int, *, cards: bool) -> None:
    result = read_duel(RunFolder(folder), check=False)
    if check is not None:
        result = with_kept_check(result, RunFolder(check), together=matchups)
    _duel_report(result, place, catalog, _nobody, cards=cards)


def _folders(result: PlayedDuels) -> Sheet:
    rows = []
    for (a, b), duel in result.duels.items():
        assert duel.folder is not None, "what was read has a folder for each matchup"
        cells = [label(result.decks[a].name), label(result.decks[b].name), rate(duel.findings.win_rate["a"])]
        rows.append([*cells, label("page", link=f"{duel.folder.path.name}/{PAGE}")])
    return sheet("Pages of the matchups", ["deck", "opponent", "win rate", "page"], rows)


def _families(section: Section) -> int:
    """Tables of a matchup that mark what is certain: those of its cards."""
    return sum(len(part.sheets) for part in section.parts)


def _method(
    plans: Sequence[Plan],
    decks: Sequence[Deck],
    command: str,
    games: int,
    families: int,
    *,
    check: str,
    scales: str = "",
) -> Section:
    plan = plans[0]
    unit = (
        halved("games")
        if plan.first is First.THROW
        else f"side {plan.first.value.upper()} leads the first turn of every game; games are the sample"
    )
    facts = {
        "games": f"{games:,}; {unit}",
        "policies": " against ".join(dict.fromkeys(plan.labels)),
        "rules": f"comprehensive {rules_words(plan.rules, plan.redraw_procedure)}",
        "seed": str(plan.seed),
        **stars(families),
        **({"on other scales": scales} if scales else {}),
        **({"check": f"{check}; never mixed with the other games"} if check else {}),
    }
    return method_section(facts, plan.versions, decks, command)
