"""The game in a page against the game in Python: python -m benchmarks.page [--pairs N] [--clocks] [--swaps N]

Counts of mirrors, crosses and random legal pairs must be equal; then speed of one core against native code, of two
workers against one, and what a page loads. Needs Node. `--clocks` reads, in a browser, how fast the page answers what a
person does, and nothing else; it needs Playwright. `--swaps` holds its swaps against a search of two minutes for each
deck, which is why nobody waits for that unless it is asked for.
"""

from __future__ import annotations

import gzip
import json
import random
import shutil
import subprocess
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np

from scripts.same_games import random_pair
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cli.common.console import tell
from ucgsim.cli.common.options import WholeNumber
from ucgsim.compiling.library import web_library
from ucgsim.decks.checking import load_deck
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.simulate.counts import count
from ucgsim.simulate.loops.tally import TALLY
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan, play
from ucgsim.web.book import game_files

if TYPE_CHECKING:
    from ucgsim.decks.deck import Deck

SCRIPTS = Path(__file__).resolve().parent.parent / "tests" / "web"
POLICIES = ("random", "greedy", "planner", "search:16,with=planner")
SLOW = 20
"""Games of a pair where somebody searches."""
SEED = 7
CATALOG = shipped_catalog()


def in_node(script: str, asked: Any, place: Path) -> Any:
    """What a script of the page answers."""
    node = shutil.which("node")
    if node is None:
        raise SystemExit("this needs Node")
    call = [node, str(SCRIPTS / script), str(place)]
    return json.loads(subprocess.run(call, input=json.dumps(asked).encode(), check=True, capture_output=True).stdout)


def task(pair: tuple[Deck, Deck], policy: str, games: int) -> dict[str, Any]:
    """Games of two decks, as the page is asked for them."""
    a, b = ([card.number for card in deck.cards(CATALOG)] for deck in pair)
    return {"a": a, "b": b, "policies": [policy] * 2, "seed": SEED, "matchup": 0, "start": 0, "games": games}


def compare(pairs: list[tuple[Deck, Deck]], policy: str, games: int, place: Path) -> None:
    """Say how many pairs have equal counts, and how fast each side plays."""
    answers = in_node("count.mjs", [task(pair, policy, games) for pair in pairs], place)["answers"]
    equal, native = 0, 0.0
    for pair, answer in zip(pairs, answers, strict=True):
        plan, table = make_plan(pair, games, Terms.of(policy=policy, catalog=CATALOG, seed=SEED))
        began = time.process_time()
        wanted = count(play(plan, table, range(games)))
        native += time.process_time() - began
        names = TALLY.names or ()
        equal += all(np.array_equal(getattr(wanted, name), answer["counted"][name]) for name in names)
    page = sum(answer["seconds"] for answer in answers)
    total = games * len(pairs)
    tell(
        f"{policy}: {equal} of {len(pairs)} pairs of {games} games have equal counts; {total / page:,.0f} games a "
        f"second in WebAssembly, {native / page:.2f} times native code"
    )


@click.command()
@click.option("--pairs", type=WholeNumber(1, 1000), default=24, help="Mirrors, crosses and random pairs of each.")
@click.option("--games", type=WholeNumber(2, 100_000), default=500, help="Games of a pair; fewer where one searches.")
@click.option("--clocks", is_flag=True, help="How fast the page answers in a browser, and nothing else.")
@click.option(
    "--swaps", type=WholeNumber(0, 24), default=0, help="Decks whose swaps are held against `ucgsim improve`."
)
def main(pairs: int, games: int, clocks: bool, swaps: int) -> None:  # noqa: FBT001 - click calls it
    if clocks or swaps:
        from benchmarks import clocks as read  # noqa: PLC0415 - the rest needs no browser

        read.show(list(read.clocks(swaps)))
        return
    dice = random.Random(SEED)
    decks = [load_deck(place, CATALOG) for place in decks_in(shipped())]
    mirrors = [(deck, deck) for deck in decks][:pairs]
    crosses = list(zip(decks, decks[1:] + decks[:1], strict=True))[:pairs]
    drawn = [random_pair(dice, decks) for _ in range(pairs)]
    with tempfile.TemporaryDirectory() as away:
        place, made = Path(away), game_files(CATALOG)
        files = {"ucgsim.wasm": web_library(), "layout.json": made.layout, "book.bin": made.book}
        for name, data in files.items():
            (place / name).write_bytes(data)
        sizes = ", ".join(f"{name} {len(gzip.compress(data)) / 1000:.0f} kB" for name, data in files.items())
        tell(f"Compressed: {sizes}")
        for policy in POLICIES:
            compare(mirrors + crosses + drawn, policy, SLOW if "search" in policy else games, place)
        several = [task((decks[0], other), "planner", 4000) for other in decks[1:5]]
        one, two = (in_node("pool.mjs", {"size": size, "tasks": several}, place)["seconds"] for size in (1, 2))
        tell(f"16,000 games: {one:.1f} s by one worker, {two:.1f} s by two: {one / two:.2f} times")


if __name__ == "__main__":
    main()
