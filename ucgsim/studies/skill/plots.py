"""Skill and luck as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.charts.chart import Chart, Scale, Series, Shape, points_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.stats.shares import Share


def shares_chart(names: tuple[str, str], shares: Mapping[str, Share], games: int) -> Chart:
    """What each cause decides of the variance, alone and in all, with 95 % intervals; the first cause on top."""
    alone, whole = ([getattr(each, kind) for each in shares.values()] for kind in ("alone", "whole"))
    return Chart(
        "skill",
        f"What decides {names[0]} against {names[1]}",
        "95 % intervals. Alone: what a cause decides whatever the others are; in all: what it still decides once all "
        "the others are fixed.",
        Shape.ROWS,
        (Series("alone", "a", points_of(enumerate(alone))), Series("in all", "b", points_of(enumerate(whole)))),
        Scale("share of the variance of who wins", shows=(0.0, 1.0), bounds=(0.0, 1.0)),
        places=tuple(shares),
        sample=f"{games:,} games",
    )
