"""One planner against another at the same table: what weights or other numbers win, deck by deck.

    python -m benchmarks.versions [NEW.json] [--against OLD.json] [--policies planner planner:ends=0] [--games N]
                                  [--seed N]

Every deck that ships plays itself, NEW on either side in half of the games, on the same shuffles. NEW and OLD are the
weights that ship unless files are named, such as one of an earlier commit; ``--policies``: how each plays.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from benchmarks.redraws import LEFT_OUT
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.files.reading import own_bytes
from ucgsim.policies.planner.weights import FILE, REMEDY, former_weights, teach
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import play_games
from ucgsim.simulate.table import lay_out
from ucgsim.stats.rates import wilson

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ROOT / "ucgsim" / "policies" / "planner" / FILE


def won(path: Path, weights: list[Any], policies: tuple[str, str], games: int, seed: int) -> tuple[int, int]:
    """Half points that the first of two players wins in mirrors of a deck, and half points that there were."""
    deck = read_deck(path, shipped_catalog())
    points = 0
    for side in (0, 1):
        seated = policies if side == 0 else policies[::-1]
        table = lay_out((deck, deck), Terms(policies=seated, catalog=shipped_catalog()))
        tables = table.tables.copy()
        teach(tables, weights[0])
        teach(tables, weights[1], player=1 - side)
        winners = play_games(table.but(tables), seed, 0, range(games // 2)).rows["winner"]
        points += int(2 * (winners == side).sum() + (winners < 0).sum())
    return points, 2 * (games // 2) * 2


@click.command()
@click.argument("new", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=SHIPPED)
@click.option("--against", type=click.Path(exists=True, dir_okay=False, path_type=Path), default=SHIPPED)
@click.option("--policies", nargs=2, default=("planner", "planner"), help="How NEW and OLD play.")
@click.option("--games", default=2_000, help="Games of each deck.")
@click.option("--seed", default=4711)
def main(*, new: Path, against: Path, policies: tuple[str, str], games: int, seed: int) -> None:
    """Play and print."""
    weights = [former_weights(own_bytes(path, REMEDY), str(path))[0] for path in (new, against)]
    total, known = [0, 0], {"left out of the lessons": [0, 0], "in the lessons": [0, 0]}
    for path in sorted((ROOT / "decklists").glob("*.txt")):
        points, most = won(path, weights, policies, games, seed)
        group = known["left out of the lessons" if path.stem in LEFT_OUT else "in the lessons"]
        for part in (total, group):
            part[0] += points
            part[1] += most
        click.echo(f"{path.stem:24} {shown(points, most)}")
    for name, (points, most) in known.items():
        click.echo(f"{name:24} {shown(points, most)}")
    click.echo(f"{'all':24} {shown(*total)}")


def shown(points: int, most: int) -> str:
    """A rate in percent, with its 95 % interval (Wilson) and games."""
    rate = wilson(points // 2, most // 2)
    return f"{100 * rate.rate:.2f} ± {50 * (rate.high - rate.low):.2f}  ({most // 2} games)"


if __name__ == "__main__":
    main()
