"""What to bring against a field, and which field nothing beats."""

from __future__ import annotations

from pathlib import Path

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import progress, say_change
from ucgsim.cli.common.questions import Output, output_options

FILE = click.Path(path_type=Path)
FEWEST_TIMES, MOST_TIMES = 200, 1_000_000


@click.command()
@click.argument("source", type=FILE, metavar="MATRIX_OR_RUN")
@click.option(
    "--field",
    type=FILE,
    metavar="FILE",
    help="CSV of decks and weights: the field that is there; without, that of the matrix, or equal shares.",
)
@click.option(
    "--times",
    type=options.WholeNumber(FEWEST_TIMES, MOST_TIMES),
    default=1000,
    help="How often games are drawn again for the intervals.",
)
@output_options(options.seed_option, options.plot_option)
def meta(source: Path, *, field: Path | None, times: int, seed: int, asked: Output) -> None:
    """Read the matrix in MATRIX_OR_RUN and print what to bring against the field, and which field nothing beats.

    MATRIX_OR_RUN is a folder that matrix (or duel) wrote with --out, or the matrix.json or matches.json in it.
    """
    from ucgsim.studies.meta import folder_of, read_played  # noqa: PLC0415
    from ucgsim.studies.meta import meta as solve  # noqa: PLC0415 - takes long to import

    played = read_played(source)
    say_change(folder_of(source))
    with progress("meta", times, unit="resamples") as advance:
        result = solve(played, field=field, seed=seed, times=times, advance=advance)
    asked.tell(result)
