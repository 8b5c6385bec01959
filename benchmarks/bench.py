"""How fast games are played here: in floors of the same machine and minute, by policy and class of decks."""

from __future__ import annotations

import dataclasses
import os
import platform
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click
import numpy as np

from ucgsim.cli.common.console import print_json, progress, tell
from ucgsim.cli.common.options import json_option
from ucgsim.cli.main import fail
from ucgsim.decks.finding import decks_in, shipped
from ucgsim.decks.reading import read_deck
from ucgsim.engine.core.constants import NONE, Decision, Phase
from ucgsim.engine.core.record import new_game
from ucgsim.files.reading import read_kept
from ucgsim.limits import DEFAULT_POLICY
from ucgsim.policies.search.scratch import scratch_for
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games, shuffle_pairs
from ucgsim.simulate.plan import First, Terms, equal_halves
from ucgsim.simulate.run import Run, play_runs
from ucgsim.simulate.table import Table, lay_out, make_plan, play, warm_up
from ucgsim.simulate.workers import in_order

if TYPE_CHECKING:
    from ucgsim.decks.deck import Deck

Shares = Mapping[str, float]
"""Shares of the time of games: what sums to 1 is of the rules by phase, of the policy by kind of decision."""
LIBRARIES = ("ucgsim", "numpy", "polars")
USUAL = ("greedy", "planner", "search:16,with=planner")


@dataclass(frozen=True, slots=True)
class Speed:
    """One policy on one class of decks, each deck against itself, on one core: means over the decks.

    ``floors``: time of a game in units of the floor; ``most_floors``: that of the slowest deck.
    """

    policy: str
    decks: str
    number: int
    games_per_second: float
    decisions_per_second: float
    playouts_per_second: float
    floors: float
    slowest: str
    most_floors: float

    def line(self) -> str:
        """The same in words."""
        playouts = f", {self.playouts_per_second:,.0f} playouts" if self.playouts_per_second else ""
        return (
            f"{self.policy}, {self.number} decks of {self.decks}: {self.games_per_second:,.0f} games, "
            f"{self.decisions_per_second:,.0f} decisions{playouts} a second and core; "
            f"{self.floors:,.0f} floors a game, at most {self.most_floors:,.0f} ({self.slowest})"
        )


@dataclass(frozen=True, slots=True)
class Bench:
    """How fast a machine plays. ``floor``: nanoseconds of two shuffles of 50 cards; ``gain``: of all cores over one.

    ``beside``: what a duel of many games takes next to them, as a share, by policy and class of decks.
    ``starts``: seconds until a command has answered: ``--help``, a duel of two games, the same with no library saved.
    """

    machine: Mapping[str, Any]
    floor: float
    speeds: tuple[Speed, ...]
    gain: float
    beside: Shares
    shares: Shares
    starts: Mapping[str, float | None]

    def to_json(self) -> dict[str, Any]:
        """The same as one JSON object."""
        return dataclasses.asdict(self)

    def lines(self) -> Iterator[str]:
        """The same in words: what somebody pastes who reports that something is slow."""
        here, starts = self.machine, self.starts
        libraries = ", ".join(f"{name} {number}" for name, number in here["libraries"].items())
        cold = "not measured (--cold)" if starts["cold"] is None else f"{starts['cold']:.0f} s"
        beside = ", ".join(f"{share:.0%} ({what})" for what, share in self.beside.items())
        yield f"Machine    {here['processor']}, {here['cores']} cores, {here['system']}"
        yield f"Versions   Python {here['python']}, {libraries}"
        yield f"Floor      {self.floor:,.0f} ns for two shuffles of 50 cards"
        yield f"Cores      {here['cores']} play {self.gain:.2f} times what one does"
        yield (
            f"Start      --help {starts['help']:.2f} s; duel of two games {starts['warm']:.1f} s, "
            f"with no library saved {cold}"
        )
        yield f"Duel       takes besides its games {beside} of what they take"
        yield from ("", *(each.line() for each in self.speeds), "", "Where the time of a game goes:")
        yield from (f"  {share:6.1%}  {what}" for what, share in self.shares.items() if share >= LEAST_SHARE)


def _machine() -> dict[str, Any]:
    """What is measured on."""
    return {
        "system": platform.platform(),
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "python": platform.python_version(),
        "libraries": {name: version(name) for name in LIBRARIES},
    }


def _processor() -> str:
    """The processor by its name, as far as the system tells."""
    raw = read_kept(Path("/proc/cpuinfo"))
    lines = (raw or b"").decode("utf-8", "replace").splitlines()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    if names:
        return names[0]
    return platform.processor() or platform.machine()


