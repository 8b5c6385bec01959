"""The process of a command: streams that are closed or full, signals at any moment, nothing left behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from itertools import product
from pathlib import Path

import pytest

from tests.helpers import DECKLISTS, ROOT, SMALL_PARTS, as_typed, run
from tests.waiting import until
from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.common import process
from ucgsim.decks.reading import read_deck
from ucgsim.simulate.folder import RunFolder
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell and signals")

DECKS = [str(DECKLISTS / f"plain-{name}.txt") for name in ("dyna-gaia", "kaiju")]
UCGSIM = as_typed(sys.executable, "-m", "ucgsim")
ODDS = as_typed("odds", DECKS[0], "--want", "level 1 DYNA >= 1")
DUEL = as_typed("duel", *DECKS, "-n", 20)
BESIDES = ("duel: ", "ucgsim: compil", "ucgsim: 2,000,000 games take", "ucgsim: 20,000,000 games take")
"""What a command also says where it takes long."""


def shell(command):
    """What a shell makes of a command line with redirections."""
    return subprocess.run(["bash", "-c", f"{UCGSIM} {command}"], capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.mark.parametrize(
    ("command", "streams"),
    [
        *product(["--help"], [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-"]),
        *product([ODDS], [">&-", "2>&-", "<&-"]),
        *product([f"{ODDS} --json"], [">&-"]),
        *product([DUEL], ["2>&-", "<&- >&- 2>&-"]),
    ],
)
def test_closed_streams_are_nobody(command, streams):
    result = shell(f"{command} {streams}")
    assert result.returncode == 0
    assert "Traceback" not in result.stderr
    assert bool(result.stdout) == (">&-" not in streams.split())


@pytest.mark.parametrize("streams", [">/dev/full", "1</dev/null"])
def test_an_answer_that_can_t_be_written_is_an_error(streams):
    result = shell(f"{ODDS} {streams}")
    assert result.returncode == 2
    assert result.stderr.startswith("ucgsim: error: ")
    assert result.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_remarks_that_can_t_be_written_cost_no_answer():
    assert shell(f"{DUEL} 2>/dev/full").returncode == 0
    assert shell("odds absent.txt --want x 2>/dev/full").returncode == 2


BEGUN = """
from ucgsim import __main__

def begin(handler, hear=__main__.hear):
    before = hear(handler)
    if handler is __main__.end_at_once:
        print("begun", flush=True)
    return before

__main__.hear = begin
__main__.run()
"""


def begun(*arguments, before=""):
    """A command whose interpreter has begun: before that nobody can answer a signal."""
    process = subprocess.Popen(
        [sys.executable, "-c", before + BEGUN, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    return process


def in_group(number):
    """Processes of a group that run, next to its leader's leftovers."""
    result = subprocess.run(["ps", "-eo", "pgid=,stat=,pid="], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in result.splitlines()]
    return [pid for group, state, pid in rows if group == str(number) and not state.startswith("Z")]


@pytest.mark.slow
@pytest.mark.parametrize(
    "policy", ["greedy", f"{ROOT / 'docs' / 'examples' / 'careful.py'}:Careful"], ids=["threads", "processes"]
)
@pytest.mark.parametrize(
    ("sign", "code", "line"),
    [
        ("SIGHUP", 129, "ucgsim: ended by SIGHUP"),
        ("SIGINT", 130, "ucgsim: interrupted"),
        ("SIGKILL", -9, None),
    ],
)
def test_a_command_ends_with_its_workers_and_says_what_is_saved(tmp_path, policy, sign, code, line):
    run = tmp_path / "run"
    words = ("--policy", policy, "--check", "none", "--jobs", "2", "--out", str(run))
    process = begun("duel", *DECKS, "-n", "2000000", *words, before=SMALL_PARTS)
    until(lambda: len(list(run.glob("part-*"))) > 1)
    assert (len(in_group(process.pid)) > 1) == (policy != "greedy"), "threads for what is compiled, else processes"
    process.send_signal(signal.Signals[sign])
    out, err = process.communicate()
    until(lambda: not in_group(process.pid))
    lines = [each for each in err.splitlines() if not each.startswith(BESIDES)]
    parts = [json.loads(each.split(b" ", 2)[2]) for each in (run / "parts.jsonl").read_bytes().splitlines()]
    saved = sum(part["counts"]["rows"] for part in parts)
    kept = f"; {saved:,} games are saved in {run}: the same command goes on from there"
    assert (process.returncode, out, lines) == (code, "", [line + kept] if line else [])
    assert not (run / "done.json").exists()
    assert sign == "SIGKILL" or sorted(path.name for path in run.glob(".*")) == []


@pytest.mark.parametrize(
    ("question", "saved"),
    [
        (["duel", *DECKS, "-n", "40", "--lead-pairs", "0", "--check", "none"], "40 games"),
        (["compare", *DECKS, "-n", "40", "--check", "none"], "80 games"),
        (["matrix", *DECKS, "-n", "40", "--match", "bo3"], "40 matches"),
        (["matrix", *DECKS, "-n", "40", "--lead-pairs", "0", "--check", "greedy", "--check-games", "20"], "60 games"),
    ],
)
def test_what_is_interrupted_says_how_much_is_saved(question, saved, tmp_path, monkeypatch):
    monkeypatch.setattr(process, "_kept", [])
    assert run(*question, "--jobs", 1, "--out", tmp_path / "run").exit_code == 0
    process.keeps(tmp_path / "run")
    on = f"interrupted; {saved} are saved in {tmp_path / 'run'}: the same command goes on from there"
    assert process.interrupted() == (on, 130)


