"""`ucgsim run verify` and `repair`: nothing that was damaged is believed, and everything comes back as it was."""

from __future__ import annotations

import json
import random
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

import polars as pl
import pytest

import ucgsim
from tests.helpers import DECKLISTS, IN_SMALL_PARTS, PLAIN, answer, output, refusal, run
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


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def damaged(folder):
    """The files that do not hold, as verify tells them."""
    data = json.loads(run("run", "verify", folder, "--json").stdout)
    assert data["holds"] == all(each["holds"] for each in data["files"])
    return [str(Path(each["place"]).relative_to(folder)) for each in data["files"] if not each["holds"]]


def verifies(folder, number):
    """That all of so many files hold, read and played again."""
    for words in ((), ("--replay",)):
        assert output("run", "verify", folder, *words) == f"{folder}: all {number} files are as they were written.\n"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    place = tmp_path_factory.mktemp("played") / "run"
    duel(*PAIR, games=200, seed=5, out=place)
    return place


@pytest.fixture
def folder(played, tmp_path):
    return shutil.copytree(played, tmp_path / "run")


def test_a_whole_run_holds_and_its_games_are_played_again_alike(folder):
    verifies(folder, 6)
    data = answer("run", "verify", folder)
    assert data["holds"] is True
    names = ["plan.json", "part-00000.parquet", "parts.jsonl", "done.json", "lead/lead.json", "lead/parts.jsonl"]
    assert data["files"] == [{"place": str(folder / name), "holds": True, "why": ""} for name in names]


@pytest.mark.parametrize("name", ["part-00000.parquet", "parts.jsonl", "done.json"])
def test_what_is_damaged_or_missing_is_named_and_comes_back(name, folder):
    before = files(folder)
    for damage in (lambda place: place.write_bytes(place.read_bytes()[:-30] + bytes(30)), lambda place: place.unlink()):
        damage(folder / name)
        if name != "done.json":
            refusal("report", folder)
        assert damaged(folder)
        output("run", "repair", folder)
        assert files(folder) == before


def test_a_part_of_another_run_is_not_believed(folder, tmp_path):
    duel(*PAIR, games=200, seed=6, out=tmp_path / "other")
    shutil.copy(tmp_path / "other" / "part-00000.parquet", folder)
    assert re.search(r"part-00000\.parquet.*run repair", refusal("report", folder))


def test_no_flipped_bit_is_believed(folder):
    chance = random.Random(1)
    for name in ("part-00000.parquet", "parts.jsonl", "done.json", "plan.json"):
        whole = (folder / name).read_bytes()
        for _ in range(15):
            flipped = bytearray(whole)
            flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            (folder / name).write_bytes(flipped)
            assert damaged(folder), name
        (folder / name).write_bytes(whole)


def test_a_second_process_is_told_of_the_first(folder):
    with only_one(folder):
        result = run("duel", *PAIR, "-n", 200, "--seed", 5, "--out", folder)
    assert result.exit_code == 2
    assert "process " in result.stderr
    assert "since 20" in result.stderr
    assert run("duel", *PAIR, "-n", 200, "--seed", 5, "--out", folder).exit_code == 0
    assert ".lock" not in files(folder)


def test_games_that_were_made_up_are_found_by_playing_them_again(folder):
    """Whoever makes rows up and vouches for them is believed until they are played again."""
    here = RunFolder(folder)
    plan = here.plan()
    rows = here.read(plan, 0, here.vouchers(plan)[0])
    here.unfinish(plan, {})
    here.write(0, plan, parquet(rows.with_columns(pl.col("rounds") + 1)))
    here.finish(plan)
    assert run("run", "verify", folder).exit_code == 0
    result = run("run", "verify", folder, "--replay")
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
    assert message in refusal("run", "repair", folder)
    assert files(folder) == before
    assert run("run", "verify", folder).exit_code == 1


