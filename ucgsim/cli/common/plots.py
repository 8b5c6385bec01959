"""The option of commands whose answer can be drawn: ``--plot FILE``."""

from __future__ import annotations

from pathlib import Path

import click

from ucgsim.errors import UcgsimError


def _plot_path(ctx: click.Context, param: click.Parameter, value: Path | None) -> Path | None:
    """Refuse a bad place before the work."""
    if value is not None:
        from ucgsim.chances.plots import check_plot_path  # noqa: PLC0415 - loads matplotlib

        try:
            check_plot_path(value)
        except UcgsimError as error:
            raise click.BadParameter(str(error), ctx, param) from error
    return value


plot_option = click.option(
    "--plot",
    type=click.Path(path_type=Path),
    callback=_plot_path,
    metavar="FILE",
    help="Draw a plot: .png, .svg or .pdf.",
)
