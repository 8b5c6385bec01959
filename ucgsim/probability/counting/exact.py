"""Exact chances: every hand counted, every redraw followed, in integers.

With N cards in the deck and six in hand (CR 4.2.3) the official redraw deals a second hand that is disjoint
from the first. Pairs of disjoint hands are counted by inclusion and exclusion over the cards that both would
hold: ``sum over sets I of (-1)^|I| * given back(I) * good(I)``, the hands that contain I and are given back,
and those that contain I and end well. Both factors depend on the state of I alone, so the sum runs over a few
thousand states.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, perm
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.probability.condition import Count, leaves
from ucgsim.probability.counting.best import BestAnswer, find_best
from ucgsim.probability.counting.lattice import HAND, SAFE_INTEGER, Integers, Lattice, count_states
from ucgsim.probability.counting.terms import DrawTerms, Horizon, Redraw

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.probability.classes import Classes

MAX_CELLS = 6_000_000
"""States times classes that fit the memory of a small machine and half a second."""

MAX_STEPS = 1_200_000_000
"""States times classes times walks over the lattice that take a second or two."""

SLOW_INTEGERS = 30
"""How much longer a sum takes in Python's integers than in 64 bits."""


@dataclass(frozen=True, slots=True)
class HorizonChance:
    """The chance at one horizon with the redraw and without."""

    horizon: Horizon
    probability: Fraction
    without_redraw: Fraction


@dataclass(frozen=True, slots=True)
class Expected:
    """Cards of a filter in the starting hand on average, after the redraw and without one."""

    text: str
    count: Fraction
    without_redraw: Fraction


@dataclass(frozen=True, slots=True)
class Solution:
    """Exact answers to a question, one chance a horizon in the order of ``DrawTerms.every_horizon``."""

    chances: tuple[HorizonChance, ...]
    redraw_rate: Fraction
    expected: tuple[Expected, ...]
    best: BestAnswer | None
    states: int


def effort(classes: Classes, terms: DrawTerms) -> float:
    """How much of what can be counted in about a second an exact answer takes; above 1 it is better dealt."""
    width = len(classes.caps) + 1
    seen = {horizon: _seen_by(classes, horizon) for horizon in terms.every_horizon}
    reach = [count_states(classes.caps, held) for held in range(HAND, max(seen.values()) + 1)]
    passes = sum(_passes(classes, horizon, seen[horizon]) for horizon in seen)
    shares = [reach[-1] * width / MAX_CELLS, sum(reach) / len(reach) * width * passes / MAX_STEPS]
    if needs_whole_hands(terms):
        sizes = (*classes.sizes, classes.rest)
        hands = count_states([min(HAND, size) for size in sizes], HAND)
        shares.append(2 * hands * len(sizes) / MAX_CELLS)
    return max(shares)


def _passes(classes: Classes, horizon: Horizon, seen: int) -> int:
    """Walks over the lattice that one horizon takes; those in Python's integers count for many."""
    scale = perm(classes.total - HAND, seen - HAND)
    each = 1 if _fits(classes.total, scale) else SLOW_INTEGERS
    turns = horizon.scene_turns
    return each * (2 * comb(len(classes.rounds) + turns, turns) if turns else seen)


def needs_whole_hands(terms: DrawTerms) -> bool:
    """Whether the redraw rule weighs hands by more than the condition looks at.

    For the starting hand itself a hand that meets the condition can't be bettered and one that does not
    can't be worsened, so the best rule is to redraw unless it is met.
    """
    return terms.redraw is Redraw.BEST and terms.target.most > HAND


def solve(classes: Classes, terms: DrawTerms) -> Solution:
    """Answer a question exactly, in time that grows with :func:`effort`."""
    most = max(_seen_by(classes, horizon) for horizon in terms.every_horizon)
    lattice = Lattice(classes.sizes, classes.caps, classes.rest, most)
    met = lattice.meets(terms.want, classes)
    futures = {horizon: _future(lattice, classes, met, horizon) for horizon in terms.every_horizon}
    if needs_whole_hands(terms):
        return _solve_best(lattice, classes, terms, met, futures)
    return _solve_fixed(lattice, classes, terms, futures, _redrawn(lattice, classes, terms, met))


@dataclass(frozen=True, slots=True)
class Future:
    """What comes after six cards are in hand.

    ``subsets[m][state]`` sums, over the hands that contain m given cards, the continuations (out of ``scale``
    each) that end well; ``subsets[6]`` is the value of each hand itself.
    """

    subsets: Sequence[Integers]
    scale: int


def _future(lattice: Lattice, classes: Classes, met: NDArray[np.bool_], horizon: Horizon) -> Future:
    seen = _seen_by(classes, horizon)
    scale = perm(lattice.total - HAND, seen - HAND)
    goal: Integers = met.astype(np.int64)
    if not _fits(lattice.total, scale):
        goal = goal.astype(np.object_)
    if horizon.scene_turns:
        values = draws_with_scenes(lattice, goal, classes.rounds, horizon.scene_turns)
    else:
        values = goal[: lattice.reach[seen]]
        for held in range(seen - 1, HAND - 1, -1):
            values = lattice.draw(values, held)
    return Future(lattice.subsets(values), scale)


