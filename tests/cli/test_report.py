"""`ucgsim report`: help, page, JSON, refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ucgsim.cli.main import main

DECKLISTS = Path(__file__).resolve().parents[2] / "decklists"
DECKS = [DECKLISTS / f"plain-{name}.txt" for name in ("dyna-gaia", "kaiju")]


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(arg) for arg in args])


@pytest.fixture
def folder(tmp_path):
    result = run("duel", *DECKS, "-n", 100, "--jobs", 1, "--out", tmp_path / "run")
    assert result.exit_code == 0
    return tmp_path / "run"


def test_help():
    result = run("report", "--help")
    assert result.exit_code == 0
    assert "RUN_DIR" in result.stdout


def test_page(folder):
    result = run("report", folder)
    assert result.exit_code == 0
    assert str(folder / "index.html") in result.stdout
    assert (folder / "index.html").read_text(encoding="utf-8").lstrip().startswith("<!doctype html>")


def test_json(folder):
    answer = json.loads(run("report", folder, "--json").stdout)
    assert Path(answer["page"]).is_file()
    assert Path(answer["tables"]).is_dir()


def test_refusals(tmp_path):
    for place, told in ((tmp_path, "holds no run"), (tmp_path / "absent", "is no folder")):
        result = run("report", place)
        assert result.exit_code == 2
        assert told in result.stderr
        assert result.stderr.count("\n") == 1
