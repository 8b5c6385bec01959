"""What a page says of the cards of a matchup that go with winning."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError
from ucgsim.language import speaking
from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.page import Section, write_table
from ucgsim.safe_text import command_line, place_word
from ucgsim.simulate.columns import SIDES
from ucgsim.studies.cards.impact import FEWEST_GAMES, PICKED_WORDS, WARNING, ImpactResult, play_both, read_subject
from ucgsim.studies.check import play_words
from ucgsim.studies.kit.page import write_parts

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.impact import Subject
    from ucgsim.studies.cards.worth import WorthResult

MOST_GAMES = 10_000
"""Games of a run whose cards its page counts."""
MOST_OF_SEVERAL = 1_000
"""Games of each matchup of several: their page does not wait for its cards."""
AT_EITHER_END = 3
"""Cards that a chart shows of those that go with winning most, and of those that do so least."""
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


@dataclass(frozen=True, eq=False)
class CountedCards:
    """The cards of both sides in the first games of a run, and the whole of it."""

    subject: Subject
    results: tuple[ImpactResult, ImpactResult]

    def section(self, folder: Path, prefix: str) -> Section:
        """Write the table of them below ``folder``; return the section that shows it."""
        _write(self.results, folder, prefix)
        note = NOTE.format(marks=_marks(self.results[0]))
        return Section(
            anchor=f"{prefix}cards",
            title="Every card",
            text=(WARNING, _counted(self.subject, self.results[0]), note),
            sheets=tuple(result.sheet() for result in self.results),
            folded=True,
        )

    def charts(self) -> list[Chart]:
        """Of either side the cards at either end, where there are any."""
        made = (_ends_chart(result, side) for result, side in zip(self.results, SIDES, strict=True))
        return [chart for chart in made if chart is not None]


def count_cards(run: Path, catalog: Catalog, most: int = MOST_GAMES, *, turned: bool = False) -> CountedCards | None:
    """Count the cards of both sides in the first games of a run, at ``most`` so many.

    ``turned``: a check turns the matchup, so that no card is marked. None where the run was played with other cards,
    effects, policies or another game, so that its games can't be played again.
    """
    try:
        subject = read_subject(run, catalog)
    except UcgsimError:
        return None
    a, b = play_both(_first_games(subject, most), run, catalog)
    return CountedCards(subject, (replace(a, turned=turned), replace(b, turned=turned)))


def _marks(result: ImpactResult) -> str:
    return NOT_MARKED if result.turned else MARKED.format(play=play_words(result.watched.labels))


def left_out(run: Path) -> str:
    """Say that the cards of a matchup were not counted for want of time, and what makes its page whole."""
    again = command_line(["ucgsim", "report", place_word(run)])
    return (
        "Of so many matchups, cards are counted and games shown for one deck alone: the best one, or the one whose "
        f"page it is. This makes the page of this matchup whole: {again}"
    )


def _ends_chart(result: ImpactResult, side: str) -> Chart | None:
    """The cards in the opening hand that go with winning most and least; None where too few games tell."""
    known = sorted(result.known, key=lambda each: -each.difference.rate)
    shown = known if len(known) <= 2 * AT_EITHER_END else [*known[:AT_EITHER_END], *known[-AT_EITHER_END:]]
    if not shown:
        return None
    return Chart(
        f"cards-{side}",
        f"Opening hands of {result.deck.name}: cards that go with winning, and with losing",
        f"Win rate with the card in the opening hand less without it, 95 % intervals: {len(shown)} of {len(known)} "
        "cards, picked as the most extreme, so partly by luck. They go with winning, they need not cause it.",
        ChartShape.ROWS,
        (Series("with it less without", side, points_of((k, result.shown(e)) for k, e in enumerate(shown))),),
        ValueAxis("won more often with it", "points", lines=(0.0,)),
        places=tuple(result.named(each.card) for each in shown),
        sample=f"{result.watched.games:,} games",
    )


@speaking("en")
def write_impact(result: ImpactResult | WorthResult, path: Path) -> Path:
    """Write the page of the cards of a deck into a folder; return it."""
    if isinstance(result, ImpactResult):
        return write_parts(
            path, result, f"Which cards of {result.deck.name} go with winning?", _ends_chart(result, "a")
        )
    return write_parts(path, result, f"What is each copy of {result.deck.name} worth?")


def _first_games(subject: Subject, most: int) -> Subject:
    plan = subject.plan
    return replace(subject, plan=replace(plan, games=min(plan.games, most)))


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
