"""A table described once, numbers as people read them, and the order in which a result says its parts."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any, TypeAlias

from ucgsim.language import gettext as _
from ucgsim.language import marked
from ucgsim.report.terminal import fitted, plain_lines, table_lines
from ucgsim.stats.rates import Estimate, Method

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


NOTHING = marked("no games")
PICKED = "^"
"""Marks a number that is named because it is the most extreme of several."""
THESE = " (these games)"
"""Marks a number of these games alone, among others that hold the spread between good players as well."""
HAPPENED = "~"
"""Marks a rate of games in which something happened: what goes with winning, and no advice."""


def percent(value: float) -> str:
    """A share as a percentage with one decimal, such as ``34.2 %``."""
    return f"{100 * value:.1f} %"


def interval(estimate: Estimate) -> str:
    """A rate with its interval, such as ``34.2 % (33.5 to 34.9)``."""
    if math.isnan(estimate.rate):
        return _(NOTHING)
    return f"{percent(estimate.rate)} ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def near(estimate: Estimate) -> str:
    """A rate and how far its interval reaches, to a sensible place, such as ``64 % ± 2``.

    One that reaches further to one side has its ends, such as ``0.1 % (0.0 to 0.4)``.
    """
    reach = 100 * _reach(estimate)
    # A digit more where the interval is so narrow that none would be left of it.
    digits = 0 if reach >= 0.95 else 1
    if math.isnan(estimate.rate) or not reach or not _is_even(estimate, digits):
        return about(estimate)
    return f"{100 * estimate.rate:.{digits}f} % ± {reach:.{digits}f}"


def about(estimate: Estimate) -> str:
    """A rate with the ends of its interval, to a sensible place, such as ``64 % (56 to 72)``."""
    if math.isnan(estimate.rate):
        return _(NOTHING)
    if not estimate.width:
        return f"{100 * estimate.rate:.0f} %"
    rate, low, high = rounded(estimate)
    return f"{rate} % ({low} to {high})"


def rounded(estimate: Estimate) -> tuple[str, str, str]:
    """A rate and the ends of its interval in per cent, to a sensible place: wherever they are shown in short."""
    digits = 0 if 100 * estimate.width >= 2 or not estimate.width else 1
    rate, low, high = (f"{100 * value:.{digits}f}" for value in (estimate.rate, estimate.low, estimate.high))
    return rate, low, high


def in_short(estimate: Estimate) -> str:
    """A rate to a sensible place: with the ends of its interval where that holds the spread between good players."""
    return about(estimate) if estimate.method is Method.PLAYERS else near(estimate)


def in_words(estimate: Estimate) -> str:
    """A rate in a sentence, such as ``about 64 % (56 to 72)`` or ``64 % ± 2``."""
    said = in_short(estimate)
    return _("about {rate}").format(rate=said) if estimate.method is Method.PLAYERS else said


def gained(estimate: Estimate) -> str:
    """A difference to a sensible place, in percentage points, such as ``+3.2 ± 0.8`` or ``+7 (-1 to +12)``."""
    if math.isnan(estimate.rate):
        return _(NOTHING)
    reach = 100 * _reach(estimate)
    digits = 0 if reach >= 2.95 else 1
    rate, low, high = (f"{each:+.{digits}f}" for each in rounded_points(estimate, digits))
    return f"{rate} ± {reach:.{digits}f}" if _is_even(estimate, digits) else f"{rate} ({low} to {high})"


def _is_even(estimate: Estimate, digits: int) -> bool:
    """Whether an interval reaches as far to either side, to so many digits of a percentage."""
    down, up = 100 * (estimate.rate - estimate.low), 100 * (estimate.high - estimate.rate)
    return f"{down:.{digits}f}" == f"{up:.{digits}f}"


def _reach(estimate: Estimate) -> float:
    """How far an interval reaches from its rate, on the side where that is more."""
    return max(estimate.rate - estimate.low, estimate.high - estimate.rate)


def amount(estimate: Estimate) -> str:
    """A mean with its interval, such as ``1.25 (1.20 to 1.30)``."""
    high = f"{estimate.high:.2f}" if math.isfinite(estimate.high) else "any"
    return f"{estimate.rate:.2f} ({estimate.low:.2f} to {high})"


def rounded_points(estimate: Estimate, digits: int = 2) -> tuple[float, float, float]:
    """A difference and the ends of its interval in percentage points, rounded; none of them is -0.0."""
    # Adding 0.0 turns what rounds to -0.0 into 0.0.
    value, low, high = (round(100 * each, digits) + 0.0 for each in (estimate.rate, estimate.low, estimate.high))
    return value, low, high


def points(estimate: Estimate, digits: int = 2) -> str:
    """A difference with its interval in percentage points, such as ``+1.20 points (+0.31 to +2.08)``."""
    value, low, high = rounded_points(estimate, digits)
    return f"{value:+.{digits}f} points ({low:+.{digits}f} to {high:+.{digits}f})"


def signed_points(estimate: Estimate) -> str:
    """A difference in short, such as ``+1.2 (+0.3 to +2.1)``."""
    value, low, high = rounded_points(estimate, 1)
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"


def plain(estimate: Estimate) -> dict[str, Any]:
    """An estimate as JSON has it, whole; what is not finite (a rate of no games) is null."""
    values = {"rate": estimate.rate, "low": estimate.low, "high": estimate.high}
    finite = {name: value if math.isfinite(value) else None for name, value in values.items()}
    return {**finite, "n": estimate.n, "confidence": estimate.confidence, "method": estimate.method.value}


def plain_beside(shown: Estimate, alone: Estimate) -> dict[str, Any]:
    """An estimate as it is shown, as JSON has it, and next to it what these games ``alone`` say."""
    return plain(shown) | alone_values(plain(alone))


def alone_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Of the values of an estimate those that are given next to another one."""
    return {f"{end}_games": values[end] for end in ENDS}


