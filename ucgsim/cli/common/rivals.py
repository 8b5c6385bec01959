"""Options of commands that play against several decks: ``--against DECK...`` and ``--field FILE``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

AGAINST = "--against"
F = TypeVar("F", bound="Callable[..., Any]")


def field_option(command: F) -> F:
    """``--field FILE`` as ``field: Path | None``, to be given to ``read_field``."""
    return click.option(
        "--field",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="CSV of decks and weights: their shares in the field; equal shares without.",
    )(command)


class ManyAgainst(click.Command):
    """A command whose ``--against`` takes every deck up to the next option, as do others that it names."""

    many: tuple[str, ...] = (AGAINST,)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Repeat the option in front of each further deck."""
        return super().parse_args(ctx, list(_repeated(args, self.many)))


def _repeated(args: Sequence[str], many: Sequence[str]) -> Iterator[str]:
    previous, taking = None, ""
    for word in args:
        is_option = word.startswith("-")
        if taking and not is_option and previous != taking:
            yield taking
        taking = word if word in many else "" if is_option else taking
        previous = word
        yield word