def test_a_matrix_says_which_of_its_files_hold_and_comes_back(tmp_path):
    folder = tmp_path / "run"
    matrix([*PAIR, DECKLISTS / "plain-dyna-gaia.txt"], games=40, out=folder)
    before = files(folder)
    verifies(folder, 19)
    first, second, third = sorted(path for path in folder.iterdir() if path.is_dir())
    (first / "part-00000.parquet").write_bytes(b"PAR1")
    (second / "done.json").unlink()
    shutil.rmtree(third / "tables", ignore_errors=True)
    assert damaged(folder) == [f"{first.name}/part-00000.parquet", f"{second.name}/done.json"]
    assert answer("run", "repair", folder) == {"played": 40, "games": 240}
    assert files(folder) == before
    (first / "plan.json").write_bytes(b"{}")
    assert damaged(folder) == ["matrix.json", f"{first.name}/plan.json", f"{first.name}/lead/lead.json"]
    refusal("run", "repair", folder)
    (folder / "matrix.json").write_bytes(b"{}")
    assert damaged(folder)


UNCHECKED = ("--check", "none")
"""A check has files of its own, which tests/studies/test_check.py looks after."""
ALIKE = (DECKLISTS / "juggler.txt", DECKLISTS / "tiga-glitter.txt")
"""Two decks that do about as well, so that many looks are taken."""
COUNTED = {
    "matches": ["matrix", *PAIR, DECKLISTS / "plain-dyna-gaia.txt", "--match", "bo3", "-n", 140],
    "two decks": ["matrix", *PAIR, *reversed(PAIR), "--match", "two-deck-bo3", "-n", 140],
    "compare": ["compare", *PAIR, "-n", 1500, *UNCHECKED],
    "compare until sure": ["compare", *ALIKE, "--until-sure", "-n", 1500, "--seed", 3, *UNCHECKED],
}
"""Commands that keep counts in several parts, where parts are small."""


@pytest.fixture(scope="module", params=COUNTED.values(), ids=COUNTED.keys())
def counted(request, tmp_path_factory, all_undrawn, all_small_parts):
    place = tmp_path_factory.mktemp("counted") / "run"
    made = run(*request.param, "--jobs", 1, "--out", place)
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
    verifies(counted, 2)
    assert answer("run", "repair", counted)["played"] == 0


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_counts_that_are_damaged_or_missing_are_named_and_come_back(damage, counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    before = in_order(folder)
    assert len(lines(folder)) > 1
    (folder / "parts.jsonl").write_bytes(b"".join(damage(lines(folder))))
    result = run("run", "verify", folder)
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1), result.output
    result = run("run", "repair", folder)
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
    assert run("run", "verify", folder, "--replay").exit_code == 0


