"""What each part of Numba that the game replaces is worth: compiling and playing without it, next to all of them.

    python benchmarks/compiling.py [MEND ...] [--rounds N] [--view] [--no-games]

Each mend is switched off by itself, in processes of their own with machine code of their own. Compiling: processor
seconds of a first duel with nothing kept, in one process, the best of some rounds; with ``--view`` of the shared code
that shows a game alone, a fifth of it. Games: the same games in turns, with the mend and without, the median of the
ratios. Nothing here fails because a machine is slow; ``plain`` is Numba's public interface alone.
"""

from __future__ import annotations

import hashlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ucgsim.engine.compiling import compiled
from ucgsim.engine.compiling.compiled import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

internals: Any = compiled._INTERNALS
POLICIES = {"greedy": 4000, "planner": 1500}
"""Games of a turn, by policy."""
TURNS = 12
DECKS = ("tiga-dyna", "zero-geed")


def without_lean(part: str) -> None:
    """Compile without one of the two that ``lean_code`` replaces."""
    replaced = {"calls": (internals._CONTEXT, "call_conv"), "indices": (internals._ARRAYS, "fix_integer_index")}
    holder, name = replaced[part]
    usual, lean = getattr(holder, name), internals.lean_code

    @contextmanager
    def lean_code() -> Iterator[None]:
        with lean():
            setattr(holder, name, usual)
            yield

    internals.lean_code = lean_code


def without_aliases() -> None:
    define = internals._Pipeline.define_pipelines

    def define_pipelines(self: Any) -> Any:
        result = define(self)
        self.state.flags.noalias = False
        return result

    internals._Pipeline.define_pipelines = define_pipelines


@contextmanager
def nothing() -> Iterator[None]:
    yield


MENDS: dict[str, Callable[[], object]] = {
    "calls": lambda: without_lean("calls"),
    "indices": lambda: without_lean("indices"),
    "aliases": without_aliases,
    "vectors": lambda: delattr(internals.EntryLibrary, "_optimize_final_module"),
    "rare": lambda: delattr(internals.RareLibrary, "add_llvm_module"),
    "types": lambda: setattr(internals, "remembered_types", nothing),
    "bookkeeping": lambda: delattr(internals.LeanPasses, "_runPass"),
    "wrappers": compiled._BARE.clear,
    "widening": lambda: setattr(compiled, "_widened", lambda kind: kind),
    "shared": lambda: setattr(compiled, "shared", lambda *_, **__: compiled.compiled),
    "names": lambda: setattr(internals, "_names_only", lambda library: library),
}
"""How each is switched off, before anything of the game is loaded."""


def spent() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def compile_view() -> None:
    """The shared code that shows a game, with all that it calls."""
    from ucgsim.engine import bp  # noqa: PLC0415

    bp.look.load()


def child(mend: str, policy: str, games: int) -> None:
    """Compile, say what that took and what comes of the games; then play them once more for each line that is read."""
    if mend in MENDS:
        MENDS[mend]()
    from ucgsim.simulate.plan import Terms  # noqa: PLC0415
    from ucgsim.simulate.table import play, warm_up  # noqa: PLC0415 - it is switched off before
    from ucgsim.studies.duel.question import plan_duel  # noqa: PLC0415

    started = spent()
    if policy == "view":
        compile_view()
        print(spent() - started, "", flush=True)
        return
    run = plan_duel(*DECKS, Terms.of(policy=policy), games=games).run
    started = spent()
    warm_up(run.plan, run.table)
    compiling = spent() - started
    rows = play(run.plan, run.table, run.plan.games_of(0)).rows
    print(compiling, hashlib.sha256(rows.tobytes()).hexdigest()[:12], flush=True)
    for _ in sys.stdin:
        started = spent()
        play(run.plan, run.table, run.plan.games_of(0))
        print(spent() - started, flush=True)


class Player:
    """A process that plays without a mend."""

    def __init__(self, mend: str, home: Path, policy: str, games: int) -> None:
        environment = {**os.environ, "UCGSIM_HOME": str(home), "UCGSIM_ALONE": "1"}
        if mend == "plain":
            environment[PLAIN] = "1"
        command = [sys.executable, __file__, "--child", mend, policy, str(games)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command, env=environment, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
        compiling, _, self.rows = self._line().partition(" ")
        self.compiling = float(compiling)

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def turn(self) -> float:
        """Processor seconds of the games."""
        assert self._process.stdin is not None
        print(file=self._process.stdin, flush=True)
        return float(self._line())

    def end(self) -> None:
        self._process.communicate()


def compile_time(mend: str, home: Path, policy: str) -> float:
    player = Player(mend, home, policy, 20)
    player.end()
    return player.compiling


def ratio_of_games(mend: str, homes: dict[str, Path], policy: str) -> float:
    """Time of games without a mend, by that with all of them."""
    with_all, without = (Player(name, homes[name], policy, POLICIES[policy]) for name in ("all", mend))
    assert with_all.rows == without.rows, f"other games without {mend}"
    ratios = []
    for turn in range(TURNS):
        first, second = (with_all, without) if turn % 2 else (without, with_all)
        times = {first: first.turn(), second: second.turn()}
        ratios.append(times[without] / times[with_all])
    with_all.end()
    without.end()
    return statistics.median(ratios)


@click.command()
@click.argument("mends", nargs=-1, type=click.Choice([*MENDS, "plain"]))
@click.option("--rounds", default=1, show_default=True, help="How often each is compiled.")
@click.option("--view", is_flag=True, help="Compile the code that shows a game alone, and play nothing.")
@click.option("--games/--no-games", default=True, help="Whether games are played.")
def main(mends: tuple[str, ...], rounds: int, *, view: bool, games: bool) -> None:
    """Print a table: a row a mend, ratios of the time without it to the time with all."""
    names = tuple(name for name in mends or MENDS if not view or name not in ("shared", "plain"))
    times: dict[str, list[float]] = {name: [] for name in ("all", *names)}
    with tempfile.TemporaryDirectory() as away:
        homes: dict[str, Path] = {}
        for number in range(rounds):
            for name, taken in times.items():
                homes[name] = Path(away) / f"{name}-{number}"
                taken.append(compile_time(name, homes[name], "view" if view else "greedy"))
        policies = tuple(POLICIES) if games and not view else ()
        print(f"{'without':<12} {'compiling':>10} {'':>6}", *(f"{policy:>8}" for policy in policies))
        for name, taken in times.items():
            ratios = [ratio_of_games(name, homes, policy) for policy in policies if name != "all"]
            cells = " ".join(f"{ratio:>8.3f}" for ratio in ratios)
            print(f"{name:<12} {min(taken):>8.1f} s {min(taken) / min(times['all']):>6.2f} {cells}", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], sys.argv[3], int(sys.argv[4]))
    else:
        main()
