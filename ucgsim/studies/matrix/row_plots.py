"""A gauntlet as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.chart import Chart, Scale, Series, Shape, points_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from matplotlib.figure import Figure

    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.matrix.row import Gauntlet

FIELD = "the whole field"


def bars(result: Gauntlet) -> Figure:
    """How often the deck wins against each rival, with 95 % intervals; the hardest on top, the line is even."""
    from ucgsim.report.charts.draw import draw  # noqa: PLC0415 - loads matplotlib

    return draw(gauntlet_chart(result), result.basis)


def gauntlet_chart(result: Gauntlet) -> Chart:
    """How often the deck wins against the whole field and each rival, the hardest first."""
    row = result.row
    rates = [(result.names[rival], row.shown(rival)) for rival in row.order]
    shown = [(FIELD, row.overall), *rates] if len(rates) > 1 else rates
    return rivals_chart(result.mine, shown, f"{result.plan.games:,} games a rival, {result.total:,} in all")


def rivals_chart(mine: str, rates: Iterable[tuple[str, Estimate]], sample: str) -> Chart:
    """How often a deck wins against each of those named, in their order."""
    rows = list(rates)
    return Chart(
        "gauntlet",
        f"How often {mine} wins against each rival, the hardest first",
        "95 % intervals; right of the middle line it wins more than it loses.",
        Shape.ROWS,
        (Series(f"{mine} wins", "a", points_of(enumerate(rate for _, rate in rows))),),
        Scale("games won", lines=(0.5,), bounds=(0.0, 1.0)),
        places=tuple(name for name, _ in rows),
        sample=sample,
    )
