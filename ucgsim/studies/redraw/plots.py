"""The plot of a redraw study: each class of opening hand, kept and redrawn, with intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import PercentFormatter

from ucgsim.report.style import COLOURS, MARKERS, NEUTRAL, new_figure
from ucgsim.studies.redraw.counts import KEPT, REDRAWN, points_by, win_rate
from ucgsim.studies.redraw.rule import FEWEST_HANDS
from ucgsim.studies.redraw.words import basis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.probability.hand_classes import HandClass
    from ucgsim.studies.redraw.findings import Redraws

WIDTH = 8.0
ROW_HEIGHT = 0.3
FRAME_HEIGHT = 1.7
DODGE = 0.14
"""How far apart the two choices of one class stand."""


def kept_and_redrawn(result: Redraws) -> Figure:
    """Win rate of every class with enough hands when kept and when redrawn, the commonest class on top."""
    rows = _rows(result)
    tables = list(rows.values())
    height = FRAME_HEIGHT + ROW_HEIGHT * len(rows)
    games = len((KEPT, REDRAWN)) * result.study.hands
    title = f"Opening hands of {result.study.deck.name}, kept and redrawn, 95 % intervals"
    with new_figure(title, f"{games:,} games", basis(result.study), width=WIDTH, height=height) as (figure, axes):
        for choice, side, label, shift in ((KEPT, "a", "kept", -DODGE), (REDRAWN, "b", "redrawn", DODGE)):
            _points(axes, tables, choice, label=label, side=side, shift=shift)
        axes.axvline(0.5, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(rows)), list(rows))
        axes.set_ylim(len(rows) - 0.5, -0.5)
        # Above its column and level: upright it would be longer than a few rows are high.
        axes.set_ylabel("opening hand (n of this class)", rotation=0, ha="right", va="bottom")
        axes.yaxis.set_label_coords(0, 1)
        axes.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        axes.set_xlabel("games won")
        axes.grid(axis="x", alpha=0.25)
        # Above the chart: below it is the foot.
        axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=2)
    return figure


def _rows(result: Redraws) -> dict[str, NDArray[np.int64]]:
    """The table of each class with enough hands, by what is said of it; all hands where there is none."""
    hands = [hand for hand in result.ordered if result.counts.hands_of(hand) >= FEWEST_HANDS]
    if not hands:
        return {f"all ({result.study.hands:,}; no class has {FEWEST_HANDS})": result.counts.total}
    return {_label(result, hand): result.counts.all_hands[hand] for hand in hands}


def _label(result: Redraws, hand: HandClass) -> str:
    return f"{result.study.classes.text(hand)} ({result.counts.hands_of(hand):,})"


def _points(
    axes: Axes, tables: Sequence[NDArray[np.int64]], choice: int, *, label: str, side: str, shift: float
) -> None:
    estimates = [win_rate(points_by(table, choice)) for table in tables]
    rates = [estimate.rate for estimate in estimates]
    below = [estimate.rate - estimate.low for estimate in estimates]
    above = [estimate.high - estimate.rate for estimate in estimates]
    axes.errorbar(
        rates,
        np.arange(len(tables)) + shift,
        xerr=[below, above],
        label=label,
        color=COLOURS[side],
        marker=MARKERS[side],
        linestyle="none",
        capsize=2,
        markersize=4,
    )
