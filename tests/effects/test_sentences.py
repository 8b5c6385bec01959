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
