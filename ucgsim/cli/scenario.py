"""Run written situations and check what must be true in them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import RULES_VERSIONS
from ucgsim.cli.console import say
from ucgsim.cli.options import catalog_option, play_blank_option
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ucgsim.play.scenario import Result

EXIT_FAILED = 1


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--log", "with_log", is_flag=True, help="Also print the event log of each.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of {file, ok, failures} as JSON.")
@click.option(
    "--rules",
    type=click.Choice(RULES_VERSIONS),
    show_default="what each file says",
    help="Version of the comprehensive rules, whatever the files say.",
)
@play_blank_option
@catalog_option
@click.pass_context
def scenario(
    ctx: click.Context,
    *,
    files: tuple[Path, ...],
    with_log: bool,
    as_json: bool,
    rules: str | None,
    play_blank: tuple[str, ...],
    catalog: Path | None,
) -> None:
    """Run scenario files and check their expectations; a folder counts as every *.yaml in it.

    Prints one line each, and exits 1 if any failed.
    """
    from ucgsim.play.scenario_file import read_scenario  # noqa: PLC0415 - it compiles; help must not wait
    from ucgsim.play.scenario_run import run_scenario  # noqa: PLC0415

    known = load_catalog(catalog)
    # All are read before the first is run, so that a slip in the last one does not cost the answers.
    read = [read_scenario(path, known) for path in _spread(files)]
    results = [run_scenario(replace(one, rules=rules or one.rules, play_blank=play_blank)) for one in read]
    if blank := sorted({number for result in results for number in result.blank}):
        say(f"ucgsim: played without their text: {', '.join(blank)}")
    if rules is not None:
        say(f"ucgsim: played by rules {rules}, whatever the files say")
    if as_json:
        answer = [
            {"file": str(result.scenario.path), "ok": result.ok, "failures": list(result.failures)}
            for result in results
        ]
        click.echo(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        for result in results:
            _print(result, with_log=with_log)
    if not all(result.ok for result in results):
        ctx.exit(EXIT_FAILED)


def _spread(files: Iterable[Path]) -> list[Path]:
    """Files named, and those of the folders named."""
    found: list[Path] = []
    for path in files:
        inside = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
        if not inside:
            raise UcgsimError(f"{path}: this folder holds no *.yaml; scenario files were expected")
        found += inside
    return found


def _print(result: Result, *, with_log: bool) -> None:
    path, title = result.scenario.path, result.scenario.title
    click.echo(f"ok {path}: {title}" if result.ok else f"FAILED {path}: {'; '.join(result.failures)}")
    if with_log:
        click.echo(f"    rules {result.scenario.rules}")
    for line in result.log if with_log else ():
        click.echo(f"    {line}")
