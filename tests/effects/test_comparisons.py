"""Comparisons of every kind on every number: written in official style, read back, the same tree."""

from __future__ import annotations

from tests.effects.comparisons import conditions, filters
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

TYPES = ("BASIC", "POWER")
ENTERS = "《When this character enters play》"


def test_every_condition_of_the_table_reads_as_it_was_meant() -> None:
    wrong = {}
    for wording, tree in conditions():
        text = f"{ENTERS}If {wording}, draw a card."
        expected = f"enter: if {tree}: draw 1\n"
        result = _said(text)
        if parse_text(expected) != read_official(text):
            wrong[wording] = result
    assert wrong == {}


def test_every_filter_of_the_table_reads_as_it_was_meant() -> None:
    wrong = {}
    for wording, tree in filters():
        text = f"{ENTERS}Give one of your opponent's characters {wording} -1000 BP for this turn."
        result = _said(text)
        if parse_text(f"enter: 1 their {tree} bp -1000\n") != read_official(text):
            wrong[wording] = result
    assert wrong == {}


def _said(text: str) -> str:
    """The effect of a text, assembled as well, or why it is not read."""
    try:
        result = read_official(text)
    except UnreadableText as error:
        return str(error)
    assemble({"X": result}, TYPES)
    return format_text(result)
