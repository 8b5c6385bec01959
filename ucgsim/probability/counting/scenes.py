"""Drawing on with scenes: whoever sets a scene may draw a card (CR 6.2.1)."""

from __future__ import annotations

from functools import cache
from math import perm
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.probability.counting.lattice import HAND

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from ucgsim.probability.counting.lattice import Integers, Lattice


def most_seen(total: int, rounds: Iterable[int], turns: int) -> int:
    """Cards of a deck of ``total`` seen at most after so many turns, given the Rounds of its scenes.

    Turn t allows Rounds up to t - 1, and a scene a turn (CR 2.4.2.3, 6.1.2).
    """
    lowest = min(rounds, default=turns)
    return min(total, HAND + turns - 1 + max(0, turns - lowest))


def draws_with_scenes(lattice: Lattice, goal: Integers, rounds: Mapping[int, tuple[int, ...]], turns: int) -> Integers:
    """Ways to meet the goal after ``turns`` turns, for each state of a starting hand.

    In every turn the player sets the scene of the lowest Round that may be set and draws a card for it: the
    Round must not exceed the battle areas (turn - 1; CR 2.4.2.3, 6.3.1) nor be below the scene before
    (CR 6.3.2). The opponent is taken to set none.

    Args:
        lattice: states of as many cards as can be seen.
        goal: 0 or 1 for each state.
        rounds: classes of the scene cards of each Round.
        turns: turns that are played.

    Returns:
        One number a state of six cards, out of ``perm(total - 6, most - 6)``, see :func:`most_seen`.
    """
    total = lattice.total
    most = most_seen(total, rounds, turns)

    @cache
    def before_turn(turn: int, used: tuple[int, ...]) -> Integers:
        held = min(total, HAND + max(0, turn - 2) + len(used))
        if turn > turns:
            return goal[: lattice.reach[held]] * perm(total - held, most - held)
        drawn = min(total, held + (turn > 1))
        values = before_turn(turn + 1, used)
        for number in sorted(rounds, reverse=True):
            if (used[-1] if used else 0) <= number < turn:
                played = before_turn(turn + 1, (*used, number))
                played = lattice.draw(played, drawn) if drawn < total else played
                values = np.where(_has(lattice, rounds[number], used.count(number), drawn), played, values)
        return lattice.draw(values, held) if drawn > held else values

    return before_turn(1, ())


def _has(lattice: Lattice, scenes: tuple[int, ...], used: int, held: int) -> NDArray[np.bool_]:
    """bool[states of ``held`` cards]: whether more scenes of a Round were drawn than set."""
    numbers = lattice.counts[: lattice.reach[held], list(scenes)].sum(axis=1)
    return np.asarray(numbers > used)