def _seen_by(classes: Classes, horizon: Horizon) -> int:
    if horizon.scene_turns:
        return most_seen(classes.total, classes.rounds, horizon.scene_turns)
    return min(classes.total, horizon.cards)


def _fits(total: int, scale: int) -> bool:
    """Whether 64 bits hold every sum; the factor is for sets that are found once for each of their cards."""
    return comb(total, HAND) * scale * HAND < SAFE_INTEGER


def _redrawn(lattice: Lattice, classes: Classes, terms: DrawTerms, met: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """bool[states of six cards]: which starting hands are given back."""
    hands = lattice.reach[HAND]
    match terms.redraw:
        case Redraw.NEVER:
            return np.zeros(hands, dtype=np.bool_)
        case Redraw.ALWAYS:
            return np.ones(hands, dtype=np.bool_)
        case Redraw.WHEN:
            assert terms.redraw_when is not None
            return lattice.meets(terms.redraw_when, classes)[:hands]
        case _:
            return ~met[:hands]


def _solve_fixed(
    lattice: Lattice,
    classes: Classes,
    terms: DrawTerms,
    futures: dict[Horizon, Future],
    redrawn: NDArray[np.bool_],
) -> Solution:
    """The answer where the state of a hand says whether it is redrawn."""
    ways = lattice.ways()
    given_back = lattice.subsets(redrawn.astype(np.int64))
    hands = comb(lattice.total, HAND)
    rate = Fraction(int(given_back[0][0]), hands)
    chances = []
    for horizon, future in futures.items():
        without = Fraction(int(future.subsets[0][0]), hands * future.scale)
        kept = _dot(ways[:, HAND], ~redrawn, future.subsets[HAND])
        chance = Fraction(kept, hands * future.scale)
        if rate and terms.procedure is Procedure.RESHUFFLE:
            chance += rate * without
        elif rate:
            pairs = _disjoint(ways, given_back, future.subsets)
            chance += Fraction(pairs, hands * comb(lattice.total - HAND, HAND) * future.scale)
        chances.append(HorizonChance(horizon, chance, without))
    shares = _class_shares(lattice, given_back[1], len(classes.sizes))
    return Solution(tuple(chances), rate, _expected(classes, terms, rate, shares), None, len(lattice.counts))


def _disjoint(ways: NDArray[np.int64], given_back: Sequence[Integers], good: Sequence[Integers]) -> int:
    """Pairs of disjoint hands of which the first is given back, weighted by the value of the second."""
    signed = 0
    for shared, (first, second) in enumerate(zip(given_back, good, strict=True)):
        signed += (-1) ** shared * _dot(ways[: len(first), shared], first, second)
    return signed


def _dot(ways: NDArray[np.int64], left: Integers | NDArray[np.bool_], right: Integers) -> int:
    """The sum of three factors, in Python's integers."""
    rows = np.flatnonzero((ways != 0) & (left != 0))
    products = ways[rows].astype(np.object_) * left[rows].astype(np.object_) * right[rows].astype(np.object_)
    return int(products.sum())


def _class_shares(lattice: Lattice, given_back: Integers, classes: int) -> list[Fraction]:
    """For each class the average number of cards of it that are given back."""
    rows = lattice.rows(np.eye(classes, dtype=np.int64)) if classes else np.zeros(0, dtype=np.int64)
    hands = comb(lattice.total, HAND)
    return [Fraction(size * int(given_back[row]), hands) for size, row in zip(lattice.sizes, rows, strict=True)]


def _expected(classes: Classes, terms: DrawTerms, rate: Fraction, shares: Sequence[Fraction]) -> tuple[Expected, ...]:
    """Average counts in the starting hand; ``shares`` as :func:`_class_shares`."""
    counted = dict.fromkeys(leaf.filter for leaf in leaves(terms.want) if isinstance(leaf, Count))
    answers = []
    for wanted in counted:
        number = classes.count(wanted)
        without = Fraction(HAND * number, classes.total)
        returned = sum((shares[index] for index in classes.members[wanted]), Fraction(0))
        if terms.procedure is Procedure.RESHUFFLE or not rate:
            dealt = rate * without
        else:
            dealt = HAND * (rate * number - returned) / (classes.total - HAND)
        answers.append(Expected(wanted.text, without - returned + dealt, without))
    return tuple(answers)


def _solve_best(
    lattice: Lattice,
    classes: Classes,
    terms: DrawTerms,
    met: NDArray[np.bool_],
    futures: dict[Horizon, Future],
) -> Solution:
    """The answer where each hand is kept or redrawn by what promises more at the target."""
    best = find_best(
        lattice,
        classes.labels,
        met,
        {horizon: (future.subsets, future.scale) for horizon, future in futures.items()},
        terms.target,
        official=terms.procedure is Procedure.OFFICIAL,
    )
    hands = comb(lattice.total, HAND)
    chances = tuple(
        HorizonChance(horizon, best.chances[horizon], Fraction(int(future.subsets[0][0]), hands * future.scale))
        for horizon, future in futures.items()
    )
    expected = _expected(classes, terms, best.redraw_rate, best.class_shares)
    return Solution(chances, best.redraw_rate, expected, best, best.states)


# Drawing on with scenes: whoever sets a scene may draw a card (CR 6.2.1).


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
