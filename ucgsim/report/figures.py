"""Figures of matplotlib in one style: a chart for files and notebooks, as the page draws it by itself."""

from __future__ import annotations

import io
import math
import textwrap
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.rcsetup import cycler
from matplotlib.ticker import FuncFormatter, MaxNLocator

from ucgsim.errors import UcgsimError
from ucgsim.report.charts import Chart, ChartShape, Point, Series

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray


COLOURS = {"a": "#0072B2", "b": "#D55E00"}
"""Blue and vermilion of Okabe and Ito 2008, apart for every kind of colour vision and in print."""
NEUTRAL = "#7F7F7F"
ROUND_COLOURS = ("#0072B2", "#009E73", "#E69F00", "#CC79A7", "#56B4E9", "#D55E00")
MARKERS = {"a": "o", "b": "s"}
INK = "#1b1b1f"
"""Colour of text and lines."""
WIDTH, HEIGHT = 5.2, 3.6
TITLE_LETTERS, FOOT_LETTERS = 11.5, 16.5
"""Letters of an inch of the title and of the foot."""
FOOT_SIZE = 7
MARGIN = 0.01
"""Left end of the title and of the foot, as a share of the width."""
FOOT_BELOW = -45
"""Where the foot of shared axes begins, in points below them: under their labels."""
_GIVEN: ContextVar[Axes | None] = ContextVar("_GIVEN", default=None)
_SHOWN: ContextVar[bool] = ContextVar("_SHOWN", default=False)
"""Whether somebody draws on axes, or a figure of his own, instead of a page or a file."""
STYLE: Any = {
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 10,
    "axes.titlesize": 10,
    "axes.labelcolor": INK,
    "axes.edgecolor": INK,
    "axes.facecolor": "none",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.prop_cycle": cycler(color=ROUND_COLOURS),
    "axes.grid.axis": "y",
    "grid.color": NEUTRAL,
    "grid.alpha": 0.25,
    "text.color": INK,
    # A name may hold dollar signs and backslashes: no text of ours is a formula.
    "text.parse_math": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.8,
    "figure.constrained_layout.use": True,
    "savefig.transparent": False,
    "svg.fonttype": "none",
    "svg.hashsalt": "ucgsim",
}


@contextmanager
def new_figure(
    title: str, sample: str | None, basis: str, *, width: float = WIDTH, height: float = HEIGHT
) -> Iterator[tuple[Figure, Axes]]:
    """A figure with one chart in the house style; it carries what it is told elsewhere by the page around it.

    ``sample``: how many games a point rests on, under the title; None where nothing is sampled. ``basis``: all that
    is behind the numbers (games, policies, rules, seed), at the foot.
    """
    with mpl.rc_context(STYLE):
        given = _GIVEN.get()
        if given is not None:
            yield _whole(given), given
            _tell_beside(given, title, sample, basis)
            return
        figure = _new(figsize=(width, height))
        axes = figure.add_subplot()
        figure.suptitle(_head(title, sample, width), x=MARGIN, ha="left", fontsize=STYLE["axes.titlesize"])
        foot = textwrap.fill(basis, int(width * FOOT_LETTERS))
        figure.supxlabel(foot, x=MARGIN, ha="left", fontsize=FOOT_SIZE)
        yield figure, axes


def _head(title: str, sample: str | None, width: float) -> str:
    lines = [textwrap.fill(line, int(width * TITLE_LETTERS)) for line in title.splitlines()]
    return "\n".join([*lines, *([] if sample is None else [f"n = {sample}"])])


def _new(figsize: tuple[float, float]) -> Figure:
    """A figure of its own, or one that pyplot shows, for who draws by himself."""
    if not _SHOWN.get():
        return Figure(figsize=figsize)
    from matplotlib import pyplot as plt  # noqa: PLC0415 - pages need no window

    return plt.figure(figsize=figsize)


def _whole(axes: Axes) -> Figure:
    figure = axes.get_figure(root=True)
    assert figure is not None, "axes are part of a figure"
    return figure


def _tell_beside(axes: Axes, title: str, sample: str | None, basis: str) -> None:
    """Title and foot of axes that share a figure with others."""
    width = axes.get_window_extent().width / _whole(axes).dpi
    axes.set_title(_head(title, sample, max(width, 2.0)), loc="left")
    foot = textwrap.fill(basis, int(max(width, 2.0) * FOOT_LETTERS))
    axes.annotate(
        foot,
        (0, 0),
        xycoords="axes fraction",
        xytext=(0, FOOT_BELOW),
        textcoords="offset points",
        fontsize=FOOT_SIZE,
        va="top",
    )


def drawn_on(draw: Callable[[], Figure], ax: Axes | None) -> Axes:
    """The axes of a picture: those that are given, or those of a new figure that pyplot shows.

    Raises UcgsimError for what are no axes.
    """
    if ax is not None and not isinstance(ax, Axes):
        raise UcgsimError(f"ax is a {type(ax).__name__}; axes of matplotlib belong there, such as plt.subplots()[1]")
    given, shown = _GIVEN.set(ax), _SHOWN.set(True)
    try:
        figure = draw()
    finally:
        _GIVEN.reset(given)
        _SHOWN.reset(shown)
    return figure.axes[0] if ax is None else ax


def legend_above(figure: Figure, axes: Axes) -> None:
    """A legend at the top right of a figure, next to the chart, where it hides nothing; of shared ones on the chart."""
    if _GIVEN.get() is None:
        figure.legend(loc="outside upper right", ncols=2)
    else:
        axes.legend()


def whole_numbers(axes: Axes) -> None:
    """Ticks of the horizontal axis at whole numbers only."""
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def legend(axes: Axes, *, columns: int = 2, below: float = -0.2) -> None:
    """The legend under the chart, where it hides nothing; of axes that share a figure, on the chart."""
    if _GIVEN.get() is not None:
        axes.legend()
        return
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, below), ncols=columns)


def figure_svg(figure: Figure) -> str:
    """The figure as SVG text, the same for the same figure."""
    out = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def figure_png(figure: Figure) -> bytes:
    """The figure as PNG, on white."""
    out = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format="png", dpi=150, metadata={"Software": "ucgsim"})
    return out.getvalue()


# A chart as a figure of matplotlib, for files and notebooks: the same chart that a page draws by itself.


ROWS_WIDTH = 7.0
"""Inches of a chart of rows, of which their names take half."""
LONGEST = 40
ROW = 0.17
"""Inches of one series in a row."""
BAND = 0.72


def draw(chart: Chart, basis: str) -> Figure:
    """The chart with its title, its sample, and at the foot what all of it rests on."""
    sample = chart.sample or None
    if chart.shape is ChartShape.ROWS:
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
    shape = ChartShape
    draws = {shape.BARS: _bars, shape.STACKED: _stacked, shape.LINES: _lines, shape.STEPS: _steps}
    draws[chart.shape](axes, chart)
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
