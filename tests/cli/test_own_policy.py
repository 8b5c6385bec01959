"""`--policy my_policy.py:Careful` on the command line, and folders that such a policy filled."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.helpers import PLAIN, refusal, run
from ucgsim.policies import policy_files
from ucgsim.simulate.arrangements import Copy, Setting
from ucgsim.simulate.folder import RunFolder, scan_games

if TYPE_CHECKING:
    from click.testing import Result

A, B, C = PLAIN
CHANCE = """
class Mine:
    def choose(self, seen, options):
        print("thinking")
        return seen.random.choice(options)
"""


def answer(*args: object) -> Result:
    result = run(*args)
    assert result.exit_code == 0, result.stderr
    return result


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(CHANCE)
    return path


@pytest.fixture
def folder(tmp_path, mine, monkeypatch):
    """A run of a policy that nobody has given since."""
    out = tmp_path / "run"
    answer("duel", A, B, "-n", 4, "-j", 1, "--policy", f"{mine}:Mine", "--policy-b", "greedy", "--out", out)
    monkeypatch.setattr(policy_files, "_given", {})
    return out


def test_a_duel_answers_in_json_whatever_the_policy_prints(mine):
    result = answer("duel", A, B, "-n", 4, "-j", 1, "--policy", f"{mine}:Mine", "--json")
    assert json.loads(result.stdout)["games"] == 4
    assert "thinking" in result.stderr


def test_matrix_and_compare_take_it(mine):
    policy = f"{mine}:Mine"
    result = json.loads(answer("matrix", A, B, C, "-n", 2, "-j", 1, "--policy", policy, "--json").stdout)
    assert result["games"] == 6
    assert "mine.py:Mine@" in answer("compare", A, B, "--against", C, "-n", 4, "-j", 1, "--policy", policy).stdout


def test_the_same_command_goes_on_and_another_file_does_not(folder, mine):
    command = ("duel", A, B, "-n", 4, "-j", 1, "--policy", f"{mine}:Mine", "--policy-b", "greedy", "--out", folder)
    answer(*command)
    mine.write_text(CHANCE + "\n")
    assert "differs in policies" in refusal(*command)


def test_a_game_of_the_folder_is_told_when_its_file_is_given(folder, mine):
    assert "give the file that played with --policy mine.py:Mine" in refusal("replay", folder, 1)
    result = answer("replay", folder, 1, "--policy", f"{mine}:Mine", "--json")
    assert json.loads(result.stdout)["policies"]["a"].startswith("mine.py:Mine@")
    answer("run", "verify", folder, "--replay", "--policy", f"{mine}:Mine")
    mine.write_text(CHANCE + "\n")
    policy_files._given.clear()
    assert "the one that was given is another" in refusal("replay", folder, 1, "--policy", f"{mine}:Mine")


def test_a_replay_tells_the_very_game(folder, mine):
    games = [json.loads(answer("replay", folder, k, "--policy", f"{mine}:Mine", "--json").stdout) for k in range(4)]
    assert answer("run", "verify", folder, "--replay", "--policy", f"{mine}:Mine").exit_code == 0
    rows = scan_games(RunFolder(folder)).collect()
    assert [game["winner"] for game in games] == rows["winner"].to_list()
    assert [game["turns"] for game in games] == rows["rounds"].to_list()


def test_a_lost_part_is_played_anew_when_the_file_is_given(folder, mine):
    before = (folder / "part-00000.parquet").read_bytes()
    (folder / "part-00000.parquet").unlink()
    assert "give the file" in refusal("run", "repair", folder)
    answer("run", "repair", folder, "-j", 1, "--policy", f"{mine}:Mine")
    assert (folder / "part-00000.parquet").read_bytes() == before


def test_every_copy_is_weighed_as_it_plays(folder, mine, monkeypatch):
    """The first of the copies, in as few games as show them all."""
    monkeypatch.setattr("ucgsim.studies.cards.worth.FEWEST_PAIRS", 1)
    monkeypatch.setattr(Setting, "copies", [Copy(0, 1), Copy(0, 2)])
    words = ("worth", folder, "-n", 20, "-j", 1, "--json")
    assert "give the file" in refusal(*words)
    worth = json.loads(answer(*words, "--policy", f"{mine}:Mine").stdout)
    assert worth["policies"]["own"].startswith("mine.py:Mine@")
    assert [each["copy"] for each in worth["copies"]] == [1, 2]


def test_opening_turns_are_played_as_it_plays(mine):
    words = ("odds", A, "--want", "chain", "--turn", 2, "--with-effects", "--policy", f"{mine}:Mine", "--json")
    first, second = (json.loads(answer(*words, "--sample", 10).stdout) for _ in range(2))
    assert first == second
    assert "10 openings played" in first["method"]
    assert "mine.py:Mine@" in json.dumps(first)


def test_a_redraw_is_asked_of_it(mine):
    """It keeps what it is dealt or gives it back in both branches alike, and later chance is the same in both."""
    words = ("redraw", A, "--against", B, "-n", 6, "--policy", f"{mine}:Mine", "-j", 1, "--json")
    first, second = (answer(*words).stdout for _ in range(2))
    assert first == second
    assert json.loads(first)["policies"]["a"].startswith("mine.py:Mine@")


def test_a_card_is_swapped_as_it_plays(folder, mine):
    words = ("worth", folder, "--swap", "SD01-007=BP02-029", "-j", 1, "--json")
    assert "give the file" in refusal(*words)
    swap = json.loads(answer(*words, "--policy", f"{mine}:Mine").stdout)["swaps"][0]
    assert "mine.py:Mine@" in json.dumps(swap["policies"])
    assert json.loads(answer("duel", A, B, "-n", 4, "-j", 1, "--json").stdout)["games"] == 4


@pytest.mark.parametrize("command", [("duel", A, B), ("matrix", A, B, C), ("compare", A, B)])
@pytest.mark.parametrize(
    ("policy", "message"),
    [
        ("none.py:Mine", "none.py"),
        ("mine.py", "my_policy.py:Careful"),
        ("nobody", "'nobody' is unknown"),
        ("search:0", "worlds=0 must be a whole number from 1 to 512"),
    ],
)
def test_what_is_no_policy_is_refused(command, policy, message):
    assert message in refusal(*command, "--policy", policy)
