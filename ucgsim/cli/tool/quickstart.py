"""A first look: four decks play each other, and the page of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common.console import say, tell
from ucgsim.cli.common.options import jobs_option
from ucgsim.safe_text import command_line, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

DECKS = ("arc-blazar", "omega-meteo", "tiga-dyna", "zero-geed")
"""Names of the shipped decks that are played."""
GAMES, SEED = "2000", "7"
FOLDER = Path("reports", "quickstart")


@click.command()
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), default=FOLDER, help="Folder for the games and the page."
)
@click.option("-n", "--games", default=GAMES, metavar="N", help="Games for each two decks.")
@jobs_option
def quickstart(*, out: Path, games: str, jobs: int) -> None:
    """Play a round robin of four shipped decks, write a page of it, and say how to go on.

    Runs where you are: nothing but the folder of --out is written. It goes on where it was interrupted.
    """
    from ucgsim.cli.games.matrix import matrix  # noqa: PLC0415 - help must not wait for what plays
    from ucgsim.cli.runs.report import report  # noqa: PLC0415
    from ucgsim.decks.finding import shipped  # noqa: PLC0415

    # Their own files, not their names: a deck of the user's may bear the same name.
    decks = [str(shipped() / f"{name}.txt") for name in DECKS]
    asked = ["-n", games, "--seed", SEED, "--out", str(out)]
    say(f"ucgsim: {', '.join(DECKS)}: {games} games for each two; the first time the game is compiled before")
    _run(matrix, [*decks, *asked, "-j", str(jobs)])
    _run(report, [str(out)])
    page = out.resolve() / "index.html"
    tell()
    tell(f"The page: {shown(page)} - open it in a browser.")
    tell("The same, step by step:")
    tell(f"  {command_line(['ucgsim', 'matrix', *DECKS, *asked])}")
    tell(f"  {command_line(['ucgsim', 'report', str(out)])}")
    tell("With a deck of yours:")
    tell(f"  {command_line(['ucgsim', 'gauntlet', 'my-deck.txt', *DECKS])}")


def _run(command: click.Command, words: Sequence[str]) -> None:
    """Run a command as if it were typed; its failures are those of this one."""
    command.main(list(words), prog_name=f"ucgsim {command.name}", standalone_mode=False)
