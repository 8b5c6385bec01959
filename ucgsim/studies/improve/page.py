"""The page of a search for a better deck: what to change, what it gains, how the race went, the method."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import as_listed
from ucgsim.decks.writing import format_deck
from ucgsim.files.writing import write_file
from ucgsim.report.charts.chart import Chart, Point, Scale, Series, Shape, points_of
from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.method import method_section
from ucgsim.report.numbers import plural
from ucgsim.report.page import Page, Section, render
from ucgsim.studies.check import policy_words
from ucgsim.studies.improve import answer

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

    from ucgsim.studies.improve.answer import ImproveResult
    from ucgsim.studies.improve.climb import Change
    from ucgsim.studies.improve.findings import Improvement

PAGE, SUMMARY, LIST = "index.html", "summary.json", "deck.txt"
GAIN = Scale("more games won", "points", lines=(0.0,))


def write_improve(result: ImproveResult, path: Path) -> Path:
    """Write page, plots, tables, ``summary.json`` and the deck to bring into a folder; return the page."""
    write_table(path, "builds", result.to_polars())
    names = ", ".join(result.study.characters)
    page = Page(
        f"Which deck of {names} is best?" if names else f"Which cards would make {result.study.deck.name} better?",
        tuple(answer.answer_sentences(result)),
        f"Played: {answer.basis(result)}.",
        _plotted(result, path, gains_chart(result)),
        result.answer(),
        tuple(answer.remarks(result)),
        (_gains(result, path), _deck(result), _race(result), _method(result)),
    )
    summary = json.dumps(result.to_json(), ensure_ascii=False, indent=2, allow_nan=False)
    write_file(path / SUMMARY, f"{summary}\n".encode())
    write_file(path / LIST, _list_of(result).encode())
    write_file(path / PAGE, render(page).encode())
    return path / PAGE


def _plotted(result: ImproveResult, path: Path, chart: Chart) -> Chart:
    """The same chart, written as files as well."""
    write_plot(path, chart.name, draw(chart, answer.basis(result)))
    return chart


def _gains(result: ImproveResult, path: Path) -> Section:
    first = result.first
    sheets = [
        result.table().sheet(),
        *([answer.way_sheet(result, first)] if len(result.way(first)) > 1 else []),
    ]
    if len(result.study.opponents) == 1:
        return Section("gains", "What it gains", sheets=tuple(sheets))
    chart = _plotted(result, path, rivals_chart(result, first))
    return Section("gains", "What it gains", (), (chart,), sheets=(*sheets, answer.matchups_sheet(result, first)))


def _deck(result: ImproveResult) -> Section:
    return Section("deck", "The deck before and after", sheets=(answer.decks_sheet(result, result.first),))


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
        "policies": policy_words(study.labels),
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


def gains(result: Improvement) -> Figure:
    """What every build that was measured again gains, as a figure."""
    return draw(gains_chart(result), answer.basis(result))


def gains_chart(result: Improvement) -> Chart:
    """What every build that was measured again gains, beside what the race had made of it."""
    measured = points_of((place, result.shown(change)) for place, change in enumerate(result.order))
    seen = tuple(Point(place, result.naive(change).rate) for place, change in enumerate(result.order))
    return Chart(
        "gains",
        "What the best builds gain over the deck as it is",
        "The builds of the table: right of the line one wins more than the deck on the same shuffles, which chose "
        "nothing; intervals hold all at once with 95 %. Below each what the race had made of it, by the games that "
        "chose it.",
        Shape.ROWS,
        (Series("measured again", "a", measured), Series("in the race", "b", seen)),
        GAIN,
        places=tuple(f"{answer.letter(result, change)}: {plural(change.swaps, 'card')}" for change in result.order),
        sample=f"{result.fresh_games:,} games of each build",
    )


def rivals_chart(result: Improvement, change: Change) -> Chart:
    """What a build gains against each opponent."""
    rows = list(zip(result.study.opponents, result.by_rival[change], strict=True))
    return Chart(
        "rivals",
        "Which matchups it moves",
        "Right of the line the build wins more against this opponent; intervals hold all at once with 95 %.",
        Shape.ROWS,
        (Series("gain", "a", points_of((place, each) for place, (_, each) in enumerate(rows))),),
        GAIN,
        places=tuple(deck.name for deck, _ in rows),
        sample=f"{result.fresh_games:,} games of each build",
    )
