"""A tournament as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.chart import Chart, Scale, Series, Shape, points_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.tournament.findings import Tournaments

MOST_DRAWN = 12
"""Decks that are drawn; the table has all."""


def chances_of_decks(result: Tournaments) -> Figure:
    """The chances to win and to make the cut, as a figure."""
    from ucgsim.report.charts.draw import draw  # noqa: PLC0415 - loads matplotlib

    return draw(chances_chart(result), result.basis)


def chances_chart(result: Tournaments) -> Chart:
    """The chances to win and to make the cut with 95 % intervals, the likeliest to win on top, beside an even share."""
    order, shape = result.order[:MOST_DRAWN], result.shape
    best = "" if len(order) == len(result.order) else f"; the {MOST_DRAWN} likeliest of {len(result.order)}"
    titles, cuts = ([each[deck] for deck in order] for each in (result.titles, result.cuts))
    # The one that is named best stands there as everywhere: estimate and interval allow for the choice.
    titles[0] = result.best
    wins = Series("wins the tournament", "a", points_of(enumerate(titles)))
    cut = Series(f"makes the cut to {shape.cut}", "b", points_of(enumerate(cuts)))
    return Chart(
        "chances",
        "How often a player who brings it wins, and makes the cut",
        f"95 % intervals; the likeliest to win on top{best}. Dotted: one player among equals, who wins 1 in "
        f"{shape.players} tournaments and makes the cut in {shape.cut}.",
        Shape.ROWS,
        (wins, cut),
        Scale("tournaments", lines=(1 / shape.players, shape.cut / shape.players), shows=(0.0,), bounds=(0.0, 1.0)),
        places=tuple(result.names[deck] for deck in order),
        sample=f"{result.brought.tournaments:,} tournaments",
    )
