"""Chances to win: what search makes of every option of a decision."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ucgsim.engine.core.constants import PLAYERS
from ucgsim.policies.labels import pending_labels
from ucgsim.policies.planner.weights import seat
from ucgsim.simulate.loops.slow_motion import rate_game
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, normal_quantile

if TYPE_CHECKING:
    from ucgsim.play.game import Game
    from ucgsim.policies.spec import Policy

USUAL = "search:64,with=planner,guess=1"
"""The usual search; with fewer worlds it could not tell options a few points apart. Dealt all alike, hidden cards are
weaker than they are: both players of a game were shown 106 to 115 % together.
"""


@dataclass(frozen=True, slots=True)
class Value:
    """An option: its mean chance to win, from 0 to 1, and the standard error of that over the worlds."""

    label: str
    mean: float
    error: float

    @property
    def reach(self) -> float:
        """How far its 95 % interval reaches to either side."""
        return self.error * normal_quantile(DEFAULT_CONFIDENCE)

    def __str__(self) -> str:
        mean, low, high = (round(100 * each) for each in (self.mean, self.mean - self.reach, self.mean + self.reach))
        if low < 0 or high > 100:
            return f"{mean:3} % ({max(low, 0)} to {min(high, 100)})"
        return f"{mean:3} % ± {100 * self.reach:.0f}"


def rated(game: Game, searching: Policy) -> tuple[Value, ...]:
    """Every option of the pending decision with its chance, in their order; nothing of the game changes."""
    g, tables = game.copy().record, game.book.tables.copy()
    seat(tables, [searching] * PLAYERS)
    ratings = rate_game(g, tables, worlds=int(searching.number("worlds")), policy=searching.row)
    labels = pending_labels(g, game.book.names)
    first = {label: place for place, label in reversed(list(enumerate(labels)))}
    return tuple(
        Value(labels[place], float(ratings.average[place]), float(ratings.noise[place]))
        for place in sorted(first.values())
    )
