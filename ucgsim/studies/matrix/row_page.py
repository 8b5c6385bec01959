"""The pages of one deck against its rivals, the hardest first: of a gauntlet, and of its side of a matrix."""

from __future__ import annotations

import difflib
import re
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import write_file
from ucgsim.report.charts import drawn
from ucgsim.report.page import Page, Section, deck_section, render
from ucgsim.report.sheet import Cell, Sheet, in_short, in_words, interval, label, rate
from ucgsim.report.table import Column, Table
from ucgsim.safe_text import shown
from ucgsim.studies.duel.plots import chance_by_round, redraws, rounds_of_the_end
from ucgsim.studies.duel.tables import rounds
from ucgsim.studies.kit.page import ReportJob, write_page
from ucgsim.studies.matrix import gauntlet
from ucgsim.studies.matrix.answer import count_words, matrix_foot, notes
from ucgsim.studies.matrix.page import in_full, matchup_parts, method_of_all, with_leadings
from ucgsim.studies.matrix.plots import FIELD, rivals_chart
from ucgsim.studies.matrix.question import read_matrix

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from ucgsim.decks.deck import Deck
    from ucgsim.studies.matrix.gauntlet import GauntletResult
    from ucgsim.studies.matrix.result import MatrixResult

LONGEST_NAME = 60
"""Letters of a file's name that a deck gives it."""


def title_words(mine: str, rivals: tuple[str, ...]) -> str:
    """The question of a page of one deck's side."""
    whom = rivals[0] if len(rivals) == 1 else f"its {count_words(len(rivals))} rivals"
    return f"How does {mine} do against {whom}?"


def write_stored(result: GauntletResult, job: ReportJob) -> None:
    """Write the page of a gauntlet with all that lies next to it."""
    keys = [(0, rival) for rival in result.order]
    links, sections, leadings = matchup_parts(result, keys, job, watched=result.met[0])
    result = with_leadings(result, leadings)
    also = gauntlet.method_words(result).splitlines()[1:]
    page = Page(
        title_words(result.mine, result.names[1:]),
        picture=result.chart(),
        sections=(
            deck_section(result.decks[0], job.catalog),
            _rivals(result, links),
            *in_full(sections),
            method_of_all(result, job.catalog, also=also),
        ),
        tables={"gauntlet": result.to_polars()},
    )
    write_page(job.place, result, page)


def _rivals(result: GauntletResult, links: Mapping[tuple[int, int], str]) -> Section:
    """The rivals one by one, what decides, and what to look at."""
    check = gauntlet.check_sheet(result)
    named = {result.names[rival]: link for (_, rival), link in links.items()}
    sheets: list[Sheet] = [result.sheet().linked(named), *([] if check is None else [check])]
    text, who = (gauntlet.course_words(result),), {"a": result.mine, "b": "a rival"}
    charts = tuple(drawn([draws(result.play.findings, who) for draws in (rounds_of_the_end, chance_by_round, redraws)]))
    ends = (gauntlet.endings_sheet(result), rounds(result.play.findings).sheet())
    behind = Section("ends", "How and when games end, in numbers", sheets=ends, folded=True)
    return Section("gauntlet", "Rivals", text, charts, sheets=tuple(sheets), parts=(behind,))


# The page of one deck's side of a matrix.


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


def rivals_of(result: MatrixResult, deck: int) -> list[int]:
    """Places of the other decks of a matrix, the hardest rival of the one at ``deck`` first."""

    rivals = (place for place in range(len(result.names)) if place != deck)
    return sorted(rivals, key=lambda rival: result.cell(deck, rival).rate)


def _key(deck: int, rival: int) -> tuple[int, int]:
    """Their matchup in the matrix."""
    return min(deck, rival), max(deck, rival)


def write_side(job: ReportJob, wanted: str) -> str:
    """Write the page of one deck's side of a matrix that is stored, with its matchups; return its name."""
    result = read_matrix(job.path, check=job.check)
    deck = place_of(result.decks, wanted, job.path)
    rivals, names, across = rivals_of(result, deck), result.names, result.across
    name, won = names[deck], across.rates[deck]
    links, sections, _ = matchup_parts(result, [_key(deck, rival) for rival in rivals], job, watched=deck)
    sections = tuple(
        replace(section, title=f"{name} against {names[rival]}: {in_short(across.cell(deck, rival))}")
        for rival, section in zip(rivals, sections, strict=bool(sections))
    )
    rates = [(names[rival], across.cell(deck, rival)) for rival in rivals]
    rates = [(FIELD, won), *rates] if len(rates) > 1 else rates
    sheet = _sheet(result, deck, rivals, links)
    page = Page(
        title_words(name, tuple(other for place, other in enumerate(names) if place != deck)),
        (f"{name} wins {in_words(won)} against the field, place {across.order.index(deck) + 1} of {len(names)}.",),
        str(matrix_foot(result)),
        rivals_chart(name, rates, f"{result.terms.each:,} games against each"),
        remarks=tuple(notes(result)),
        sections=(
            Section("rivals", "Rivals", sheets=(sheet,)),
            deck_section(result.decks[deck], job.catalog),
            *in_full(sections),
            method_of_all(result, job.catalog, starred=sheet.has_stars),
        ),
    )
    write_file(job.place / side_page(name), render(page).encode())
    return side_page(name)


def _sheet(result: MatrixResult, deck: int, rivals: Sequence[int], links: Mapping[tuple[int, int], str]) -> Sheet:
    """Every rival with its matchup, the hardest first."""

    def cell(rival: int) -> Cell:
        won, mark = result.across.cell(deck, rival), "!" * result.turns(deck, rival)
        kind = ("better" if won.rate > 0.5 else "worse") + " certain" if result.is_certain(deck, rival) else ""
        return rate(won, interval(won) + mark, "turns" if mark else kind, in_short(won) + mark)

    columns: list[Column[int]] = [
        Column("", str, "rival", show=lambda rival: label(result.names[rival], link=links[_key(deck, rival)])),
        Column("", partial(result.across.cell, deck), "wins", show=cell),
        Column("", lambda rival: result.across.cell(deck, rival).n, "games", kind=int),
    ]
    caption = f"{result.names[deck]} against each (95 % interval)"
    return Table(columns, rivals, caption, "A name leads to the matchup.").sheet()
