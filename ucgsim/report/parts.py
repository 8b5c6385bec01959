"""What a result says, in the order in which a reader wants it: the answer, one table, and the rest on demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from ucgsim.report.fitting import plain_lines
from ucgsim.report.sheet import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FULL = "--full"
"""The option that shows all."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command that a reader may give: it is broken only where a shell goes on reading."""

    text: str
    head: str = "Again: "

    def lines(self, width: int | None = None) -> Iterator[str]:
        """The command, in lines that end in a backslash where it is too long."""
        line = self.head
        for word in self.text.split(" "):
            if width is not None and line.strip() and len(line) + len(word) + 2 > width and line != self.head:
                yield f"{line.rstrip()} \\"
                line = "    "
            line += f"{word} "
        yield line.rstrip()


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
        tables = [each.caption.splitlines()[0] for each in self.more if isinstance(each, Sheet) and each.caption]
        if not self.more:
            return []
        return [f"More with {FULL}" + (f": {'; '.join(_plain_caption(each) for each in tables)}." if tables else ".")]


def _plain_caption(caption: str) -> str:
    """What a table is about, without how sure it is."""
    return caption.replace(" (95 % interval)", "").replace(", 95 % interval)", ")").rstrip(" ~")


def block_lines(block: Block, width: int | None = None, *, full: bool = False) -> Iterator[str]:
    """The lines of one block."""
    if isinstance(block, Command):
        yield from block.lines(width)
    elif isinstance(block, Sheet):
        yield from block.lines(width, full=full)
    else:
        yield from plain_lines(block, width)
