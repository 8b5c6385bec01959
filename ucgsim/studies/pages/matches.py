"""The page of a matrix of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cards.versions import rules_words
from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.method import halved, method_section, stars
from ucgsim.report.page import Page, Section
from ucgsim.simulate.matches.played import Format
from ucgsim.studies.kit.page import finish
from ucgsim.studies.matrix.match_plot import length_chart
from ucgsim.studies.matrix.match_words import FORMATS, MOST_ROWS, format_words
from ucgsim.studies.matrix.page import choice_words, matrix_section, ratings_section, takeaways, top_grid
from ucgsim.studies.matrix.words import notes, title_words

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts.chart import Chart
    from ucgsim.studies.kit.page import Making
    from ucgsim.studies.matrix.result import MatchMatrix

NAMES = {Format.BO1: "best of one", Format.BO3: "best of three", Format.TWO_DECK: "best of three with two decks"}


def match_page(result: MatchMatrix, path: Path, catalog: Catalog) -> Page:
    """Write plots and tables of matches below ``path`` and return their page."""
    plan = result.plan
    return Page(
        f"{title_words(result).removesuffix('?')}, playing {NAMES[plan.form]}?",
        takeaways(result),
        f"{result.basis}.",
        top_grid(result, {}),
        result.answer(),
        tuple(notes(result)),
        (
            matrix_section(result, path),
            _lengths(result, path),
            ratings_section(result),
            Section("format", "Format", tuple(format_words(plan)), folded=True),
            _method(result, catalog),
        ),
    )


def _lengths(result: MatchMatrix, path: Path) -> Section:
    """How many games matches began, and how many matches time ended."""
    write_table(path, "lengths", result.length_table())
    title = "Length of matches" if result.plan.turns is None else "Length of matches and time"
    return Section("lengths", title, charts=_charts(result, path), sheets=(result.length_sheet(),))


def _charts(result: MatchMatrix, path: Path) -> tuple[Chart, ...]:
    """The chart; none where every match has one length or there is too much to see."""
    chart = length_chart(result) if len(result.plan.keys) <= MOST_ROWS else None
    if chart is None:
        return ()
    write_plot(path, "lengths", draw(chart, result.basis))
    return (chart,)


def _method(result: MatchMatrix, catalog: Catalog) -> Section:
    plan = result.plan
    called = "never called" if plan.turns is None else f"called in turn {plan.turns} of the match"
    facts = {
        "matches": f"{plan.matches:,} in all, {plan.each:,} for each two; {halved('matches')}",
        "format": FORMATS[plan.form],
        "time": called,
        "policies": f"{result.terms.label} on both sides",
        "rules": f"comprehensive {rules_words(plan.rules, plan.redraw_procedure)}, floor rules 1.7",
        "seed": str(plan.seed),
        **stars(int(result.has_stars)),
    }
    decks = {(deck.name, deck.fingerprint): deck for decks in plan.entrants for deck in decks}
    return method_section(
        facts,
        plan.versions,
        list(decks.values()),
        result.command,
        catalog=catalog,
        what="matches",
        also=choice_words(result),
    )


def write_stored(result: MatchMatrix, making: Making) -> None:
    """Write the page of matches that are stored."""
    finish(making.place, match_page(result, making.place, making.catalog), result.to_json())
    making.advance(1)
