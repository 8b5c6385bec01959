"""Plots of chances. Imported only when a plot is asked for, because matplotlib is slow to load."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from matplotlib.ticker import MaxNLocator

from ucgsim.errors import UcgsimError
from ucgsim.files.writing import write_file
from ucgsim.report.figures import NEUTRAL, legend, new_figure

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ucgsim.probability.copies import CopyOdds
    from ucgsim.probability.result import Odds, Share
    from ucgsim.probability.varied import VariedOdds

FORMATS = (".png", ".svg", ".pdf")
WIDTH, HEIGHT = 7.0, 4.8
LONGEST = 140
"""Letters of a question that find room."""


def plot_by_turn(result: Odds) -> Figure:
    """The chance by turn with the redraw and without; intervals where it was sampled."""
    with _figure(result.question, _evidence(result), result.method) as (figure, axes):
        turns = [row.turn for row in result.by_turn]
        _line(axes, turns, [row.chance for row in result.by_turn], "with the redraw")
        _line(axes, turns, [row.without_redraw for row in result.by_turn], "without a redraw")
        scenes = [row.without_scenes for row in result.by_turn if row.without_scenes]
        if scenes:
            _line(axes, turns, scenes, "with the redraw, as Next Player (no scenes)")
        _percentages(axes, "turn")
    return figure


def plot_vary(result: VariedOdds) -> Figure:
    """A line for one variable, a heat map for two."""
    return _vary_line(result) if len(result.variables) == 1 else _vary_map(result)


def _vary_line(result: VariedOdds) -> Figure:
    first = result.rows[0].result
    with _figure(result.question, _evidence(first), first.method) as (figure, axes):
        counts = [row.counts[0] for row in result.rows]
        _line(axes, counts, [row.result.chance for row in result.rows], "with the redraw")
        _line(axes, counts, [row.result.without for row in result.rows], "without a redraw")
        axes.axvline(result.now[0], color=NEUTRAL, linestyle=":", label="the deck as it is")
        _percentages(axes, f"cards of {result.variables[0]} (in exchange for {result.filler})")
    return figure


def _vary_map(result: VariedOdds) -> Figure:
    across = sorted({row.counts[0] for row in result.rows})
    up = sorted({row.counts[1] for row in result.rows})
    chances = {row.counts: 100 * row.result.probability for row in result.rows}
    first = result.rows[0].result
    with _figure(result.question, _evidence(first), first.method) as (figure, axes):
        image = axes.imshow([[chances[x, y] for x in across] for y in up], origin="lower", aspect="auto")
        axes.set_xticks(range(len(across)), [str(count) for count in across])
        axes.set_yticks(range(len(up)), [str(count) for count in up])
        axes.grid(visible=False)
        _write_chances(axes, [[chances[x, y] for x in across] for y in up])
        axes.set_xlabel(f"cards of {result.variables[0]} (in exchange for {result.filler})")
        axes.set_ylabel(f"cards of {result.variables[1]}")
        figure.colorbar(image, label="chance with the redraw (%)")
    return figure


def _write_chances(axes: Axes, chances: Sequence[Sequence[float]]) -> None:
    """Write each chance into its cell; dark cells are the low ones."""
    middle = (min(map(min, chances)) + max(map(max, chances))) / 2
    for row, cells in enumerate(chances):
        for column, chance in enumerate(cells):
            shade = "white" if chance < middle else "black"
            axes.text(column, row, f"{chance:.1f}", ha="center", va="center", color=shade, fontsize=7)


def plot_copies(table: CopyOdds) -> Figure:
    """The chances of the table by number of copies."""
    with _figure("at least one copy", f"{table.deck_size} cards", "exact: counted, nothing sampled") as (figure, axes):
        copies = [row.copies for row in table.rows]
        for index, heading in enumerate(table.headings):
            axes.plot(copies, [100 * float(row.chances[index]) for row in table.rows], marker=".", label=heading)
        _percentages(axes, "copies in the deck")
    return figure


def _evidence(result: Odds) -> str:
    """Deck size, redraw, and how the numbers were come by."""
    what = "openings played" if result.play else "hands dealt"
    counted = "exact" if result.samples is None else f"{result.samples:,} {what}"
    level = "" if result.samples is None else f", {100 * result.confidence:g} % intervals"
    return f"{result.deck_size} cards, redraw {result.redraw} ({result.procedure}), {counted}{level}"


def _figure(question: str, evidence: str, method: str) -> AbstractContextManager[tuple[Figure, Axes]]:
    shown = question if len(question) <= LONGEST else f"{question[: LONGEST - 1]}…"
    return new_figure(f"{shown}\n{evidence}", None, method, width=WIDTH, height=HEIGHT)


def _line(axes: Axes, across: Sequence[int], shares: Sequence[Share], label: str) -> None:
    middle = [100 * share.probability for share in shares]
    below = [100 * max(0.0, share.probability - share.low) for share in shares]
    above = [100 * max(0.0, share.high - share.probability) for share in shares]
    if any(share.fraction is None for share in shares):
        axes.errorbar(across, middle, yerr=[below, above], marker="o", capsize=3, label=label)
    else:
        axes.plot(across, middle, marker="o", label=label)


def _percentages(axes: Axes, label: str) -> None:
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
