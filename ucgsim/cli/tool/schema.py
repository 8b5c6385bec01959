"""The JSON Schema of what a command prints with --json."""

from __future__ import annotations

import click

from ucgsim.cli.common.console import print_json, tell


@click.command()
@click.argument("name", metavar="[COMMAND]", required=False)
def schema(name: str | None) -> None:
    """Print the JSON Schema (draft 2020-12) of the answer of COMMAND; without one, which there are.

    'odds-want' is that of odds --want, which answers one question instead of the five usual ones.
    """
    from ucgsim.report.schemas import schema as schema_of  # noqa: PLC0415 - help must not wait for it
    from ucgsim.report.schemas import schema_names  # noqa: PLC0415

    if name is None:
        for each in schema_names():
            tell(each)
        return
    print_json(schema_of(name))
