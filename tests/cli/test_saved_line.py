"""Where an answer is stored, and the command that makes a page of it."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.helpers import PLAIN, run
from ucgsim.cli.common import console
from ucgsim.cli.common.questions import OF_REPORT, QuestionOptions

PLAYED = re.compile("[0-9] (games|matches)")


@pytest.mark.parametrize(("name", "typed"), [("run", "run"), ("<my run>", "'<my run>'"), ("it's", "'it'\"'\"'s'")])
def test_a_command_that_is_printed_names_its_folder_as_a_shell_takes_it(name, typed, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path(name).mkdir()
    (Path(name) / "plan.json").touch()
    asked = SimpleNamespace(tell=lambda _: None, out=Path(name), as_json=False)
    QuestionOptions.tell_saved(asked, None, OF_REPORT)
    assert capsys.readouterr().out == f"\nSaved in {name}; its page: ucgsim report {typed}\n"


@pytest.mark.parametrize(
    "question",
    [
        ["duel", *PLAIN[:2], "--check", "greedy", "--check-games", "20"],
        ["gauntlet", *PLAIN, "--check", "greedy"],
        ["matrix", *PLAIN[:2], "--match", "bo3"],
        ["matrix", *PLAIN[:2], "--until", "best"],
        ["compare", *PLAIN[:2], "--check", "greedy", "--check-games", "20"],
        ["compare", *PLAIN[:2], "--until-sure", "--check", "none"],
    ],
)
def test_what_is_only_read_says_nothing_of_games_that_are_played(question, tmp_path, monkeypatch):
    monkeypatch.setattr(console, "PLAIN_SECONDS", 0.0)
    words = [*question, "-n", 200, "--jobs", 1, "--out", tmp_path / "run"]
    played, before = run(*words), {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()}
    assert PLAYED.search(played.stderr)
    read = run(*words)
    assert {place: place.read_bytes() for place in tmp_path.rglob("*") if place.is_file()} == before
    assert read.stdout == played.stdout
    assert not PLAYED.search(read.stderr), read.stderr
    more = run(*question, "-n", 400, "--jobs", 1, "--out", tmp_path / "run")
    assert PLAYED.search(more.stderr) or more.exit_code == 2
