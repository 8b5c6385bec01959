"""Hands by what they hold of each class, every count capped where more of it makes no difference.

A *state* is one vector of capped counts. Cards of a class that has reached its cap are like any other card,
so drawing a card leads from state to state with weights that depend on the state and the number of cards
drawn alone: the whole of a deck's chance is a walk on a small lattice. All arithmetic is in integers; numbers
of ways are kept, not probabilities.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from ucgsim.probability.condition import Chain, Count, Node, holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.probability.classes import Classes

HAND = 6
"""Cards of a starting hand and of a redraw (CR 4.2.3)."""

SAFE_INTEGER = 2**62
"""Numbers of ways below this are counted in 64 bits, higher ones in Python's integers."""

Integers: TypeAlias = "NDArray[np.int64] | NDArray[np.object_]"


def count_states(caps: Sequence[int], most: int) -> int:
    """Vectors of counts up to ``caps`` with a sum of at most ``most``: what a lattice would hold."""
    by_sum = [1] + [0] * most
    for cap in caps:
        by_sum = [sum(by_sum[max(0, total - cap) : total + 1]) for total in range(most + 1)]
    return sum(by_sum)


class Lattice:
    """The states of a deck's classes, sorted by the number of cards in them.

    Attributes:
        counts: int64[states, classes], the capped counts.
        reach: ``reach[m]`` states can be met once m cards are drawn; they are the first ones.
    """

    def __init__(self, sizes: Sequence[int], caps: Sequence[int], rest: int, most: int) -> None:
        """Build the states of at most ``most`` cards of a deck of sum(sizes) + rest cards."""
        self.sizes, self.caps, self.rest = tuple(sizes), tuple(caps), rest
        self.total = sum(sizes) + rest
        counts = _vectors(caps, most)
        order = np.argsort(counts.sum(axis=1), kind="stable")
        self.counts = counts[order]
        sums = self.counts.sum(axis=1)
        self.reach = [int(np.searchsorted(sums, held, side="right")) for held in range(most + 1)]
        self._keys, self._radix = self._numbered()
        self._by_key = np.argsort(self._keys)
        self._steps = [self._step(index) for index in range(len(sizes))]
        self._open = sum((room for _, room in self._steps), np.zeros(len(sums), dtype=np.int64))

    def _numbered(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A number for each state, and what one more card of each class adds to it."""
        radix = np.ones(len(self.caps), dtype=np.int64)
        for index in range(len(self.caps) - 1, 0, -1):
            radix[index - 1] = radix[index] * (self.caps[index] + 1)
        return self.counts @ radix, radix

    def rows(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        """Rows of the states with these counts (int64[n, classes]), which must be states of the lattice."""
        return self._rows(counts @ self._radix)

    def _rows(self, keys: NDArray[np.int64]) -> NDArray[np.int64]:
        places = np.searchsorted(self._keys, keys, sorter=self._by_key)
        return self._by_key[np.minimum(places, len(self._by_key) - 1)]

    def _step(self, index: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For one class: the row that one card of it leads to, and how many such cards are left."""
        held = self.counts[:, index]
        above = self._rows(self._keys + self._radix[index])
        # A state at its cap, or of all the cards that can be drawn, has no row above; it points to itself.
        leads = (held < self.caps[index]) & (self._keys[above] == self._keys + self._radix[index])
        room = np.where(held < self.caps[index], self.sizes[index] - held, 0)
        return np.where(leads, above, np.arange(len(held))), room

    def below(self, rows: NDArray[np.int64], index: int, fewer: int) -> NDArray[np.int64]:
        """For each of these rows the one with ``fewer`` cards less of a class."""
        return self._rows(self._keys[rows] - fewer * self._radix[index])

    def draw(self, values: Integers, held: int) -> Integers:
        """Sum over the next card of the value that it leads to.

        ``values`` has an entry for each state of ``held + 1`` cards, the answer one for each of ``held``.
        """
        rows = self.reach[held]
        drawn: Integers = (self.total - held - self._open[:rows]) * values[:rows]
        for above, room in self._steps:
            drawn += room[:rows] * values[above[:rows]]
        return drawn

    def subsets(self, values: Integers, size: int = HAND) -> list[Integers]:
        """For each m up to ``size``: sums of ``values`` over the sets of ``size`` cards around m given ones.

        ``values`` belongs to states of ``size`` cards; entry m of the answer to states of m cards.
        """
        sums = [values[: self.reach[size]]]
        for held in range(size - 1, -1, -1):
            # Each set is found once for every card it has beyond the given ones.
            sums.append(self.draw(sums[-1], held) // (size - held))
        return sums[::-1]

    def ways(self, size: int = HAND) -> NDArray[np.int64]:
        """int64[states of ``size`` cards, size + 1]: sets of m cards that have each state."""
        rows = self.reach[size]
        counts = np.zeros((rows, size + 1), dtype=np.int64)
        counts[:] = [comb(self.rest, drawn) for drawn in range(size + 1)]
        for index, (number, cap) in enumerate(zip(self.sizes, self.caps, strict=True)):
            terms = _capped_choices(number, cap, size)[self.counts[:rows, index]]
            counts = _multiply(counts, terms)
        return counts

    def meets(self, node: Node, classes: Classes) -> NDArray[np.bool_]:
        """bool[states]: where a condition holds."""
        return holds(node, lambda leaf: leaf_holds(leaf, self.counts, classes))


def leaf_holds(leaf: Count | Chain, counts: NDArray[np.int64], classes: Classes) -> NDArray[np.bool_]:
    """bool[n]: where one count or chain of a condition holds, for int64[n, classes] counts."""
    if isinstance(leaf, Chain):
        met = np.zeros(len(counts), dtype=np.bool_)
        for path in classes.paths[leaf]:
            met |= (counts[:, list(path)] > 0).all(axis=1)
        return met
    number = counts[:, list(classes.members[leaf.filter])].sum(axis=1)
    high = classes.total if leaf.high is None else leaf.high
    return np.asarray((number >= leaf.low) & (number <= high))


def _vectors(caps: Sequence[int], most: int) -> NDArray[np.int64]:
    """All count vectors up to ``caps`` with a sum of at most ``most``, in the order of their numbers."""
    vectors = np.zeros((1, 0), dtype=np.int64)
    for cap in caps:
        left = np.minimum(most - vectors.sum(axis=1), cap)
        repeated = np.repeat(vectors, left + 1, axis=0)
        starts = np.repeat(np.cumsum(left + 1) - (left + 1), left + 1)
        vectors = np.column_stack([repeated, np.arange(len(repeated)) - starts])
    return vectors


def _capped_choices(number: int, cap: int, size: int) -> NDArray[np.int64]:
    """int64[cap + 1, size + 1]: ways to draw j of ``number`` cards, sorted by the capped count."""
    table = np.zeros((cap + 1, size + 1), dtype=np.int64)
    for drawn in range(size + 1):
        table[min(drawn, cap), drawn] = comb(number, drawn)
    return table


def _multiply(left: NDArray[np.int64], right: NDArray[np.int64]) -> NDArray[np.int64]:
    """Row by row the product of two polynomials, cut off at their length."""
    product = np.zeros_like(left)
    for power in range(right.shape[1]):
        product[:, power:] += left[:, : right.shape[1] - power] * right[:, power : power + 1]
    return product
