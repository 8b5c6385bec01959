"""What every page is made with: where it is built, its method, its summary, its file."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.files.writing import write_file
from ucgsim.language import speaking
from ucgsim.report.page import (
    Page,
    Section,
    halved,
    method_section,
    render,
    stars,
    write_chart,
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


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where a matchup writes what lies next to its page, and the beginning of the names of that and of its anchors."""

    folder: Path
    prefix: str
    catalog: Catalog


@speaking("en")
def write_page(folder: Path, answer: Any, page: Page) -> None:
    """Write the page of an answer into a folder, its parts being what it says, with files and ``summary.json``."""
    for chart in page.drawn:
        write_chart(folder, chart, answer.under)
    for name, table in page.tables.items():
        write_table(folder, name, table)
    for name, text in page.files.items():
        write_file(folder / name, text.encode())
    summary = answer.to_json()
    summary.pop("games_per_second", None)
    text = json.dumps(plain_values(summary), ensure_ascii=False, indent=2) + "\n"
    write_file(folder / SUMMARY, text.encode())
    write_file(folder / PAGE, render(page.saying(answer.parts())).encode())


@speaking("en")
def write_answer(path: Path, answer: Any) -> Path:
    """Write the page of an answer with all that lies next to it into a folder, all or none; return the page."""
    with staging() as stage:
        write_page(stage.of(path), answer, answer.page())
    return path / PAGE


def write_stored(answer: Any, job: ReportJob) -> None:
    """Write the page of a stored answer that has no matchups to show."""
    write_page(job.place, answer, answer.page())
    job.advance(1)


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
