"""The page of a duel, and of one matchup of several: who wins, what decides it, and behind a click all else."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.language import speaking
from ucgsim.report.page import Page, Section, deck_section, write_chart, write_table
from ucgsim.report.sheet import in_short
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.columns import SIDES
from ucgsim.studies.duel import tables
from ucgsim.studies.duel.answer import decides_words
from ucgsim.studies.duel.plots import duel_charts
from ucgsim.studies.duel.replays import KINDS, replay_sheet
from ucgsim.studies.kit.page import PagePlace, ReportJob, method, write_page
from ucgsim.studies.leading import leading_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.report.charts import Chart
    from ucgsim.report.sheet import Sheet
    from ucgsim.studies.duel.answer import DuelResult


TITLES = {
    "end": "When games end, and why",
    "course": "Battles and the Lead",
    "characters": "Characters, Round by Round",
    "scenes": "Scenes",
    "hands": "Hands and redraws",
    "rates": "Win rates in numbers",
}
NO_REPLAYS = (
    "No game is shown here: cards, effects, policies or the game itself have changed since this was played, "
    "so these very games can't be played again."
)


def matchup_section(
    result: DuelResult,
    beside: PagePlace,
    *,
    folded: bool,
    games: bool = True,
    whole: bool = False,
) -> Section:
    """Write tables and replays of a duel next to its page and return its section.

    ``games`` shows some, which takes playing them again. ``whole``: more games are shown, and all charts drawn as
    files, which takes longest.
    """
    charts = duel_charts(result)
    assert result.path is not None, "a report is made of a run that was saved"
    for chart in (each for group in charts.values() for each in group) if whole else ():
        write_chart(beside.folder, chart, result.basis, beside.prefix)
    write_table(beside.folder, f"{beside.prefix}rates", result.to_polars())
    write_table(beside.folder, f"{beside.prefix}means", result.means_table())
    missing = () if games else (_no_games(result.path),)
    parts = (*_parts(result, charts, beside), *((_games(result, beside, whole=whole),) if games else ()))
    anchor, shown = f"{beside.prefix}matchup", tuple(charts["why"])
    if not folded:
        # On a page of its own, who leads is the picture at the top.
        return Section(anchor, "What decides it", missing, charts=shown[1:], parts=parts)
    a, b = tables.names(result.plan).values()
    why = filter(None, (leading_words(result.leading), decides_words(result.findings)))
    text = (result.answer(), *result.remarks(), *why, *missing)
    return Section(anchor, f"{a} against {b}: {in_short(result.shown)}", text, charts=shown, parts=parts, folded=True)


def _no_games(path: Path) -> str:
    """Say that no games are shown for want of time, and what makes the page whole."""
    return (
        "Of so many matchups, games are shown for one deck alone: the best one, or the one whose page it is. This "
        f"makes the page of this matchup whole: {command_line(['ucgsim', 'report', place_word(path)])}"
    )


def _parts(result: DuelResult, charts: Mapping[str, Sequence[Chart]], beside: PagePlace) -> Iterator[Section]:
    """What is behind the answer, folded, the likeliest questions first."""
    for name, sheets in _sheets(result).items():
        if sheets or charts.get(name):
            text, shown = (f"All from {result.basis}.",) if name == "rates" else (), tuple(charts.get(name, ()))
            yield Section(f"{beside.prefix}{name}", TITLES[name], text, charts=shown, sheets=sheets, folded=True)


def _games(result: DuelResult, beside: PagePlace, *, whole: bool) -> Section:
    """Games worth reading, told next to the page."""
    assert result.folder is not None, "a report is made of a run that was saved"
    replays = replay_sheet(result.folder, result.plan, len(KINDS) if whole else 1, beside)
    text, sheets = ((NO_REPLAYS,), ()) if replays is None else ((), (replays,))
    return Section(f"{beside.prefix}games", "Games to read", text, sheets=sheets, folded=True)


def _sheets(result: DuelResult) -> dict[str, tuple[Sheet, ...]]:
    """The tables of a duel by what they are about."""
    checked = () if result.check is None else (tables.check_sheet(result, result.check),)
    scenes = tables.scene_sheets(result)
    return {
        "end": (tables.rounds(result.findings).sheet(), tables.endings_sheet(result)),
        "course": (tables.swings(result).sheet(), tables.standings(result), tables.comebacks(result).sheet()),
        "characters": tuple(tables.progress(result, side).sheet() for side in SIDES),
        "scenes": (*scenes, tables.scene_wins(result)) if scenes else (),
        "hands": (tables.redraws(result).sheet(), tables.means(result).sheet()),
        "rates": (tables.win_rates(result).sheet(), *checked),
    }


# The page of one duel: who wins, what decides it, and behind a click all else.


@speaking("en")
def write_duel(result: DuelResult, path: Path, catalog: Catalog, *, games: bool = True, whole: bool = True) -> None:
    """Write the page of a duel with all that lies next to it.

    ``games`` shows some; a ``whole`` one shows more of them and has plots as files, which take longest.
    """
    place = PagePlace(path, "", catalog)
    section = matchup_section(result, place, folded=False, games=games, whole=whole)
    again = "" if result.path is None else command_line(["ucgsim", "report", place_word(result.path)])
    also = () if whole else (f"This draws the charts as files: {again}",)
    end = method(
        result.plan,
        result.plan.decks,
        result.command,
        catalog,
        games=result.findings.games,
        check="" if result.check is None else tables.basis(result.check.plan, result.check.findings),
        also=(*(f"  {line}" for line in result.method()), *also),
    )
    a, b = tables.names(result.plan).values()
    # What is behind the answer is a part of the page, not of what decides it.
    sections = (deck_section(result.plan.decks[0], catalog), replace(section, parts=()), *section.parts, end)
    # The picture is among the charts of the matchup.
    page = Page(f"{a} or {b}: who wins, and why?", picture=result.chart(), sections=sections, plots=())
    write_page(path, result, page)


def write_stored(result: DuelResult, job: ReportJob) -> None:
    """Write the page of a duel that is stored."""
    write_duel(result, job.place, job.catalog)
    job.advance(1)
