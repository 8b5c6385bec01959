"""A run as far as it is: its answer while games are played."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.errors import NotFinishedError, UcgsimError
from ucgsim.remarks import heard_by
from ucgsim.report.sheet import Sheet
from ucgsim.studies.kit.kinds import kind_of, stored
from ucgsim.studies.kit.so_far import so_far
from ucgsim.studio.jobs import PAGE

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts import Chart
    from ucgsim.studies.kit.kinds import Stored
    from ucgsim.studio.jobs import Job

BARS = "50 %"
"""In the heading of what a terminal draws in place of a chart."""
FULL = " · --full shows more"
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
    printed: tuple[str, ...] = ()
    """Tables that a command printed below its answer, where no folder says it."""
    is_finished: bool = False


def seen(job: Job, catalog: Catalog) -> Seen:
    """What there is of a run by now."""
    if job.said:
        answer, *blocks = (block.strip("\n") for block in job.said.split("\n\n"))
        tables = tuple(block for block in blocks if block.startswith(" "))
        lines = [line for block in blocks if block not in tables for line in block.splitlines()]
        # Where the page lies and which option shows more is for a terminal.
        foot = " ".join(line.removesuffix(FULL) for line in lines if PAGE not in line)
        return Seen(" ".join(answer.split()), printed=tables, foot=foot)
    return _in(job.folder, catalog)


def _in(folder: Path, catalog: Catalog) -> Seen:
    if not folder.is_dir() or kind_of(folder) is None:
        return Seen(why="The game is being made ready; the first time it is compiled, which takes a minute.")
    try:
        with heard_by(lambda _: None), so_far(folder) as source:
            is_finished = source == folder
            answer = _answer(stored(source, WANTED), catalog)
    except UcgsimError as error:
        return Seen(why=SOON if isinstance(error, NotFinishedError) else str(error))
    parts = _as_counted(answer).parts()
    sheets = tuple(_without_bars(block) for block in parts.first if isinstance(block, Sheet))
    words = " ".join(block for block in parts.first if isinstance(block, str))
    chart = None
    if kind_of(folder) == "gauntlet":
        from ucgsim.studies.matrix.plots import gauntlet_chart  # noqa: PLC0415 - the first page must not wait for it

        chart = gauntlet_chart(answer)
    return Seen(words, sheets, chart, "" if parts.foot is None else str(parts.foot), is_finished=is_finished)


def matchups(folder: Path) -> list[Path]:
    """The folders within a run that hold games: itself, or those of its matchups; none where only counts are stored."""
    if not folder.is_dir():
        return []
    if kind_of(folder) == "duel":
        return [folder]
    return sorted(each for each in folder.iterdir() if each.is_dir() and kind_of(each) == "duel")


def _as_counted(answer: Any) -> Any:
    """The same without the pairs of games that tell what leading is worth: a server plays nothing while it answers."""
    if hasattr(answer, "duels"):
        return replace(answer, duels={key: replace(duel, asks=None) for key, duel in answer.duels.items()})
    return replace(answer, asks=None) if hasattr(answer, "asks") else answer


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
