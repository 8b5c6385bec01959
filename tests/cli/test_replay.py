"""`ucgsim replay`: exactly the game that a duel played."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl
import pytest

from tests.default_play import BY
from tests.helpers import DECKLISTS, answer, refusal, run
from ucgsim.cards.versions import DEFAULT_RULES

if TYPE_CHECKING:
    from pathlib import Path


A, B = str(DECKLISTS / "plain-zero-geed.txt"), str(DECKLISTS / "plain-kaiju.txt")
GAMES = 12


@pytest.fixture(scope="module")
def run_folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("runs") / "run"
    options = ("--policy", "greedy", "--policy-b", "random", "--seed", 11, "--jobs", 1)
    result = run("duel", A, B, "-n", GAMES, *options, "--out", folder)
    assert result.exit_code == 0, result.stderr
    return folder


def rows(folder: Path) -> list[dict[str, object]]:
    return pl.read_parquet(folder / "part-00000.parquet").to_dicts()


def test_a_replay_ends_as_the_game_of_the_run_did(run_folder):
    for index, row in enumerate(rows(run_folder)):
        shown = answer("replay", run_folder, index)
        reason = str(row["reason"]).replace(" ", "_")
        assert (shown["winner"], shown["reason"], shown["turns"]) == (row["winner"], reason, row["rounds"])
        draws = [event for event in shown["events"] if " draws " in event["text"]]
        redraws = row["redrawn_a"] + row["redrawn_b"]
        assert len(draws) == 12 + 6 * redraws + row["drawn_a"] + row["drawn_b"]


def test_the_same_game_from_its_decks(run_folder):
    decks = ("--deck-a", A, "--deck-b", B, "--policy", "greedy", "--policy-b", "random", "--seed", 11)
    assert run("replay", *decks, "--game", 5).stdout == run("replay", run_folder, 5).stdout


def test_games_of_a_pair_swap_the_throw_and_nothing_else(run_folder):
    one, two = (run("replay", run_folder, index).stdout for index in (6, 7))
    throw = next(line for line in one.splitlines() if "wins the throw" in line)
    other = throw.replace("A wins", "X").replace("B wins", "A wins").replace("X", "B wins")
    assert throw in one
    assert other in two


def test_a_fixed_lead_player_is_fixed():
    text = run("replay", "--deck-a", A, "--deck-b", B, "--game", 1, "--first", "b", "--clauses").stdout
    assert "Turn 1, B is the Lead Player" in text
    assert "throw" not in text


def test_it_says_what_it_tells():
    lines = run("replay", "--deck-a", A, "--deck-b", B, "--game", 0, "--clauses").stdout.splitlines()
    assert lines[0] == f"Game 0 of seed 1, rules {DEFAULT_RULES}, official redraw"
    assert lines[1].startswith(f"A: Plain Zero and Geed, played by {BY}")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ([], "no game is named"),
        (["--game", 3], "name a run folder and a game, or --deck-a"),
        (["--deck-a", A, "--deck-b", B], "no game is named"),
        (["--deck-a", A, "--deck-b", "nowhere.txt", "--game", 0], "nowhere.txt: no such file"),
        (["--deck-a", A, "--deck-b", B, "--game", -1], "-1 is not a whole number from 0"),
        (["nowhere", 3], "nowhere: is no folder; name a folder that `ucgsim duel` or `gauntlet` wrote with --out"),
        ([DECKLISTS, "--lost"], "decklists: holds no run; name a folder that `ucgsim duel` or `gauntlet` wrote"),
    ],
)
def test_what_cannot_be_replayed(args, message):
    assert message in refusal("replay", *args)


def test_a_run_folder_says_the_rest(run_folder):
    assert "--seed is said by the run folder" in run("replay", run_folder, 1, "--seed", 3).stderr
    assert "the run has the games 0 to 11" in run("replay", run_folder, 12).stderr


def test_where_no_game_is_kept_it_says_why(tmp_path):
    for options, message in (
        (("--match", "bo3"), "holds matches, of which only the counts are saved and no games; name a folder"),
        ((), "is a matrix; name the folder of one of its matchups"),
    ):
        out = tmp_path / str(len(options))
        assert run("matrix", A, B, *options, "-n", 10, "--jobs", 1, "--out", out, "--check", "none").exit_code == 0
        assert f"{out}: {message}" in refusal("replay", out, 1)


@pytest.fixture(scope="module")
def gauntlet(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("runs") / "gauntlet"
    options = ("-n", 60, "--policy", "greedy", "--jobs", 1, "--check", "none", "--out", out)
    assert run("gauntlet", A, B, DECKLISTS / "plain-rosso-blu.txt", *options).exit_code == 0
    return out


@pytest.mark.parametrize(("pick", "winner", "share"), [("--lost", "b", max), ("--won", "b", min)])
def test_a_gauntlet_shows_a_game_of_its_worst_or_best_matchup(gauntlet, pick, winner, share):
    folders = {
        path: [row["winner"] for row in rows(path)] for path in gauntlet.iterdir() if (path / "plan.json").exists()
    }
    folder = share(folders, key=lambda path: folders[path].count(winner))
    assert len({won.count(winner) for won in folders.values()}) == 2
    assert run("replay", gauntlet, pick, "--json").stdout == run("replay", folder, pick, "--json").stdout


def test_a_gauntlet_seen_from_its_rivals_is_picked_from_their_side(gauntlet):
    of_rival = answer("replay", gauntlet, "--lost", "--side", "b")
    assert of_rival == answer("replay", gauntlet, "--won")
    assert of_rival["winner"] == "a"


def test_the_closest_game_of_a_gauntlet_is_one_of_a_matchup(gauntlet):
    folders = [path for path in gauntlet.iterdir() if (path / "plan.json").exists()]
    shown = run("replay", gauntlet, "--closest", "--json").stdout
    assert shown in [run("replay", path, "--closest", "--json").stdout for path in folders]
