"""Explain ucgsim or one of its commands."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common.console import tell
from ucgsim.cli.main import ALL_COMMANDS

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.command()
@click.argument("words", nargs=-1, metavar="[COMMAND]...")
@click.option("--all", "every", is_flag=True, help="List every command.")
@click.pass_context
def help(ctx: click.Context, words: Sequence[str], *, every: bool) -> None:  # noqa: A001 - the command is called so
    """Explain COMMAND, such as duel or deck show; without one, say where to start."""
    context = ctx.find_root()
    if every:
        context.meta[ALL_COMMANDS] = True
    for word in words:
        context = click.Context(_inner(context, word), info_name=word, parent=context)
    tell(context.get_help())


def _inner(context: click.Context, word: str) -> click.Command:
    group = context.command
    known = group.list_commands(context) if isinstance(group, click.Group) else []
    command = group.get_command(context, word) if isinstance(group, click.Group) else None
    if command is not None:
        return command
    near = difflib.get_close_matches(word, known, n=3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known) or 'none'}"
    raise click.UsageError(f"{context.command_path} has no command {word!r}; {hint}")
