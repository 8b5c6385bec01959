from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cards.open_catalog import HERO, SCENE, SHARED, csv_text, needs_shared
from ucgsim.cards.card import Card, Kind
from ucgsim.cards.catalog import (
    Catalog,
    EffectCounts,
    Query,
    choose_cards,
    coverage,
    imported_catalog_path,
    load_catalog,
    read_catalog,
    shipped_catalog,
    write_catalog,
)
from ucgsim.cards.home import HOME_VARIABLE
from ucgsim.cards.importing import import_catalog
from ucgsim.errors import UcgsimError

BP = st.none() | st.integers(0, 20000)
WORDS = st.text("ABC xyz'-\",\n", min_size=1, max_size=12).map(str.strip).filter(bool)
CARDS = st.builds(
    Card,
    number=st.integers(1, 999).map("BP01-{:03}".format),
    name=WORDS,
    subtitle=WORDS | st.just(""),
    characters=st.lists(WORDS, max_size=3).map(tuple),
    kinds=st.lists(st.sampled_from(Kind), min_size=1, max_size=2, unique=True).map(tuple),
    level=st.none() | st.integers(1, 7),
    type=st.none() | st.sampled_from(["BASIC", "METEO"]),
    round=st.none() | st.integers(0, 4),
    bp=st.tuples(BP, BP, BP, BP),
    extra=BP,
    teams=st.lists(WORDS, max_size=2).map(tuple),
    set_code=st.just("BP01"),
    has_text=st.booleans(),
    copy_limit=st.none() | st.integers(1, 9),
    keywords=st.sampled_from([(), ("charge",)]),
)


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))


def a_card(number: str, **facts) -> Card:
    return Card(
        number=number,
        name=f"Card {number}",
        kinds=(Kind.KAIJU,),
        set_code=number.split("-", maxsplit=1)[0],
        **facts,
    )


def test_a_catalog_is_a_mapping_sorted_by_number():
    catalog = Catalog([a_card("SD01-001"), a_card("BP01-002"), a_card("BP01-001")])
    assert list(catalog) == ["BP01-001", "BP01-002", "SD01-001"]
    assert catalog["BP01-002"].number == "BP01-002"
    assert catalog.get("BP09-001") is None
    assert ("BP01-001" in catalog, "BP09-001" in catalog, len(catalog)) == (True, False, 3)
    assert catalog.sets == ("BP01", "SD01")


def test_a_catalog_cannot_be_changed():
    catalog = Catalog([a_card("BP01-001")])
    with pytest.raises(TypeError):
        catalog["BP01-002"] = a_card("BP01-002")


@pytest.mark.parametrize("text", ["BP01-11", "bp01-011x", "BP01-0111"])
def test_the_nearest_numbers_are_named(text):
    near = shipped_catalog().nearest(text)
    assert "BP01-011" in near
    assert len(near) == 3
    assert shipped_catalog().nearest(text, n=1) == near[:1]


def test_nothing_is_near_to_nonsense():
    assert shipped_catalog().nearest("zzzz") == []


@given(cards=st.lists(CARDS, min_size=1, max_size=5, unique_by=lambda card: card.number))
def test_what_is_written_is_read_again(tmp_path_factory, cards):
    file = tmp_path_factory.mktemp("catalog") / "catalog.csv"
    write_catalog(Catalog(cards), file)
    assert dict(read_catalog(file)) == {card.number: card for card in cards}


def test_the_shipped_catalog_knows_the_pool():
    catalog = shipped_catalog()
    assert len(catalog) == 868
    assert sum(card.has_text for card in catalog.values()) == 661
    assert catalog["BP05-008"].bp == (None, 12000, 17000, 20000)
    assert catalog["PR-001"].is_scene
    assert catalog["BP06-070"].kinds == (Kind.ULTRA_MECH,)


@needs_shared
def test_the_shipped_catalog_is_what_the_import_reads():
    assert tuple(shipped_catalog().values()) == import_catalog(SHARED).cards


