"""The page of a search for a better deck: what to change, what it gains, how the race went, the method."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import as_listed
from ucgsim.decks.writing import format_deck
from ucgsim.files.writing import write_file
from ucgsim.language import speaking
from ucgsim.report.page import Big, Page, Section, deck_section, method_section, write_chart, write_table
from ucgsim.safe_text import against
from ucgsim.studies.improve import answer
from ucgsim.studies.kit.page import PAGE, finish

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.improve.answer import ImproveResult
    from ucgsim.studies.kit.page import ReportJob

LIST = "deck.txt"


@speaking("en")
def write_improve(result: ImproveResult, path: Path) -> Path:
    """Write page, plots, tables, ``summary.json`` and the deck to bring into a folder; return the page."""
    write_table(path, "builds", result.to_polars())
    names, catalog = ", ".join(result.study.characters), result.study.terms.catalog
    page = Page(
        f"Which deck of {names} is best?" if names else f"Which cards would make {result.study.deck.name} better?",
        (result.answer(),),
        str(result.foot()),
        write_chart(path, answer.gains_chart(result), result.basis),
        Big.gain(result.wide(result.first), "the best change, of all games"),
        tuple(answer.remarks(result)),
        (deck_section(result.study.deck, catalog), _gains(result, path), _deck(result), _race(result), _method(result)),
    )
    write_file(path / LIST, _list_of(result).encode())
    finish(path, page, result.to_json())
    return path / PAGE


def _gains(result: ImproveResult, path: Path) -> Section:
    first = result.first
    sheets = [
        result.as_table().sheet(),
        *([answer.way_sheet(result, first)] if len(result.way(first)) > 1 else []),
    ]
    if len(result.study.opponents) == 1:
        return Section("gains", "What it gains", sheets=tuple(sheets))
    chart = write_chart(path, answer.rivals_chart(result, first), result.basis)
    return Section("gains", "What it gains", (), (chart,), sheets=(*sheets, answer.matchups_sheet(result, first)))


def _deck(result: ImproveResult) -> Section:
    return Section("before", "The deck before and after", sheets=(answer.decks_sheet(result, result.first),))


def _race(result: ImproveResult) -> Section:
    return Section(
        "race", "How the race went", (answer.coarse_words(result),), sheets=(answer.laps_sheet(result),), folded=True
    )


def _method(result: ImproveResult) -> Section:
    study = result.study
    facts = {
        "games": f"{result.games:,}: {result.climb.board.spent:,} in the race, the others on fresh shuffles",
        "builds": f"{result.tried:,} tried; all play the same shuffles, and half of them drop out in a round",
        "pool": study.pool.words,
        "policies": against(study.labels),
        "rules": f"comprehensive {study.terms.by}",
        "seed": str(study.terms.seed),
    }
    lists = (study.deck, *study.opponents)
    return method_section(facts, study.cards.versions, lists, study.command, catalog=study.terms.catalog)


def _list_of(result: ImproveResult) -> str:
    """The deck to bring as a decklist, laid out as the list of the deck that was searched from."""
    catalog = result.study.terms.catalog
    listed = as_listed(result.study.deck, catalog)
    deck = replace(result.deck, layout=listed.layout, groups=listed.groups)
    return format_deck(deck, catalog, DeckFormat.TEXT)


def write_stored(result: ImproveResult, job: ReportJob) -> None:
    """Write the page of a search that is stored."""
    write_improve(result, job.place)
