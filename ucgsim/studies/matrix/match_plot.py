"""How long matches are as a plot."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.style import COLOURS, MARKERS, new_figure
from ucgsim.studies.matrix.match_words import CUT, kinds

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.matrix.result import MatchMatrix

WIDTH = 7.4
LONGEST = 44
"""Letters of a name that find room."""
SHOWN = {"3 games begun": "a", CUT: "b"}
"""Kinds of matches that are drawn, and how."""


def length_plot(result: MatchMatrix) -> Figure | None:
    """Share of matches of every two players that begin a third game and that time ends, with 95 % intervals.

    None where there is nothing to draw.
    """
    plan = result.plan
    drawn = [kind for kind in SHOWN if kind in kinds(plan, result.lengths)]
    if not drawn:
        return None
    places = np.arange(len(plan.keys))[::-1]
    sample = f"{plan.each:,} matches for each two, {plan.matches:,} in all"
    with new_figure("How long matches are", sample, result.basis, width=WIDTH, height=_height(result)) as (
        figure,
        axes,
    ):
        for kind in drawn:
            _draw(
                axes,
                places,
                [lengths.share(kinds(plan, lengths)[kind]) for lengths in result.lengths_of.values()],
                kind,
            )
        short = [textwrap.shorten(name, LONGEST, placeholder=" ...") for name in plan.names]
        axes.set_yticks(places, [f"{short[a]}\n{short[b]}" for a, b in plan.keys])
        axes.set_ylim(-0.7, len(places) - 0.3)
        axes.set_xlim(0, 100)
        axes.set_xlabel("share of the matches, % (95 % interval)")
        axes.set_ylabel("match-up")
        axes.grid(axis="x", visible=True)
        axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.55 / _height(result) - 0.12), ncols=len(drawn))
    return figure


def _height(result: MatchMatrix) -> float:
    return 1.9 + 0.5 * len(result.plan.keys)


def _draw(axes: Axes, places: NDArray[np.int64], estimates: list[Estimate], kind: str) -> None:
    side = SHOWN[kind]
    rates = np.array([100 * estimate.rate for estimate in estimates])
    below = np.maximum(rates - [100 * estimate.low for estimate in estimates], 0)
    above = np.maximum([100 * estimate.high for estimate in estimates] - rates, 0)
    shown = axes.errorbar(rates, places, xerr=[below, above], fmt=MARKERS[side], color=COLOURS[side], capsize=3)
    shown.set_label(kind)
