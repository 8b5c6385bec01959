"""Hand out the games of a run, one row each."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import tell, tell_bytes
from ucgsim.errors import UcgsimError
from ucgsim.safe_text import shown


@click.command()
@click.argument("run", type=click.Path(path_type=Path))
@click.option("--csv", "form", flag_value="csv", default=True, help="As CSV; Rounds of a row with blanks between them.")
@click.option("--parquet", "form", flag_value="parquet", help="As Parquet, with a type for every column.")
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file, not to the terminal.")
@options.catalog_option
def rows(run: Path, *, form: str, out: Path | None, catalog: Path | None) -> None:
    """Print the games of RUN, a row each, or write them to a file: winner, Rounds, redraws, scenes, level-ups.

    RUN is the folder of a duel, a gauntlet or a matrix. What each column holds is in docs/reference/folders.md.
    """
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.files.writing import refuse_other, write_file  # noqa: PLC0415
    from ucgsim.simulate.folder import parquet  # noqa: PLC0415
    from ucgsim.simulate.frames import csv_of  # noqa: PLC0415
    from ucgsim.studies.kit.question import WithGames  # noqa: PLC0415
    from ucgsim.studies.kit.run import open_run  # noqa: PLC0415

    if form == "parquet" and out is None and sys.stdout.isatty():
        raise UcgsimError("--parquet: is nothing to read in a terminal; name a file with --out, or a pipe")
    if out is not None:
        refuse_other(out)
    answer = open_run(run, check=False, catalog=load_catalog(catalog))
    if not isinstance(answer, WithGames):
        raise UcgsimError(f"{run}: holds counts and no games; name the folder of a duel, a gauntlet or a matrix")
    games = answer.games()
    data = csv_of(games).encode() if form == "csv" else parquet(games.collect())
    if out is None:
        tell_bytes(data)
    else:
        write_file(out, data)
        tell(shown(out))
