"""How much sooner a check ends that stops when it knows: games and seconds against a check of a fixed number.

    python benchmarks/checks.py [--jobs N] [--games N]

Both are played one after the other for each gauntlet, so their ratio hardly depends on the machine.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import click

import ucgsim
from ucgsim.studies.check import DEFAULT_CHECK, MOST_EACH

ROOT = Path(__file__).resolve().parent.parent
GAUNTLETS = (
    ("tiga-dyna", "arc-blazar", "kaiju-giants", "rosso-blu"),
    ("omega-meteo", "arc-blazar", "tiga-dyna", "zero-geed"),
    ("belial", "zero-geed", "arc-blazar", "plain-kaiju"),
)
"""A deck and its rivals: of close matchups, of mixed ones, and of clear ones."""


def checked(decks: list[str], games: int, jobs: int | None, each: int | None) -> tuple[Any, float]:
    """A gauntlet with its check, and the seconds that the check took."""
    started = time.perf_counter()
    ucgsim.gauntlet(decks[0], decks[1:], games=games, jobs=jobs, progress=False)
    alone = time.perf_counter() - started
    started = time.perf_counter()
    result = ucgsim.gauntlet(
        decks[0], decks[1:], games=games, jobs=jobs, check=DEFAULT_CHECK, check_games=each, progress=False
    )
    return result, time.perf_counter() - started - alone


def verdicts(result: Any) -> str:
    """What the check says of each matchup."""
    return ", ".join(cell.verdict.value for cell in result.checked.cells.values())


@click.command()
@click.option("--games", default=2_000, help="Games against each rival.")
@click.option("--jobs", type=int)
def main(*, games: int, jobs: int | None) -> None:
    """Play and print."""
    for names in GAUNTLETS:
        decks = [str(ROOT / "decklists" / f"{name}.txt") for name in names]
        fixed, long = checked(decks, games, jobs, MOST_EACH)
        known, short = checked(decks, games, jobs, None)
        click.echo(
            f"{names[0]} against {', '.join(names[1:])}: fixed {fixed.check.total:,} games {long:.1f} s "
            f"({verdicts(fixed)}); until known {known.check.total:,} games {short:.1f} s ({verdicts(known)}); "
            f"ratio {short / long:.2f}"
        )


if __name__ == "__main__":
    main()
