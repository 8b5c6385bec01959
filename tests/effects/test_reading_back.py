"""What is said in plain English is what is played: its sentences are read back, and give the same tree."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from tests.effects.crossings import crossings
from tests.effects.tables import rows
from ucgsim.effects import tree
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.library import load_effects
from ucgsim.effects.reading_back import in_one_order, official, read_back
from ucgsim.effects.tree import nodes

UNREAD = {
    "BP06-101": "what becomes of a character by the state of another one that is gone",
    "BP07-062": "cards revealed by state, and a chosen BP value",
    "Y25-P009": "conditions of numbered effects",
}
"""Powers that the reader has no words for, by one number of each, and what it is: said right in `texts/plain.txt`."""
ONLY_UNREAD = {
    "ChooseBP": "choose bp",
    "ChosenBP": "chosen bp",
    "Mode": "mode",
    "Modes": "modes",
    "SetBP": "bp =",
}
"""Kinds of statements, selectors and amounts of which no power is read back; their words in a block of
`texts/plain.txt`."""


@cache
def powers() -> dict[tree.Power, str]:
    """A power of each shape, whatever its names and numbers, with the first card that has it."""
    library = load_effects()
    shapes = {_shape(power): (power, number) for number in reversed(list(library)) for power in library[number].powers}
    return dict(shapes.values())


def _shape(power: tree.Power) -> str:
    return re.sub(r"'[^']*'|\b\d{2,}\b", "", repr(power))


def test_every_sentence_but_a_few_is_read_back_as_it_is_meant() -> None:
    unread = {number for power, number in powers().items() if not _is_read_back(power)}
    assert unread == set(UNREAD)
    assert len(unread) < 0.02 * len(powers())


def _is_read_back(power: tree.Power) -> bool:
    read = read_back(power)
    if read is not None:
        assert in_one_order(read) == in_one_order(tree.CardText((power,))), (official(power), format_text(read))
    return read is not None


def test_every_kind_of_statement_is_read_back_but_those_named() -> None:
    kinds = {power: {type(node).__name__ for node in nodes(power)} for power in powers()}
    read = set().union(*(kinds[power] for power, number in powers().items() if number not in UNREAD))
    assert set().union(*kinds.values()) - read == set(ONLY_UNREAD)
    for kind, words in ONLY_UNREAD.items():
        checked = [row.meaning for row in rows("plain") if words in row.meaning]
        assert any(kind in {type(node).__name__ for node in nodes(parse_text(block))} for block in checked), kind


def test_parts_of_one_power_in_another_are_read_back_as_they_are_meant() -> None:
    assert sum(map(_is_read_back, crossings(tuple(powers()), Random(11), 300))) > 285
