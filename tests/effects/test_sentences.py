"""Sentences that the grammar itself writes: each is read, and said again in the effect language, or refused."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from tests.effects.sentences import FRAMES, sentence
from ucgsim.effects.compile.expressions import CannotAssembleError
from ucgsim.effects.compile.powers import assemble
from ucgsim.effects.language.blocks import format_text, parse_text
from ucgsim.effects.official.read import UnreadableText, read_official

ENTERS = "《When this character enters play》"
SENTENCES = 100


def _is_read(text: str) -> bool:
    """Whether a text is read; what is read is said again, and assembled or refused in a line."""
    try:
        result = read_official(text)
    except UnreadableText:
        return False
    assert parse_text(format_text(result)) == result, text
    with suppress(CannotAssembleError):
        assemble({"X": result}, ("POWER", "SPEED"))
    return True


@pytest.mark.parametrize("part", FRAMES)
def test_random_sentences_are_read_or_refused(part: str) -> None:
    random = Random(part)
    result = [sentence(random, part, random.randint(5, 9)) for _ in range(SENTENCES)]
    assert [text for text in result if _is_read(text)]


@pytest.mark.parametrize(
    "effect",
    [
        "Using cards from your hand, put a SINGLE or DOUBLE Kaiju into play in its place.",
        "Put one Kaiju card from your hand into play as a SINGLE or DOUBLE Kaiju in its place.",
        "Reveal the top card of your deck. Draw that many cards if SINGLE, or two if DOUBLE.",
    ],
)
def test_a_state_or_a_number_that_is_open_is_refused(effect: str) -> None:
    assert not _is_read(ENTERS + effect)


@pytest.mark.parametrize("where", ["the characters on your opponent's field", "your opponent's characters"])
def test_only_one_name_among_those_of_a_player(where: str) -> None:
    result = format_text(read_official(f"{ENTERS}If there is only one character name among {where}, draw a card."))
    assert "if number of different name of their character == 1: draw 1" in result
