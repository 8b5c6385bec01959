"""Compile the game ahead of time."""

from __future__ import annotations

import os
import time

import click

from ucgsim.cli.common.console import say, tell
from ucgsim.safe_text import shown


@click.command()
@click.option("--native", is_flag=True, help="Compile for this very processor, where a wheel brought code for many.")
def warmup(*, native: bool) -> None:
    """Compile ahead what commands compile when they first play; it takes a minute, and nothing where it was done.

    A wheel may carry machine code for most processors: then nobody waits, and --native makes code for this one, which
    is used from then on.
    """
    from ucgsim.decks.finding import decks_in, shipped  # noqa: PLC0415 - help must not wait for it
    from ucgsim.decks.reading import read_deck  # noqa: PLC0415
    from ucgsim.engine.compiling.cache import NATIVE  # noqa: PLC0415
    from ucgsim.simulate.plan import Terms  # noqa: PLC0415
    from ucgsim.simulate.warmup import code_folder, ways_to_play  # noqa: PLC0415

    if native:
        os.environ[NATIVE] = "1"
    terms = Terms.of(policy="random")
    started = time.monotonic()
    for commands, play in ways_to_play(read_deck(decks_in(shipped())[0], terms.catalog), terms).items():
        play()
        say(f"ready: {commands}")
    tell(f"Ready after {time.monotonic() - started:.0f} s; the machine code lies in {shown(code_folder())}")
