"""Tables of texts: what each means in the effect language, or why it is refused.

A row of a file in ``texts`` is ``text => meaning``, or a text with its meaning in indented lines below it; texts above
one meaning mean the same. ``@ text => meaning`` says what the rows below it are parts of, each in the place of ``{}``.
A text that is refused has ``refused``, or ``refused: WORDS`` of the answer, and may hold a ``|`` where that points.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

TEXTS = Path(__file__).resolve().parent / "texts"
REFUSED = "refused"
NAMES = sorted(path.stem for path in TEXTS.glob("*.txt"))


class Row(NamedTuple):
    """A text, and its meaning as one block, or words of its refusal and the column there, 0 for any."""

    text: str
    meaning: str
    words: str = ""
    column: int = 0

    @property
    def is_refused(self) -> bool:
        return self.meaning == REFUSED


def rows(*names: str) -> list[Row]:
    """The rows of some tables."""
    result: list[Row] = []
    for name in names:
        around, texts, below = ("{}", "{}"), [], []
        for line in [*(TEXTS / f"{name}.txt").read_text(encoding="utf-8").splitlines(), ""]:
            if below and not line.startswith("    "):
                result += [_row(text, "\n".join(below), *around) for text in texts]
                texts, below = [], []
            text, _, meaning = line.partition(" => ")
            if line.startswith("    "):
                below.append(line[4:])
            elif line.startswith("@ "):
                around = text[2:], meaning
            elif line and not line.startswith("#"):
                texts.append(text)
                if meaning:
                    result += [_row(each, meaning, *around) for each in texts]
                    texts = []
        assert not texts, f"{name}: without a meaning: {texts}"
    return result


def _row(text: str, meaning: str, text_around: str, meaning_around: str) -> Row:
    whole = text_around.replace("{}", text)
    refused, _, words = meaning.partition(": ")
    if refused == REFUSED:
        return Row(whole.replace("|", ""), REFUSED, words, whole.find("|") + 1)
    inner = meaning if meaning_around == "{}" else meaning.replace("\n", "\n  ")
    return Row(whole, meaning_around.replace("{}", inner))


def lines_of(block: str) -> list[str]:
    """A block with its head on a line of its own, whether or not its first line was written behind that."""
    head, *below = block.rstrip("\n").split("\n")
    start, _, first = head.partition(":")
    return [f"{start}:", *filter(None, [first.strip()]), *(line.removeprefix("  ") for line in below)]
