"""What a text that can't be read says to who wrote it: where, which words, and what similar words are known."""

from __future__ import annotations

import re

import pytest

from ucgsim.effects.official.read import UnreadableText, _lark, read_official

ENTER = "[SIN]《When this character enters play》"


def _refusal(text: str) -> UnreadableText:
    with pytest.raises(UnreadableText) as refused:
        read_official(text)
    return refused.value


def test_a_refusal_shows_no_token_of_the_grammar():
    tokens = re.compile(r"\b(?:" + "|".join(terminal.name for terminal in _lark().terminals) + r")\b")
    states = {"SINGLE", "DOUBLE", "TRIPLE", "QUAD"}
    words = (ENTER + "You may draw two cards from your hand.").split()
    for at in range(1, len(words)):
        refusal = str(_refusal(" ".join((*words[:at], "juggle", *words[at:]))))
        assert set(tokens.findall(refusal)) <= states, refusal
        assert "juggle" in refusal
