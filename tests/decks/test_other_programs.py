"""Decks as other programs and the page save them: Tabletop Simulator's objects and links."""

from __future__ import annotations

import base64
import json
import re
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.decks.pasted import LINKED
from tests.helpers import DECKLISTS, ROOT, run
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.official_ids import number_of
from ucgsim.decks.deck import Deck
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.link import from_link, is_link, to_link
from ucgsim.decks.reading import name_of_deck, parse_deck, read_deck
from ucgsim.decks.writing import format_deck
from ucgsim.errors import UcgsimError

CATALOG = shipped_catalog()
PAGE = "https://page.example/ucgsim/"
TWO = (("BP01-012", 4), ("BP01-014", 2))


def read(value) -> Deck:
    text = value if isinstance(value, str) else json.dumps(value)
    deck, problems = parse_deck(text, CATALOG)
    assert problems == []
    return deck


def wrong(value) -> str:
    text = value if isinstance(value, str) else json.dumps(value)
    _, problems = parse_deck(text, CATALOG)
    assert problems
    return "; ".join(map(str, problems))


@pytest.mark.parametrize("form", DeckFormat)
@pytest.mark.parametrize("path", sorted(DECKLISTS.glob("*.txt")), ids=lambda path: path.stem)
def test_every_form_is_read_again_as_the_same_list(path, form):
    deck = read_deck(path, CATALOG)
    text = format_deck(deck, CATALOG, form)
    again = read(text)
    assert (again.counts, again.fingerprint) == (deck.counts, deck.fingerprint)
    assert (again.name == deck.name) == (form in {DeckFormat.TEXT, DeckFormat.TABLETOP, DeckFormat.LINK})


def test_the_page_on_decklists_shows_what_is_read():
    text = (ROOT / "docs/reference/decklists.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    assert [dict(read(block).counts) for block in blocks] == [
        {"BP01-012": 4, "BP01-014": 4},
        {number_of(956): 4},
        {"BP01-012": 1},
    ]
    (link,) = re.findall(r'"(https://page\.example\S+)"', text)
    assert read(link).counts == (("BP01-012", 4),)
    assert all(f"{form}`" in text for form in DeckFormat)


# ------------------------------------------------------------------------------------ Tabletop Simulator


def card(number: str, **members) -> dict[str, object]:
    return {"Name": "CardCustom", "Nickname": CATALOG[number].full_name, "Description": number} | members


def saved(*cards, **members) -> dict[str, object]:
    return {"ObjectStates": [{"Name": "DeckCustom", "Nickname": "Arc", "ContainedObjects": [*cards], **members}]}


ARC = card("BP01-012")


@pytest.mark.parametrize(
    "members",
    [
        {"Nickname": "BP01-012", "Description": ""},
        {"Nickname": "BP01-012 Ultraman Arc", "Description": "[SIN] some words"},
        {"Nickname": "Ultraman Arc", "Description": "No. bp01-012\nLevel 1"},
        {"Nickname": "", "Description": "", "GMNotes": "BP01-012"},
        {"Nickname": "Ultraman Arc", "Description": "(PR-010)(01)BP01-012"},
    ],
)
def test_a_number_is_read_from_nickname_or_description(members):
    deck = read(saved(ARC | members, card("BP01-014")))
    assert (deck.name, deck.counts) == ("Arc", (("BP01-012", 1), ("BP01-014", 1)))


def test_a_deck_in_a_bag_is_read_and_other_things_on_the_table_are_not():
    die = {"Name": "Die_6", "Nickname": "BP01-001"}
    bag = {"Name": "Bag", "ContainedObjects": [die, saved(ARC, ARC)["ObjectStates"][0]]}
    assert read({"SaveName": "x", "ObjectStates": [die, bag]}).counts == (("BP01-012", 2),)


def test_cards_that_lie_about_are_a_deck_where_there_is_none():
    assert read({"ObjectStates": [ARC, card("BP01-014"), ARC]}).counts == (("BP01-012", 2), ("BP01-014", 1))
    one = format_deck(Deck("x", (("BP01-012", 1),)), CATALOG, DeckFormat.TABLETOP)
    assert json.loads(one)["ObjectStates"][0]["Name"] == "CardCustom"
    assert read(one).counts == (("BP01-012", 1),)


def test_a_card_that_is_saved_once_counts_as_often_as_it_is_listed():
    value = saved(card("BP01-012", CardID=100), card("BP01-014", CardID=200), DeckIDs=[100, 100, 200])
    assert read(value).counts == (("BP01-012", 2), ("BP01-014", 1))
    value = saved(card("BP01-012", CardID=100), card("BP01-014", CardID=200), DeckIDs=[100, 100, 300])
    assert "lists 3 cards in DeckIDs and has 2 in ContainedObjects" in wrong(value)


def test_a_name_alone_is_read_as_in_a_list():
    assert read(saved(card("BP01-105", Description=""))).size == 1
    assert "is the name of" in wrong(saved(card("BP01-012", Description="")))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (saved(card("BP01-001", Description="BP01-012")), "not Ultraman Tiga"),
        (saved(ARC | {"Nickname": "BP01-012 or BP01-014"}), "is BP01-012 and BP01-014 in one Nickname"),
        (saved({"Name": "Card", "Nickname": "", "CardID": 7}), "has no card number in its Nickname or Description"),
        ({"ObjectStates": [{"Name": "Deck", "Nickname": "a", "DeckIDs": [100, 101]}]}, "no card says what it is"),
        (
            {"ObjectStates": [*saved(ARC)["ObjectStates"], *saved(ARC)["ObjectStates"]]},
            "holds 2 decks, 'Arc' and 'Arc'",
        ),
        ({"ObjectStates": []}, "without a card in it"),
        ({"ObjectStates": [None, 4, "x", {"Name": 5}]}, "without a card in it"),
    ],
)
def test_a_save_that_is_not_clear_is_refused(value, words):
    assert words in wrong(value)


