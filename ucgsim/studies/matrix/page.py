"""The page of a matrix of games, with its matchups on it or on pages of their own, and of a matrix of matches."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ucgsim.cards.versions import rules_words
from ucgsim.report.charts import drawn
from ucgsim.report.page import Page, Section, halved, method_section, stars, write_plot
from ucgsim.report.sheet import label, number, sheet
from ucgsim.simulate.cores import cores
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.matches import Format
from ucgsim.simulate.workers import in_order, side_by_side
from ucgsim.studies.duel.page import matchup_section, write_duel
from ucgsim.studies.duel.plots import rounds_of_all
from ucgsim.studies.duel.question import read_duel, with_stored_check
from ucgsim.studies.kit.page import PAGE, PagePlace, ReportJob, method, write_page
from ucgsim.studies.leading import PAIRS_PER_GAME_OF_MATRIX, Leading
from ucgsim.studies.matrix import answer
from ucgsim.studies.matrix.matches import FORMATS, PlayedMatches, format_words
from ucgsim.studies.matrix.played import PlayedDuels, replay_prefix
from ucgsim.studies.matrix.plots import matrix_grid

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import polars as pl

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts import Chart
    from ucgsim.stats.stopped import Stops
    from ucgsim.studies.duel.answer import DuelResult, Within
    from ucgsim.studies.matrix.gauntlet import GauntletResult
    from ucgsim.studies.matrix.result import MatrixResult

    Key = tuple[int, int]


MOST_ROWS = 15
"""Rows of a table of matchups that stand there unasked."""


def write_matrix(
    result: MatrixResult,
    job: ReportJob,
    title: str,
    sections: Sequence[Section],
    *,
    links: Mapping[Key, str] | None = None,
    charts: tuple[Chart, ...] = (),
    plots: tuple[Chart, ...] = (),
    **tables: pl.DataFrame,
) -> None:
    """Write the page of a matrix: the matrix as its picture, whose cells lead to ``links``, the field, ``sections``."""
    leads = "; a click on a cell leads to its matchup" if links else ""
    note = f"Point at a cell for its interval and {result.play.many}{leads}."
    write_plot(job.place, "matrix", result.figure())
    page = Page(
        title,
        picture=matrix_grid(result, links or {}, note, choice=len(result.names) > 2),
        sections=(field_section(result, charts), *sections),
        tables={"matrix": result.to_polars(), "field": result.field_table(), **tables},
        plots=plots,
    )
    write_page(job.place, result, page)


def field_section(result: MatrixResult, charts: tuple[Chart, ...]) -> Section:
    """Who does how well against the field, and what leading is worth."""
    leading = result.leading_sheet()
    if leading is None:
        return Section("field", "The field", (), charts, sheets=(answer.ranking(result).sheet(),))
    if len(leading.rows) <= MOST_ROWS:
        return Section("field", "The field", (), charts, sheets=(answer.ranking(result).sheet(), leading))
    by_matchup = Section("leading", "What leading is worth, by matchup", sheets=(leading,), folded=True)
    tables = (answer.ranking(result).sheet(), leading.first(1))
    return Section("field", "The field", (), charts, sheets=tables, parts=(by_matchup,))


def check_section(result: MatrixResult) -> tuple[Section, ...]:
    """What another play makes of every matchup; nothing where that was not asked."""
    checked = result.checked
    if checked is None:
        return ()
    grid = matrix_grid(checked.second, {}, f"{answer.check_words(checked)}.", across=checked.second.alone)
    return (Section("check", "Under another play", grids=(grid,), sheets=(answer.check_sheet(checked),), folded=True),)


def ratings_section(result: MatrixResult) -> Section:
    """One number a player, how well it describes the matrix, and the triples that it cannot describe."""
    ratings = result.across.ratings
    order = sorted(range(len(ratings)), key=lambda deck: -ratings[deck].rate)
    rows = [
        [label(result.names[deck]), number(ratings[deck].rate, answer.rating_words(ratings[deck]))] for deck in order
    ]
    note = (
        f"Bradley-Terry, in Elo with 0 as the mean of all {result.play.entrant}s: "
        f"70 more wins 60 % of the {result.play.many}, 200 more 76 %."
    )
    sheets = [sheet("Ratings (95 % interval)", [result.play.entrant, "rating (Elo)"], rows, f"{note} {result.basis}.")]
    if result.across.cycles:
        sheets.append(answer.cycles(result))
    text = [sentence for sentence in (answer.fit_sentence(result), answer.cycles_sentence(result)) if sentence]
    return Section("ratings", "Ratings", tuple(text), sheets=tuple(sheets), folded=True)


def choice_words(result: MatrixResult) -> tuple[str, ...]:
    """What the numbers rest on, for a reader who knows the statistics."""
    return tuple(line.strip() for line in answer.basis_words(result).splitlines()[1:])


# The page of a matrix of games, with its matchups on it or on pages of their own.


NAMES = {
    Format.BO1: "best of one",
    Format.BO3: "best of three",
    Format.TWO_DECK: "best of three with two decks",
}
P = TypeVar("P", "MatrixResult", "GauntletResult")
WORTH_WORKERS = 3
"""Matchups that pay for starting workers."""
MOST_ON_ONE_PAGE = 15
"""Matchups that a page shows in full; of more, each has a page of its own next to it."""


def write_stored(result: MatrixResult, job: ReportJob) -> None:
    """Write the page of a matrix, of games or of matches, with all that lies next to it."""
    if isinstance(result.play, PlayedMatches):
        _write_matches(result, result.play, job)
        return
    play = result.play
    assert isinstance(play, PlayedDuels), "there is no third kind"
    # Pages of matchups come before the one that links to them.
    links, sections, leadings = matchup_parts(result, result.duels, job, watched=result.across.best)
    result = with_leadings(result, leadings)
    end = method_of_all(result, job.catalog, starred=result.has_stars, also=choice_words(result))
    sections = (*check_section(result), *in_full(sections), ratings_section(result), end)
    charts = tuple(drawn([rounds_of_all(play.findings)]))
    write_matrix(result, job, answer.title_words(result), sections, links=links, charts=charts)


def _write_matches(result: MatrixResult, play: PlayedMatches, job: ReportJob) -> None:
    charts = tuple(filter(None, [play.length_chart()]))
    lengths = "Length of matches" if result.plan.turns is None else "Length of matches and time"
    sections = (
        Section("lengths", lengths, charts=charts, sheets=(play.length_sheet(),)),
        ratings_section(result),
        Section("format", "Format", tuple(format_words(result.plan)), folded=True),
        _method_of_matches(result, play, job.catalog),
    )
    title = f"{answer.title_words(result).removesuffix('?')}, playing {NAMES[result.plan.form]}?"
    write_matrix(result, job, title, sections, plots=charts, lengths=play.length_table())
    job.advance(1)


def _method_of_matches(result: MatrixResult, play: PlayedMatches, catalog: Catalog) -> Section:
    plan = play.plan
    called = "never called" if plan.turns is None else f"called in turn {plan.turns} of the match"
    facts = {
        "matches": f"{plan.matches:,} in all, {plan.each:,} for each two; {halved('matches')}",
        "format": FORMATS[plan.form],
        "time": called,
        "policies": f"{result.terms.label} on both sides",
        "rules": f"comprehensive {rules_words(plan.rules, plan.redraw_procedure)}, floor rules 1.7",
        "seed": str(plan.seed),
        **stars(any_certain=result.has_stars),
    }
    also, command = choice_words(result), result.command
    return method_section(facts, plan.versions, play.decks, command, catalog=catalog, what="matches", also=also)


def in_full(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """The matchups that are told on the page itself as a section of it, if there are any."""
    text = ("Open one with a click, here or in the table above; what is open is printed.",)
    return (Section("matchups", "Matchups", text, parts=sections),) if sections else ()


class MatchupParts(NamedTuple):
    """Where each matchup is told, those that are told in full on this page, and what leading was worth in others."""

    links: dict[Key, str]
    sections: tuple[Section, ...]
    leadings: dict[Key, Leading | None]


def matchup_parts(
    result: MatrixResult | GauntletResult, keys: Iterable[Key], job: ReportJob, *, watched: int
) -> MatchupParts:
    """Tell matchups; of many each has a page of its own.

    Games are shown in the matchups of the deck that is ``watched`` alone.
    """
    duels = {key: result.duels[key] for key in keys}
    watch = {key: watched in key for key in duels}
    if len(duels) > MOST_ON_ONE_PAGE:
        leadings = _own_pages(result, watch, job)
        return MatchupParts({key: f"{_folder(duel).name}/{PAGE}" for key, duel in duels.items()}, (), leadings)
    made = _own_sections(result, watch, job)
    links = {key: f"#{section.anchor}" for key, (section, _) in made.items()}
    leadings = {key: leading for key, (_, leading) in made.items()}
    return MatchupParts(links, tuple(section for section, _ in made.values()), leadings)


def _own_sections(
    result: MatrixResult | GauntletResult, with_games: Mapping[Key, bool], job: ReportJob
) -> dict[Key, tuple[Section, Leading | None]]:
    """A section for each matchup with what leading is worth in it, made side by side; games are told in some."""
    asked = _Again.of(result)
    parts = []
    for key, games in with_games.items():
        duel = result.duels[key]
        folder, beside = _folder(duel), PagePlace(job.place, replay_prefix(duel.plan), job.catalog)
        parts.append(partial(_own_section, folder, beside, asked._replace(within=result.within(key)), games=games))
    made = {}
    for key, (section, leading) in zip(with_games, in_order(parts, cores(), WORTH_WORKERS), strict=True):
        made[key] = replace(section, who=key), leading
        job.advance(1)
    return made


class _Again(NamedTuple):
    """How a duel is read again in a worker: its check, of how many at once, when that ended, and what it is part of."""

    check: Path | None
    together: int
    stops: Stops | None
    within: Within | None = None

    @classmethod
    def of(cls, result: MatrixResult | GauntletResult) -> _Again:
        """What all duels of a result share."""
        number, check = len(result.duels), result.check
        if check is None:
            return cls(None, number, None)
        return cls(check.path, number, None if check.play.race is None else check.play.race.stops(number))

    def read(self, folder: Path) -> DuelResult:
        """The duel in a folder."""
        duel = replace(read_duel(RunFolder(folder), check=False), asks=PAIRS_PER_GAME_OF_MATRIX, within=self.within)
        if self.check is None:
            return duel
        return with_stored_check(duel, RunFolder(self.check / folder.name), together=self.together, stops=self.stops)


def _own_section(folder: Path, beside: PagePlace, again: _Again, *, games: bool) -> tuple[Section, Leading | None]:
    duel = again.read(folder)
    return matchup_section(duel, beside, folded=True, games=games), duel.leading


def with_leadings(result: P, leadings: Mapping[Key, Leading | None]) -> P:
    """The result, where workers have already played the pairs that say what leading is worth."""
    duels = {key: replace(duel, asked=leadings.get(key, duel.asked)) for key, duel in result.duels.items()}
    return replace(result, play=replace(result.play, duels=duels)) if leadings else result


def _folder(duel: DuelResult) -> Path:
    assert duel.folder is not None, "a matrix that was read has a folder for each matchup"
    return duel.folder.path


def _own_pages(
    result: MatrixResult | GauntletResult, with_games: Mapping[Key, bool], job: ReportJob
) -> dict[Key, Leading | None]:
    """A page for each matchup, made side by side; ``with_games`` says of which games are shown.

    A worker reads its run by itself, so memory does not grow with the number of pages; what it played to say what
    leading is worth comes back.
    """
    asked = _Again.of(result)
    pages = []
    for key, games in with_games.items():
        folder = _folder(result.duels[key])
        place = job.stage.of(folder)
        again = asked._replace(within=result.within(key))
        pages.append(partial(_own_page, key, folder, place, job.catalog, again, games=games))
    leadings: dict[Key, Leading | None] = {}
    for key, leading in side_by_side(pages, cores()):
        leadings[key] = leading
        job.advance(1)
    return leadings


def _own_page(
    key: Key, folder: Path, place: Path, catalog: Catalog, again: _Again, *, games: bool
) -> tuple[Key, Leading | None]:
    duel = again.read(folder)
    write_duel(duel, place, catalog, games=games, whole=False)
    return key, duel.leading


def method_of_all(
    result: MatrixResult | GauntletResult, catalog: Catalog, *, starred: bool = False, also: Sequence[str] = ()
) -> Section:
    """How the games of all matchups were played."""
    check = "" if result.check is None else result.check.basis
    return method(
        result.plan,
        result.decks,
        result.command,
        catalog,
        games=result.total,
        starred=starred,
        check=check,
        also=also,
    )
