"""What a report writes beside its page: plots and tables, each file whole or not at all."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import polars as pl

from ucgsim.files.writing import write_file
from ucgsim.report.style import png, svg
from ucgsim.showing import cell

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.figure import Figure


def write_plot(folder: Path, name: str, figure: Figure) -> None:
    """Write a plot as PNG and SVG below ``folder``/plots."""
    text = svg(figure)
    # The parts of the figure have found their places; to look for them again takes as long as to draw.
    figure.set_layout_engine("none")
    write_file(folder / "plots" / f"{name}.svg", text.encode())
    write_file(folder / "plots" / f"{name}.png", png(figure))


def write_table(folder: Path, name: str, table: pl.DataFrame) -> None:
    """Write a table as CSV, for people and their spreadsheets, and Parquet below ``folder``/tables."""
    parquet = io.BytesIO()
    table.write_parquet(parquet)
    shown = table.with_columns(pl.col(pl.String).map_elements(cell, return_dtype=pl.String))
    write_file(folder / "tables" / f"{name}.csv", shown.write_csv().encode())
    write_file(folder / "tables" / f"{name}.parquet", parquet.getvalue())
