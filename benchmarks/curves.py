"""Time and memory against games, cores and decks in a matrix: whole commands, each in a process of its own.

    python benchmarks/curves.py [--most 1000000] [--policy greedy]

Memory is the largest that one process of a command had, its workers among them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import click

DECKLISTS = Path(__file__).resolve().parent.parent / "decklists"
LEAST = 1_000
MATRIX_GAMES = 1_000
"""Games of one matchup."""
MATRIX_DECKS = (2, 4, 8, 16)
BYTES_PER_KIB = 1024


class Cost(NamedTuple):
    """What a command took."""

    seconds: float
    processor: float
    mebibytes: float


def cost_of(*words: object) -> Cost:
    """Run a command of ucgsim, what it prints put aside; raises where it fails."""
    started = time.perf_counter()
    command = [sys.executable, "-m", "ucgsim", *map(str, words)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise click.ClickException(f"{' '.join(command)}: ended with {os.waitstatus_to_exitcode(status)}")
    unit = BYTES_PER_KIB if sys.platform == "darwin" else 1
    mebibytes = usage.ru_maxrss / unit / BYTES_PER_KIB
    return Cost(time.perf_counter() - started, usage.ru_utime + usage.ru_stime, mebibytes)


def tell(what: str, cost: Cost) -> None:
    """Print one row."""
    click.echo(f"{what:<34} {cost.seconds:>9.1f} s {cost.processor:>9.1f} s of processors {cost.mebibytes:>7.0f} MiB")


@click.command()
@click.option("--most", default=1_000_000, help="Games of the largest duel.")
@click.option("--policy", default="greedy")
def main(*, most: int, policy: str) -> None:
    """Measure and print, from a thousand games on by tens, then by cores, then by decks."""
    decks = sorted(DECKLISTS.glob("*.txt"))
    same = ("--policy", policy, "--seed", 1)
    duel = ("duel", DECKLISTS / "tiga-dyna.txt", DECKLISTS / "omega-meteo.txt", *same)
    games = LEAST
    while games <= most:
        tell(f"duel of {games:,} games", cost_of(*duel, "-n", games, "--jobs", 1))
        games *= 10
    for jobs in range(1, (os.cpu_count() or 1) + 1):
        tell(f"duel of {most:,} games, {jobs} workers", cost_of(*duel, "-n", most, "--jobs", jobs))
    for n in MATRIX_DECKS:
        words = ("matrix", *decks[:n], *same, "-n", MATRIX_GAMES)
        tell(f"matrix of {n} decks, {MATRIX_GAMES:,} games each", cost_of(*words))


if __name__ == "__main__":
    main()
