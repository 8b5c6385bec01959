"""The parts of a page that any matrix has, of games as of matches: who beats whom, the field, ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.files import write_plot, write_table
from ucgsim.report.numbers import interval, percent
from ucgsim.report.page import Section, picture
from ucgsim.report.sheet import number, rate, sheet, words
from ucgsim.stats.checked import Verdict
from ucgsim.stats.pairs import GAMES_PER_PAIR
from ucgsim.stats.rates import Method
from ucgsim.studies.check import moved_words
from ucgsim.studies.matrix.heat_map import MOST_WRITTEN, heat_map, heat_map_size
from ucgsim.studies.matrix.words import (
    MOST_CYCLES,
    check_heading,
    cycle_words,
    cycles_sentence,
    field_rate,
    field_words,
    fit_sentence,
    rating_words,
    star_words,
)

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.matrix.findings import MatrixCheck
    from ucgsim.studies.matrix.result import PairwiseResult


READABLE = 5.5
"""Rem for an inch of the heat map at which its small print can be read; below that it scrolls."""


def matrix_section(result: PairwiseResult, path: Path) -> Section:
    """Write the matrix and the field as tables and the heat map below ``path``; return the section of them."""
    write_table(path, "matrix", result.to_polars())
    map_text = write_plot(path, "matrix", heat_map(result))
    caption = f"{star_words(result)}; mirrors are even by construction."
    if len(result.names) > MOST_WRITTEN:
        caption += " Intervals are in the table below."
    least = round(READABLE * heat_map_size(len(result.names))[0])
    write_table(path, "field", result.field_table())
    pictures, sheets = [picture("matrix", map_text, caption, least=least)], [_matrix_sheet(result)]
    if result.checked is not None:
        shown = write_plot(path, "check", heat_map(result.checked.second))
        pictures.append(picture("check", shown, f"{check_heading(result.checked)}.", least=least))
        sheets.append(_check_sheet(result.checked))
    return Section("matrix", "Matrix", pictures=tuple(pictures), sheets=(*sheets, _ranking(result)))


def _check_sheet(checked: MatrixCheck) -> Sheet:
    """Every matchup under either play; what turns is marked."""
    names, rows = checked.first.names, []
    for (row, column), found in checked.cells.items():
        kind = "turns" if found.verdict is Verdict.TURNS else ""
        cells = [rate(found.fast, percent(found.fast.rate), kind), rate(found.strong, interval(found.strong), kind)]
        told = words(found.verdict.value + ("!" if kind else ""))
        needed = number(GAMES_PER_PAIR * found.units_to_tell) if found.verdict is Verdict.OPEN else words("")
        rows.append(
            [words(names[row]), words(names[column]), *cells, rate(found.moved, moved_words(found)), told, needed]
        )
    columns = ["deck", "opponent", "first", "check", "moves by", "the first", "games that would tell"]
    return sheet(check_heading(checked), columns, rows, "The check's win rate is the answer where a matchup turns.")


def _matrix_sheet(result: PairwiseResult) -> Sheet:
    places = range(len(result.names))
    rows = [
        [words(name), *(_matrix_cell(result, row, column) for column in places), _field(result.against_field[row])]
        for row, name in enumerate(result.names)
    ]
    games = f"{result.terms.each:,} {result.many}, {result.total:,} in all"
    note = f"Each cell: {games}. {star_words(result)}."
    return sheet(f"{result.heading} (95 % interval)", [result.entrant, *result.names, "whole field"], rows, note)


def _field(estimate: Estimate) -> Cell:
    return rate(estimate, field_rate(estimate), "mirror" if estimate.method is Method.BY_CONSTRUCTION else "")


def _matrix_cell(result: PairwiseResult, row: int, column: int) -> Cell:
    estimate = result.cell(row, column)
    if row == column:
        return rate(estimate, result.told_cell(row, column), "mirror")
    kind = ("better" if estimate.rate > 0.5 else "worse") + " certain" if result.is_certain(row, column) else ""
    return rate(estimate, result.told_cell(row, column), "turns" if result.turns(row, column) else kind)


def _ranking(result: PairwiseResult) -> Sheet:
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
    columns = [result.entrant, "by mean", "by lower bound", f"{result.measure} against the field", "share of the field"]
    return sheet("Ranking", columns, rows, f"The field: {field_words(result)}. {result.basis}.")


def ratings_section(result: PairwiseResult) -> Section:
    """One number a player, how well it describes the matrix, and the triples that it cannot describe."""
    found = result.field.ratings.ratings
    order = sorted(range(len(found)), key=lambda deck: -found[deck].rate)
    rows = [[words(result.names[deck]), number(found[deck].rate, rating_words(found[deck]))] for deck in order]
    note = (
        f"Bradley-Terry, in Elo with 0 as the mean of all {result.entrant}s: "
        f"70 more wins 60 % of the {result.many}, 200 more 76 %."
    )
    sheets = [sheet("Ratings (95 % interval)", [result.entrant, "rating (Elo)"], rows, f"{note} {result.basis}.")]
    if result.field.cycles:
        sheets.append(_cycles(result))
    text = [sentence for sentence in (fit_sentence(result), cycles_sentence(result)) if sentence]
    return Section("ratings", "Ratings", tuple(text), sheets=tuple(sheets))


def _cycles(result: PairwiseResult) -> Sheet:
    rows = [
        [
            words(cycle_words(result, cycle), "wide"),
            number(cycle.edge, f"{percent(cycle.edge)} or more"),
            words("certain" if cycle.sure else "not certain"),
        ]
        for cycle in result.field.cycles[:MOST_CYCLES]
    ]
    note = "Certain: all three wins hold after Holm over all cells (5 %); intervals stand in the matrix."
    return sheet("In a circle", [f"{result.entrant}s", "each wins", ""], rows, note)
