"""Links of the page that hold decks, written and read by this code there as well (`ucgsim.web.script`)."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.errors import UcgsimError
from ucgsim.language import gettext as _

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ucgsim.decks.deck import Deck

VERSION = 1
MOST = 1000
"""Copies of a card stay below this."""
FAMILIES = ("BP##-", "SD##-", "EXD##-", "UD##-", "PR-", "Y##-P")
"""Products by their place, which must not change: ``##`` are two digits of their own."""
OTHER = 7
SHORT, LONG = 3, 1000
"""Digits of most numbers, and what is added to one that has four."""
CROWDED = 4
"""More copies than this are written as a number of their own."""
_NUMBER = re.compile(r"([A-Z]{1,4}(?:[0-9]{2})?-[A-Z]?)([0-9]{3}|[0-9]{4})")
_TWO_DIGITS = re.compile("[0-9]{2}")
_LABEL = re.compile(r"\[[^\]\n]{0,200}\]\(")
_CODED = re.compile(r"(?:#|%23)d(?:=|%3D)([A-Za-z0-9_-]*)", re.IGNORECASE)
_CHECKSUM = 4
_MOST_BYTES = 5
"""Of a number."""


class LinkedDeck(NamedTuple):
    """A deck that a link holds: its name, and (number, count) of its cards."""

    name: str
    counts: tuple[tuple[str, int], ...]


def to_link(decks: Sequence[Deck | LinkedDeck], **more: object) -> str:
    """A link to decks and to ``more``, anything that JSON can hold, from ``#d=`` on; raises as `link_of`."""
    return link_of(decks, json.dumps(more, ensure_ascii=False, separators=(",", ":")) if more else "")


def link_of(decks: Sequence[Deck | LinkedDeck], more: str = "") -> str:
    """A link to decks and to ``more``, the text of a JSON object, from ``#d=`` on.

    Raises UcgsimError for a card number that is none, and for 1,000 copies of a card or more.
    """
    data = [VERSION, *_number(len(decks))]
    for deck in decks:
        data += _deck(deck)
    return f"#d={packed([*data, *_text(more)])}"


def _deck(deck: Deck | LinkedDeck) -> Iterator[int]:
    """The bytes of a deck: its name, and its cards by product."""
    # Products in the order of their first cards: those of one product need not lie together (Y01-P, YA-).
    products: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, copies in sorted(deck.counts):
        match = _NUMBER.fullmatch(number)
        if match is None:
            text = _("{deck}: {number} is no card number; one looks like BP01-012")
            raise UcgsimError(text.format(deck=deck.name, number=number))
        # A page may be asked for parts of copies.
        if not 1 <= copies < MOST or copies % 1:
            text = _("{deck}: {number} has the count {count}; it is a whole number from 1 to {most}")
            raise UcgsimError(text.format(deck=deck.name, number=number, count=copies, most=MOST - 1))
        products[match[1]].append((int(match[2]) + (LONG if len(match[2]) > SHORT else 0), copies))
    yield from _text(deck.name)
    yield from _number(len(products))
    for code, cards in products.items():
        family, digits = _TWO_DIGITS.sub("##", code), _TWO_DIGITS.search(code)
        known = family in FAMILIES
        yield from _number(FAMILIES.index(family) + 8 * int(digits[0] if digits else "0") if known else OTHER)
        if not known:
            yield from _text(code)
        yield from _number(len(cards))
        following = 0
        for place, copies in sorted(cards):
            yield from _number((place - following) * (CROWDED + 1) + min(copies - 1, CROWDED))
            if copies > CROWDED:
                yield from _number(copies)
            following = place + 1


def _number(value: int) -> list[int]:
    """A whole number, seven bits to a byte."""
    data = []
    while value > 127:
        data.append(128 + value % 128)
        value = value // 128
    return [*data, value]


def _text(text: str) -> list[int]:
    letters = utf8(text)
    return [*_number(len(letters)), *letters]


# ------------------------------------------------------------------------------------------------- read


def is_link(text: str) -> bool:
    """Whether a text is a link of the page to decks, whole or from ``#d=`` on, with what Markdown puts around it."""
    return _coded(text) is not None


