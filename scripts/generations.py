"""Play the matrix of decks under one player after the other, and exploiters of the planner: for the ladder's page.

    python scripts/generations.py [--games N] [--slow-games N] [--each N] [DECK]...

Written to reports/ladder/generations.md, which `scripts/ladder` adds to its page from then on. An exploiter is a player
that is good against the planner, whatever else it is: a search with the planner in its playouts, or numbers that
`ucgsim tune planner` found (`--exploiter planner@tuned/planner.toml`).
"""

from __future__ import annotations

from pathlib import Path

import click

from ucgsim.cli.games._ladder import GENERATIONS, ROOT
from ucgsim.files.writing import write_text_file
from ucgsim.studies.ladder.generations import exploit, generations_page, matrices

PLAYERS = ("greedy", "search:16", "planner:tries=0", "planner", "search:16,with=planner")
EXPLOITERS = ("search:16,with=planner", "search:64,with=planner,turns=0")
DECKS = ("arc-blazar", "baltan-swarm", "belial", "omega-meteo", "tiga-dyna", "zero-geed")


@click.command()
@click.argument("decks", nargs=-1)
@click.option("--player", "players", multiple=True, default=PLAYERS, help="Players in their order; may be repeated.")
@click.option("--exploiter", "exploiters", multiple=True, default=EXPLOITERS, help="Player against the planner.")
@click.option("--games", default=2_000, help="Games a matchup of players that don't search.")
@click.option("--slow-games", default=200, help="The same of those that do.")
@click.option("--each", default=40, help="Games of an exploiter with each of the shipped decks.")
@click.option("--jobs", default=1)
def main(
    *,
    decks: tuple[str, ...],
    players: tuple[str, ...],
    exploiters: tuple[str, ...],
    games: int,
    slow_games: int,
    each: int,
    jobs: int,
) -> None:
    """Play and write the page."""
    paths = [Path(name) for name in decks or DECKS]
    plays = matrices(players, paths, games=games, slow_games=slow_games, jobs=jobs)
    shipped = sorted((ROOT / "decklists").glob("*.txt"))
    exploiting = [exploit(name, "planner", shipped, games=each, jobs=jobs) for name in exploiters]
    page = generations_page(plays, exploiting, len(paths))
    write_text_file(ROOT / "reports" / "ladder" / GENERATIONS, page)
    click.echo(page)


if __name__ == "__main__":
    main()
