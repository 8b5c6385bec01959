"""The page of a pool's strength: how often its deck wins, against which pools, the deck, the method."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.decks.sealed.building import RULE
from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.method import deck_list, method_section
from ucgsim.report.page import Page, Section
from ucgsim.report.staging import staging
from ucgsim.studies.pages.writing import PAGE, finish

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.sealed.result import StrengthResult

GAMES = "games"
"""Within the folder, the gauntlet that was played."""
MOST_ROWS = 15


def write_strength(result: StrengthResult, path: Path) -> Path:
    """Write page, picture, table and ``summary.json`` into a folder, all of them or none; return the page."""
    with staging() as stage:
        place, chart = stage.of(path), result.chart()
        write_plot(place, chart.name, draw(chart, result.basis))
        write_table(place, "pools", result.to_polars())
        page = Page(
            f"How strong is {result.pool.name}?",
            tuple(result.sentences()[:3]),
            f"Played: {result.basis}.",
            chart,
            result.answer(),
            (),
            (_pools(result), _deck(result), _method(result)),
        )
        finish(place, page, result.to_json())
    return path / PAGE


def _pools(result: StrengthResult) -> Section:
    sheet = result.rival_sheet()
    if len(sheet.rows) <= MOST_ROWS:
        return Section("pools", "Pools that it met", sheets=(sheet,))
    every = Section("all", f"All {len(sheet.rows)} of them", sheets=(sheet,), folded=True)
    first = replace(sheet.first(MOST_ROWS), note=f"the hardest {MOST_ROWS}; each deck is {RULE}")
    return Section("pools", "Pools that it met", sheets=(first,), parts=(every,))


def _deck(result: StrengthResult) -> Section:
    catalog = result.terms.catalog
    lists = (deck_list(replace(result.deck, name="The deck"), catalog), deck_list(result.pool, catalog))
    return Section("deck", "The deck and its pool", (f"The deck is {RULE}.",), lists=lists)


def _method(result: StrengthResult) -> Section:
    terms = result.terms
    facts = {
        "games": f"{sum(each.n for each in result.rates):,}, {result.rates[0].n:,} against each of {len(result.rates)} "
        f"pools; kept in {GAMES}/, of which `ucgsim report` makes a page as well",
        "packs": f"{result.packs} of {', '.join(result.sets)}; {result.boosters.words}",
        "policies": f"{terms.labels[0]} on both sides",
        "rules": f"comprehensive {terms.by}",
        "seed": str(terms.seed),
    }
    return method_section(facts, result.versions, result.rivals, result.command, catalog=terms.catalog)
