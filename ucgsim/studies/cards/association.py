"""How often the side of a card wins with it and without it: one card, one thing that can become of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.simulate.impact import WITH_LOST, WITH_WON, WITHOUT_LOST, WITHOUT_WON
from ucgsim.simulate.loops.impact import Fate
from ucgsim.stats.contrast import Arm, contrast
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, wilson

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FEWEST_GAMES = 30
"""Games with, and games without, that a difference takes; its interval needs some."""
FATES = {
    Fate.OPENING: "in the opening hand",
    Fate.BY_ROUND_1: "drawn by Round 1",
    Fate.BY_ROUND_2: "drawn by Round 2",
    Fate.BY_ROUND_3: "drawn by Round 3",
    Fate.BY_ROUND_4: "drawn by Round 4",
    Fate.SET: "set",
    Fate.LEVELED: "leveled up with",
    Fate.USED: "effect used",
}


@dataclass(frozen=True, slots=True)
class Association:
    """Win rate of a card's side in games where something became of it against games where it did not."""

    card: str
    fate: Fate
    games_with: int
    games_without: int
    with_it: Estimate
    without_it: Estimate
    difference: Estimate
    """NaN where either kind of games is too rare."""
    p_value: float


def associate(card: str, fate: Fate, games: NDArray[np.int64], confidence: float = DEFAULT_CONFIDENCE) -> Association:
    """Rates with and without, and their difference, from games by their states, (STATES,)."""
    arms = Arm(*_games(games, WITH_LOST, WITH_WON)), Arm(*_games(games, WITHOUT_LOST, WITHOUT_WON))
    with_it, without = (wilson(arm.wins, arm.games) for arm in arms)
    sizes = (arms[0].games, arms[1].games)
    if min(sizes) < FEWEST_GAMES:
        unknown = Estimate(math.nan, -1.0, 1.0, sum(sizes), confidence, Method.NEWCOMBE)
        return Association(card, fate, *sizes, with_it, without, unknown, 1.0)
    compared = contrast(*arms, confidence)
    return Association(card, fate, *sizes, with_it, without, compared.difference, compared.p_value)


def _games(games: NDArray[np.int64], lost: int, won: int) -> tuple[int, int]:
    """Games in one of two states, and how many of them were won."""
    return int(games[lost] + games[won]), int(games[won])
