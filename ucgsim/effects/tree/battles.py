"""What the tree says of battles: how they were judged, how many were won, where the newest one is fought (CR 5.9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ucgsim.effects.tree.values import Result, Side


@dataclass(frozen=True, slots=True)
class AreaBetween:
    """A character in a battle area whose Round lies between the two, both included; ``None`` leaves an end open."""

    least: int | None
    most: int | None


@dataclass(frozen=True, slots=True)
class InNewestArea:
    """A character in the battle area that was opened last (CR 5.5.5)."""


@dataclass(frozen=True, slots=True)
class Fought:
    """A character whose battle was judged so this turn; before the judgement it has fought none (CR 5.9)."""

    result: Result


@dataclass(frozen=True, slots=True)
class Wins:
    """How many battles a side won in the last judgement, as its upright characters show (CR 1.3.2, 5.9.4.2)."""

    side: Side
