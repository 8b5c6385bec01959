"""The planner against the planner of an earlier commit, each with the sources of its own, in mirrors of every deck.

    python -m benchmarks.former COMMIT [--games N] [--seed N] [--policy planner] [DECK]...

Both programs hold the same game: whoever sits on a side is asked there, and what it takes is taken in both. The policy
of today has either side in half of the games, on the same shuffles.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO, Any

import click
from joblib import Parallel, delayed

from benchmarks.redraws import LEFT_OUT
from benchmarks.versions import shown
from scripts.panel import ROOT, sources_of
from ucgsim.play.game import Game

SEATED = """
import json, sys
from ucgsim.play.game import Game
for line in sys.stdin:
    asked = json.loads(line)
    if "deal" in asked:
        deck, seed, index, policy = asked["deal"]
        game = Game.deal((deck, deck), seed=seed, index=index, policies=(policy, policy))
        game.seat((policy, policy))
    else:
        if asked["taken"] is not None:
            game.take(asked["taken"])
        game.advance()
        if asked["choose"]:
            sys.stdout.write(str(game.policy_choice()) + chr(10))
            sys.stdout.flush()
"""
"""What plays an earlier player: it follows the game, and says what it would take where it is asked."""


def say(to: IO[str], asked: dict[str, Any]) -> None:
    """Send a line to the earlier player."""
    to.write(json.dumps(asked) + "\n")
    to.flush()


def won(deck: str, sources: Path, policy: str, games: int, seed: int) -> int:
    """Half points that the policy of today wins in mirrors of a deck."""
    env = os.environ | {"PYTHONPATH": str(sources)}
    words = [sys.executable, "-P", "-c", SEATED]
    points = 0
    with subprocess.Popen(words, cwd=sources, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as old:
        if old.stdin is None or old.stdout is None:  # never: both are pipes
            return 0
        for number in range(games):
            index, side = number // 2, "AB"[number % 2]
            game = Game.deal((deck, deck), seed=seed, index=index, policies=(policy, policy))
            game.seat((policy, policy))
            say(old.stdin, {"deal": [deck, seed, index, policy]})
            game.advance()
            taken = None
            while not game.is_over and game.decision is not None:
                is_own = game.decision.player == side
                say(old.stdin, {"taken": taken, "choose": not is_own})
                taken = game.policy_choice() if is_own else int(old.stdout.readline())
                game.take(taken)
                game.advance()
            points += 1 if game.winner is None else 2 * (game.winner == side)
        old.stdin.close()
    return points


@click.command()
@click.argument("commit")
@click.argument("decks", nargs=-1)
@click.option("--games", default=400, help="Games of each deck.")
@click.option("--seed", default=4711)
@click.option("--policy", default="planner")
@click.option("--jobs", default=2)
def main(*, commit: str, decks: tuple[str, ...], games: int, seed: int, policy: str, jobs: int) -> None:
    """Play and print."""
    names = list(decks) or sorted(path.stem for path in (ROOT / "decklists").glob("*.txt"))
    with tempfile.TemporaryDirectory() as scratch:
        sources = sources_of(commit, Path(scratch))
        paths = [str(ROOT / "decklists" / f"{name}.txt") for name in names]
        points = Parallel(jobs)(delayed(won)(path, sources, policy, games, seed) for path in paths)
    known = dict(zip(names, points, strict=True))
    for name, each in known.items():
        click.echo(f"{name:24} {shown(each, 2 * games)}")
    left_out = [each for name, each in known.items() if name in LEFT_OUT]
    for title, some in (("left out of the lessons", left_out), ("all", points)):
        if some:
            click.echo(f"{title:24} {shown(sum(some), 2 * games * len(some))}")


if __name__ == "__main__":
    main()
