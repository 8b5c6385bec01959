"""A line of a decklist as people write it: which card, how many copies.

A count that a line does not make clear is asked for and never guessed: ``BP01-012 Ultraman Arc 4`` may as well name
a level. A line without a count is one copy.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ucgsim.cards.numbers import KNOWN_CODE, OTHER_CODE, plain_text

RIGHT_LINE = "a line is like '4 BP01-012 Ultraman Arc'"

_PRINT_MARK = r"(?:\([^()]*\)|[A-Z]{2}\d{2}-?Re|(?:AP-S|AP|SSSP|SP|UR|ExP)(?:\d{2})?)\s*"
PRINTED = rf"(?:{_PRINT_MARK})*(?:{KNOWN_CODE}|{OTHER_CODE})(?:[_-][A-Z]?\d{{1,2}})?(?!\w)"
"""A card number with what marks its print, before it (``AP(01/20) BP01-001``) or behind (``BP01-001_p1``)."""

_NUMBER = re.compile(rf"(?<![A-Z0-9]){PRINTED}", re.IGNORECASE)
_BEHIND = re.compile(rf"((?:{KNOWN_CODE}|{OTHER_CODE}))[_-][A-Z]?\d{{1,2}}$", re.IGNORECASE)
_TIMES = r"[x×*]"
_BULLET = re.compile(r"[-*•·–]\s+")
_BEFORE = re.compile(
    rf"[(\[](?P<in>[1-9]\d?)[)\]]\s*|(?P<count>[+-]?\d+)\s*{_TIMES}?(?:[\s,;:|]+|$)|{_TIMES}\s*(?P<times>\d+)(?:\s+|$)",
    re.IGNORECASE,
)
_BEFORE_NAME = re.compile(rf"(?P<count>[+-]?\d+)(?:{_TIMES}|\s[×*])?\s+|{_TIMES}(?P<times>\d+)\s+", re.IGNORECASE)
"""Before a name a lone ``x`` may belong to it."""
_JUST_BEFORE = re.compile(rf".*\s(?:(?P<turned>\d+)\s?{_TIMES}|{_TIMES}(?P<times>\d+))\s*", re.IGNORECASE)
_SIGN = r"[:,;=|\-–]"
_BEHIND_IT = re.compile(
    rf"\s*{_SIGN}?\s*(?:\(\s*{_TIMES}?\s*(?P<in>[+-]?\d+)\s*{_TIMES}?\s*\)|{_TIMES}\s*(?P<times>[+-]?\d+)"
    rf"|(?P<bare>[+-]?\d+)\s*{_TIMES}?)(?=[\s,;|]|$)",
    re.IGNORECASE,
)
_AT_END = re.compile(
    rf"(?:\s{_TIMES}\s*(?P<last>[+-]?\d+)|\s(?P<turned>\d+){_TIMES}|\(\s*{_TIMES}\s*(?P<in>\d+)\s*\)"
    r"|=\s*(?P<cell>\d+))\s*",
    re.IGNORECASE,
)
_LONE = re.compile(r"(?<![\w/+-])\d{1,3}(?![\w/-])")
_CELL = re.compile(r"[|;,]")


@dataclass(frozen=True, slots=True)
class Entry:
    """A number as printed, or what may be a name, with its count; ``problem`` says why it can't be told."""

    card: str
    count: str = "1"
    problem: str = ""


def read_line(line: str) -> list[Entry]:
    """The cards of a line without its comment; one that a list of several cards stands on is taken apart."""
    # The cells of a table keep their borders, which plain text would take for blanks.
    bare = plain_text(line.replace("\t", "|")).strip("| ")
    bare = _BULLET.sub("", bare, count=1) if _BULLET.match(bare) else bare
    numbers = _numbers(bare)
    if not numbers:
        return [_named(bare)]
    if len(numbers) == 1:
        return [_numbered(bare, numbers[0])]
    parts = [part.strip() for part in re.split(r"[,;]", bare) if part.strip()]
    if all(len(_numbers(part)) == 1 for part in parts):
        return [entry for part in parts for entry in read_line(part)]
    return [Entry(_card(numbers[0]), problem=f"shares its line with {_card(numbers[1])}; write a line for each card")]


