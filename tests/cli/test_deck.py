"""`ucgsim deck`: check, show, convert."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.helpers import DECKLISTS, answer, run
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES, RULES_VERSIONS, Format, rules_name

if TYPE_CHECKING:
    from pathlib import Path

LIST = DECKLISTS / "arc-blazar.txt"


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))


def refused(*args: str | Path) -> list[str]:
    result = run("deck", *args)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr
    return result.stderr.strip().splitlines()


@pytest.fixture
def wrong(tmp_path) -> Path:
    file = tmp_path / "wrong.txt"
    file.write_text(LIST.read_text(encoding="utf-8").replace("2 BP01-092", "1 BP01-292"), encoding="utf-8")
    return file


def test_check_tells_every_problem_of_every_file(wrong, tmp_path):
    lines = refused("check", wrong, LIST, tmp_path / "absent.txt")
    assert len(lines) == 3
    assert "BP01-292: is not in the catalog; nearest are" in lines[0]
    assert lines[1] == f"{wrong}: has 49 cards; a deck has exactly 50 (CR 4.1.1)"
    assert lines[2] == f"{tmp_path / 'absent.txt'}: no such file; a decklist was expected"
    assert "ok, 50 cards" in run("deck", "check", wrong, LIST).stdout


def test_what_is_not_understood_is_left_out_by_the_option_that_is_printed(tmp_path):
    file = tmp_path / "chat.txt"
    text = LIST.read_text(encoding="utf-8")
    file.write_text(f"won with this\n4 Zeppelin Airship\n{text}4 Ultraman Tiga\n", encoding="utf-8")
    last = 3 + text.count("\n")
    lines = refused("show", file)
    assert lines[-1] == f"{file}: --skip 2,{last} leaves out what is not understood"
    option = lines[-1].removeprefix(f"{file}: ").removesuffix(" leaves out what is not understood").split()
    for command in ("check", "show"):
        result = run("deck", command, file, *option)
        assert result.exit_code == 0
        assert result.stderr.startswith(f"ucgsim: {file}: left out: line 2, {last}\n")
    assert answer("deck", "show", file, *option)["size"] == 50


def test_a_line_that_is_understood_is_not_left_out(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("4 BP01-012\n4 Zeppelin Airship\n", encoding="utf-8")
    result = run("deck", "convert", file, "--to", "json", "--skip", "1,2")
    assert json.loads(result.stdout) == {"BP01-012": 4}
    assert "--skip: no list has a line 1 that is not understood" in result.stderr
    assert "line 2: " in refused("show", file)[0]
    assert "'two' is no list of lines; one is like 2,21" in refused("show", file, "--skip", "two")[0]


def test_check_as_json(wrong):
    result = run("deck", "check", wrong, LIST, "--json")
    assert result.exit_code == 2
    answer = json.loads(result.stdout)
    assert (answer["legal"], answer["rules"]) == (False, DEFAULT_RULES)
    bad, good = answer["decks"]
    assert [problem["clause"] for problem in bad["problems"]] == ["", "4.1.1"]
    assert bad["problems"][0]["line"] > 1
    assert (good["legal"], good["size"], good["problems"]) == (True, 50, [])


def test_check_by_an_older_version():
    lines = refused("check", "--rules", "1.2", DECKLISTS / "ultra-mech.txt")
    assert any("the keyword Charge, which rules 1.2 do not know (CR 11.17)" in line for line in lines)
    assert "1.2" in refused("check", "--rules", "1.5", LIST)[0]


def test_check_by_a_ban_file(tmp_path):
    bans = tmp_path / "bans.csv"
    bans.write_text("number,from,limit\nBP01-105,2026-04-01,1\n", encoding="utf-8")
    assert run("deck", "check", LIST, "--bans", bans, "--on", "2026-03-31").exit_code == 0
    assert (
        "1 allowed by the ban file since 2026-04-01" in refused("check", LIST, "--bans", bans, "--on", "2026-04-01")[0]
    )
    assert "no such file" in refused("check", LIST, "--bans", tmp_path / "none.csv")[0]


def test_check_another_size(wrong):
    assert len(refused("check", wrong, "--size", "49")) == 1
    assert len(refused("check", LIST, "--size", "0")) == 1


def test_show_draws_the_deck():
    result = run("deck", "show", LIST)
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert "50 cards" in lines[0]
    assert any(line.split() == ["ARC", "4", "8", "8", "20"] for line in lines)
    assert any("level 2" in line and "█" * 16 in line for line in lines)
    assert any("Round 2" in line and "4" in line for line in lines)


def test_show_tells_chains_and_by_which_rules_it_is_legal(tmp_path):
    lines = run("deck", "show", "tiga-dyna").stdout.splitlines()
    at = lines.index("chains (cards of each level)")
    assert lines[at + 1].split() == ["DYNA", "level", "1:", "8", "level", "2:", "7", "level", "3:", "6"]
    assert lines[-1] == f"legal by rules {', '.join(RULES_VERSIONS)}"
    file = tmp_path / "thirty.txt"
    file.write_text("30 BP01-012\n", encoding="utf-8")
    data = answer("deck", "show", file, "--format", "sealed")
    assert (data["legal"], data["chains"], data["alone"]) == (True, {}, 30)
    assert data["legal_in"] == [rules_name(version, Format.SEALED) for version in RULES_VERSIONS]


def test_show_as_json():
    data = answer("deck", "show", LIST)
    assert data["curve"]["BLAZAR"] == {"1": 8, "2": 8, "3": 8}
    assert (data["size"], data["settable"], data["legal"]) == (50, 46, True)
    assert data["cards"][0] == {"number": "BP01-012", "count": 4, "name": "Ultraman Arc"}


def test_show_of_a_deck_that_may_not_be_played_says_so(tmp_path):
    file = tmp_path / "five.txt"
    file.write_text("5 BP01-012\n", encoding="utf-8")
    result = run("deck", "show", file)
    assert result.exit_code == 0
    assert "5 copies" in result.stderr


@pytest.mark.parametrize("form", ["text", "json", "nebula", "csv"])
def test_convert_there_and_back(tmp_path, form):
    there = tmp_path / "there"
    result = run("deck", "convert", LIST, "--to", form, "-o", there)
    assert (result.exit_code, result.stdout) == (0, f"{there}: 50 cards\n")
    prints = [answer("deck", "show", file)["fingerprint"] for file in (LIST, there)]
    assert prints[0] == prints[1]


def test_what_writes_a_deck_leaves_another_as_it_is(tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text("4 BP01-012\n")
    assert "is there already" in refused("convert", LIST, "--to", "text", "-o", mine)[0]
    for sealed in (("pool", "--seed", 5), ("build", LIST), ("build", LIST, "--by", "chains")):
        result = run("sealed", *sealed, "-o", mine)
        assert result.exit_code == 2
        assert "is there already" in result.stderr.splitlines()[-1]
    assert mine.read_text() == "4 BP01-012\n"
    other = tmp_path / "other.txt"
    for _ in range(2):
        assert run("deck", "convert", LIST, "--to", "text", "-o", other).exit_code == 0


def test_convert_prints():
    assert json.loads(run("deck", "convert", LIST, "--to", "json").stdout)["BP01-012"] == 4
    data = answer("deck", "convert", LIST, "--to", "csv")
    assert (data["format"], data["size"]) == ("csv", 50)
    assert data["text"].startswith("number,count\n")


PASTED = """My best deck, 2nd at locals
# name: Mine

