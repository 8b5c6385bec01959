"""`ucgsim cards`: import, list, show, coverage, smoke, and what a card file brings, changes and takes away."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cards.open_catalog import HERO, SCENE, csv_text
from tests.helpers import answer, output, refusal, run
from ucgsim.cards.versions import DEFAULT_RULES

NEW = HERO | {"number": "BP99-001", "name": "Hero New", "effect": "Some words."}
WORDED = "[DBL]《When this character enters play》You may draw a card."
"""Wording of our own in the official words."""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def open_file(tmp_path) -> Path:
    file = tmp_path / "open.csv"
    file.write_text(csv_text(NEW, SCENE, HERO | {"level": "x"}), encoding="utf-8")
    return file


def test_import_tells_what_it_read_and_later_commands_use_it(open_file, home):
    result = output("cards", "import", open_file)
    assert "2 prints of 2 numbers" in result
    assert "mended: nothing" in result
    assert "refused: 1" in result
    assert "row 4 (BP01-001): level is 'x', not a number" in result
    assert "Some words" not in (home / "catalog.csv").read_text(encoding="utf-8")
    assert [card["number"] for card in answer("cards", "list")["cards"]] == [
        "BP01-002",
        "BP99-001",
    ]


def test_the_catalog_that_ucgsim_wrote_can_be_imported(open_file, home, tmp_path):
    run("cards", "import", open_file)
    own = (home / "catalog.csv").rename(tmp_path / "own.csv")
    assert "2 prints of 2 numbers" in output("cards", "import", own)
    assert (home / "catalog.csv").read_bytes() == own.read_bytes()


def test_import_as_json(open_file, home):
    data = answer("cards", "import", open_file)
    assert (data["prints"], data["numbers"], data["with_text"]) == (2, 2, 2)
    assert data["catalog"] == str(home / "catalog.csv")
    assert data["sets"] == {"BP01": {"prints": 1, "numbers": 1}, "BP99": {"prints": 1, "numbers": 1}}
    assert data["refused"] == [{"row": 4, "number": "BP01-001", "what": "level is 'x', not a number"}]


def test_import_can_add_to_the_present_catalog(open_file):
    assert answer("cards", "import", open_file, "--add")["catalog_numbers"] == 869
    assert answer("cards", "show", "BP99-001", "BP01-012")["cards"][1]["number"] == "BP01-012"


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


def test_list_filters_and_counts():
    result = run("cards", "list", "--character", "tiga", "--level", "4")
    assert result.stdout.splitlines()[-1] == "1 cards"
    assert "BP05-008" in result.stdout
    data = answer("cards", "list", "--kind", "scene", "--round", "0")
    assert data["count"] == len(data["cards"]) == 3
    assert {card["round"] for card in data["cards"]} == {0}
    assert answer("cards", "list", "--set", "SD01", "--set", "sd02")["count"] == 28


@pytest.mark.parametrize(
    "args",
    [["--set", "BP99"], ["--kind", "robot"], ["--level", "x"], ["--type", "SOFT"], ["--character", "ME"]],
)
def test_list_refuses_an_unknown_value(args):
    assert "\n" not in refusal("cards", "list", *args)


def test_another_catalog_may_be_named(open_file):
    assert answer("cards", "list", "--catalog", open_file)["count"] == 2
    assert answer("cards", "list")["count"] == 868


def test_show_prints_facts():
    lines = run("cards", "show", "AP(01/20) BP01-001", "PR-036").stdout.splitlines()
    assert lines[0] == "BP01-001  Ultraman Tiga"
    assert "  BP         SINGLE 1000, DOUBLE 7000" in lines
    assert "  in a deck  any number" in lines
    assert "  effect     none" in output("cards", "show", "BP01-012").splitlines()


def test_show_as_json():
    card = answer("cards", "show", "BP05-008")["cards"][0]
    assert card["bp"] == [None, 12000, 17000, 20000]
    assert card["kinds"] == ["Ultra Hero"]
    assert card["full_name"] == "Glitter Tiga"


@pytest.mark.parametrize(("text", "word"), [("BP01-999", "nearest are BP01-0"), ("zzzz", "looks like BP01-012")])
def test_show_refuses_what_is_not_there(text, word):
    assert word in refusal("cards", "show", text)


def test_import_reads_texts_and_tells_which_it_cannot(open_file):
    lines = run("cards", "import", open_file).stdout.splitlines()
    assert any(line.endswith("1 of 2 texts read") for line in lines)
    (message,) = [line for line in lines if "(BP99-001), column 1: " in line]
    assert '"Some words" is not known here' in message


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
    first = answer("cards", "import", file)["effects"]
    assert (first["read"], first["kept_as_edited"], first["unreadable"]) == (1, [], [])
    block = home / "effects" / "BP99.ucg"
    block.write_text(block.read_text(encoding="utf-8").replace("draw 1", "draw 2"), encoding="utf-8")
    assert answer("cards", "import", file)["effects"]["kept_as_edited"] == ["BP99-001"]
    assert f"edited by hand in {block}" in run("cards", "show", "BP99-001").stdout
    assert f"(BP99-001): edited by hand in {block}" in run("cards", "coverage").stdout


def test_an_edited_block_that_cannot_be_played_is_unreadable(open_file, home):
    run("cards", "import", open_file)
    (home / "effects" / "BP99.ucg").write_text("BP99-001\n  enter: draw me\n", encoding="utf-8")
    data = answer("cards", "coverage")
    assert (data["numbers"], data["blank"], data["executable"]) == (2, 0, 1)
    (unreadable,) = data["unreadable"]
    assert unreadable["number"] == "BP99-001"
    assert f"{home / 'effects' / 'BP99.ucg'}, line 2" in unreadable["reason"]


def test_show_tells_the_effect():
    card = answer("cards", "show", "BP05-003", "BP01-003")["cards"][0]
    assert (card["effect"]["origin"], card["effect"]["reason"]) == ("shipped", None)
    assert card["effect"]["text"].startswith("enter [double]:")
    plain = "When it enters play as a DOUBLE: you may give one of your heroes with TYPE BASIC +1000 BP for this turn."
    assert card["effect"]["plain"] == [plain]
    assert f"  effect\n    {plain}\n" in run("cards", "show", "BP05-003").stdout
    assert "    enter [double]: " in run("cards", "show", "BP05-003", "--full").stdout


def test_coverage_is_complete():
    data = answer("cards", "coverage")
    assert (data["numbers"], data["blank"], data["executable"]) == (868, 207, 661)
    assert data["unreadable"] == []
    assert data["sets"]["BP06"]["numbers"] == 110
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
    data = answer("cards", "smoke", "SD02", "-n", 3)
    (never,) = [power for power in data["never_ran"] if power["number"] == "SD02-001"]
    assert (never["power"], never["kind"], never["on_field"] > 0) == (1, "payment", True)
    assert (data["edited"], data["blank"], data["broken"]) == (["SD02-001"], [], [])


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
    assert "(BP99-001): its text can't be read (column 1: " in refusal("cards", "smoke", "BP99")
    data = answer("cards", "smoke", "BP99", "-n", 3, "--play-blank", "bp99-001")
    assert (data["cards"], data["powers"], data["blank"]) == (1, 0, ["BP99-001"])


def test_smoke_leaves_out_what_the_rules_do_not_know():
    data = answer("cards", "smoke", "UD01", "-n", 3, "--rules", "1.4")
    assert len(data["unknown_to_rules"]) + data["cards"] == answer("cards", "list", "--set", "UD01")["count"]
    assert "there are BP01" in refusal("cards", "smoke", "BP99")


def test_a_character_lists_its_cards():
    result = output("cards", "show", "tiga")
    assert "Tiga 3 · Zeperion Beam (BP01-007)" in result
    assert "27 cards; one of them with its effect: ucgsim cards show NUMBER" in result
    assert len(answer("cards", "show", "tiga")["cards"]) == 27
    assert "nearest are TIGA" in refusal("cards", "show", "tigga")


TEXT = "[DBL]《When this character enters play》You may draw a card."
SAME = "[DBL] 《When this character enters play》 You may draw one card."
OTHER = "[DBL]《When this character enters play》You may draw two cards."
CHOOSES = "《When this character enters play》Your opponent chooses one of your characters."
OLD = HERO | {"effect": TEXT}
"""Texts of our own in the official words."""


def news(tmp_path: Path, *rows: dict[str, str], decks: Path | None = None) -> dict[str, object]:
    """What a file with these rows is told to be, after one with `OLD` and a scene was imported."""
    for name, cards in (("old.csv", (OLD, SCENE)), ("new.csv", rows)):
        (tmp_path / name).write_text(csv_text(*cards), encoding="utf-8")
    assert run("cards", "import", tmp_path / "old.csv").exit_code == 0
    return answer("cards", "new", tmp_path / "new.csv", *(() if decks is None else ("--decks", decks)))


LEVEL = {"level": {"was": int(OLD["level"]), "is": 3}}
WITHOUT = {"has_text": {"was": True, "is": False}}


@pytest.mark.parametrize(
    ("rows", "changes"),
    [
        ((OLD, SCENE), {}),
        ((OLD, HERO | {"number": "ZZ01-001", "effect": ""}), {"brought": ["ZZ01-001"], "gone": [SCENE["number"]]}),
        ((OLD | {"level": "3"}, SCENE), {"errata": [{"facts": LEVEL, "text": False}]}),
        ((OLD | {"effect": SAME}, SCENE), {}),
        ((OLD | {"effect": OTHER}, SCENE), {"errata": [{"facts": {}, "text": True}]}),
        ((OLD | {"effect": ""}, SCENE), {"errata": [{"facts": WITHOUT, "text": True}]}),
    ],
    ids=["the same", "new and absent", "a fact", "another wording", "another effect", "no text"],
)
def test_what_is_new_and_what_is_as_it_was(tmp_path, rows, changes):
    result = news(tmp_path, *rows)
    changed = [{"number": OLD["number"], **each} for each in changes.get("errata", [])]
    for name, expected in ({"brought": [], "gone": [], "unreadable": []} | changes | {"errata": changed}).items():
        assert result[name] == expected, name


def test_a_text_that_cannot_be_read_is_told_with_its_reason(tmp_path):
    (unreadable,) = news(tmp_path, OLD | {"effect": "Some words."}, SCENE)["unreadable"]
    assert unreadable["number"] == OLD["number"]
    assert "column 1" in unreadable["reason"]


def test_decks_that_hold_what_changed(tmp_path):
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "touched.txt").write_text(f"# name: Mine\n4 {OLD['number']}\n", encoding="utf-8")
    (decks / "other.txt").write_text(f"4 {SCENE['number']}\n", encoding="utf-8")
    (decks / "none.bin").write_bytes(b"\0\1")
    result = news(tmp_path, OLD | {"level": "3"}, SCENE, decks=decks)["decks"]
    assert [(deck["name"], deck["numbers"]) for deck in result["touched"]] == [("Mine", [OLD["number"]])]
    assert [Path(each["file"]).name for each in result["refused"]] == ["none.bin"]


def test_a_few_cards_take_none_away_from_a_deck(tmp_path):
    decks = tmp_path / "decks"
    decks.mkdir()
    (decks / "mine.txt").write_text(f"4 {OLD['number']}\n4 {SCENE['number']}\n", encoding="utf-8")
    few = HERO | {"number": "ZZ01-001", "effect": ""}
    assert news(tmp_path, few, decks=decks)["decks"]["touched"] == []
    (deck,) = news(tmp_path, OLD, decks=decks)["decks"]["touched"]
    assert deck["numbers"] == [SCENE["number"]]


def test_nothing_is_imported(tmp_path, home):
    news(tmp_path, OLD | {"level": "3"}, SCENE)
    assert answer("cards", "show", OLD["number"])["cards"][0]["level"] == int(OLD["level"])


def test_it_is_told_in_lines(tmp_path):
    news(tmp_path, OLD | {"level": "3", "effect": OTHER}, HERO | {"number": "ZZ01-001"})
    lines = run("cards", "new", tmp_path / "new.csv").stdout.splitlines()
    assert "1 new cards, 1 changed, 1 of the catalog in use not in it" in lines[0]
    assert lines[1].startswith("new: ZZ01-001, ")
    assert lines[2] == f"changed: {OLD['number']}, level {OLD['level']} is now 3; its text says something else"
    assert lines[3:] == [
        f"  printed:  {OTHER}",
        "  is read:  When it enters play as a DOUBLE: you may draw 2 cards.",
        f"not in it: {SCENE['number']}",
    ]


def test_what_a_new_text_was_understood_to_mean(tmp_path):
    new = HERO | {"number": "ZZ01-001", "effect": CHOOSES}
    result = news(tmp_path, OLD, SCENE, new)
    plain = ["When it enters play: the opponent does this: choose one of your characters."]
    (answer,) = result["new_texts"]
    assert answer == {"number": "ZZ01-001", "text": CHOOSES, "plain": plain, "certain": False}
    said = run("cards", "new", tmp_path / "new.csv").stdout.splitlines()
    assert said[2:4] == [f"  printed:  {CHOOSES}", f"  is read:  {plain[0]}"]
    assert said[4].startswith("  look at it: ")


def test_an_import_says_of_new_texts_alone_what_they_were_understood_to_mean(tmp_path):
    news(tmp_path, OLD, SCENE)
    (tmp_path / "more.csv").write_text(csv_text(OLD, HERO | {"number": "ZZ01-001", "effect": OTHER}), "utf-8")
    said = run("cards", "import", tmp_path / "more.csv", "--add").stdout
    assert said.count("printed:") == 1
    assert f"  printed:  {OTHER}\n  is read:  When it enters play as a DOUBLE: you may draw 2 cards.\n" in said
    assert "look at it" not in said
    assert answer("cards", "import", tmp_path / "more.csv", "--add")["effects"]["new_texts"] == []


def test_many_absent_cards_are_one_line(tmp_path):
    (tmp_path / "new.csv").write_text(csv_text(HERO | {"number": "ZZ01-001", "effect": ""}), encoding="utf-8")
    said = run("cards", "new", tmp_path / "new.csv").stdout.splitlines()
    assert [line.startswith("not in it: ") for line in said].count(True) == 1
    assert len(said) == 3
