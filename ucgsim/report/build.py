"""A report: from the folder of a run or a matrix to its page, plots, tables and replays."""

from __future__ import annotations

import json
import platform
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from joblib import Parallel, cpu_count, delayed

from ucgsim.cards.catalog import load_catalog
from ucgsim.errors import UcgsimError
from ucgsim.report.answer import remarks
from ucgsim.report.duel import read_duel
from ucgsim.report.files import write_file, write_plot, write_table
from ucgsim.report.heatmap import heat_map
from ucgsim.report.matchup import matchup_section
from ucgsim.report.matrix import MATRIX, MatrixResult, read_matrix
from ucgsim.report.matrix_words import (
    MOST_CYCLES,
    cycle_words,
    cycles_sentence,
    field_words,
    fit_sentence,
    notes,
    rating_words,
)
from ucgsim.report.page import Page, Section, number, picture, rate, render, sheet, words
from ucgsim.report.words import interval, percent
from ucgsim.simulate.folder import PLAN, RunFolder

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.duel import DuelResult
    from ucgsim.report.page import Cell, Sheet
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.rates import Estimate

PAGE = "index.html"
SUMMARY = "summary.json"
MOST_ON_ONE_PAGE = 15
"""Matchups that a page shows in full; of more, each has a page of its own beside it."""
LIBRARIES = ("numpy", "numba", "polars", "pandas", "scipy", "matplotlib")


def write_report(
    path: Path,
    *,
    catalog: Catalog | None = None,
    advance: Callable[[int], object] | None = None,
    cards: bool = True,
) -> Path:
    """Write the page of the run or matrix in ``path``, with plots, tables and replays beside it; return the page.

    ``catalog`` names the cards of the replays, ``advance`` is told how many matchups are done, ``cards`` counts the
    cards of a run against winning. Raises UcgsimError where the folder holds neither, is not finished, is of another
    version, or cannot be read or written.
    """
    if (path / MATRIX).is_file():
        return _matrix_report(read_matrix(path), path, catalog or load_catalog(), advance or _nobody)
    if (path / PLAN).is_file():
        result = read_duel(RunFolder(path))
        return _duel_report(result, path, catalog or load_catalog(), advance or _nobody, cards=cards)
    what = "holds no run" if path.is_dir() else "is no folder"
    raise UcgsimError(f"{path}: {what}; name a folder that `ucgsim duel` or `ucgsim matrix` wrote with --out")


def matchups(path: Path) -> int:
    """How many matchups a report of ``path`` will show; 1 where that cannot be told."""
    try:
        return len(json.loads((path / MATRIX).read_text(encoding="utf-8"))["matchups"])
    except (OSError, ValueError, KeyError, TypeError):
        return 1


def _nobody(done: int) -> None:
    """For callers that do not ask how far the work is."""


def _duel_report(
    result: DuelResult, path: Path, catalog: Catalog, advance: Callable[[int], object], *, cards: bool
) -> Path:
    section = matchup_section(result, path, "", catalog, folded=False, cards=cards)
    method = _method([result.plan], result.plan.decks, result.plan.command, result.findings.games)
    page = Page(section.title, result.answer(), tuple(remarks(result.plan, result.findings)), (section, method))
    advance(1)
    return _finish(path, page, result.to_json())


def _finish(path: Path, page: Page, summary: dict[str, Any]) -> Path:
    summary.pop("games_per_second", None)
    text = json.dumps(summary, ensure_ascii=False, indent=2) + "\n"
    write_file(path / SUMMARY, text.encode())
    write_file(path / PAGE, render(page).encode())
    return path / PAGE


def _matrix_report(result: MatrixResult, path: Path, catalog: Catalog, advance: Callable[[int], object]) -> Path:
    write_table(path, "matrix", result.to_polars())
    map_text = write_plot(path, "matrix", heat_map(result))
    caption = "Bold cells with a star are certain together (Holm, 5 %); mirrors are even by construction."
    write_table(path, "field", result.field_table())
    overview = Section(
        "matrix",
        "Matrix",
        pictures=(picture("matrix", map_text, caption, least=16 + 2 * len(result.decks)),),
        sheets=(_matrix_sheet(result), _ranking(result)),
    )
    parts = _matchup_parts(result, path, catalog, advance)
    plans = [duel.plan for duel in result.duels.values()]
    page = Page(
        f"{len(result.decks)} decks against each other",
        result.answer(),
        tuple(notes(result)),
        (overview, _ratings(result), parts, _method(plans, result.decks, result.command, result.games)),
    )
    return _finish(path, page, result.to_json())


def _matchup_parts(result: MatrixResult, path: Path, catalog: Catalog, advance: Callable[[int], object]) -> Section:
    """Every matchup: in full on this page, or on pages of their own where they are many."""
    if len(result.duels) > MOST_ON_ONE_PAGE:
        best = result.rankings[0][0]
        folders = {duel.folder.path: best in key for key, duel in result.duels.items() if duel.folder is not None}
        _own_pages(folders, catalog, advance)
        text = "Each matchup has a page of its own: index.html in its folder beside this page."
        return Section("matchups", "Matchups", (text,), sheets=(_folders(result),))
    sections = []
    for duel in result.duels.values():
        sections.append(matchup_section(duel, path, f"m{duel.plan.matchup:03d}-", catalog, folded=True))
        advance(1)
    text = "Each matchup in full; open one with a click."
    return Section("matchups", "Matchups", (text,), parts=tuple(sections))


