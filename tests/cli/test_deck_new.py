"""`ucgsim deck new` and `ucgsim deck diff`: decks built by name, and what makes two of them differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.helpers import answer, run
from ucgsim.cards.card import Card, Kind
from ucgsim.cards.catalog import Catalog, write_catalog
from ucgsim.cli.decks import deck as command

if TYPE_CHECKING:
    from pathlib import Path


def hero(number: str, name: str, character: str, level: int, subtitle: str = "") -> Card:
    facts = {"level": level, "type": "BASIC", "bp": (4000, 7000, 9000, None), "set_code": "XX01"}
    return Card(number, name, subtitle, (character,), (Kind.ULTRA_HERO,), **facts)


CARDS = (
    hero("XX01-001", "Ultraman Odo", "ODO", 1),
    hero("XX01-002", "Ultraman Odo", "ODO", 2, "Bright Type"),
    hero("XX01-003", "Ultraman Odo", "ODO", 2, "Lumen Ray"),
    hero("XX01-004", "Ultraman Ibo", "IBO", 1),
    Card("XX01-005", "Quiet Shore", kinds=(Kind.SCENE,), round=1, set_code="XX01"),
)


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    write_catalog(Catalog(CARDS), tmp_path / "home" / "catalog.csv")
    return tmp_path


def refused(*args: str) -> list[str]:
    result = run("deck", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    return result.stderr.strip().splitlines()


def counts(name: str) -> dict[str, int]:
    data = answer("deck", "show", name)
    return {card["number"]: card["count"] for card in data["cards"]}


def test_a_deck_is_built_by_name_and_number():
    words = ("4 XX01-001", "3 lumen ray", "2 odo 2 bright type", "Quiet Shore x2", "Ultraman Ibo")
    result = run("deck", "new", "mine", *words)
    assert result.exit_code == 0
    assert "mine: has 12 cards; a deck has exactly 50 (CR 4.1.1)" in result.stderr
    assert counts("mine") == {"XX01-001": 4, "XX01-002": 2, "XX01-003": 3, "XX01-004": 1, "XX01-005": 2}


def test_every_card_that_is_unclear_is_told_and_nothing_is_written(place):
    lines = refused("new", "mine", "4 odo 2", "2 Ultraman Obo", "3 XX01-009", "4 XX01-001", "Ultraman Ibo 4")
    assert lines[0].endswith(
        "4 odo 2: may be any of 2 cards, Odo 2 · Bright Type (XX01-002), Odo 2 · Lumen Ray (XX01-003); "
        "say which by its number"
    )
    assert "2 Ultraman Obo: is no card; nearest are Ultraman" in lines[1]
    assert "3 XX01-009: is no card; nearest are XX01-00" in lines[2]
    assert "letters, which no card has" in refused("new", "mine", f"4 {'odo ' * 100}")[0]
    assert not (place / "home" / "decks").exists()


def test_what_is_there_already_stays(place):
    assert run("deck", "new", "mine", "4 XX01-001").exit_code == 0
    before = (place / "home" / "decks" / "mine.txt").read_bytes()
    assert "is there already" in refused("new", "mine", "4 XX01-004")[0]
    assert (place / "home" / "decks" / "mine.txt").read_bytes() == before
    assert "can't be the name of a deck" in refused("new", "a/b", "4 XX01-004")[0]


def test_without_cards_it_needs_a_terminal():
    assert "no card is named; name some, as in" in refused("new", "mine")[0]


def test_on_a_terminal_it_asks(monkeypatch):
    monkeypatch.setattr(command, "_is_terminal", lambda: True)
    typed = "4 XX01-001\n3 odo 2\n2\n2 nothing like it\n1 odo 2\n9\n4 XX01-001 x3\nquiet shore\n\n"
    result = run("deck", "new", "asked", "--output", "asked.txt", typed=typed)
    assert result.exit_code == 0
    assert counts("asked.txt") == {"XX01-001": 4, "XX01-003": 3, "XX01-005": 1}
    for part in ("0 of 50", " 2  Odo 2 · Lumen Ray (XX01-003)", "is no card", "none was taken", "has two counts"):
        assert part in result.stderr


def test_the_end_of_the_input_ends_the_deck(monkeypatch, place):
    monkeypatch.setattr(command, "_is_terminal", lambda: True)
    assert run("deck", "new", "asked", typed="4 XX01-001").exit_code == 0
    result = run("deck", "new", "other", typed="")
    assert (result.exit_code, "no card was named" in result.stderr) == (2, True)
    assert not (place / "home" / "decks" / "other.txt").exists()


def test_a_difference_is_told_by_name():
    run("deck", "new", "one", "4 XX01-001", "3 XX01-002", "2 XX01-005")
    run("deck", "new", "two", "4 XX01-001", "1 XX01-002", "3 XX01-003")
    result = run("deck", "diff", "one", "two")
    assert result.stdout.splitlines()[0] == "From one to two: 4 cards out, 3 in; 5 stay."
    rows = [line.split() for line in result.stdout.splitlines()]
    assert ["Odo", "2", "·", "Lumen", "Ray", "XX01-003", "0", "3", "+3"] in rows
    assert ["scene,", "Round", "1", "2", "0"] in rows
    data = answer("deck", "diff", "one", "two")
    assert (data["out"], data["in"], data["levels"]["after"]) == (4, 3, {"level 1": 4, "level 2": 4})
    assert "are the same list" in run("deck", "diff", "one", "one").stdout
    assert "no deck of that name" in refused("diff", "one", "none")[0]
