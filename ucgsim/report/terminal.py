"""Text and tables in as many columns as a terminal has."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

from ucgsim.language import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GAP, INDENT = 2, 2
UNBROKEN = "\N{NO-BREAK SPACE}"
NARROWEST = 40
"""Columns below which nothing is broken further: a terminal that narrow shows lines as it can."""
LABEL, LEAST_LABEL = 30, 16
"""Letters that a column of words keeps when it is broken into lines: at ease, and in need."""
_INTERVAL = re.compile(r"(?P<rate>\S.*?) (?P<ends>\([^()]* to [^()]*\))(?P<rest>.*)")

_WIDE = "\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef"
_PIECE = re.compile(rf"\s+|[^\s{_WIDE}]+|[「『（][^\s]?|[{_WIDE}][、。，．）」』：ー]*")
"""What is not broken in two: blanks, a word, a wide letter with what closes behind it."""

Column = list[list[str]]
"""A column of a table, its head first: the lines of each of its cells."""


def plain_lines(text: str, width: int | None) -> Iterator[str]:
    """A text in lines no longer than a width; its own lines stay, and what is set in stays so."""
    for line in text.split("\n"):
        if width is None or letters(line) <= width:
            yield line
            continue
        if letters(line) > len(line):
            yield from wide_parts(line, max(width, NARROWEST))
            continue
        indent = " " * (len(line) - len(line.lstrip(" ")))
        # A long name is not broken in two: whoever copies it wants it whole.
        for part in textwrap.wrap(
            line.replace(" %", f"{UNBROKEN}%"),
            max(width, NARROWEST),
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        ):
            yield part.replace(UNBROKEN, " ")


def wide_parts(line: str, width: int) -> Iterator[str]:
    """A line with letters that take two columns, in lines no wider than that, broken at blanks and at such letters.

    What is set in stays so; no line begins with a sign that closes something.
    """
    indent = " " * (len(line) - len(line.lstrip(" ")))
    part = indent
    for piece in _PIECE.findall(line.strip()):
        if part.strip() and letters(part.rstrip() if piece.isspace() else part + piece) > width:
            yield part.rstrip()
            part = indent
        part += piece if part.strip() or not piece.isspace() else ""
    yield part.rstrip()


def table_lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table as wide as it is."""
    return _drawn(_columns(head, rows))


def fitted(
    head: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, spare: Sequence[str] = (), full: bool = False
) -> Iterator[str]:
    """A table in lines no longer than a width.

    First the heads are broken, then the ``spare`` columns are left out; then intervals go under their rates, then
    words are broken, and at last further columns are left out. With ``full`` they follow below.
    """
    columns = _columns(head, rows)
    order = [*range(1, len(columns))]
    first_out = [head.index(name) for name in spare if name in head]
    while order or not columns[1:]:
        kept, drawn = _fitted(columns, order, () if full else first_out, width, full=full)
        yield from _drawn(drawn)
        order = [place for place in order if place not in kept]
        if not full or not order:
            break
    if order:
        # The scale of a bar is no name.
        names = [" ".join(head[place].split()) for place in order if re.search(r"[^\W\d_]", head[place])]
        if names:
            yield from plain_lines(left_out_words(", ".join(names)), width)


def left_out_words(columns: str) -> str:
    """Where the columns are that had no room."""
    return _("In a wider terminal, or with --full: {columns}.").format(columns=columns)


