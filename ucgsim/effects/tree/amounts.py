"""Amounts that depend on nothing else that a card says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ucgsim.effects.tree.values import Group


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """The Round printed on the scene cards of a group, summed."""

    group: Group


@dataclass(frozen=True, slots=True)
class ChosenBP:
    """The BP value that a `ChooseBP` named; less than nothing where there was none to name."""


@dataclass(frozen=True, slots=True)
class FieldRound:
    """The number of battle areas (CR 2.4.2.3)."""


@dataclass(frozen=True, slots=True)
class ByState:
    """A number by the state of this character, SINGLE to QUAD."""

    values: tuple[int, int, int, int]
