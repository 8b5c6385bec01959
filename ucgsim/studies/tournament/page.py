"""The page of a tournament, to print before it: what to bring, what to fear, records, who leads, the method."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.cards.catalog import load_catalog
from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.method import method_section
from ucgsim.report.page import Page, Section
from ucgsim.report.staging import staging
from ucgsim.studies.pages.writing import PAGE, finish
from ucgsim.studies.tournament.findings import MOST_FEARED
from ucgsim.studies.tournament.plots import chances_chart
from ucgsim.studies.tournament.tables import choices, decks, fears, records
from ucgsim.studies.tournament.words import FORMATS, answer, lead_words, notes, shape_words, takeaways

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.tournament.result import TournamentResult

MOST_ROWS = 15
"""Decks that stand there unasked."""


def write_tournament(result: TournamentResult, path: Path) -> Path:
    """Write page, picture, table and ``summary.json`` into a folder, all of them or none; return the page."""
    with staging() as stage:
        place = stage.of(path)
        chart = chances_chart(result)
        write_plot(place, chart.name, draw(chart, result.basis))
        write_table(place, "decks", result.to_polars())
        page = Page(
            title_words(result),
            takeaways(result),
            f"{shape_words(result)}, {FORMATS[result.match]} a round. Played: {result.basis}.",
            chart,
            answer(result),
            (),
            (_bring(result), _fear(result), *_records(result), *_lead(result), _assumed(result), _method(result)),
        )
        finish(place, page, result.to_json())
    return path / PAGE


def title_words(result: TournamentResult) -> str:
    """The question of the page."""
    players = result.shape.players
    if len(result.only) == 1:
        return f"How does {result.names[result.only[0]]} do in a tournament of {players} players?"
    return f"What should I bring to a tournament of {players} players?"


def _bring(result: TournamentResult) -> Section:
    mark, *_ = notes(result)
    sheet = replace(decks(result), note=mark)
    if len(sheet.rows) <= MOST_ROWS:
        return Section("bring", "What to bring", sheets=(sheet,))
    every = Section("all", f"All {len(sheet.rows)} of them", sheets=(sheet,), folded=True)
    return Section("bring", "What to bring", sheets=(sheet.first(MOST_ROWS),), parts=(every,))


def _assumed(result: TournamentResult) -> Section:
    _, *said = notes(result)
    return Section("assumed", "What is assumed", tuple(said), folded=True)


def _fear(result: TournamentResult) -> Section:
    first = result.order[0]
    sheet = fears(result, first)
    if (more := len(sheet.rows) - MOST_FEARED) > 0:
        sheet = replace(sheet.first(MOST_FEARED), note=f"{sheet.note}; {more} more cost it less")
    return Section("fear", f"What to fear with {result.names[first]}", sheets=(sheet,))


def _records(result: TournamentResult) -> tuple[Section, ...]:
    return (Section("records", "Records", sheets=(records(result),), folded=True),) if result.shape.rounds else ()


def _lead(result: TournamentResult) -> tuple[Section, ...]:
    sheet = choices(result, result.order[0])
    if not sheet.rows:
        return ()
    return (Section("lead", "Who chooses the Lead", (lead_words(result),), sheets=(sheet,), folded=True),)


def _method(result: TournamentResult) -> Section:
    played = result.played
    facts = {
        "tournaments": f"{result.brought.tournaments:,}, {shape_words(result)}",
        "a round": FORMATS[result.match] if played.unit == "games" else f"a match of {played.source}",
        "matrix": f"{result.matrices:,} drawn from what was played: {played.basis}",
        "field": f"{result.field_source}" if result.field_source else "shares of the table above",
        "policies": played.policy,
        "rules": f"comprehensive rules {played.rules}, {played.redraw_procedure} redraw",
        "seed": str(result.seed),
    }
    decks, catalog = played.decks, load_catalog()
    section = method_section(facts, played.versions, decks, result.command, catalog=catalog, what="tournaments")
    # Who prints it wants the answer on a sheet or two; the command stands in what is folded, and in summary.json.
    return replace(section, folded=True)
