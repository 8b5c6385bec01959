"""The command line as a whole: how commands are found and how every failure is told."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path

import click
import numpy as np
import pytest
from click.testing import CliRunner, Result

from tests.helpers import commands, output, run
from ucgsim.cli.common import console
from ucgsim.cli.main import START, THEN, CommandLine
from ucgsim.errors import UcgsimError

HEAVY = ("numba", "matplotlib", "pandas", "polars", "scipy", "pyarrow")


def group_raising(error: BaseException) -> CommandLine:
    """A command line whose one option raises, as a command that fails would."""

    def fail(ctx: click.Context, param: click.Parameter, value: bool) -> None:
        if value:
            raise error

    return CommandLine(params=[click.Option(["--fail"], is_flag=True, callback=fail)])


def raised(error: BaseException) -> Result:
    return CliRunner().invoke(group_raising(error), ["--fail"])


def in_process(*code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *code], capture_output=True, text=True, check=False)


def test_help_names_what_is_asked_first_and_help_all_a_command_for_every_file():
    folder = Path(console.__file__).parents[1]
    files = {f for f in folder.glob("*/*.py") if f.parent.name != "common" and not f.stem.startswith("_")}

    def listed(*words: str) -> list[str]:
        text = run(*words).stdout.partition("Start:")[2]
        return [line.split()[0] for line in text.splitlines() if line.startswith("  ") and line[2] != " "]

    assert listed("--help") == [*START, *THEN]
    assert sorted(listed("help", "--all")) == sorted(f.stem.replace("_", "-") for f in files)


def test_the_first_screen_has_room_on_a_small_terminal():
    lines = run("--help").stdout.splitlines()
    assert len(lines) <= 25
    assert max(map(len, lines)) <= 80


def test_every_command_loads_and_explains_itself():
    every = [words for words, _ in commands()]
    assert len(every) > 40
    for words in every:
        assert output(*words, "--help").startswith(f"Usage: {' '.join(('ucgsim', *words))}"), words


def test_version_is_printed():
    assert run("--version").stdout.startswith("ucgsim, version ")


@pytest.mark.parametrize("code", ["import ucgsim", "from ucgsim.cli.main import main; main(['--help'])"])
def test_import_and_help_load_nothing_heavy(code):
    script = f"import sys, atexit; atexit.register(lambda: print(sorted(set({HEAVY}) & set(sys.modules))))\n"
    done = in_process("-c", script + code)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "[]"


def test_what_is_gone_names_what_does_its_work():
    assert "no command 'play' any more; use ucgsim studio" in run("play", "a", "b").stderr


def test_unknown_command_says_which_there_are():
    result = run("nonsense-that-is-no-command")
    assert result.exit_code == 2
    assert result.stderr.startswith("ucgsim: error: no command 'nonsense-that-is-no-command'; there are ")
    assert result.stderr.count("\n") == 1


def test_unknown_option_is_one_line():
    result = run("--nonsense")
    assert result.exit_code == 2
    assert result.stderr.startswith("ucgsim: error: No such option")
    assert result.stderr.count("\n") == 1


def test_without_a_command_help_is_shown():
    result = run()
    assert result.exit_code == 2
    assert result.stderr.startswith("Usage: ucgsim ")


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (UcgsimError("deck.txt: line 3: 49 cards"), 2, "ucgsim: error: deck.txt: line 3: 49 cards"),
        (OSError(errno.EACCES, "Permission denied", "x"), 2, "ucgsim: error: x: Permission denied"),
        (FileNotFoundError(errno.ENOENT, "No such file", "y"), 2, "ucgsim: error: y: No such file"),
        (KeyboardInterrupt(), 130, "ucgsim: interrupted"),
        (click.Abort(), 130, "ucgsim: interrupted"),
        (click.FileError("z", "is a folder"), 2, "ucgsim: error: Could not open file 'z': is a folder"),
    ],
)
def test_failures_are_one_line(error, code, line):
    result = raised(error)
    assert (result.exit_code, result.stderr.strip()) == (code, line)
    assert result.stdout == ""


def test_full_disk_says_what_to_do():
    result = raised(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "part.parquet"))
    assert result.exit_code == 2
    assert result.stderr.startswith("ucgsim: error: part.parquet: No space left on device (free some space")


def test_a_bug_is_named_in_one_line_and_shown_when_asked(monkeypatch):
    result = raised(ZeroDivisionError("division\nby zero"))
    assert result.exit_code == 1
    assert result.stderr.startswith("ucgsim: internal error: ZeroDivisionError: division by zero (a bug;")
    monkeypatch.setenv("UCGSIM_DEBUG", "1")
    assert "Traceback" in raised(ZeroDivisionError()).stderr


def test_reader_that_went_away_is_quiet():
    read_end, write_end = os.pipe()
    os.close(read_end)
    code = "from ucgsim.cli.main import main; main(['--help'])"
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=write_end, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write_end)
    assert done.stderr == ""
    assert done.returncode != 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_output_that_cannot_be_written_is_one_line():
    code = "from ucgsim.cli.main import main; main(['--help'])"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-c", code], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("ucgsim: error: No space left on device")
    assert done.stderr.count("\n") == 1


def test_json_output_has_plain_values(capsys):
    console.print_json(
        {
            "rate": np.float64(0.5),
            "nan": float("nan"),
            "fraction": Fraction(1, 3),
            "path": Path("a"),
            "x": {2, 1},
        }
    )
    expected = {"rate": 0.5, "nan": None, "fraction": "1/3", "path": "a", "x": [1, 2]}
    assert json.loads(capsys.readouterr().out) == expected


def test_progress_without_a_terminal_is_a_line_now_and_then(capsys, monkeypatch):
    monkeypatch.setattr(console, "PLAIN_SECONDS", 0.0)
    with console.progress("Playing", 2000, unit="pairs") as advance:
        advance(500)
        advance(1500)
    lines = capsys.readouterr().err.splitlines()
    assert lines == ["Playing: 500 of 2,000 pairs (25 %)", "Playing: 2,000 of 2,000 pairs (100 %)"]


def test_progress_says_how_long_the_rest_takes(capsys, monkeypatch):
    now = iter([0.0, 10.0, 20.0])
    monkeypatch.setattr(console, "PLAIN_SECONDS", 3.0)
    monkeypatch.setattr(console.time, "monotonic", lambda: next(now))
    with console.progress("Playing", 2000) as advance:
        advance(500)
        advance(500)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "Playing: 500 of 2,000 games (25 %, about 30 s left)"
    assert lines[1] == "Playing: 1,000 of 2,000 games (50 %, about 20 s left)"


def test_progress_within_the_interval_prints_nothing(capsys):
    with console.progress("Playing", 10) as advance:
        advance(10)
    assert capsys.readouterr().err == ""


OLD_PROCESSOR = """
import polars._cpu_check as check
check._read_cpu_flags = lambda: {"avx2": False}
BUILD_FEATURE_FLAGS = "+avx2"
"""
"""A part of polars that is looked for first, and wants what this processor has not."""
IMPORTS_POLARS = """
import click
from ucgsim.cli.main import CommandLine
CommandLine(params=[click.Option(["--load"], is_flag=True, callback=lambda *_: __import__("polars"))]).main(["--load"])
"""


@pytest.mark.skipif(find_spec("_polars_runtime_32") is None, reason="a polars of one part")
def test_a_processor_that_polars_would_crash_on_is_told_what_runs(tmp_path, monkeypatch):
    (tmp_path / "_polars_runtime_compat.py").write_text(OLD_PROCESSOR, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), *sys.path)))
    done = in_process("-c", IMPORTS_POLARS)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "ucgsim: error: this processor is too old for polars as it is installed; get one that runs on it: python -m "
        "pip install --upgrade 'polars[rtcompat]'\n"
    )
