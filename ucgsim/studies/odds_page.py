"""The page of the five questions about opening hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts import Chart, Point, Scale, Series, Shape
from ucgsim.studies.kit.page import write_parts

if TYPE_CHECKING:
    from pathlib import Path

    from ucgsim.probability.usual import UsualOdds


def write_odds(odds: UsualOdds, path: Path) -> Path:
    """Write the page, with its picture and ``summary.json``, into a folder; return it."""
    answers = [answer for _, answer in odds.answers]
    series = (
        Series("with a redraw", "a", tuple(Point(at, each.probability) for at, each in enumerate(answers))),
        Series("without", "b", tuple(Point(at, each.without_redraw) for at, each in enumerate(answers))),
    )
    chart = Chart(
        "odds",
        "How often the first six hold it",
        "Exact; without a redraw, and with one of its own for each row: of every hand that lacks it.",
        Shape.ROWS,
        series,
        Scale("hands", shows=(0.0, 1.0), bounds=(0.0, 1.0)),
        places=tuple(question.words for question, _ in odds.answers),
    )
    return write_parts(path, odds, f"How does {odds.deck} open?", chart)
