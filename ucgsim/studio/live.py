"""A run as far as it is: its answer while games are played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import Sheet
from ucgsim.studies.kit.kinds import kind_of, stored
from ucgsim.studies.kit.so_far import so_far
from ucgsim.studies.matrix.plots import gauntlet_chart

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts import Chart
    from ucgsim.studies.kit.kinds import Stored
    from ucgsim.studio.jobs import Job

BARS = "50 %"
"""In the heading of what a terminal draws in place of a chart."""
SOON = "Playing; the first numbers come with the first whole part."
WANTED = "gauntlet, compare or improve"


@dataclass(frozen=True, slots=True)
class Seen:
    """What a run says by now: a sentence, tables, a chart, what qualifies them; ``why`` where it says nothing yet."""

    answer: str = ""
    sheets: tuple[Sheet, ...] = ()
    chart: Chart | None = None
    foot: str = ""
    why: str = ""
    printed: str = ""
    """What a command printed below its answer, where no folder says it."""
    is_finished: bool = False


def seen(job: Job, catalog: Catalog) -> Seen:
    """What there is of a run by now."""
    if job.said:
        answer, _, rest = job.said.partition("\n\n")
        return Seen(" ".join(answer.split()), printed=rest.strip("\n"))
    return _in(job.folder, catalog)


def _in(folder: Path, catalog: Catalog) -> Seen:
    if not folder.is_dir() or kind_of(folder) is None:
        return Seen(why="The game is being made ready; the first time it is compiled, which takes a minute.")
    try:
        with so_far(folder) as source:
            is_finished = source == folder
            answer = _answer(stored(source, WANTED), catalog)
    except UcgsimError as error:
        return Seen(why=SOON if "finish" in str(error) else str(error))
    parts = answer.parts()
    sheets = tuple(_without_bars(block) for block in parts.first if isinstance(block, Sheet))
    words = " ".join(block for block in parts.first if isinstance(block, str))
    chart = gauntlet_chart(answer) if kind_of(folder) == "gauntlet" else None
    return Seen(words, sheets, chart, "" if parts.foot is None else str(parts.foot), is_finished=is_finished)


def _answer(here: Stored, catalog: Catalog) -> Any:
    """The answer with its check, or without while the check is played."""
    try:
        return here.answer(catalog)
    except UcgsimError:
        return here.answer(catalog, check=False)


def _without_bars(table: Sheet) -> Sheet:
    """A table without the column that a terminal draws; the page has a chart."""
    keeps = [place for place, head in enumerate(table.columns) if BARS not in head]
    rows = tuple(tuple(row[place] for place in keeps) for row in table.rows)
    return replace(table, columns=tuple(table.columns[place] for place in keeps), rows=rows)
