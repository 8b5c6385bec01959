"""Chances counted by other code, slowly and in whole numbers of any size: states in a dictionary, fractions at the end.

It takes the classes of a question as they are, and shares nothing else with the arithmetic that is tested.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm, prod
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.cards.versions import Procedure
from ucgsim.probability.condition import Count, holds, leaves
from ucgsim.probability.counting.terms import Redraw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ucgsim.probability.classes import Classes
    from ucgsim.probability.counting.terms import DrawTerms, Horizon

HAND = 6


def vectors(caps: Sequence[int], most: int) -> Iterator[tuple[int, ...]]:
    """Every vector of counts up to ``caps`` with a sum of at most ``most``."""
    if not caps:
        yield ()
        return
    for first in range(min(caps[0], most) + 1):
        for rest in vectors(caps[1:], most - first):
            yield (first, *rest)


class Oracle:
    """The answer to a question: ``chances`` by horizon with the redraw and without, ``rate``, ``given`` by class."""

    def __init__(self, classes: Classes, terms: DrawTerms) -> None:
        self.classes, self.terms, self.total = classes, terms, classes.total
        most = max(self.seen(horizon) for horizon in terms.every_horizon)
        self.caps = [self.cap(index, most) for index in range(len(classes.sizes))]
        self.states = sorted(vectors(self.caps, most), key=sum)
        self.row = {state: row for row, state in enumerate(self.states)}
        self.counts = np.array(self.states, np.int64).reshape(len(self.states), len(self.caps))
        sums = self.counts.sum(axis=1)
        self.reach = [int((sums <= held).sum()) for held in range(most + 1)]
        self.steps = [self.step(index) for index in range(len(self.caps))]
        self.met = self.where(terms.want)
        self.futures = {horizon: self.future(horizon) for horizon in terms.every_horizon}
        self.hands = comb(self.total, HAND)
        weighs = terms.redraw is Redraw.BEST and terms.target.cards + terms.target.scene_turns > HAND
        self.rate, self.given, with_redraw = self.best() if weighs else self.fixed()
        self.chances = {
            horizon: (with_redraw[horizon], Fraction(int(sums[0][0]), self.hands * scale))
            for horizon, (sums, scale) in self.futures.items()
        }

    def cap(self, index, most):
        """From how many cards of a class on no comparison changes any more, whatever else is held, and no scene."""
        compared = [leaf for node in self.terms.questions for leaf in leaves(node) if isinstance(leaf, Count)]
        limits = [leaf for leaf in compared if index in self.classes.members[leaf.filter]]
        enough = [1, *(leaf.low for leaf in limits), *(leaf.high + 1 for leaf in limits if leaf.high is not None)]
        enough += [self.terms.scene_turns for members in self.classes.rounds.values() if index in members]
        return min(self.classes.sizes[index], most, max(enough))

    def step(self, index):
        """The row that one card more of a class leads to, and how many such cards are left."""
        above, room = [], []
        for row, state in enumerate(self.states):
            higher = (*state[:index], state[index] + 1, *state[index + 1 :])
            above.append(self.row.get(higher, row))
            room.append(self.classes.sizes[index] - state[index] if state[index] < self.caps[index] else 0)
        return np.array(above), np.array(room, object)

    def where(self, node):
        def leaf(each):
            if isinstance(each, Count):
                number = self.counts[:, list(self.classes.members[each.filter])].sum(axis=1)
                return (number >= each.low) & (number <= (self.total if each.high is None else each.high))
            met = np.zeros(len(self.states), bool)
            for path in self.classes.paths[each]:
                for steps in product(*path):
                    met |= (self.counts[:, list(steps)] > 0).all(axis=1)
            return met

        return holds(node, leaf)

    def draw(self, values, held):
        rows = self.reach[held]
        left = np.full(rows, self.total - held, object)
        drawn = np.zeros(rows, object)
        for above, room in self.steps:
            left -= room[:rows]
            drawn += room[:rows] * values[above[:rows]]
        return drawn + left * values[:rows]

    def subsets(self, values):
        sums = [values[: self.reach[HAND]]]
        for held in range(HAND - 1, -1, -1):
            sums.insert(0, self.draw(sums[0], held) // (HAND - held))
        return sums

    def seen(self, horizon: Horizon) -> int:
        turns = horizon.scene_turns
        if not turns:
            return min(self.total, horizon.cards)
        return min(self.total, HAND + turns - 1 + max(0, turns - min(self.classes.rounds, default=turns)))

    def future(self, horizon: Horizon):
        """Sums over the hands around m cards of the orders that end well, and of how many that is."""
        seen = self.seen(horizon)
        values = self.met.astype(object) * 1
        if horizon.scene_turns:
            values = self.scenes(values, horizon.scene_turns, seen)
        else:
            for held in range(seen - 1, HAND - 1, -1):
                values = self.draw(values, held)
        return self.subsets(values), perm(self.total - HAND, seen - HAND)

    def scenes(self, goal, turns, most):
        rounds = self.classes.rounds

        @cache
        def before(turn, used):
            held = min(self.total, HAND + max(0, turn - 2) + len(used))
            if turn > turns:
                return goal[: self.reach[held]] * perm(self.total - held, most - held)
            drawn = min(self.total, held + (turn > 1))
            values = before(turn + 1, used)
            for number in sorted(rounds, reverse=True):
                if max((0, *used)) <= number < turn:
                    after = before(turn + 1, (*used, number))
                    after = self.draw(after, drawn) if drawn < self.total else after
                    waiting = self.counts[: self.reach[drawn], list(rounds[number])].sum(axis=1)
                    values = np.where(waiting > used.count(number), after, values)
            return self.draw(values, held) if drawn > held else values

        return before(1, ())

    def ways(self, state: tuple[int, ...]) -> list[int]:
        """Sets of 0 to 6 cards that have a state."""
        ways = [comb(self.classes.rest, drawn) for drawn in range(HAND + 1)]
        for size, cap, count in zip(self.classes.sizes, self.caps, state, strict=True):
            own = range(count, count + 1 if count < cap else HAND + 1)
            ways = [sum(comb(size, n) * ways[drawn - n] for n in own if n <= drawn) for drawn in range(HAND + 1)]
        return ways

    def fixed(self):
        """Where the state of a hand says whether it is given back."""
        redraw = self.terms.redraw
        again = ~self.met if redraw not in {Redraw.NEVER, Redraw.ALWAYS} else np.full(len(self.met), redraw == "always")
        again = self.where(self.terms.redraw_when) if redraw is Redraw.WHEN else again
        given = self.subsets(again[: self.reach[HAND]].astype(object) * 1)
        ways = np.array([self.ways(state) for state in self.states[: self.reach[HAND]]], object)
        rate = Fraction(int(given[0][0]), self.hands)
        chances = {}
        for horizon, (good, scale) in self.futures.items():
            chance = Fraction(int((ways[:, HAND] * (1 - given[HAND]) * good[HAND]).sum()), self.hands * scale)
            if self.terms.procedure is Procedure.RESHUFFLE:
                chance += rate * Fraction(int(good[0][0]), self.hands * scale)
            else:
                pairs = sum(
                    (-1) ** m * int((ways[: self.reach[m], m] * given[m] * good[m]).sum()) for m in range(HAND + 1)
                )
                chance += Fraction(pairs, self.hands * max(1, comb(self.total - HAND, HAND)) * scale)
            chances[horizon] = chance
        units = np.eye(len(self.classes.sizes), dtype=int).tolist()
        rows = [self.row[tuple(unit)] for unit in units]
        shares = [
            Fraction(size * int(given[1][row]), self.hands) for size, row in zip(self.classes.sizes, rows, strict=True)
        ]
        return rate, shares, chances

    def best(self):
        """Where each hand is weighed: what a redraw promises is summed over the subsets of the hand."""
        sizes, caps = (*self.classes.sizes, self.classes.rest), self.caps
        hands = [hand for hand in vectors([min(HAND, size) for size in sizes], HAND) if sum(hand) == HAND]
        deals = {hand: prod(map(comb, sizes, hand)) for hand in hands}
        official = self.terms.procedure is Procedure.OFFICIAL
        second = comb(self.total - HAND, HAND) if official else self.hands
        row_of = cache(lambda cards: self.row[tuple(map(min, cards[:-1], caps))])
        parts = {
            hand: [
                ((-1) ** sum(part) * prod(map(comb, hand, part)), sum(part), row_of(part))
                for part in product(*(range(count + 1) for count in hand))
            ]
            for hand in (hands if official else ())
        }

        def values(good, hand):
            kept = int(good[HAND][row_of(hand)]) * second
            return kept, sum(sign * good[m][row] for sign, m, row in parts[hand]) if official else int(good[0][0])

        good, _scale = self.futures[self.terms.target]
        again = {hand: redrawn > kept for hand in hands for kept, redrawn in [values(good, hand)]}
        given = {hand: deals[hand] for hand in hands if again[hand]}
        chances = {
            horizon: Fraction(
                sum(deals[hand] * values(good, hand)[again[hand]] for hand in hands), self.hands * second * scale
            )
            for horizon, (good, scale) in self.futures.items()
        }
        shares = [Fraction(sum(n * hand[c] for hand, n in given.items()), self.hands) for c in range(len(caps))]
        return Fraction(sum(given.values()), self.hands), shares, chances
