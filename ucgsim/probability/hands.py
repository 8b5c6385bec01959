"""Sample opening hands: what a shuffled deck deals, and what a condition says to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.errors import UcgsimError
from ucgsim.probability.condition.question import parse
from ucgsim.probability.condition.vocabulary import Vocabulary
from ucgsim.probability.counting.lattice import HAND
from ucgsim.probability.counting.sampling import SeenCards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.probability.condition.question import Node

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
