"""A gauntlet as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.style import COLOURS, NEUTRAL, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.gauntlet.findings import Gauntlet


def bars(result: Gauntlet) -> Figure:
    """How often the deck wins against each rival, with 95 % intervals; the hardest on top, the line is even."""
    order = list(reversed(result.row.order))
    rates = [result.row.rate(rival) for rival in order]
    places, values = np.arange(len(order)), np.array([100 * each.rate for each in rates])
    below = values - [100 * each.low for each in rates]
    above = np.array([100 * each.high for each in rates]) - values
    colours = [COLOURS["a"] if each.rate >= 0.5 else COLOURS["b"] for each in rates]
    sample = f"{result.plan.games:,} games a rival, {result.games:,} in all"
    title, height = f"How often {result.mine} wins against each rival", 1.9 + 0.34 * len(order)
    with new_figure(title, sample, result.basis, height=height) as (figure, axes):
        # From even: what is seen first is on which side a rival lies, and by how much.
        axes.barh(places, values - 50, left=50, color=colours, xerr=[below, above], capsize=3, height=0.6)
        axes.axvline(50, color=NEUTRAL, linewidth=1.2)
        axes.set_yticks(places, [result.names[rival] for rival in order])
        axes.grid(axis="x", visible=True)
        axes.grid(axis="y", visible=False)
        axes.set_xlim(0, 100)
        axes.set_xlabel("games won, % (95 % interval)")
    return figure
