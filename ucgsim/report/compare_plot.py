"""A comparison as a plot: the difference against every opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.style import COLOURS, INK, NEUTRAL, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.report.compare import CompareResult


def differences(result: CompareResult) -> Figure:
    """Second build minus first in percentage points, with 95 % intervals; the lowest row is all opponents."""
    a, b = result.study.names
    names = [*(opponent.name for opponent in result.study.opponents), "all opponents"]
    estimates = [*(matchup.difference for matchup in result.matchups), result.difference]
    height = 1.6 + 0.35 * len(names)
    with new_figure(f"{b} less {a}", result.games, height=height) as (figure, axes):
        for place, estimate in enumerate(estimates):
            rate, low, high = (100 * value for value in (estimate.rate, estimate.low, estimate.high))
            color = INK if place == len(names) - 1 else COLOURS["a"]
            axes.errorbar(rate, place, xerr=[[rate - low], [high - rate]], fmt="o", color=color, capsize=3)
        axes.axvline(0, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(names)), names)
        axes.invert_yaxis()
        axes.grid(axis="x", visible=True)
        axes.set_xlabel("games won more, percentage points (95 % interval)")
        axes.set_ylabel("opponent")
    return figure
