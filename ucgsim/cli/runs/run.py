"""Check and repair what was saved with --out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import is_full, print_answer, print_json, progress, tell
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.studies.kit.kinds import FileVerdict

FOLDER = click.Path(path_type=Path)
ABSENT = ("is missing", "is not finished")
"""Words that are said of what was not played yet."""


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
@options.full_option
@options.json_option
@click.pass_context
def verify(ctx: click.Context, folder: Path, *, replay: bool, catalog: Path | None, as_json: bool) -> None:
    """Say in a sentence whether FOLDER is as it was written, with --full file by file; exit with 1 where it is not."""
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
        tell(verdict(shown(folder), result))
        for why in dict.fromkeys(each.why for each in bad if is_full()):
            tell(f"  {shown(why)}")
    ctx.exit(1 if bad else 0)


def verdict(folder: str, files: Sequence[FileVerdict]) -> str:
    """What became of the files of a folder, in a sentence."""
    bad = [each for each in files if not each.holds]
    absent = [each for each in bad if any(word in each.why for word in ABSENT)]
    if not bad:
        return f"{folder}: all {len(files):,} files are as they were written."
    if len(absent) == len(bad):
        there = f"{len(files) - len(bad):,} of {len(files):,} files are there and as they were written"
        return f"{folder} is not finished: {there}; the same command goes on."
    damaged = len(bad) - len(absent)
    first = next(each.why for each in bad if each not in absent)
    return f"{folder}: {damaged:,} of {len(files):,} files can't be used; the first: {shown(first)}"


@run.command()
@click.argument("folder", type=FOLDER)
@options.jobs_option
@options.own_policy_option
@options.catalog_option
@options.json_option
def repair(folder: Path, *, jobs: int, catalog: Path | None, as_json: bool) -> None:
    """Play again what is missing or damaged in FOLDER, which was written with --out."""
    from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415
    from ucgsim.studies.kit.run import resume  # noqa: PLC0415

    played, whole, unit = resume(folder, load_catalog(catalog), jobs=jobs)
    words = f"{shown(folder)}: played {played:,} of {whole:,} {unit} again; all of them are there"
    print_answer({"played": played, unit: whole}, words, as_json=as_json)
