"""How often the side of a card wins with it and without it: one card, one thing that can become of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.simulate.impact import STATES, WITH_LOST, WITH_WON, WITHOUT_LOST, WITHOUT_WON
from ucgsim.simulate.loops.impact import Fate
from ucgsim.simulate.plan import GAMES_PER_PAIR
from ucgsim.stats.clustered import Arm, contrast
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method
from ucgsim.studies.rates import conditional

if TYPE_CHECKING:
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
_STATE = np.arange(STATES)


def _number_of(*states: int) -> NDArray[np.int64]:
    """How many games of a unit are in one of these states, by the states of both, (STATES, STATES)."""
    one = np.isin(_STATE, states).astype(np.int64)
    return np.add.outer(one, one)


_GAMES = (_number_of(WITHOUT_LOST, WITHOUT_WON), _number_of(WITH_LOST, WITH_WON))
_WINS = (_number_of(WITHOUT_WON), _number_of(WITH_WON))


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


def associate(card: str, fate: Fate, units: NDArray[np.int64], confidence: float = DEFAULT_CONFIDENCE) -> Association:
    """Rates with and without, and their difference, from units by the states of their games, (STATES, STATES).

    Games of one unit, and games with and without, are not taken for independent (``stats.clustered``).
    """
    without, with_it = (_rate(units, games, wins) for games, wins in zip(_GAMES, _WINS, strict=True))
    games_without, games_with = (int((units * games).sum()) for games in _GAMES)
    if min(games_with, games_without) < FEWEST_GAMES:
        unknown = Estimate(math.nan, -1.0, 1.0, int(units.sum()), confidence, Method.CLUSTERED)
        return Association(card, fate, games_with, games_without, with_it, without, unknown, 1.0)
    second, first = (Arm(games.ravel(), wins.ravel()) for games, wins in zip(_GAMES, _WINS, strict=True))
    compared = contrast(first, second, units.ravel(), confidence)
    return Association(card, fate, games_with, games_without, with_it, without, compared.difference, compared.p_value)


def _rate(units: NDArray[np.int64], games: NDArray[np.int64], wins: NDArray[np.int64]) -> Estimate:
    """Share of wins among some games of the units, by ``shares.conditional``."""
    table = np.zeros((GAMES_PER_PAIR + 1,) * 2, np.int64)
    np.add.at(table, (games, wins), units)
    return conditional(table)
