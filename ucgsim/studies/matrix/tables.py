"""The tables of a matrix that a terminal, a page and a notebook show, each described once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.report.numbers import PICKED, percent
from ucgsim.report.parts import Command, Parts
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.stats.deciding.checked import Verdict
from ucgsim.stats.rates import Method
from ucgsim.studies.check import moved_words, play_words
from ucgsim.studies.matrix.words import (
    MOST_CYCLES,
    check_heading,
    cycle_words,
    cycles_sentence,
    field_rate,
    field_words,
    fit_sentence,
    is_certain_cycle,
    matrix_sentences,
    notes,
    picked_words,
    rating_words,
    star_words,
)

if TYPE_CHECKING:
    from ucgsim.report.parts import Block
    from ucgsim.report.sheet import Cell, Sheet
    from ucgsim.stats.matrices.ratings import Cycle
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.matrix.findings import MatrixCheck, Pairwise

SHARE = "share of the field"
"""A column of the page alone: a note under the table says of whom the field consists."""
RATING = "rating (Elo)"
MOST_AT_FIRST = 12
"""Decks up to which the terminal shows the matrix first; of more, the ranking."""
MOST_IN_FULL = 6
"""Decks up to which the terminal shows every interval; the tables always have them."""


def matrix_sheet(result: Pairwise) -> Sheet:
    """Every player against every other, and against the whole field."""
    rows = [[*row, _field(whole)] for row, whole in zip(_against_each(result), result.against_field, strict=True)]
    games = f"{result.each_words}, {result.total:,} in all"
    note = f"Each cell: {games}. {_sentences(star_words(result), picked_words(result))}"
    return sheet(f"{result.heading} (95 % interval)", [result.entrant, *result.names, "whole field"], rows, note)


def _against_each(result: Pairwise) -> list[list[Cell]]:
    """Every player's name and how it does against each."""
    places = range(len(result.names))
    return [
        [label(name), *(_matrix_cell(result, row, column) for column in places)]
        for row, name in enumerate(result.names)
    ]


def _sentences(*parts: str) -> str:
    return " ".join(f"{part}." for part in parts if part)


def _field(estimate: Estimate) -> Cell:
    text = field_rate(estimate) + (PICKED if estimate.method is Method.PICKED else "")
    return rate(estimate, text, "mirror" if estimate.method is Method.BY_CONSTRUCTION else "")


def _matrix_cell(result: Pairwise, row: int, column: int) -> Cell:
    estimate = result.cell(row, column)
    kind = ("better" if estimate.rate > 0.5 else "worse") + " certain" if result.is_certain(row, column) else ""
    kind = "mirror" if row == column else "turns" if result.turns(row, column) else kind
    short = f"{100 * estimate.rate:.0f}{result.mark(row, column)}"
    return replace(rate(estimate, result.cell_text(row, column), kind), short=short)


def ranking(result: Pairwise) -> Sheet:
    """Players by how they do against the field, with their ratings."""
    by_mean, by_low = result.rankings
    ratings = result.field.ratings.ratings
    rows = [
        [
            label(result.names[deck]),
            number(place),
            number(by_low.index(deck) + 1),
            _field(result.against_field[deck]),
            number(ratings[deck].rate, rating_words(ratings[deck])),
            number(result.field.weights[deck], percent(result.field.weights[deck])),
        ]
        for place, deck in enumerate(by_mean, start=1)
    ]
    against = f"{result.measure} against the field"
    columns = [result.entrant, "by mean", "by lower bound", against, RATING, SHARE]
    note = _sentences(f"The field: {field_words(result)}", result.basis, picked_words(result))
    return sheet("Ranking (95 % interval)", columns, rows, note, (RATING, "by lower bound"))


def check_sheet(checked: MatrixCheck) -> Sheet:
    """Every matchup under either play; what turns is marked."""
    names, rows = checked.first.names, []
    for (row, column), cell in checked.cells.items():
        kind = "turns" if cell.verdict is Verdict.TURNS else ""
        cells = [rate(cell.fast, percent(cell.fast.rate), kind), rate(cell.strong, "", kind)]
        verdict = label(cell.verdict.value + ("!" if kind else ""))
        needed = number(cell.units_to_tell) if cell.verdict is Verdict.OPEN else label("")
        rows.append(
            [label(names[row]), label(names[column]), *cells, rate(cell.moved, moved_words(cell)), verdict, needed]
        )
    columns = ["deck", "opponent", "first", "check", "moves by", "the first", "games that would tell"]
    return sheet(check_heading(checked), columns, rows, "The check's win rate is the answer where a matchup turns.")


def cycles(result: Pairwise) -> Sheet:
    """Three players of which each beats the next."""
    rows = [
        [
            label(cycle_words(result, cycle), "wide"),
            number(cycle.edge, f"{percent(cycle.edge)} or more"),
            label(f"{'' if is_certain_cycle(result, cycle) else 'not '}certain"),
        ]
        for cycle in result.field.cycles[:MOST_CYCLES]
    ]
    play = play_words([result.terms.label])
    note = f"Certain {play}: all three wins hold after Holm over all cells (5 %); intervals stand in the matrix."
    return sheet("In a circle", [f"{result.entrant}s", "each wins", ""], rows, note)


def matrix_parts(result: Pairwise) -> Parts:
    """The answer and the matrix, of many decks the ranking; then the rest of both, ratings and circles."""
    many = len(result.names) > MOST_AT_FIRST
    cells, ranks = replace(_narrow_matrix(result), note=star_words(result)), ranking(result).without(SHARE)
    more: list[Block] = [cells if many else ranks]
    more += [] if result.checked is None else [check_sheet(result.checked)]
    more += [*result.details(), _circles(result), _method(result)]
    last: list[Block] = [*(f"Note: {note}" for note in notes(result)), Command(result.command)]
    return Parts([matrix_sentences(result), ranks if many else cells], [each for each in more if each], last)


def _circles(result: Pairwise) -> str:
    """Three players of which each beats the next."""
    lines = [f"  {cycle_words(result, cycle)}{_mark(result, cycle)}" for cycle in result.field.cycles[:MOST_CYCLES]]
    return "\n".join([cycles_sentence(result), *lines])


def _method(result: Pairwise) -> str:
    """How well ratings describe the matrix."""
    return f"Method\n  {fit_sentence(result)}" if fit_sentence(result) else ""


def _mark(result: Pairwise, cycle: Cycle) -> str:
    return f", each with at least {percent(cycle.edge)}" + (" *" if is_certain_cycle(result, cycle) else "")


def _heading(result: Pairwise) -> str:
    if len(result.names) <= MOST_IN_FULL:
        return f"{result.heading} (95 % interval)"
    widest = max(result.cell(*key).width for key in result.cells) / 2
    return f"{result.heading}, in % (95 % intervals of at most +-{100 * widest:.1f} points)"


def _narrow_matrix(result: Pairwise) -> Sheet:
    """The matrix for a terminal; columns of many decks are numbered and hold the rate alone."""
    rows = _against_each(result)
    if len(rows) <= MOST_IN_FULL:
        return sheet(_heading(result), ["", *result.names], rows)
    numbered = [[label(f"{place:2} {name.text}"), *rates] for place, (name, *rates) in enumerate(rows, start=1)]
    numbers = [str(place) for place in range(1, len(rows) + 1)]
    return sheet(_heading(result), ["", *numbers], numbered).shortened()