ENDS = ("rate", "low", "high")


# A rate with its interval as a bar of letters, for a terminal.


LETTERS = 25
"""From 0 to 100 %: four points each."""
SCALE = f"{'0 %':<10}{'50 %':<10}100 %"
"""The head of a column of bars."""
EVEN, REACH, RATE = ":", "-", "o"


def bar(estimate: Estimate) -> str:
    """Where a rate lies between 0 and 100 %, its interval to both sides, and the mark of one half."""
    text = [" "] * LETTERS
    text[_place(0.5)] = EVEN
    if not math.isnan(estimate.rate):
        for place in range(_place(estimate.low), _place(estimate.high) + 1):
            text[place] = REACH
        text[_place(estimate.rate)] = RATE
    return "".join(text)


def _place(rate: float) -> int:
    return round(min(max(rate, 0.0), 1.0) * (LETTERS - 1))


# A table described once: what is in its cells and what they are sorted by.
#
# A page draws it as a table that sorts on click, a terminal as plain lines, a notebook as HTML.


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table: what is there, what it is sorted by, how it looks, and it in fewer letters, if so."""

    text: str
    order: str | float
    kind: str = ""
    link: str = ""
    short: str = ""

    @property
    def sorted_by(self) -> str:
        """What it is sorted by, in no more letters than it takes."""
        return f"{self.order:.6g}" if isinstance(self.order, float) else str(self.order)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: a caption, the names of its columns, its rows, and a note of one or more lines under it.

    ``least`` names the columns that a narrow terminal can best do without, those first that go first.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    least: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """The columns by whose values a page lets a reader choose rows."""

    def values(self, column: str) -> list[str]:
        """What is in a column, each once, in the order in which it is sorted."""
        cells = {row[self.columns.index(column)] for row in self.rows}
        return list(dict.fromkeys(cell.text for cell in sorted(cells, key=lambda cell: cell.order)))

    @property
    def has_stars(self) -> bool:
        """Whether a cell is marked as certain."""
        return any("certain" in cell.kind.split() for row in self.rows for cell in row)

    def first(self, rows: int) -> Sheet:
        """No more of it than so many rows."""
        return replace(self, rows=self.rows[:rows])

    def without(self, column: str) -> Sheet:
        """The sheet without a column."""
        place = self.columns.index(column)
        rows = tuple((*row[:place], *row[place + 1 :]) for row in self.rows)
        return replace(self, columns=(*self.columns[:place], *self.columns[place + 1 :]), rows=rows)

    def linked(self, links: Mapping[str, str]) -> Sheet:
        """The sheet with links from first cells by what is in them."""
        rows = tuple((replace(head, link=links.get(head.text, head.link)), *rest) for head, *rest in self.rows)
        return replace(self, rows=rows)

    def shortened(self) -> Sheet:
        """The sheet for a reader with less room: cells in fewer letters, where they can be said so."""
        rows = tuple(tuple(replace(cell, text=cell.short or cell.text) for cell in row) for row in self.rows)
        return replace(self, rows=rows)

    def lines(self, width: int | None = None, *, full: bool = False) -> Iterator[str]:
        """The table as lines of plain text: caption if it has one, names, rows, note.

        Of a ``width`` no line is longer; ``full`` shows all columns all the same, one part under the other.
        """
        yield from plain_lines(self.caption, width) if self.caption else ()
        rows = [[cell.text if full else cell.short or cell.text for cell in row] for row in self.rows]
        # Columns are called by their English names until they are shown.
        columns, least = ([_(name) for name in names] for names in (self.columns, self.least))
        if width is None:
            yield from table_lines(columns, rows)
        else:
            yield from fitted(columns, rows, width, spare=least, full=full)
        yield from plain_lines(self.note, width) if self.note else ()

    def html(self) -> str:
        """The table as a notebook shows it, without caption and note."""
        head = "".join(f"<th>{escape(column)}</th>" for column in self.columns)
        rows = ("".join(f"<td>{escape(cell.text)}</td>" for cell in row) for row in self.rows)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def label(text: object, kind: str = "", link: str = "") -> Cell:
    """A cell of text, which may lead to a file next to the page."""
    return Cell(str(text), str(text).lower(), kind, link)


def number(value: float, text: str | None = None) -> Cell:
    """A cell of a number."""
    return Cell(f"{value:,}" if text is None else text, value, "number")


def rate(estimate: Estimate, text: str = "", kind: str = "", short: str = "") -> Cell:
    """A cell of a rate with its interval, unless another ``text`` says it; a rate of nothing sorts last."""
    order = -1.0 if math.isnan(estimate.rate) else estimate.rate
    return Cell(
        text or interval(estimate), order, f"number {kind}".strip(), short=short or ("" if text else in_short(estimate))
    )


def picked(estimate: Estimate, text: str = "") -> Cell:
    """A cell of a rate, marked where it allows for the choice of what is named because it is the most extreme."""
    return rate(estimate, (text or interval(estimate)) + PICKED * (estimate.method is Method.PICKED))


def share(value: float) -> Cell:
    """A cell of a share of a whole, which has no interval."""
    return number(value, percent(value))


def sheet(
    caption: str, columns: Sequence[str], rows: Sequence[Sequence[Cell]], note: str = "", least: Sequence[str] = ()
) -> Sheet:
    """A table."""
    return Sheet(caption, tuple(columns), tuple(map(tuple, rows)), note, tuple(least))


# What a result says, in the order in which a reader wants it: the answer, one table, and the rest on demand.


FULL = "--full"
"""The option that shows all."""
_WORD = re.compile(r"""(?:\$'(?:\\.|[^'\\])*'|'[^']*'|"[^"]*"|[^\s'"])+""")
"""A word of a command line, with the blanks that it quotes."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a reader may give: it is broken only where a shell goes on reading."""

    text: str
    head: str = marked("Again: ")

    def lines(self, width: int | None = None) -> Iterator[str]:
        """The command, in lines that end in a backslash where it is too long."""
        line = _(self.head).rstrip()
        for word in _WORD.findall(self.text):
            if width is not None and len(line) + len(word) + len(" \\ ") > width and line.strip():
                yield f"{line} \\"
                line = "   "
            line += f" {word}"
        yield line


