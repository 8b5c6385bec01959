"""A comparison as plots: the difference against every opponent, and the way to the stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.report.style import COLOURS, INK, NEUTRAL, WIDTH, legend, new_figure
from ucgsim.simulate.same_chance.compare import BUILDS
from ucgsim.studies.compare.words import ALL, basis, half_width, llr, moved_remark

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ucgsim.studies.compare.findings import Comparison


def differences(result: Comparison) -> Figure:
    """Second build minus first in percentage points, with 95 % intervals; the lowest row is all opponents.

    Hollow rows do not allow for the test that decided when to stop.
    """
    a, b = result.study.names
    names = [*(opponent.name for opponent in result.study.opponents), ALL]
    estimates = [*result.differences, result.difference]
    title = f"{b} less {a}"
    foot = basis(result) + (f"; {moved_remark(result)}" if result.rows_as_if_fixed else "")
    height = 1.6 + 0.35 * len(names)
    with new_figure(title, sample(result), foot, width=1.25 * WIDTH, height=height) as (figure, axes):
        for place, estimate in enumerate(estimates):
            rate, low, high = (100 * value for value in (estimate.rate, estimate.low, estimate.high))
            whole = place == len(names) - 1
            color = INK if whole else COLOURS["a"]
            inside = "none" if result.rows_as_if_fixed and not whole else color
            ends = [[rate - low], [high - rate]]
            axes.errorbar(rate, place, xerr=ends, fmt="o", color=color, markerfacecolor=inside, capsize=3)
        axes.axvline(0, color=NEUTRAL, linestyle=":", linewidth=1.2)
        axes.set_yticks(range(len(names)), names)
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.grid(axis="x", visible=True)
        axes.set_xlabel("percentage points (95 % interval)")
        axes.set_ylabel("opponent")
    return figure


def way(result: Comparison) -> Figure:
    """What the looks saw: the log-likelihood ratio with its bounds, or half the interval with the width asked for."""
    state, precision = result.state, result.study.stop.precision
    games = [look.each for look in result.looks]
    title = "Half the interval" if state is None else "Log-likelihood ratio of H1 against H0"
    with new_figure(f"{title}, {len(games):,} looks", sample(result), basis(result)) as (figure, axes):
        if state is not None:
            axes.plot([0, *games], [0, *map(llr, result.looks)], color=INK)
            axes.plot(games[-1:], [state.llr], "o", color=INK)
            axes.axhline(state.upper, color=COLOURS["b"], linestyle="--", label=f"H1 accepted at {state.upper:+.2f}")
            axes.axhline(state.lower, color=COLOURS["a"], linestyle="-.", label=f"H0 accepted at {state.lower:+.2f}")
            axes.set_ylabel("log-likelihood ratio")
        elif precision is not None:
            axes.plot(games, list(map(half_width, result.looks)), color=INK, marker="o", markersize=3)
            axes.axhline(precision, color=COLOURS["a"], linestyle="--", label=f"asked for: +-{precision:g} points")
            axes.set_ylim(bottom=0)
            axes.set_ylabel("percentage points (95 % interval)")
        axes.set_xlabel("games of each build")
        legend(axes)
    return figure


def sample(result: Comparison) -> str:
    """How many games a comparison rests on."""
    return f"{result.games // BUILDS:,} games of each build"
