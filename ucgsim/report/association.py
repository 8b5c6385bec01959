"""How often the side of a card wins with it and without it: one card, one thing that can become of it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from ucgsim.policies.impact import Fate
from ucgsim.report.shares import conditional
from ucgsim.simulate.impact import STATES, WITH_LOST, WITH_WON, WITHOUT_LOST, WITHOUT_WON
from ucgsim.simulate.plan import GAMES_PER_PAIR
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

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


def associate(card: str, fate: Fate, units: NDArray[np.int64]) -> Association:
    """Rates with and without, and their difference, from units by the states of their games, (STATES, STATES).

    The difference of two ratio estimates on the same units, by linearisation: games of one unit, and games with and
    without, are not taken for independent. Source: Cochran 1977, Sampling Techniques, section 6.19.
    """
    without, with_it = (_rate(units, games, wins) for games, wins in zip(_GAMES, _WINS, strict=True))
    games_without, games_with = (int((units * games).sum()) for games in _GAMES)
    n = int(units.sum())
    if min(games_with, games_without) < FEWEST_GAMES:
        unknown = Estimate(math.nan, -1.0, 1.0, n, DEFAULT_CONFIDENCE, Method.NORMAL)
        return Association(card, fate, games_with, games_without, with_it, without, unknown, 1.0)
    rates = [(units * wins).sum() / (units * games).sum() for games, wins in zip(_GAMES, _WINS, strict=True)]
    parts = [
        (wins - rate * games) / (units * games).sum() for games, wins, rate in zip(_GAMES, _WINS, rates, strict=True)
    ]
    error = math.sqrt(float((units * (parts[1] - parts[0]) ** 2).sum()) * n / (n - 1))
    difference, half = float(rates[1] - rates[0]), normal_quantile(DEFAULT_CONFIDENCE) * error
    estimate = Estimate(difference, difference - half, difference + half, n, DEFAULT_CONFIDENCE, Method.NORMAL)
    p_value = float(2 * ndtr(-abs(difference) / error)) if error else 1.0
    return Association(card, fate, games_with, games_without, with_it, without, estimate, p_value)


def _rate(units: NDArray[np.int64], games: NDArray[np.int64], wins: NDArray[np.int64]) -> Estimate:
    """Share of wins among some games of the units, by ``shares.conditional``."""
    table = np.zeros((GAMES_PER_PAIR + 1,) * 2, np.int64)
    np.add.at(table, (games, wins), units)
    return conditional(table)
