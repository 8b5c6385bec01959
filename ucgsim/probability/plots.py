"""Plots of chances. Imported only when a plot is asked for, because matplotlib is slow to load."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from ucgsim.errors import UcgsimError
from ucgsim.files.reading import read_bytes
from ucgsim.files.writing import refuse_other, write_file
from ucgsim.report.figures import legend, new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ucgsim.probability.result import Odds, Share

FORMATS = (".png", ".svg", ".pdf")
DRAWN_BY = b"Matplotlib"
"""Is in every plot, whatever its format: another picture is not ours to write over."""
MOST_BYTES = 100_000_000
WIDTH, HEIGHT = 7.0, 4.8
LONGEST = 140
"""Letters of a question that find room."""


def plot_by_turn(result: Odds) -> Figure:
    """The chance by turn with the redraw and without; intervals where it was sampled."""
    with question_figure(result.question, evidence(result), result.method) as (figure, axes):
        turns = [row.turn for row in result.by_turn]
        draw_line(axes, turns, [row.chance for row in result.by_turn], "with the redraw")
        draw_line(axes, turns, [row.without_redraw for row in result.by_turn], "without a redraw")
        scenes = [row.without_scenes for row in result.by_turn if row.without_scenes]
        if scenes:
            draw_line(axes, turns, scenes, "with the redraw, as Next Player (no scenes)")
        percentages(axes, "turn")
    return figure


def write_chances(axes: Axes, chances: Sequence[Sequence[float]]) -> None:
    """Write each chance into its cell; dark cells are the low ones."""
    middle = (min(map(min, chances)) + max(map(max, chances))) / 2
    for row, cells in enumerate(chances):
        for column, chance in enumerate(cells):
            shade = "white" if chance < middle else "black"
            axes.text(column, row, f"{chance:.1f}", ha="center", va="center", color=shade, fontsize=7)


def evidence(result: Odds) -> str:
    """Deck size, redraw, and how the numbers were come by."""
    what = "openings played" if result.play else "hands dealt"
    counted = "exact" if result.samples is None else f"{result.samples:,} {what}"
    level = "" if result.samples is None else f", {100 * result.confidence:g} % intervals"
    return f"{result.deck_size} cards, redraw {result.redraw} ({result.procedure}), {counted}{level}"


def question_figure(question: str, sample: str, method: str) -> AbstractContextManager[tuple[Figure, Axes]]:
    """A figure titled by a question, and by what was counted or sampled for it."""
    shown = question if len(question) <= LONGEST else f"{question[: LONGEST - 1]}…"
    return new_figure(f"{shown}\n{sample}", None, method, width=WIDTH, height=HEIGHT)


def draw_line(axes: Axes, across: Sequence[int], shares: Sequence[Share], label: str) -> None:
    """Draw chances as a line, with intervals where they were sampled."""
    middle = [100 * share.probability for share in shares]
    below = [100 * max(0.0, share.probability - share.low) for share in shares]
    above = [100 * max(0.0, share.high - share.probability) for share in shares]
    if all(share.exact for share in shares):
        axes.plot(across, middle, marker="o", label=label)
    else:
        axes.errorbar(across, middle, yerr=[below, above], marker="o", capsize=3, label=label)


def percentages(axes: Axes, label: str) -> None:
    """Label the axes of chances in percent."""
    axes.set_xlabel(label)
    axes.set_ylabel("chance (%)")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_ylim(0, 102)
    legend(axes)


def save_plot(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, SVG or PDF, whole or not at all.

    Raises:
        UcgsimError: another ending, or a place that can't be written to.
    """
    check_plot_path(path)
    data = io.BytesIO()
    figure.savefig(data, format=path.suffix[1:].lower(), dpi=150)
    write_file(path, data.getvalue())


def check_plot_path(path: Path) -> None:
    """Refuse a name that no plot can be written to, before the work; raises UcgsimError."""
    if path.suffix.lower() not in FORMATS:
        raise UcgsimError(f"{path}: plots are written as {', '.join(FORMATS)}; give the file such an ending")
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise UcgsimError(f"{path}: no place for a file; name a file in a folder that exists")
    if path.is_file() and DRAWN_BY not in read_bytes(path, "a plot", most=MOST_BYTES):
        refuse_other(path)