SEPARATOR = " · "


@dataclass(frozen=True, slots=True)
class Foot:
    """What qualifies every number above it, in one grey line: games, players, rules, seed, what the intervals hold.

    ``above``: what a reader must know of the intervals where they stand, which the first table then says.
    """

    items: tuple[str, ...]
    above: str = ""

    def __str__(self) -> str:
        return SEPARATOR.join(self.items)

    def with_also(self, item: str) -> Foot:
        """The foot with one more item, if that says something."""
        return replace(self, items=foot(*self.items, item).items)

    def lines(self, width: int | None = None) -> Iterator[str]:
        """The items, broken between two of them where there is no room for all."""
        line = ""
        for item in self.items:
            longer = f"{line}{SEPARATOR}{item}" if line else item
            if line and width is not None and len(longer) > width:
                yield line
                longer = item
            line = longer
        yield line


def foot(*items: str) -> Foot:
    """A foot of those items that say something."""
    return Foot(tuple(item for item in items if item))


Block: TypeAlias = "str | Sheet | Command | Foot"


@dataclass(frozen=True, slots=True)
class Parts:
    """A headline and a table in ``first``; what qualifies them in ``foot``; ``notes`` is what everybody must know.

    ``last`` follows these; ``more`` lies behind: it is shown with ``--full``, and then ``below`` says what its
    intervals hold.
    """

    first: Sequence[Block]
    more: Sequence[Block] = ()
    notes: Sequence[str] = ()
    foot: Foot | None = None
    below: str = ""
    last: Sequence[Block] = ()

    def text(self) -> str:
        """All of it, as plain text that nothing breaks into lines."""
        return "\n".join(self.lines(full=True))

    @property
    def answered(self) -> list[Block]:
        """The first blocks, of which the first table says what the foot wants said above it."""
        above, blocks = "" if self.foot is None else self.foot.above, list(self.first)
        place = next((place for place, block in enumerate(blocks) if isinstance(block, Sheet)), None)
        if above and place is not None and isinstance(table := blocks[place], Sheet):
            blocks[place] = replace(table, caption="\n".join(filter(None, (above, table.caption))))
        return blocks

    def blocks(self, *, full: bool = False) -> list[Block]:
        """What is to be shown, in its order; ``full`` shows all."""
        items = () if self.foot is None else self.foot.items
        hint = self.below if full else _("{option} shows more").format(option=FULL) if self.more else ""
        ends = [foot(*items, hint)] if items or hint else []
        notes = [_("Note: {remark}").format(remark=note) for note in self.notes]
        blocks = [*self.answered, *notes, *self.last, *ends, *(self.more if full else ())]
        return [each for each in blocks if each != ""]

    def lines(self, width: int | None = None, *, full: bool = False) -> Iterator[str]:
        """The parts in lines no longer than ``width``."""
        for place, block in enumerate(self.blocks(full=full)):
            if place:
                yield ""
            yield from block_lines(block, width, full=full)


def block_lines(block: Block, width: int | None = None, *, full: bool = False) -> Iterator[str]:
    """The lines of one block."""
    if isinstance(block, (Command, Foot)):
        yield from block.lines(width)
    elif isinstance(block, Sheet):
        yield from block.lines(width, full=full)
    else:
        yield from plain_lines(block, width)
