"""Opening hands: dealt as samples, and by class."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.errors import UcgsimError
from ucgsim.probability.classes import level_paths, rung_of
from ucgsim.probability.condition import Node, Vocabulary, parse
from ucgsim.probability.counting.lattice import HAND
from ucgsim.probability.counting.sampling import SeenCards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card


MOST_HANDS = 100_000


@dataclass(frozen=True, slots=True)
class DealtHand:
    """An opening hand, and the hand that a redraw would give (CR 4.2.3).

    ``met`` and ``redraw_met`` say whether each meets the condition; None where none was given.
    """

    cards: tuple[Card, ...]
    redraw: tuple[Card, ...]
    met: bool | None
    redraw_met: bool | None


def deal_hands(
    deck: Sequence[Card],
    number: int,
    seed: int,
    *,
    want: str | None = None,
    known: Iterable[Card] = (),
    groups: Mapping[str, Collection[str]] | None = None,
    procedure: Procedure = Procedure.OFFICIAL,
) -> list[DealtHand]:
    """Shuffle and deal ``number`` times; the same seed deals the same hands.

    ``procedure``: how the hand of a redraw is dealt; the first hands do not depend on it.

    Raises:
        UcgsimError: fewer than twelve cards, a number out of bounds, a condition that can't be read.
    """
    if len(deck) < 2 * HAND:
        raise UcgsimError(f"the deck has {len(deck)} cards; a hand and its redraw take twelve (CR 4.2.3)")
    if not 1 <= number <= MOST_HANDS:
        raise UcgsimError(f"{number} hands; 1 to {MOST_HANDS:,} can be dealt")
    node = None if want is None else parse(want, Vocabulary.of(deck, known, groups))
    cards = sorted(deck, key=_shown_order)
    rng = np.random.default_rng(seed)
    orders = rng.permuted(np.tile(np.arange(len(cards)), (number, 1)), axis=1)
    again = orders[:, HAND:] if procedure is Procedure.OFFICIAL else rng.permuted(orders, axis=1)
    first, second = np.sort(orders[:, :HAND]), np.sort(again[:, :HAND])
    verdicts = zip(_verdicts(cards, node, first), _verdicts(cards, node, second), strict=True)
    return [
        DealtHand(tuple(cards[i] for i in hand), tuple(cards[i] for i in redraw), met, redraw_met)
        for hand, redraw, (met, redraw_met) in zip(first, second, verdicts, strict=True)
    ]


def _shown_order(card: Card) -> tuple[bool, tuple[str, ...], int, int, str]:
    """Characters by name and level, then scenes by Round: as a player sorts a hand."""
    return card.is_scene, card.characters, card.level or 0, card.round or 0, card.number


def _verdicts(cards: Sequence[Card], node: Node | None, hands: NDArray[np.int64]) -> list[bool | None]:
    if node is None:
        return [None] * len(hands)
    met = SeenCards(cards).meets(node, hands, np.full(len(hands), HAND))
    return [bool(value) for value in met]


# Opening hands by what matters for a redraw: chains, low levels, characters to set, scenes.


NO_CHAIN = 0
CHAINS = (2, 3)
"""Chains that are distinguished: a character with its next level, and with the one after that."""


class HandClass(NamedTuple):
    """What a hand holds; numbers from ``CAPS`` on mean that many or more.

    ``chain``: the longest chain, 0, 2 or 3 (CR 5.6.1). ``low``: characters of the deck's lowest level.
    ``settable``: characters that may be set (CR 5.5.3.1, 11.15.1). ``scenes``: scene cards.
    """

    chain: int
    low: int
    settable: int
    scenes: int


CAPS = HandClass(chain=max(CHAINS), low=3, settable=3, scenes=2)
"""From so many on a hand is in one class; more of them make little difference."""


class HandClasses:
    """Puts the hands of one deck into classes."""

    def __init__(self, deck: Sequence[Card]) -> None:
        rungs = [rung_of(card) for card in deck]
        self.lowest = min((card.level for card in deck if card.level is not None and not card.is_scene), default=1)
        self._holders = {rung: np.array([held == rung for held in rungs]) for rung in set(rungs)}
        self._paths = {length: level_paths(deck, length) for length in CHAINS}
        self._counted = [
            np.array([not card.is_scene and card.level == self.lowest for card in deck]),
            np.array([card.is_settable for card in deck]),
            np.array([card.is_scene for card in deck]),
        ]

    def of(self, hands: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The classes of hands, bool[n, cards of the deck]: int64[n, 4], a row as :class:`HandClass`."""
        chain = np.full(len(hands), NO_CHAIN)
        for length in CHAINS:
            chain[self._has_path(hands, length)] = length
        counts = [hands @ counted.astype(np.int64) for counted in self._counted]
        return np.asarray(np.minimum(np.column_stack([chain, *counts]), CAPS), np.int64)

    def _has_path(self, hands: NDArray[np.bool_], length: int) -> NDArray[np.bool_]:
        held = {rung: (hands & holds).any(axis=1) for rung, holds in self._holders.items()}
        met = np.zeros(len(hands), np.bool_)
        for path in self._paths[length]:
            met |= np.logical_and.reduce([held[rung] for rung in path])
        return met

    def text(self, hand: HandClass) -> str:
        """A class in a few words, such as ``chain of 2, 2 level 1, 3+ settable, no scene``."""
        chain = f"chain of {hand.chain}" if hand.chain else "no chain"
        counted = (
            (hand.low, CAPS.low, f"level {self.lowest}"),
            (hand.settable, CAPS.settable, "settable"),
            (hand.scenes, CAPS.scenes, "scene"),
        )
        return ", ".join([chain, *(_number(*part) for part in counted)])

    def features(self, hands: Sequence[HandClass]) -> NDArray[np.int64]:
        """Classes as numbers that a rule can be worded in, int64[n, 5]; see ``feature_names``."""
        rows = np.array(hands, np.int64).reshape(-1, len(CAPS))
        chains = [rows[:, 0] >= length for length in reversed(CHAINS)]
        return np.column_stack([*chains, rows[:, 1:]]).astype(np.int64)

    @property
    def feature_names(self) -> tuple[str, ...]:
        """Names of the features, in the words of conditions: whether there is a chain, then numbers of cards.

        The longer chain comes first, so that a rule asks for the shorter one where either will do.
        """
        return "chain of 3", "chain", f"level {self.lowest}", "settable", "scene"


def _number(count: int, cap: int, what: str) -> str:
    return f"{count or 'no'}{'+' if count >= cap else ''} {what}"
