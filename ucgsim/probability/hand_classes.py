"""Opening hands by what matters for a redraw: chains, low levels, characters to set, scenes."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.probability.condition.classes import level_paths, rung_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card

NO_CHAIN = 0
CHAINS = (2, 3)
"""Chains that are told apart: a character with its next level, and with the one after that."""


class HandClass(NamedTuple):
    """What a hand holds; numbers from ``CAPS`` on stand for that many or more.

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