BATCH = 20_000
"""Shuffles between two looks at the clock."""
LEAST_GOES = 3
FIRST_GAMES = 4
MOST_GAMES = 4_000
LOOK_EVERY = 0.0002
"""Seconds between two looks at a game that is played."""
SHARES_OF = "greedy"
USUAL_GAMES = 50_000
"""Games of a second, more or less: of a duel that is held against its games alone."""
LEAST_GAMES = 200
COLD_SECONDS = 900
LEAST_SHARE = 0.01
"""Of the time of a game, below which a part of it gets no line."""
PLAIN, EFFECTS = "plain cards", "cards with effects"


class Played(NamedTuple):
    """What was played, and how long it took."""

    games: int
    decisions: int
    playouts: int
    seconds: float

    def __add__(self, other: Played) -> Played:  # type: ignore[override]
        """Both together."""
        games, decisions, playouts = (a + b for a, b in zip(self[:3], other[:3], strict=True))
        return Played(games, decisions, playouts, self.seconds + other.seconds)


def measure(
    policies: Sequence[str], *, seconds: float, cold: bool = False, advance: Callable[[int], object] = lambda _: None
) -> Bench:
    """Measure everything: every shipped deck as a mirror for ``seconds`` under each policy; ``advance`` counts them.

    Raises UcgsimError for an unknown policy. ``cold``: compile once more in an empty folder, which takes a minute.
    """
    labels = [parse_policy(name).label for name in policies]
    floor = _floor(seconds)
    speeds = []
    for policy, label in zip(policies, labels, strict=True):
        for kind, decks in classes().items():
            each = {}
            for deck in decks:
                each[deck.name] = _for_a_while(_table(deck, policy), seconds)
                advance(1)
            speeds.append(_speed(label, kind, each, floor))
    table = _table(classes()[EFFECTS][0], SHARES_OF)
    gain, beside, shares = _gain(table, seconds), _beside(seconds), _shares(table, seconds)
    return Bench(_machine(), floor, tuple(speeds), gain, beside, shares, _starts(cold=cold))


def work(policies: Sequence[str]) -> int:
    """How often ``measure`` calls ``advance``."""
    return len(policies) * sum(map(len, classes().values()))


def classes() -> Mapping[str, list[Deck]]:
    """The shipped decks, those without any text apart."""
    terms = Terms.of()
    decks = [read_deck(path, terms.catalog) for path in decks_in(shipped())]
    plain = [deck for deck in decks if not any(card.has_text for card in deck.cards(terms.catalog))]
    return {PLAIN: plain, EFFECTS: [deck for deck in decks if deck not in plain]}


def _floor(seconds: float) -> float:
    """Nanoseconds that two shuffles of 50 cards take; the best of several goes."""
    game = new_game()
    took: list[float] = []
    shuffle_pairs(game, 1)
    until = time.perf_counter() + seconds
    while len(took) < LEAST_GOES or time.perf_counter() < until:
        started = time.perf_counter()
        shuffle_pairs(game, BATCH)
        took.append(time.perf_counter() - started)
    return min(took) / BATCH * 1e9


def _table(deck: Deck, policy: str) -> Table:
    return lay_out((deck, deck), Terms.of(policy=policy))


def _speed(label: str, kind: str, each: Mapping[str, Played], floor: float) -> Speed:
    floors = {name: played.seconds / played.games * 1e9 / floor for name, played in each.items()}
    slowest = max(floors, key=floors.__getitem__)
    rates = [(p.games / p.seconds, p.decisions / p.seconds, p.playouts / p.seconds) for p in each.values()]
    games, decisions, playouts = np.mean(rates, axis=0).tolist()
    mean = float(np.mean(list(floors.values())))
    return Speed(label, kind, len(each), games, decisions, playouts, mean, slowest, floors[slowest])


def _for_a_while(table: Table, seconds: float) -> Played:
    """Games on a table for about so many seconds."""
    _play(table, 0, FIRST_GAMES)
    whole, size = Played(0, 0, 0, 0.0), FIRST_GAMES
    while whole.seconds < seconds:
        whole += _play(table, whole.games, size)
        size = min(2 * size, MOST_GAMES)
    return whole


def _play(table: Table, start: int, games: int) -> Played:
    rows = np.zeros(games, ROW)
    room, ends = np.empty(LONGEST_GAME * (games + 1), np.uint8), np.empty(games, np.int64)
    scratch = scratch_for(table.tables)
    before = time.perf_counter()
    call = (table.tables, table.decks, 1, 0, start, NONE, rows.view(np.recarray), room, ends)
    play_games(new_game(), *call, scratch=scratch)
    took = time.perf_counter() - before
    return Played(games, int(rows["decisions"].sum()), int(scratch["playouts"].sum()), took)


def _gain(table: Table, seconds: float) -> float:
    """How many times what one core plays all of them do together."""
    cores = os.cpu_count() or 1
    alone = _rate(table, seconds)
    return sum(in_order([partial(_rate, table, seconds)] * cores, cores)) / alone


