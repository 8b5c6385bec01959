"""One question under several policies, as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.style import NEUTRAL, ROUND_COLOURS, new_figure
from ucgsim.stats.rates import DEFAULT_CONFIDENCE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

    from ucgsim.studies.kit.question import Play

SPREAD = 0.5
"""Of the room of a cell, what its policies take."""


def cells_by_policy(policies: Sequence[Play], basis: str) -> Figure:
    """Every matchup, or difference, under each policy with 95 % intervals; dotted where neither side is ahead."""
    cells = policies[0].cells
    sample = " / ".join(f"{play.each:,}" for play in policies) + " games a cell"
    height = 2.0 + 0.22 * len(cells) * len(policies)
    with new_figure("The same question under each policy", sample, basis, height=height) as (figure, axes):
        for number, play in enumerate(policies):
            color = ROUND_COLOURS[number % len(ROUND_COLOURS)]
            estimates = [play.cell(at, DEFAULT_CONFIDENCE) for at in range(len(cells))]
            rates = [100 * each.rate for each in estimates]
            ends = [[100 * (e.rate - e.low) for e in estimates], [100 * (e.high - e.rate) for e in estimates]]
            shift = SPREAD * ((number + 0.5) / len(policies) - 0.5)
            places = [place + shift for place in range(len(cells))]
            axes.errorbar(rates, places, xerr=ends, fmt="o", color=color, capsize=3, label=play.label)
        axes.axvline(100 * policies[0].even, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(cells)), [f"{a} - {b}" for a, b in cells])
        axes.set_ylim(len(cells) - 0.5, -0.5)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel("games won, or difference in points, % (95 % interval)")
        axes.set_ylabel("who against whom")
        # Above the chart: below it is the foot.
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return figure
