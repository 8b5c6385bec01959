"""The page of one deck's side of a matrix: how it does against each rival, the hardest first."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.report.numbers import interval
from ucgsim.report.page import Page, Section
from ucgsim.report.sheet import label, number, rate, sheet
from ucgsim.showing import shown
from ucgsim.studies.check import play_words
from ucgsim.studies.gauntlet.findings import Row
from ucgsim.studies.gauntlet.plots import FIELD, rivals_chart
from ucgsim.studies.gauntlet.words import ends_words
from ucgsim.studies.matrix.words import notes, star_words
from ucgsim.studies.pages.gauntlet import title_words
from ucgsim.studies.pages.matrix import in_full, matchup_parts, method_of_all
from ucgsim.studies.pages.writing import families, write_page

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ucgsim.report.sheet import Sheet
    from ucgsim.studies.matrix.result import MatrixResult
    from ucgsim.studies.pages.writing import Making

LONGEST_NAME = 60
"""Letters of a file's name that a deck gives it."""


def side_page(name: str) -> str:
    """The name of the page of one deck's side."""
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "deck"
    return f"only-{words[:LONGEST_NAME].strip('-')}.html"


def place_of(names: Sequence[str], wanted: str, path: Path) -> int:
    """The place of a deck by its name, in capitals or not, or by a part that no other has; UcgsimError for none."""
    low = [name.casefold() for name in names]
    if wanted.casefold() in low:
        return low.index(wanted.casefold())
    parts = [place for place, name in enumerate(low) if _letters(wanted) and _letters(wanted) in _letters(name)]
    if len(parts) == 1:
        return parts[0]
    if parts:
        several = ", ".join(names[place] for place in parts)
        raise UcgsimError(f"deck {shown(wanted)}: {path} holds several of that name: {several}")
    near = difflib.get_close_matches(wanted.casefold(), low, n=1, cutoff=0.5)
    meant = f"did you mean {names[low.index(near[0])]}?" if near else f"name one of {', '.join(names)}"
    raise UcgsimError(f"deck {shown(wanted)}: {path} holds no deck of that name; {meant}")


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", " ", text.casefold()).strip()


def write_side(result: MatrixResult, deck: int, making: Making) -> None:
    """Write the page of a deck's side of a matrix, with its matchups."""
    row = side_of(result, deck)
    keys = [(min(deck, rival), max(deck, rival)) for rival in row.order]
    links, sections = matchup_parts(result, keys, making, watched=deck)
    name, names = result.names[deck], result.names
    rates = [(names[rival], row.rate(rival)) for rival in row.order]
    shown = [(FIELD, result.field.rates[deck]), *rates] if len(rates) > 1 else rates
    page = Page(
        title_words(name, tuple(names[rival] for rival in row.order)),
        _takeaways(result, deck, row),
        f"{result.basis}.",
        rivals_chart(name, shown, f"{result.terms.each:,} games against each"),
        remarks=tuple(notes(result)),
        sections=(
            Section("rivals", "Rivals", sheets=(_sheet(result, deck, row, links),)),
            *in_full(sections),
            method_of_all(result, making.catalog, starred=1 + sum(map(families, sections))),
        ),
    )
    write_page(making.place / side_page(name), page)


def side_of(result: MatrixResult, deck: int) -> Row:
    """The games of one deck against all others as it sees them."""
    cells = {}
    for place in range(len(result.names)):
        if place != deck:
            outcomes = result.cells[min(deck, place), max(deck, place)]
            cells[place] = outcomes if deck < place else outcomes.flipped()
    return Row(cells, result.field.weights)


def _takeaways(result: MatrixResult, deck: int, row: Row) -> tuple[str, ...]:
    """How it does against the field, and its worst and its best matchup as the picks that they are."""
    place, size = result.rankings[0].index(deck) + 1, len(result.names)
    rate = f"{result.names[deck]} wins {interval(result.field.rates[deck])} of its games against the field"
    said = f"{rate}, place {place} of {size} {play_words([result.terms.label])}."
    return tuple(each for each in (said, ends_words(row, result.names)) if each)


def _sheet(result: MatrixResult, deck: int, row: Row, links: Mapping[tuple[int, int], str]) -> Sheet:
    rows = []
    for rival in row.order:
        link, estimate = links[min(deck, rival), max(deck, rival)], result.cell(deck, rival)
        side = "better" if estimate.rate > 0.5 else "worse"
        kind = f"{side} certain" if result.is_certain(deck, rival) else ""
        won = rate(estimate, result.cell_text(deck, rival), "turns" if result.turns(deck, rival) else kind)
        rows.append([label(result.names[rival], link=link), won, number(estimate.n)])
    note = f"{star_words(result)}. A name leads to the matchup."
    return sheet(f"{result.names[deck]} against each (95 % interval)", ["rival", "wins", "games"], rows, note)
