"""The table of words: a row for everything that an effect can say, and no other; its holes are those of the phrase."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib.resources import files

import pytest

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.language.phrases import PHRASES, holes, spoken
from ucgsim.effects.language.words import FILE, FRAMES, HEADS, OTHER_HOLES, column
from ucgsim.errors import UcgsimError
from ucgsim.files.reading import csv_rows, own_text

HEAD, *ROWS = [row.cells for row in csv_rows(own_text(files("ucgsim.effects.language").joinpath(FILE)), FILE)]
LANGUAGES = HEAD[2:]
SAID = {(type(phrase.pattern).__name__, phrase.text): phrase for phrase in (*PHRASES, *FRAMES) if not phrase.former}
LISTS = (
    tree.Side, tree.Zone, tree.Spot, tree.Cause, tree.TurnPhase, tree.Edge, tree.Duration, tree.Moment, tree.Deed,
    tree.Group, tree.CharacterRef, tree.Trait, tree.Measure, tree.Change, tree.DictatedOutcome, tree.Result, tree.Role,
    tree.Comparison, tree.Event, tree.State, Kind,
)  # fmt: skip
WORDS = {"done", "noun", "home", "together", "drawer"}
"""Rows of what is no node and no member of a list."""


def test_each_phrase_has_its_row_and_no_row_is_there_twice() -> None:
    keys = [(node, phrase) for node, phrase, *_ in ROWS]
    assert len(keys) == len(set(keys))
    assert set(keys) >= {*SAID, *(("Power", head) for head in HEADS)}


def test_each_member_of_a_closed_list_has_its_row() -> None:
    rows = {(node, phrase) for node, phrase, *_ in ROWS}
    assert {(each.__name__, spoken(member)) for each in LISTS for member in each} <= rows
    assert {("done", spoken(group)) for group in tree.Group} <= rows


def test_no_row_is_without_what_it_says() -> None:
    lists = {each.__name__: {spoken(member) for member in each} | {"either"} for each in LISTS}
    for node, phrase, *_ in ROWS:
        known = (node, phrase) in SAID or node in WORDS or (node == "Power" and phrase in HEADS)
        if node in lists:
            known = phrase.partition(",")[0] in lists[node]
        assert known or (phrase == "" and hasattr(tree, node)), (node, phrase)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_holes_of_a_cell_are_those_of_its_phrase(language: str) -> None:
    for (node, phrase), cell in column(language).items():
        inside = set(re.findall(r"\{(\w+)", cell)) - set(OTHER_HOLES)
        if (node, phrase) in SAID:
            assert inside <= set(holes(SAID[node, phrase].pattern)), (node, phrase, cell)
        elif node == "Power":
            assert inside == set(re.findall(r"\{(\w+)", phrase)), (node, phrase, cell)
        else:
            kind = getattr(tree, node, None)
            assert inside <= ({each.name for each in fields(kind)} if phrase == "" else set()), (node, phrase, cell)


def test_a_language_that_the_table_has_not_is_refused() -> None:
    with pytest.raises(UcgsimError, match="'xx' is no column; it has "):
        column("xx")
