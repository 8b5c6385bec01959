"""What any matrix, of games as of matches, has on its page: what to take away, who beats whom, the field, ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.files import write_plot, write_table
from ucgsim.report.page import Section
from ucgsim.report.sheet import label, number, sheet
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.studies.check import play_words
from ucgsim.studies.matrix.heat_map import heat_map, matrix_grid
from ucgsim.studies.matrix.tables import check_sheet, cycles, ranking
from ucgsim.studies.matrix.words import (
    best_words,
    check_heading,
    cycles_sentence,
    field_rate,
    fit_sentence,
    hardest_words,
    picked_words,
    rating_words,
    star_words,
)

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ucgsim.report.grid import Grid
    from ucgsim.studies.matrix.findings import MatrixCheck
    from ucgsim.studies.matrix.result import PairwiseResult

MOST_ROWS = 15
"""Rows of a table of matchups that stand there unasked."""


def takeaways(result: PairwiseResult) -> tuple[str, ...]:
    """What to take away: who is best, what it must fear, and whether another play agrees, or how long it took."""
    checked = result.checked
    shown = checked.second if checked is not None and checked.best is Verdict.TURNS else result
    course = "" if result.field_source else result.course
    third = _checked(checked) if checked is not None else f"{course[:1].upper()}{course[1:]}"
    return tuple(f"{each}." for each in (best_words(shown), hardest_words(shown), third) if each)


def _checked(checked: MatrixCheck) -> str:
    """What a check makes of it, in a clause; the tables have the rest."""
    first, second = checked.first, checked.second
    head = f"{play_words([second.terms.label]).capitalize()} instead, {second.terms.each:,} {second.many} a matchup"
    best, rate = first.names[first.field.best], field_rate(checked.best_rate.strong)
    if checked.best is Verdict.TURNS:
        return (
            f"{play_words([first.terms.label]).capitalize()} it was {best}; the check turns that: there it wins {rate}"
        )
    said = "this stands" if checked.best is Verdict.STANDS else "whether this stands can't be told yet"
    turned = len(checked.keys(Verdict.TURNS))
    turns = f"{turned or 'none'} of {len(checked.cells)} matchups turn{'s' * (turned == 1)}"
    return f"{head}, {said} ({best} wins {rate}); {turns}"


def top_grid(result: PairwiseResult, links: Mapping[tuple[int, int], str]) -> Grid:
    """The matrix as the picture of its page; a cell leads to its matchup, where that is told."""
    leads = " A cell leads to its matchup." if links else ""
    note = f"Interval (95 %) below each rate. {star_words(result)}.{leads}"
    return matrix_grid(result, links, note, choice=len(result.names) > 2)


def matrix_section(result: PairwiseResult, path: Path) -> Section:
    """Write the matrix and the field as tables and the heat map below ``path``; return the section of the field."""
    write_table(path, "matrix", result.to_polars())
    write_plot(path, "matrix", heat_map(result))
    write_table(path, "field", result.field_table())
    leading = result.leading_sheet()
    if leading is None:
        return Section("field", "The field", sheets=(ranking(result),))
    if len(leading.rows) <= MOST_ROWS:
        return Section("field", "The field", sheets=(ranking(result), leading))
    by_matchup = Section("leading", "What leading is worth, by matchup", sheets=(leading,), folded=True)
    return Section("field", "The field", sheets=(ranking(result), leading.first(1)), parts=(by_matchup,))


def check_section(result: PairwiseResult) -> tuple[Section, ...]:
    """What another play makes of every matchup; nothing where that was not asked."""
    checked = result.checked
    if checked is None:
        return ()
    grid = matrix_grid(checked.second, {}, f"{check_heading(checked)}.")
    return (Section("check", "Under another play", grids=(grid,), sheets=(check_sheet(checked),), folded=True),)


def ratings_section(result: PairwiseResult) -> Section:
    """One number a player, how well it describes the matrix, and the triples that it cannot describe."""
    ratings = result.field.ratings.ratings
    order = sorted(range(len(ratings)), key=lambda deck: -ratings[deck].rate)
    rows = [[label(result.names[deck]), number(ratings[deck].rate, rating_words(ratings[deck]))] for deck in order]
    note = (
        f"Bradley-Terry, in Elo with 0 as the mean of all {result.entrant}s: "
        f"70 more wins 60 % of the {result.many}, 200 more 76 %."
    )
    sheets = [sheet("Ratings (95 % interval)", [result.entrant, "rating (Elo)"], rows, f"{note} {result.basis}.")]
    if result.field.cycles:
        sheets.append(cycles(result))
    text = [sentence for sentence in (fit_sentence(result), cycles_sentence(result)) if sentence]
    return Section("ratings", "Ratings", tuple(text), sheets=tuple(sheets), folded=True)


def choice_words(result: PairwiseResult) -> tuple[str, ...]:
    """Why what the page names differs from what the games alone give, for its method."""
    words = picked_words(result)
    return (f"{words}.",) if words else ()
