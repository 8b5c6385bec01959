"""The equilibrium as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.style import COLOURS, NEUTRAL, legend_above, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.meta.findings import Meta


def shares_of_decks(result: Meta) -> Figure:
    """Shares of the equilibrium with 95 % bootstrap intervals, beside those of the field; the largest on top."""
    order = sorted(range(len(result.names)), key=lambda deck: (result.shares[deck].rate, result.shares[deck].high))
    games = sum(counts.games for counts in result.played.cells.values())
    places = np.arange(len(order))
    shares = [result.shares[deck] for deck in order]
    rates = np.array([100 * share.rate for share in shares])
    below = np.maximum(rates - [100 * share.low for share in shares], 0)
    above = np.maximum([100 * share.high for share in shares] - rates, 0)
    sample, height = f"{games:,} {result.played.unit}", 2.3 + 0.3 * len(order)
    with new_figure("The field that no deck beats", sample, result.basis, height=height) as (figure, axes):
        axes.barh(places, rates, xerr=[below, above], color=COLOURS["a"], capsize=3, label="equilibrium")
        field = [100 * result.field[deck] for deck in order]
        axes.plot(field, places, linestyle="none", marker="|", markersize=14, color=NEUTRAL, label="field")
        axes.set_yticks(places, [result.names[deck] for deck in order])
        axes.grid(axis="x", visible=True)
        axes.set_xlim(0, 102)
        axes.set_xlabel("share of the field, % (95 % interval)")
        axes.set_ylabel("deck")
        # Beside the chart it hides no interval.
        legend_above(figure, axes)
    return figure
