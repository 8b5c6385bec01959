"""Play matchups and swaps under several good players: what is played is stored, and the same command goes on.

python -m scripts.players [--player TEXT]... [--swaps N] [--jobs N]
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import click

from scripts.panel import PANEL, ROOT, Store, Table, matchups, swaps
from ucgsim.cli.common.console import progress
from ucgsim.cli.common.options import WholeNumber, jobs_option
from ucgsim.cli.main import fail

GAMES, GAINS = "games.json", "swaps.json"


@click.command(context_settings={"show_default": True})
@click.option("--player", "wanted", multiple=True, help="Only players whose label this is; may be repeated.")
@click.option("--swaps", "number", type=WholeNumber(0, 10_000), default=216, help="Swaps to play.")
@click.option("--matchups/--no-matchups", "rounds", default=True, help="Play the matchups.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / "reports" / "players", help="Folder to write to."
)
@jobs_option
def main(wanted: tuple[str, ...], *, number: int, rounds: bool, out: Path, jobs: int) -> None:
    """Play what is not stored yet."""
    games, gains = Store(out / GAMES, "games of several players"), Store(out / GAINS, "swaps of several players")
    players = [player for player in PANEL if not wanted or player.label in wanted]
    with tempfile.TemporaryDirectory() as scratch:
        table = Table(Path(scratch), jobs)
        asked = matchups() if rounds else []
        for player in players:
            with progress(player.label, len(asked) * player.games) as advance:
                for place, pair in enumerate(asked):
                    key = f"{player.label} | {pair[0]} | {pair[1]}"
                    games.get(key, lambda player=player, pair=pair, place=place: table.matchup(player, pair, place))
                    advance(player.games)
        tried = swaps(table, number)
        for player in players:
            fitting = [
                (place, swap) for place, swap in enumerate(tried) if player.pairs and swap.cards >= player.fewest
            ]
            with progress(f"{player.label}, swaps", len(fitting)) as advance:
                for place, swap in fitting:
                    key = f"{player.label} | {place}"
                    gains.get(key, lambda player=player, swap=swap, place=place: table.swap(player, swap, place))
                    advance(1)


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/players", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
