"""A deck made of a pool by chains: a simple rule that knows levels and BP and no effect; not the best deck.

A card is worth its BP in the state that its place in a chain allows, as far as cards to level up from are there. Cards
go in while the worth of the deck grows most, then are exchanged one by one for as long as that helps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.cards.card import Kind
from ucgsim.decks.deck import Deck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.decks.pool import Allowance

RULE = "made by chains (levels and BP, no effects): a simple rule, not the best deck"
"""How such a deck was made, in words that go with every answer."""

ENOUGH = 3.0
"""Cards to level up from that make a level-up sure to come."""
BY_TOUCH = 0.5
"""What one of another name counts as, where a Baton Touch may take it."""
WAITING = 1.5
"""Thousands of BP that a card gains by cards that level it up."""
SCENES = (0.0, 7.0, 12.0, 14.0)
"""What so many scenes are worth in thousands of BP; more add nothing."""
HEROES = {Kind.ULTRA_HERO, Kind.ULTRA_MECH}


def build_by_chains(allowed: Allowance, catalog: Mapping[str, Card], name: str = "deck") -> Deck:
    """The deck that the rule makes of what is allowed: the same for the same pool."""
    weighing = _Weighing([catalog[number] for number in allowed.copies], touch=allowed.rules.baton_touch)
    most = np.array([*allowed.copies.values()])
    counts = np.zeros(len(most), np.int64)
    for _ in range(allowed.size):
        worth = np.where(counts < most, weighing.with_one_more(counts), -np.inf)
        counts[int(np.argmax(worth))] += 1
    while _exchange(weighing, counts, most):
        pass
    listed = zip(allowed.copies, counts.tolist(), strict=True)
    return Deck(name, tuple((number, count) for number, count in listed if count))


def _exchange(weighing: _Weighing, counts: NDArray[np.int64], most: NDArray[np.int64]) -> bool:
    """Exchange the two cards that help most; whether any do."""
    best, pair = weighing.worth(counts[None])[0] + 1e-6, None
    for out in np.flatnonzero(counts):
        counts[out] -= 1
        worth = np.where(counts < most, weighing.with_one_more(counts), -np.inf)
        counts[out] += 1
        if worth.max() > best:
            best, pair = worth.max(), (int(out), int(np.argmax(worth)))
    if pair is None:
        return False
    counts[pair[0]] -= 1
    counts[pair[1]] += 1
    return True


class _Weighing:
    """What decks of some cards are worth in thousands of BP; ``counts``: copies of each card, shape (decks, cards)."""

    def __init__(self, cards: Sequence[Card], *, touch: bool) -> None:
        lowest = {side: min((card.level or 0 for card in cards if side in _sides(card)), default=0) for side in (0, 1)}
        steps = [min(((card.level or 0) - lowest[side] for side in _sides(card)), default=0) for card in cards]
        self.below = np.array([[_leads_to(low, high, touch=touch) for low in cards] for high in cards], float)
        self.set_alone = np.array([(card.bp[0] or 0) / 1000 if card.is_settable else 0.0 for card in cards])
        self.leveled = np.array([_bp(card, step) / 1000 for card, step in zip(cards, steps, strict=True)])
        self.begins = np.array(steps) == 0
        self.scene = np.array([card.is_scene for card in cards])

    def with_one_more(self, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """What the deck is worth with one more of each card, shape (cards,)."""
        return self.worth(counts[None] + np.eye(len(counts), dtype=np.int64))

    def worth(self, counts: NDArray[np.int64]) -> NDArray[np.float64]:
        """What decks are worth, shape (decks,)."""
        reach = np.where(self.begins, 1.0, np.minimum(counts @ self.below.T / ENOUGH, 1.0))
        led = np.minimum(counts @ self.below / ENOUGH, 1.0)
        each = reach * self.leveled + (1 - reach) * self.set_alone + WAITING * led
        scenes = np.minimum(counts @ self.scene, len(SCENES) - 1)
        result: NDArray[np.float64] = (counts * np.where(self.scene, 0.0, each)).sum(axis=1) + np.array(SCENES)[scenes]
        return result


def _sides(card: Card) -> list[int]:
    """0 for heroes and mechs, 1 for Kaiju; both for a card of both (RULINGS G6)."""
    return [*([0] if HEROES & {*card.kinds} else []), *([1] if Kind.KAIJU in card.kinds else [])]


def _leads_to(low: Card, high: Card, *, touch: bool) -> float:
    """How much a card counts as one to level up from (CR 5.6.1, 11.18.1; floor rules 14)."""
    if low.is_scene or high.is_scene or (low.level or 0) + 1 != (high.level or 0):
        return 0.0
    if {*low.characters} & {*high.characters} or {*low.teams} & {*high.teams}:
        return 1.0
    return BY_TOUCH if touch and {*_sides(low)} & {*_sides(high)} else 0.0


def _bp(card: Card, step: int) -> int:
    """BP of the highest state up to that of its place in a chain that it prints; else of the lowest that it prints."""
    printed = [bp for bp in card.bp[: min(step, 3) + 1] if bp is not None]
    return printed[-1] if printed else next((bp for bp in card.bp if bp is not None), 0)
