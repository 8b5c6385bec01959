"""The games of ``golden.csv`` and whole commands in a process of its own: ``reached`` or ``rows``, and a folder.

``reached`` prints the compiled functions that all of them reach, played interpreted (``NUMBA_DISABLE_JIT=1``). ``rows``
reads such names and prints the games; what is not among them is compiled as a function that does nothing, for the
whole game takes minutes without what makes compiling fast. What the commands save goes to the folder.
"""

from __future__ import annotations

import ast
import inspect
import sys
import textwrap
from pathlib import Path

from ucgsim.engine.compiling import compiled

PAIR = ("duel", "plain-dyna-gaia", "plain-kaiju", "--check", "none", "-n", "2", "--policy")
COMMANDS = {
    "planner": (*PAIR, "planner"),
    "search": (*PAIR, "search:1,with=greedy"),
    "redraw": ("redraw", "plain-dyna-gaia", "--against", "plain-kaiju", "-n", "2"),
}


def name_of(function) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def empty(function):
    """A function that is called alike and does nothing."""
    code = ast.parse(textwrap.dedent(inspect.getsource(function)))
    gives = any(isinstance(node, ast.Return) and node.value for node in ast.walk(code))
    scope = {"__name__": function.__module__}
    given = ", ".join(inspect.signature(function).parameters)
    exec(f"def {function.__name__}({given}): {'return 0' if gives else 'pass'}", scope)
    return scope[function.__name__]


def leave_out_all_but(reached: frozenset[str]) -> None:
    usual = compiled.compiled

    def reached_ones(function):
        return usual(function if name_of(function) in reached else empty(function))

    compiled.compiled = compiled.rarely = reached_ones


def games() -> str:
    from tests.simulate.golden import GOLDEN, text_of
    from ucgsim.cards.catalog import shipped_catalog
    from ucgsim.decks.checking import load_deck
    from ucgsim.simulate.plan import Terms
    from ucgsim.simulate.table import make_plan

    catalog, folder = shipped_catalog(), GOLDEN.parents[2] / "decklists"
    decks = tuple(load_deck(folder / name, catalog) for name in ("plain-dyna-gaia.txt", "plain-kaiju.txt"))
    terms = Terms(catalog=catalog, rules="1.6", seed=7, policies=("greedy", "random"))
    return text_of(*make_plan(decks, 50, terms))


def commands(folder: Path) -> None:
    """Carry out all commands, each into a folder of its name."""
    from tests.helpers import output

    for name, words in COMMANDS.items():
        output(*words, "--jobs", "1", "--out", folder / name)


def reached(folder: Path) -> set[str]:
    """The names of all functions that are called for the games and the commands."""
    names: set[str] = set()

    def note(frame, event, _argument) -> None:
        if event == "call":
            names.add(f"{frame.f_globals.get('__name__')}.{frame.f_code.co_qualname}")

    sys.setprofile(note)
    games()
    commands(folder)
    sys.setprofile(None)
    return {name for name in names if name.startswith("ucgsim.")}


if __name__ == "__main__":
    if sys.argv[1] == "reached":
        print(*reached(Path(sys.argv[2])))
    else:
        leave_out_all_but(frozenset(sys.stdin.read().split()))
        sys.stdout.write(games())
        commands(Path(sys.argv[2]))
