"""Decks made by rule: random legal ones round a chosen card, and chains out of a sealed pool."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.cards.card import Card, Kind
from ucgsim.cards.versions import rules_version
from ucgsim.decks.checking import DECK_SIZE, Allowance, unknown_to_version
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from random import Random

    from numpy.typing import NDArray


COPIES = 4
"""Copies of a card in such a deck, if it may have as many (CR 4.1.2)."""
PARTNERS = 4
"""Most character names that a deck takes up because the card speaks of them."""
MOST_SCENES = 8
"""Scenes that a deck holds at most, apart from the chosen card; more would leave too few characters."""

FROM_ANYWHERE = 12
"""Cards of such a deck that may be of another product than the chosen card."""


class DeckBuilder:
    """Builds decks of 50 cards from the cards that a version of the rules knows.

    Raises UcgsimError where the cards don't fill a deck.
    """

    def __init__(self, cards: Iterable[Card], rules: str) -> None:
        version = rules_version(rules)
        known = (card for card in cards if not list(unknown_to_version(card, version)))
        self.cards = {card.number: card for card in known}
        self.by_name: dict[str, list[Card]] = defaultdict(list)
        for card in self.cards.values():
            for name in card.characters:
                self.by_name[name].append(card)
        room = sum(COPIES if card.copy_limit is None else card.copy_limit for card in self.cards.values())
        if room < DECK_SIZE or not any(card.is_settable for card in self.cards.values()):
            raise UcgsimError(f"{len(self.cards)} cards are known to rules {rules}; too few for a deck of {DECK_SIZE}")

    def around(self, card: Card, names: Collection[str], chance: Random, *, focused: bool = False) -> Deck:
        """A random legal deck with ``card``, what it levels up from, and characters of the ``names`` it speaks of.

        The rest are cards of its product and others; in a ``focused`` deck, as far as they go, only cards of its
        own and those names.
        """
        building = _Building(chance)
        building.add(card)
        partners = sorted(set(names) & self.by_name.keys())
        lines = [*card.characters[:1], *chance.sample(partners, min(len(partners), PARTNERS))]
        for name in lines:
            highest = (card.level or 1) - 1 if name in card.characters else chance.choice((1, 2, 3, 4))
            self._add_line(building, name, highest)
        if focused:
            self._fill(building, [other for name in lines for other in self.by_name[name]], DECK_SIZE)
        kin = [other for other in self.cards.values() if other.set_code == card.set_code]
        self._fill(building, kin, DECK_SIZE - FROM_ANYWHERE)
        self._fill(building, list(self.cards.values()), DECK_SIZE)
        for other in self.cards.values():
            building.add(other)
        return Deck(f"around {card.number}", tuple(building.counts.items()))

    def _add_line(self, building: _Building, name: str, highest: int) -> None:
        """A card of each level of a character, from the first up to ``highest`` (CR 5.6.2)."""
        for level in range(1, highest + 1):
            of_level = [card for card in self.by_name[name] if card.level == level]
            if of_level:
                building.add(building.chance.choice(of_level))

    def _fill(self, building: _Building, cards: Sequence[Card], size: int) -> None:
        """Add characters with those they level up from, and some scenes, until there are ``size`` cards."""
        for card in building.chance.sample(cards, len(cards)):
            if building.size >= size:
                return
            if card.is_scene and building.scenes >= MOST_SCENES:
                continue
            building.add(card, building.chance.choice((2, 3, COPIES)))
            if (card.level or 1) > 1:
                self._add_line(building, card.characters[0], (card.level or 1) - 1)


class _Building:
    """A deck under construction."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.counts: Counter[str] = Counter()
        self.scenes = 0

    @property
    def size(self) -> int:
        return self.counts.total()

    def add(self, card: Card, copies: int = COPIES) -> None:
        """Add copies as far as the card's limit and the deck's size allow."""
        limit = DECK_SIZE if card.copy_limit is None else card.copy_limit
        more = min(copies, limit - self.counts[card.number], DECK_SIZE - self.size)
        if more > 0:
            self.counts[card.number] += more
            self.scenes += more if card.is_scene else 0


# A deck made of a pool by chains: a simple rule that knows levels and BP and no effect; not the best deck.
#
# A card is worth its BP in the state that its place in a chain allows, as far as cards to level up from are there.
# Cards go in while the worth of the deck grows most, then are exchanged one by one for as long as that helps.


RULE = "made by chains (levels and BP, no effects): a simple rule, not the best deck"
"""How such a deck was made, in words that go with every answer."""

ENOUGH = 3.0
"""Cards to level up from that make a level-up sure to come."""
BY_TOUCH = 0.5
"""What one of another name counts as, where a Baton Touch may take it."""
WAITING = 1.5
"""Thousands of BP that a card gains by cards that level it up."""
SCENES_WORTH = (0.0, 7.0, 12.0, 14.0)
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
        scenes = np.minimum(counts @ self.scene, len(SCENES_WORTH) - 1)
        result: NDArray[np.float64] = (counts * np.where(self.scene, 0.0, each)).sum(axis=1) + np.array(SCENES_WORTH)[
            scenes
        ]
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
