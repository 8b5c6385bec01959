"""The table of words: a row for everything that an effect can say, and no other; its holes are those of the phrase."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass

import pytest

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.language.phrases import holes, spoken, table
from ucgsim.effects.plain.filling import OTHER_HOLES, column
from ucgsim.effects.plain.said import SPEAKERS
from ucgsim.errors import UcgsimError

ROWS = [row for row in table() if row.use not in ("former", "call")]
LANGUAGES = list(ROWS[0].words)
PATTERNS = {(row.node, row.text): row.pattern for row in ROWS}
LISTS = (
    tree.Side, tree.Zone, tree.Spot, tree.Cause, tree.TurnPhase, tree.Edge, tree.Duration, tree.Moment, tree.Deed,
    tree.Group, tree.CharacterRef, tree.Trait, tree.Measure, tree.Change, tree.DictatedOutcome, tree.Result, tree.Role,
    tree.Comparison, tree.Event, tree.State, Kind,
)  # fmt: skip
WORDS = {"Power", "done", "noun", "home", "has", "whose", "together", "drawer"}
"""Rows of what is no node and no member of a list."""


def test_no_row_is_there_twice() -> None:
    keys = [(row.node, row.text) for row in ROWS]
    assert len(keys) == len(set(keys))


def test_each_member_of_a_closed_list_has_its_row() -> None:
    rows = {(row.node, row.text) for row in ROWS}
    assert {(each.__name__, spoken(member)) for each in LISTS for member in each} <= rows
    assert {("done", spoken(group)) for group in tree.Group} <= rows


def test_no_row_is_without_what_it_says() -> None:
    lists = {each.__name__: {spoken(member) for member in each} | {"either"} for each in LISTS}
    for row in ROWS:
        known = row.pattern is not None or row.node in WORDS or (row.text == "" and hasattr(tree, row.node))
        assert known or row.text.partition(",")[0] in lists[row.node], row


def test_each_row_has_words() -> None:
    """Where a language says something by a further phrase, another one needs the row."""
    assert {row.text for row in ROWS if not any(row.words.values())} == {"by {x}: {b}", "anywhere", "any"}


def test_each_column_has_a_grammar() -> None:
    assert set(SPEAKERS) == set(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_holes_of_a_cell_are_those_of_its_phrase(language: str) -> None:
    for (node, phrase), cell in column(language).items():
        inside = set(re.findall(r"\{(\w+)", cell)) - set(OTHER_HOLES)
        pattern = PATTERNS[node, phrase]
        if is_dataclass(pattern):
            assert inside <= set(holes(pattern)), (node, phrase, cell)
        elif node == "Comparison":
            assert inside == {"n"} - ({"n"} if language == "ja" else set())
        elif node == "Power" and cell:
            assert inside == set(re.findall(r"\{(\w+)", phrase)), (node, phrase, cell)
        else:
            kind = getattr(tree, node, None)
            assert inside <= ({each.name for each in fields(kind)} if phrase == "" else set()), (node, phrase, cell)


def test_a_language_that_the_table_has_not_is_refused() -> None:
    with pytest.raises(UcgsimError, match="'xx' is no column; it has "):
        column("xx")
