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


def test_a_refusal_shows_a_few_wordings_and_no_list_of_words():
    for text in (
        "Give every chosen character +1000 BP.",
        "You may shuffle your deck.",
        "Send the tpo card of your deck.",
    ):
        refusal = _refusal(ENTER + text)
        assert refusal.expected.count('"') <= 6
        assert "known word such as" not in str(refusal)


def test_the_words_that_are_not_understood_are_shown_as_they_are_printed():
    refusal = _refusal(ENTER + "You may draw two cards and Shuffle 『X Y』 Away, to draw a card.")
    assert refusal.text == "Shuffle 『X Y』 Away"
    assert not refusal.expected
    assert "docs/new-cards.md" in str(refusal)


def test_a_sentence_without_a_meaning_is_shown_and_not_the_whole_text():
    refusal = _refusal(ENTER + "Swap the places of two of your Kaiju. If you have a Kaiju, draw two cards instead.")
    assert refusal.text.startswith("If you have a Kaiju")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Draw a card at the end of the turn.", "a trigger before it"),
        ("[DBL]Draw two cards.", "a trigger before it"),
        ("At end of turn, draw a card.", "a trigger before it"),
        ("At the end of the turn, draw a card.", 'the trigger between "《" and "》"'),
        ("When this character enters play, draw a card.", 'the trigger between "《" and "》"'),
    ],
)
def test_a_sentence_that_needs_a_trigger_is_refused_with_that_word(text: str, words: str):
    assert words in _refusal(text).expected


@pytest.mark.parametrize(
    "text",
    [
        "《When you set scene》Draw a card.",
        "《When a player set a scene》Draw a card.",
        "《When you activate a effect》Draw a card.",
        ENTER + "You cannot use effects.",
        ENTER + "Give the battle areas.",
    ],
)
def test_no_wording_is_shown_that_was_found_or_that_nobody_writes(text: str):
    refusal = _refusal(text)
    shown = re.findall(r'"([^"]*)"', refusal.expected)
    assert not [wording for wording in shown if refusal.text.lower().startswith(wording)]
    assert not re.search(r"\ban (?:scene|card)|\ba (?:\[activate\] )?effect|\ban? [^\"]*effects", refusal.expected)
