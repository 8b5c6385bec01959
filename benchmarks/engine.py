"""Games and decisions a second, next to a fixed yardstick of the same machine and minute; memory by games.

    python benchmarks/engine.py [DECK_A DECK_B] [--policy NAME] [--seconds S] [--json]

The yardstick is two 50-card Fisher-Yates shuffles with the engine's generator, what a game cannot do without. Games
a second depend on the machine; yardsticks a game do so far less. Nothing here fails because a machine is slow.
"""

from __future__ import annotations

import importlib
import json
import resource
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.engine.core.record import new_game
from ucgsim.simulate.loops.match import shuffle_pairs
from ucgsim.simulate.plan import SHARD, Terms
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import play, warm_up
from ucgsim.simulate.workers import in_order
from ucgsim.studies.duel.question import plan_duel

if TYPE_CHECKING:
    from collections.abc import Callable

DECKLISTS = Path(__file__).resolve().parent.parent / "decklists"
BATCH = 20_000
MEMORY_GAMES = (20_000, 200_000, 2_000_000)
BYTES_PER_KIB = 1024


def rate(work: Callable[[], int], seconds: float) -> float:
    """Units a second of ``work``, which returns how many it did, over at least ``seconds``."""
    done, started = 0, time.perf_counter()
    while (spent := time.perf_counter() - started) < seconds:
        done += work()
    return done / spent


def yardstick(seconds: float) -> float:
    """Pairs of shuffles a second on one core."""
    game = new_game()
    shuffle_pairs(game, 1)

    def work() -> int:
        shuffle_pairs(game, BATCH)
        return BATCH

    work()
    return rate(work, seconds)


def planned(decks: tuple[str, str], policy: str, games: int) -> Run:
    """A run of so many games, kept nowhere."""
    return plan_duel(*decks, Terms.of(policy=policy), games=games).run


def engine(run: Run, seconds: float) -> tuple[float, float]:
    """Games and decisions a second on one core, rows included."""
    warm_up(run.plan, run.table)
    part = run.plan.games_of(0)
    decisions = int(play(run.plan, run.table, part).rows["decisions"].sum()) / len(part)
    games = rate(lambda: len(play(run.plan, run.table, part).rows), seconds)
    return games, games * decisions


def at_once(run: Run, seconds: float, cores: int) -> float:
    """Games a second of so many of the simulator's workers at the same time, each with its code loaded before."""
    # A worker has another main module, so it finds this file by its name.
    itself = importlib.import_module(Path(__file__).stem)
    return sum(games for games, _ in in_order([partial(itself.engine, run, seconds)] * cores, cores))


def whole(decks: tuple[str, str], policy: str, jobs: int, games: int) -> float:
    """Games a second of a duel from end to end, with counting and the start of its workers."""
    started = time.perf_counter()
    play_runs([planned(decks, policy, games)], jobs=jobs)
    return games / (time.perf_counter() - started)


def memory(decks: tuple[str, str], policy: str, games: int) -> float:
    """Peak memory in MiB of a process that plays so many games."""
    command = [sys.executable, __file__, *decks, "--policy", policy, "--only-memory", str(games)]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(result.stdout)


def peak() -> float:
    """Peak memory of this process in MiB."""
    status = Path("/proc/self/status")
    if status.exists():
        # What getrusage tells on Linux includes the process that started this one.
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / BYTES_PER_KIB
    unit = BYTES_PER_KIB if sys.platform == "darwin" else 1
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit / BYTES_PER_KIB


def measure(decks: tuple[str, str], policy: str, seconds: float, cores: int) -> dict[str, Any]:
    """All figures."""
    run = planned(decks, policy, BATCH)
    yards = yardstick(seconds)
    games, decisions = engine(run, seconds)
    together, many = at_once(run, seconds, cores), int(games * 5 * seconds / SHARD + 1) * SHARD
    alone = whole(decks, policy, 1, many)
    return {
        "decks": list(decks),
        "policy": run.plan.labels[0],
        "yardsticks_per_second": yards,
        "games_per_second": games,
        "decisions_per_second": decisions,
        "yardsticks_per_game": yards / games,
        "cores": cores,
        "games_per_second_together": together,
        "gain_of_cores": together / games,
        "duel_games": many,
        "duel_games_per_second_alone": alone,
        "duel_games_per_second_together": whole(decks, policy, cores, many),
        "memory_mib": {games: memory(decks, policy, games) for games in MEMORY_GAMES},
    }


def figures_text(result: dict[str, Any]) -> str:
    """The figures as text."""
    cores = result["cores"]
    lines = [
        f"decks                    {' against '.join(Path(deck).stem for deck in result['decks'])}",
        f"policy                   {result['policy']} on both sides",
        f"yardstick                {result['yardsticks_per_second']:>12,.0f} pairs of shuffles a second",
        f"engine, one core         {result['games_per_second']:>12,.0f} games a second",
        f"                         {result['decisions_per_second']:>12,.0f} decisions a second",
        f"                         {result['yardsticks_per_game']:>12.1f} yardsticks a game",
        f"engine, {cores} cores          {result['games_per_second_together']:>12,.0f} games a second",
        f"                         {result['gain_of_cores']:>12.2f} times one core",
        f"duel of {result['duel_games']:,} games: {result['duel_games_per_second_alone']:,.0f} games a second with "
        f"--jobs 1, {result['duel_games_per_second_together']:,.0f} with --jobs {cores}",
        *(f"memory, {games:>9,} games {peak:>12,.0f} MiB" for games, peak in result["memory_mib"].items()),
    ]
    return "\n".join(lines)


@click.command()
@click.argument("decks", nargs=-1, type=click.Path(exists=True, dir_okay=False))
@click.option("--policy", default="greedy")
@click.option("--seconds", default=2.0, help="Time for each figure.")
@click.option("--cores", default=2)
@click.option("--only-memory", type=int, hidden=True)
@click.option("--json", "as_json", is_flag=True)
def main(
    decks: tuple[str, ...], *, policy: str, seconds: float, cores: int, only_memory: int | None, as_json: bool
) -> None:
    """Measure and print; two plain decks where none are named."""
    a, b = decks or (str(DECKLISTS / "plain-dyna-gaia.txt"), str(DECKLISTS / "plain-kaiju.txt"))
    if only_memory:
        play_runs([planned((a, b), policy, only_memory)])
        click.echo(peak())
        return
    result = measure((a, b), policy, seconds, cores)
    click.echo(json.dumps(result, indent=2) if as_json else figures_text(result))


if __name__ == "__main__":
    main()
