"""Show and set defaults of your own."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, cast

import click

from ucgsim.cli.common.config import (
    UNTOUCHED,
    Defaults,
    check_key,
    config_path,
    default_map,
    options_of,
    read_config,
    set_default,
    unset_default,
)
from ucgsim.cli.common.console import print_json, tell
from ucgsim.cli.common.options import json_option
from ucgsim.errors import UcgsimError
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cli.main import CommandLine

NAME = "[COMMAND.]OPTION"


@click.group()
def config() -> None:
    """Show and set defaults of your own for options, such as jobs or duel.games.

    They are saved in a file; --help of a command shows those that hold for it, and what is typed comes before them.
    """


@config.command()
@json_option
@click.pass_context
def show(ctx: click.Context, *, as_json: bool) -> None:
    """Show the defaults that are set, and where."""
    defaults = read_config()
    for key, value in defaults.items():
        _check(ctx, key, value)
    if as_json:
        print_json({"file": config_path(), "defaults": {".".join(key): value for key, value in defaults.items()}})
        return
    tell(f"{shown(config_path())}: {len(defaults)} defaults of your own" + (":" if defaults else ""))
    for key, value in sorted(defaults.items()):
        tell(f"{'.'.join(key)} = {_text(value)}")


@config.command("set")
@click.argument("name", metavar=NAME)
@click.argument("values", nargs=-1, required=True, metavar="VALUE...")
@click.pass_context
def set_(ctx: click.Context, name: str, values: Sequence[str]) -> None:
    """Make VALUE the default of an option, of one COMMAND or of all that have it; true and false switch one on and off.

    Several VALUEs are for an option that can be given several times.
    """
    key = _key(name)
    value: Any = [*values] if len(values) > 1 else {"true": True, "false": False}.get(values[0].lower(), values[0])
    _check(ctx, key, value)
    set_default(key, value)
    tell(f"{name} = {_text(value)}, in {shown(config_path())}")


@config.command()
@click.argument("name", metavar=NAME)
def unset(name: str) -> None:
    """Drop the default of an option, so that the one that ships holds again."""
    unset_default(_key(name))
    tell(f"{name}: dropped from {shown(config_path())}")


@config.command()
def path() -> None:
    """Print where the file is, there or not."""
    tell(shown(config_path()))


def _key(name: str) -> tuple[str, ...]:
    return tuple(part.removeprefix("--") for part in name.strip().replace(" ", ".").split("."))


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(_text, value))
    return str(value).lower() if isinstance(value, bool) else shown(str(value))


def _check(ctx: click.Context, key: tuple[str, ...], value: Any) -> None:
    """Raise UcgsimError for a default that no option bears, or that its option can't be."""
    known = _commands(ctx, key)
    names = sorted({name for command in known.values() for name in options_of(command)})
    if len(key) == 1 and key[0] not in names:
        near = difflib.get_close_matches(key[0], names, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else "such as jobs, policy or duel.games"
        raise UcgsimError(f"{key[0]}: no command has an option --{key[0]} that can have a default; {hint}")
    defaults: Defaults = {key: value}
    for name, command in known.items():
        if len(key) > 1:
            check_key(key, command)
        default_map(command, (name,), defaults)


def _commands(ctx: click.Context, key: tuple[str, ...]) -> dict[str, click.Command]:
    """The commands that a default may be of, as they ship."""
    group = cast("CommandLine", ctx.find_root().command)
    names = [name for name in group.list_commands(ctx) if name not in UNTOUCHED]
    if len(key) > 1:
        if key[0] not in names:
            raise UcgsimError(f"{'.'.join(key)}: there is no command {key[0]!r}; there are {', '.join(names)}")
        names = [key[0]]
    return {name: command for name in names if (command := group.shipped(name)) is not None}
