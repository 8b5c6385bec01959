"""Pictures of a matrix and of one row of it."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.report.charts import Chart, ChartShape, Series, ValueAxis, points_of
from ucgsim.report.page import Grid, Tile
from ucgsim.report.sheet import rounded
from ucgsim.stats.rates import Estimate, Method

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from ucgsim.studies.kit.basis import Key
    from ucgsim.studies.matrix.field import AcrossPlayers
    from ucgsim.studies.matrix.findings import Matrix


CELL = 0.95
"""Inches of one cell; less where there are many decks."""
MOST_WRITTEN = 12
"""Decks up to which a cell shows its interval as well."""
SEVERAL = " / "
"""What stands between the decks of a player who has several."""
COLOURS = "PuOr"
"""Orange to purple, apart for every kind of colour vision; white is even."""


def matrix_grid(
    matrix: Matrix,
    links: Mapping[tuple[int, int], str],
    note: str = "",
    *,
    choice: bool = False,
    across: AcrossPlayers | None = None,
) -> Grid:
    """Every player against the field and every other, best first; a cell leads to what ``links`` has for its matchup.

    ``choice`` lets a reader see one player alone; ``across`` are the rates where not those that the matrix shows.
    """
    across = across or matrix.across
    order = across.order
    rows = tuple((matrix.names[row], tuple(_tiles(matrix, across, row, links))) for row in order)
    columns = ("whole field", *(matrix.names[column] for column in order))
    return Grid(matrix.play.heading, matrix.play.entrant, columns, rows, note, tuple(order) if choice else ())


def _tiles(matrix: Matrix, across: AcrossPlayers, row: int, links: Mapping[Key, str]) -> Iterator[Tile]:
    whole = across.rates[row]
    if whole.method is Method.BY_CONSTRUCTION:
        yield Tile("itself", 0.5, kind="mirror")
    else:
        yield Tile(_whole(whole), whole.rate, _ends(whole, matrix.play.many))
    for column in across.order:
        cell = across.cell(row, column)
        if row == column:
            yield Tile("mirror", 0.5, kind="mirror")
            continue
        kind = "turns" if matrix.turns(row, column) else "certain" if across.is_certain(row, column) else ""
        link = links.get((min(row, column), max(row, column)), "")
        mark = "!" * matrix.turns(row, column)
        yield Tile(_whole(cell) + mark, cell.rate, _ends(cell, matrix.play.many), kind, link)


def _whole(estimate: Estimate) -> str:
    return f"{rounded(estimate)[0]} %"


def _ends(estimate: Estimate, many: str) -> str:
    _, low, high = rounded(estimate)
    return f"{low} to {high} %, {estimate.n:,} {many}"


def heat_map_size(size: int) -> tuple[float, float]:
    """Width and height of the heat map of so many decks, in inches."""
    cell = CELL if size <= MOST_WRITTEN else 0.55
    return 2.6 + cell * (size + 1), 1.9 + cell * size


def heat_map(matrix: Matrix, across: AcrossPlayers | None = None) -> Figure:
    """Games or matches won by the row against the column; cells that are certain or turn are bold and marked.

    ``across`` as for ``matrix_grid``.
    """
    from ucgsim.report.figures import INK, new_figure  # noqa: PLC0415 - loads matplotlib

    size = len(matrix.names)
    width, height = heat_map_size(size)
    sample = f"{matrix.play.each_words} a cell, {matrix.total:,} in all"
    with new_figure(matrix.play.heading, sample, matrix.basis, width=width, height=height) as (figure, axes):
        across = across or matrix.across
        rates = np.array([[across.cell(row, column).rate for column in range(size)] for row in range(size)])
        field = np.array([[estimate.rate] for estimate in across.rates])
        # Drawn as squares: an image would be made pixel by pixel, of many decks in 200 MB.
        edges = (np.arange(size + columns) - 0.5 for columns in (2, 1))
        image = axes.pcolormesh(*edges, np.hstack([rates, field]), cmap=COLOURS, vmin=0, vmax=1)
        axes.set_aspect("equal")
        axes.invert_yaxis()
        labels = [*matrix.names, "whole field"]
        axes.set_xticks(range(size + 1), [_short(label, size) for label in labels], rotation=45, ha="right")
        axes.set_yticks(range(size), [_short(label, size) for label in matrix.names])
        axes.axvline(size - 0.5, color=INK, linewidth=2)
        axes.set_xlabel("opponent")
        axes.set_ylabel(matrix.play.entrant)
        axes.grid(visible=False)
        _write_cells(axes, matrix, across)
        bar = figure.colorbar(image, ax=axes, shrink=0.7, ticks=[0, 0.25, 0.5, 0.75, 1])
        bar.ax.set_yticklabels(["0 %", "25 %", "50 %", "75 %", "100 %"])
        bar.set_label(f"{matrix.play.many} won")
    return figure


def _short(name: str, size: int) -> str:
    """A name that finds room: two lines, or one where there are many decks; of two decks each has its line."""
    decks = name.split(SEVERAL)
    if size > MOST_WRITTEN:
        return SEVERAL.join(textwrap.shorten(deck, 24 // len(decks), placeholder="...") for deck in decks)
    if len(decks) > 1:
        return "\n".join(textwrap.shorten(deck, 22, placeholder=" ...") for deck in decks)
    return "\n".join(textwrap.wrap(name, 18)[:2])


def _write_cells(axes: Axes, matrix: Matrix, across: AcrossPlayers) -> None:
    size = len(matrix.names)
    for row in range(size):
        for column in range(size):
            cell = across.cell(row, column)
            text = "mirror" if row == column else _cell_text(cell, size, "!" * matrix.turns(row, column))
            _write(axes, column, row, text, cell.rate, bold=across.is_certain(row, column))
        estimate = across.rates[row]
        alone = estimate.method is Method.BY_CONSTRUCTION
        text = "itself" if alone else _cell_text(estimate, size)
        _write(axes, size, row, text, estimate.rate, bold=False)


def _cell_text(estimate: Estimate, size: int, mark: str = "") -> str:
    rate, low, high = rounded(estimate)
    return f"{rate}{mark}" if size > MOST_WRITTEN else f"{rate}{mark}\n{low}-{high}"


def _write(axes: Axes, column: int, row: int, text: str, rate: float, *, bold: bool) -> None:
    # On the dark ends of the scale black can't be read.
    color = "white" if abs(rate - 0.5) > 0.33 else "black"
    axes.text(column, row, text, ha="center", va="center", fontsize=8, color=color, weight="bold" if bold else "normal")


# A gauntlet as a chart.


FIELD = "the whole field"


def rivals_chart(mine: str, rates: Iterable[tuple[str, Estimate]], sample: str) -> Chart:
    """How often a deck wins against each of those named, in their order."""
    rows = list(rates)
    return Chart(
        "gauntlet",
        f"How often {mine} wins against each rival, the hardest first",
        "95 % intervals; right of the middle line it wins more than it loses.",
        ChartShape.ROWS,
        (Series(f"{mine} wins", "a", points_of(enumerate(rate for _, rate in rows))),),
        ValueAxis("games won", lines=(0.5,), bounds=(0.0, 1.0)),
        places=tuple(name for name, _ in rows),
        sample=sample,
    )
