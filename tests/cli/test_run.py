"""`ucgsim run verify` and `repair`: nothing that was damaged is believed, and everything comes back as it was."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import time

import polars as pl
import pytest

from tests.helpers import DECKLISTS, IN_SMALL_PARTS, PLAIN, run
from tests.simulate.sealing import resealed
from tests.waiting import until
from ucgsim.errors import UcgsimError
from ucgsim.files.lock import only_one
from ucgsim.simulate.folder import RunFolder, parquet
from ucgsim.simulate.ledger import marked_line
from ucgsim.studies.duel.question import duel
from ucgsim.studies.leading import LEAD
from ucgsim.studies.matrix.question import matrix

PAIR = (DECKLISTS / "plain-kaiju.txt", DECKLISTS / "plain-rosso-blu.txt")


def run_command(*words):
    return run(*words)


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


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
        result = run_command("run", "verify", folder, *words)
        assert (result.exit_code, result.stdout) == (0, f"{folder}: all 6 files are as they were written.\n")
    answer = json.loads(run_command("run", "verify", folder, "--json").stdout)
    assert answer["holds"] is True
    names = ["plan.json", "part-00000.parquet", "parts.jsonl", "done.json", "lead/lead.json", "lead/parts.jsonl"]
    assert answer["files"] == [{"place": str(folder / name), "holds": True, "why": ""} for name in names]


@pytest.mark.parametrize("name", ["part-00000.parquet", "parts.jsonl", "done.json"])
def test_what_is_damaged_or_missing_is_named_and_comes_back(name, folder):
    before = files(folder)
    for damage in (lambda place: place.write_bytes(place.read_bytes()[:-30] + bytes(30)), lambda place: place.unlink()):
        damage(folder / name)
        if name != "done.json":
            assert run_command("report", folder).exit_code == 2
        assert run_command("run", "verify", folder).exit_code == 1
        assert run_command("run", "repair", folder).exit_code == 0
        assert files(folder) == before


def test_a_part_of_another_run_is_not_believed(folder, tmp_path):
    duel(*PAIR, games=200, seed=6, out=tmp_path / "other")
    shutil.copy(tmp_path / "other" / "part-00000.parquet", folder)
    result = run_command("report", folder)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "part-00000.parquet" in result.stderr
    assert "run repair" in result.stderr


def test_no_flipped_bit_is_believed(folder):
    chance = random.Random(1)
    for name in ("part-00000.parquet", "parts.jsonl", "done.json", "plan.json"):
        whole = (folder / name).read_bytes()
        for _ in range(15):
            flipped = bytearray(whole)
            flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            (folder / name).write_bytes(flipped)
            result = run_command("run", "verify", folder)
            assert result.exit_code == 1, (name, result.output)
            assert "internal error" not in result.output
        (folder / name).write_bytes(whole)


def test_an_edited_plan_is_not_believed(folder):
    place = folder / "plan.json"
    place.write_text(place.read_text().replace('"seed": 5', '"seed": 6'))
    result = run_command("report", folder)
    assert result.exit_code == 2
    assert "was changed since it was written" in result.stderr


def test_a_second_process_is_told_of_the_first(folder):
    with only_one(folder):
        result = run_command("duel", *PAIR, "-n", 200, "--seed", 5, "--out", folder)
    assert result.exit_code == 2
    assert "process " in result.stderr
    assert "since 20" in result.stderr
    assert run_command("duel", *PAIR, "-n", 200, "--seed", 5, "--out", folder).exit_code == 0
    assert ".lock" not in files(folder)


def test_what_is_no_folder_of_a_run_is_refused(tmp_path):
    for command in ("verify", "repair"):
        result = run_command("run", command, tmp_path)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert "holds no run" in result.stderr


def test_games_that_were_made_up_are_found_by_playing_them_again(folder):
    """Whoever makes rows up and vouches for them is believed until they are played again."""
    run = RunFolder(folder)
    plan = run.plan()
    rows = run.read(plan, 0, run.vouchers(plan)[0])
    run.unfinish(plan, {})
    run.write(0, plan, parquet(rows.with_columns(pl.col("rounds") + 1)))
    run.finish(plan)
    assert run_command("run", "verify", folder).exit_code == 0
    result = run_command("run", "verify", folder, "--replay")
    assert result.exit_code == 1
    assert "holds other games than are played from" in result.stdout


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        (True, "lead.json: is not the plan of pairs (it is of other games than those of the run)"),
        (False, "plan.json: was changed since the parts in parts.jsonl were played"),
    ],
)
def test_a_run_is_not_mended_by_a_plan_that_was_changed(folder, pairs, message):
    """Parts that were played are never given up for a plan that somebody edited and sealed."""
    if not pairs:
        shutil.rmtree(folder / LEAD)
    resealed(folder / "plan.json", lambda data: data.update(seed=6))
    before = files(folder)
    result = run_command("run", "repair", folder)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert message in result.stderr
    assert files(folder) == before
    assert run_command("run", "verify", folder).exit_code == 1


@pytest.fixture(scope="module")
def matrix_played(tmp_path_factory):
    place = tmp_path_factory.mktemp("matrix") / "run"
    matrix([*PAIR, DECKLISTS / "plain-dyna-gaia.txt"], games=40, out=place)
    return place


def test_a_matrix_says_which_of_its_files_hold_and_comes_back(matrix_played, tmp_path):
    folder = shutil.copytree(matrix_played, tmp_path / "run")
    before = files(folder)
    assert (
        run_command("run", "verify", folder, "--replay").stdout == f"{folder}: all 19 files are as they were written.\n"
    )
    first, second, third = sorted(path for path in folder.iterdir() if path.is_dir())
    (first / "part-00000.parquet").write_bytes(b"PAR1")
    (second / "done.json").unlink()
    shutil.rmtree(third / "tables", ignore_errors=True)
    answer = json.loads(run_command("run", "verify", folder, "--json").stdout)
    assert not answer["holds"]
    bad = [each["place"] for each in answer["files"] if not each["holds"]]
    assert bad == [str(first / "part-00000.parquet"), str(second / "done.json")]
    result = run_command("run", "repair", folder, "--json")
    assert json.loads(result.stdout) == {"played": 40, "games": 240}
    assert files(folder) == before
    (first / "plan.json").write_bytes(b"{}")
    answer = json.loads(run_command("run", "verify", folder, "--json").stdout)
    assert [each["place"] for each in answer["files"] if not each["holds"]] == [
        str(folder / "matrix.json"),
        str(first / "plan.json"),
        str(first / "lead" / "lead.json"),
    ]
    result = run_command("run", "repair", folder)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    (folder / "matrix.json").write_bytes(b"{}")
    assert run_command("run", "verify", folder).exit_code == 1


UNCHECKED = ("--check", "none")
"""A check has files of its own, which tests/studies/test_check.py looks after."""
SURE = ("--until-sure", "--points0", -30, "--points1", 30)
COUNTED = {
    "matches": ["matrix", *PAIR, DECKLISTS / "plain-dyna-gaia.txt", "--match", "bo3", "-n", 140],
    "two decks": ["matrix", *PAIR, *reversed(PAIR), "--match", "two-deck-bo3", "-n", 140],
    "compare": ["compare", *PAIR, "-n", 1500, *UNCHECKED],
    "compare until sure": ["compare", *PAIR, *SURE, "-n", 1500, *UNCHECKED],
}
"""Commands that keep counts in several parts, where parts are small."""


@pytest.fixture(scope="module", params=COUNTED.values(), ids=COUNTED.keys())
def counted(request, tmp_path_factory, all_undrawn, all_small_parts):
    place = tmp_path_factory.mktemp("counted") / "run"
    made = run_command(*request.param, "--jobs", 1, "--out", place)
    assert made.exit_code == 0, made.output
    return place


def lines(folder):
    return (folder / "parts.jsonl").read_bytes().splitlines(keepends=True)


def recounted(line, change):
    """A line of counts that somebody changed and vouches for."""
    _, mark, part = line.split(b" ", 2)
    part = json.loads(part)
    change(part["counts"])
    return marked_line(mark.decode(), part["part"], part["counts"])


def one_more(counts):
    """Other counts with the same sums."""
    first = (counts["points"] if isinstance(counts, dict) else counts)[0]
    first[0] += 1
    first[2] -= 1


DAMAGES = {
    "a line damaged": lambda parts: [parts[0].replace(b":", b";", 1), *parts[1:]],
    "a line cut": lambda parts: [parts[0][:9] + b"\n", *parts[1:]],
    "a line gone": lambda parts: parts[1:],
    "counts that are none": lambda parts: [recounted(parts[0], lambda counts: counts.clear()), *parts[1:]],
    "the end gone": lambda parts: parts[:-1],
    "the last one cut": lambda parts: [*parts[:-1], parts[-1][:20]],
    "nothing but rubbish": lambda _: [b"\x00\xff\r\n" * 50],
    "nothing": lambda _: [],
}


def test_kept_counts_hold_and_are_played_again_alike(counted):
    for words in ((), ("--replay",)):
        result = run_command("run", "verify", counted, *words)
        assert (result.exit_code, result.stdout) == (0, f"{counted}: all 2 files are as they were written.\n")
    result = run_command("run", "repair", counted, "--json")
    assert json.loads(result.stdout)["played"] == 0


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_counts_that_are_damaged_or_missing_are_named_and_come_back(damage, counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    before = in_order(folder)
    assert len(lines(folder)) > 1
    (folder / "parts.jsonl").write_bytes(b"".join(damage(lines(folder))))
    result = run_command("run", "verify", folder)
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1), result.output
    result = run_command("run", "repair", folder)
    assert (result.exit_code, result.stdout.count(" again; all of them are there")) == (0, 1), result.output
    assert in_order(folder) == before


def in_order(folder):
    """The files of a folder, with its counts by what they are called: those that were played again come last."""
    parts = [json.loads(line.split(b" ", 2)[2]) for line in lines(folder)]
    return {**files(folder), "parts.jsonl": {part["part"]: part["counts"] for part in parts}}


@pytest.mark.parametrize("change", [lambda parts: parts[::-1], lambda parts: [parts[0], *parts]])
def test_counts_lie_in_any_order(change, counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    (folder / "parts.jsonl").write_bytes(b"".join(change(lines(folder))))
    assert run_command("run", "verify", folder, "--replay").exit_code == 0


def test_repair_plays_no_counts_that_hold(counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    parts = lines(folder)
    (folder / "parts.jsonl").write_bytes(b"".join([parts[0][1:], *parts[1:]]))
    answer = json.loads(run_command("run", "repair", folder, "--json").stdout)
    played, whole = answer.values()
    assert 0 < played < whole


def test_counts_that_were_made_up_are_found_by_playing_them_again(counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    before, parts = files(folder), lines(folder)
    (folder / "parts.jsonl").write_bytes(b"".join([*parts[:-1], recounted(parts[-1], one_more)]))
    result = run_command("run", "verify", folder, "--replay")
    assert result.exit_code == 1
    assert f"line {len(parts)}: holds other counts than are played" in result.stdout
    (folder / "parts.jsonl").write_bytes(b"".join(parts[:-1]))
    assert run_command("run", "repair", folder).exit_code == 0
    assert files(folder) == before


def test_counts_are_not_mended_by_a_plan_that_was_changed(counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    (plan,) = (folder / name for name in ("matches.json", "compare.json") if (folder / name).is_file())
    resealed(plan, lambda data: data["plan"].update(seed=6))
    before = files(folder)
    result = run_command("run", "repair", folder)
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert f"line 1: was not played for the plan in {plan.name}, which was changed since" in result.stderr
    assert files(folder) == before


def test_counts_of_an_opponent_keep_their_chance_whoever_has_no_share(tmp_path):
    """An opponent without a share is not met, and those after it are dealt what they would be dealt with it."""
    others = PLAIN[:2]
    (tmp_path / "weights.csv").write_text("Plain Dyna and Gaia,0\nPlain Kaiju,1\n")
    words = ["compare", *PAIR, "--against", *others, "--field", tmp_path / "weights.csv", "-n", 400, *UNCHECKED]
    folder = tmp_path / "run"
    assert run_command(*words, "--jobs", 1, "--out", folder).exit_code == 0
    before = files(folder)
    assert run_command("run", "verify", folder, "--replay").exit_code == 0
    (folder / "parts.jsonl").unlink()
    assert run_command("run", "repair", folder).exit_code == 0
    assert files(folder) == before


@pytest.mark.parametrize("words", [[], ["--match", "bo3"]])
def test_the_weights_of_a_field_are_believed_only_as_they_were_written(words, tmp_path):
    (tmp_path / "weights.csv").write_text("plain kaiju,0.7\nPlain Rosso and Blu,0.3\n")
    folder, command = (
        tmp_path / "run",
        ["matrix", *PAIR, *words, "-n", 20, "--check", "none", "--field", tmp_path / "weights.csv"],
    )
    assert run_command(*command, "--out", folder).exit_code == 0
    assert run_command("run", "verify", folder).exit_code == 0
    before = files(folder)
    for name, change in (
        ("field.csv", lambda place: place.write_text(place.read_text().replace("0.7", "0.5").replace("0.3", "0.5"))),
        ("field.csv", lambda place: place.unlink()),
        ("field.json", lambda place: place.write_text(place.read_text().replace("a", "b"))),
        ("field.json", lambda place: place.unlink()),
    ):
        change(folder / name)
        for reader in ("report", "meta"):
            result = run_command(reader, folder)
            assert (result.exit_code, result.stderr.count("\n")) == (2, 1), result.output
            assert "--field" in result.stderr
        assert run_command("run", "verify", folder).exit_code == 1
        assert run_command("run", "repair", folder).exit_code == 0
        assert files(folder) != before
        assert run_command(*command, "--out", folder).exit_code == 0
        assert files(folder) == before
    assert run_command(*command[:-2], "--out", folder).exit_code == 0
    assert not {"field.csv", "field.json"} & set(files(folder))


def test_a_matrix_holds_its_folder_from_the_first_file_to_the_last(tmp_path, monkeypatch):
    """Between its list and its games nobody else may begin: a second process is refused all the while."""
    refused = []

    def second(folder, plan, real=RunFolder.begin):
        try:
            with only_one(tmp_path / "run"):
                refused.append(False)
        except UcgsimError:
            refused.append(True)
        return real(folder, plan)

    locked = []
    matchups = "ucgsim.studies.matrix.question.only_one"
    monkeypatch.setattr(matchups, lambda place: locked.append(place) or only_one(place))
    monkeypatch.setattr("ucgsim.simulate.run.only_one", lambda place: locked.append(place) or only_one(place))
    monkeypatch.setattr(RunFolder, "begin", second)
    matrix(PAIR, games=20, out=tmp_path / "run")
    assert refused == [True]
    assert locked == [tmp_path / "run"]


KEPT = {
    "matrix": (["matrix", *PAIR, DECKLISTS / "plain-dyna-gaia.txt", "-n", 1500, *UNCHECKED], "*/part-*.parquet"),
    "matches": (["matrix", *PAIR, "-n", 2000, "--match", "bo3"], "parts.jsonl"),
    "check of a duel": (["duel", *PAIR, "-n", 400, "--check", "random", "--check-games", 4000], "check/part-*"),
}


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.usefixtures("undrawn", "small_parts")
@pytest.mark.parametrize("kind", KEPT)
def test_what_was_killed_ends_as_the_same_bytes(kind, tmp_path):
    """Killed at any moment after the first part: nothing of it is in the way, and nothing is left over."""
    words, part = KEPT[kind]
    command = [*IN_SMALL_PARTS, *map(str, words), "--jobs", "2", "--out", str(tmp_path / "killed")]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        until(lambda: any((tmp_path / "killed").glob(part)) or process.poll() is not None)
        time.sleep(random.Random(kind).uniform(0, 0.2))
        process.kill()
    for name in ("killed", "whole"):
        result = run_command(*words, "--jobs", 1, "--out", tmp_path / name)
        assert result.exit_code == 0, result.output
    assert files(tmp_path / "killed") == files(tmp_path / "whole")


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("words", [["duel"], ["matrix", "--match", "bo3"], ["compare"]])
def test_what_was_played_with_files_of_odd_names_can_be_read_back(words, tmp_path):
    odd = tmp_path / "odd\x1b[31m.txt"
    shutil.copy(PAIR[0], odd)
    folder = tmp_path / "kept"
    for result in (
        run_command(*words, odd, PAIR[1], "-n", 20, "--jobs", 1, "--out", folder),
        run_command("run", "verify", folder),
    ):
        assert result.exit_code == 0, result.output
