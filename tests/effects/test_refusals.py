"""What a text that can't be read says to who wrote it: where, which words, and what similar words are known."""

from __future__ import annotations

import re

import pytest

from ucgsim.effects.official.read import UnreadableText, _lark, read_official

ENTER = "[SIN]《When this character enters play》"
SAID = {
    # what is not understood, and what is similar or missing
    "You may juggle two cards.": ("juggle two cards", '"draw"'),
    "You may dicsard one card from your hand.": ("dicsard one card", 'expected "discard"'),
    "If you discarded a Kaiju card, give this character +1000 BP for this turn.": (", give this", '"with this effect"'),
    "[Charge 1]【MORGA】. If you placed a card with this effect, draw a card.": (
        "placed a card with",
        '"sent … with this effect"',
    ),
    "Copy the effect text of one of your Kaiju.": ("copy the effect", '"negate the effect text of …"'),
    # what has no meaning is shown where it is said, not at the first word of the text
    "Draw a card. Put one opponent's character into your hand.": ("put one opponent's", "its owner's"),
    "Draw a card. Put one card with a different level from your discard area into your hand.": (
        "put one card with",
        '"with different …"',
    ),
}


def _refusal(text: str) -> UnreadableText:
    with pytest.raises(UnreadableText) as refused:
        read_official(text)
    return refused.value


@pytest.mark.parametrize("text", SAID)
def test_a_refusal_names_the_words_and_what_is_similar(text):
    words, similar = SAID[text]
    refusal = _refusal(ENTER + text)
    assert (ENTER + text).lower()[refusal.column - 1 :].startswith(words)
    assert refusal.text.startswith(words)
    assert similar in str(refusal)


def test_a_refusal_shows_no_token_of_the_grammar():
    tokens = re.compile(r"\b(?:" + "|".join(terminal.name for terminal in _lark().terminals) + r")\b")
    states = {"SINGLE", "DOUBLE", "TRIPLE", "QUAD"}
    words = (ENTER + "You may draw two cards from your hand.").split()
    for at in range(1, len(words)):
        refusal = str(_refusal(" ".join((*words[:at], "juggle", *words[at:]))))
        assert set(tokens.findall(refusal)) <= states, refusal
        assert "juggle" in refusal
