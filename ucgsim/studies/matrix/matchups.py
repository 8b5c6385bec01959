"""Matchups as the page of several of them shows them: sections of it, or pages of their own, made side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ucgsim.report.page import Page, Section
from ucgsim.simulate.cores import cores
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.workers import in_order
from ucgsim.studies.duel.question import read_duel, with_stored_check
from ucgsim.studies.kit.page import PAGE, write_page
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, Leading
from ucgsim.studies.matrix.findings import Meetings
from ucgsim.studies.matrix.played import prefix_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.stats.stopped import Stops
    from ucgsim.studies.duel.answer import Within
    from ucgsim.studies.kit.basis import Key
    from ucgsim.studies.kit.page import ReportJob

M = TypeVar("M", bound=Meetings[Any])
WORTH_WORKERS = 3
"""Matchups that pay for starting workers."""
MOST_ON_ONE_PAGE = 15
"""Matchups that a page shows in full; of more, each has a page of its own next to it."""
OPEN = "Open one with a click, here or in the table above; what is open is printed."


@dataclass(frozen=True)
class Shown:
    """Where each matchup is shown: its ``links``, and the section ``parts`` of those that the page shows in full."""

    links: dict[Key, str]
    parts: tuple[Section, ...] = ()
    beside: tuple[Page, ...] = ()
    """What lies next to the page of each."""

    @property
    def sections(self) -> tuple[Section, ...]:
        """The matchups that are shown in full as one section, if there are any."""
        return (Section("matchups", "Matchups", (OPEN,), parts=self.parts),) if self.parts else ()

    def put_next_to(self, page: Page) -> Page:
        """The page with what lies next to it for these matchups."""
        tables = {name: table for each in (page, *self.beside) for name, table in each.tables.items()}
        files = {name: text for each in (page, *self.beside) for name, text in each.files.items()}
        return replace(page, tables=tables, files=files)


NOWHERE = Shown({})


@dataclass(frozen=True)
class _Matchup:
    """A matchup that a worker reads again, so that memory does not grow with their number, and shows."""

    folder: Path
    check: Path | None
    together: int
    """How many are checked at once."""
    stops: Stops | None
    within: Within
    catalog: Catalog
    games: bool
    """Whether some of its games are shown."""
    prefix: str = ""
    place: Path | None = None
    """Where it has a page of its own."""

    def show(self) -> tuple[Page, Leading | None]:
        """Its part of a page, or nothing of it once its own page is written; and what leading is worth in it."""
        duel = replace(
            read_duel(RunFolder(self.folder), check=False), asks=PAIRS_PER_GAME_OF_MATRIX, within=self.within
        )
        if self.check is not None:
            stored = RunFolder(self.check / self.folder.name)
            duel = with_stored_check(duel, stored, together=self.together, stops=self.stops)
        if self.place is None:
            return duel.part(self.catalog, self.prefix, games=self.games), duel.leading
        write_page(self.place, duel, duel.page(self.catalog, games=self.games, whole=False))
        return Page(""), duel.leading


def show_matchups(result: M, keys: Iterable[Key], job: ReportJob, *, watched: int) -> tuple[M, Shown]:
    """Show matchups, of many each on a page of its own; also the result with what that took to play.

    Games are shown in the matchups of the deck that is ``watched`` alone.
    """
    duels, check = {key: result.duels[key] for key in keys}, result.check
    race = None if check is None else check.play.race
    number, alone = len(result.duels), len(duels) > MOST_ON_ONE_PAGE
    tasks, links = {}, {}
    for key, duel in duels.items():
        assert duel.path is not None, "a matrix that was read has a folder for each matchup"
        prefix = "" if alone else prefix_of(duel.plan)
        links[key] = f"{duel.path.name}/{PAGE}" if alone else f"#{prefix}matchup"
        tasks[key] = _Matchup(
            duel.path,
            None if check is None else check.path,
            number,
            None if race is None else race.stops(number),
            result.within(key),
            job.catalog,
            games=watched in key,
            prefix=prefix,
            place=job.stage.of(duel.path) if alone else None,
        )
    made: dict[Key, tuple[Page, Leading | None]] = {}
    calls = [partial(_Matchup.show, task) for task in tasks.values()]
    for key, part in zip(tasks, in_order(calls, cores(), 1 if alone else WORTH_WORKERS), strict=True):
        made[key] = part
        job.advance(1)
    asked = {key: replace(duel, asked=made[key][1]) if key in made else duel for key, duel in result.duels.items()}
    result = replace(result, play=replace(result.play, duels=asked))
    parts = {key: replace(section, who=key) for key, (page, _) in made.items() for section in page.sections}
    return result, Shown(links, tuple(parts.values()), tuple(page for page, _ in made.values()))
