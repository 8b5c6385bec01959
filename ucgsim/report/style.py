"""How plots look: one style, colours that colour-blind readers tell apart, text that follows the page."""

from __future__ import annotations

import io
import textwrap
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from cycler import cycler
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
    """A legend at the top right of a figure, beside the chart, where it hides nothing; of shared ones on the chart."""
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


def svg(figure: Figure) -> str:
    """The figure as SVG text, the same for the same figure."""
    out = io.StringIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format="svg", metadata={"Date": None})
    return out.getvalue()


def png(figure: Figure) -> bytes:
    """The figure as PNG, on white."""
    out = io.BytesIO()
    with mpl.rc_context(STYLE):
        figure.savefig(out, format="png", dpi=150, metadata={"Software": "ucgsim"})
    return out.getvalue()
