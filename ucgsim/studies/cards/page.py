"""The part of a page that says which cards of a matchup go with winning."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.report.files import write_table
from ucgsim.report.page import Section
from ucgsim.simulate.columns import SIDES
from ucgsim.studies.cards.association import FEWEST_GAMES
from ucgsim.studies.cards.games import read_subject
from ucgsim.studies.cards.result import PICKED_WORDS, WARNING
from ucgsim.studies.cards.study import play_both
from ucgsim.studies.cards.tables import cards
from ucgsim.studies.check import play_words

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.impact import Subject
    from ucgsim.studies.cards.result import ImpactResult

MOST_GAMES = 10_000
"""Games of a run that the page counts: a report of six matchups is not to wait for its cards."""
NOT_COUNTED = (
    "Cards are not counted against winning here: cards, effects, policies or the game itself have changed since "
    "this was played."
)
MARKED = "* certain {play}: holds for all marked of one deck together (Holm, 5 %)."
NOT_MARKED = "No card is marked as certain: stronger play turns who wins this matchup."
NOTE = (
    "Each cell: win rate with less without, in points, [games with] and (95 % interval). {marks} "
    f"- fewer than {FEWEST_GAMES} games with, or without. Drawn by Round "
    "3: opening hand included, among games that reached it. Copies of a number count together. "
    f"{PICKED_WORDS}"
)


def card_section(run: Path, catalog: Catalog, folder: Path, prefix: str, *, turned: bool = False) -> Section | None:
    """Count the cards of both sides in the first games of a run, write the table below ``folder``, tell the section.

    ``turned``: a check turns the matchup, so that no card is marked. None where the run was played with other cards,
    effects, policies or another game, so that its games can't be played again.
    """
    try:
        subject = read_subject(run, catalog)
    except UcgsimError:
        return None
    a, b = play_both(_first_games(subject), run, catalog)
    results = replace(a, turned=turned), replace(b, turned=turned)
    _write(results, folder, prefix)
    return Section(
        anchor=f"{prefix}cards",
        title="Card impact",
        text=(WARNING, _counted(subject, results[0]), NOTE.format(marks=_marks(results[0]))),
        sheets=tuple(cards(result) for result in results),
    )


def _marks(result: ImpactResult) -> str:
    return NOT_MARKED if result.turned else MARKED.format(play=play_words(result.watched.labels))


def left_out(run: Path) -> str:
    """Say that the cards of a matchup were not counted for want of time, and what counts them."""
    return f"Cards are counted on the pages of the best deck alone; ucgsim cards-impact {run} counts them here."


def _first_games(subject: Subject) -> Subject:
    plan = subject.plan
    return replace(subject, plan=replace(plan, games=min(plan.games, MOST_GAMES)))


def _counted(subject: Subject, result: ImpactResult) -> str:
    """How many games the numbers rest on, and what counts the others."""
    counted, played = result.watched.games, subject.plan.games
    if counted < played:
        return (
            f"Counted: {result.basis}. These are the first of {played:,}. "
            f"To count all, or to replace a card (--swap OLD=NEW): {result.command}"
        )
    return f"Counted: {result.basis}, all that were played. To replace a card (--swap OLD=NEW): {result.command}"


def _write(results: tuple[ImpactResult, ImpactResult], folder: Path, prefix: str) -> None:
    """Every card and fate of both sides as one table."""
    import polars  # noqa: PLC0415 - takes long to import

    tables = [
        result.to_polars().select(
            polars.lit(side).alias("side"), polars.lit(result.deck.name).alias("deck"), polars.all()
        )
        for side, result in zip(SIDES, results, strict=True)
    ]
    write_table(folder, f"{prefix}cards", polars.concat(tables, how="vertical_relaxed"))
