"""`ucgsim odds` and `ucgsim hands`: answers, tables, variations, sample hands."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.default_play import BY
from tests.helpers import DECKLISTS, answer, output, refusal, run
from ucgsim.cards.versions import DEFAULT_RULES

DECK = DECKLISTS / "tiga-dyna.txt"
ARC = DECKLISTS / "arc-blazar.txt"
WANT = "level 1 TIGA >= 1 and level 2 TIGA >= 1"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))


def test_the_answer_comes_first_with_what_it_rests_on():
    result = run("odds", DECK, "--want", WANT)
    assert result.exit_code == 0
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    has = f"Tiga and Dyna has “{WANT}” in the first 6 cards"
    assert lines[0] == f"{has} in 63.88 % of games, in 38.84 % without a redraw."
    assert lines[-1].startswith("exact")
    rules = f"rules {DEFAULT_RULES}, official redraw"
    assert lines[-1].endswith(f" · redraws 61.16 % · no cards from scenes (Lead and Next Player alike) · {rules}")
    assert [line.split()[:3] for line in lines if line.startswith("  4 ")] == [["4", "9", "78.02"]]


def test_json_has_what_scripts_need():
    result = answer("odds", DECK, "--want", WANT)
    assert result["exact"] is True
    assert {"by_turn", "redraw_rate", "without_redraw", "method", "fingerprint"} <= set(result)
    assert result["by_turn"][0]["probability"] == result["probability"] == pytest.approx(0.6388, abs=5e-5)


def test_json_of_a_sample_has_an_interval():
    result = answer("odds", DECK, "--want", WANT, "--sample", 2000, "--seed", 3)
    assert result["exact"] is False
    assert result["low"] < 0.6388 < result["high"]
    assert answer("odds", DECK, "--want", WANT, "--sample", 2000, "--seed", 3) == result


def test_a_redraw_condition_and_cards_seen():
    result = answer("odds", DECK, "--want", "chain", "--redraw-when", "level 1 hero == 0", "--cards", 8)
    assert (result["redraw"], result["redraw_when"], result["cards"]) == ("when", "level 1 hero == 0", 8)


def test_scene_draws_show_both_seats():
    result = run("odds", DECK, "--want", "chain of 3", "--turn", 3, "--scene-draws", "--redraw", "best")
    assert "as Next Player" in result.stdout
    assert "To hold it as often as possible, keep a hand" in result.stdout


def test_groups_come_from_the_deck_file_and_from_the_command():
    from_file = answer("odds", ARC, "--want", "starter >= 2")
    by_hand = answer("odds", ARC, "--want", "mine >= 2", "--group", "mine=BP01-012, BP01-038,BP01-039")
    assert from_file["probability"] == by_hand["probability"]


def test_cards_of_the_catalog_that_the_deck_lacks_never_come():
    assert answer("odds", DECK, "--want", "ZERO")["probability"] == 0


def test_varying_one_card_prints_a_table_and_draws_a_plot(tmp_path):
    plot = tmp_path / "vary.png"
    result = run(
        "odds",
        DECK,
        "--want",
        "level 1 TIGA",
        "--vary",
        "level 1 TIGA: 6..9",
        "--filler",
        "scene",
        "--plot",
        plot,
    )
    assert result.exit_code == 0, result.stderr
    assert "as it is" in result.stdout
    assert plot.read_bytes().startswith(b"\x89PNG")
    assert str(plot) in result.stderr


def test_varying_two_cards_gives_every_pair():
    vary = ["--vary", "level 1 TIGA: 7..8", "--vary", "level 2 TIGA: 6..7", "--filler", "scene"]
    result = answer("odds", DECK, "--want", WANT, *vary)
    assert [row["counts"] for row in result["rows"]] == [[7, 6], [7, 7], [8, 6], [8, 7]]
    assert all(row["exact"] for row in result["rows"])


def test_the_table_of_copies(tmp_path):
    result = run("odds", "table", "--copies", 5, "--plot", tmp_path / "table.svg")
    rows = [line.replace(" %", "").split() for line in result.stdout.splitlines()]
    assert ["4", "41.05", "67.95", "65.25", "70.86", "73.57", "76.09"] in rows
    assert (tmp_path / "table.svg").exists()
    assert len(answer("odds", "table", "--size", 30)["rows"]) == 20


def test_sample_hands_with_a_verdict():
    result = output("redraw", DECK, "--deal", 3, "--seed", 1, "--want", "chain")
    assert result.count("redraw:") == 3
    assert "of 3 hands have chain" in result
    data = answer("redraw", DECK, "--deal", 3, "--seed", 1)
    assert [len(hand["cards"]) for hand in data["hands"]] == [6, 6, 6]
    assert data["hands"][0]["met"] is None


@pytest.mark.parametrize("args", [["odds", "--want", "chain"], ["redraw", "--deal", 1]])
def test_the_version_of_the_rules_is_taken_and_named(args):
    command = [args[0], DECK, *args[1:]]
    assert f"ules {DEFAULT_RULES}, official redraw" in run(*command).stdout
    assert "ules 1.4, reshuffle redraw" in run(*command, "--rules", "1.4", "--redraw-procedure", "reshuffle").stdout
    assert answer(*command, "--rules", "1.4")["rules"] == "1.4"
    assert "1.3" in refusal(*command, "--rules", "1.3")


def test_sample_hands_with_the_verdict_of_the_policy():
    # The greedy policy keeps what holds a chain and a second character to set.
    # Greedy's rule in full: a chain, a second character to set, at most one scene and two cards that begin a stack.
    rule = "chain and settable >= 2 and scene <= 1 and level 1 <= 2"
    result = answer("redraw", DECK, "--deal", 60, "--want", rule, "--policy", "greedy")
    assert result["policy"] == "greedy v1"
    assert {hand["policy"] for hand in result["hands"]} == {"keep", "redraw"}
    assert all((hand["policy"] == "keep") == hand["met"] for hand in result["hands"])
    text = run("redraw", DECK, "--deal", 60, "--policy", "greedy").stdout
    redrawn = sum(hand["policy"] == "redraw" for hand in result["hands"])
    assert text.count("[redraws]") == redrawn
    assert f"greedy redraws {redrawn} of 60 hands" in text


def test_hands_of_a_deck_that_cannot_be_played_have_no_verdict(tmp_path):
    large = tmp_path / "large.txt"
    large.write_text("".join(f"4 BP01-{number:03}\n" for number in range(1, 19)))
    result = run("redraw", large, "--deal", 2, "--json")
    assert result.exit_code == 0, result.stderr
    assert [hand["policy"] for hand in json.loads(result.stdout)["hands"]] == [None, None]
    assert "no verdict of the policy: " in result.stderr
    assert "[keeps]" not in run("redraw", large, "--deal", 2).stdout


def test_effects_count_where_the_opening_is_played():
    args = ("odds", DECK, "--want", "level 3 TIGA and level 2 TIGA", "--turn", 3, "--with-effects")
    result = answer(*args, "--sample", 3000, "--against", ARC, "--policy-b", "random")
    assert (result["with_effects"], result["exact"]) == (True, False)
    assert result["without_effects"]["probability"] < result["low"] < result["probability"] < result["high"]
    assert result["policies"] == {"a": BY, "b": "random v1"}
    text = run(*args, "--sample", 300).stdout
    assert f"{BY} on both sides, opponent itself, rules {DEFAULT_RULES}" in text
    assert "300 of 300 games reach turn 3; without effects and scenes these have it in " in text
    assert "they add " in text
    assert "by turn  cards" in text
    assert any(line.startswith("  3           8+") for line in text.splitlines())


def test_a_question_loads_neither_numba_nor_matplotlib():
    code = (
        "import sys; from ucgsim.cli.main import main\n"
        f"main(['odds', {str(DECK)!r}, '--want', 'chain'], standalone_mode=False)\n"
        "print(sorted({'numba', 'matplotlib', 'pandas', 'polars'} & set(sys.modules)))"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "[]"
