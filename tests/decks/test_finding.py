"""Decks by name: here, in the library, among those that ship, and on standard input."""

import io
import sys

import pytest

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks import finding
from ucgsim.decks.finding import decks_in, find_deck, library_place, shipped, with_folders
from ucgsim.decks.reading import read_deck
from ucgsim.errors import UcgsimError

CATALOG = shipped_catalog()


@pytest.fixture(autouse=True)
def away(tmp_path, monkeypatch):
    """A user who works in an empty folder, with an empty library."""
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setenv("UCGSIM_HOME", str(tmp_path / "home"))
    finding._stdin_text.cache_clear()
    return here


def listed(count, place):
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(f"{count} BP01-012\n", encoding="utf-8")


def test_a_name_stands_for_a_deck_here_then_of_the_library_then_that_ships(away):
    assert find_deck("tiga-dyna") == shipped() / "tiga-dyna.txt"
    listed(1, library_place("tiga-dyna"))
    assert find_deck("tiga-dyna") == library_place("tiga-dyna")
    listed(2, away / "tiga-dyna.txt")
    assert read_deck("tiga-dyna", CATALOG).counts == (("BP01-012", 2),)
    listed(3, away / "tiga-dyna")
    assert read_deck("tiga-dyna", CATALOG).counts == (("BP01-012", 3),)


def test_every_deck_that_ships_is_found_by_its_name():
    assert len(decks_in(shipped())) >= 24
    assert all(find_deck(path.stem) == path for path in decks_in(shipped()))


def test_a_deck_that_was_named_is_named_again():
    assert str(read_deck("tiga-dyna", CATALOG).source) == "tiga-dyna"


def test_a_name_that_no_deck_bears_is_told_with_the_nearest():
    with pytest.raises(UcgsimError, match=r"tiga-dina: no such file, and no deck .*; nearest are tiga-dyna"):
        read_deck("tiga-dina", CATALOG)


@pytest.mark.parametrize("path", ["absent.txt", "some/tiga-dyna", "/tiga-dyna"])
def test_what_is_written_like_a_path_is_no_name(path):
    with pytest.raises(UcgsimError, match="no such file; a decklist was expected"):
        read_deck(path, CATALOG)


def test_a_folder_stands_for_its_decks(away):
    for name in ("b.txt", "a.csv", "notes.md"):
        listed(1, away / "mine" / name)
    assert [path.name for path in with_folders([away / "mine", away / "c"])] == ["a.csv", "b.txt", "c"]
    (away / "none").mkdir()
    with pytest.raises(UcgsimError, match="is a folder without decks"):
        with_folders([away / "none"])


def sent(monkeypatch, data):
    stream = io.TextIOWrapper(io.BytesIO(data))
    monkeypatch.setattr(sys, "stdin", stream)


def test_a_list_on_standard_input_can_be_asked_for_twice(monkeypatch):
    sent(monkeypatch, b"# name: Piped\n4 BP01-012\n")
    decks = [read_deck("-", CATALOG) for _ in range(2)]
    assert [(deck.name, deck.size) for deck in decks] == [("Piped", 4)] * 2


@pytest.mark.parametrize(
    ("data", "why"), [(b"", "-: is empty"), (b"\xff4", "-, line 1: is not UTF-8"), (b"hello", "-, line 1")]
)
def test_bad_standard_input_is_told_in_one_line(monkeypatch, data, why):
    sent(monkeypatch, data)
    with pytest.raises(UcgsimError, match=why):
        read_deck("-", CATALOG)


@pytest.mark.parametrize("name", ["", "../a", "a/b", ".hidden", "a" * 61, "a\nb", "-"])
def test_what_can_be_no_file_is_no_name_of_a_deck(name):
    with pytest.raises(UcgsimError, match="can't be the name of a deck"):
        library_place(name)