# the dancers
== Heroes (6) ==
4 BP01-001 Tiga the First  # my favourite
2x BP01-002
// scenes
3 SD01-014
Sideboard:
2 BP01-012
"""


def test_a_list_goes_out_as_it_came_in(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(PASTED, encoding="utf-8")
    result = run("deck", "convert", file, "--to", "text")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "# name: Mine",
        "# My best deck, 2nd at locals",
        "",
        "# the dancers",
        "# == Heroes (6) ==",
        "4 BP01-001 Tiga the First  # my favourite",
        "2 BP01-002 Ultraman Tiga Multi Type",
        "// scenes",
        f"3 SD01-014 {shipped_catalog()['SD01-014'].full_name}",
    ]
    assert "skipped 3 lines without a card (lines 1, 5, 10)" in result.stderr
    assert "left out 2 cards under 'Sideboard' (line 10)" in result.stderr
    file.write_text(result.stdout, encoding="utf-8")
    again = run("deck", "convert", file, "--to", "text")
    assert (again.stdout, again.stderr) == (result.stdout, "")


def test_every_deck_that_ships_goes_out_as_it_is():
    for path in sorted(LIST.parent.glob("*.txt")):
        lines = run("deck", "convert", path, "--to", "text").stdout.splitlines()
        assert sorted(lines) == sorted(path.read_text(encoding="utf-8").splitlines()), path


def test_check_says_what_it_passed_over(tmp_path):
    file = tmp_path / "post.txt"
    file.write_text(f"My deck (50)\n{LIST.read_text(encoding='utf-8')}\nMade with love\n", encoding="utf-8")
    result = run("deck", "check", file)
    assert result.exit_code == 0
    assert "ok, 50 cards" in result.stdout
    assert result.stderr.count("skipped 2 lines without a card") == 1
    assert answer("deck", "check", file)["decks"][0]["notes"] == [result.stderr.strip().partition(": ")[2]]


def test_show_lists_the_cards_by_character_and_level():
    lines = run("deck", "show", "tiga-dyna").stdout.splitlines()
    at = lines.index("TIGA (21)")
    assert [line.split()[0] for line in lines[at + 1 : at + 7]] == ["4", "4", "3", "4", "3", "3"]
    assert lines[at + 1].split() == ["4", "Tiga", "1", "BP01-001"]
    assert "scenes (8)" in lines


def test_convert_refuses_what_it_cannot_do(tmp_path, wrong):
    assert "nearest are" in refused("convert", wrong, "--to", "json")[0]
    assert "is a folder" in refused("convert", LIST, "--to", "json", "-o", tmp_path)[0]
    assert len(refused("convert", LIST, "--to", "xml")) == 1
    assert len(refused("convert", LIST)) == 1


def test_show_tells_effects_that_cannot_be_played_or_were_edited(tmp_path):
    effects = tmp_path / "home" / "effects"
    effects.mkdir(parents=True)
    first, second = "BP01-004", "BP01-007"
    text = f"{first}\n  pay [single]: draw 1\n\n{second}\n  nonsense\n"
    (effects / "BP01.ucg").write_text(text, encoding="utf-8")
    file = tmp_path / "deck.txt"
    file.write_text(f"25 {first}\n25 {second}\n", encoding="utf-8")
    data = answer("deck", "show", file, "--rules", "1.7")
    assert (data["rules"], data["edited"], list(data["unreadable"])) == ("1.7", [first], [second])
    result = run("deck", "show", file)
    assert f"effects edited by hand: {first}" in result.stdout.splitlines()
    assert f"{file}: {second}: {effects / 'BP01.ucg'}, line " in result.stderr


def test_a_deck_of_the_library_is_found_by_its_name_until_it_is_dropped():
    assert "arc-blazar" in run("deck", "list").stdout
    assert "in the library" in run("deck", "add", LIST, "--name", "mine").stdout
    assert answer("deck", "list")["library"].keys() == {"mine"}
    assert run("deck", "show", "mine").stdout == run("deck", "show", LIST).stdout
    assert refused("add", LIST, "--name", "mine") == [
        "ucgsim: error: mine: is in the library already; name another with --name, or drop it: deck rm"
    ]
    assert "dropped from the library: mine" in run("deck", "rm", "mine").stdout
    assert "no deck of that name" in refused("show", "mine")[0]


def test_only_decks_of_the_library_can_be_dropped():
    assert run("deck", "add", LIST).exit_code == 0
    assert refused("rm", "arc-blazar", "tiga-dyna", "omega-mono") == [
        "ucgsim: error: tiga-dyna: no deck of that name is in the library",
        "omega-mono: no deck of that name is in the library",
    ]
    assert answer("deck", "list")["library"].keys() == {"arc-blazar"}


def test_a_list_comes_from_standard_input(wrong):
    result = run("deck", "check", "-", typed=wrong.read_text(encoding="utf-8"))
    assert result.exit_code == 2
    assert "BP01-292: is not in the catalog" in result.stderr


def test_a_deck_of_the_library_with_the_name_of_one_that_ships_is_said_to_come_first():
    assert "yours comes first" not in run("deck", "list").stdout
    assert run("deck", "add", LIST, "--name", "tiga-dyna").exit_code == 0
    library, shipped, *_ = run("deck", "list").stdout.splitlines()
    assert library == "library (1): tiga-dyna"
    assert " tiga-dyna (yours comes first)," in shipped
    assert shipped.count("yours comes first") == 1
