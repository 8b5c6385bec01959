"""`ucgsim cards`: import, list, show, coverage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cards.open_catalog import HERO, SCENE, csv_text
from tests.helpers import refusal, run
from ucgsim.cards.versions import DEFAULT_RULES

NEW = HERO | {"number": "BP99-001", "name": "Hero New", "effect": "Some words."}
WORDED = "[DBL]《When this character enters play》You may draw a card."
"""Wording of our own in the official words."""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def open_file(tmp_path) -> Path:
    file = tmp_path / "open.csv"
    file.write_text(csv_text(NEW, SCENE, HERO | {"level": "x"}), encoding="utf-8")
    return file


@pytest.mark.parametrize(
    "args", [["--help"], *[[name, "--help"] for name in ("import", "new", "list", "show", "coverage", "smoke")]]
)
def test_help_is_there(args):
    result = run("cards", *args)
    assert result.exit_code == 0
    assert "Usage: ucgsim cards" in result.stdout


def test_import_tells_what_it_read_and_later_commands_use_it(open_file, home):
    result = run("cards", "import", open_file)
    assert result.exit_code == 0
    assert "2 prints of 2 numbers" in result.stdout
    assert "mended: nothing" in result.stdout
    assert "refused: 1" in result.stdout
    assert "row 4 (BP01-001): level is 'x', not a number" in result.stdout
    assert (home / "catalog.csv").exists()
    assert [card["number"] for card in json.loads(run("cards", "list", "--json").stdout)["cards"]] == [
        "BP01-002",
        "BP99-001",
    ]


def test_the_catalog_that_ucgsim_wrote_can_be_imported(open_file, home, tmp_path):
    run("cards", "import", open_file)
    own = (home / "catalog.csv").rename(tmp_path / "own.csv")
    result = run("cards", "import", own)
    assert result.exit_code == 0, result.stderr
    assert "2 prints of 2 numbers" in result.stdout
    assert (home / "catalog.csv").read_bytes() == own.read_bytes()


def test_an_imported_catalog_holds_no_effect_text(open_file, home):
    run("cards", "import", open_file)
    assert "Some words" not in (home / "catalog.csv").read_text(encoding="utf-8")


def test_import_as_json(open_file, home):
    answer = json.loads(run("cards", "import", open_file, "--json").stdout)
    assert (answer["prints"], answer["numbers"], answer["with_text"]) == (2, 2, 2)
    assert answer["catalog"] == str(home / "catalog.csv")
    assert answer["sets"] == {"BP01": {"prints": 1, "numbers": 1}, "BP99": {"prints": 1, "numbers": 1}}
    assert answer["refused"] == [{"row": 4, "number": "BP01-001", "what": "level is 'x', not a number"}]


def test_import_can_add_to_the_present_catalog(open_file):
    answer = json.loads(run("cards", "import", open_file, "--add", "--json").stdout)
    assert answer["catalog_numbers"] == 869
    assert json.loads(run("cards", "show", "BP99-001", "BP01-012", "--json").stdout)["cards"][1]["number"] == "BP01-012"


@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"hello", csv_text(HERO, SCENE).encode()[:-30]])
def test_a_bad_file_is_refused_and_nothing_is_written(tmp_path, home, open_file, content):
    run("cards", "import", open_file)
    before = (home / "catalog.csv").read_bytes()
    bad = tmp_path / "bad.csv"
    bad.write_bytes(content)
    line = refusal("cards", "import", bad)
    assert str(bad) in line
    assert "\n" not in line
    assert (home / "catalog.csv").read_bytes() == before
    assert sorted(file.name for file in home.iterdir()) == ["catalog.csv", "effects", "ids.csv"]
    assert sorted(file.name for file in (home / "effects").iterdir()) == ["BP01.ucg", "BP99.ucg"]


def test_a_missing_file_and_a_folder_are_refused(tmp_path):
    assert "no such file" in refusal("cards", "import", tmp_path / "absent.csv")
    assert "is a folder" in refusal("cards", "import", tmp_path)


def test_list_filters_and_counts():
    result = run("cards", "list", "--character", "tiga", "--level", "4")
    assert result.stdout.splitlines()[-1] == "1 cards"
    assert "BP05-008" in result.stdout
    answer = json.loads(run("cards", "list", "--kind", "scene", "--round", "0", "--json").stdout)
    assert answer["count"] == len(answer["cards"]) == 3
    assert {card["round"] for card in answer["cards"]} == {0}


def test_list_takes_a_filter_several_times():
    answer = json.loads(run("cards", "list", "--set", "SD01", "--set", "sd02", "--json").stdout)
    assert answer["count"] == 28


@pytest.mark.parametrize(
    "args",
    [["--set", "BP99"], ["--kind", "robot"], ["--level", "x"], ["--type", "SOFT"], ["--character", "ME"]],
)
def test_list_refuses_an_unknown_value(args):
    assert "\n" not in refusal("cards", "list", *args)


def test_another_catalog_may_be_named(open_file):
    assert json.loads(run("cards", "list", "--catalog", open_file, "--json").stdout)["count"] == 2
    assert json.loads(run("cards", "list", "--json").stdout)["count"] == 868


def test_show_prints_facts():
    lines = run("cards", "show", "AP(01/20) BP01-001", "PR-036").stdout.splitlines()
    assert lines[0] == "BP01-001  Ultraman Tiga"
    assert "  BP         SINGLE 1000, DOUBLE 7000" in lines
    assert "  in a deck  any number" in lines


def test_show_as_json():
    card = json.loads(run("cards", "show", "BP05-008", "--json").stdout)["cards"][0]
    assert card["bp"] == [None, 12000, 17000, 20000]
    assert card["kinds"] == ["Ultra Hero"]
    assert card["full_name"] == "Glitter Tiga"


@pytest.mark.parametrize(("text", "word"), [("BP01-999", "nearest are BP01-0"), ("zzzz", "looks like BP01-012")])
def test_show_refuses_what_is_not_there(text, word):
    assert word in refusal("cards", "show", text)


def test_import_reads_texts_and_tells_which_it_cannot(open_file):
    lines = run("cards", "import", open_file).stdout.splitlines()
    assert any(line.endswith("1 of 2 texts read") for line in lines)
    (message,) = [line for line in lines if "(BP99-001), column 1: expected " in line]
    assert 'found "some words."' in message


@pytest.mark.parametrize(
    ("make", "name", "message"),
    [
        (Path.touch, "home", "home is not a folder"),
        (Path.mkdir, "home/catalog.csv", "catalog.csv: is a folder"),
        (Path.touch, "home/effects", "effects is not a folder"),
    ],
)
def test_import_refuses_what_it_can_t_write_before_it_reads(open_file, monkeypatch, make, name, message):
    place = open_file.parent / name
    place.parent.mkdir(exist_ok=True)
    make(place)
    before = sorted(open_file.parent.rglob("*"))
    monkeypatch.setattr("ucgsim.effects.library.write_effects", lambda *_, **__: pytest.fail("it read the texts first"))
    assert message in refusal("cards", "import", open_file)
    assert sorted(open_file.parent.rglob("*")) == before


def test_import_keeps_what_a_person_edited(tmp_path, home):
    file = tmp_path / "open.csv"
    file.write_text(csv_text(HERO | {"number": "BP99-001", "effect": WORDED}), encoding="utf-8")
    first = json.loads(run("cards", "import", file, "--json").stdout)["effects"]
    assert (first["read"], first["kept_as_edited"], first["unreadable"]) == (1, [], [])
    block = home / "effects" / "BP99.ucg"
    block.write_text(block.read_text(encoding="utf-8").replace("draw 1", "draw 2"), encoding="utf-8")
    assert json.loads(run("cards", "import", file, "--json").stdout)["effects"]["kept_as_edited"] == ["BP99-001"]
    assert f"edited by hand in {block}" in run("cards", "show", "BP99-001").stdout
    assert f"(BP99-001): edited by hand in {block}" in run("cards", "coverage").stdout


def test_an_edited_block_that_cannot_be_played_is_unreadable(open_file, home):
    run("cards", "import", open_file)
    (home / "effects" / "BP99.ucg").write_text("BP99-001\n  enter: draw me\n", encoding="utf-8")
    answer = json.loads(run("cards", "coverage", "--json").stdout)
    assert (answer["numbers"], answer["blank"], answer["executable"]) == (2, 0, 1)
    (unreadable,) = answer["unreadable"]
    assert unreadable["number"] == "BP99-001"
    assert f"{home / 'effects' / 'BP99.ucg'}, line 2" in unreadable["reason"]


def test_show_tells_the_effect():
    card = json.loads(run("cards", "show", "BP05-003", "BP01-003", "--json").stdout)["cards"][0]
    assert (card["effect"]["origin"], card["effect"]["reason"]) == ("shipped", None)
    assert card["effect"]["text"].startswith("enter [double]:")
    plain = "When it enters play as a DOUBLE: you may give one of your heroes with TYPE BASIC +1000 BP."
    assert card["effect"]["plain"] == [plain]
    assert f"  effect\n    {plain}\n" in run("cards", "show", "BP05-003").stdout
    assert "    enter [double]: " in run("cards", "show", "BP05-003", "--full").stdout


def test_show_tells_that_there_is_no_effect():
    assert "  effect     none" in run("cards", "show", "BP01-012").stdout.splitlines()


def test_coverage_is_complete():
    answer = json.loads(run("cards", "coverage", "--json").stdout)
    assert (answer["numbers"], answer["blank"], answer["executable"]) == (868, 207, 661)
    assert answer["unreadable"] == []
    assert answer["sets"]["BP06"]["numbers"] == 110
    assert run("cards", "coverage").stdout.splitlines()[-1] == "868 of 868 numbers are played with all that they say"


def test_smoke_tells_what_ran():
    lines = run("cards", "smoke", "sd02", "-n", 30).stdout.splitlines()
    assert lines[0].startswith("9 of 9 powers of 14 cards ran in ")
    assert f"random v1 against greedy v1; rules {DEFAULT_RULES}, seed 1)" in lines[0]
    assert lines[1:] == ["broken: nothing"]


def test_smoke_names_powers_that_never_ran(home):
    (home / "effects").mkdir(parents=True)
    block = "SD02-001\n  pay [single]:\n    only if your NOBODY\n    draw 1\n"
    (home / "effects" / "SD02.ucg").write_text(block, encoding="utf-8")
    result = run("cards", "smoke", "SD02", "-n", 3, "--json")
    assert result.exit_code == 0, result.stderr
    answer = json.loads(result.stdout)
    (never,) = [power for power in answer["never_ran"] if power["number"] == "SD02-001"]
    assert (never["power"], never["kind"], never["on_field"] > 0) == (1, "payment", True)
    assert (answer["edited"], answer["blank"], answer["broken"]) == (["SD02-001"], [], [])


def test_cards_are_listed_by_what_their_effect_says_and_by_character_and_level():
    lines = run("cards", "list", "--set", "BP01", "--text", "SWAP").stdout.splitlines()
    assert any(line.startswith("  Tiga 3 · Zeperion Beam (BP01-007) ") for line in lines)
    assert lines[-1] == "2 cards"
    levels = [line.split()[1] for line in run("cards", "list", "--character", "TIGA").stdout.splitlines()[1:-1]]
    assert levels == sorted(levels)


def test_a_card_is_shown_by_what_tables_call_it_and_once():
    by_title = run("cards", "show", "tiga 3 · zeperion beam").stdout
    assert by_title.startswith("BP01-007  Ultraman Tiga Zeperion Beam")
    assert run("cards", "show", "BP01-007", "Tiga 3 · Zeperion Beam").stdout == by_title
    assert run("cards", "show", "Tiga 3").stdout.count("  level      3") == 8


def test_smoke_stops_at_a_card_that_cannot_be_played(open_file):
    run("cards", "import", open_file, "--add")
    assert "(BP99-001): its text can't be read (column 1: expected" in refusal("cards", "smoke", "BP99")
    answer = json.loads(run("cards", "smoke", "BP99", "-n", 3, "--play-blank", "bp99-001", "--json").stdout)
    assert (answer["cards"], answer["powers"], answer["blank"]) == (1, 0, ["BP99-001"])


def test_smoke_leaves_out_what_the_rules_do_not_know():
    answer = json.loads(run("cards", "smoke", "UD01", "-n", 3, "--rules", "1.4", "--json").stdout)
    assert (
        len(answer["unknown_to_rules"]) + answer["cards"]
        == json.loads(run("cards", "list", "--set", "UD01", "--json").stdout)["count"]
    )
    assert "there are BP01" in refusal("cards", "smoke", "BP99")


def test_a_character_lists_its_cards():
    result = run("cards", "show", "tiga")
    assert result.exit_code == 0
    assert "Tiga 3 · Zeperion Beam (BP01-007)" in result.stdout
    assert "27 cards; one of them with its effect: ucgsim cards show NUMBER" in result.stdout
    assert len(json.loads(run("cards", "show", "tiga", "--json").stdout)["cards"]) == 27
    assert "nearest are TIGA" in refusal("cards", "show", "tigga")
