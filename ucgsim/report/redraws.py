"""The plot of a redraw study: each class of opening hand, kept and redrawn, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import PercentFormatter

from ucgsim.report.redraw_counts import KEPT, REDRAWN, points_by, win_rate
from ucgsim.report.redraw_rule import FEWEST_PAIRS
from ucgsim.report.style import COLOURS, MARKERS, NEUTRAL, new_figure
from ucgsim.stats.pairs import GAMES_PER_PAIR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ucgsim.odds.hand_classes import HandClass
    from ucgsim.report.redraw import RedrawResult

WIDTH = 8.0
ROW_HEIGHT = 0.3
FRAME_HEIGHT = 1.7
DODGE = 0.14
"""How far apart the two choices of one class stand."""


def kept_and_redrawn(result: RedrawResult) -> Figure:
    """Win rate of every class with enough hands when kept and when redrawn, the commonest class on top."""
    hands = [hand for hand in result.ordered if result.counts.pairs_of(hand) >= FEWEST_PAIRS]
    height = FRAME_HEIGHT + ROW_HEIGHT * max(1, len(hands))
    games = GAMES_PER_PAIR * result.study.hands
    title = f"Opening hands of {result.study.deck.name}, kept and redrawn, 95 % intervals"
    with new_figure(title, f"{games:,} games", result.basis, width=WIDTH, height=height) as (figure, axes):
        for choice, side, label, shift in ((KEPT, "a", "kept", -DODGE), (REDRAWN, "b", "redrawn", DODGE)):
            _points(axes, result, hands, choice, label=label, side=side, shift=shift)
        axes.axvline(0.5, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(hands)), [_label(result, hand) for hand in hands])
        axes.set_ylim(max(1, len(hands)) - 0.5, -0.5)
        axes.set_ylabel("opening hand (n of this class)")
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.set_xlabel("games won")
        axes.grid(axis="x", alpha=0.25)
        # Above the chart: below it is the foot.
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return figure


def _label(result: RedrawResult, hand: HandClass) -> str:
    return f"{result.study.classes.told(hand)} ({GAMES_PER_PAIR * result.counts.pairs_of(hand):,})"


def _points(
    axes: Axes,
    result: RedrawResult,
    hands: Sequence[HandClass],
    choice: int,
    *,
    label: str,
    side: str,
    shift: float,
) -> None:
    tables = result.counts.all_pairs
    found = [win_rate(points_by(tables[hand], choice)) for hand in hands]
    rates = np.array([estimate.rate for estimate in found])
    below = rates - [estimate.low for estimate in found]
    above = np.array([estimate.high for estimate in found]) - rates
    axes.errorbar(
        rates,
        np.arange(len(hands)) + shift,
        xerr=[below, above],
        label=label,
        color=COLOURS[side],
        marker=MARKERS[side],
        linestyle="none",
        capsize=2,
        markersize=4,
    )
