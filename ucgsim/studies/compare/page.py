"""The page of a comparison: the answer, where the difference lies, the cards, the way to the stop, the method."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import polars as pl

from ucgsim.files.writing import write_file
from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.method import method_section, stars
from ucgsim.report.page import Page, Section, render
from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.studies.compare.plots import differences_chart, foot, way_chart
from ucgsim.studies.compare.tables import cards, matchups
from ucgsim.studies.compare.words import (
    answer_sentences,
    basis,
    chance_words,
    command,
    half_width,
    llr,
    moved_remark,
    played_words,
    remarks,
    stop_remark,
)

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.report.charts.chart import Chart
    from ucgsim.studies.compare.result import CompareResult

PAGE = "index.html"
SUMMARY = "summary.json"


def write_compare(result: CompareResult, path: Path) -> Path:
    """Write page, plots, tables and ``summary.json`` of a comparison into a folder; return the page."""
    sections = [_where(result, path), _cards(result)]
    if result.looks:
        sections.append(_way(result, path))
    a, b = result.study.names
    page = Page(
        f"Is {b} better than {a}?",
        tuple(answer_sentences(result)),
        f"{played_words(result)}.",
        _plotted(result, path, differences_chart(result)),
        result.answer(),
        tuple(remarks(result)),
        (*sections, _method(result)),
    )
    summary = json.dumps(result.to_json(), ensure_ascii=False, indent=2, allow_nan=False)
    write_file(path / SUMMARY, f"{summary}\n".encode())
    write_file(path / PAGE, render(page).encode())
    return path / PAGE


def _plotted(result: CompareResult, path: Path, chart: Chart) -> Chart:
    """The same chart, written as files as well."""
    write_plot(path, chart.name, draw(chart, foot(result)))
    return chart


def _where(result: CompareResult, path: Path) -> Section:
    """The difference against each opponent."""
    write_table(path, "opponents", result.to_polars())
    text = (f"Opponents: {moved_remark(result)}.",)
    return Section("difference", "Where the difference lies", text, sheets=(matchups(result),))


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
    chart = _plotted(result, path, way_chart(result))
    return Section("way", "The way to the stop", (stop_remark(result),), (chart,), folded=True)


def _method(result: CompareResult) -> Section:
    study = result.study
    games = (
        f"{result.games // BUILDS:,} of each build: both play one game on the same shuffles and chance, with the same "
        "side leading, and no two games of a build share theirs; intervals are those of the differences game by game"
    )
    field = "the same share each" if study.field is None else f"the shares of {study.field.name}"
    facts = {
        "games": games,
        "opponents": f"{field}; met in that proportion",
        "policies": " against ".join(dict.fromkeys(study.labels)),
        "rules": f"comprehensive {study.terms.by}",
        "seed": str(study.terms.seed),
        **stars(int(matchups(result).has_stars)),
        **({} if result.check is None else {"check": f"{basis(result.check)}; never mixed with the other games"}),
    }
    decks = list(dict.fromkeys((*study.builds, *study.opponents)))
    return method_section(
        facts,
        study.cards.versions,
        decks,
        command(result),
        catalog=study.terms.catalog,
        also=chance_words(result),
    )
