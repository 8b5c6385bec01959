"""Matchups that were played together: who met whom, where they lie, and what follows for all of their games."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ucgsim.decks.finding import deck_word
from ucgsim.language import gettext as _
from ucgsim.report.charts import drawn
from ucgsim.report.page import Page, Section
from ucgsim.report.sheet import plain
from ucgsim.simulate.cores import cores
from ucgsim.simulate.counts import Counts
from ucgsim.simulate.folder import GAUNTLET, MATCHUPS, RunFolder
from ucgsim.simulate.plan import blank_words
from ucgsim.simulate.workers import in_order
from ucgsim.studies.check import taken_words
from ucgsim.studies.duel.findings import Findings
from ucgsim.studies.duel.plots import rounds_of_all
from ucgsim.studies.duel.question import read_duel, with_stored_check
from ucgsim.studies.duel.tables import up_to
from ucgsim.studies.kit.page import PAGE, method, write_page
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, Leading, pairs_words
from ucgsim.studies.matrix.findings import Basis, Meetings, Play
from ucgsim.studies.matrix.race import coarse_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.report.charts import Chart
    from ucgsim.simulate.plan import Plan
    from ucgsim.stats.ratings import Cells
    from ucgsim.stats.sequential import Stops
    from ucgsim.studies.duel.answer import Within
    from ucgsim.studies.kit.basis import Key
    from ucgsim.studies.kit.page import ReportJob


class FieldShape(StrEnum):
    """Which of several decks meet, by the file that lists their matchups."""

    MATRIX = MATCHUPS
    GAUNTLET = GAUNTLET

    @property
    def noun(self) -> str:
        """What is played, and the command that plays it."""
        return Path(self.value).stem

    def keys(self, decks: int) -> list[Key]:
        """Every two of so many decks, or the first against each other one."""
        if self is FieldShape.MATRIX:
            return list(itertools.combinations(range(decks), 2))
        return [(0, rival) for rival in range(1, decks)]


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class PlayedDuels(Play):
    """What was played: a duel for every two (i, j), i < j, that meet; all else follows from these."""

    shape: FieldShape

    @property
    def kind(self) -> str:
        """As the folder of it is called."""
        return self.shape.noun

    @property
    def plan(self) -> Plan:
        """The plan of the first matchup; the others differ in decks and matchup alone, in a race in games as well."""
        return self.duels[0, 1].plan

    @property
    def games_each(self) -> list[int]:
        """Games of every matchup."""
        return [duel.plan.games for duel in self.duels.values()]

    @cached_property
    def decks(self) -> tuple[Deck, ...]:
        """The decks, in the order of their places."""
        return decks_of({key: duel.plan for key, duel in self.duels.items()})

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the decks."""
        return tuple(deck.name for deck in self.decks)

    @cached_property
    def cells(self) -> Cells:
        """The games of every duel."""
        return {key: duel.findings.outcomes for key, duel in self.duels.items()}

    @property
    def terms(self) -> Basis:
        """How all decks were played."""
        plan, plans = self.plan, [duel.plan for duel in self.duels.values()]
        blank, edited = (
            sorted({number for each in marks for number in each})
            for marks in ((plan.blank for plan in plans), (plan.edited for plan in plans))
        )
        chance = plan.seed, plan.rules, plan.redraw_procedure
        return Basis(min(self.games_each), plan.labels[0], *chance, blank, edited, plan.policies)

    @property
    def basis(self) -> str:
        """What every number rests on."""
        plan, games = self.plan, self.games_each
        each = coarse_words(games) if self.race is not None and not self.race.check else taken_words(games)
        return f"{each}, {plan.labels[0]} on both sides, {plan.by}, seed {plan.seed}"

    def words(self, field: Sequence[str]) -> list[str]:
        """The words of the command that plays this again, in a ``field`` that such words name."""
        plan, race = self.plan, self.race
        words = ["ucgsim", self.kind, *map(deck_word, self.decks)]
        words += ["-n", str(plan.games)] if race is None or race.check else ["--until", "best", "-n", str(race.most)]
        pairs = pairs_words(self.duels[0, 1].leading, plan, PAIRS_PER_GAME_OF_MATRIX)
        return [*words, *plan.words, *field, *blank_words(self.terms.blank), *pairs]

    @property
    def each_words(self) -> str:
        """How many games a cell rests on."""
        fewest, most = min(self.games_each), max(self.games_each)
        text = _("{games:,} games") if fewest == most else _("{fewest:,} to {games:,} games")
        return text.format(games=most, fewest=fewest)

    @cached_property
    def findings(self) -> Findings:
        """The rates of all games together."""
        return Findings(Counts.total(duel.counts for duel in self.duels.values()))

    @property
    def course(self) -> str:
        """When games end."""
        return f"half of all games are over by the end of Round {median_round(self.findings)}"

    @property
    def charts(self) -> tuple[Chart, ...]:
        """In which Round games end."""
        return tuple(drawn([rounds_of_all(self.findings)]))

    def method(self, command: str, catalog: Catalog, also: Sequence[str], *, check: str, starred: bool) -> Section:
        """The section of a page that says how the games of all matchups were played."""
        games = sum(self.games_each)
        return method(self.plan, self.decks, command, catalog, games=games, starred=starred, check=check, also=also)

    @property
    def head_json(self) -> dict[str, Any]:
        """How many games were played, and by which decks, as plain values."""
        return {
            "games": sum(self.games_each),
            "games_per_matchup": self.plan.games if self.race is None else None,
            "decks": [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in self.decks],
        }

    @property
    def end_json(self) -> dict[str, Any]:
        """When games end, and how fast they were played, as plain values."""
        return {
            "rounds": {"median": plain(self.findings.survival.median)},
            "games_per_second": self.played / self.seconds if self.played and self.seconds else None,
        }


def median_round(findings: Findings) -> str:
    """The Round by which half of all games have ended, with its interval."""
    median = findings.survival.median
    return f"{median.rate:.0f} (median; 95 % interval {up_to(median)})"


def folder_of(plan: Plan, out: Path | str | None) -> RunFolder | None:
    """Where a matchup is saved within a folder."""
    if out is None:
        return None
    words = (re.sub(r"[^a-z0-9]+", "-", deck.name.lower()).strip("-")[:24] for deck in plan.decks)
    a, b = (each or "deck" for each in words)
    return RunFolder(Path(out) / f"{plan.matchup:03d}-{a}-{b}")


def prefix_of(plan: Plan) -> str:
    """What the names of all that is shown of one matchup of several begin with."""
    return f"m{plan.matchup:03d}-"


def decks_of(plans: dict[Key, Plan]) -> tuple[Deck, ...]:
    """The decks of all matchups, in the order of their places."""
    seats = {place: deck for key, plan in plans.items() for place, deck in zip(key, plan.decks, strict=True)}
    return tuple(seats[place] for place in sorted(seats))


# Matchups as the page of several of them shows them: sections of it, or pages of their own, made side by side.


M = TypeVar("M", bound=Meetings[Any])
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
    for key, part in zip(tasks, in_order(calls, cores(), python=True), strict=True):
        made[key] = part
        job.advance(1)
    asked = {key: replace(duel, asked=made[key][1]) if key in made else duel for key, duel in result.duels.items()}
    result = replace(result, play=replace(result.play, duels=asked))
    parts = {key: replace(section, who=key) for key, (page, _) in made.items() for section in page.sections}
    return result, Shown(links, tuple(parts.values()), tuple(page for page, _ in made.values()))
