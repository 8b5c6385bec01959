"""Links of the page that hold decks: the same text as ``toLink`` of ``static/link.js`` makes of the same decks."""

from __future__ import annotations

import base64
import json
import re
import zlib
from itertools import groupby
from typing import TYPE_CHECKING

from ucgsim.errors import UcgsimError

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
            raise UcgsimError(f"{deck.name}: {number} is no card number of the page; one looks like BP01-012")
        if not 1 <= copies < MOST:
            raise UcgsimError(f"{deck.name}: {number} has the count {copies}; the page takes from 1 to {MOST - 1}")
        cards.append((match[1], int(match[2]) + (LONG if len(match[2]) > SHORT else 0), copies))
    # Products in the order of their first cards: those of one product need not lie together (Y01-P, YA-).
    codes = list(dict.fromkeys(code for code, _, _ in cards))
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
        for _, place, copies in held:
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
