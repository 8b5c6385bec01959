"""The effect language: what is written is read back, and what is wrong is told with its place."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.effects.strategies import TREES, of
from ucgsim.effects.language.blocks import format_block, format_text, parse_text, split_blocks
from ucgsim.effects.language.expressions import LanguageError, read_expression, write
from ucgsim.effects.library import load_effects
from ucgsim.effects.tree.conditions import Condition
from ucgsim.effects.tree.selectors import Amount, CardSelector, CharacterSelector, Filter
from ucgsim.effects.tree.statements import NO_GATE, Action, CardText, Draw, May, Power, PowerKind
from ucgsim.effects.tree.triggers import Trigger
from ucgsim.effects.tree.values import Side, State

SLOW = settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
DRAWING = "enter [single,double] 2/turn: may draw 2\n"
FORMERLY = """when this_enters [single|double]:
  may in full: reveal(take(1..2, cards(your.hand+revealed, kind(scene), round_between(none, 1))))
  to:
    move(take(1, cards(any.scene_area)), discard)
    put_scene(these(revealed))
  do: may opponent: move(stack_cards(pick(1, theirs(state(double|triple), not(is_this())))), hand)
  if done: modify(pick(every, yours(any_of(name("NOVA"), fits(level(3), kind(kaiju))))), grade(1), duration=this_turn)

while active [double|triple] not stacking:
  if count(yours(name_part("A"), same_as(type, these(chosen)))) >= 2: modify(this, bp(1000), duration=while_active)

pay 1/turn:
  require count_cards(cards(your.hand)) >= 1
  cost: move(deck(you, 1), discard)
  effect: draw(both, by_state(1, 2, 3, 0))
"""
"""Calls throughout, as blocks were written before phrases."""


@pytest.mark.slow
@SLOW
@given(TREES)
def test_every_tree_is_read_back_as_it_was_written(text: CardText) -> None:
    assert parse_text(format_text(text)) == text


def test_a_block_reads_as_it_looks() -> None:
    (power,) = parse_text(DRAWING).powers
    assert power.kind is PowerKind.TRIGGERED
    assert power.gate == State.SINGLE | State.DOUBLE
    assert power.limit == 2
    assert power.body == May(Draw(Side.YOU, 2))


def test_states_that_a_trigger_ends_with_are_no_gate() -> None:
    header = "when this enters your [single]"
    bare, gated = (parse_text(f"{header} {gate}: draw 1").powers[0] for gate in ("[]", "[double]"))
    assert bare.trigger == gated.trigger
    assert (bare.gate, gated.gate) == (NO_GATE, State.DOUBLE)
    assert format_text(CardText((bare,))) == f"{header} []: draw 1\n"


def test_all_shipped_effects_survive_a_round_trip() -> None:
    library = load_effects()
    texts = {number: library[number] for number in library}
    assert len(texts) > 500
    blocks = split_blocks("\n".join(format_block(number, text) for number, text in texts.items()))
    assert {number: parse_text(block.text, block.first_line) for number, block in blocks.items()} == texts


def test_remarks_and_empty_lines_say_nothing() -> None:
    assert parse_text("# drawing\n\n" + DRAWING + "\n  # the end\n") == parse_text(DRAWING)


def test_names_may_hold_signs_of_the_language() -> None:
    text = 'pay: if your "A: (B), \\"C\\"": draw 1\n'
    assert format_text(parse_text(text)) == text


def test_what_a_power_implies_need_not_be_said() -> None:
    said = parse_text("while [single]: if opponent is type POWER: grade +1\nenter: grade +1\n")
    parsed = parse_text(
        "while [single]: if opponent is type POWER: this grade +1 while active\nenter: this grade +1 this turn\n"
    )
    assert said == parsed


def test_a_block_of_the_former_notation_means_what_it_meant() -> None:
    result = parse_text(FORMERLY)
    assert len(result.powers) == 3
    said = format_text(result)
    assert parse_text(said) == result
    assert "(NOVA or level 3 kaiju) grade +1" in said
    assert "(you" not in said


@SLOW
@given(st.data())
def test_every_part_is_read_back_where_words_are_few(data: st.DataObject) -> None:
    hint = data.draw(st.sampled_from([Condition, Action, Filter, Amount, CardSelector, CharacterSelector, Trigger]))
    part = data.draw(of(hint, data.draw(st.integers(1, 2))))
    assert read_expression(write(part), hint) == part


@pytest.mark.parametrize(
    ("block", "line", "column", "expected"),
    [
        ("when this_enter: draw 1\n", 1, 6, '"this enters"'),
        ("whenever:\n  draw 1\n", 1, 1, "a power"),
        ("pay:\n", 1, 1, "at least one statement"),
        ("pay: draw me\n", 1, 11, "a number"),
        ("pay: draw\n", 1, 10, "a number"),
        ("pay: draw 1 2\n", 1, 13, "the end of the line"),
        ("pay:\n  drow 1\n", 2, 3, 'expected "draw" or'),
        ("pay: draw(you\n", 1, 14, '","'),
        ("pay: draw times(2\n", 1, 18, '","'),
        ("pay: draw times(2)\n", 1, 18, "count in times"),
        ("pay: draw times(2, 1, 1, 1)\n", 1, 26, "no further argument"),
        ("pay: draw ?\n", 1, 11, "a word"),
        ("pay:\n  may fully draw 1\n  draw 1\n", 3, 3, '"to:"'),
        ("pay:\n  do: draw 1\n", 2, 3, '"if done:"'),
        ("pay: if you are first: draw 1\n", 1, 17, '"lead"'),
        ("pay: if opponent is tipe POWER: draw 1\n", 1, 21, 'expected "type" or'),
        ("pay [sngle]: draw 1\n", 1, 6, "states"),
        ("pay: draw by state 1/2/3\n", 1, 25, "4 of them"),
        ("pay:\n  draw 1\n    draw 1\n", 3, 5, "nothing below"),
        ("pay:\n  may draw 1\n    draw 1\n", 3, 5, "nothing below"),
        ("pay:\n    draw 1\n  draw 1\n", 3, 3, "indentation"),
        ("pay: discard 1 from hnd\n", 1, 21, 'expected "hand" or'),
    ],
)
def test_a_mistake_is_told_with_its_place(block: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(LanguageError) as caught:
        parse_text(block)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)


def test_cards_that_say_the_same_share_a_block() -> None:
    blocks = split_blocks("A-1  # NOVA 2\nA-3\n  enter: draw 1\n\nA-2\n  pay: draw 1\n")
    assert list(blocks) == ["A-1", "A-3", "A-2"]
    assert (blocks["A-1"].remark, blocks["A-3"].remark) == ("NOVA 2", "")
    assert blocks["A-1"].text == blocks["A-3"].text != blocks["A-2"].text
    assert {block.first_line for block in blocks.values()} == {3, 6}


@pytest.mark.parametrize("text", ["  pay:\n", "BP01-001\nBP01-001\n", "!\n"])
def test_a_file_without_card_numbers_is_refused(text: str) -> None:
    with pytest.raises(LanguageError, match="card number"):
        split_blocks(text)


def test_a_power_that_does_not_stack() -> None:
    text = "while [double] unstacked: bp +1000\n"
    (power,) = parse_text(text).powers
    assert isinstance(power, Power)
    assert not power.stacks
    assert format_text(CardText((power,))) == text
