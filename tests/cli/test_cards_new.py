"""`ucgsim cards new`: what a card file brings, changes and takes away, and the decks that this touches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cards.open_catalog import HERO, SCENE, csv_text
from tests.helpers import answer, run

TEXT = "[DBL]《When this character enters play》You may draw a card."
SAME = "[DBL] 《When this character enters play》 You may draw one card."
OTHER = "[DBL]《When this character enters play》You may draw two cards."
CHOOSES = "《When this character enters play》Your opponent chooses one of your characters."
OLD = HERO | {"effect": TEXT}
"""Texts of our own in the official words."""


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


def news(tmp_path: Path, *rows: dict[str, str], decks: Path | None = None) -> dict[str, object]:
    """What a file with these rows is told to be, after one with `OLD` and a scene was imported."""
    for name, cards in (("old.csv", (OLD, SCENE)), ("new.csv", rows)):
        (tmp_path / name).write_text(csv_text(*cards), encoding="utf-8")
    assert run("cards", "import", tmp_path / "old.csv").exit_code == 0
    return answer("cards", "new", tmp_path / "new.csv", *(() if decks is None else ("--decks", decks)))


def test_the_same_file_is_no_news(tmp_path):
    result = news(tmp_path, OLD, SCENE)
    assert (result["brought"], result["gone"], result["errata"], result["unreadable"]) == ([], [], [], [])


def test_new_cards_and_absent_ones(tmp_path):
    result = news(tmp_path, OLD, HERO | {"number": "ZZ01-001", "effect": ""})
    assert (result["brought"], result["gone"]) == (["ZZ01-001"], [SCENE["number"]])


def test_a_fact_is_told_as_it_was_and_as_it_is(tmp_path):
    result = news(tmp_path, OLD | {"level": "3"}, SCENE)
    (erratum,) = result["errata"]
    assert erratum["number"] == OLD["number"]
    assert erratum["facts"]["level"] == {"was": int(OLD["level"]), "is": 3}
    assert erratum["text"] is False


def test_another_wording_of_the_same_effect_is_no_change(tmp_path):
    assert news(tmp_path, OLD | {"effect": SAME}, SCENE)["errata"] == []


def test_a_text_that_is_read_as_another_effect_has_changed(tmp_path):
    result = news(tmp_path, OLD | {"effect": OTHER}, SCENE)
    assert result["errata"] == [{"number": OLD["number"], "facts": {}, "text": True}]


def test_a_text_that_went_away_has_changed(tmp_path):
    (erratum,) = news(tmp_path, OLD | {"effect": ""}, SCENE)["errata"]
    assert erratum["text"] is True
    assert erratum["facts"] == {"has_text": {"was": True, "is": False}}


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
