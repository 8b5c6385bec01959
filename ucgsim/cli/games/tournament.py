"""What to bring to a tournament, and your chances there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ucgsim.cli.common import options
from ucgsim.cli.common.console import print_json, progress, say_change, tell, tell_parts
from ucgsim.safe_text import shown

if TYPE_CHECKING:
    from collections.abc import Sequence

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
@options.seed_option
@options.out_option
@options.plot_option
@options.full_option
@options.json_option
def tournament(
    source: Path,
    *,
    players: int,
    rounds: int,
    cut: int,
    match: str,
    field: Path | None,
    bring: Sequence[str],
    times: int,
    seed: int,
    out: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
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
    decks = looked_at(played, match, bring)
    with progress("tournament", 2 * decks * times, unit="tournaments") as advance:
        result = play(
            played,
            players=players,
            rounds=rounds,
            cut=cut,
            match=match,
            field=field,
            bring=bring,
            times=times,
            seed=seed,
            out=out,
            advance=advance,
        )
    if plot is not None:
        from ucgsim.probability.plots import save_plot  # noqa: PLC0415 - loads matplotlib

        save_plot(result.figure(), plot)
    if as_json:
        print_json(result.to_json())
        return
    tell_parts(result.parts())
    if out is not None:
        tell(f"{shown(out / 'index.html')}: a page to print; picture, table and summary.json lie beside it")
