"""What `scripts/test` gives to pytest, with and without `--fast`."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests import conftest
from tests.helpers import ROOT, as_typed

USUAL = ("tests/rules", "tests/effects/test_plain.py", "tests/test_house.py", "tests/test_one_reader.py")


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """The script, in an environment that says what it would run."""
    folder = tmp_path_factory.mktemp("scripts")
    shutil.copy(ROOT / "scripts" / "test", folder)
    python = folder / "python"
    python.write_text('#!/usr/bin/env bash\necho "${UCGSIM_INTERPRETED-compiled}" "$@"\n', encoding="utf-8")
    python.chmod(0o755)
    text = f"environment() {{ :; }}\nroot={as_typed(ROOT)}\npython={as_typed(python)}\nunset UCGSIM_INTERPRETED\n"
    (folder / "environment").write_text(text, encoding="utf-8")
    return folder / "test"


def given(script, *words):
    done = subprocess.run(["bash", script, *words], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_what_is_named_is_run_as_it_is(script):
    assert given(script, "tests/rules", "-k", "redraw") == ["compiled", "-m", "pytest", "tests/rules", "-k", "redraw"]


def test_the_usual_tests_take_all_cores_and_say_what_they_leave_out(script):
    words = given(script)
    assert words[:3] == ["compiled", "-m", "pytest"]
    assert words[words.index("-n") + 1] == "auto"
    assert " ".join(words).partition("-m not slow ")[2].startswith("Left out: ")
    assert words[-2:] == ["scripts/test", "--rest"]


@pytest.mark.parametrize("lane", ["--rest", "--all"])
def test_nothing_is_left_out_where_everything_is_run(script, lane):
    words = given(script, lane, "-k", "redraw")
    assert ("slow" in words, "not" in words) == (lane == "--rest", False)
    assert words[-2:] == ["-k", "redraw"]


@pytest.mark.parametrize("more", [(), ("-k", "redraw")])
def test_fast_ones_compile_nothing_and_take_both_cores(script, more):
    first, *words = given(script, "--fast", *more)
    assert first == "1"
    assert set(words) >= {*USUAL, "-n", "auto", "not", "slow", *more}
    assert all((ROOT / name).exists() for name in words if name.startswith("tests/"))


@pytest.mark.parametrize("name", ["tests/rules/test_03_zones.py", "tests/test_house.py::test_no_file_is_too_long"])
def test_fast_plays_what_is_named_alone(script, name):
    words = given(script, "--fast", name, "-x")
    assert [word for word in words if word.startswith("tests/")] == [name]


@pytest.mark.parametrize(("reason", "outcome"), [("not run: no browser", "failed"), ("no such system", "skipped")])
def test_what_could_not_run_is_red_where_everything_is_run(monkeypatch, reason, outcome):
    monkeypatch.setenv(conftest.EVERYTHING, "1")
    report = pytest.CollectReport("tests/x.py", "skipped", ("tests/x.py", 1, f"Skipped: {reason}"), [])
    assert conftest.red_where_not_run(report).outcome == outcome
    monkeypatch.delenv(conftest.EVERYTHING)
    again = pytest.CollectReport("tests/x.py", "skipped", ("tests/x.py", 1, f"Skipped: {reason}"), [])
    assert conftest.red_where_not_run(again).outcome == "skipped"
