"""The page of one question under several policies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.language import speaking
from ucgsim.report.page import Grid, Page, Section, write_plot, write_table
from ucgsim.studies.kit.page import finish

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.studies.kit.page import Making
    from ucgsim.studies.policies.answer import PlaysResult


@speaking("en")
def write_plays(result: PlaysResult, path: Path) -> None:
    """Write page, plots, table and ``summary.json`` into a folder."""
    write_table(path, "policies", result.to_polars())
    grids = _maps(result, path)
    sections = [
        Section("plays", "Under each play", grids=tuple(grids), sheets=tuple(result.sheets())),
        *(
            Section(
                f"again-{number}",
                f"Again under {label}",
                ("This command plays the same games again:",),
                command=each.command,
                folded=True,
            )
            for number, (label, each) in enumerate(zip(result.labels, result.results, strict=True), start=1)
        ),
    ]
    page = Page(
        f"What depends on the play: {', '.join(result.labels)}?",
        tuple(result.sentences()),
        str(result.parts().foot),
        sections=tuple(sections),
    )
    summary = result.to_json()
    for each in summary["results"].values():
        each.pop("games_per_second", None)
    finish(path, page, summary)


def _maps(result: PlaysResult, path: Path) -> list[Grid]:
    """A heat map for each play, where the question has one."""
    answer = []
    for number, play in enumerate(result.plays.plays, start=1):
        if play.grid is not None:
            figure, grid = play.grid()
            write_plot(path, f"matrix-{number}", figure)
            answer.append(grid)
    return answer


def write_stored(result: PlaysResult, making: Making) -> None:
    """Write the page of what is stored."""
    write_plays(result, making.place)