def test_repair_plays_no_counts_that_hold(counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    parts = lines(folder)
    (folder / "parts.jsonl").write_bytes(b"".join([parts[0][1:], *parts[1:]]))
    played, whole = answer("run", "repair", folder).values()
    assert 0 < played < whole


def test_counts_that_were_made_up_are_found_by_playing_them_again(counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    before, parts = files(folder), lines(folder)
    (folder / "parts.jsonl").write_bytes(b"".join([*parts[:-1], recounted(parts[-1], one_more)]))
    result = run("run", "verify", folder, "--replay")
    assert result.exit_code == 1
    assert f"line {len(parts)}: holds other counts than are played" in result.stdout
    (folder / "parts.jsonl").write_bytes(b"".join(parts[:-1]))
    assert run("run", "repair", folder).exit_code == 0
    assert files(folder) == before


def test_counts_are_not_mended_by_a_plan_that_was_changed(counted, tmp_path):
    folder = shutil.copytree(counted, tmp_path / "run")
    (plan,) = (folder / name for name in ("matches.json", "compare.json") if (folder / name).is_file())
    resealed(plan, lambda data: data["plan"].update(seed=6))
    before = files(folder)
    message = f"line 1: was not played for the plan in {plan.name}, which was changed since"
    assert message in refusal("run", "repair", folder)
    assert files(folder) == before


def test_counts_of_an_opponent_keep_their_chance_whoever_has_no_share(tmp_path):
    """An opponent without a share is not met, and those after it are dealt what they would be dealt with it."""
    others = PLAIN[:2]
    (tmp_path / "weights.csv").write_text("Plain Dyna and Gaia,0\nPlain Kaiju,1\n")
    words = ["compare", *PAIR, "--against", *others, "--field", tmp_path / "weights.csv", "-n", 400, *UNCHECKED]
    folder = tmp_path / "run"
    assert run(*words, "--jobs", 1, "--out", folder).exit_code == 0
    before = files(folder)
    assert run("run", "verify", folder, "--replay").exit_code == 0
    (folder / "parts.jsonl").unlink()
    assert run("run", "repair", folder).exit_code == 0
    assert files(folder) == before


@pytest.mark.parametrize("words", [[], ["--match", "bo3"]])
def test_the_weights_of_a_field_are_believed_only_as_they_were_written(words, tmp_path):
    folder, weights = tmp_path / "run", tmp_path / "weights.csv"
    weights.write_text("plain kaiju,0.7\nPlain Rosso and Blu,0.3\n")
    command = ["matrix", *PAIR, *words, "-n", 20, "--check", "none", "--out", folder]
    output(*command, "--field", weights)
    output("run", "verify", folder)
    before = files(folder)
    for name, change in (
        ("field.csv", lambda place: place.write_text(place.read_text().replace("0.7", "0.5").replace("0.3", "0.5"))),
        ("field.csv", lambda place: place.unlink()),
        ("field.json", lambda place: place.write_text(place.read_text().replace("a", "b"))),
        ("field.json", lambda place: place.unlink()),
    ):
        change(folder / name)
        for reader in ("report", "meta"):
            assert "--field" in refusal(reader, folder)
        assert damaged(folder)
        output("run", "repair", folder)
        assert files(folder) != before
        output(*command, "--field", weights)
        assert files(folder) == before
    output(*command)
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
    monkeypatch.setattr("ucgsim.studies.duel.question.only_one", lambda place: locked.append(place) or only_one(place))
    monkeypatch.setattr(RunFolder, "begin", second)
    matrix(PAIR, games=20, out=tmp_path / "run")
    assert refused == [True]
    assert locked == [tmp_path / "run"]


KEPT = {
    "matrix": (["matrix", *PAIR, DECKLISTS / "plain-dyna-gaia.txt", "-n", 1500, *UNCHECKED], "*/part-*.parquet"),
    "matches": (["matrix", *PAIR, "-n", 2000, "--match", "bo3"], "parts.jsonl"),
    "compare": (["compare", *PAIR, "--precision", "2pp", *UNCHECKED], "parts.jsonl"),
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
        result = run(*words, "--jobs", 1, "--out", tmp_path / name)
        assert result.exit_code == 0, result.output
    assert files(tmp_path / "killed") == files(tmp_path / "whole")


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("words", [["duel"], ["matrix", "--match", "bo3"], ["compare"]])
def test_what_was_played_with_files_of_odd_names_can_be_read_back(words, tmp_path):
    odd = tmp_path / "odd\x1b[31m.txt"
    shutil.copy(PAIR[0], odd)
    folder = tmp_path / "kept"
    for result in (
        run(*words, odd, PAIR[1], "-n", 20, "--jobs", 1, "--out", folder),
        run("run", "verify", folder),
    ):
        assert result.exit_code == 0, result.output


def test_games_of_a_run_are_handed_out_in_every_form(folder, tmp_path):
    opened = ucgsim.open(folder)
    assert opened.to_json() == ucgsim.open(folder, check=False).to_json()
    games = opened.games().collect()
    assert opened.games("pandas")["winner"].tolist() == games["winner"].to_list()
    assert opened.games("arrow").to_pylist() == games.to_dicts()
    with pytest.raises(UcgsimError, match="form 'excel' is unknown; there are polars, pandas, arrow"):
        opened.games("excel")
    columns = opened.game_columns()
    assert list(columns) == games.columns
    assert all(column.meaning and column.unit for column in columns.values())
    assert {name: str(kind) for name, kind in games.schema.items() if "Enum" not in str(kind)}.items() <= {
        name: column.type for name, column in columns.items()
    }.items()
    text = run("rows", folder).stdout
    assert text.splitlines()[0] == ",".join(games.columns)
    assert len(text.splitlines()) == len(games) + 1
    written = tmp_path / "games.parquet"
    assert run("rows", folder, "--parquet", "--out", written).exit_code == 0
    assert pl.read_parquet(written).equals(games)
    assert "is there already" in refusal("rows", folder, "--out", written)
    assert "holds no run" in refusal("rows", tmp_path)


def test_of_counts_there_are_no_games_to_hand_out(tmp_path):
    assert run("compare", *PLAIN[:2], "-n", 40, "--check", "none", "--out", tmp_path / "c").exit_code == 0
    assert "holds counts and no games" in refusal("rows", tmp_path / "c")
    assert ucgsim.open(tmp_path / "c").answer()
