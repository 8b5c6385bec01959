"""Turn a run or a matrix into a page with plots and tables."""

from __future__ import annotations

from pathlib import Path

import click

from ucgsim.cli.console import print_json, progress
from ucgsim.cli.options import json_option


@click.command()
@click.argument("run_dir", type=click.Path(path_type=Path), metavar="RUN_DIR")
@json_option
def report(run_dir: Path, *, as_json: bool) -> None:
    """Write RUN_DIR/index.html for the run that duel or matrix kept in RUN_DIR with --out.

    The page is one file that needs no other. Plots (PNG, SVG), tables (CSV, Parquet) and summary.json lie beside it.
    """
    from ucgsim.report.build import PAGE, SUMMARY, matchups, write_report  # noqa: PLC0415 - takes long to import

    with progress("report", matchups(run_dir), unit="matchups") as advance:
        page = write_report(run_dir, advance=advance)
    if as_json:
        print_json(
            {"page": page, "summary": run_dir / SUMMARY, "plots": run_dir / "plots", "tables": run_dir / "tables"}
        )
        return
    click.echo(f"{run_dir / PAGE}: open it in a browser; plots, tables and {SUMMARY} lie beside it")
