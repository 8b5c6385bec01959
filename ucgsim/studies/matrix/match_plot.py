"""How long matches are as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.chart import Chart, Scale, Series, Shape, points_of
from ucgsim.studies.matrix.match_words import CUT, kinds

if TYPE_CHECKING:
    from ucgsim.studies.matrix.result import MatchMatrix

SHOWN = {"3 games begun": "a", CUT: "b"}
"""Kinds of matches that are drawn, and how."""


def length_chart(result: MatchMatrix) -> Chart | None:
    """Share of matches of every two players that begin a third game and that time ends, with 95 % intervals.

    None where there is nothing to draw.
    """
    plan = result.plan
    shown = [kind for kind in SHOWN if kind in kinds(plan, result.lengths)]
    if not shown:
        return None
    series = []
    for kind in shown:
        shares = (lengths.share(kinds(plan, lengths)[kind]) for lengths in result.lengths_of.values())
        series.append(Series(kind, SHOWN[kind], points_of(enumerate(shares))))
    return Chart(
        "lengths",
        "How often matches are long" + ("" if plan.turns is None else ", and how often time ends them"),
        f"Share of the {plan.each:,} matches of each two, with 95 % intervals.",
        Shape.ROWS,
        tuple(series),
        Scale("share of the matches", shows=(0.0,), bounds=(0.0, 1.0)),
        places=tuple(f"{plan.names[a]} - {plan.names[b]}" for a, b in plan.keys),
        sample=f"{plan.each:,} matches for each two, {plan.matches:,} in all",
    )
