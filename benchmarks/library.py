"""What the library of the game takes and gives: python -m benchmarks.library [--against CHECKOUT]

Built with nothing saved, in seconds; a warm `duel -n 1000`; games a second by policy, in turns with another checkout
that has an environment of its own (`.venv`), so that a noisy machine is as noisy for both.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from ucgsim.cli.common.console import tell

ROOT = Path(__file__).resolve().parent.parent
POLICIES = {"greedy": 16_000, "planner": 4_000, "search:16,with=planner": 16}
"""Games of a turn, by policy."""
TURNS = 5
PLAYS = """
import sys, time
from ucgsim.decks.checking import load_deck
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.cards.catalog import load_catalog
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan, play
decks = {place.stem: place for place in decks_in(shipped())}
pair = tuple(load_deck(decks[name], load_catalog()) for name in ("tiga-dyna", "zero-geed"))
plan, table = make_plan(pair, int(sys.argv[2]), Terms.of(policy=sys.argv[1]))
play(plan, table, range(2))
before = time.process_time()
play(plan, table, range(int(sys.argv[2])))
print(int(sys.argv[2]) / (time.process_time() - before))
"""


def seconds(words: list[str], home: str | None = None) -> float:
    """What a command takes."""
    more = {} if home is None else {"UCGSIM_HOME": home}
    began = time.perf_counter()
    subprocess.run(words, check=True, capture_output=True, env={**os.environ, **more}, cwd=ROOT)
    return time.perf_counter() - began


def games_a_second(python: Path, checkout: Path, policy: str) -> float:
    words = [str(python), "-c", PLAYS, policy, str(POLICIES[policy])]
    done = subprocess.run(words, check=True, capture_output=True, text=True, cwd=checkout)
    return float(done.stdout.split()[-1])


@click.command()
@click.option("--against", type=click.Path(path_type=Path, exists=True), help="Another checkout, with a .venv.")
def main(against: Path | None) -> None:
    with tempfile.TemporaryDirectory() as home:
        tell(f"Built with nothing saved: {seconds([sys.executable, '-m', 'ucgsim', 'warmup'], home):.1f} s")
    duel = [sys.executable, "-m", "ucgsim", "duel", "tiga-dyna", "zero-geed", "-n", "1000"]
    tell(f"Warm duel of 1,000 games: {min(seconds(duel) for _ in range(TURNS)):.2f} s")
    for policy in POLICIES:
        rates, ratios = [], []
        for _ in range(TURNS):
            rates.append(games_a_second(Path(sys.executable), ROOT, policy))
            if against is not None:
                ratios.append(rates[-1] / games_a_second(against / ".venv" / "bin" / "python", against, policy))
        more = f", {statistics.median(ratios):.3f} times those of the other checkout" if ratios else ""
        tell(f"{policy}: {statistics.median(rates):,.0f} games a second of processor time{more}")


if __name__ == "__main__":
    main()
