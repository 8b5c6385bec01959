"""What is played of a build at a time: numbered blocks of games, the same ones for every build."""

from __future__ import annotations

import math
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.same_chance.compare import share_of

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST = 16
"""Games of a build in the first block of the race, or two against each opponent if these are more."""
GROWTH = 1.5
"""So many times the games so far has a build of the race after its next block."""
FRESH = 1_000
"""Games of a block that measures anew."""


class Phase(StrEnum):
    """What a block is for; no shuffle of the one is used in the other."""

    RACE = "race"
    FRESH = "fresh"


class Block(NamedTuple):
    """The ``number``-th block, from 0, of a phase."""

    phase: Phase
    number: int


@cache
def games_until(weights: tuple[float, ...], phase: Phase, blocks: int) -> tuple[int, ...]:
    """Games against each opponent in the first so many blocks, in proportion to ``weights``, even numbers."""
    if not blocks:
        return (0,) * len(weights)
    first = max(FIRST, HALVES * len(weights))
    games = FRESH * blocks if phase is Phase.FRESH else math.ceil(first * GROWTH ** (blocks - 1))
    return tuple(share_of(weight, games) for weight in weights)


def spans(weights: tuple[float, ...], block: Block) -> list[range]:
    """Indices of the games of a block against each opponent."""
    starts, stops = (games_until(weights, block.phase, block.number + more) for more in (0, 1))
    return [range(*each) for each in zip(starts, stops, strict=True)]


def size(weights: tuple[float, ...], block: Block) -> int:
    """Games of a build in a block."""
    return sum(map(len, spans(weights, block)))


def total(weights: tuple[float, ...], phase: Phase, blocks: int) -> int:
    """Games of a build in the first so many blocks."""
    return sum(games_until(weights, phase, blocks))


def cuts(weights: tuple[float, ...], block: Block) -> Sequence[int]:
    """Where the games against each opponent end in a block, but the last."""
    ends, end = [], 0
    for span in spans(weights, block)[:-1]:
        end += len(span)
        ends.append(end)
    return ends
