"""Text from outside made safe for those who look at it: a terminal, a page, a spreadsheet."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_LETTERS = 1000
"""Of a message that quotes what somebody wrote."""

# Besides control characters and halves: what turns the direction of writing, and line breaks that are none elsewhere.
UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff\ud800-\udfff]"
)


def visible(text: str) -> str:
    """A text with an escape such as ``\\x1b`` for whatever a terminal would obey and XML forbids."""
    return UNSAFE.sub(lambda match: match[0].encode("unicode_escape").decode(), text)


def shown(text: object) -> str:
    """What may name a file, `visible` and on one line: ``a\\n.txt`` is not ``a .txt``."""
    return visible(str(text)).replace("\n", "\\n").replace("\t", "\\t")


def command_line(words: Iterable[str]) -> str:
    """A command that a shell takes as it is shown, on one line whatever a file is called."""
    return " ".join(shlex.quote(word) if shown(word) == word else _spelled(word) for word in words)


def place_word(place: Path | str) -> str:
    """How a command names a place on disk in what may be handed on: from the folder where one works, or by name alone.

    Folders above the one where one works name the machine and its user, and lead nowhere elsewhere.
    """
    path, here = Path(os.path.abspath(place)), Path.cwd()  # noqa: PTH100 - resolve() would leave a link behind
    is_above = here in Path.home().parents
    return str(path.relative_to(here)) if path.is_relative_to(here) and not is_above else path.name


def _spelled(word: str) -> str:
    """A word of a shell in ``$'...'``, which knows escapes; a name is bytes there."""
    plain = (chr(byte) if 31 < byte < 127 else f"\\x{byte:02x}" for byte in os.fsencode(word.replace("\\", "\\\\")))
    return "$'" + "".join(plain).replace("'", "\\'") + "'"


def name_of(text: str) -> str:
    """A name on one line, `visible`."""
    return visible(" ".join(text.split()))


def one_line(text: str) -> str:
    """One line, `visible`, that leaves out the middle where it would fill a screen: both ends say what is wrong."""
    line = name_of(text)
    half = MOST_LETTERS // 2
    return line if len(line) <= MOST_LETTERS else f"{line[:half]} ... {line[-half:]}"


def plural(count: int, noun: str) -> str:
    """How many of what there are: ``1 card``, ``2 cards``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def slug(text: str) -> str:
    """A name as a part of a file's: small letters and digits with hyphens between; empty where it has none."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def against(sides: Iterable[str]) -> str:
    """Who meets whom, such as ``greedy v1 against planner v4``; a side that meets itself is named once."""
    return " against ".join(dict.fromkeys(sides))


def cell(text: str) -> str:
    """A cell of a table that a spreadsheet takes for text, not for a formula."""
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t")) else text
