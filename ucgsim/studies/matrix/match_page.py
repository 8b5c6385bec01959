"""The page of a matrix of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.cards.versions import rules_words
from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.page import Big, Page, Section, halved, method_section, stars, write_chart, write_table
from ucgsim.simulate.matches import Format
from ucgsim.studies.kit.page import ReportJob, finish
from ucgsim.studies.matrix.answer import matrix_foot, notes, title_words
from ucgsim.studies.matrix.match_words import CUT, FORMATS, MOST_ROWS, format_words, kinds
from ucgsim.studies.matrix.page import choice_words, matrix_section, ratings_section, top_grid

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.studies.matrix.result import MatchMatrix


SHOWN = {"3 games begun": "a", CUT: "b"}
"""Kinds of matches that are drawn, and how."""


def length_chart(result: MatchMatrix) -> Chart | None:
    """Share of matches of every two players that begin a third game and that time ends, with 95 % intervals.

    None where there is nothing to draw.
    """
    plan = result.plan
    shown = [kind for kind in SHOWN if kind in kinds(plan, result.lengths)]
    if not shown:
        return None
    series = []
    for kind in shown:
        shares = (lengths.share(kinds(plan, lengths)[kind]) for lengths in result.lengths_of.values())
        series.append(Series(kind, SHOWN[kind], points_of(enumerate(shares))))
    return Chart(
        "lengths",
        "How often matches are long" + ("" if plan.turns is None else ", and how often time ends them"),
        f"Share of the {plan.each:,} matches of each two, with 95 % intervals.",
        ChartShape.ROWS,
        tuple(series),
        ValueAxis("share of the matches", shows=(0.0,), bounds=(0.0, 1.0)),
        places=tuple(f"{plan.names[a]} - {plan.names[b]}" for a, b in plan.keys),
        sample=f"{plan.each:,} matches for each two, {plan.matches:,} in all",
    )


# The page of a matrix of matches.


NAMES = {
    Format.BO1: "best of one",
    Format.BO3: "best of three",
    Format.TWO_DECK: "best of three with two decks",
}


def match_page(result: MatchMatrix, path: Path, catalog: Catalog) -> Page:
    """Write plots and tables of matches below ``path`` and return their page."""
    plan = result.plan
    return Page(
        f"{title_words(result).removesuffix('?')}, playing {NAMES[plan.form]}?",
        (result.answer(),),
        str(matrix_foot(result)),
        top_grid(result, {}),
        Big.share(result.across.rates[result.across.best], f"{result.names[result.across.best]} against the field"),
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
    return () if chart is None else (write_chart(path, chart, result.basis),)


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
        **stars(any_certain=result.has_stars),
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


def write_stored(result: MatchMatrix, job: ReportJob) -> None:
    """Write the page of matches that are stored."""
    finish(job.place, match_page(result, job.place, job.catalog), result.to_json())
    job.advance(1)
