"""What every page is made with: where it is built, its method, its summary, its file."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.files.writing import write_file
from ucgsim.language import speaking
from ucgsim.report.page import (
    Grid,
    Page,
    Section,
    halved,
    method_section,
    render,
    stars,
    write_chart,
    write_plot,
    write_table,
)
from ucgsim.report.result import plain_values
from ucgsim.report.staging import Staging, staging
from ucgsim.simulate.plan import First, Plan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.sheet import Sheet

PAGE = "index.html"
SUMMARY = "summary.json"
MOST_ROWS = 15
"""Rows of a table that a page shows at once."""


@dataclass(frozen=True, slots=True)
class ReportJob:
    """The report of the run in ``path``, while it is made: it is built where ``stage`` has a folder for it.

    ``catalog`` names the cards; ``advance`` is called with how many matchups are done.
    """

    path: Path
    stage: Staging
    catalog: Catalog
    advance: Callable[[int], object]
    check: bool = True
    """Whether the check is shown that lies in the folder."""

    @property
    def place(self) -> Path:
        """The folder in which it is built."""
        return self.stage.of(self.path)


@speaking("en")
def write_page(folder: Path, answer: Any, page: Page) -> None:
    """Write the page of an answer into a folder, its parts being what it says, with files and ``summary.json``."""
    write_beside(folder, page)
    for chart in page.drawn:
        write_chart(folder, chart, answer.under)
    if isinstance(page.picture, Grid) and page.picture.name:
        write_plot(folder, page.picture.name, answer.figure())
    summary = answer.to_json()
    summary.pop("games_per_second", None)
    text = json.dumps(plain_values(summary), ensure_ascii=False, indent=2) + "\n"
    write_file(folder / SUMMARY, text.encode())
    write_file(folder / PAGE, render(page.saying(answer.parts())).encode())


def write_beside(folder: Path, page: Page) -> None:
    """Write the tables and texts that lie next to a page."""
    for name, table in page.tables.items():
        write_table(folder, name, table)
    for name, text in page.files.items():
        write_file(folder / name, text.encode())


@speaking("en")
def write_answer(path: Path, answer: Any) -> Path:
    """Write the page of an answer with all that lies next to it into a folder, all or none; return the page."""
    with staging() as stage:
        write_page(stage.of(path), answer, answer.page())
    return path / PAGE


def write_stored(answer: Any, job: ReportJob) -> None:
    """Write the page of a stored answer."""
    write_page(job.place, *answer.reported(job))


@speaking("en")
def write_side(job: ReportJob, name: str, page: Page) -> Path:
    """Write the page of one deck's side of what is stored and return where it will be."""
    write_beside(job.place, page)
    write_file(job.place / name, render(page).encode())
    return job.path / name


def long_section(anchor: str, title: str, table: Sheet, note: str = "") -> Section:
    """A section of a table; of a long one the first rows, with this ``note``, and all of it folded."""
    if len(table.rows) <= MOST_ROWS:
        return Section(anchor, title, sheets=(table,))
    every = Section("all", f"All {len(table.rows)} of them", sheets=(table,), folded=True)
    return Section(anchor, title, sheets=(replace(table.first(MOST_ROWS), note=note or table.note),), parts=(every,))


def method(
    plan: Plan,
    decks: Sequence[Deck],
    command: str,
    catalog: Catalog,
    *,
    games: int,
    check: str,
    starred: bool = False,
    also: Sequence[str] = (),
) -> Section:
    """How the games of one plan, and of others like it, were played; ``starred``: a table marks what is certain."""
    unit = (
        halved("games")
        if plan.first is First.THROW
        else f"side {plan.first.value.upper()} leads the first turn of every game; games are the sample"
    )
    facts = {
        "games": f"{games:,}; {unit}",
        "policies": " against ".join(dict.fromkeys(plan.labels)),
        "rules": f"comprehensive {plan.by}",
        "seed": str(plan.seed),
        **stars(any_certain=starred),
        **({"check": f"{check}; counted as one more player's"} if check else {}),
    }
    return method_section(facts, plan.versions, decks, command, catalog=catalog, also=also)
