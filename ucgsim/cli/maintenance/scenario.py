"""Run written situations and check what must be true in them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from ucgsim.cards.catalog import load_catalog
from ucgsim.cards.versions import RULES_VERSIONS, Procedure, read_procedure
from ucgsim.cli.common.console import print_json, say, tell
from ucgsim.cli.common.options import catalog_option, play_blank_option, redraw_procedure_option
from ucgsim.errors import UcgsimError
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card

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
@redraw_procedure_option
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
    redraw_procedure: str,
    play_blank: tuple[str, ...],
    catalog: Path | None,
) -> None:
    """Run scenario files and check their expectations; a folder counts as every *.yaml in it.

    Prints one line each, and exits 1 if any failed. One that can't be read or played has failed; the others run.
    """
    known = load_catalog(catalog)
    procedure = read_procedure(redraw_procedure)
    results = [_run(path, known, rules, procedure, play_blank) for path in _spread(files)]
    if blank := sorted({number for result in results for number in result.blank}):
        say(f"ucgsim: played without their text: {', '.join(blank)}")
    if rules is not None:
        say(f"ucgsim: played by rules {rules}, whatever the files say")
    if procedure.option:
        say(f"ucgsim: played with the {procedure.value} redraw")
    if as_json:
        answer = [{"file": str(one.path), "ok": one.ok, "failures": list(one.failures)} for one in results]
        print_json(answer)
    else:
        for result in results:
            _print(result, with_log=with_log)
    if not all(result.ok for result in results):
        ctx.exit(EXIT_FAILED)


class _ScenarioResult(NamedTuple):
    """What a file came to; ``rules`` is empty where it could not be read."""

    path: Path
    failures: tuple[str, ...]
    title: str = ""
    rules: str = ""
    blank: tuple[str, ...] = ()
    log: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.failures


def _run(
    path: Path, catalog: Mapping[str, Card], rules: str | None, procedure: Procedure, play_blank: tuple[str, ...]
) -> _ScenarioResult:
    """Read a file and run it; why it can't be is a failure of it."""
    from ucgsim.play.scenario import read_scenario  # noqa: PLC0415 - it compiles; help must not wait
    from ucgsim.play.scenario_run import run_scenario  # noqa: PLC0415

    try:
        read = read_scenario(path, catalog)
        given = replace(read, rules=rules or read.rules, redraw_procedure=procedure, play_blank=play_blank)
        result = run_scenario(given)
    except UcgsimError as error:
        # The line begins with the file already.
        return _ScenarioResult(path, (str(error).removeprefix(shown(path)).lstrip(":, "),))
    scenario = result.scenario
    return _ScenarioResult(path, result.failures, scenario.title, scenario.rules, result.blank, result.log)


def _spread(files: Iterable[Path]) -> list[Path]:
    """Files named, and those of the folders named."""
    paths: list[Path] = []
    for path in files:
        inside = sorted(path.glob("*.yaml")) if path.is_dir() else [path]
        if not inside:
            raise UcgsimError(f"{path}: this folder holds no *.yaml; scenario files were expected")
        paths += inside
    return paths


def _print(result: _ScenarioResult, *, with_log: bool) -> None:
    path = result.path
    text = f"ok {path}: {result.title}" if result.ok else f"FAILED {path}: {'; '.join(result.failures)}"
    tell(shown(text))
    if with_log and result.rules:
        tell(f"    rules {result.rules}")
    for line in result.log if with_log else ():
        tell(f"    {line}")
