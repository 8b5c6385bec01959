"""What a result says, in the order in which a reader wants it: the answer, one table, and the rest on demand."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ucgsim.report.fitting import plain_lines
from ucgsim.report.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FULL = "--full"
"""The option that shows all."""
MOST_TOPICS = 6
"""Tables that the hint to ``FULL`` names."""
_WORD = re.compile(r"""(?:\$'(?:\\.|[^'\\])*'|'[^']*'|"[^"]*"|[^\s'"])+""")
"""A word of a command line, with the blanks that it quotes."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a reader may give: it is broken only where a shell goes on reading."""

    text: str
    head: str = "Again: "

    def lines(self, width: int | None = None) -> Iterator[str]:
        """The command, in lines that end in a backslash where it is too long."""
        line = self.head.rstrip()
        for word in _WORD.findall(self.text):
            if width is not None and len(line) + len(word) + len(" \\ ") > width and line.strip():
                yield f"{line} \\"
                line = "   "
            line += f" {word}"
        yield line


Block: TypeAlias = "str | Sheet | Command"


@dataclass(frozen=True, slots=True)
class Parts:
    """``first`` answers, ``more`` lies behind it, ``last`` is what everybody must know: remarks, and how to go on."""

    first: Sequence[Block]
    more: Sequence[Block] = ()
    last: Sequence[Block] = ()

    def text(self) -> str:
        """All of it, as plain text that nothing breaks into lines."""
        return "\n".join(self.lines(full=True))

    def lines(self, width: int | None = None, *, full: bool = False) -> Iterator[str]:
        """What is to be shown, in lines no longer than ``width``; ``full`` shows all."""
        blocks = [*self.first, *(self.more if full else self._hint()), *self.last]
        for place, block in enumerate(each for each in blocks if each != ""):
            if place:
                yield ""
            yield from block_lines(block, width, full=full)

    def _hint(self) -> list[Block]:
        """How to see more, where there is more."""
        if not self.more:
            return []
        names = list(dict.fromkeys(_topic(each) for each in self.more if isinstance(each, Sheet) and each.caption))
        rest = len(names) - MOST_TOPICS
        named = "; ".join(names[:MOST_TOPICS]) + (f"; and {rest} more" if rest > 0 else "")
        return [f"More with {FULL}: {named}." if named else f"More with {FULL}."]


def _topic(sheet: Sheet) -> str:
    """What a table is about, in few words."""
    return re.sub(r" \([^()]*95 %[^()]*\)| ~$", "", sheet.caption.splitlines()[0]).partition(": ")[0]


def block_lines(block: Block, width: int | None = None, *, full: bool = False) -> Iterator[str]:
    """The lines of one block."""
    if isinstance(block, Command):
        yield from block.lines(width)
    elif isinstance(block, Sheet):
        yield from block.lines(width, full=full)
    else:
        yield from plain_lines(block, width)
