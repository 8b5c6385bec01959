"""How a command starts: what needs no game loads none, nothing is left to build, and what a newcomer types first."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.helpers import output, run
from ucgsim.cli.tool import quickstart
from ucgsim.compiling.library import library_folder
from ucgsim.decks.finding import shipped

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
    commands = (["--help"], ["duel", "-h"], *([name, "--help"] for name in ("duel", "matrix", "report", "warmup")))
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


def test_a_list_is_shown_without_numpy():
    (loaded,) = modules(["deck", "show", "rising"])
    assert "ucgsim.stats.rates" in loaded
    assert "numpy" not in loaded


def test_a_duel_that_keeps_nothing_loads_no_tables_solvers_or_workers():
    (loaded,) = modules(["duel", "rising", "plain-kaiju", "-n", "100", "--policy", "greedy", "--full"])
    assert "ucgsim.simulate.run" in loaded
    # From SciPy 1.18 on its special functions load its linear algebra themselves.
    program = "import sys, scipy.special; print(*sys.modules)"
    special = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not loaded & (UNUSED - set(special))


def test_after_a_warmup_nothing_is_built():
    done = subprocess.run([sys.executable, "-m", "ucgsim", "warmup"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Ready after ")
    assert str(library_folder()) in done.stdout
    assert not done.stderr


def test_its_decks_ship():
    assert all((shipped() / f"{name}.txt").is_file() for name in quickstart.DECKS)


@pytest.mark.usefixtures("undrawn")
def test_it_plays_writes_a_page_and_says_how_to_go_on(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(quickstart, "DECKS", ("plain-kaiju", "plain-rosso-blu"))
    result = output("quickstart", "-n", "2", "-j", "1")
    page = tmp_path / "reports" / "quickstart" / "index.html"
    assert page.is_file()
    last = result.split("The page: ")[1]
    assert last.startswith(str(page))
    assert "  ucgsim matrix plain-kaiju plain-rosso-blu -n 2 --seed 7 --out reports/quickstart" in last
    assert "  ucgsim gauntlet my-deck.txt plain-kaiju plain-rosso-blu" in last


def test_a_folder_of_something_else_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "letter.txt").write_text("dear", encoding="utf-8")
    result = run("quickstart", "--out", "mine", "-n", "2", "-j", "1")
    assert result.exit_code == 2
    assert "mine: holds letter.txt but no matrix; name a new or an empty folder" in result.stderr
    assert [entry.name for entry in (tmp_path / "mine").iterdir()] == ["letter.txt"]


def test_a_pipe_takes_every_letter_whatever_the_code_page():
    code = "import io, sys; sys.stdout = io.TextIOWrapper(sys.stdout.buffer, encoding='cp1252'); "
    code += "from ucgsim.__main__ import run; run()"
    command = [sys.executable, "-c", code, "cards", "show", "BP01-012"]
    others = {name: value for name, value in os.environ.items() if name != "PYTHONIOENCODING"}
    done = subprocess.run(command, env=others, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "ウルトラマンアーク" in done.stdout.decode("utf-8")
