"""Play the same games on other kinds of machines, and compare every byte: python -m scripts.same_games [--games N] ...

WebAssembly in Node, Linux ARM64 in QEMU (`qemu-aarch64`), Windows in Wine, Python itself: each where it is installed.
On ARM64 and Windows a small program plays that is linked with the objects of the library.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from ucgsim.cards.catalog import load_catalog, shipped_catalog
from ucgsim.cli.common.console import tell
from ucgsim.cli.common.options import WholeNumber
from ucgsim.cli.main import fail
from ucgsim.compiling.building import TARGETS, build, objects
from ucgsim.compiling.header import header, prototype
from ucgsim.compiling.sources import library_hash, unit_modules
from ucgsim.decks.checking import load_deck
from ucgsim.decks.deck import Deck
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.record import new_game
from ucgsim.policies.search.scratch import SEARCH, scratch_for
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, At, _play_games
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import Table, lay_out

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent / "elsewhere"
SLOW = 20
"""Games of a pair where somebody searches."""
INTERPRETED = 2
"""Games of a pair that Python plays itself."""


class Case(NamedTuple):
    """Games of two decks: what `ucg_play_games` is given."""

    table: Table
    games: int
    seed: int

    def arguments(self) -> list[Any]:
        """The arguments, all of them new."""
        tables = self.table.tables
        at = np.zeros(len(At), np.int64)
        at[At.CHOSEN] = NONE
        return [
            new_game(),
            tables,
            self.table.decks,
            self.seed,
            0,
            np.arange(self.games),
            np.full(self.games, NONE, np.int64),
            np.zeros(self.games, ROW).view(np.recarray),
            np.zeros(LONGEST_GAME * (self.games + 1), np.uint8),
            np.zeros(self.games, np.int64),
            scratch_for(tables),
            at,
        ]

    def packed(self) -> bytes:
        """The same as `elsewhere/play.c` reads it."""
        g, t, decks, seed, matchup, indices, leads, rows, battles, _, scratch, at = self.arguments()
        numbers = [g.nbytes, t.nbytes, *decks.shape, seed, matchup, self.games, rows.itemsize, battles.nbytes]
        numbers += [len(scratch), SEARCH.itemsize, len(at)]
        parts = [np.array(numbers, np.int64), g, t, decks, indices, leads, scratch, at]
        return b"".join(part.tobytes() for part in parts)

    def played(self) -> bytes:
        """Rows, ends and battles of the games, played by this process."""
        arguments = self.arguments()
        _play_games(*arguments)
        rows, battles, ends = arguments[7], arguments[8], arguments[9]
        return rows.tobytes() + ends.tobytes() + battles[: ends[-1]].tobytes()


def cases(games: int, pairs: int, policies: tuple[str, ...], seed: int) -> Iterator[tuple[str, Case]]:
    """The shipped decks in mirrors and crosses, then random legal pairs; each with its name."""
    catalog, dice = shipped_catalog(), random.Random(seed)
    decks = [load_deck(place, catalog) for place in decks_in(shipped())]
    met = [(deck, deck) for deck in decks] + list(zip(decks, decks[1:] + decks[:1], strict=True))
    dice.shuffle(met)
    for number, pair in enumerate(met[:pairs] + [random_pair(dice, decks) for _ in range(pairs)]):
        for policy in policies:
            table = lay_out(pair, Terms.of(policy=policy, catalog=catalog))
            yield (
                f"{pair[0].name} - {pair[1].name}, {policy}",
                Case(table, SLOW if "search" in policy else games, number),
            )


def random_pair(dice: random.Random, decks: list[Deck]) -> tuple[Deck, Deck]:
    """Two decks of what two shipped ones each hold, mixed at random: four copies of a number at most."""
    return mixed(dice, *dice.sample(decks, 2)), mixed(dice, *dice.sample(decks, 2))


def mixed(dice: random.Random, first: Deck, second: Deck) -> Deck:
    """Fifty cards of two decks."""
    both = sorted((dict(first.counts) | dict(second.counts)).items())
    cards = [number for number, count in both for _ in range(count)]
    chosen = dice.sample(cards, 50)
    return Deck("mixed", tuple(sorted((number, chosen.count(number)) for number in set(chosen))))


class Place(NamedTuple):
    """Where games are played: a target of the library, and what runs a program for it, ``{}`` being the program."""

    target: str
    runs: tuple[str, ...]
    zig: str = ""


PLACES = {
    "WebAssembly in Node": Place("wasm", ("node", str(HERE / "play.mjs"), "{}")),
    "Linux ARM64 in QEMU": Place("linux-aarch64", ("qemu-aarch64", "{}"), "aarch64-linux-musl"),
    "Windows x86-64 in Wine": Place("windows-x86_64", ("wine", "{}"), "x86_64-windows-gnu"),
}


def program(place: Place, away: Path, libraries: dict[str, Any]) -> Path:
    """What is run in a place: the library itself, or a program that is linked with its objects."""
    target = TARGETS[place.target]
    if not place.zig:
        (away / target.file).write_bytes(libraries[place.target].data)
        return away / target.file
    units = [_play_games]
    records = [kind.dtype for unit in units for kind in unit.takes if kind.dtype is not None]
    text = header([prototype(unit.py_func, unit.takes, unit.returns) for unit in units], records)
    (away / "ucgsim.h").write_text(text, "utf-8")
    made = away / f"play-{place.target}.exe"
    parts = [str(path) for path in objects(away / "objects", place.target)]
    command = [sys.executable, "-m", "ziglang", "cc", "-target", place.zig, "-O2", "-static", "-I", str(away)]
    subprocess.run([*command, "-o", str(made), str(HERE / "play.c"), *parts], check=True)
    return made


@click.command(context_settings={"show_default": True})
@click.option("--games", type=WholeNumber(1, 100_000), default=500, help="Games of a pair; of one that searches, 20.")
@click.option("--pairs", type=WholeNumber(1, 48), default=12, help="Pairs of shipped decks, and as many random ones.")
@click.option("--policy", "policies", multiple=True, default=("random", "greedy", "planner", "search:16,with=planner"))
@click.option("--seed", type=WholeNumber(0, 2**62), default=1, help="Seed of the pairs.")
@click.option("--interpreted", is_flag=True, help="Play two games of each case in Python as well.")
def main(games: int, pairs: int, policies: tuple[str, ...], seed: int, *, interpreted: bool) -> None:
    """Say where the same games came out otherwise."""
    load_catalog()
    known = list(cases(games, pairs, policies, seed))
    here = [case.played() for _, case in known]
    tell(f"Here: {len(known)} cases, {sum(case.games for _, case in known):,} games")
    places = {name: place for name, place in PLACES.items() if shutil.which(place.runs[0])}
    differing = 0
    with tempfile.TemporaryDirectory() as folder:
        away = Path(folder)
        (away / "cases").write_bytes(b"".join(case.packed() for _, case in known))
        targets = tuple(place.target for place in places.values())
        libraries = build(unit_modules(), targets, library_hash(), keep=away / "objects")
        for name, place in places.items():
            made = program(place, away, libraries)
            command = [str(made) if word == "{}" else word for word in place.runs]
            done = subprocess.run([*command, str(away / "cases")], capture_output=True, check=True)
            differing += compared(name, done.stdout, known, here)
    if interpreted:
        few = [(name, case._replace(games=INTERPRETED)) for name, case in known]
        code = f"from scripts.same_games import write_cases; write_cases({(INTERPRETED, pairs, policies, seed)!r})"
        words = [sys.executable, "-c", code]
        done = subprocess.run(words, env=os.environ | {"UCGSIM_INTERPRETED": "1"}, capture_output=True, check=True)
        differing += compared("Python itself", done.stdout, few, [case.played() for _, case in few])
    if absent := sorted(PLACES.keys() - places.keys()):
        tell(f"Not tried here: {', '.join(absent)}")
    sys.exit(min(differing, 1))


def write_cases(terms: tuple[int, int, tuple[str, ...], int]) -> None:
    """Play all cases, few games of each, and write what came out to standard output."""
    for _, case in cases(*terms):
        sys.stdout.buffer.write(case._replace(games=INTERPRETED).played())


def compared(name: str, rows: bytes, known: list[tuple[str, Case]], here: list[bytes]) -> int:
    """Say how many cases came out otherwise in a place, and the first of them."""
    at, others = 0, []
    for (what, _), expected in zip(known, here, strict=True):
        others += [] if rows[at : at + len(expected)] == expected else [what]
        at += len(expected)
    same = "every byte the same" if not others and at == len(rows) else f"{len(others)} differ, first {others[:1]}"
    tell(f"{name}: {len(known)} cases, {same}")
    return len(others) + (at != len(rows))


if __name__ == "__main__":
    try:
        main.main(prog_name="scripts/same_games", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
