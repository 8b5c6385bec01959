"""What is changed of a deck: cards that leave, and as many that come in."""

from __future__ import annotations

from typing import NamedTuple

from ucgsim.decks.deck import Deck
from ucgsim.safe_text import plural
from ucgsim.studies.improve.coach import Change, applied


class Exchange(NamedTuple):
    """Numbers of the cards that leave and of those that come in, sorted, copies repeated, none in both."""

    out: tuple[str, ...] = ()
    into: tuple[str, ...] = ()

    @property
    def swaps(self) -> int:
        """How many cards leave, and as many come in."""
        return len(self.out)

    def build(self, start: Deck) -> Deck:
        """The build of a deck, which has a name of its own."""
        name = f"{start.name} with {plural(self.swaps, 'other card')}" if self.swaps else start.name
        counts = applied(dict(start.counts), Change([*self.out], [*self.into]))
        return Deck(name, tuple(counts.items()))


STAY = Exchange()
"""The deck as it is."""
