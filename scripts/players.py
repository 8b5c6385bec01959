"""Play matchups and swaps under several good players: what is played is stored, and the same command goes on.

python -m scripts.players [--player TEXT]... [--swaps N] [--jobs N]
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scripts.panel import DECKS, LEFT_OUT, PANEL, ROOT, Player, Store, Table, against, matchups, swaps
from ucgsim.cli.common.console import progress
from ucgsim.cli.common.options import WholeNumber, jobs_option
from ucgsim.cli.main import fail

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES, MIRRORS, GAINS = "games.json", "mirrors.json", "swaps.json"


@click.command(context_settings={"show_default": True})
@click.option("--player", "wanted", multiple=True, help="Only players whose label this is; may be repeated.")
@click.option("--swaps", "number", type=WholeNumber(0, 10_000), default=216, help="Swaps to play.")
@click.option("--matchups/--no-matchups", "rounds", default=True, help="Play the matchups and mirrors.")
@click.option(
    "--out", type=click.Path(path_type=Path), default=ROOT / "reports" / "players", help="Folder to write to."
)
@jobs_option
def main(wanted: tuple[str, ...], *, number: int, rounds: bool, out: Path, jobs: int) -> None:
    """Play what is not stored yet."""
    players = [player for player in PANEL if not wanted or player.label in wanted]
    with tempfile.TemporaryDirectory() as scratch:
        table = Table(Path(scratch), jobs)
        if rounds:
            play_games(players, table, Store(out / GAMES, "games of several players"))
            play_mirrors(players, table, Store(out / MIRRORS, "mirrors of several players"))
        play_swaps(players, table, Store(out / GAINS, "swaps of several players"), number)


def play_games(players: Sequence[Player], table: Table, store: Store) -> None:
    """Matchups with a player on both sides."""
    for player in players:
        asked = matchups()
        with progress(player.label, len(asked) * player.games) as advance:
            for place, pair in enumerate(asked):
                key = f"{player.label} | {pair[0]} | {pair[1]}"
                store.get(key, partial(table.matchup, player, pair, place))
                advance(player.games)


def play_mirrors(players: Sequence[Player], table: Table, store: Store) -> None:
    """The decks that ship against themselves, one player against another."""
    for player in players:
        other = against(player)
        with progress(f"{player.label} against {other.label}", len(DECKS + LEFT_OUT)) as advance:
            for place, deck in enumerate(DECKS + LEFT_OUT):
                key = f"{player.label} | {other.label} | {deck}"
                store.get(key, partial(table.mirror, player, other, deck, place))
                advance(1)


def play_swaps(players: Sequence[Player], table: Table, store: Store, number: int) -> None:
    """What changes of decks gain."""
    tried = swaps(table, number)
    for player in players:
        with progress(f"{player.label}, swaps", len(tried) * (player.pairs > 0)) as advance:
            for place, swap in enumerate(tried if player.pairs else ()):
                store.get(f"{player.label} | {place}", partial(table.swap, player, swap, place))
                advance(1)


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/players", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
