"""Time and memory against games, cores, decks in a matrix and the length of games: whole commands.

    python benchmarks/curves.py [--most 1000000] [--policy greedy]

Each command has a process of its own. Memory is the largest that one process of it had, its workers among them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import click

DECKLISTS = Path(__file__).resolve().parent.parent / "decklists"
LEAST = 1_000
MATRIX_GAMES = 1_000
"""Games of one matchup."""
MATRIX_DECKS = (2, 4, 8, 16, 24)
LENGTH_GAMES = 100_000
BY_LENGTH = ("plain-kaiju", "plain-dyna-gaia", "tiga-dyna", "baltan-swarm", "omega-meteo", "ginga-victory")
"""Decks without texts and with them, whose mirrors last unequally long."""
BYTES_PER_KIB = 1024


class Cost(NamedTuple):
    """What a command took, and what it printed."""

    seconds: float
    processor: float
    mebibytes: float
    text: str = ""


def cost_of(*words: object) -> Cost:
    """Run a command of ucgsim; raises where it fails."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "ucgsim", *map(str, words)]
    with tempfile.TemporaryFile("w+", encoding="utf-8") as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        out.seek(0)
        text = out.read()
    if status:
        raise click.ClickException(f"{' '.join(command)}: ended with {os.waitstatus_to_exitcode(status)}")
    unit = BYTES_PER_KIB if sys.platform == "darwin" else 1
    mebibytes = usage.ru_maxrss / unit / BYTES_PER_KIB
    return Cost(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, mebibytes, text)


def tell(what: str, cost: Cost) -> None:
    """Print one row."""
    click.echo(f"{what:<34} {cost.seconds:>9.1f} s {cost.processor:>9.1f} s of processors {cost.mebibytes:>7.0f} MiB")


def mean_round(text: str) -> float:
    """The Round in which the games of a duel end, on average, by what it printed as JSON."""
    ended = json.loads(text)["rounds"]["distribution"]
    return sum(int(number) * games for number, games in ended.items()) / sum(ended.values())


def by_games(duel: tuple[object, ...], most: int) -> None:
    """A duel of ever more games, then one of the most by ever more workers."""
    games = LEAST
    while games <= most:
        tell(f"duel of {games:,} games", cost_of(*duel, "-n", games, "--jobs", 1))
        games *= 10
    for jobs in range(2, (os.cpu_count() or 1) + 1):
        tell(f"duel of {most:,} games, {jobs} workers", cost_of(*duel, "-n", most, "--jobs", jobs))


def by_decks(same: tuple[object, ...]) -> None:
    """A matrix of ever more decks, then the report of the largest."""
    decks = sorted(DECKLISTS.glob("*.txt"))
    for n in MATRIX_DECKS:
        words = ("matrix", *decks[:n], *same, "-n", MATRIX_GAMES)
        tell(f"matrix of {n} decks, {MATRIX_GAMES:,} games each", cost_of(*words))
    with tempfile.TemporaryDirectory() as folder:
        cost_of(*words, "--check", "none", "--out", Path(folder) / "run")
        tell(f"report of {n} decks", cost_of("report", Path(folder) / "run"))


def by_length(same: tuple[object, ...]) -> None:
    """Mirrors of equally many games, by how long these are."""
    costs = {}
    for name in BY_LENGTH:
        deck = DECKLISTS / f"{name}.txt"
        costs[name] = cost_of("duel", deck, deck, *same, "-n", LENGTH_GAMES, "--jobs", 1, "--json")
    lengths = {name: mean_round(cost.text) for name, cost in costs.items()}
    for name in sorted(lengths, key=lengths.__getitem__):
        tell(f"{lengths[name]:.2f} Rounds a game: {name}", costs[name])


@click.command()
@click.option("--most", default=1_000_000, help="Games of the largest duel.")
@click.option("--policy", default="greedy")
def main(*, most: int, policy: str) -> None:
    """Measure and print: by games from a thousand on by tens, by cores, by decks, by the length of games."""
    same = ("--policy", policy, "--seed", 1)
    by_games(("duel", DECKLISTS / "tiga-dyna.txt", DECKLISTS / "omega-meteo.txt", *same), most)
    by_decks(same)
    by_length(same)


if __name__ == "__main__":
    main()
