"""The file of all cards: what is in it, how large it is, and what the page reads out of it."""

from __future__ import annotations

import gzip
import json
import random
import re

import pytest

from tests.helpers import answer, output
from tests.web.node import needs_node, run_node, shipped_cards, shipped_decks
from ucgsim.cards.card import card_title
from ucgsim.cards.catalog import Catalog, shipped_catalog
from ucgsim.compiling.compiled import is_interpreted
from ucgsim.effects.library import load_effects
from ucgsim.web.cards import FORMAT, cards_file, decks_file
from ucgsim.web.site import data_files

CATALOG = shipped_catalog()
MOST_BYTES = 300_000


@pytest.fixture
def place(tmp_path):
    file = tmp_path / "cards.json"
    file.write_bytes(shipped_cards())
    return file


def asked(place, *words, numbers=(), limit=50):
    return run_node("search_cards.mjs", {"numbers": list(numbers), "words": words, "limit": limit}, place)


def hits(place, *texts, limit=50):
    """The cards that come up for each text."""
    return [[CATALOG[number] for number in numbers] for numbers in asked(place, *texts, limit=limit)["hits"]]


# ------------------------------------------------------------------------------------------------- the file


def test_all_cards_are_small():
    assert len(gzip.compress(shipped_cards(), mtime=0)) < MOST_BYTES // 10


def test_the_same_cards_are_the_same_bytes(tmp_path):
    backwards = {number: CATALOG[number] for number in reversed(list(CATALOG))}
    assert cards_file(backwards, load_effects(tmp_path / "none")) == shipped_cards()


def test_a_column_has_every_card():
    file = json.loads(shipped_cards())
    assert {len(column) for column in file["columns"].values()} == {len(CATALOG)}
    assert file["columns"]["number"] == list(CATALOG)


def test_a_card_whose_effect_is_not_known_says_so(tmp_path):
    card = next(card for card in CATALOG.values() if card.has_text)
    library = load_effects(tmp_path / "none")
    library.entries.pop(card.number)
    (text,) = json.loads(cards_file({card.number: card}, library))["columns"]["text"]
    assert text.startswith("not playable: ")


def test_decks_that_ship_are_in_one_file():
    file = json.loads(decks_file(shipped_decks()))
    assert [deck["name"] for deck in file] == [deck.name for deck in shipped_decks()]
    assert [deck["counts"] for deck in file] == [dict(deck.counts) for deck in shipped_decks()]


# ------------------------------------------------------------------------------------------------- the page


@needs_node
def test_the_page_knows_the_facts_of_every_card(place):
    read = asked(place, numbers=CATALOG)
    assert read["many"] == len(CATALOG)
    for card, said in zip(CATALOG.values(), read["cards"], strict=True):
        assert (said["number"], said["name"], said["title"]) == (card.number, card.full_name, card_title(card))
        assert (said["characters"], said["kinds"]) == (list(card.characters), [kind.value for kind in card.kinds])
        assert (said["level"], said["round"], said["type"]) == (card.level, card.round, card.type or "")
        assert (said["bp"], said["limit"]) == ([*card.bp, card.extra], card.copy_limit)
        assert said["set"] == card.set_code
        assert bool(said["text"]) == card.has_text


@needs_node
def test_an_effect_is_said_as_the_command_says_it(place):
    numbers = ["BP01-001", "BP01-105", "BP05-061"]
    read = asked(place, numbers=numbers)["cards"]
    plain = [entry["effect"]["plain"] for entry in answer("cards", "show", *numbers)["cards"]]
    assert [said["text"].split("\n") for said in read] == plain
    assert plain[0][0] in output("cards", "show", "BP01-001")


@needs_node
def test_a_number_comes_first(place):
    for cards in hits(place, "BP03-019", "bp03-019", "ＢＰ０３－０１９", "bp03019", " BP03‐019 "):
        assert [card.number for card in cards] == ["BP03-019"]


@needs_node
def test_a_character_with_its_level(place):
    wanted = [card for card in CATALOG.values() if card.level == 3 and "TIGA" in card.characters]
    for cards in hits(place, "tiga 3", "Tiga Lv3", "TIGA level 3", "ultraman tiga 3", "3 tiga", limit=200):
        assert [card for card in cards if "TIGA" in card.characters] == sorted(wanted, key=lambda card: card.number)


@needs_node
def test_words_of_facts_narrow(place):
    speed_dyna, scenes, bp06, zero, *none = hits(
        place, "speed dyna", "scene 3", "bp06 zero", "zero", "no such card", "", "???"
    )
    assert {(card.type, *card.characters) for card in speed_dyna} == {("SPEED", "DYNA")}
    assert {card.round for card in scenes} == {3}
    assert {card.set_code for card in bp06} == {"BP06"}
    assert zero[0].characters == ("ZERO",)
    assert none == [[], [], []]
    assert len(hits(place, "ultraman", limit=7)[0]) == 7


@needs_node
def test_every_card_comes_by_its_own_name(place):
    some = random.Random(5).sample(list(CATALOG.values()), 60)
    read = asked(place, *(card.full_name for card in some), limit=900)
    assert [card.number in numbers for card, numbers in zip(some, read["hits"], strict=True)] == [True] * 60


@needs_node
def test_a_file_of_another_form_is_refused_in_a_line(place):
    assert re.fullmatch(
        f"the card file has the form 99, and this page reads {FORMAT}; load the page again", asked(place)["newer"]
    )


def test_the_files_of_a_page_are_made_again_when_an_effect_was_edited(tmp_path, monkeypatch):
    if is_interpreted:
        pytest.skip("a page plays the compiled game")
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path))
    monkeypatch.setattr("ucgsim.web.site.decks_in", lambda _: ())
    few = Catalog(card for card in CATALOG.values() if card.set_code == "SD02")
    before = data_files(few)
    assert data_files(few) is before
    (tmp_path / "effects").mkdir()
    (tmp_path / "effects" / "SD02.ucg").write_text("SD02-001\n  pay [single]:\n    draw 1\n", encoding="utf-8")
    after = data_files(few)
    assert after["book.bin.gz"] != before["book.bin.gz"]
    assert after["ucgsim.wasm.gz"] == before["ucgsim.wasm.gz"]
