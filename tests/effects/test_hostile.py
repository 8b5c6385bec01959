"""Effect files that hold anything at all: one line that says where, and what would be right."""

from __future__ import annotations

import pytest

from ucgsim.effects.language.blocks import parse_text, split_blocks
from ucgsim.effects.language.expressions import LanguageError

HEAD = "when this_enters:\n  "


@pytest.mark.parametrize("text", ["", "#", "# a\n# b", "\n"])
def test_a_file_of_comments_holds_no_block(text):
    assert split_blocks(text) == {}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("move(take(" + "1" * 31 + ", cards(your.hand)), deck_top)", "a number of at most 6 digits"),
        ("draw(you, " + "1" * 5000 + ")", "a number of at most 6 digits"),
        (r'if is(this, type("a\x")): draw(you, 1)', "a text as JSON writes it"),
        ('if is(this, type("a\tb")): draw(you, 1)', "a text as JSON writes it"),
        (r'if is(this, type("\ud800")): draw(you, 1)', "a text as JSON writes it"),
        ("draw(" * 5000, "at most 40 calls within each other"),
        ("\n  ".join("  " * at + "may:" for at in range(500)), "at most 40 blocks within each other"),
    ],
    ids=range(7),
)
def test_what_no_effect_holds_is_refused(text, expected):
    with pytest.raises(LanguageError) as caught:
        parse_text(HEAD + text)
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
