"""See to it that the game can be played here."""

from __future__ import annotations

import time

import click

from ucgsim.cli.common.console import tell
from ucgsim.safe_text import shown


@click.command()
def warmup() -> None:
    """Build the library of the game where there is none yet, and say where it lies.

    A wheel brings it along. In a checkout the first command that plays builds it, once for each version of the sources.
    """
    from ucgsim.compiling.library import library  # noqa: PLC0415 - help must not wait for it

    started = time.monotonic()
    place = library().place
    tell(f"Ready after {time.monotonic() - started:.0f} s; the library of the game is {shown(place)}")
