"""A search for a better deck as charts: gains of builds, by opponent, and how the race went."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.chart import Chart, Point, Scale, Series, Shape, points_of
from ucgsim.studies.improve.words import basis, letter

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.improve.findings import Improvement
    from ucgsim.studies.improve.racing.changes import Change

GAIN = Scale("more games won", "points", lines=(0.0,))


def gains(result: Improvement) -> Figure:
    """What every build that was measured again gains, as a figure."""
    from ucgsim.report.charts.draw import draw  # noqa: PLC0415 - loads matplotlib

    return draw(gains_chart(result), basis(result))


def gains_chart(result: Improvement) -> Chart:
    """What every build that was measured again gains, beside what the race had made of it."""
    measured = points_of((place, result.shown(change)) for place, change in enumerate(result.order))
    seen = tuple(Point(place, result.naive(change).rate) for place, change in enumerate(result.order))
    return Chart(
        "gains",
        "What the best builds gain over the deck as it is",
        "The builds of the table: right of the line one wins more than the deck on the same shuffles, which chose "
        "nothing; intervals hold all at once with 95 %. Below each what the race had made of it, by the games that "
        "chose it.",
        Shape.ROWS,
        (Series("measured again", "a", measured), Series("in the race", "b", seen)),
        GAIN,
        places=tuple(
            f"{letter(place)}: {change.swaps} card{'s'[: change.swaps > 1]}"
            for place, change in enumerate(result.order)
        ),
        sample=f"{result.fresh_games:,} games of each build",
    )


def rivals_chart(result: Improvement, change: Change) -> Chart:
    """What a build gains against each opponent."""
    rows = list(zip(result.study.opponents, result.by_rival[change], strict=True))
    return Chart(
        "rivals",
        "Which matchups it moves",
        "Right of the line the build wins more against this opponent; intervals hold all at once with 95 %.",
        Shape.ROWS,
        (Series("gain", "a", points_of((place, each) for place, (_, each) in enumerate(rows))),),
        GAIN,
        places=tuple(deck.name for deck, _ in rows),
        sample=f"{result.fresh_games:,} games of each build",
    )
