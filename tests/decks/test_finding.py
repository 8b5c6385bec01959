"""Decks by name: here, in the library, among those that ship, and on standard input."""

import io
import sys
from pathlib import Path

import pytest

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks import finding
from ucgsim.decks.finding import deck_word, decks_in, find_deck, library_place, shipped, with_folders
from ucgsim.decks.link import is_link
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


@pytest.mark.parametrize("name", ["ZERO-GEED", "Zero and Geed", "zero AND geed", "Zero-Geed"])
def test_a_deck_is_found_by_the_name_that_tables_print_and_whatever_its_capitals(name):
    assert find_deck(name) == shipped() / "zero-geed.txt"


def test_a_name_that_several_decks_of_a_folder_bear_is_asked_about(away):
    for stem in ("one", "two"):
        (away / f"{stem}.txt").write_text("# name: My deck\n4 BP01-012\n", encoding="utf-8")
    with pytest.raises(UcgsimError, match=r"my deck: is the name of one\.txt and two\.txt; name the file"):
        find_deck("my deck")
    assert find_deck("ONE").stem.casefold() == "one"


def test_a_file_that_is_not_there_is_told_with_the_nearest(away):
    listed(1, away / "my-deck.txt")
    with pytest.raises(UcgsimError, match=r"my-dek\.txt: no such file; .* did you mean my-deck\.txt\?"):
        read_deck("my-dek.txt", CATALOG)
    listed(1, away / "lists" / "my-deck.csv")
    with pytest.raises(UcgsimError, match=r"did you mean lists.my-deck\.csv"):
        read_deck("lists/my-deck.txt", CATALOG)


@pytest.mark.parametrize(
    "name",
    [
        *("Tiga an" + "(" * 400, "a" * 5000, "a" * 300 + ".txt", "x/" * 3000 + "y", "a\0b"),
        *("(" * 300, "\N{GRINNING FACE}" * 150, "a" * 254, "\ud800" * 90),
        *("lists/" + "a" * 300, "lists/" + "é" * 130 + ".txt"),
    ],
)
def test_a_name_that_no_file_can_have_is_refused_in_one_short_line(name):
    for read in (lambda: find_deck(name) and read_deck(name, CATALOG), lambda: read_deck(name, CATALOG)):
        with pytest.raises(UcgsimError) as caught:
            read()
        assert len(caught.value.lines) == 1
        assert len(str(caught.value)) < 700
        assert len(name) < 255 or " bytes, and " in str(caught.value)
    assert with_folders([Path(name)]) == [Path(name)]


@pytest.mark.parametrize("link", ["https://decks.example/1", "http://decks.example/a.txt", "www.decks.example/1"])
def test_a_link_is_told_to_be_none_as_it_was_written(link):
    for named in (link, Path(link)):
        with pytest.raises(UcgsimError, match=f"^{link}: is a link, and links are not read; paste the list"):
            read_deck(named, CATALOG)


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


def test_a_command_names_a_deck_so_that_it_plays_elsewhere(away):
    listed(1, library_place("mine"))
    listed(2, away / "lists" / "here.txt")
    words = {
        "tiga-dyna": shipped() / "tiga-dyna.txt",
        "Tiga and Dyna": "Tiga and Dyna",
        "mine": library_place("mine"),
        "lists/here.txt": away / "lists" / "here.txt",
        "./lists/here.txt": Path("lists/here.txt"),
    }
    for word, named in words.items():
        assert deck_word(read_deck(named, CATALOG)) == str(Path(word))


def test_a_deck_of_another_folder_goes_with_the_command(away):
    listed(3, away.parent / "other.txt")
    for named in (away.parent / "other.txt", Path("../other.txt")):
        deck = read_deck(named, CATALOG)
        word = deck_word(deck)
        assert is_link(word)
        assert read_deck(word, CATALOG).counts == deck.counts
    listed(4, away / "tiga-dyna.txt")
    word = deck_word(read_deck(shipped() / "tiga-dyna.txt", CATALOG))
    assert read_deck(word, CATALOG).counts != read_deck("tiga-dyna", CATALOG).counts == (("BP01-012", 4),)