def _coded(text: str) -> re.Match[str] | None:
    """The code of a link; its checksum says whether the signs behind it, as those of a chat, belonged to it."""
    link = text.strip()
    label = _LABEL.match(link)
    link = link[label.end() if label else 0 :]
    return None if re.search(r"\s", link) else _CODED.search(link)


def from_link(link: str) -> list[LinkedDeck]:
    """The decks of a link, one at least, whatever is before ``#d=`` and behind its code.

    Raises UcgsimError for a link that is damaged, newer than this program, or without a deck.
    """
    decks, _more = opened_link(link)
    if not decks:
        raise UcgsimError(_("the link holds no deck; open the deck on the page and copy its link"))
    return decks


def opened_link(link: str) -> tuple[list[LinkedDeck], str]:
    """The decks of a link, which may be none, and the text of what else it holds; raises as `from_link`."""
    match = _coded(link)
    if match is None:
        raise UcgsimError(_("this is no link to a deck; one holds #d= and what follows"))
    held = unpacked(match[1])
    if not held:
        raise UcgsimError(_damaged())
    if held[0] != VERSION:
        text = _("the link is of version {version}, and version {right} is read; it takes a newer ucgsim")
        raise UcgsimError(text.format(version=held[0], right=VERSION))
    reader = _LinkReader(held)
    decks = [reader.deck() for _deck in range(reader.number())]
    more = reader.text()
    if reader.at < len(held):
        raise UcgsimError(_damaged())
    return decks, more


def _damaged() -> str:
    return _("the link was cut off or changed on its way; copy the whole link again, from #d= to its end")


class _LinkReader:
    """Bytes that are read one after the other, behind the version. Raises UcgsimError where they end early."""

    def __init__(self, data: list[int]) -> None:
        self.data = data
        self.at = 1

    def take(self, many: int) -> list[int]:
        end = self.at + many
        if end > len(self.data):
            raise UcgsimError(_damaged())
        taken, self.at = self.data[self.at : end], end
        return taken

    def number(self) -> int:
        value, scale = 0, 1
        for _byte in range(_MOST_BYTES):
            (byte,) = self.take(1)
            value += byte % 128 * scale
            if byte < 128:
                return value
            scale = scale * 128
        raise UcgsimError(_damaged())

    def text(self) -> str:
        letters = in_utf8(self.take(self.number()))
        if letters is None:
            raise UcgsimError(_damaged())
        return letters

    def product(self) -> str:
        """What all numbers of a product begin with."""
        value = self.number()
        if value == OTHER:
            return self.text()
        if value % 8 >= len(FAMILIES) or value >= 800:
            raise UcgsimError(_damaged())
        return FAMILIES[value % 8].replace("##", f"{value // 8:02}")

    def deck(self) -> LinkedDeck:
        name = self.text()
        counts: dict[str, int] = {}
        for _product in range(self.number()):
            code = self.product()
            following = 0
            for _card in range(self.number()):
                value = self.number()
                place, copies = following + value // (CROWDED + 1), value % (CROWDED + 1) + 1
                if copies > CROWDED:
                    copies = self.number()
                number = f"{code}{place:03}" if place < LONG else f"{code}{place - LONG:04}"
                if not _NUMBER.fullmatch(number) or number in counts or not 1 <= copies < MOST:
                    raise UcgsimError(_damaged())
                counts[number] = copies
                following = place + 1
        return LinkedDeck(name, tuple(counts.items()))


# -------------------------------------------------------------------------------- what a page has of its own


def packed(data: list[int]) -> str:
    """Bytes with their checksum as text."""
    whole = bytes(data) + zlib.crc32(bytes(data)).to_bytes(_CHECKSUM, "big")
    return base64.urlsafe_b64encode(whole).decode().rstrip("=")


def unpacked(coded: str) -> list[int]:
    """The bytes of a text without their checksum; none where it is not theirs."""
    if len(coded) % 4 == 1:
        return []
    data = base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4))
    held, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    return [*held] if zlib.crc32(held).to_bytes(_CHECKSUM, "big") == checksum else []


def utf8(text: str) -> list[int]:
    """The bytes of a text; half a character becomes the sign for one that is not known."""
    return [*text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()]


def in_utf8(data: list[int]) -> str | None:
    """The text of bytes; None where they are none's."""
    try:
        return bytes(data).decode()
    except UnicodeDecodeError:
        return None