def _own_pages(folders: Mapping[Path, bool], catalog: Catalog, advance: Callable[[int], object]) -> None:
    """A page for each matchup, drawn side by side: a plot takes longer than thousands of games.

    ``folders`` says of which the cards are counted.
    """
    pages = Parallel(n_jobs=cpu_count(), return_as="generator_unordered")(
        delayed(write_report)(folder, catalog=catalog, cards=cards) for folder, cards in folders.items()
    )
    for _ in pages:
        advance(1)


def _folders(result: MatrixResult) -> Sheet:
    rows = []
    for (a, b), duel in result.duels.items():
        assert duel.folder is not None, "a matrix that was read has a folder for each matchup"
        estimate = result.cell(a, b)
        cells = [words(result.names[a]), words(result.names[b]), rate(estimate, interval(estimate))]
        rows.append([*cells, words("page", link=f"{duel.folder.path.name}/{PAGE}")])
    return sheet("Pages of the matchups", ["deck", "opponent", "win rate", "page"], rows)


def _matrix_sheet(result: MatrixResult) -> Sheet:
    places = range(len(result.decks))
    rows = [
        [words(name), *(_matrix_cell(result, row, column) for column in places), _field(result.against_field[row])]
        for row, name in enumerate(result.names)
    ]
    note = f"Each cell: {result.plan.games:,} games. * certain after Holm over all cells (5 %)."
    caption = "Win rate of the row against the column (95 % interval)"
    return sheet(caption, ["deck", *result.names, "whole field"], rows, note)


def _field(estimate: Estimate) -> Cell:
    return rate(estimate, interval(estimate))


def _matrix_cell(result: MatrixResult, row: int, column: int) -> Cell:
    estimate = result.cell(row, column)
    if row == column:
        return rate(estimate, result.told_cell(row, column), "mirror")
    sure = bool({(row, column), (column, row)} & result.certain.keys())
    kind = ("better" if estimate.rate > 0.5 else "worse") + " certain" if sure else ""
    return rate(estimate, result.told_cell(row, column), kind)


def _ranking(result: MatrixResult) -> Sheet:
    by_mean, by_low = result.rankings
    rows = [
        [
            words(result.names[deck]),
            number(place),
            number(by_low.index(deck) + 1),
            _field(result.against_field[deck]),
            number(result.field.weights[deck], percent(result.field.weights[deck])),
        ]
        for place, deck in enumerate(by_mean, start=1)
    ]
    columns = ["deck", "by mean", "by lower bound", "win rate against the field", "share of the field"]
    return sheet("Ranking", columns, rows, f"The field: {field_words(result)}. {result.basis}.")


def _ratings(result: MatrixResult) -> Section:
    """One number a deck, how well it describes the matrix, and the triples that it cannot describe."""
    found = result.field.ratings.ratings
    order = sorted(range(len(found)), key=lambda deck: -found[deck].rate)
    rows = [[words(result.names[deck]), number(found[deck].rate, rating_words(found[deck]))] for deck in order]
    note = "Bradley-Terry, in Elo with 0 as the mean of all decks: 70 more is a win rate of 60 %, 200 more of 76 %."
    sheets = [sheet("Ratings (95 % interval)", ["deck", "rating (Elo)"], rows, f"{note} {result.basis}.")]
    if result.field.cycles:
        sheets.append(_cycles(result))
    text = [sentence for sentence in (fit_sentence(result), cycles_sentence(result)) if sentence]
    return Section("ratings", "Ratings", tuple(text), sheets=tuple(sheets))


def _cycles(result: MatrixResult) -> Sheet:
    rows = [
        [
            words(cycle_words(result, cycle), "wide"),
            number(cycle.edge, f"{percent(cycle.edge)} or more"),
            words("certain" if cycle.sure else "not certain"),
        ]
        for cycle in result.field.cycles[:MOST_CYCLES]
    ]
    note = "Certain: all three wins hold after Holm over all cells (5 %); intervals stand in the matrix."
    return sheet("In a circle", ["decks", "each wins", ""], rows, note)


def _method(plans: Sequence[Plan], decks: Sequence[Deck], command: str, games: int) -> Section:
    plan = plans[0]
    unit = (
        "two games to a pair: the same shuffles and chance, with the winner of the throw swapped; "
        "pairs, not games, are the sample of every interval"
        if plan.unit == 2
        else f"side {plan.first.value.upper()} leads the first turn of every game; games are the sample"
    )
    rows = [
        [words("games"), words(f"{games:,}; {unit}", "wide")],
        [words("policies"), words(" against ".join(dict.fromkeys(plan.labels)))],
        [words("rules"), words(f"comprehensive rules {plan.rules}")],
        [words("seed"), words(plan.seed)],
        [words("matchups"), words(", ".join(str(each.matchup) for each in plans), "wide")],
        *([words(name), words(value)] for name, value in sorted(plan.versions.items()) if name != "policies"),
        [words("libraries"), words(", ".join(f"{name} {version(name)}" for name in LIBRARIES), "wide")],
        [words("Python"), words(platform.python_version())],
    ]
    lists = [[words(deck.name), words(deck.fingerprint), words(_list_of(deck), "wide")] for deck in decks]
    return Section(
        "method",
        "Method",
        ("This command plays the same games again:",),
        command=command,
        sheets=(sheet("What was played", ["", ""], rows), sheet("Decks", ["deck", "fingerprint", "cards"], lists)),
    )


def _list_of(deck: Deck) -> str:
    return ", ".join(f"{count} {number}" for number, count in deck.counts)