def test_named_goes_before_imported_goes_before_shipped(tmp_path):
    assert len(load_catalog()) == 868
    write_catalog(Catalog([a_card("BP07-001")]), imported_catalog_path())
    assert list(load_catalog()) == ["BP07-001"]
    named = tmp_path / "named.csv"
    write_catalog(Catalog([a_card("BP08-001")]), named)
    assert list(load_catalog(named)) == ["BP08-001"]


def test_an_open_catalog_may_be_named_as_it_is(tmp_path):
    file = tmp_path / "open.csv"
    file.write_text(csv_text(HERO, SCENE), encoding="utf-8")
    assert list(load_catalog(file)) == ["BP01-001", "BP01-002"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: "", "is empty"),
        (lambda text: "\0", "binary"),
        (lambda text: "a,b\n1,2\n", "absent: number"),
        (lambda text: text.splitlines()[0], "holds no card"),
        (lambda text: text.replace("Kaiju", "Gadget"), "line 2.*Gadget"),
        (lambda text: text.replace(",no,no,", ",maybe,no,"), "line 2.*maybe"),
        (lambda text: text[:-6], "line 2.*columns"),
        (lambda text: text + text.splitlines()[1], "line 3.*twice"),
        (lambda text: text.replace("Card BP07-001", ""), "line 2.*blank"),
    ],
)
def test_a_file_that_is_no_catalog_of_facts_is_refused(tmp_path, change, message):
    file = tmp_path / "catalog.csv"
    write_catalog(Catalog([a_card("BP07-001")]), file)
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(UcgsimError, match=message) as caught:
        load_catalog(file)
    assert str(caught.value).startswith(str(file))


def test_a_file_that_cannot_be_written_leaves_what_was_there(tmp_path, monkeypatch):
    file = tmp_path / "catalog.csv"
    file.write_text("before", encoding="utf-8")

    def full(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(UcgsimError, match="No space left"):
        write_catalog(Catalog([a_card("BP07-001")]), file)
    assert file.read_text(encoding="utf-8") == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_is_not_overwritten(tmp_path):
    with pytest.raises(UcgsimError, match="is a folder"):
        write_catalog(Catalog([a_card("BP07-001")]), tmp_path)
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(UcgsimError, match="cannot be written"):
        write_catalog(Catalog([a_card("BP07-001")]), tmp_path / "file" / "catalog.csv")


@pytest.mark.parametrize(
    ("wanted", "count"),
    [
        (Query(), 868),
        (Query(sets=["bp05"]), 115),
        (Query(kinds=[Kind.ULTRA_MECH]), 18),
        (Query(characters=["tiga"], levels=[4]), 1),
        (Query(types=["METEO"], levels=[5, 6]), 9),
        (Query(rounds=[0]), 3),
        (Query(name="flash type", sets=["BP06"]), 5),
        (Query(name="no such name"), 0),
    ],
)
def test_cards_are_chosen_by_what_is_printed(wanted, count):
    catalog = shipped_catalog()
    result = choose_cards(catalog, wanted)
    assert len(result) == count
    assert result == sorted(result, key=lambda card: card.number)


@pytest.mark.parametrize("wanted", [Query(sets=["BP99"]), Query(characters=["NOBODY"]), Query(types=["SOFT"])])
def test_an_unknown_value_is_refused_with_the_known_ones(wanted):
    with pytest.raises(UcgsimError, match="there are "):
        choose_cards(shipped_catalog(), wanted)


def test_coverage_counts_what_is_known_of_each_effect():
    cards = [
        a_card("BP01-001"),
        a_card("BP01-002", has_text=True),
        a_card("BP02-001", has_text=True),
        a_card("BP02-002", has_text=True),
    ]
    result = coverage(cards, {"BP01-002": None, "BP02-001": "what a word"})
    assert result.total == EffectCounts(numbers=4, blank=1, executable=1, unreadable=2)
    assert result.sets["BP01"] == EffectCounts(numbers=2, blank=1, executable=1, unreadable=0)
    assert result.reasons == {"BP02-001": "what a word", "BP02-002": "its effect is not known"}


def test_a_card_knows_what_may_be_set():
    card = a_card("BP01-001", bp=(4000, None, None, None))
    assert card.is_settable
    assert not replace(card, bp=(None, 4000, None, None)).is_settable
    assert not replace(card, kinds=(Kind.SCENE,)).is_settable
