"""What to bring to a tournament, and your chances there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import progress, say_change, tell
from ucgsim.cli.common.questions import Output, output_options
from ucgsim.safe_text import shown

FILE = click.Path(path_type=Path)
FEWEST_TIMES, MOST_TIMES, MOST_PLAYERS = 100, 1_000_000, 512


@click.command()
@click.argument("source", type=FILE, metavar="MATRIX")
@click.option("--players", type=options.WholeNumber(2, MOST_PLAYERS), default=64, help="Players.")
@click.option("--rounds", type=options.WholeNumber(0, MOST_PLAYERS), default=6, help="Swiss rounds.")
@click.option(
    "--cut", type=options.WholeNumber(1, MOST_PLAYERS), default=8, help="Players of the single elimination after them."
)
@click.option(
    "--match",
    type=click.Choice(["bo1", "bo3", "two-deck-bo3"]),
    default="bo1",
    help="What a round is, made of the matrix's games; leave it out where MATRIX holds matches.",
)
@click.option("--field", type=FILE, metavar="FILE", help="CSV of decks and weights: what the other players bring.")
@click.option(
    "--bring", multiple=True, metavar="DECK", help="Look at this deck, or pair A / B, only; may be given several times."
)
@click.option(
    "--times", type=options.WholeNumber(FEWEST_TIMES, MOST_TIMES), default=2000, help="Tournaments for each deck."
)
@output_options(options.seed_option, options.out_option, options.plot_option)
def tournament(source: Path, *, asked: Output, **played_so: Any) -> None:
    """Play a tournament many times over the matrix in MATRIX: who makes the cut, who wins, what to bring.

    MATRIX is a folder that matrix wrote with --out, of games or of matches. Swiss rounds without rematch, then single
    elimination among the first. Each tournament draws its chances from what the matrix leaves open. With --out a page
    of it is written, to be printed.
    """
    from ucgsim.studies.meta import folder_of, read_played  # noqa: PLC0415 - takes long to import
    from ucgsim.studies.tournament.question import looked_at  # noqa: PLC0415
    from ucgsim.studies.tournament.question import tournament as play  # noqa: PLC0415

    played = read_played(source)
    say_change(folder_of(source))
    decks = looked_at(played, played_so["match"], played_so["bring"])
    with progress("tournament", 2 * decks * played_so["times"], unit="tournaments") as advance:
        result = play(played, out=asked.out, advance=advance, **played_so)
    asked.tell(result)
    if asked.out is not None and not asked.as_json:
        page = shown(asked.out / "index.html")
        tell(f"{page}: a page to print; picture, table and summary.json are in the same folder")
