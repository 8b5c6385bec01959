"""Games drawn and not played: for plans, and to try what a race is worth where the truth is known."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.studies.improve.racing.blocks import Block, Phase, size

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.studies.improve.racing.changes import Change

SPREAD = 0.03
"""Variance of the gain of a game on common chance where one card is another: measured on shipped decks."""
PHASES = tuple(Phase)


@dataclass(frozen=True)
class Stub:
    """Builds whose ``gain`` is known, and which differ from the deck in the share ``spread`` of games per swap."""

    gain: Callable[[Change], float]
    seed: int = 0
    spread: float = SPREAD
    weights: tuple[float, ...] = (1.0,)

    def play(self, builds: Sequence[Change], blocks: Sequence[Block]) -> Iterator[NDArray[np.uint8]]:
        """As ``Arena.play``: what is drawn depends on the build and the block alone."""
        for block in blocks:
            games, place = size(self.weights, block), (self.seed, PHASES.index(block.phase), block.number)
            wins = np.random.default_rng(place).random(games) < 0.5
            for build in builds:
                yield self._points(build, wins, place)

    def _points(self, build: Change, wins: NDArray[np.bool_], place: tuple[int, ...]) -> NDArray[np.uint8]:
        gain, differs = self.gain(build), self.spread * build.swaps
        if not differs and not gain:
            return np.asarray(2 * wins, np.uint8)
        differs = max(differs, abs(gain))
        own = int.from_bytes(hashlib.sha256(build.key.encode()).digest()[:8])
        draw = np.random.default_rng((*place, own)).random(len(wins))
        turned = draw < np.where(wins, differs - gain, differs + gain)
        return np.asarray(2 * (wins ^ turned), np.uint8)
