"""`ucgsim compare`: help, answer, JSON, refusals."""

from __future__ import annotations

import json
import subprocess
from signal import SIGINT, SIGKILL

import pytest

from tests.helpers import IN_SMALL_PARTS, PLAIN, as_typed, refusal, run
from tests.waiting import until

A, B, C = PLAIN


def test_help():
    result = run("compare", "--help-all")
    assert result.exit_code == 0
    options = ("RIVAL", "--until-sure", "--precision", "--elo0", "--elo1", "--alpha", "--beta", "--json")
    assert all(option in result.stdout for option in options)


def test_json_is_one_object():
    result = run("compare", A, B, "--against", C, "-n", 100, "-j", 1, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert (answer["games_of_each_build"], answer["games_of_both_builds"]) == (100, 200)
    assert [opponent["name"] for opponent in answer["opponents"]] == ["Plain Rosso and Blu"]


def test_several_opponents_and_the_command_that_plays_it_again():
    result = run("compare", A, B, C, A, "-n", 100, "-j", 1, "--full")
    assert result.exit_code == 0, result.stderr
    assert "Cards that differ" in result.stdout
    assert as_typed(C.stem, A.stem) in result.stdout


def test_until_sure_says_which_hypothesis():
    result = run("compare", A, B, "--against", C, "--until-sure", "--elo0", 0, "--elo1", 5, "-j", 1, "--full")
    assert result.exit_code == 0, result.stderr
    assert "H0 accepted" in result.stdout
    assert "Expected length with this spread: " in result.stdout
    assert "compare: the test takes up to 84,000 games of each build on average if they share no luck" in result.stderr
    assert "--elo0 0 --elo1 5" in result.stdout


@pytest.fixture
def weights(tmp_path):
    place = tmp_path / "weights.csv"
    place.write_text("Plain Rosso and Blu,0.75\nPlain Dyna and Gaia,0.25\n")
    return place


def test_a_field_weighs_the_opponents(weights):
    result = run("compare", A, B, "--against", C, A, B, "--field", weights, "-n", 400, "-j", 1, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    assert [opponent["share"] for opponent in answer["opponents"]] == [0.75, 0.25]
    assert [opponent["difference"]["n"] for opponent in answer["opponents"]] == [300, 100]
    assert answer["not_met"] == ["Plain Kaiju"]
    assert as_typed("--field", weights.name) in answer["command"]


@pytest.mark.usefixtures("undrawn")
def test_out_keeps_it_and_the_second_time_plays_nothing(tmp_path, weights, monkeypatch):
    out = tmp_path / "kept"
    options = ("--field", weights, "-n", 400, "--check", "random", "--check-games", 20, "-j", 1, "--out", out)
    command = ("compare", A, B, "--against", C, A, *options)
    first = run(*command)
    assert first.exit_code == 0, first.stderr
    assert f"Saved in {out}; its page: {out / 'index.html'}" in first.stdout
    assert "<!doctype html>" in (out / "index.html").read_text()
    monkeypatch.setattr("ucgsim.simulate.same_chance.PairTask.run", None)
    second = run(*command)
    assert second.stdout == first.stdout
    assert "differs in seed" in refusal("compare", *command[1:], "--seed", 2)


@pytest.mark.usefixtures("undrawn")
def test_a_damaged_part_is_named_and_played_again(tmp_path):
    out = tmp_path / "kept"
    command = ("compare", A, B, "--against", C, A, "-n", 400, "--check", "none", "-j", 1, "--out", out)
    first = run(*command)
    assert first.exit_code == 0, first.stderr
    whole = parts(out)
    (out / "parts.jsonl").write_bytes(whole.replace(b"counts", b"c0unts", 1))
    assert "parts.jsonl, line 1: is damaged" in refusal("report", out)
    assert run(*command).stdout == first.stdout
    assert sorted(parts(out).splitlines()) == sorted(whole.splitlines())


def test_a_folder_of_something_else_stays_as_it_is(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    assert "holds notes.txt but no comparison" in refusal("compare", A, B, "--against", C, "-n", 100, "--out", tmp_path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn", "small_parts")
def test_a_stopped_one_goes_on_to_the_same_bytes(tmp_path):
    """Stopped by the system while it plays, twice; the other one was never stopped."""
    words = ["compare", A, B, "--against", C, A, "--precision", "2pp", "--check", "none"]
    sizes = []
    # Workers of a process that was killed live on for minutes, so the one that is killed has none.
    for signal, jobs in ((SIGKILL, 1), (SIGINT, 2)):
        kept = len(parts(tmp_path / "stopped"))
        command = [*IN_SMALL_PARTS, *words, "-j", jobs, "--out", tmp_path / "stopped"]
        with subprocess.Popen([*map(str, command)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
            until(lambda: len(parts(tmp_path / "stopped")) > kept or process.poll() is not None)  # noqa: B023
            process.send_signal(signal)
            process.wait()
        sizes.append(len(parts(tmp_path / "stopped")))
    finished = [run(*words, "-j", 1, "--out", tmp_path / name) for name in ("stopped", "whole")]
    assert [result.exit_code for result in finished] == [0, 0]
    assert parts(tmp_path / "stopped") == parts(tmp_path / "whole")
    assert 0 < sizes[0] < sizes[1] < len(parts(tmp_path / "whole")), "it was stopped on the way, twice"
    one, two = ((tmp_path / name / "summary.json").read_bytes() for name in ("stopped", "whole"))
    assert one == two


def parts(folder):
    place = folder / "parts.jsonl"
    return place.read_bytes() if place.is_file() else b""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--alpha", "0.1"], "give --until-sure as well"),
        (["--until-sure", "--precision", "1pp"], "two ways to stop"),
        (["--until-sure", "--elo0", "0"], "--elo0 and --elo1 go together"),
        (["--until-sure", "--elo0", "0", "--elo1", "1", "--points0", "0", "--points1", "1"], "two scales"),
        (["--until-sure", "--points0", "1", "--points1", "0"], "H0 must be below H1"),
        (["--precision", "narrow"], "is no precision"),
        (["--precision", "0pp"], "must be above 0"),
        (["--policy", "wise"], "policy 'wise' is unknown"),
        (["--against", "absent.txt"], "absent.txt: no such file"),
        (["-n", "0"], "is not a whole number"),
        (["--field", "absent.csv"], "absent.csv: no such file"),
        (["--out", str(A)], "is not a folder"),
    ],
)
def test_refusals(options, message):
    assert message in refusal("compare", A, B, *options)


def test_the_same_deck_twice_is_refused():
    assert "are the same list" in refusal("compare", A, A)
