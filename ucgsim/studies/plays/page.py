"""The page of one question under several policies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ucgsim.files.writing import write_file
from ucgsim.report.files import write_plot, write_table
from ucgsim.report.page import Page, Section, picture, render
from ucgsim.studies.matrix.heat_map import heat_map, heat_map_size
from ucgsim.studies.matrix.page import READABLE
from ucgsim.studies.matrix.result import MatrixResult

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.report.page import Picture
    from ucgsim.studies.plays.result import PlaysResult

PAGE = "index.html"
SUMMARY = "summary.json"


def write_plays(result: PlaysResult, path: Path) -> None:
    """Write page, plots, table and ``summary.json`` into a folder."""
    write_table(path, "policies", result.to_polars())
    sections = [
        Section("plays", "Under each play", pictures=tuple(_maps(result, path)), sheets=tuple(result.sheets())),
        *(
            Section(
                f"again-{number}",
                f"Again under {label}",
                ("This command plays the same games again:",),
                command=each.command,
            )
            for number, (label, each) in enumerate(zip(result.labels, result.results, strict=True), start=1)
        ),
    ]
    page = Page(f"What depends on the play: {', '.join(result.labels)}", result.answer(), (), tuple(sections))
    summary = result.to_json()
    for each in summary["results"].values():
        each.pop("games_per_second", None)
    write_file(path / SUMMARY, f"{json.dumps(summary, ensure_ascii=False, indent=2)}\n".encode())
    write_file(path / PAGE, render(page).encode())


def _maps(result: PlaysResult, path: Path) -> list[Picture]:
    """A heat map for each play, where the question was a matrix."""
    answer = []
    for number, each in enumerate(result.results, start=1):
        if isinstance(each, MatrixResult):
            name = f"matrix-{number}"
            least = round(READABLE * heat_map_size(len(each.names))[0])
            answer.append(
                picture(name, write_plot(path, name, heat_map(each)), f"Under {each.terms.label}.", least=least)
            )
    return answer
