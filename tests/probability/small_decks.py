"""Made-up cards, small decks, and chances by looking at every deal."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import pytest

from ucgsim.cards.card import Card, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

HAND = 6


def near(chance: Fraction | float) -> object:
    """What a counted chance must be: rounding may cost no more than the last digits."""
    return pytest.approx(float(chance), rel=1e-12, abs=0)


def hero(character: str, level: int, *, number: str = "", card_type: str = "BASIC", **facts) -> Card:
    return Card(
        number=number or f"{character}-{level}",
        name=f"Ultraman {character.title()}",
        characters=(character,),
        kinds=(Kind.ULTRA_HERO,),
        level=level,
        type=card_type,
        bp=(5000, 7000, 9000, None),
        **facts,
    )


def kaiju(character: str, level: int = 5) -> Card:
    return Card(
        f"K-{character}",
        f"Giant {character}",
        "",
        (character,),
        (Kind.KAIJU,),
        level,
        "HAZARD",
        bp=(9000,) * 4,
    )


def scene(scene_round: int, number: str = "") -> Card:
    return Card(number or f"S-{scene_round}", "City", kinds=(Kind.SCENE,), round=scene_round)


def two_heroes(size: int = 50) -> list[Card]:
    """The common skeleton: 8, 7 and 6 of each hero and eight scenes of Round 1 and 2; fillers beyond 50."""
    deck = [
        hero(name, level, number=f"{name}-{level}{chr(97 + copy // 4)}")
        for name in ("TIGA", "DYNA")
        for level, copies in ((1, 8), (2, 7), (3, 6))
        for copy in range(copies)
    ]
    deck += [scene(1)] * 4 + [scene(2)] * 4 + [kaiju("GOLZA")] * max(0, size - 50)
    return deck[:size]


def chance_by_deals(
    deck: Sequence[Card],
    met: Callable[[Sequence[Card]], bool],
    redraws: Callable[[Sequence[Card]], bool],
    draws: int = 0,
    *,
    official: bool = True,
) -> Fraction:
    """The chance after six cards and some draws, every deal looked at."""
    chances = Deals(deck, met, draws, official=official)
    return chances.mean(
        chances.redrawn(hand) if redraws(chances.cards(hand)) else chances.kept(hand) for hand in chances.hands()
    )


class Deals:
    """Chances of single hands of a deck; a hand is six places in it."""

    def __init__(self, deck, met, draws, *, official) -> None:
        self.deck, self.met, self.draws, self.official = deck, met, draws, official
        self.kept = cache(self.kept)
        self.any_hand = cache(self.any_hand)

    def cards(self, places) -> list[Card]:
        return [self.deck[place] for place in places]

    def hands(self, without=()) -> Iterator[tuple[int, ...]]:
        return combinations([place for place in range(len(self.deck)) if place not in without], HAND)

    def mean(self, values: Iterable[Fraction]) -> Fraction:
        listed = list(values)
        return sum(listed, Fraction(0)) / len(listed)

    def kept(self, hand) -> Fraction:
        """The chance with these six in hand and all other cards shuffled."""
        rest = [place for place in range(len(self.deck)) if place not in hand]
        seen = [self.met(self.cards((*hand, *more))) for more in combinations(rest, self.draws)]
        return Fraction(sum(seen), len(seen))

    def redrawn(self, hand) -> Fraction:
        """The chance once these six are given back (CR 4.2.3, or shuffled in first)."""
        return self.mean(self.kept(second) for second in self.hands(hand)) if self.official else self.any_hand()

    def any_hand(self) -> Fraction:
        return self.mean(self.kept(hand) for hand in self.hands())


def chance_with_scenes(deck: Sequence[Card], met: Callable[[Sequence[Card]], bool], turns: int) -> Fraction:
    """The chance of a Lead who keeps the first hand, every order of the deck looked at."""
    results = []
    for hand in combinations(range(len(deck)), HAND):
        rest = [place for place in range(len(deck)) if place not in hand]
        for order in permutations(rest):
            results.append(met(play_scenes([deck[place] for place in (*hand, *order)], turns)))
    return Fraction(sum(results), len(results))


def play_scenes(order: Sequence[Card], turns: int) -> Sequence[Card]:
    """Cards seen after some turns as Lead: the lowest scene that may be set is set, and gives a card."""
    seen, used, last = HAND, [], 0
    for turn in range(1, turns + 1):
        seen += turn > 1
        held = [card.round for card in order[:seen] if card.is_scene]
        for number in used:
            held.remove(number)
        may_set = sorted(number for number in held if last <= number < turn)
        if may_set:
            last = may_set[0]
            used.append(last)
            seen += 1
    return order[:seen]


def count(cards: Sequence[Card], **facts) -> int:
    """Cards with these facts; ``character`` means one of the character names."""
    name = facts.pop("character", None)
    return sum(
        (name is None or name in card.characters) and all(getattr(card, key) == v for key, v in facts.items())
        for card in cards
    )
