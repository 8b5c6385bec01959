"""A decklist: how many of which card number."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ucgsim.errors import UcgsimError
from ucgsim.showing import name_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from ucgsim.cards.card import Card

DeckLike: TypeAlias = "str | Path | Deck | Mapping[str, int]"
"""A deck as a caller gives it: its name, its file, a deck, or counts by card number."""
_FINGERPRINT_LENGTH = 10


class LaidOut(NamedTuple):
    """A line of a list: of a card, with what is called and remarked there, or of words (blank for an empty one)."""

    words: str = ""
    number: str = ""
    copies: int = 0


Layout: TypeAlias = "tuple[LaidOut, ...]"


@dataclass(frozen=True, slots=True)
class Deck:
    """A named list of card numbers with their counts, parallels counted together (CR 4.1.3).

    ``counts`` are (number, count) sorted by number, each number once; other orders are put right. ``groups``
    are names that the list gives to some numbers, ``lines`` the lines of the file on which each number
    stands, ``notes`` what was passed over when it was read, ``layout`` how the list is laid out
    (`ucgsim.decks.layout`). Two decks are equal when name and counts are.
    """

    name: str
    counts: tuple[tuple[str, int], ...]
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict, compare=False)
    source: Path | None = field(default=None, compare=False)
    lines: Mapping[str, tuple[int, ...]] = field(default_factory=dict, compare=False, repr=False)
    notes: tuple[str, ...] = field(default=(), compare=False, repr=False)
    layout: Layout = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        # Names come from files and from the names of files; from here on they go to terminals, pages and plots.
        object.__setattr__(self, "name", name_of(self.name))
        object.__setattr__(self, "counts", _together(self.counts))

    @property
    def size(self) -> int:
        """Number of cards."""
        return sum(count for _, count in self.counts)

    @property
    def fingerprint(self) -> str:
        """Ten hexadecimal digits that are the same for the same counts, however the list was written."""
        text = "".join(f"{count} {number}\n" for number, count in self.counts)
        return hashlib.sha256(text.encode()).hexdigest()[:_FINGERPRINT_LENGTH]

    def cards(self, catalog: Mapping[str, Card]) -> list[Card]:
        """Return every card, copies repeated, sorted by number.

        Raises UcgsimError for a number that the catalog does not hold.
        """
        unknown = [number for number, _ in self.counts if number not in catalog]
        if unknown:
            raise UcgsimError(f"{self.name}: the catalog holds no {', '.join(unknown)}")
        return [catalog[number] for number, count in self.counts for _ in range(count)]


def _together(counts: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    sums: dict[str, int] = {}
    for number, count in counts:
        sums[number] = sums.get(number, 0) + count
    return tuple(sorted(sums.items()))
