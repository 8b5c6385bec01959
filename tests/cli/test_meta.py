"""`ucgsim meta`: help, answer, JSON, refusals."""

from __future__ import annotations

import json

import pytest

from tests.helpers import PLAIN, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    out = tmp_path_factory.mktemp("meta") / "matrix"
    decks = PLAIN
    result = run("matrix", *decks, "-n", 100, "-j", 1, "--out", out, "--check", "none")
    assert result.exit_code == 0, result.stderr
    return out


def test_help():
    result = run("tournament", "--help")
    assert result.exit_code == 0
    assert all(option in result.stdout for option in ("--field", "--field-only", "--times", "--seed", "--json"))


def test_summary_json_and_plot(folder, tmp_path):
    result = run("tournament", folder, "--field-only", "--times", 200, "--plot", tmp_path / "meta.png")
    assert result.stdout.startswith(("Against equal shares of these decks bring ", "Not decided yet what to bring: "))
    assert (tmp_path / "meta.png").stat().st_size > 1000
    answer = json.loads(run("tournament", folder, "--field-only", "--times", 200, "--json").stdout)
    assert answer["resamples"] == 200
    assert len(answer["decks"]) == 3


def test_refusals(tmp_path, folder):
    for args, what in (
        ((tmp_path,), "holds no run"),
        ((folder, "--field", "absent.csv"), "absent.csv: no such file"),
        ((folder, "--players", 8), "--players and --field-only do not go together"),
        ((folder, "--times", 1), "1 is not a whole number from 100 to 1,000,000"),
    ):
        result = run("tournament", *args, "--field-only")
        assert (result.exit_code, result.stdout) == (2, "")
        assert what in result.stderr
        assert result.stderr.count("\n") == 1
