"""`ucgsim duel`: help, answer, JSON, resuming, refusals."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess

import pytest

from tests.default_play import BY
from tests.helpers import DECKLISTS, IN_SMALL_PARTS, PLAIN, ROOT, answer, refusal, run
from tests.waiting import until
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.defaults import DEFAULT_POLICY

A, B = PLAIN[:2]
DUEL = ("duel", A, B, "-n", 200, "--jobs", 1)


def test_help():
    result = run("duel", "--help-all")
    assert result.exit_code == 0
    for option in ("--games", "--policy-b", "--seed", "--jobs", "--rules", "--first", "--out", "--json"):
        assert option in result.stdout


def test_effects_edited_by_hand_are_told(tmp_path, monkeypatch):
    effects = tmp_path / "effects"
    effects.mkdir()
    (effects / "BP06.ucg").write_text("BP06-071\n  enter [single,double]: draw 1\n", encoding="utf-8")
    monkeypatch.setattr("ucgsim.effects.library.effects_folder", lambda: effects)
    mech = DECKLISTS / "ultra-mech.txt"
    args = ("duel", mech, mech, "-n", 20, "--jobs", 1)
    result = run(*args, "--json")
    assert result.exit_code == 0, result.stderr
    data = json.loads(result.stdout)
    assert (data["decks"]["a"]["edited"], data["decks"]["a"]["blank"]) == (["BP06-071"], [])
    blank = json.loads(run(*args, "--play-blank", "BP06-071", "--json").stdout)
    assert (blank["decks"]["a"]["edited"], blank["decks"]["a"]["blank"]) == ([], ["BP06-071"])
    assert re.search(r"Played with an effect edited by hand: .* \(BP06-071\)\.", run(*args).stdout)


def test_a_deck_that_the_rules_do_not_know_is_refused():
    result = run("duel", A, DECKLISTS / "ultra-mech.txt", "--rules", "1.4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "which rules 1.4 do not know (CR " in result.stderr


def test_json_is_one_object():
    result = answer(*DUEL, "--seed", 7)
    assert result["games"] == 200
    assert result["policies"] == {"a": BY, "b": BY}
    assert result["command"].endswith(f"-n 200 --policy {DEFAULT_POLICY} --seed 7 --rules {DEFAULT_RULES}")


def test_policies_and_first_lead():
    result = answer(*DUEL, "--policy", "greedy", "--policy-b", "random", "--first", "b")
    assert result["policies"]["b"] == "random v1"
    assert result["by_first_lead"]["b"]["games"] == 200


def test_the_seed_decides():
    same, again, other = (answer(*DUEL, "--seed", seed)["rounds"] for seed in (3, 3, 4))
    assert same == again
    assert same != other


def test_summary_and_a_remark_about_odd_numbers():
    result = run("duel", A, B, "-n", 99, "--jobs", 1)
    assert result.exit_code == 0
    assert result.stdout.startswith("Plain Dyna and Gaia beats Plain Kaiju: it wins about ")
    assert "playing 100 instead of 99" in result.stderr


def test_out_is_kept_and_gone_on_with(tmp_path):
    first = answer(*DUEL, "--out", tmp_path / "run")
    second = answer(*DUEL, "--out", tmp_path / "run")
    assert second["games_per_second"] is None
    assert first["win_rate"] == second["win_rate"]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((A, "absent.txt"), "absent.txt: no such file"),
        ((A, ROOT), "is a folder"),
        ((A, B, "-n", 0), "0 is not a whole number from 1"),
        ((A, B, "-n", -4), "-4 is not a whole number"),
        ((A, B, "-n", 10**12), "is not a whole number from 1 to 1,000,000,000"),
        ((A, B, "--policy", "wise"), "policy 'wise' is unknown"),
        ((A, B, "--policy-b", "greedy:patience=7"), "patience=7 must be a number from 0 to 1"),
        ((A, B, "--rules", "9.9"), "'9.9'"),
        ((A, B, "--first", "c"), "'c'"),
        ((A, B, "--catalog", "absent.csv"), "absent.csv: no such file"),
    ],
)
def test_bad_input_is_one_line(args, message):
    assert message in refusal("duel", *args)


def test_a_deck_of_49_is_refused(tmp_path):
    text = A.read_text(encoding="utf-8").splitlines()
    short = tmp_path / "short.txt"
    last = next(i for i in range(len(text) - 1, 0, -1) if text[i][:1].isdigit())
    text[last] = f"{int(text[last][0]) - 1}{text[last][1:]}"
    short.write_text("\n".join(text), encoding="utf-8")
    assert "has 49 cards" in refusal("duel", short, B)


def test_out_that_is_something_else_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    assert "is not a folder" in refusal("duel", A, B, "--out", tmp_path / "file")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "holiday.txt").write_text("sun")
    assert "holds holiday.txt but no run" in refusal("duel", A, B, "-n", 2, "--out", tmp_path / "run")
    assert [path.name for path in (tmp_path / "run").iterdir()] == ["holiday.txt"]


def test_another_run_in_the_folder_is_refused(tmp_path):
    answer(*DUEL, "--out", tmp_path)
    assert "holds a run that differs in seed" in refusal(
        "duel", A, B, "-n", 200, "--seed", 99, "--jobs", 1, "--out", tmp_path
    )


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_is_one_line_and_keeps_parts(tmp_path, jobs):
    process = subprocess.Popen(
        [*IN_SMALL_PARTS, "duel", str(A), str(B), "-n", "2000000", "--jobs", str(jobs), "--out", str(tmp_path / "run")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wanted = tmp_path / "run" / ("part-00001.parquet" if jobs == 1 else "part-00002.parquet")
    until(lambda: wanted.exists() or process.poll() is not None)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert out == ""
    others = ("duel: ", "ucgsim: compil", "ucgsim: 2,000,000 games take")
    lines = [line for line in err.splitlines() if not line.startswith(others)]
    saved = 250 * len((tmp_path / "run" / "parts.jsonl").read_bytes().splitlines())
    assert lines == [
        f"ucgsim: interrupted; {saved:,} games are saved in {tmp_path / 'run'}: the same command goes on from there"
    ]
    assert wanted.exists()
    assert not (tmp_path / "run" / "done.json").exists()


def test_a_plan_tells_games_and_minutes_and_plays_none(monkeypatch):
    monkeypatch.setattr("ucgsim.studies.forecast.SECONDS", 0.01)
    decks = PLAIN[:2]
    text = run("duel", *decks, "--plan", "-j", "1")
    assert text.exit_code == 0, text.stderr
    assert "games a second here, planner" in text.stdout
    assert "+- 1 points" in text.stdout
    data = json.loads(run("duel", *decks, "--plan", "--precision", "2pp", "--json").stdout)
    (one,) = data["for_precision"]
    assert one["points"] == 2
    assert one["games"] >= 2000
    assert one["minutes"] == pytest.approx(one["games"] / data["games_per_second"] / 60)


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (["--precision", "0pp"], "precision is 0 points; it must be above 0 and below 50"),
        (["--precision", "60"], "precision is 60 points"),
        (["--precision", "narrow"], "'narrow' is no precision"),
        (["--precision", "0.0001pp"], "takes"),
        (["--precision", "5pp", "-n", "100"], "-n and --precision both say how many games to play"),
    ],
)
def test_precisions_that_are_none_are_refused(args, what):
    decks = PLAIN[:2]
    result = run("duel", *decks, *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert what in result.stderr


@pytest.mark.parametrize(
    "args",
    [
        ["-n", "100"],
        ["--out", "kept"],
        ["--lead-pairs", "10"],
        ["--check", "planner"],
    ],
)
def test_what_a_plan_would_leave_undone_is_refused(args):
    decks = PLAIN[:2]
    result = run("duel", *decks, "--plan", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "--plan plays nothing and saves nothing; leave out --" in result.stderr


def test_a_precision_plays_as_many_games_as_it_takes():
    decks = PLAIN[:2]
    data = json.loads(run("duel", *decks, "--precision", "5pp", "-j", "1", "--json").stdout)
    rate = data["win_rate"]["a"]
    assert (rate["high_games"] - rate["low_games"]) / 2 <= 0.05
    assert sum(data["outcomes"][each] for each in ("lost", "undecided", "won")) == data["games"]
    assert 0 <= data["likelihood_of_superiority"] <= 1
