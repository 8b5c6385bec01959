"""The page of one deck's side of a matrix: how it does against each rival, the hardest first."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.report.page import Big, Page, Section, deck_section
from ucgsim.report.sheet import Sheet, about, interval, label, near, number, rate, sheet
from ucgsim.safe_text import shown
from ucgsim.stats.rates import Method
from ucgsim.studies.kit.kinds import kind_of
from ucgsim.studies.kit.page import Making, families, write_page
from ucgsim.studies.matrix.answer import matrix_foot, notes
from ucgsim.studies.matrix.plots import FIELD, rivals_chart
from ucgsim.studies.matrix.question import read_matrix
from ucgsim.studies.matrix.row import Row
from ucgsim.studies.pages.gauntlet import title_words
from ucgsim.studies.pages.matrix import in_full, matchup_parts, method_of_all

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ucgsim.decks.deck import Deck
    from ucgsim.studies.matrix.result import MatrixResult

LONGEST_NAME = 60
"""Letters of a file's name that a deck gives it."""


def side_page(name: str) -> str:
    """The name of the page of one deck's side."""
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") or "deck"
    return f"only-{words[:LONGEST_NAME].strip('-')}.html"


def place_of(decks: Sequence[Deck], wanted: str, path: Path) -> int:
    """The place of a deck by its name or that of its file, in capitals or not, or by a part that no other has.

    Raises UcgsimError for none.
    """
    names = [deck.name for deck in decks]
    low = [name.casefold() for name in names]
    files = ["" if deck.source is None else deck.source.stem.casefold() for deck in decks]
    for known in (low, files):
        if wanted and wanted.casefold() in known:
            return known.index(wanted.casefold())
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


@dataclass(frozen=True, eq=False)
class Side:
    """One deck's side of a matrix: ``places`` of the decks in it, its own first, and its games in that order."""

    result: MatrixResult
    places: tuple[int, ...]

    @classmethod
    def of(cls, result: MatrixResult, deck: int) -> Side:
        """The side of the deck at a place."""
        return cls(result, (deck, *(place for place in range(len(result.names)) if place != deck)))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names of the decks, its own first."""
        return tuple(self.result.names[place] for place in self.places)

    @cached_property
    def row(self) -> Row:
        """Its games against every other."""
        cells = {
            rival: counts if self.places[0] < self.places[rival] else counts.flipped()
            for rival in range(1, len(self.places))
            for counts in [self.result.cells[self.key(rival)]]
        }
        return Row(cells, tuple(self.result.field.weights[place] for place in self.places))

    def key(self, rival: int) -> tuple[int, int]:
        """The matchup with a rival in the matrix."""
        mine, other = self.places[0], self.places[rival]
        return min(mine, other), max(mine, other)


def write_side(result: MatrixResult, deck: int, making: Making) -> None:
    """Write the page of a deck's side of a matrix, with its matchups."""
    side = Side.of(result, deck)
    row, name = side.row, side.names[0]
    links, sections, _ = matchup_parts(result, map(side.key, row.order), making, watched=deck)
    sections = tuple(
        replace(
            section, title=f"{name} against {side.names[rival]}: {about(result.across.cell(deck, side.places[rival]))}"
        )
        for rival, section in zip(row.order, sections, strict=bool(sections))
    )
    rates = [(side.names[rival], result.across.cell(deck, side.places[rival])) for rival in row.order]
    shown = [(FIELD, result.across.rates[deck]), *rates] if len(rates) > 1 else rates
    rivals = _sheet(side, links)
    page = Page(
        title_words(name, side.names[1:]),
        (_headline(side),),
        str(matrix_foot(result)),
        rivals_chart(name, shown, f"{result.terms.each:,} games against each"),
        Big.share(result.across.rates[deck], f"{name} against the field"),
        remarks=tuple(notes(result)),
        sections=(
            Section("rivals", "Rivals", sheets=(rivals,)),
            deck_section(result.decks[deck], making.catalog),
            *in_full(sections),
            method_of_all(result, making.catalog, starred=rivals.has_stars + sum(map(families, sections))),
        ),
    )
    write_page(making.place / side_page(name), page)


def _headline(side: Side) -> str:
    """How it does against the field, and its place among the decks."""
    across, deck = side.result.across, side.places[0]
    won = across.rates[deck]
    often = f"about {about(won)}" if won.method is Method.PLAYERS else near(won)
    return (
        f"{side.names[0]} wins {often} against the field, place {across.order.index(deck) + 1} of {len(side.places)}."
    )


def _sheet(side: Side, links: Mapping[tuple[int, int], str]) -> Sheet:
    """Every rival with its matchup, the hardest first."""
    result, deck, rows = side.result, side.places[0], []
    for rival in side.row.order:
        place = side.places[rival]
        estimate = result.across.cell(deck, place)
        kind = ("better" if estimate.rate > 0.5 else "worse") + " certain" if estimate.excludes(0.5) else ""
        mark = "!" * result.turns(deck, place)
        won = rate(estimate, interval(estimate) + mark, "turns" if mark else kind, about(estimate) + mark)
        rows.append([label(side.names[rival], link=links[side.key(rival)]), won, number(estimate.n)])
    note = "A name leads to the matchup."
    return sheet(f"{side.names[0]} against each (95 % interval)", ["rival", "wins", "games"], rows, note)


def write_stored(making: Making, deck: str) -> str:
    """Write the page of one deck's side of a matrix of games that is stored; return its name."""
    path = making.path
    if kind_of(path) != "matrix":
        raise UcgsimError(f"{path}: holds no matrix of games, of which one deck's side could be shown; name no deck")
    result = read_matrix(path, check=making.check)
    place = place_of(result.decks, deck, path)
    write_side(result, place, making)
    return side_page(result.names[place])