def _rate(table: Table, seconds: float) -> float:
    played = _for_a_while(table, seconds)
    return played.games / played.seconds


def _beside(seconds: float) -> Shares:
    """What a duel takes next to its games, once it has begun, by policy and class of decks."""
    return {
        f"{policy}, {kind}": _beside_games(decks[0], policy, max(round(USUAL_GAMES * seconds), LEAST_GAMES))
        for policy in (SHARES_OF, DEFAULT_POLICY)
        for kind, decks in classes().items()
    }


def _beside_games(deck: Deck, policy: str, games: int) -> float:
    """The same for so many games of a deck against itself; the best of several goes."""
    run = Run(*make_plan((deck, deck), equal_halves(games, First.THROW), Terms.of(policy=policy)))
    parts = [run.plan.games_of(part) for part in range(run.plan.shards)]
    warm_up(run.plan, run.table)
    alone = [_took(lambda: [play(run.plan, run.table, part) for part in parts]) for _ in range(LEAST_GOES)]
    duels = [_took(lambda: play_runs([run])) for _ in range(LEAST_GOES)]
    return min(duels) / min(alone) - 1


def _took(work: Callable[[], object]) -> float:
    """Seconds of this processor."""
    before = time.process_time()
    work()
    return time.process_time() - before


def _shares(table: Table, seconds: float) -> Shares:
    """Where the time of a game goes: one is played next to this thread, which looks at it again and again.

    A look that is in the middle of a decision counts for the policy, by kind, every other one for the rules.
    """
    game, looks = new_game(), Counter[str]()
    until, over = time.perf_counter() + max(seconds, 1.0), threading.Event()
    player = threading.Thread(target=_play_until, args=(game, table, over), daemon=True)
    player.start()
    while time.perf_counter() < until:
        looks[_doing(int(game["phase"]), int(game["kind"]))] += 1
        time.sleep(LOOK_EVERY)
    over.set()
    player.join()
    whole = sum(looks.values())
    return {name: count / whole for name, count in sorted(looks.items(), key=lambda item: -item[1])}


def _doing(phase: int, kind: int) -> str:
    if kind != Decision.NOTHING:
        return f"policy: {Decision(kind).name.lower().replace('_', ' ')}"
    return f"rules: {Phase(phase).name.lower().replace('_', ' ')}"


def _play_until(game: np.record, table: Table, over: threading.Event) -> None:
    rows, ends = np.zeros(MOST_GAMES, ROW), np.empty(MOST_GAMES, np.int64)
    room = np.empty(LONGEST_GAME * (MOST_GAMES + 1), np.uint8)
    while not over.is_set():
        play_games(game, table.tables, table.decks, 1, 0, 0, NONE, rows.view(np.recarray), room, ends)


def _starts(*, cold: bool) -> dict[str, float | None]:
    """How long a command takes that plays next to nothing: with all code there, and with none."""
    name = sorted(path.stem for path in decks_in(shipped()))[0]
    duel = ("duel", name, name, "-n", "2", "--jobs", "1")
    with tempfile.TemporaryDirectory() as empty:
        first = _seconds_of(duel, UCGSIM_HOME=empty) if cold else None
    return {"help": _seconds_of(("--help",)), "warm": _seconds_of(duel), "cold": first}


def _seconds_of(words: Sequence[str], **more: str) -> float:
    """How long a command takes, the start of Python included."""
    paths = os.pathsep.join(filter(None, sys.path))
    started = time.perf_counter()
    command = [sys.executable, "-m", "ucgsim", *words]
    environment = {**os.environ, "PYTHONPATH": paths, **more}
    subprocess.run(command, env=environment, capture_output=True, timeout=COLD_SECONDS, check=True)
    return time.perf_counter() - started


@click.command()
@click.option("--policy", "policies", multiple=True, default=USUAL, metavar="NAME", help="Who plays; may be repeated.")
@click.option(
    "--seconds", type=click.FloatRange(0.01, 600), default=0.3, help="Time for each of the shipped decks and policies."
)
@click.option("--cold", is_flag=True, help="Compile everything once more, in an empty folder, and time that too.")
@json_option
def main(*, policies: tuple[str, ...], seconds: float, cold: bool, as_json: bool) -> None:
    """Measure games, decisions and playouts a second, where their time goes, and how long commands take to begin.

    Times of games are given in floors as well: a floor is what two shuffles take in the same minute, which hardly
    depends on the machine. Other programs at work at the same time make every figure worse.
    """
    with progress("bench", work(policies), unit="decks") as advance:
        result = measure(policies, seconds=seconds, cold=cold, advance=advance)
    if as_json:
        print_json(result.to_json())
        return
    for line in result.lines():
        tell(line)


if __name__ == "__main__":
    try:
        main.main(prog_name="python -m benchmarks.bench", standalone_mode=False)
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - a user never sees a traceback
        fail(error)