@given(
    value=st.recursive(
        st.none() | st.integers() | st.sampled_from(["BP01-012", "Card", "Deck", ""]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(["ContainedObjects", "DeckIDs", "CardID", "Name", "Nickname", "Description"]), inner
            )
        ),
        max_leaves=12,
    )
)
def test_no_save_whatever_breaks_the_reader(value):
    deck, problems = parse_deck(json.dumps({"ObjectStates": [value]}), CATALOG)
    assert deck.size > 0 or problems


# ------------------------------------------------------------------------------------------------- links


def coded(data: bytes) -> str:
    whole = data + zlib.crc32(data).to_bytes(4, "big")
    return f"#d={base64.urlsafe_b64encode(whole).decode().rstrip('=')}"


@pytest.mark.parametrize("before", ["", PAGE, "http://localhost:8000/page.html", "file:///home/me/page.html"])
@pytest.mark.parametrize("behind", ["", "\n", "&game=9.5.17&by=planner"])
def test_a_link_is_a_deck_whatever_stands_around_it(before, behind):
    deck = read(f"{before}{to_link([Deck('Arc', TWO)])}{behind}")
    assert (deck.name, deck.counts, deck.groups, deck.layout) == ("Arc", TWO, {}, ())


@pytest.mark.parametrize("around", [*LINKED, "percent"])
def test_a_link_is_read_with_what_chats_put_around_it(around, tmp_path):
    link = f"{PAGE}{to_link([Deck('Arc', TWO)])}"
    text = link.replace("#d=", "%23d%3D") if around == "percent" else around.format(link)
    assert read(text).counts == TWO
    assert read_deck(text, CATALOG).counts == TWO
    damaged = text.replace(link[-8:], link[-7:])
    with pytest.raises(UcgsimError, match="was cut off or changed on its way"):
        parse_deck(damaged, CATALOG)


def test_a_link_is_named_as_a_deck_is_and_stands_in_a_file(tmp_path):
    link = f"{PAGE}{to_link([Deck('Arc', TWO)])}"
    file = tmp_path / "deck.txt"
    file.write_text(f"# from a friend\n{link}\n", encoding="utf-8")
    for named in (link, Path(link), str(file), link.removeprefix(PAGE)):
        assert read_deck(named, CATALOG).counts == TWO
        assert name_of_deck(named) == "Arc"
    shown = run("deck", "show", link, "--json")
    assert json.loads(shown.stdout)["fingerprint"] == Deck("", TWO).fingerprint
    assert run("deck", "convert", link, "--to", "json").stdout == run("deck", "convert", file, "--to", "json").stdout


def test_of_a_link_to_several_decks_the_first_is_read_and_the_others_are_noted():
    deck = read(to_link([Deck("Arc", TWO), Deck("other", (("BP01-001", 4),))], weights=[1]))
    assert (deck.name, deck.counts) == ("Arc", TWO)
    assert deck.notes == ("the link holds 2 decks; this is the first one",)


def test_a_card_that_no_catalog_holds_is_told_by_its_number():
    with pytest.raises(UcgsimError, match="BP99-001: is not in the catalog"):
        read_deck(to_link([Deck("new", (("BP99-001", 4),))]), CATALOG)


@pytest.mark.parametrize("cut", [1, 2, 5, 20])
def test_half_a_link_is_refused_in_one_line(tmp_path, cut):
    link = PAGE + to_link([Deck("Arc", TWO)])[:-cut]
    file = tmp_path / "deck.txt"
    file.write_text(link, encoding="utf-8")
    with pytest.raises(UcgsimError, match=r"^the link was cut off or changed on its way; copy the whole link"):
        read_deck(link, CATALOG)
    with pytest.raises(UcgsimError, match=r"deck\.txt: the link was cut off"):
        read_deck(file, CATALOG)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (bytes([2, 0, 0]), "is of version 2, and version 1 is read"),
        (bytes([1, 0, 0]), "holds no deck"),
        (bytes([1, 0, 0, 0]), "was cut off"),
        (bytes([1, 255, 255, 255, 255, 255, 255]), "was cut off"),
        (bytes([1, 1, 1, 255, 0, 0]), "was cut off"),
        (bytes([1, 1, 0, 1, 6, 1, 5, 0]), "was cut off"),
        (bytes([1, 1, 0, 1, 8, 1, 255, 255, 255, 255, 15, 0]), "was cut off"),
    ],
)
def test_a_link_of_odd_bytes_is_refused(data, words):
    with pytest.raises(UcgsimError, match=words):
        from_link(coded(data))


@given(data=st.binary(max_size=40))
def test_no_bytes_whatever_break_the_reader_of_links(data):
    deck, problems = Deck("", ()), ["refused"]
    with suppress(UcgsimError):
        deck, problems = parse_deck(coded(b"\1" + data), CATALOG)
    assert deck.size > 0 or problems


@given(
    counts=st.dictionaries(st.sampled_from([*CATALOG, "ZZ01-001", "PR-1234"]), st.integers(1, 999), min_size=1),
    name=st.text(max_size=20),
)
def test_what_is_linked_is_read_again(counts, name):
    link = to_link([Deck(name, tuple(counts.items()))])
    (deck,) = from_link(link)
    assert is_link(link)
    assert (deck.name, dict(deck.counts)) == (Deck(name, ()).name, counts)
