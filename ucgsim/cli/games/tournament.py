"""What to bring to a tournament, and your chances there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import progress, say_change, tell
from ucgsim.cli.common.questions import Output, output_options
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from ucgsim.studies.tournament.games import MetaGames

FILE = click.Path(path_type=Path)
FEWEST_TIMES, MOST_TIMES, MOST_PLAYERS = 100, 1_000_000, 512
TIMES_OF_FIELD = 1000


@click.command()
@click.argument("source", type=FILE, metavar="MATRIX")
@click.option("--players", type=options.WholeNumber(2, MOST_PLAYERS), default=64, help="Players.")
@click.option(
    "--rounds",
    type=options.WholeNumber(0, MOST_PLAYERS),
    show_default="as the players need: 5 for 32, 6 for 64",
    help="Swiss rounds.",
)
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
    "--bring",
    multiple=True,
    metavar="DECK",
    help="Your deck, or pair A / B: look at it only; may be given several times.",
)
@click.option(
    "--field-only",
    is_flag=True,
    help="Play no tournament: say what wins most against the field, and which field nothing beats.",
)
@click.option(
    "--times",
    type=options.WholeNumber(FEWEST_TIMES, MOST_TIMES),
    show_default="2000, with --field-only 1000",
    help="Tournaments for each deck; with --field-only, how often games are drawn again for the intervals.",
)
@output_options(options.seed_option, options.out_option, options.plot_option)
def tournament(source: Path, *, field_only: bool, times: int | None, asked: Output, **how: Any) -> None:
    """Play a tournament many times over the matrix in MATRIX: who makes the cut, who wins, what to bring.

    MATRIX is a folder that matrix wrote with --out, of games or of matches. Swiss rounds without rematch, then single
    elimination among the first. Each tournament draws its chances from what the matrix leaves open. With --out a page
    of it is written, to be printed.
    """
    from ucgsim.studies.tournament.games import folder_of, read_played  # noqa: PLC0415 - takes long to import

    played = read_played(source)
    say_change(folder_of(source))
    if field_only:
        _field_only(played, times or TIMES_OF_FIELD, asked, **how)
        return
    from ucgsim.studies.tournament.question import DEFAULT_TIMES, looked_at  # noqa: PLC0415
    from ucgsim.studies.tournament.question import tournament as play  # noqa: PLC0415

    times = times or DEFAULT_TIMES
    decks = looked_at(played, how["match"], how["bring"])
    with progress("tournament", 2 * decks * times, unit="tournaments") as advance:
        result = play(played, times=times, out=asked.out, advance=advance, **how)
    asked.tell(result)
    if asked.out is not None and not asked.as_json:
        page = shown(asked.out / "index.html")
        tell(f"{page}: a page to print; picture, table and summary.json are in the same folder")


def _field_only(played: MetaGames, times: int, asked: Output, *, field: Path | None, seed: int, **shape: Any) -> None:
    """What to bring against the field, and which field nothing beats."""
    typed = [name for name in (*shape, "out") if options.is_typed(name)]
    if typed:
        raise click.UsageError(f"--{typed[0]} and --field-only do not go together: no tournament is played")
    from ucgsim.studies.tournament.meta import meta as solve  # noqa: PLC0415 - takes long to import

    with progress("field", times, unit="resamples") as advance:
        asked.tell(solve(played, field=field, seed=seed, times=times, advance=advance))
