"""Decks by the ids of the official card list, as the Japanese deck builders save them."""

from __future__ import annotations

import json

import pytest

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.official_ids import id_of, number_of
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import parse_deck
from ucgsim.decks.writing import format_deck
from ucgsim.errors import UcgsimError

CATALOG = shipped_catalog()


def test_every_card_that_ships_has_an_id():
    assert all(number_of(id_of(number)) == number for number in CATALOG)


@pytest.mark.parametrize(
    "text",
    [
        '[{"id": 16, "count": 4}]',
        '[{"id": "16", "count": 4}]',
        '{"cards": [{"id": 16, "count": 4}]}',
        '[{"card_id": 16, "quantity": 4}]',
    ],
)
def test_ids_are_read_however_they_are_wrapped(text):
    deck, problems = parse_deck(text, CATALOG)
    assert (problems, deck.counts) == ([], (("BP01-001", 4),))


def test_a_number_in_an_entry_is_surer_than_its_id():
    deck, problems = parse_deck('[{"id": 17, "number": "BP01-001", "count": 4}]', CATALOG)
    assert (problems, deck.counts) == ([], (("BP01-001", 4),))


def test_an_id_that_is_not_known_is_refused():
    _, problems = parse_deck('[{"id": 99999, "count": 4}]', CATALOG)
    assert problems


def test_a_card_without_an_id_is_written_in_another_form():
    deck, _ = parse_deck(json.dumps({"BP99-001": 4}), CATALOG)
    other = deck.__class__("new", (("BP99-001", 4),))
    with pytest.raises(UcgsimError, match="BP99-001 has no id"):
        format_deck(other, CATALOG, DeckFormat.IDS)
