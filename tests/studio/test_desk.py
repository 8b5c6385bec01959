"""Nothing that was saved is lost: lists of the library, what the page saves, and what former studios left."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import Catalog
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck
from ucgsim.decks.writing import format_deck
from ucgsim.studio.desk import MOST_ITEM, Desk

LIST = (DECKLISTS / "tiga-dyna.txt").read_text(encoding="utf-8")
KEY = "own:Tiga and Dyna"
HOSTILE = ["Ranger x=1> 2", "4 Ranger", "BP01-001", "Ranger x3", "# name: other", "// 5", "a | b, 7 c", "1,2;3", "[2]"]


def save(made, text=LIST, name="Tiga and Dyna"):
    return made.client.post("/api/decks", json={"deck": text, "name": name})


def stored(tmp_path):
    """Every file that the studio wrote, by its place; its badge is made at the start, whatever is asked."""
    home = tmp_path / "home"
    places = [*(home / "decks").rglob("*"), *(home / "studio").rglob("*")]
    return {place: place.read_bytes() for place in places if place.is_file() and place.name != "badge.txt"}


def own(made):
    return {each["key"]: each for each in made.client.get("/api/decks").json()["decks"] if each["key"][:3] == "own"}


def versions(made):
    items = made.client.get("/api/items").json()["items"]
    return [json.loads(text) for name, text in items.items() if name.startswith("ucgsim-version-")]


@pytest.mark.parametrize("line", ["3 BP02-949", "3 QQ99-001 Nobody", "x BP01-001 y 3 4 5"])
def test_a_list_with_a_line_that_is_no_card_leaves_nothing_behind(made, tmp_path, line):
    text = LIST.rstrip("\n") + f"\n{line}\n"
    answer = save(made, text)
    assert answer.status_code == 422
    assert f"line {len(text.splitlines())}" in answer.json()["error"]
    assert str(tmp_path) not in answer.text
    assert stored(tmp_path) == {}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_card_of_any_name_is_written_so_that_it_is_read_back(made, name):
    catalog = made.studio.catalog
    card = replace(catalog["BP01-001"], number="ZZ01-002", name=name)
    wild = Catalog([*catalog.values(), card])
    desk = Desk(wild)
    deck, problems = desk.read(LIST + "1 ZZ01-002\n", "Wild")
    assert problems == []
    again, problems = parse_deck(format_deck(deck, wild, DeckFormat.TEXT), wild)
    assert problems == []
    assert again == deck
    assert dict(Desk(wild).deck(desk.save(deck)).counts) == dict(deck.counts)


def test_a_deck_is_saved_in_place_of_that_of_its_name_which_stays_as_a_version(made, tmp_path):
    assert save(made).json() == {"key": KEY}
    assert (tmp_path / "home" / "decks" / "Tiga and Dyna.txt").is_file()
    assert own(made)[KEY]["cards"]["BP01-001"] == 4
    assert save(made).json() == {"key": KEY}
    assert versions(made) == []
    save(made, LIST.replace("4 BP01-001", "3 BP01-001"))
    assert list(own(made)) == [KEY]
    (version,) = versions(made)
    assert version["counts"]["BP01-001"] == 4
    assert version["note"] == "as it was in the library"
    made.client.delete(f"/api/decks/{KEY}")
    assert own(made) == {}
    assert len(versions(made)) == 1


def test_a_file_under_a_name_of_somebody_elses_is_left_alone(made, tmp_path):
    file = tmp_path / "home" / "decks" / "mine (2).txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text("# mine (2)\n" + LIST, encoding="utf-8")
    assert save(made, LIST.replace("4 BP01-001", "3 BP01-001"), "mine (2)").json()["key"] == "own:mine 2"
    assert file.read_text(encoding="utf-8") == "# mine (2)\n" + LIST


@pytest.mark.parametrize("data", [LIST + "3 BP02-949\n", "", "\0", "nothing at all", '{"BP01-001": "x"}'])
def test_a_deck_that_cannot_be_read_is_listed_with_its_text_and_why(made, tmp_path, data):
    file = tmp_path / "home" / "decks" / "Broken.txt"
    file.parent.mkdir(exist_ok=True)
    file.write_text(data, encoding="utf-8")
    listed = own(made)["own:Broken"]
    assert "cards" not in listed
    assert listed["problem"]
    assert str(tmp_path) not in listed["problem"]
    assert listed["text"] == (data if "\0" not in data else "")
    assert made.client.delete("/api/decks/own:Broken").status_code == 200
    assert not file.exists()


# --------------------------------------------------------------------------------------------- items of the page


def test_what_the_page_saves_is_there_after_a_restart(made):
    text = json.dumps({"name": "Ärger \U0001f600", "counts": {"BP01-001": 4}, "at": 5}, ensure_ascii=False)
    assert made.client.put("/api/items/ucgsim-version-5-1", content=text.encode()).status_code == 200
    made.client.put("/api/items/ucgsim-field", content=b"[]")
    assert Desk(made.studio.catalog).items() == {"ucgsim-field": "[]", "ucgsim-version-5-1": text}
    made.client.delete("/api/items/ucgsim-field")
    assert list(made.client.get("/api/items").json()["items"]) == ["ucgsim-version-5-1"]


@pytest.mark.parametrize("data", [b"", b"{", b"nothing", b"\xff", b'"' + b"x" * MOST_ITEM + b'"', b'{"a": NaN}'])
def test_what_is_no_json_is_not_saved(made, tmp_path, data):
    answer = made.client.put("/api/items/ucgsim-field", content=data)
    assert answer.status_code == 422
    assert len(answer.json()["error"].splitlines()) == 1
    assert stored(tmp_path) == {}


@pytest.mark.parametrize("data", [b"", b"\0", b"\xff\xff"])
def test_an_item_that_is_damaged_is_left_out(made, tmp_path, data):
    made.client.put("/api/items/ucgsim-field", content=b"[]")
    made.client.put("/api/items/ucgsim-draft-1", content=b"{}")
    (tmp_path / "home" / "studio" / "bench" / "ucgsim-draft-1.json").write_bytes(data)
    assert made.client.get("/api/items").json()["items"] == {"ucgsim-field": "[]"}


# ------------------------------------------------------------------------------------------------ former studios


def test_what_former_studios_saved_becomes_versions_once(made, tmp_path):
    former = tmp_path / "home" / "studio"
    counts = dict(made.studio.desk.deck("shipped:tiga-dyna").counts)
    files = {
        "drafts/shipped/rosso-blu.json": json.dumps(counts),
        "drafts/own/Odd.json": '{"BP01-001": "x"}',
        "versions/Mine/0001.txt": LIST,
        "versions/Mine/0012.txt": LIST.replace("4 BP01-001", "3 BP01-001"),
        "versions/Mine/0013.txt": "nothing at all",
    }
    for place, text in files.items():
        (former / place).parent.mkdir(parents=True, exist_ok=True)
        (former / place).write_text(text, encoding="utf-8")
    for _ in range(2):
        made.studio.desk.take_over()
        seen = sorted((each["name"], each["note"], each["counts"]["BP01-001"]) for each in versions(made))
        assert seen == [("Mine", "version 1", 4), ("Mine", "version 12", 3), ("rosso-blu", "not saved", 4)]
    left = {place.relative_to(former).as_posix() for place in former.rglob("*") if place.is_file()}
    of_former = {each for each in left if not each.startswith(("badge/", "bench/"))}
    assert of_former == {"drafts/own/Odd.json", "versions/Mine/0013.txt"}
