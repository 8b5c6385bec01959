"""A chart as a figure of matplotlib, for files and notebooks: the same chart that a page draws by itself."""

from __future__ import annotations

import math
import textwrap
from typing import TYPE_CHECKING

import numpy as np
from matplotlib.ticker import FuncFormatter

from ucgsim.report.charts.chart import Shape
from ucgsim.report.style import COLOURS, MARKERS, NEUTRAL, WIDTH, legend, new_figure, whole_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.report.charts.chart import Chart, Point, Series

ROWS_WIDTH = 7.0
"""Inches of a chart of rows, of which their names take half."""
LONGEST = 40
ROW = 0.17
"""Inches of one series in a row."""
BAND = 0.72


def draw(chart: Chart, basis: str) -> Figure:
    """The chart with its title, its sample, and at the foot what all of it rests on."""
    sample = chart.sample or None
    if chart.shape is Shape.ROWS:
        height = 1.9 + ROW * (1 + len(chart.series)) * len(chart.places)
        with new_figure(chart.title, sample, basis, width=ROWS_WIDTH, height=height) as (figure, axes):
            _rows(axes, chart, height)
    else:
        with new_figure(chart.title, sample, basis, width=WIDTH) as (figure, axes):
            _columns(axes, chart)
    return figure


def _written(chart: Chart) -> FuncFormatter:
    return FuncFormatter(lambda value, _: f"{chart.scale.factor * value:g}")


def _colour(series: Series) -> str:
    return COLOURS.get(series.look, NEUTRAL)


def _ends(points: Sequence[Point]) -> list[list[float]]:
    """How far the intervals of points reach below and above them; nothing where there is none.

    Lists, not an array: with NumPy 2.0 Matplotlib warns of an array that holds one point.
    """
    ends = [(p.value - p.low, p.high - p.value) if p.has_interval else (0.0, 0.0) for p in points]
    return [[max(end[side], 0.0) for end in ends] for side in (0, 1)]


def _rows(axes: Axes, chart: Chart, height: float) -> None:
    share = BAND / len(chart.series)
    for k, series in enumerate(chart.series):
        at = [p.place + (k - (len(chart.series) - 1) / 2) * share for p in series.points]
        axes.errorbar(
            [p.value for p in series.points],
            at,
            xerr=_ends(series.points),
            fmt=MARKERS.get(series.look, "o"),
            color=_colour(series),
            capsize=3,
            label=series.label,
        )
    for line in chart.scale.lines:
        axes.axvline(line, color=NEUTRAL, linestyle=":", linewidth=1.2)
    names = [textwrap.shorten(name, LONGEST, placeholder=" ...") for name in chart.places]
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.set_xticks(chart.ticks)
    axes.set_xlim(chart.ticks[0], chart.ticks[-1])
    axes.xaxis.set_major_formatter(_written(chart))
    axes.grid(axis="x", visible=True)
    axes.grid(axis="y", visible=False)
    axes.set_xlabel(chart.scale.heading)
    if len(chart.series) > 1:
        legend(axes, columns=1, below=-0.9 / height)


def _columns(axes: Axes, chart: Chart) -> None:
    {Shape.BARS: _bars, Shape.STACKED: _stacked, Shape.LINES: _lines, Shape.STEPS: _steps}[chart.shape](axes, chart)
    for line in chart.scale.lines:
        axes.axhline(line, color=NEUTRAL, linestyle=":", linewidth=1.2)
    axes.set_yticks(chart.ticks)
    axes.set_ylim(chart.ticks[0], chart.ticks[-1])
    axes.yaxis.set_major_formatter(_written(chart))
    axes.set_xlabel(chart.axis)
    axes.set_ylabel(chart.scale.heading)
    whole_numbers(axes)
    legend(axes, columns=1)


def _columns_of(series: Series) -> tuple[NDArray[np.float64], list[float]]:
    return np.array([p.place for p in series.points], dtype=np.float64), [p.value for p in series.points]


def _bars(axes: Axes, chart: Chart) -> None:
    width = BAND / len(chart.series)
    for k, series in enumerate(chart.series):
        at, values = _columns_of(series)
        at += (k - (len(chart.series) - 1) / 2) * width
        axes.bar(at, values, width=width, color=_colour(series), label=series.label)
        axes.errorbar(at, values, yerr=_ends(series.points), fmt="none", color=NEUTRAL, capsize=2)


def _stacked(axes: Axes, chart: Chart) -> None:
    height: dict[int, float] = {}
    for series in chart.series:
        at, values = _columns_of(series)
        below = [height.get(p.place, 0.0) for p in series.points]
        axes.bar(at, values, bottom=below, width=BAND, color=_colour(series), label=series.label)
        height |= {p.place: foot + p.value for p, foot in zip(series.points, below, strict=True)}
        for p in series.points:
            if p.has_interval:
                axes.vlines(p.place, p.low, p.high, color=NEUTRAL)


def _lines(axes: Axes, chart: Chart) -> None:
    share = BAND / len(chart.series)
    for k, series in enumerate(chart.series):
        at, values = _columns_of(series)
        at += (k - (len(chart.series) - 1) / 2) * share / 2
        axes.errorbar(
            at,
            values,
            yerr=_ends(series.points),
            capsize=3,
            color=_colour(series),
            marker=MARKERS.get(series.look, "o"),
            label=series.label,
        )


def _steps(axes: Axes, chart: Chart) -> None:
    for series in chart.series:
        at, values = _columns_of(series)
        axes.step(at, values, where="post", color=_colour(series), label=series.label)
        low, high = ([getattr(p, end) for p in series.points] for end in ("low", "high"))
        if not any(map(math.isnan, low)):
            axes.fill_between(at, low, high, step="post", color=_colour(series), alpha=0.2, linewidth=0)
