"""The terms of a question: when to look, when to redraw, and how a redraw is done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from ucgsim.cards.versions import Procedure
from ucgsim.probability.counting.lattice import HAND

if TYPE_CHECKING:
    from ucgsim.probability.condition import Node


class Redraw(StrEnum):
    """When the starting hand is given back (CR 4.2.3 allows it once)."""

    NEVER = "never"
    ALWAYS = "always"
    UNLESS = "unless"
    BEST = "best"
    WHEN = "when"


class Seat(StrEnum):
    """Lead or Next Player, in every turn alike; only the Lead sets scenes (CR 5.4.1)."""

    LEAD = "lead"
    NEXT = "next"


@dataclass(frozen=True, slots=True)
class Horizon:
    """When the condition is looked at.

    ``cards`` have been seen by then, the starting hand included, next to those that scenes gave.
    ``scene_turns`` turns in which a scene was set if possible; 0 where scenes give no cards.
    """

    cards: int
    turn: int | None = None
    scene_turns: int = 0

    @classmethod
    def of_turn(cls, turn: int, *, scene_draws: bool = False) -> Horizon:
        """Once the scene phase of a turn is over; turn 1 draws none, each later one a card (CR 5.3)."""
        return cls(HAND + turn - 1, turn, turn if scene_draws else 0)


@dataclass(frozen=True, slots=True)
class DrawTerms:
    """Everything that a number depends on next to the deck.

    ``horizons`` are answered one by one; the rule of ``Redraw.BEST`` is the best one for ``target``.
    """

    want: Node
    horizons: tuple[Horizon, ...]
    target: Horizon
    redraw: Redraw = Redraw.UNLESS
    redraw_when: Node | None = None
    procedure: Procedure = Procedure.OFFICIAL

    @property
    def questions(self) -> tuple[Node, ...]:
        """All conditions that hands are distinguished by."""
        return (self.want,) if self.redraw_when is None else (self.want, self.redraw_when)

    @property
    def every_horizon(self) -> tuple[Horizon, ...]:
        """The horizons with the target among them, each once."""
        return tuple(dict.fromkeys((*self.horizons, self.target)))

    @property
    def scene_turns(self) -> int:
        """Turns in which scenes may be set, over all horizons."""
        return max(horizon.scene_turns for horizon in self.every_horizon)
