"""Names from outside where people look at them."""

from __future__ import annotations

import json
import pickle
import xml.etree.ElementTree as ET
from pathlib import Path

import polars as pl
import pytest

from ucgsim.cli.common.console import print_json
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.report.figures import figure_svg, new_figure
from ucgsim.report.page import write_table
from ucgsim.safe_text import against, one_line, place_word, plural, shown, slug, visible

HOSTILE = ["\x1b]0;x\a\x1b[2J", "\x9b31m", "\u202eevil", "a\x00b", "\ud800", "\uffff", "a\r\x08b"]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_deck_has_a_name_that_no_terminal_obeys(text):
    name = Deck(text, ()).name
    assert name.isprintable()
    name.encode()


@pytest.mark.parametrize("text", ["ウルトラマン", "עלילה", "A – B", "a\nb\tc"])
def test_ordinary_text_stays(text):
    assert visible(text) == text


@pytest.mark.parametrize("name", [*HOSTILE, r"a\$b$\foo$ \ ".strip(), r"Cash $\frac{$ and $x_", "<g id='a'>&"])
def test_a_plot_bears_any_name(name):
    deck = Deck(name, ())
    with new_figure(deck.name, None, deck.name) as (figure, axes):
        axes.plot([1, 2], label=deck.name)
        axes.set_xlabel(deck.name)
        axes.legend()
    texts = [each.text for each in ET.fromstring(figure_svg(figure)).iter() if each.text]
    assert texts.count(deck.name) == 4


def test_no_cell_of_a_table_is_a_formula(tmp_path):
    names = ['=HYPERLINK("http://x","y")', "+cmd", "-1", "@x", "Tiga"]
    write_table(tmp_path, "decks", pl.DataFrame({"deck": names, "points": [-1.5] * 5}))
    rows = pl.read_csv(tmp_path / "tables" / "decks.csv")
    assert rows["deck"].to_list() == [*(f"'{name}" for name in names[:4]), "Tiga"]
    assert rows["points"].to_list() == [-1.5] * 5
    assert pl.read_parquet(tmp_path / "tables" / "decks.parquet")["deck"].to_list() == names


def test_a_long_message_keeps_both_ends():
    text = one_line("deck is '" + "9" * 5000 + "';\n it must be a word\x1b")
    assert text.startswith("deck is '999")
    assert text.endswith("9'; it must be a word\\x1b")
    assert len(text) < 1100


def test_json_on_a_terminal_holds_nothing_that_it_would_obey(capsys):
    answer = {"name": "a\x1b[2J\x9b\u202eb\u2028\ud800", "é": "\u00e9"}
    print_json(answer)
    shown = capsys.readouterr().out
    assert visible(shown) == shown
    assert "é" in shown
    assert json.loads(shown) == answer


@pytest.mark.parametrize("name", [*HOSTILE, "a\nb", "a\tb"])
def test_a_message_shows_a_name_on_one_line(name):
    error = UcgsimError(f"{name}: no such file", "another thing")
    assert error.lines == (f"{shown(name)}: no such file", "another thing")
    assert str(error) == "\n".join(error.lines)
    assert visible(str(error)) == str(error)
    assert pickle.loads(pickle.dumps(error)).lines == error.lines
    assert str(UcgsimError(f"read: {UcgsimError(name)}")) == f"read: {shown(name)}"


def test_a_name_is_made_a_part_of_a_file_name():
    assert slug("Tiga & Dyna (published)!") == "tiga-dyna-published"
    assert slug("ウルトラ") == ""


def test_a_side_that_meets_itself_is_named_once():
    assert against(["greedy v1", "planner v4"]) == "greedy v1 against planner v4"
    assert against(["greedy v1", "greedy v1"]) == "greedy v1"


def test_one_has_no_plural():
    assert [plural(number, "card") for number in (0, 1, 2, 1000)] == ["0 cards", "1 card", "2 cards", "1,000 cards"]


def test_a_place_is_named_from_here_or_by_its_name(tmp_path, monkeypatch):
    here = tmp_path / "somebody"
    (here / "lists").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(here))
    monkeypatch.setenv("USERPROFILE", str(here))
    monkeypatch.chdir(here)
    assert place_word(here / "lists" / "x.txt") == place_word("lists/x.txt") == str(Path("lists/x.txt"))
    assert place_word(tmp_path / "x.txt") == place_word("../x.txt") == "x.txt"
    monkeypatch.chdir(tmp_path)
    assert place_word("somebody/lists/x.txt") == "x.txt"