def test_what_is_interrupted_too_soon_says_that_nothing_is_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(process, "_kept", [])
    for place in (tmp_path / "none", tmp_path / "run"):
        process.keeps(place)
        assert process.interrupted() == ("interrupted; nothing is saved yet", 130)
        # The plan is there before the first part.
        decks = tuple(read_deck(Path(deck), load_catalog()) for deck in DECKS)
        RunFolder(tmp_path / "run").begin(make_plan(decks, 40, Terms())[0])


@pytest.mark.parametrize("delay", [0.0, 0.01, 0.05, 0.2, 0.7])
@pytest.mark.parametrize(
    ("sign", "code", "said"), [("SIGINT", 130, "ucgsim: interrupted"), ("SIGTERM", 143, "ucgsim: ended by SIGTERM")]
)
def test_a_signal_at_any_moment_is_one_line(sign, code, said, delay):
    process = begun("duel", *DECKS, "-n", "20000000", "--jobs", "2")
    time.sleep(delay)
    # The key reaches the workers as well.
    (os.killpg if sign == "SIGINT" else os.kill)(process.pid, signal.Signals[sign])
    _, err = process.communicate()
    lines = [each for each in err.splitlines() if not each.startswith(BESIDES)]
    assert (process.returncode, len(lines)) == (code, 1)
    # Before the options are read nobody knows whether anything is saved.
    assert lines[0].partition(";")[::2] in [(said, ""), (said, NOTHING_KEPT)]
    until(lambda: not in_group(process.pid))


EARLY = """
import signal, sys

class Sends:
    def find_spec(self, name, path=None, target=None):
        if name == "ucgsim.cli.main":
            signal.raise_signal(signal.SIGNAL)

sys.meta_path.insert(0, Sends())
from ucgsim.__main__ import run
run()
"""
LATE = """
import atexit, signal, sys
from ucgsim.__main__ import run
sys.argv[1:] = ["--version"]
atexit.register(signal.raise_signal, signal.SIGNAL)
run()
"""
IGNORED = "import signal; signal.signal(signal.SIGNAL, signal.SIG_IGN)"


def with_signal(sign, *code):
    return subprocess.run(
        [sys.executable, "-c", "".join(code).replace("SIGNAL", sign)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )


@pytest.mark.parametrize(("sign", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_before_the_command_is_loaded_is_one_line(sign, code):
    result = with_signal(sign, EARLY)
    assert (result.returncode, result.stdout, result.stderr) == (code, "", f"ucgsim: ended by {sign}\n")


@pytest.mark.parametrize("sign", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_after_all_has_been_said_changes_nothing(sign):
    result = with_signal(sign, LATE)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("ucgsim, version ")


def test_a_signal_that_is_ignored_while_the_command_is_loaded_stays_ignored():
    result = with_signal("SIGHUP", IGNORED, EARLY.replace("run()", "sys.argv[1:] = ['--version']; run()"))
    assert (result.returncode, result.stderr) == (0, "")


NOTHING_KEPT = " nothing is saved: with --out DIR the same command goes on where it stopped"
LOST = """
import signal
import sys
import click
from ucgsim.cli.main import CommandLine

class Interrupted:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)
        for _ in range(100):
            pass

def work(ctx, param, value):
    Interrupted()
    if "--fail" in sys.argv:
        raise RuntimeError("what comes of it")
    signal.pause()

CommandLine(params=[click.Option(["--work"], is_flag=True, callback=work)]).main(["--work"])
"""


WITHIN = """
import sys
from ucgsim import __main__
from ucgsim.cli.main import CommandLine

def work(*args, **kwargs):
    exec("raise KeyboardInterrupt")

CommandLine.make_context = work
__main__.run()
"""


def test_an_interrupt_within_exec_has_the_same_exit_code(tmp_path):
    (tmp_path / "within.py").write_text(WITHIN, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{tmp_path}"}
    result = subprocess.run(
        [sys.executable, "-m", "within"], capture_output=True, text=True, check=False, env=environment
    )
    assert (result.returncode, result.stderr.split("\n")[-2]) == (130, "ucgsim: interrupted")


@pytest.mark.parametrize("more", [[], ["--fail"]])
def test_an_interrupt_in_a_finalizer_is_not_lost(more):
    result = subprocess.run([sys.executable, "-c", LOST, *more], capture_output=True, text=True, check=False, cwd=ROOT)
    assert (result.returncode, result.stderr) == (130, "ucgsim: interrupted\n")


def test_a_signal_that_is_ignored_stays_ignored():
    result = shell(f"{DUEL} --json & wait; trap '' HUP; {UCGSIM} --help >/dev/null & kill -HUP $!; wait $!")
    assert (result.returncode, result.stderr.count("Traceback")) == (0, 0)
