"""What is changed of a deck: cards that leave, and as many that come in."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.decks.deck import Deck
from ucgsim.safe_text import plural

if TYPE_CHECKING:
    from collections.abc import Mapping

MARK = ">"
"""Between the cards that leave and those that come in, where a change is written down."""


class Exchange(NamedTuple):
    """Numbers of the cards that leave and of those that come in, sorted, copies repeated, none in both."""

    out: tuple[str, ...] = ()
    into: tuple[str, ...] = ()

    @property
    def swaps(self) -> int:
        """How many cards leave, and as many come in."""
        return len(self.out)

    @property
    def key(self) -> str:
        """What the change is called where it is saved; empty for the deck as it is."""
        return f"{','.join(self.out)}{MARK}{','.join(self.into)}" if self.out else ""

    def counts(self, start: Mapping[str, int]) -> dict[str, int]:
        """Copies of each number in the build of a deck."""
        counts = Counter(start)
        counts.subtract(self.out)
        counts.update(self.into)
        return {number: count for number, count in counts.items() if count}

    def build(self, start: Deck) -> Deck:
        """The build of a deck, which has a name of its own."""
        name = f"{start.name} with {plural(self.swaps, 'other card')}" if self.swaps else start.name
        return Deck(name, tuple(self.counts(dict(start.counts)).items()))


STAY = Exchange()
"""The deck as it is."""
