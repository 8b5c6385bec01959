"""Packs, pools dealt from them, and decks made of pools."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from tests.helpers import SEALED
from ucgsim.cards.card import Card, Kind
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import rules_version
from ucgsim.decks.boosters import Boosters, deal_pool, read_boosters, sets_of, sets_with_packs
from ucgsim.decks.building import build_by_chains
from ucgsim.decks.checking import allowance, beyond_pool, check_deck
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError

CATALOG = shipped_catalog()
CARDS = [*CATALOG.values()]


def packs(text: str, tmp_path) -> Boosters:
    file = tmp_path / "packs.toml"
    file.write_text(text, encoding="utf-8")
    return read_boosters(file)


def test_packs_that_ship_fill_a_deck_and_say_what_they_assume():
    own = read_boosters()
    assert 4 * own.size >= rules_version(SEALED).deck_size
    assert own.words.startswith("assumed of a pack: ")


def test_a_pool_holds_what_its_packs_do(tmp_path):
    boosters = packs("[pack]\nC = 5\nR = 2\n[one_of]\nRR = 1\nRRR = 0\n", tmp_path)
    codes = sets_of(CARDS, boosters, ["bp02", "BP05"])
    pool = deal_pool(CARDS, boosters, codes, packs=6, seed=3)
    rarities = Counter(
        (CATALOG[number].set_code, CATALOG[number].rarity) for number, n in pool.counts for _ in range(n)
    )
    assert rarities == {(code, rarity): 3 * n for code in codes for rarity, n in (("C", 5), ("R", 2), ("RR", 1))}
    assert pool == deal_pool(CARDS, boosters, codes, packs=6, seed=3)
    assert pool.counts != deal_pool(CARDS, boosters, codes, packs=6, seed=3, number=1).counts


def test_rarities_come_as_often_as_their_weights_say():
    boosters = Boosters("x", {}, {"R": 3, "RR": 1})
    pool = deal_pool(CARDS, boosters, ["BP01"], packs=1000)
    rare = sum(count for number, count in pool.counts if CATALOG[number].rarity == "R")
    assert 700 < rare < 800  # 750 +- 14 of 1,000
    # each of sixteen numbers is as likely as the others: 47 times +- 7
    assert {CATALOG[number].rarity for number, _ in pool.counts} == {"R", "RR"}
    assert all(20 < count < 80 for number, count in pool.counts if CATALOG[number].rarity == "R")


def test_a_pack_holds_no_number_twice_unless_it_must():
    few = [replace(CATALOG["BP01-001"], number=f"XX-00{n}", set_code="XX", rarity="C") for n in range(3)]
    pool = deal_pool(few, Boosters("x", {"C": 7}), ["XX"], packs=1)
    assert sorted(count for _, count in pool.counts) == [2, 2, 3]


def test_sets_without_packs_are_no_choice():
    boosters = read_boosters()
    assert "SD01" not in sets_with_packs(CARDS, boosters)
    assert sets_of(CARDS, boosters) == [sets_with_packs(CARDS, boosters)[-1]]
    with pytest.raises(UcgsimError, match="SD01: has no card of rarity R, RR, which a pack may hold"):
        sets_of(CARDS, boosters, ["SD01"])
    with pytest.raises(UcgsimError, match="'XX' is no set of the catalog; packs can be dealt of BP01, "):
        sets_of(CARDS, boosters, ["XX"])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[pack]\nC = -1\n", r"\[pack\] C is -1; it is a whole number from 0 to 100"),
        ("[pack]\nC = 1.5\n", r"\[pack\] C is 1.5"),
        ("[pack]\nC = true\n", r"\[pack\] C is True"),
        ("[pack]\nC = 90\nU = 90\n", "a pack has 180 cards; it has from 1 to 100"),
        ("[pack]\nC = 0\n", "a pack has 0 cards"),
        ("[pack]\n", "a pack has 0 cards"),
        ("pack = 3\n", "pack is no table of rarities"),
        ("[pack]\ncommon = 3\n", "'common' can't be a rarity; one is like C, U, R or RRR"),
        ("[packs]\nC = 3\n", "'packs' is none of name"),
        ("[pack]\nC = 8\n[one_of]\nR = -1\n", r"\[one_of\] R is -1; it is a number, 0 or more"),
        ("[pack]\nC = 8\n[one_of]\nR = nan\n", r"\[one_of\] R is nan"),
        ("[pack]\nC = 8\n[one_of]\nR = 0\n", r"\[one_of\] holds no weight above 0"),
        ("[pack]\nC = 8\n[one_of]\nR = 1e308\nU = 1e308\n", r"\[one_of\] holds no weight above 0, or weights that"),
        ("name = 3\n[pack]\nC = 8\n", "name is no text"),
        ("C = [\n", "is no TOML"),
    ],
)
def test_a_wrong_file_of_packs_is_told(tmp_path, text, line):
    with pytest.raises(UcgsimError, match=line):
        packs(text, tmp_path)


@pytest.mark.parametrize("number", [0, -1, 1001])
def test_a_number_of_packs_that_is_none_is_told(number):
    with pytest.raises(UcgsimError, match=f"packs is {number}; open a whole number of them from 1 to 1,000"):
        deal_pool(CARDS, read_boosters(), ["BP01"], packs=number)


def test_a_rarity_that_no_set_has_is_told():
    with pytest.raises(UcgsimError, match="no set of the catalog has cards of every rarity"):
        sets_of(CARDS, Boosters("x", {"ZZ": 8}, place="x.toml"))


@pytest.mark.parametrize("size", [4, 6, 12])
def test_the_deck_of_a_pool_is_legal(size):
    pool = deal_pool(CARDS, read_boosters(), ["BP03", "BP06"], packs=size, seed=size)
    deck = build_by_chains(allowance(CATALOG, SEALED, pool), CATALOG)
    assert check_deck(deck, CATALOG, rules=rules_version(SEALED)) == []
    assert beyond_pool(deck, pool) == []
    assert deck == build_by_chains(allowance(CATALOG, SEALED, pool), CATALOG)


def person(number: str, name: str, level: int, *bp: int, kind: Kind = Kind.ULTRA_HERO) -> Card:
    single, double, triple = (*bp, None, None)[:3]
    return Card(number, name, "", (name,), (kind,), level, "BASIC", bp=(single, double, triple, None))


def test_chains_are_preferred_to_cards_that_stand_alone():
    chain = [person("A1", "ALPHA", 1, 4000, 7000), person("A2", "ALPHA", 2, 5000, 9000, 12000)]
    alone = [person("K2", "LONE", 2, 5000, 9000, 12000, kind=Kind.KAIJU), person("K9", "LOW", 9, 1000, kind=Kind.KAIJU)]
    catalog = {card.number: card for card in (*chain, *alone)}
    pool = Deck("pool", tuple((number, 20) for number in catalog))
    counts = dict(build_by_chains(allowance(catalog, SEALED, pool), catalog).counts)
    assert counts["A1"] + counts["A2"] > counts.get("K2", 0) + counts.get("K9", 0)
    assert counts.get("K9", 0) == 0
