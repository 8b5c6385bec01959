"""The page of skill and luck: what decides, under which play who wins, the method."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.draw import draw
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.method import method_section
from ucgsim.report.page import Page, Section
from ucgsim.report.staging import staging
from ucgsim.simulate.table import versions_now
from ucgsim.studies.pages.writing import PAGE, finish
from ucgsim.studies.plays.words import listed
from ucgsim.studies.remarks import blank_remark

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.skill.result import SkillResult


def write_skill(result: SkillResult, path: Path) -> Path:
    """Write page, picture, table and ``summary.json`` into a folder, all of them or none; return the page."""
    with staging() as stage:
        place, chart, (a, b) = stage.of(path), result.chart(), result.names
        write_plot(place, chart.name, draw(chart, result.basis))
        write_table(place, "shares", result.to_polars())
        *says, basis = result.sentences()
        page = Page(
            f"{a} against {b}: is it skill or luck?",
            tuple(says),
            basis,
            chart,
            result.answer(),
            (blank_remark(result.blank),) if result.blank else (),
            (
                Section("decides", "What decides", sheets=(result.share_sheet(),)),
                Section("play", "Who wins, by how both play", sheets=(result.rate_sheet(),)),
                _method(result),
            ),
        )
        finish(place, page, result.to_json())
    return path / PAGE


def _method(result: SkillResult) -> Section:
    terms = result.terms
    facts = {
        "games": f"{result.points.size:,}, {result.points[0].size} on each of {len(result.points):,} shuffles",
        "policies": f"{listed(result.labels)}, each on either side",
        "rules": f"comprehensive {terms.by}",
        "seed": str(terms.seed),
    }
    return method_section(facts, versions_now(result.labels), result.decks, result.command, catalog=terms.catalog)
