"""What needs no game loads none: such a command answers at once, and compiles nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys

PROGRAM = """
import json, sys
from click.testing import CliRunner
from ucgsim.cli.main import main
for args in json.loads(sys.argv[1]):
    result = CliRunner().invoke(main, args)
    assert result.exit_code == 0, result.output
    print(" ".join(sys.modules))
"""
COMPILER = {"numba", "llvmlite"}
TABLES = {"matplotlib", "pandas", "polars", "pyarrow"}
HEAVY = {*COMPILER, *TABLES}
UNUSED = {*TABLES, "joblib", "lark", "distributed", "scipy.optimize", "scipy.sparse", "scipy.stats", "scipy.linalg"}
"""What a duel does not need that keeps nothing: each takes a tenth of a second to load, or several."""
HELP = {*HEAVY, "numpy", "scipy", "lark", "rich", "joblib"}
WANT = ("--want", "level 1 hero >= 1")


def modules(*commands):
    """The modules that are loaded when each of these has answered, one after the other, in a process of their own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", PROGRAM, json.dumps(commands)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [set(line.split()) for line in done.stdout.splitlines()]


def test_help_loads_next_to_nothing():
    commands = (["--help"], *([name, "--help"] for name in ("duel", "matrix", "report", "warmup")))
    assert [each & HELP for each in modules(*commands)] == [set()] * len(commands)


def test_what_needs_no_game_loads_no_compiler():
    commands = (
        ["meta", "--help"],
        ["policies"],
        ["cards", "list"],
        ["deck", "check", "rising"],
        ["deck", "show", "rising"],
        ["odds", "rising", *WANT],
    )
    assert [each & HEAVY for each in modules(*commands)] == [set()] * len(commands)


def test_a_duel_that_keeps_nothing_loads_no_tables_solvers_or_workers():
    (loaded,) = modules(["duel", "rising", "plain-kaiju", "-n", "100", "--policy", "greedy", "--full"])
    assert "ucgsim.simulate.run" in loaded
    # From SciPy 1.18 on its special functions load its linear algebra themselves.
    program = "import sys, scipy.special; print(*sys.modules)"
    special = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not loaded & (UNUSED - set(special))
