"""Look whether the folder of a run holds what was played, and play anew what it lacks."""

from __future__ import annotations

from pathlib import Path

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import print_json, progress, tell
from ucgsim.safe_text import shown

FOLDER = click.Path(path_type=Path)


@click.group()
def run() -> None:
    """Look after the folders that commands write with --out."""


@run.command()
@click.argument("folder", type=FOLDER)
@click.option(
    "--replay", is_flag=True, help="Play some games of every part, or some parts of counts, again and compare."
)
@options.own_policy_option
@options.catalog_option
@options.json_option
@click.pass_context
def verify(ctx: click.Context, folder: Path, *, replay: bool, catalog: Path | None, as_json: bool) -> None:
    """Say which parts of FOLDER are as they were written; exit with 1 where one is not."""
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.studies.kit.run import parts_of  # noqa: PLC0415
    from ucgsim.studies.kit.run import verify as check  # noqa: PLC0415

    result = []
    with progress("verify", parts_of(folder), unit="parts") as advance:
        for each in check(folder, load_catalog(catalog), replay=replay):
            result.append(each)
            advance(each.place.endswith(".parquet"))
    bad = [each for each in result if not each.holds]
    if as_json:
        print_json({"holds": not bad, "files": [each._asdict() for each in result]})
    else:
        for why in dict.fromkeys(each.why for each in bad):
            tell(shown(why))
        tell(f"{shown(folder)}: {len(result) - len(bad):,} of {len(result):,} files hold")
    ctx.exit(1 if bad else 0)


@run.command()
@click.argument("folder", type=FOLDER)
@options.jobs_option
@options.own_policy_option
@options.catalog_option
@options.json_option
def repair(folder: Path, *, jobs: int, catalog: Path | None, as_json: bool) -> None:
    """Play anew what is missing or damaged in FOLDER, which duel, matrix or compare wrote."""
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415
    from ucgsim.studies.kit.run import resume  # noqa: PLC0415

    played, whole, unit = resume(folder, load_catalog(catalog), jobs=jobs)
    if as_json:
        print_json({"played": played, unit: whole})
        return
    tell(f"{shown(folder)}: played {played:,} of {whole:,} {unit} anew; all of them are there")
