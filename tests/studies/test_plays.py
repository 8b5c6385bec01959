"""One question under several policies: what agrees, what changes sides, how it is saved, shown and refused."""

from __future__ import annotations

import json
import shlex

import pytest

import ucgsim
from tests.helpers import PLAIN, run
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import interval
from ucgsim.studies.kit.run import parts_of, resume, verify
from ucgsim.studies.policies.question import PLAYS, read_plays, read_policies, under_policies

pytestmark = pytest.mark.usefixtures("all_undrawn")

POLICIES = ("greedy", "random", "greedy:patience=1")


@pytest.fixture(scope="module")
def matrices(catalog, tmp_path_factory):
    out = tmp_path_factory.mktemp("plays") / "run"
    return out, under_policies(ucgsim.matrix, POLICIES, PLAIN, games=600, seed=7, out=out, catalog=catalog)


def test_each_row_is_what_its_policy_alone_says(matrices, catalog):
    _, result = matrices
    alone = ucgsim.matrix(PLAIN, games=600, seed=7, policy="random", catalog=catalog)
    assert {**result.results[1].to_json(), "games_per_second": None} == {**alone.to_json(), "games_per_second": None}
    assert result.labels == ["greedy v1", "random v1", "greedy:patience=1 v1"]


def test_a_matrix_says_how_far_ranks_agree_and_what_changes_sides(matrices):
    _, result = matrices
    plain = result.to_json()
    assert [each["policies"] for each in plain["agreement"]] == [
        ["greedy v1", "random v1"],
        ["greedy v1", "greedy:patience=1 v1"],
        ["random v1", "greedy:patience=1 v1"],
    ]
    for each in plain["agreement"]:
        assert -1 <= each["kendall"]["low"] <= each["kendall"]["rate"] <= each["kendall"]["high"] <= 1
        assert each["same_order"] + each["opposite_order"] <= each["pairs"] == 3
        assert each["cells_surely_changed"] <= each["cells_changed"] <= 3
    assert plain["intervals_together"] == 9
    for change in plain["changes"]:
        rates = [rate["rate"] for rate in change["under"].values()]
        assert min(rates) < 0.5 < max(rates)
    assert "Kendall's tau" in result.summary()
    assert result.summary().count("greedy v1 on both sides") == 1
    assert {row["policy"] for row in result.rows()} == set(result.labels)


def test_who_does_best_is_told_as_the_pick_it_is(matrices):
    """Of three decks one does best partly by luck, under each policy: the plain rate with its own interval was told."""
    _, result = matrices
    for each in result.results:
        assert interval(each.field.of_best) in result.summary()
    ranks = next(each for each in result.sheets() if each.caption.startswith("Ranks"))
    assert sum(cell.text.endswith("^") for row in ranks.rows for cell in row) == len(result.results)


def test_what_is_kept_is_read_verified_mended_and_shown(matrices, catalog):
    out, result = matrices
    assert read_plays(out).answer() == result.answer()
    assert json.loads((out / "summary.json").read_text(encoding="utf-8"))["answer"] == result.answer()
    assert all(each.holds for each in verify(out, catalog))
    assert parts_of(out) == 9
    part = next((out / "2-random").glob("*/part-00000.parquet"))
    before = part.read_bytes()
    part.write_bytes(before[:-1])
    assert [each.place for each in verify(out, catalog) if not each.holds] == [str(part)]
    resume(out, catalog)
    assert part.read_bytes() == before
    page = (out / "index.html").read_bytes()
    done = run("report", out)
    assert done.exit_code == 0, done.output
    assert (out / "index.html").read_bytes() == page
    assert b"Under random v1" in page


def test_it_goes_on_and_refuses_other_policies(matrices, catalog):
    out, result = matrices
    again = under_policies(ucgsim.matrix, POLICIES, PLAIN, games=600, seed=7, out=out, catalog=catalog)
    assert again.answer() == result.answer()
    with pytest.raises(UcgsimError, match="other policies"):
        under_policies(ucgsim.matrix, POLICIES[:2], PLAIN, games=600, seed=7, out=out, catalog=catalog)
    changed = out / PLAYS
    before = changed.read_bytes()
    changed.write_bytes(before.replace(b"2-random", b"../other"))
    done = run("report", out)
    changed.write_bytes(before)
    assert done.exit_code == 2
    assert "was changed since it was written" in done.output


@pytest.mark.parametrize("words", [["meta"], ["worth"], ["report", "--check", "random"]])
def test_what_asks_one_run_names_the_folders_in_it(matrices, words):
    done = run(words[0], matrices[0], *words[1:])
    assert done.exit_code == 2
    assert "name the folder of one of them in it" in done.output


def test_a_duel_of_one_number(catalog):
    result = under_policies(ucgsim.duel, "greedy,random", *PLAIN[:2], games=200, catalog=catalog)
    assert "Plain Dyna and Gaia against Plain Kaiju" in result.answer()
    assert result.to_json()["agreement"][0]["policies"] == ["greedy v1", "random v1"]
    assert "greedy v1 (200 games)" in result.summary()


