"""Wordings, printed and not, each as the effect language says it; what has two meanings or none is refused."""

from __future__ import annotations

import pytest

from tests.effects.tables import NAMES, Row, lines_of, rows
from ucgsim.effects.compile.expressions import CannotAssembleError
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official
from ucgsim.effects.tree.statements import CardText

ENTERS = "《When this character enters play》"
TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
ROWS = rows(*(name for name in NAMES if not name.startswith("plain_w") and name != "plain"))


@pytest.mark.parametrize("row", [row for row in ROWS if not row.is_refused], ids=lambda row: row.text[-60:])
def test_a_text_means_what_its_row_says(row: Row) -> None:
    result = read_official(row.text)
    said = format_text(result)
    assert lines_of(said) == lines_of(row.meaning)
    assert parse_text(said) == result
    assemble({"X": result}, TYPES)


@pytest.mark.parametrize("row", [row for row in ROWS if row.is_refused], ids=lambda row: row.text[-60:])
def test_a_text_is_refused_with_words_and_place(row: Row) -> None:
    with pytest.raises(UnreadableText) as refused:
        read_official(row.text)
    assert row.words in str(refused.value)
    if row.column:
        assert refused.value.column == row.column
        assert row.text[row.column - 1 :].lower().startswith(refused.value.text.rstrip("…").lower())
        assert str(refused.value).startswith(f"column {row.column}: ")


def test_a_blank_text_has_no_powers() -> None:
    assert read_official(" ") == read_official("-") == CardText()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            f"{ENTERS}Reveal one card from your hand. Discard one card from your hand. "
            "At the end of this turn, exile the revealed card and the discarded card from the game.",
            "one group of cards",
        ),
        (
            f"{ENTERS}Choose one [Activate] effect on one of your 『HERO』 and one of your Kaiju and resolve it by "
            "paying its cost.",
            "no power can be run of",
        ),
        ("While this character's BP is 8000 or less, give this character +1000 BP.", "against what it asks"),
        ("While this character's BP is exactly 8000, give this character +1000 BP.", "against what it asks"),
        ("While this character's BP is 8000 or more, give this character +1000 BP.", ""),
        ("While this character's BP is 8000 or less, give this character -1000 BP.", ""),
        ("While this character's battle opponent's BP is 8000 or less, give this character +1000 BP.", ""),
    ],
)
def test_what_is_read_may_have_no_steps_to_be_played(text: str, words: str) -> None:
    result = {"X": read_official(text)}
    if words:
        with pytest.raises(CannotAssembleError, match=words):
            assemble(result, TYPES)
    else:
        assemble(result, TYPES)
