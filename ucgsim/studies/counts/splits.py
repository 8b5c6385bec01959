"""Splits of a character's cards over levels: which ones there are near a deck's own, and the deck of each."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.cards.card import base_number, card_label
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ucgsim.cards.card import Card

MOST_SPLITS = 400
"""More of them would take hours, and tell less of each."""


class Level(NamedTuple):
    """A level of a character in a deck: copies by number, and how many of each there may be."""

    level: int
    copies: Mapping[str, int]
    limits: Mapping[str, int]

    @property
    def own(self) -> int:
        """Cards of the level in the deck as it is."""
        return sum(self.copies.values())

    @property
    def most(self) -> int:
        """Cards of the level that these numbers may have at most."""
        return sum(self.limits.values())

    def filled(self, cards: int) -> dict[str, int]:
        """Copies by number of so many cards, from 0 to ``most``, in the deck's proportions; its own number is its own.

        One card after the other goes to the number furthest below its share, or leaves the one furthest above it; what
        the deck has none of comes in once the others are there as often as they may be, all of it alike.
        """
        counts, own = dict(self.copies), self.own

        def below(number: str) -> tuple[int, int]:
            return cards * self.copies[number] - counts[number] * own, -counts[number]

        for _ in range(own, cards):
            counts[max((each for each in counts if counts[each] < self.limits[each]), key=below)] += 1
        for _ in range(cards, own):
            counts[min((each for each in reversed(counts) if counts[each]), key=below)] -= 1
        return counts


class Split(NamedTuple):
    """A split: how many cards of each level, and the deck that plays it."""

    cards: tuple[int, ...]
    deck: Deck

    @property
    def name(self) -> str:
        """What a player calls it, such as 8-7-6-4."""
        return split_name(self.cards)


def split_name(cards: Sequence[int]) -> str:
    """What players call a split, such as 8-7-6-4."""
    return "-".join(map(str, cards))


def levels_of(
    deck: Deck, character: str, catalog: Mapping[str, Card], further: Sequence[str] = ()
) -> tuple[Level, ...]:
    """The levels of a character in a deck, the lowest first, with ``further`` numbers of which it has none.

    UcgsimError where there are fewer than two levels, and for a further number that is no card of the character.
    """
    own = dict(deck.counts)
    copies: dict[int, dict[str, int]] = {}
    for number in (*own, *_further(further, character, catalog)):
        card = catalog[number]
        if character in card.characters and card.level is not None:
            copies.setdefault(card.level, {})[number] = own.get(number, 0)
    if len(copies) < 2 or not any(number in own for level in copies.values() for number in level):
        _refuse(deck, character, [level for level in copies if any(copies[level].values())], catalog)
    total = sum(sum(level.values()) for level in copies.values())
    return tuple(Level(level, copies[level], _limits(copies[level], total, catalog)) for level in sorted(copies))


def _further(numbers: Sequence[str], character: str, catalog: Mapping[str, Card]) -> Iterator[str]:
    """The card numbers that may come in; UcgsimError for one that is no card of the character."""
    for text in numbers:
        number = base_number(text)
        if number not in catalog:
            raise UcgsimError(f"--with {text}: the catalog holds no such card; name a number such as BP01-001")
        if character not in catalog[number].characters:
            raise UcgsimError(f"--with {card_label(catalog[number])} is no card of {character}; leave it out")
        yield number


def _limits(copies: Mapping[str, int], total: int, catalog: Mapping[str, Card]) -> dict[str, int]:
    """Four copies of a number, up to all cards of the character where its card says any number, none below the deck."""
    printed = {number: catalog[number].copy_limit or total for number in copies}
    return {number: max(limit, copies[number]) for number, limit in printed.items()}


def _refuse(deck: Deck, character: str, levels: Sequence[int], catalog: Mapping[str, Card]) -> None:
    why = f"has cards of {character} of level {levels[0]} alone" if levels else f"has no card of {character}"
    there: Counter[str] = Counter()
    for number, count in deck.counts:
        there.update(dict.fromkeys(catalog[number].characters, count))
    names = ", ".join(
        f"{name} ({count})" for name, count in sorted(there.items(), key=lambda each: (-each[1], each[0]))
    )
    raise UcgsimError(f"{deck.source or deck.name}: {why}; name one with two levels or more, of {names or 'nobody'}")


def splits_near(deck: Deck, levels: Sequence[Level], reach: int) -> tuple[Split, ...]:
    """Every split of as many cards, each level within ``reach`` of the deck's own, which comes first.

    UcgsimError where there is no other, or where there are too many.
    """
    own = tuple(level.own for level in levels)
    bounds = [(max(level.own - reach, 0), min(level.own + reach, level.most)) for level in levels]
    others = list(islice((each for each in _sums(bounds, sum(own)) if each != own), MOST_SPLITS))
    where = f"{deck.source or deck.name}: {split_name(own)} within {reach} cards of a level"
    if not others:
        raise UcgsimError(f"{where} is the only split: each number is there as often as it may be; name more --with")
    if len(others) == MOST_SPLITS:
        raise UcgsimError(f"{where} has more than {MOST_SPLITS} splits; give a smaller --range")
    return tuple(Split(cards, _built(deck, levels, cards)) for cards in (own, *others))


def _sums(bounds: Sequence[tuple[int, int]], total: int) -> Iterator[tuple[int, ...]]:
    """Numbers within their bounds, both ends included, that sum to a total; the largest first come first."""
    if not bounds:
        yield from [()] if total == 0 else []
        return
    (low, high), rest = bounds[0], bounds[1:]
    least, most = (sum(each[end] for each in rest) for end in (0, 1))
    for first in range(min(high, total - least), max(low, total - most) - 1, -1):
        for others in _sums(rest, total - first):
            yield (first, *others)


def _built(deck: Deck, levels: Sequence[Level], cards: Sequence[int]) -> Deck:
    """The deck with so many cards of each level; the deck itself where these are its own."""
    if tuple(cards) == tuple(level.own for level in levels):
        return deck
    counts = dict(deck.counts)
    for level, number in zip(levels, cards, strict=True):
        counts |= level.filled(number)
    name = f"{deck.name}, {split_name(cards)}"
    return Deck(name, tuple((number, count) for number, count in counts.items() if count))