def test_a_comparison_has_a_row_for_each_opponent_and_one_for_all(catalog):
    result = under_policies(ucgsim.compare, "greedy,random", *PLAIN[:2], PLAIN, games=600, catalog=catalog)
    play = result.plays.plays[0]
    assert len(play.cells) == len(PLAIN) + 1
    whole = play.cell(len(PLAIN), 0.95)
    assert whole.rate == pytest.approx(result.results[0].difference.rate)
    assert "Plain Kaiju over Plain Dyna and Gaia against all opponents" in result.answer()
    assert len(result.plays.agreements) == 1


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        ("greedy,planner,search:16", ["greedy", "planner", "search:16"]),
        (" greedy , search:16,turns=3 ,random", ["greedy", "search:16,turns=3", "random"]),
        ("search:16,with=planner,turns=3,planner:tries=0", ["search:16,turns=3,with=planner", "planner:tries=0"]),
        ("greedy:lead=0,patience=1,random", ["greedy:lead=0,patience=1", "random"]),
    ],
)
def test_a_list_of_policies_keeps_the_numbers_of_each_together(listed, names):
    assert sorted(read_policies(listed)) == sorted(parse for parse in names)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["--policies", "greedy"], "two or more"),
        (["--policies", "greedy,greedy"], "named twice"),
        (["--policies", "greedy,nobody"], "'nobody' is unknown"),
        (["--policies", ""], "is unknown"),
        (["--policies", "greedy,search:0"], "worlds"),
        (["--policies", "greedy,none.py:Mine"], "none.py"),
        (["--policies", "greedy,random", "--policy", "random"], "plays all sides"),
        (["--policies", "greedy,random", "--policy-b", "random"], "plays all sides"),
        (["--policies", "greedy,random", "--check", "random"], "among --policies"),
    ],
)
def test_bad_lists_are_refused_in_a_line(words, text, tmp_path):
    done = run("duel", *PLAIN[:2], "-n", 4, "--out", tmp_path / "run", *words)
    assert done.exit_code == 2
    assert text in done.output
    assert not (tmp_path / "run").exists()


def test_matches_and_tests_are_played_under_one_policy():
    done = run("matrix", *PLAIN, "--match", "bo3", "--policies", "greedy,random")
    assert (done.exit_code, "leave out --match" in done.output) == (2, True)
    done = run("compare", *PLAIN[:2], "--until-sure", "--policies", "greedy,random")
    assert (done.exit_code, "stops one comparison" in done.output) == (2, True)


@pytest.mark.parametrize("command", ["duel", "matrix", "compare"])
def test_the_commands_print_and_keep(command, tmp_path):
    words = [command, *PLAIN[:2], "-n", 40, "--policies", "greedy,random", "--out", tmp_path / "run", "--jobs", 1]
    done = run(*words, "--full")
    assert done.exit_code == 0, done.output
    assert done.output.count("Again: ucgsim") == 1
    (again,) = (line.removeprefix("Again: ucgsim ") for line in done.output.splitlines() if line.startswith("Again: "))
    assert (tmp_path / "run" / "index.html").is_file()
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.output[done.output.index("{") :])
    assert data["question"] == command
    assert data["command"] == f"ucgsim {again}"
    repeated = run(*shlex.split(again), "--jobs", 1, "--json")
    assert repeated.exit_code == 0, repeated.output
    same = json.loads(repeated.output[repeated.output.index("{") :])
    assert (same["answer"], same["command"]) == (data["answer"], data["command"])


def test_what_searches_is_asked_again_in_as_many_games(tmp_path):
    words = ["duel", *PLAIN[:2], "-n", 40, "--policies", "greedy,search:1", "--check-games", 6, "--jobs", 1]
    done = run(*words, "--json")
    assert done.exit_code == 0, done.output
    data = json.loads(done.output[done.output.index("{") :])
    assert data["command"].endswith("--policies greedy,search:1 --check-games 6")
    assert "-n 40" in data["command"]
    assert "--policy " not in data["command"]


def test_a_gauntlet_is_asked_under_several_policies_kept_and_read(tmp_path):
    out = tmp_path / "g"
    words = ("gauntlet", *PLAIN, "-n", 200, "--policies", "greedy,random", "-j", 1, "--out", out)
    done = run(*words)
    assert done.exit_code == 0, done.output
    assert "against the whole field" in done.output
    assert "Again: ucgsim gauntlet" in run(*words, "--full").output
    result = read_plays(out)
    assert result.question == "gauntlet"
    alone = ucgsim.gauntlet(PLAIN[0], PLAIN[1:], games=200, policy="random")
    (_, second) = result.plays.plays
    rates = [second.cell(number, 0.95) for number in range(len(second.cells))]
    assert rates == [*(alone.row.rate(rival) for rival in range(1, len(PLAIN))), alone.row.overall]
    assert second.things == alone.names[1:]
    assert (out / "index.html").is_file()
