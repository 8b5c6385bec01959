"""What needs no game loads none: such a command answers at once, and compiles nothing."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import sys
from click.testing import CliRunner
from ucgsim.cli.main import main
result = CliRunner().invoke(main, sys.argv[1:])
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


def modules(*args):
    """The modules that a command has loaded when it has answered; the machine may be as slow as it likes."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", PROGRAM, *args]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split())


@pytest.mark.parametrize("command", ["", "duel", "matrix", "report", "warmup"])
def test_help_loads_next_to_nothing(command):
    assert not modules(*filter(None, [command]), "--help") & HELP


@pytest.mark.parametrize(
    "args",
    [
        ("odds", "rising", *WANT),
        ("deck", "check", "rising"),
        ("deck", "show", "rising"),
        ("cards", "list"),
        ("meta", "--help"),
        ("policies",),
    ],
    ids=" ".join,
)
def test_what_needs_no_game_loads_no_compiler(args):
    assert not modules(*args) & HEAVY


def test_a_duel_that_keeps_nothing_loads_no_tables_solvers_or_workers():
    loaded = modules("duel", "rising", "plain-kaiju", "-n", "100", "--policy", "greedy", "--full")
    assert "ucgsim.simulate.run" in loaded
    # From SciPy 1.18 on its special functions load its linear algebra themselves.
    program = "import sys, scipy.special; print(*sys.modules)"
    special = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not loaded & (UNUSED - set(special))
