"""What commands print: answers on stdout, progress and remarks on stderr, JSON as one object."""

from __future__ import annotations

import json
import shutil
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

import click

from ucgsim.report.progress import TerminalBar
from ucgsim.report.result import plain_values
from ucgsim.safe_text import UNSAFE, visible

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from ucgsim.report.sheet import Parts, Sheet

FULL = "full"
"""Where the context of a command remembers that all is to be printed."""

PLAIN_SECONDS = 3.0
"""Seconds between two progress lines where there is no terminal."""
CHECKING = "check"
"""What progress of a check is called."""


def width(stream: TextIO | None = None) -> int | None:
    """Columns of the terminal on stdout or ``stream``; None where there is none, and no line is to be broken."""
    return shutil.get_terminal_size().columns if (stream or sys.stdout).isatty() else None


def tell(text: str = "", *, end: str = "\n", broken: bool = True) -> None:
    """A part of the answer on stdout; names of files go through `shown` before.

    ``broken`` into lines as wide as the terminal is, unless the text is a file or a script that somebody copies.
    """
    from ucgsim.report.terminal import plain_lines  # noqa: PLC0415 - help must not wait for it

    click.echo("\n".join(plain_lines(visible(text), width() if broken else None)) + end, nl=False)


def tell_bytes(data: bytes) -> None:
    """A file on stdout, for a pipe."""
    click.echo(data, nl=False)


def tell_parts(parts: Parts) -> None:
    """What a result says, on stdout, as wide as the terminal is; all of it with ``--full``."""
    from ucgsim.report.sheet import Foot, block_lines  # noqa: PLC0415 - help must not wait for it

    full = is_full()
    for place, block in enumerate(parts.blocks(full=full)):
        lines = [*([""] if place else []), *map(visible, block_lines(block, width(), full=full))]
        for line in lines:
            # Grey on a terminal; click takes the colour off where there is none.
            click.echo(click.style(line, dim=True) if isinstance(block, Foot) else line)


def say_first(parts: Parts) -> None:
    """The headline of a result and its table, on stderr: stdout gets what is known at the end."""
    from ucgsim.report.sheet import block_lines  # noqa: PLC0415 - help must not wait for it

    with suppress(OSError):
        for block in parts.answered:
            for line in map(visible, block_lines(block, width(sys.stderr), full=False)):
                click.echo(line, err=True)
            click.echo(err=True)


def is_full() -> bool:
    """Whether all is to be shown."""
    return bool(click.get_current_context().meta.get(FULL))


def tell_sheet(table: Sheet) -> None:
    """A table on stdout, as wide as the terminal is; all of its columns with ``--full``."""
    for line in table.lines(width(), full=is_full()):
        click.echo(visible(line))


def say(message: str) -> None:
    """A remark on stderr, so that stdout stays the answer."""
    from ucgsim.report.terminal import plain_lines  # noqa: PLC0415 - help must not wait for it

    # Whoever closes stderr, or sends it to a full disk, still wants the answer.
    with suppress(OSError):
        click.echo("\n".join(plain_lines(visible(message), width(sys.stderr))), err=True)


@contextmanager
def progress(label: str, total: int, *, unit: str = "games") -> Iterator[Callable[[int], None]]:
    """Show work on stderr; the value is a function that is called with how many more units are done.

    A bar on a terminal, a plain line every three seconds elsewhere.
    """
    shown = TerminalBar(total, unit, label) if sys.stderr.isatty() else _ProgressLines(label, total, unit)
    done = 0

    def advance(more: int) -> None:
        nonlocal done
        done += more
        shown.show(done)

    try:
        yield advance
    finally:
        shown.close()


class _ProgressLines:
    """Progress as plain lines, at most one in three seconds; that a check begins is said at once, for it thinks."""

    def __init__(self, label: str, total: int, unit: str) -> None:
        self.label, self.total, self.unit = label, total, unit
        self.began = self.last = time.monotonic()
        if label == CHECKING:
            say(self.line(0))

    def show(self, done: int) -> None:
        """Print a line when the last one is old."""
        now = time.monotonic()
        if now - self.last >= PLAIN_SECONDS:
            self.last = now
            say(self.line(done))

    def close(self) -> None:
        """Nothing is to be taken away."""

    def line(self, done: int) -> str:
        """How far the work is, and how long the rest will take."""
        share = 100 * done / self.total if self.total else 100
        rest = (self.last - self.began) * (self.total - done) / max(done, 1)
        left = f", about {_long(rest)} left" if rest >= 1 else ""
        return f"{self.label}: {done:,} of {self.total:,} {self.unit} ({share:.0f} %{left})"


def _long(seconds: float) -> str:
    """A time as people say it."""
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min"


def print_json(answer: Mapping[str, Any] | Sequence[Any]) -> None:
    """Print one JSON value on stdout. Paths and fractions become text, NumPy values plain ones, NaN null."""
    text = json.dumps(plain_values(answer), ensure_ascii=False, indent=2, allow_nan=False)
    # A terminal shows JSON too. What it would obey can stand in texts alone, where \\u says the same.
    click.echo(UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", text))


def print_answer(values: Mapping[str, Any], *words: str, as_json: bool) -> None:
    """Print an answer as one JSON object, or in words, each a line."""
    if as_json:
        print_json(values)
        return
    for each in words:
        tell(each)


def say_change(folder: Path) -> None:
    """Say so where the games of a folder were played with what is here no longer."""
    from ucgsim.studies.kit.kinds import change_of  # noqa: PLC0415 - help must not wait for what plays

    if words := change_of(folder):
        say(f"ucgsim: {words}")
