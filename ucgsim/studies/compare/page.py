"""The page of a comparison: the answer, where the difference lies, the cards, the way to the stop, the method."""

from __future__ import annotations

import json
import platform
from typing import TYPE_CHECKING

import polars as pl

from ucgsim.files.writing import write_file
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.page import Page, Section, picture, render
from ucgsim.report.sheet import label, sheet
from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.studies.check import play_words
from ucgsim.studies.compare.plots import differences, way
from ucgsim.studies.compare.tables import cards, matchups
from ucgsim.studies.compare.words import chance_words, command, half_width, llr, moved_remark, remarks, stop_remark

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.decks.deck import Deck
    from ucgsim.studies.compare.result import CompareResult

PAGE = "index.html"
SUMMARY = "summary.json"


def write_compare(result: CompareResult, path: Path) -> Path:
    """Write page, plots, tables and ``summary.json`` of a comparison into a folder; return the page."""
    sections = [_where(result, path), _cards(result)]
    if result.looks:
        sections.append(_way(result, path))
    a, b = result.study.names
    page = Page(f"{b} compared with {a}", result.answer(), tuple(remarks(result)), (*sections, _method(result)))
    summary = json.dumps(result.to_json(), ensure_ascii=False, indent=2, allow_nan=False)
    write_file(path / SUMMARY, f"{summary}\n".encode())
    write_file(path / PAGE, render(page).encode())
    return path / PAGE


def _where(result: CompareResult, path: Path) -> Section:
    """The difference against each opponent."""
    a, b = result.study.names
    write_table(path, "opponents", result.to_polars())
    better = f"{b} is better {play_words(result.study.labels)}"
    caption = f"Games that {b} wins more than {a} on the same chance: right of the line {better}."
    plot = picture("differences", write_plot(path, "differences", differences(result)), caption)
    text = (*chance_words(result), f"Opponents: {moved_remark(result)}.", f"Played: {result.basis}.")
    return Section("difference", "Where the difference lies", text, (plot,), (matchups(result),))


def _cards(result: CompareResult) -> Section:
    return Section("cards", "Cards that differ", sheets=(cards(result),))


def _way(result: CompareResult, path: Path) -> Section:
    """What the looks saw until the comparison stopped."""
    tested = result.state is not None
    looks = pl.DataFrame(
        {
            "games_of_each_build": [look.each for look in result.looks],
            "llr" if tested else "half_width_points": list(map(llr if tested else half_width, result.looks)),
        }
    )
    write_table(path, "looks", looks)
    caption = (
        "The test stops at the first look beyond a bound, or once it shows that the difference lies between both."
        if tested
        else "The comparison stops at the first look at or below the line."
    )
    plot = picture("way", write_plot(path, "way", way(result)), caption)
    return Section("way", "The way to the stop", (stop_remark(result),), (plot,))


def _method(result: CompareResult) -> Section:
    study = result.study
    games = (
        f"{result.games // BUILDS:,} of each build: both play one game on the same shuffles and chance, with the same "
        "side leading, and no two games of a build share theirs; intervals are those of the differences game by game"
    )
    field = "the same share each" if study.field is None else f"the shares of {study.field.name}"
    rows = [
        [label("games"), label(games, "wide")],
        [label("opponents"), label(f"{field}; met in that proportion", "wide")],
        [label("policies"), label(" against ".join(dict.fromkeys(study.labels)))],
        [label("rules"), label(f"comprehensive {study.terms.by}")],
        [label("seed"), label(study.terms.seed)],
        *(
            [label(name), label(version)]
            for name, version in sorted(study.cards.versions.items())
            if name != "policies"
        ),
        [label("Python"), label(platform.python_version())],
    ]
    decks = dict.fromkeys((*study.builds, *study.opponents))
    lists = [[label(deck.name), label(deck.fingerprint), label(_list_of(deck), "wide")] for deck in decks]
    return Section(
        "method",
        "Method",
        ("This command plays the same games again:",),
        command=command(result),
        sheets=(sheet("What was played", ["", ""], rows), sheet("Decks", ["deck", "fingerprint", "cards"], lists)),
    )


def _list_of(deck: Deck) -> str:
    return ", ".join(f"{count} {card}" for card, count in deck.counts)
