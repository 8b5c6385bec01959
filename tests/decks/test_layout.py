"""A list that goes out as it came in: its comments, headings, order and its own names of cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.decks.pasted import AT_ONCE, CATALOG, all_pasted
from ucgsim.decks.deck import Deck
from ucgsim.decks.formats import DeckFormat
from ucgsim.decks.reading import as_listed, parse_deck, read_deck
from ucgsim.decks.writing import format_deck
from ucgsim.files.reading import text_of

LIST = """# name: Mine
# group best: BP01-001, BP01-002

== Heroes (6) ==
4 BP01-002 my hero
2 BP01-001  # to be tried

# scenes
3 SD01-014
"""


def changed(counts: dict[str, int]) -> list[str]:
    deck, problems = parse_deck(LIST, CATALOG)
    assert problems == []
    return format_deck(replace(deck, counts=tuple(counts.items())), CATALOG, DeckFormat.TEXT).splitlines()


def test_a_card_that_comes_in_stands_behind_its_character_and_what_leaves_is_gone():
    lines = changed({"BP01-001": 3, "BP01-004": 2, "BP02-046": 1, "SD01-014": 3})
    assert lines == [
        "# name: Mine",
        "# group best: BP01-001",
        "",
        "# == Heroes ==",
        f"3 BP01-001 {CATALOG['BP01-001'].full_name}  # to be tried",
        f"2 BP01-004 {CATALOG['BP01-004'].full_name}",
        "",
        "# scenes",
        f"3 SD01-014 {CATALOG['SD01-014'].full_name}",
        "",
        f"1 BP02-046 {CATALOG['BP02-046'].full_name}",
    ]


def test_what_is_not_changed_keeps_its_names_and_counts():
    lines = changed({"BP01-001": 2, "BP01-002": 4, "SD01-014": 3})
    assert lines[3:6] == [
        "# == Heroes (6) ==",
        "4 BP01-002 my hero",
        f"2 BP01-001 {CATALOG['BP01-001'].full_name}  # to be tried",
    ]


READ = {each.name: each.data for each in all_pasted() if not each.refusal} | {
    name: text if isinstance(text, bytes) else text.encode() for name, (text, _) in AT_ONCE.items()
}


@pytest.mark.parametrize("name", READ)
def test_whatever_was_read_is_written_so_that_it_is_read_alike(name):
    deck, _ = parse_deck(text_of(READ[name], name, "a list"), CATALOG)
    fewer = replace(deck, counts=deck.counts[:-1])
    for each in (deck, fewer):
        again, problems = parse_deck(format_deck(each, CATALOG, DeckFormat.TEXT), CATALOG)
        assert (again.counts, problems, again.notes) == (each.counts, [], ()) or not each.counts


def test_a_plan_finds_the_layout_in_the_file_while_that_holds_the_same_list(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(LIST, encoding="utf-8")
    bare = Deck("Mine", read_deck(file, CATALOG).counts, source=file)
    assert as_listed(bare, CATALOG).layout == read_deck(file, CATALOG).layout != ()
    file.write_text("4 BP01-012\n", encoding="utf-8")
    assert as_listed(bare, CATALOG).layout == ()
    file.unlink()
    assert as_listed(bare, CATALOG).layout == ()
