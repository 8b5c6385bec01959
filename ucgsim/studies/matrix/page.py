"""The parts of a page that any matrix has, of games as of matches: who beats whom, the field, ratings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.files import write_plot, write_table
from ucgsim.report.page import Section, picture
from ucgsim.report.sheet import label, number, sheet
from ucgsim.studies.matrix.heat_map import MOST_WRITTEN, heat_map, heat_map_size
from ucgsim.studies.matrix.tables import check_sheet, cycles, matrix_sheet, ranking
from ucgsim.studies.matrix.words import (
    check_heading,
    cycles_sentence,
    fit_sentence,
    rating_words,
    star_words,
)

if TYPE_CHECKING:
    from pathlib import Path

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
    pictures, sheets = [picture("matrix", map_text, caption, least=least)], [matrix_sheet(result)]
    if result.checked is not None:
        shown = write_plot(path, "check", heat_map(result.checked.second))
        pictures.append(picture("check", shown, f"{check_heading(result.checked)}.", least=least))
        sheets.append(check_sheet(result.checked))
    leading = result.leading_sheet()
    sheets += [ranking(result), *([] if leading is None else [leading])]
    return Section("matrix", "Matrix", pictures=tuple(pictures), sheets=tuple(sheets))


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
    return Section("ratings", "Ratings", tuple(text), sheets=tuple(sheets))
