"""What every first screen keeps to, messages for a chat, the trainer, completion, one card by hand, longer runs."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from tests.helpers import DECKLISTS, PLAIN, answer, refusal, run
from ucgsim.cards.catalog import load_catalog
from ucgsim.cli.main import main
from ucgsim.simulate.ledger import PARTS

A, B, C = PLAIN
FEW = ("-n", 100, "-j", 1)
COMMANDS = {
    "duel": ("duel", A, B, *FEW),
    "gauntlet": ("gauntlet", A, B, C, *FEW),
    "matrix": ("matrix", A, B, C, *FEW),
    "compare": ("compare", A, B, "--against", C, *FEW),
    "redraw": ("redraw", A, "-n", 2000, "-j", 1),
    "odds": ("odds", DECKLISTS / "tiga-dyna.txt"),
}
INTERNAL = re.compile(r"stands|turns the|can't be told|picked|LLR|\bH1\b|shuffles that chose|\^")


@pytest.fixture(scope="module", params=COMMANDS)
def screen(request):
    result = run(*COMMANDS[request.param])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_headline_has_at_most_25_words_and_few_numbers(screen):
    first = screen.splitlines()[0]
    assert len(first.split()) <= 40
    names = re.compile(r"Plain \w+ and \w+|Plain \w+|Tiga and Dyna|level \d|\d of level|at most \d|\d+(?:-\d+)+")
    assert len(names.sub("", first).split()) <= 25
    assert len(re.findall(r"\d+(?:\.\d+)?", names.sub("", first))) <= 3


def test_one_foot_qualifies_everything(screen):
    foot = screen.strip().splitlines()[-1]
    assert " · " in foot
    assert not INTERNAL.search(screen), screen


def test_each_number_of_games_alone_and_across_players_is_in_json():
    data = answer("duel", A, B, *FEW)
    won = data["win_rate"]["a"]
    assert won["low"] < won["low_games"] < won["high_games"] < won["high"]
    assert data["answer"]["win_rate"]["a"]["low"] == won["low"]
    assert data["players"]["players"][0].startswith("planner")
    assert data["players"]["spread_of_a_matchup"] > 0
    assert answer("duel", A, B, *FEW, "--policy", "greedy")["players"] is None


def test_a_field_alone_names_the_rivals(tmp_path):
    field = tmp_path / "field.csv"
    field.write_text(f'"{B}",12\n"{C}",7\n', encoding="utf-8")
    data = answer("gauntlet", A, "--field", field, *FEW)
    assert {each["share"] for each in data["matchups"]} == {12 / 19, 7 / 19}
    assert "name a rival or more" in refusal("gauntlet", A)


@pytest.mark.parametrize("command", [("duel", A, B), ("matrix", A, B, C), ("gauntlet", A, B, C), ("compare", A, B)])
def test_a_larger_number_extends_a_run_to_the_same_bytes(command, tmp_path, monkeypatch):
    monkeypatch.setattr("ucgsim.simulate.plan.SHARD", 40)
    some, once = tmp_path / "some", tmp_path / "once"
    play = (*command, "-j", 1, "--check", "none", "--policy", "greedy")
    for place, games in ((some, 60), (some, 200), (once, 200)):
        result = run(*play, "-n", games, "--out", place)
        assert result.exit_code == 0, result.output
    pages = {"index.html", "summary.json"}
    extended, whole = (
        {p.relative_to(at): p.read_bytes() for p in at.rglob("*") if p.is_file() and p.name not in pages}
        for at in (some, once)
    )
    # Counts of the smaller run's last part, which was cut short, answer that run again.
    lines, played = (
        {line for p in each if p.name == PARTS for line in each[p].splitlines()} for each in (extended, whole)
    )
    assert lines >= played
    assert {p: extended[p] for p in extended if p.name != PARTS} == {p: whole[p] for p in whole if p.name != PARTS}
    if command[0] != "compare":
        assert "games already; give -n 200 or more" in refusal(*play, "-n", 100, "--out", some)


def complete(*words):
    typed = {
        "_UCGSIM_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("ucgsim", *words)),
        "COMP_CWORD": str(len(words)),
    }
    return CliRunner().invoke(main, prog_name="ucgsim", env=typed).stdout.split()


def test_a_shell_completes_decks_cards_and_policies():
    assert "plain,tiga-dyna" in complete("gauntlet", "tiga-d")
    assert "plain,BP01-001" in complete("cards", "show", "BP01-00")
    assert "plain,planner" in complete("duel", "--policy", "plan")


def test_one_card_is_entered_by_hand(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    file = tmp_path / "card.yaml"
    file.write_text(
        "number: ZZ99-001\nkind: Kaiju\nname: Made Up\ncharacter: MADE UP\nlevel: 2\ntype: POWER\nbp: [4000, 7000]\n",
        encoding="utf-8",
    )
    assert "added, can be played" in run("cards", "add", file).stdout
    card = load_catalog()["ZZ99-001"]
    assert (card.level, card.type, card.bp[:2], card.characters) == (2, "POWER", (4000, 7000), ("MADE UP",))
    asked = run("cards", "add", typed="ZZ99-002\nScene\nMade Up Place\n2\n\n")
    assert asked.exit_code == 0, asked.output
    assert load_catalog()["ZZ99-002"].round == 2
    file.write_text("number: ZZ99-003\nlevl: 2\n", encoding="utf-8")
    assert "line 2: is no fact of a card" in refusal("cards", "add", file)
    file.write_text("number: ZZ99-003\nkind: Kaiju\n", encoding="utf-8")
    assert "a card without name" in refusal("cards", "add", file)
    file.write_text(file.read_text() + "name: x\ncharacter: x\nlevel: two\ntype: x\nbp: 1\n", encoding="utf-8")
    assert "level is 'two'" in refusal("cards", "add", file)


@pytest.mark.usefixtures("undrawn")
def test_pages_of_answers_that_had_none(tmp_path):
    run("duel", A, B, "-n", 200, "-j", 1, "--out", tmp_path / "run", "--check", "none")
    for name, words in {
        "redraw": ("redraw", A, "-n", 2000, "-j", 1),
    }.items():
        result = run(*words, "--out", tmp_path / name)
        assert result.exit_code == 0, result.output
        page = (tmp_path / name / "index.html").read_text(encoding="utf-8")
        assert "<svg" in page
        assert result.stdout.splitlines()[0].split(":")[0] in page
        assert json.loads((tmp_path / name / "summary.json").read_text())
