"""The page reads lists as Python does, finds cards, and makes links that hold their deck or say that they do not."""

from __future__ import annotations

import gzip
import json
import random

import pytest

from scripts.same_games import mixed
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck
from ucgsim.decks.writing import format_deck
from ucgsim.web.cards import cards_file, decks_file

CATALOG = shipped_catalog()
MOST_BYTES = 300_000
PASTES = (
    "4 BP01-011\n3x BP01-012 Ultraman Arc\nBP01-014 x2\n",
    "４　BP01-011\r\n3 枚 BP01-012\r\nBP01-014 2枚\r\n",
    "BP01-011\t4\nBP01-012\t3\n",
    "number,count\nBP01-011,4\nBP01-012,3\n",
    "- 4 BP01-011\n- 2 BP01-012\n# a remark\n// another\n",
    "Heroes\n4 BP01-011 Ultraman Arc\n\nScenes\n1 BP01-105\n",
    "# name: Mine\n4 bp01-011\n2 BP01\u2010012\n",
    "(4) BP01-011\n[3] BP01-012\nBP01-014: 2\nBP01-015 (1)\n",
    "4 BP01-011\n4 BP01-011\n",
    "4 (PR-010) BP01-011\n2 AP(01/20) BP01-012\n",
    '{"BP01-011": 4, "BP01-012": 2}',
    '[{"number": "BP01-011", "count": 4}, {"cardNumber": "BP01-012", "quantity": 2}]',
)


@pytest.fixture(scope="module")
def cards(tmp_path_factory):
    """The file of all cards."""
    place = tmp_path_factory.mktemp("cards") / "cards.json"
    place.write_bytes(cards_file(CATALOG))
    return place


def test_all_cards_travel_in_little(cards, decks):
    data = cards.read_bytes()
    assert len(gzip.compress(data)) <= MOST_BYTES
    facts = {each["number"]: each for each in json.loads(data)}
    assert set(facts) == set(CATALOG)
    for number, card in CATALOG.items():
        known = facts[number]
        assert (known["name"], known["level"], known["type"], known["round"]) == (
            *(card.full_name, card.level, card.type, card.round),
        )
        assert known["bp"] == [*card.bp, card.extra]
        assert bool(known["text"]) or not card.has_text
    assert {each["name"]: each["counts"] for each in json.loads(decks_file(decks))} == {
        deck.name: dict(deck.counts) for deck in decks
    }


def test_lists_are_read_as_python_reads_them(node, cards, decks):
    texts = [*PASTES, *(format_deck(deck, CATALOG, each) for deck in decks for each in DeckFormat)]
    lists = node("lists.mjs", {"texts": texts}, cards)["lists"]
    for text, read in zip(texts, lists, strict=True):
        wanted, problems = parse_deck(text, CATALOG)
        assert problems == []
        assert read["problems"] == [], text[:200]
        assert read["counts"] == dict(wanted.counts), text[:200]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4 BP01-999", "BP01-999: no such card here"),
        ("4 Ultraman Arc", "cards may be meant"),
        ("4 Nobody Whatsoever", "no card is called"),
        ("4x BP01-011 x3", "has no clear count"),
        ("0 BP01-011", "0 is no count from 1 to 60"),
        ("99 BP01-011", "99 is no count from 1 to 60"),
        ('{"BP01-011": ', "was it cut off?"),
        ('{"BP01-011": 2.5}', "2.5 is no count"),
        ("[1, 2]", "an entry names no card"),
        ("4 BP01-011\n" * 60_000, "paste the list alone"),
    ],
)
def test_what_is_not_clear_is_a_problem_and_not_counted(node, cards, text, message):
    (read,) = node("lists.mjs", {"texts": [text]}, cards)["lists"]
    assert read["counts"] == {}
    assert message in read["problems"][0]["message"]
    assert "\n" not in read["problems"][0]["message"]


def test_a_name_offers_its_candidates(node, cards):
    (read,) = node("lists.mjs", {"texts": ["3 Ultraman Arc"]}, cards)["lists"]
    assert len(read["problems"][0]["candidates"]) > 1
    assert all("Arc" in CATALOG[number].full_name for number in read["problems"][0]["candidates"])


def test_a_deck_of_49_and_five_copies_are_said(node, cards):
    texts = ["4 BP01-011\n", "5 BP01-011\n"]
    few, many = (read["wrong"] for read in node("lists.mjs", {"texts": texts}, cards)["lists"])
    assert few == ["4 cards: a deck has 50, so 46 are missing."]
    assert many[1] == "5 copies of BP01-011: a deck holds up to 4."


def test_search_finds_what_a_player_types(node, cards):
    tiga, power, nothing = node("lists.mjs", {"searches": ["tiga 3", "POWER zero", "zzzz"]}, cards)["searches"]
    assert tiga
    assert {CATALOG[number].level for number in tiga} == {3}
    assert power
    assert nothing == []


def test_links_hold_their_deck_or_say_that_they_do_not(node, cards, decks):
    dice = random.Random(3)
    drawn = [mixed(dice, *dice.sample(decks, 2)) for _ in range(2000)]
    asked = [{"name": deck.name, "counts": dict(deck.counts), "weight": 1} for deck in (*decks, *drawn)]
    answer = node("lists.mjs", {"decks": asked, "broken": 20_000}, cards)
    assert answer["back"] == asked
    assert max(len(link) for link in answer["links"]) <= 200
    tally = answer["tally"]
    assert (tally["other"], tally["crashed"], tally["longest"]) == (0, 0, 1)
    assert tally["refused"] > 15_000
