"""Links of the page that hold decks: written and read as ``toLink`` and ``fromLink`` of ``static/link.js`` do."""

from __future__ import annotations

import base64
import json
import re
import zlib
from itertools import groupby
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
_LABEL = re.compile(r"\[[^\]\n]{0,200}\]\(")
_CODED = re.compile(r"(?:#|%23)d(?:=|%3D)([A-Za-z0-9_-]*)", re.IGNORECASE)
_CHECKSUM = 4
_MOST_BITS = 35
"""Of a number; it takes five bytes at most."""


class LinkedDeck(NamedTuple):
    """A deck that a link holds: its name, and (number, count) of its cards."""

    name: str
    counts: tuple[tuple[str, int], ...]


def to_link(decks: Sequence[Deck], **more: object) -> str:
    """A link to decks and to ``more``, anything that JSON can hold, from ``#d=`` on.

    Raises UcgsimError for a card number that is none, and for 1,000 copies of a card or more.
    """
    data = bytearray([VERSION])
    data += _number(len(decks))
    for deck in decks:
        data += b"".join(_parts(deck))
    data += _text(json.dumps(more, ensure_ascii=False, separators=(",", ":")) if more else "")
    data += zlib.crc32(data).to_bytes(4, "big")
    return f"#d={base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def _parts(deck: Deck) -> Iterator[bytes]:
    """The bytes of a deck: its name, and its cards by product."""
    cards = []
    for number, copies in sorted(deck.counts):
        match = _NUMBER.fullmatch(number)
        if match is None:
            text = _("{deck}: {number} is no card number; one looks like BP01-012")
            raise UcgsimError(text.format(deck=deck.name, number=number))
        if not 1 <= copies < MOST:
            text = _("{deck}: {number} has the count {count}; it is a whole number from 1 to {most}")
            raise UcgsimError(text.format(deck=deck.name, number=number, count=copies, most=MOST - 1))
        cards.append((match[1], int(match[2]) + (LONG if len(match[2]) > SHORT else 0), copies))
    # Products in the order of their first cards: those of one product need not lie together (Y01-P, YA-).
    codes = list(dict.fromkeys(code for code, _place, _copies in cards))
    cards.sort(key=lambda card: (codes.index(card[0]), card[1]))
    yield _text(deck.name)
    yield _number(len(codes))
    for code, group in groupby(cards, key=lambda card: card[0]):
        family, digits = re.sub(r"[0-9]{2}", "##", code, count=1), re.search(r"[0-9]{2}", code)
        known = family in FAMILIES
        yield _number(FAMILIES.index(family) + 8 * int(digits[0] if digits else 0) if known else OTHER)
        if not known:
            yield _text(code)
        held = list(group)
        yield _number(len(held))
        following = 0
        for _code, place, copies in held:
            yield _number((place - following) * (CROWDED + 1) + min(copies - 1, CROWDED))
            if copies > CROWDED:
                yield _number(copies)
            following = place + 1


def _number(value: int) -> bytes:
    """A whole number, seven bits to a byte."""
    data = bytearray()
    while value > 127:
        data.append(128 + value % 128)
        value //= 128
    return bytes([*data, value])


def _text(text: str) -> bytes:
    # As a browser encodes it: half a character becomes the sign for one that is not known.
    letters = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace").encode()
    return _number(len(letters)) + letters


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
    match = _coded(link)
    if match is None:
        raise UcgsimError(_("this is no link to a deck; one holds #d= and what follows"))
    coded = match[1]
    if not coded or len(coded) % 4 == 1:
        raise UcgsimError(_damaged())
    data = base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4))
    held, checksum = data[:-_CHECKSUM], data[-_CHECKSUM:]
    if not held or zlib.crc32(held).to_bytes(_CHECKSUM, "big") != checksum:
        raise UcgsimError(_damaged())
    if held[0] != VERSION:
        text = _("the link is of version {version}, and version {right} is read; it takes a newer ucgsim")
        raise UcgsimError(text.format(version=held[0], right=VERSION))
    reader = _LinkReader(held[1:])
    decks = [reader.deck() for _deck in range(reader.number())]
    reader.text()
    if not reader.is_done:
        raise UcgsimError(_damaged())
    if not decks:
        raise UcgsimError(_("the link holds no deck; open the deck on the page and copy its link"))
    return decks


def _damaged() -> str:
    return _("the link was cut off or changed on its way; copy the whole link again, from #d= to its end")


class _LinkReader:
    """Bytes that are read one after the other. Raises UcgsimError where they end early."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    @property
    def is_done(self) -> bool:
        return self.at == len(self.data)

    def take(self, many: int) -> bytes:
        end = self.at + many
        if end > len(self.data):
            raise UcgsimError(_damaged())
        taken, self.at = self.data[self.at : end], end
        return taken

    def number(self) -> int:
        value = 0
        for bits in range(0, _MOST_BITS, 7):
            byte = self.take(1)[0]
            value += (byte % 128) << bits
            if byte < 128:
                return value
        raise UcgsimError(_damaged())

    def text(self) -> str:
        try:
            return self.take(self.number()).decode()
        except UnicodeDecodeError:
            raise UcgsimError(_damaged()) from None

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
        for _products in range(self.number()):
            code = self.product()
            following = 0
            for _cards in range(self.number()):
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
