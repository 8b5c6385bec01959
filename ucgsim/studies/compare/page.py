"""The page of a comparison: the answer, where the difference lies, the cards, the way to the stop, the method."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import polars as pl

from ucgsim.files.writing import write_file
from ucgsim.report.charts.chart import Chart, Point, Scale, Series, Shape, points_of
from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.method import method_section, stars
from ucgsim.report.page import Page, Section, render
from ucgsim.studies.check import play_words, policy_words
from ucgsim.studies.compare import answer

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure

    from ucgsim.studies.compare.answer import CompareResult
    from ucgsim.studies.compare.findings import Comparison

PAGE = "index.html"
SUMMARY = "summary.json"


def write_compare(result: CompareResult, path: Path) -> Path:
    """Write page, plots, tables and ``summary.json`` of a comparison into a folder; return the page."""
    a, b = result.study.names
    cards = Section("cards", "Cards that differ", sheets=(answer.cards_sheet(result),))
    way = [_way(result, path)] if result.looks else []
    page = Page(
        f"Is {b} better than {a}?",
        tuple(answer.answer_sentences(result)),
        f"{answer.played_words(result)}.",
        _plotted(result, path, differences_chart(result)),
        result.answer(),
        tuple(answer.remarks(result)),
        (_where(result, path), cards, *way, _method(result)),
    )
    summary = json.dumps(result.to_json(), ensure_ascii=False, indent=2, allow_nan=False)
    write_file(path / SUMMARY, f"{summary}\n".encode())
    write_file(path / PAGE, render(page).encode())
    return path / PAGE


def _plotted(result: CompareResult, path: Path, chart: Chart) -> Chart:
    """The same chart, written as files as well."""
    write_plot(path, chart.name, draw(chart, _foot(result)))
    return chart


def _where(result: CompareResult, path: Path) -> Section:
    """The difference against each opponent."""
    write_table(path, "opponents", result.to_polars())
    text = (f"Opponents: {answer.moved_remark(result)}.",)
    return Section("difference", "Where the difference lies", text, sheets=(answer.opponents_sheet(result),))


def _way(result: CompareResult, path: Path) -> Section:
    """What the looks saw until the comparison stopped."""
    name = "llr" if result.state is not None else "half_width_points"
    looks = {"games_of_each_build": [look.each for look in result.looks], name: _seen(result)}
    write_table(path, "looks", pl.DataFrame(looks))
    chart = _plotted(result, path, way_chart(result))
    return Section("way", "The way to the stop", (answer.stop_remark(result),), (chart,), folded=True)


def _method(result: CompareResult) -> Section:
    study = result.study
    games = (
        f"{result.each:,} of each build: both play one game on the same shuffles and chance, with the same side "
        "leading, and no two games of a build share theirs; intervals are those of the differences game by game"
    )
    field = "the same share each" if study.field is None else f"the shares of {study.field.name}"
    facts = {
        "games": games,
        "opponents": f"{field}; met in that proportion",
        "policies": policy_words(study.labels),
        "rules": f"comprehensive {study.terms.by}",
        "seed": str(study.terms.seed),
        **stars(int(any(row.starred for row in result.by_opponent))),
        **(
            {} if result.check is None else {"check": f"{answer.basis(result.check)}; never mixed with the other games"}
        ),
    }
    decks = list(dict.fromkeys((*study.builds, *study.opponents)))
    catalog, chance = study.terms.catalog, answer.chance_sentences(result)
    return method_section(facts, study.cards.versions, decks, result.command, catalog=catalog, also=chance)


def differences(result: Comparison) -> Figure:
    """The difference against every opponent, and against all, as a figure."""
    return draw(differences_chart(result), _foot(result))


def _foot(result: Comparison) -> str:
    """What stands at the foot of a plot: what it rests on, and what its rows do not allow for."""
    return answer.basis(result) + (f"; {answer.moved_remark(result)}" if result.by_opponent[0].as_if_fixed else "")


def differences_chart(result: Comparison) -> Chart:
    """Second build minus first in percentage points, with 95 % intervals; the first row is all opponents."""
    a, b = result.study.names
    rows = [(row.opponent.name, row.difference) for row in result.by_opponent if row.opponent]
    rows = [(answer.ALL, result.difference), *rows] if len(rows) > 1 else rows
    caption = f"Games that {b} wins more than {a} on the same chance: right of the line {b} is better"
    remark = answer.moved_remark(result)
    fixed = f" {remark[0].upper()}{remark[1:]}." if result.by_opponent[0].as_if_fixed else ""
    return Chart(
        "differences",
        f"Where {b} does better than {a}, and where worse",
        f"{caption} {play_words(result.study.labels)}. 95 % intervals.{fixed}",
        Shape.ROWS,
        (Series(f"{b} less {a}", "a", points_of((place, each) for place, (_, each) in enumerate(rows))),),
        Scale("more games won", "points", lines=(0.0,)),
        places=tuple(name for name, _ in rows),
        sample=_sample(result),
    )


def way_chart(result: Comparison) -> Chart:
    """What the looks saw: the log-likelihood ratio with its bounds, or half the interval with the width asked for."""
    state, precision = result.state, result.study.stop.precision
    if state is not None:
        title = "How the evidence grew until the test stopped"
        caption = (
            f"Log-likelihood ratio of H1 against H0: H1 is accepted at {state.upper:+.2f}, H0 at {state.lower:+.2f}; "
            "the test stops at the first look beyond a bound, or once it shows that the difference lies between both."
        )
        scale = Scale("log-likelihood ratio", "", 1.0, (state.lower, state.upper))
    else:
        title = "How the interval narrowed until it was narrow enough"
        caption = "Half the 95 % interval at each look; the comparison stops at the first one at or below the line."
        scale = Scale("half the interval", "points", 1.0, () if precision is None else (precision,), (0.0,))
    points = tuple(Point(look.each, seen) for look, seen in zip(result.looks, _seen(result), strict=True))
    look = (Series(f"{len(points):,} looks", "n", points),)
    return Chart("way", title, caption, Shape.LINES, look, scale, axis="games of each build", sample=_sample(result))


def _seen(result: Comparison) -> list[float]:
    """What decides when to stop, at each look."""
    return [look.half_width if result.state is None else look.llr for look in result.looks]


def _sample(result: Comparison) -> str:
    """How many games a comparison rests on."""
    return f"{result.each:,} games of each build"
