"""`ucgsim run verify` and `repair`: nothing that was damaged is believed, and everything comes back as it was."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
import time

import polars as pl
import pytest
from click.testing import CliRunner

from tests.invariants.random_games import DECKS
from tests.simulate.sealing import resealed
from ucgsim.cli.main import main
from ucgsim.files.lock import only_one
from ucgsim.report.duel import duel
from ucgsim.report.matrix import matrix
from ucgsim.simulate.folder import RunFolder, parquet

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
        assert (found.exit_code, found.stdout) == (0, f"{folder}: 4 of 4 files hold\n")
    answer = json.loads(told("run", "verify", folder, "--json").stdout)
    assert answer["holds"] is True
    names = ["plan.json", "part-00000.parquet", "parts.jsonl", "done.json"]
    assert answer["files"] == [{"place": str(folder / name), "holds": True, "why": ""} for name in names]


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


def test_games_that_were_made_up_are_found_by_playing_them_again(folder):
    """Whoever makes rows up and vouches for them is believed until they are played again."""
    run = RunFolder(folder)
    plan = run.plan()
    rows = run.read(plan, 0, run.vouchers(plan)[0])
    run.unfinish(plan, {})
    run.write(0, plan, parquet(rows.with_columns(pl.col("rounds") + 1)))
    run.finish(plan)
    assert told("run", "verify", folder).exit_code == 0
    found = told("run", "verify", folder, "--replay")
    assert found.exit_code == 1
    assert "holds other games than are played from" in found.stdout


def test_a_run_is_not_mended_by_a_plan_that_was_changed(folder):
    """Parts that were played are never given up for a plan that somebody edited and sealed."""
    resealed(folder / "plan.json", lambda data: data.update(seed=6))
    before = files(folder)
    found = told("run", "repair", folder)
    assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
    assert "plan.json: was changed since the parts in parts.jsonl were played" in found.stderr
    assert files(folder) == before
    assert told("run", "verify", folder).exit_code == 1


@pytest.fixture(scope="module")
def matrix_played(tmp_path_factory):
    place = tmp_path_factory.mktemp("matrix") / "run"
    matrix([*PAIR, DECKS / "plain-dyna-gaia.txt"], games=40, out=place)
    return place


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_matrix_says_which_of_its_files_hold_and_comes_back(matrix_played, tmp_path):
    folder = shutil.copytree(matrix_played, tmp_path / "run")
    before = tree(folder)
    assert told("run", "verify", folder, "--replay").stdout == f"{folder}: 13 of 13 files hold\n"
    first, second, third = sorted(path for path in folder.iterdir() if path.is_dir())
    (first / "part-00000.parquet").write_bytes(b"PAR1")
    (second / "done.json").unlink()
    shutil.rmtree(third / "tables", ignore_errors=True)
    answer = json.loads(told("run", "verify", folder, "--json").stdout)
    assert not answer["holds"]
    bad = [each["place"] for each in answer["files"] if not each["holds"]]
    assert bad == [str(first / "part-00000.parquet"), str(second / "done.json")]
    found = told("run", "repair", folder, "--json")
    assert json.loads(found.stdout) == {"played": 40, "games": 120}
    assert tree(folder) == before
    (first / "plan.json").write_bytes(b"{}")
    answer = json.loads(told("run", "verify", folder, "--json").stdout)
    assert [each["place"] for each in answer["files"] if not each["holds"]] == [
        str(folder / "matrix.json"),
        str(first / "plan.json"),
    ]
    found = told("run", "repair", folder)
    assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
    (folder / "matrix.json").write_bytes(b"{}")
    assert told("run", "verify", folder).exit_code == 1


@pytest.mark.parametrize("words", [["matrix", "--match", "bo3"], ["compare"]])
def test_kept_counts_are_looked_at_too(words, tmp_path):
    folder = tmp_path / "kept"
    made = told(*words, *PAIR, "-n", 20, "--jobs", 1, "--out", folder)
    assert made.exit_code == 0, made.output
    assert told("run", "verify", folder).exit_code == 0
    assert told("run", "verify", folder, "--replay").exit_code == 2
    assert told("run", "repair", folder).exit_code == 2
    (folder / "parts.jsonl").write_bytes(b"x" + (folder / "parts.jsonl").read_bytes())
    found = told("run", "verify", folder)
    assert (found.exit_code, found.stdout.count("is damaged")) == (1, 1)


KEPT = {
    "matrix": (["matrix", *PAIR, DECKS / "plain-dyna-gaia.txt", "-n", 12_000], "*/part-*.parquet"),
    "matches": (["matrix", *PAIR, "-n", 8_000, "--match", "bo3"], "parts.jsonl"),
}


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize("kind", KEPT)
def test_what_was_killed_ends_as_the_same_bytes(kind, tmp_path):
    """Killed at any moment after the first part: nothing of it stands in the way, and nothing is left over."""
    words, part = KEPT[kind]
    command = [sys.executable, "-m", "ucgsim", *map(str, words), "--jobs", "2", "--out", str(tmp_path / "killed")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 120
        while not any((tmp_path / "killed").glob(part)) and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.01)
        time.sleep(random.Random(1).uniform(0, 0.5))
        process.kill()
    for name in ("killed", "whole"):
        found = told(*words, "--jobs", 1, "--out", tmp_path / name)
        assert found.exit_code == 0, found.output
    assert tree(tmp_path / "killed") == tree(tmp_path / "whole")


@pytest.mark.parametrize("words", [["duel"], ["matrix", "--match", "bo3"], ["compare"]])
def test_what_was_played_with_files_of_odd_names_can_be_read_back(words, tmp_path):
    odd = tmp_path / "odd\x1b[31m.txt"
    shutil.copy(PAIR[0], odd)
    folder = tmp_path / "kept"
    for found in (told(*words, odd, PAIR[1], "-n", 20, "--jobs", 1, "--out", folder), told("run", "verify", folder)):
        assert found.exit_code == 0, found.output
