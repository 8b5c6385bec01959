"""Text from outside made safe for those who look at it: a terminal, a page, a spreadsheet."""

from __future__ import annotations

import re

MOST_LETTERS = 1000
"""Of a message that quotes what somebody wrote."""

# Beside control characters and halves: what turns the direction of writing, and line breaks that are none elsewhere.
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def visible(text: str) -> str:
    """The same with an escape such as ``\\x1b`` for whatever a terminal would obey and XML forbids."""
    return UNSAFE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def name_of(text: str) -> str:
    """A name on one line, `visible`."""
    return visible(" ".join(text.split()))


def one_line(text: str) -> str:
    """One line, `visible`, that leaves out the middle where it would fill a screen: both ends say what is wrong."""
    line = name_of(text)
    half = MOST_LETTERS // 2
    return line if len(line) <= MOST_LETTERS else f"{line[:half]} ... {line[-half:]}"


def cell(text: str) -> str:
    """A cell of a table that a spreadsheet takes for text, not for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
