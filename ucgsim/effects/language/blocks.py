"""Effect files: blocks of text below the card numbers that share them.

Each card number stands at the margin, a remark next to it at most; the powers of all that stand together follow,
indented by two. Lines that begin with ``#`` are comments. ::

    ZZ01-010  # NOVA 2
    ZZ01-014  # COMET 2
      enter [single]: may draw 2
        if drawn: bottom 1 from hand
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.effects.language.expressions import LanguageError
from ucgsim.effects.language.powers import STEP, parse_text, power_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.effects import tree


__all__ = ["Block", "format_block", "format_text", "parse_text", "split_blocks", "split_lines"]
NUMBER = re.compile(r"^(?P<number>[A-Z0-9][A-Za-z0-9_-]*)\s*(?:#\s*(?P<remark>.*))?$")


def format_block(numbers: str | Mapping[str, str], text: tree.CardText, remark: str = "") -> str:
    """One block: its card number with a remark, or all its numbers with one each, then the powers."""
    heads = {numbers: remark} if isinstance(numbers, str) else numbers
    return join_block(heads, format_text(text))


def join_block(heads: Mapping[str, str], text: str) -> str:
    """Numbers with their remarks above the lines of a block, which are indented."""
    numbers = "".join(f"{number}  # {remark}\n" if remark else f"{number}\n" for number, remark in heads.items())
    return numbers + "".join(STEP + line + "\n" for line in text.removesuffix("\n").split("\n") if line)


def format_text(text: tree.CardText) -> str:
    """The powers of one card, each line with its break; nothing for a card without any."""
    return "".join(line + "\n" for power in text.powers for line in power_lines(power))


@dataclass(frozen=True, slots=True)
class Block:
    """The lines below a card number, not read yet: their text, the remark next to the number, the first
    line.
    """

    text: str
    remark: str
    first_line: int


def split_blocks(text: str) -> dict[str, Block]:
    """Blocks of a file by card number; their powers are not read yet.

    Raises `LanguageError` where a line at the margin is no card number or a number stands twice.
    """
    blocks: dict[str, Block] = {}
    lines = split_lines(text)
    at = 0
    while at < len(lines):
        if not lines[at].strip() or lines[at].startswith("#"):
            at += 1
            continue
        at, heads = _numbers(lines, at, blocks)
        end = next((more for more in range(at, len(lines)) if _at_margin(lines[more])), len(lines))
        below = "\n".join("" if line.startswith("#") else line for line in lines[at:end])
        blocks |= {number: Block(below, remark, at + 1) for number, remark in heads.items()}
        at = end
    return blocks


def _at_margin(line: str) -> bool:
    return bool(line) and not line.startswith((" ", "#"))


def _numbers(lines: list[str], at: int, known: Mapping[str, Block]) -> tuple[int, dict[str, str]]:
    """The card numbers on lines one below the other, with their remarks, and the line after them."""
    heads: dict[str, str] = {}
    while at < len(lines) and (not heads or _at_margin(lines[at])):
        match = NUMBER.match(lines[at])
        if match is None or match["number"] in known or match["number"] in heads:
            is_power = lines[at].startswith(" ")
            which = "before its powers" if is_power else "that did not occur before, alone on its line"
            raise LanguageError(at + 1, 1, f"a card number {which}")
        heads[match["number"]] = (match["remark"] or "").strip()
        at += 1
    return at, heads


def split_lines(text: str) -> list[str]:
    """Lines at line feeds alone; a name may hold any other character."""
    return [line.rstrip() for line in text.split("\n")]