def _columns(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[Column]:
    return [[[text] for text in column] for column in zip(head, *rows, strict=True)]


def _fitted(
    columns: list[Column], order: list[int], spare: Sequence[int], width: int, *, full: bool
) -> tuple[list[int], list[Column]]:
    """As many of the columns ``order`` as have room next to the first one, one at least, and how they are drawn."""
    kept = list(order)
    # Where all others follow below, words need not give way to them.
    least = _words_at_ease if full else _words_in_need
    for narrow in (_as_they_are, _broken_heads, _words_at_ease, _stacked, least):
        drawn = narrow([columns[place] for place in (0, *kept)], width)
        for place in spare if narrow is not _as_they_are else ():
            if place in kept and len(kept) > 1 and _width(drawn) > width:
                kept.remove(place)
                drawn = narrow([columns[each] for each in (0, *kept)], width)
        if _width(drawn) <= width:
            return kept, drawn
    while len(kept) > 1 and _width(drawn) > width:
        kept.pop()
        # The others may have more room now.
        drawn = least([columns[each] for each in (0, *kept)], width)
    return kept, drawn


def _as_they_are(columns: list[Column], width: int) -> list[Column]:  # noqa: ARG001 - one of several ways
    return columns


def _broken_heads(columns: list[Column], width: int) -> list[Column]:  # noqa: ARG001
    return list(map(_broken_head, columns))


def _words_at_ease(columns: list[Column], width: int) -> list[Column]:
    return _broken_words(_broken_heads(columns, width), width, LABEL)


def _stacked(columns: list[Column], width: int) -> list[Column]:
    return _broken_words([_broken_head([each[0], *map(_under, each[1:])]) for each in columns], width, LABEL)


def _words_in_need(columns: list[Column], width: int) -> list[Column]:
    return _broken_words(_stacked(columns, width), width, LEAST_LABEL)


def _broken_words(columns: list[Column], width: int, least: int) -> list[Column]:
    """Columns of a sheet, the widest ones of words broken into lines, as far as they must be and no narrower."""
    broken = list(columns)
    for place in sorted(range(len(columns)), key=lambda place: -_across(columns[place])):
        excess, column = _width(broken) - width, broken[place]
        if excess > 0 and any(_is_words(cell) for cell in column[1:]):
            room = max(least, _across(column) - excess)
            broken[place] = _broken_head([column[0], *(_in_words(cell, room) for cell in column[1:])])
    return broken


def _is_words(cell: list[str]) -> bool:
    """Whether a cell says something in words, and is no number, bar or interval."""
    text = " ".join(cell)
    return re.search(r"[^\W\d_]{3}", text) is not None and _INTERVAL.search(text) is None


def _in_words(cell: list[str], room: int) -> list[str]:
    return _wrapped(" ".join(cell), room)


def _wrapped(text: str, room: int) -> list[str]:
    if letters(text) > len(text):
        return list(wide_parts(text, room))
    return textwrap.wrap(text, room, break_long_words=False) or [""]


def _broken_head(column: Column) -> Column:
    """The head in lines no wider than its widest word, or the cells under it."""
    head, cells = " ".join(column[0]), column[1:]
    wide = letters(head) > len(head)
    words = max(map(letters, _PIECE.findall(head) if wide else head.split()), default=0)
    return [_wrapped(head, max(words, _across(cells), 1)), *cells]


def _under(cell: list[str]) -> list[str]:
    """An interval under its rate."""
    match = _INTERVAL.fullmatch(cell[0]) if len(cell) == 1 else None
    return cell if match is None else [match["rate"] + match["rest"], match["ends"]]


def _across(column: Column) -> int:
    return max((letters(line) for cell in column for line in cell), default=0)


def _width(columns: Sequence[Column]) -> int:
    return INDENT + sum(map(_across, columns)) + GAP * (len(columns) - 1)


def _drawn(columns: Sequence[Column]) -> Iterator[str]:
    """Lines of a table: the first column to the left, the others to the right; heads stand at the foot of theirs."""
    widths = [_across(column) for column in columns]
    for number, row in enumerate(zip(*columns, strict=True)):
        tall = max(map(len, row))
        for line in range(tall):
            texts = [_line_of(cell, line, tall, low=number == 0) for cell in row]
            yield _joined(texts, widths)


def _line_of(cell: list[str], line: int, tall: int, *, low: bool) -> str:
    place = line - (tall - len(cell)) if low else line
    return cell[place] if 0 <= place < len(cell) else ""


def _joined(texts: Sequence[str], widths: Sequence[int]) -> str:
    first, *rest = zip(texts, widths, strict=True)
    cells = [padded(*first), *(padded(text, width, right=True) for text, width in rest)]
    return (" " * INDENT + (" " * GAP).join(cells)).rstrip()


def padded(text: str, width: int, *, right: bool = False) -> str:
    """A text in at least so many columns of a terminal."""
    blanks = " " * (width - letters(text))
    return blanks + text if right else text + blanks


def letters(text: str) -> int:
    """How many columns of a terminal a text takes; a letter may take two."""
    from rich.cells import cell_len  # noqa: PLC0415 - takes long to import

    return cell_len(text)