def _numbers(text: str) -> list[re.Match[str]]:
    """The card numbers of a text; those in parentheses count only where no other stands."""
    # A count in parentheses looks like the mark of a print, which has two digits.
    opening = _BEFORE.match(text)
    numbers = list(_NUMBER.finditer(text, opening.end() if opening and opening["in"] else 0))
    outside = [number for number in numbers if text[: number.start()].count("(") == text[: number.start()].count(")")]
    return outside or numbers


def _card(number: re.Match[str]) -> str:
    return _BEHIND.sub(r"\1", number[0])


def _numbered(text: str, number: re.Match[str]) -> Entry:
    card = _card(number)
    before = _opened(text[: number.start()])
    behind = re.sub(r"^\s*[)\]]", "", text[number.end() :])
    counts = {count for count in (_count_before(before), _count_behind(behind)) if count}
    if not counts and (count := _in_parentheses(behind) or _in_cell(text)):
        counts = {count}
    if len(counts) > 1:
        return Entry(card, problem=f"has two counts, {' and '.join(sorted(counts))}")
    if not counts and (lone := _LONE.findall(f"{before} {behind}")):
        return Entry(card, problem=f"has no clear count; if it is {lone[-1]}, write '{lone[-1]} {card}'")
    return Entry(card, next(iter(counts), "1"))


def _opened(text: str) -> str:
    """What stands before a number, without the parenthesis that it stands in."""
    return re.sub(r"[(\[]\s*$", "", text)


def _count_before(text: str) -> str | None:
    count = _BEFORE.match(text)
    if count is not None:
        return count["in"] or count["count"] or count["times"]
    last = _JUST_BEFORE.fullmatch(text)
    return None if last is None else last["turned"] or last["times"]


def _count_behind(text: str) -> str | None:
    """A count right behind a number, or behind the name that follows it."""
    first = _BEHIND_IT.match(text)
    if first and first["in"] is None:
        return first["times"] or first["bare"]
    return _count_at_end(text)[0]


def _count_at_end(text: str) -> tuple[str | None, int]:
    """A count that ends a text, and where it begins."""
    for end in _AT_END.finditer(text):
        if end.end() == len(text):
            return end["last"] or end["turned"] or end["in"] or end["cell"], end.start()
    return None, len(text)


def _in_parentheses(text: str) -> str | None:
    """``(4)`` behind a number counts only where nothing else does: prints are marked so as well."""
    first = _BEHIND_IT.match(text)
    if first:
        return first["in"]
    last = re.search(r"\(\s*(\d+)\s*\)\s*$", text)
    return last[1] if last else None


def _in_cell(text: str) -> str | None:
    """The one cell of a row of a table that holds nothing but a number."""
    cells = [cell.strip() for cell in _CELL.split(text)]
    counts = [cell for cell in cells if cell.isdecimal()]
    return counts[0] if len(counts) == 1 and len(cells) > 2 else None


def _named(text: str) -> Entry:
    """A line without a card number: a name, perhaps with a count before it or ``x4`` behind it."""
    before = _BEFORE_NAME.match(text)
    last, end = _count_at_end(text)
    name = text[before.end() if before else 0 : end].strip(" \t-–:")
    counts = {count for count in (before and (before["count"] or before["times"]), last) if count}
    if not any(letter.isalpha() for letter in name):
        return Entry("", problem=f"{_short(text)} holds no card number; {RIGHT_LINE}")
    if len(counts) > 1:
        return Entry(name, problem=f"has two counts, {' and '.join(sorted(counts))}")
    return Entry(name, next(iter(counts), "1"))


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:37]}...")
