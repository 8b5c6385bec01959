"""Skill and luck as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.style import COLOURS, MARKERS, legend_above, new_figure

if TYPE_CHECKING:
    from collections.abc import Mapping

    from matplotlib.figure import Figure

    from ucgsim.stats.shares import Share

DODGE = 0.12


def shares_of_causes(names: tuple[str, str], shares: Mapping[str, Share], games: int, basis: str) -> Figure:
    """What each cause decides of the variance, alone and in all, with 95 % intervals; the first cause on top."""
    causes = list(shares.items())
    sample, height = f"{games:,} games", 2.3 + 0.4 * len(causes)
    with new_figure(f"What decides {names[0]} against {names[1]}", sample, basis, height=height) as (figure, axes):
        for kind, label, side, shift in (("alone", "alone", "a", -DODGE), ("whole", "in all", "b", DODGE)):
            estimates = [getattr(each, kind) for _, each in causes]
            rates = [100 * each.rate for each in estimates]
            ends = [[100 * (e.rate - e.low) for e in estimates], [100 * (e.high - e.rate) for e in estimates]]
            places = [place + shift for place in range(len(causes))]
            axes.errorbar(rates, places, xerr=ends, fmt=MARKERS[side], color=COLOURS[side], capsize=3, label=label)
        axes.set_yticks(range(len(causes)), [name for name, _ in causes])
        axes.set_ylim(len(causes) - 0.5, -0.5)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel("share of the variance of who wins, % (95 % interval)")
        axes.set_ylabel("cause")
        legend_above(figure, axes)
    return figure
