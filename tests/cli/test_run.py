"""`ucgsim run verify` and `repair`: nothing that was damaged is believed, and everything comes back as it was."""

from __future__ import annotations

import json
import random
import shutil

import pytest
from click.testing import CliRunner

from tests.invariants.random_games import DECKS
from ucgsim.cli.main import main
from ucgsim.files.lock import only_one
from ucgsim.report.duel import duel

PAIR = (DECKS / "plain-kaiju.txt", DECKS / "plain-rosso-blu.txt")


def told(*words):
    return CliRunner().invoke(main, [str(word) for word in words])


def files(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    place = tmp_path_factory.mktemp("played") / "run"
    duel(*PAIR, games=200, seed=5, out=place)
    return place


@pytest.fixture
def folder(played, tmp_path):
    return shutil.copytree(played, tmp_path / "run")


def test_a_whole_run_holds_and_its_games_are_played_again_alike(folder):
    for words in ((), ("--replay",)):
        found = told("run", "verify", folder, *words)
        assert (found.exit_code, found.stdout) == (0, f"{folder}: 1 of 1 parts hold\n")
    assert json.loads(told("run", "verify", folder, "--json").stdout)["holds"] is True


@pytest.mark.parametrize("name", ["part-00000.parquet", "parts.jsonl", "done.json"])
def test_what_is_damaged_or_missing_is_named_and_comes_back(name, folder):
    before = files(folder)
    for damage in (lambda place: place.write_bytes(place.read_bytes()[:-30] + bytes(30)), lambda place: place.unlink()):
        damage(folder / name)
        assert told("report", folder).exit_code == 2
        assert told("run", "verify", folder).exit_code == 1
        assert told("run", "repair", folder).exit_code == 0
        assert files(folder) == before


def test_a_part_of_another_run_is_not_believed(folder, tmp_path):
    duel(*PAIR, games=200, seed=6, out=tmp_path / "other")
    shutil.copy(tmp_path / "other" / "part-00000.parquet", folder)
    found = told("report", folder)
    assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
    assert "part-00000.parquet" in found.stderr
    assert "run repair" in found.stderr


def test_no_flipped_bit_is_believed(folder):
    chance = random.Random(1)
    for name in ("part-00000.parquet", "parts.jsonl", "done.json", "plan.json"):
        whole = (folder / name).read_bytes()
        for _ in range(15):
            flipped = bytearray(whole)
            flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            (folder / name).write_bytes(flipped)
            found = told("run", "verify", folder)
            assert found.exit_code == 1, (name, found.output)
            assert "internal error" not in found.output
        (folder / name).write_bytes(whole)


def test_an_edited_plan_is_not_believed(folder):
    place = folder / "plan.json"
    place.write_text(place.read_text().replace('"seed": 5', '"seed": 6'))
    found = told("report", folder)
    assert found.exit_code == 2
    assert "was changed since it was written" in found.stderr


def test_a_second_process_is_told_of_the_first(folder):
    with only_one(folder):
        found = told("duel", *PAIR, "-n", 200, "--seed", 5, "--out", folder)
    assert found.exit_code == 2
    assert "process " in found.stderr
    assert "since 20" in found.stderr
    assert told("duel", *PAIR, "-n", 200, "--seed", 5, "--out", folder).exit_code == 0
    assert ".lock" not in files(folder)


def test_what_is_no_folder_of_a_run_is_refused(tmp_path):
    for command in ("verify", "repair"):
        found = told("run", command, tmp_path)
        assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
        assert "holds no run" in found.stderr
