"""The effect language: what is written is read back, and what is wrong is told with its place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.effects.strategies import TREES
from ucgsim.effects.english.explain import explain
from ucgsim.effects.language.blocks import format_block, format_text, parse_text, split_blocks
from ucgsim.effects.language.expressions import LanguageError
from ucgsim.effects.library import load_effects
from ucgsim.effects.tree.statements import CardText, Draw, May, Power, PowerKind
from ucgsim.effects.tree.values import Side, State

SLOW = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
DRAWING = """when this_enters [single|double] 2/turn:
  may: draw(you, 2)
"""


@SLOW
@given(TREES)
def test_every_tree_is_read_back_as_it_was_written(text: CardText) -> None:
    assert parse_text(format_text(text)) == text


@SLOW
@given(TREES)
def test_every_tree_can_be_said_in_english(text: CardText) -> None:
    assert explain(text).strip()


def test_a_block_reads_as_it_looks() -> None:
    (power,) = parse_text(DRAWING).powers
    assert power.kind is PowerKind.TRIGGERED
    assert power.gate == State.SINGLE | State.DOUBLE
    assert power.limit == 2
    assert power.body == May(Draw(Side.YOU, 2))


def test_all_shipped_effects_survive_a_round_trip() -> None:
    library = load_effects()
    texts = {number: library[number] for number in library}
    assert len(texts) > 500
    blocks = split_blocks("\n".join(format_block(number, text) for number, text in texts.items()))
    assert {number: parse_text(block.text, block.first_line) for number, block in blocks.items()} == texts


def test_remarks_and_empty_lines_say_nothing() -> None:
    assert parse_text("# drawing\n\n" + DRAWING + "\n  # the end\n") == parse_text(DRAWING)


def test_names_may_hold_signs_of_the_language() -> None:
    text = 'pay:\n  if count(yours(name("A: (B), \\"C\\""))) >= 1: draw(you, 1)\n'
    assert format_text(parse_text(text)) == text


@pytest.mark.parametrize(
    ("block", "line", "column", "expected"),
    [
        ("when this_enter:\n  draw(you, 1)\n", 1, 1, "an event"),
        ("whenever:\n  draw(you, 1)\n", 1, 1, "a power"),
        ("pay:\n", 1, 1, "at least one statement"),
        ("pay:\n  draw(me, 1)\n", 2, 8, "you"),
        ("pay:\n  draw(you)\n", 2, 3, "count in draw"),
        ("pay:\n  draw(you, 1, 2)\n", 2, 16, "no further argument"),
        ("pay:\n  drow(you, 1)\n", 2, 3, "modify"),
        ("pay:\n  draw(you, 1\n", 2, 14, '","'),
        ("pay:\n  draw(you, ?)\n", 2, 13, "a word"),
        ("pay:\n  may in full: draw(you, 1)\n  draw(you, 1)\n", 3, 3, '"to:"'),
        ("pay:\n  do: draw(you, 1)\n", 2, 3, '"if done:"'),
        ("pay:\n  if leads(first): draw(you, 1)\n", 2, 12, "lead"),
        ("pay [sngle]:\n  draw(you, 1)\n", 1, 6, "states"),
        ("pay:\n  draw(you, 1)\n    draw(you, 1)\n", 3, 5, "nothing below"),
        ("pay:\n  may: draw(you, 1)\n    draw(you, 1)\n", 3, 5, "nothing below"),
        ("pay:\n    draw(you, 1)\n  draw(you, 1)\n", 3, 3, "indentation"),
        ("pay:\n  move(take(1, cards(hand)), discard)\n", 2, 22, "your.hand"),
    ],
)
def test_a_mistake_is_told_with_its_place(block: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(LanguageError) as caught:
        parse_text(block)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert expected in caught.value.expected


@pytest.mark.parametrize("text", ["  pay:\n", "BP01-001\nBP01-001\n", "!\n"])
def test_a_file_without_card_numbers_is_refused(text: str) -> None:
    with pytest.raises(LanguageError, match="card number"):
        split_blocks(text)


def test_a_power_that_does_not_stack() -> None:
    text = "while active [double] not stacking:\n  modify(this, bp(1000), duration=while_active)\n"
    (power,) = parse_text(text).powers
    assert isinstance(power, Power)
    assert not power.stacks
    assert format_text(CardText((power,))) == text
