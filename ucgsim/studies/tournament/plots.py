"""A tournament as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.style import COLOURS, NEUTRAL, legend_above, new_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.tournament.findings import Tournaments


def chances_of_decks(result: Tournaments) -> Figure:
    """The chances to win and to make the cut with 95 % intervals, the likeliest to win on top, beside an even share."""
    order = result.order[::-1]
    places = np.arange(len(order))
    sample = f"{result.times:,} tournaments a deck"
    height = 2.3 + 0.4 * len(order)
    with new_figure("A player who brings this deck", sample, result.basis, height=height) as (figure, axes):
        for name, estimates, colour, shift in (
            ("wins the tournament", result.titles, COLOURS["a"], 0.12),
            (f"makes the cut to {result.shape.cut}", result.cuts, COLOURS["b"], -0.12),
        ):
            rates = np.array([100 * estimates[deck].rate for deck in order])
            below = np.maximum(rates - [100 * estimates[deck].low for deck in order], 0)
            above = np.maximum([100 * estimates[deck].high for deck in order] - rates, 0)
            axes.errorbar(rates, places + shift, xerr=[below, above], fmt="o", color=colour, capsize=3, label=name)
        for even in (1, result.shape.cut):
            axes.axvline(100 * even / result.shape.players, color=NEUTRAL, linewidth=1, linestyle=":")
        axes.set_yticks(places, [result.names[deck] for deck in order])
        axes.set_xlim(left=0)
        axes.set_xlabel("chance, % (95 % interval); dotted: that of one player among equals")
        axes.set_ylabel("deck")
        legend_above(figure, axes)
    return figure
