"""Hands by what they hold of each class, every count capped where more of it makes no difference.

A *state* is one vector of capped counts. Cards of a class that has reached its cap are like any other card, so drawing
a card leads from state to state with weights that depend on the state and the number of cards drawn alone: the whole of
a deck's chance is a walk on a small lattice. All of this is compiled, for Python and for the page; the caller gives all
memory.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ucgsim.compiling.compiled import compiled

HAND = 6
"""Cards of a starting hand and of a redraw (CR 4.2.3)."""

COUNT, UNLESS, NOT = range(3)
"""What a condition is written in, see `holds`."""


class Lattice(NamedTuple):
    """The states of a deck's classes, sorted by the number of cards in them and then as words are.

    ``counts`` holds the capped counts of each state, ``above`` the state that one more card of each class leads to, or
    the state itself where there is none: int32[states * classes], state by state. ``reach[m]`` states can be met once
    m cards are drawn; they are the first ones. ``tails`` numbers them, see `number_states`.
    """

    sizes: Any
    caps: Any
    total: int
    counts: Any
    above: Any
    reach: Any
    tails: Any


@compiled
def choose(number: int, drawn: int) -> float:
    """Ways to draw so many of a number of cards."""
    ways = 1.0 if drawn <= number else 0.0
    for step in range(1, drawn + 1):
        ways = ways * (number - drawn + step) / step
    return ways


@compiled
def perm(number: int, drawn: int) -> float:
    """Orders in which so many of a number of cards can be drawn."""
    ways = 1.0
    for step in range(drawn):
        ways *= number - step
    return ways


@compiled
def count_states(caps: Any, more: int, most: int, states: Any, room: Any) -> None:
    """Fill ``states[m]`` with how many vectors of counts have a sum of at most m, for each m up to ``most``.

    Counts go up to ``caps``, of one class more up to ``more``. Both arrays are float64[most + 1] or longer.
    """
    for held in range(most + 1):
        states[held] = 1.0 if held == 0 else 0.0
    for index in range(len(caps) + 1):
        cap = caps[index] if index < len(caps) else more
        for held in range(most + 1):
            room[held] = states[held]
        within = 0.0
        for held in range(most + 1):
            within += room[held]
            if held > cap:
                within -= room[held - cap - 1]
            states[held] = within
    for held in range(1, most + 1):
        states[held] += states[held - 1]


@compiled
def room_of(width: float, most: float, states: float) -> float:
    """Whole numbers that a lattice takes, see `laid`."""
    return 2 * width + (width + 1) * (most + 2) + most + 1 + 2 * states * width


@compiled
def laid(numbers: Any, width: int, total: int, most: int, states: int) -> Lattice:
    """A lattice of ``width`` classes and at most ``most`` cards in a row of whole numbers, still empty."""
    tails = 2 * width
    reach = tails + (width + 1) * (most + 2)
    counts = reach + most + 1
    above = counts + states * width
    return Lattice(
        numbers[:width],
        numbers[width:tails],
        total,
        numbers[counts:above],
        numbers[above : above + states * width],
        numbers[reach:counts],
        numbers[tails:reach],
    )


@compiled
def _number_states(lattice: Lattice) -> None:
    """Fill ``tails`` and ``reach``.

    ``tails`` has ``most + 2`` numbers for each class and for the end: how many vectors of counts of this class and of
    those behind it have a sum below 0, 1, 2, ... Hence the states before one, see `rank`.
    """
    width, stride = len(lattice.caps), len(lattice.reach) + 1
    tails = lattice.tails
    for index in range(width, -1, -1):
        here, behind = index * stride, (index + 1) * stride
        tails[here] = 0
        for held in range(1, stride):
            if index == width:
                tails[here + held] = 1
            else:
                below = max(0, held - lattice.caps[index] - 1)
                tails[here + held] = tails[here + held - 1] + tails[behind + held] - tails[behind + below]
    for held in range(1, stride):
        lattice.reach[held - 1] = tails[held]


@compiled
def before(lattice: Lattice, index: int, count: int, left: int) -> int:
    """Of the states alike in front of a class, with ``left`` cards in it and behind: those with fewer in it."""
    start = (index + 1) * (len(lattice.reach) + 1) + left + 1
    return lattice.tails[start] - lattice.tails[start - count]


@compiled
def rank(lattice: Lattice, counts: Any, start: int) -> int:
    """The place of the state with the counts from ``start`` on, those above the caps cut down to them."""
    left = 0
    for index in range(len(lattice.caps)):
        left += min(lattice.caps[index], counts[start + index])
    row = lattice.reach[left - 1] if left else 0
    for index in range(len(lattice.caps)):
        count = min(lattice.caps[index], counts[start + index])
        row += before(lattice, index, count, left)
        left -= count
    return row


@compiled
def list_states(lattice: Lattice) -> None:
    """Fill all but the sizes and the caps, which must be there."""
    _number_states(lattice)
    width, most = len(lattice.caps), len(lattice.reach) - 1
    counts, row = lattice.counts, 0
    for held in range(most + 1):
        is_first = True
        while row < lattice.reach[held]:
            start, left, index = row * width, held, width
            if is_first:
                for place in range(start, start + width):
                    counts[place] = 0
            else:
                # One card more of the last class that can take it, and what is behind it as far behind as can be.
                for place in range(start, start + width):
                    counts[place] = counts[place - width]
                left, index = 0, width - 1
                while left == 0 or counts[start + index] == lattice.caps[index]:
                    left += counts[start + index]
                    counts[start + index] = 0
                    index -= 1
                counts[start + index] += 1
                left -= 1
            for place in range(width - 1, -1 if is_first else index, -1):
                counts[start + place] = min(left, lattice.caps[place])
                left -= counts[start + place]
            _link(lattice, row, held)
            is_first = False
            row += 1


@compiled
def _link(lattice: Lattice, row: int, held: int) -> None:
    """Where one more card of each class leads from a state.

    That state comes after those before it: they differ in a class in front, and have a card more to share out, or in
    one behind, and have not.
    """
    width, is_last = len(lattice.caps), held == len(lattice.reach) - 1
    start, left, behind = row * width, 0, 0
    for index in range(width - 1, -1, -1):
        lattice.above[start + index] = behind
        left += lattice.counts[start + index]
        behind += before(lattice, index, lattice.counts[start + index], left)
    front = lattice.reach[held]
    for index in range(width):
        count = lattice.counts[start + index]
        if is_last or count == lattice.caps[index]:
            lattice.above[start + index] = row
        else:
            lattice.above[start + index] += front + before(lattice, index, count + 1, left + 1)
        if not is_last:
            front += before(lattice, index, count, left + 1)
        left -= count


@compiled
def after_draw(lattice: Lattice, row: int, left: int, values: Any) -> float:
    """The sum over the next card, of ``left`` in the deck, of the value of the state that it leads to."""
    width = len(lattice.caps)
    drawn, others = 0.0, left
    for index in range(width):
        count = lattice.counts[row * width + index]
        if count < lattice.caps[index]:
            room = lattice.sizes[index] - count
            others -= room
            drawn += room * values[lattice.above[row * width + index]]
    return drawn + others * values[row]


@compiled
def sum_subsets(lattice: Lattice, sums: Any) -> None:
    """Sums of values over the hands that contain m given cards, for each m up to six and each state of m cards.

    ``sums`` is float64[7 * reach[6]], a block for each m; the last one, of the hands themselves, is given.
    """
    size = lattice.reach[HAND]
    for held in range(HAND - 1, -1, -1):
        for row in range(lattice.reach[held]):
            value = after_draw(lattice, row, lattice.total - held, sums[(held + 1) * size : (held + 2) * size])
            # Each set is met once for every card it has beyond the given ones.
            sums[held * size + row] = value / (HAND - held)


@compiled
def count_ways(lattice: Lattice, ways: Any) -> None:
    """The sets of m cards that have each state, for each m up to six: laid out as in `sum_subsets`."""
    size, width = lattice.reach[HAND], len(lattice.caps)
    rest = lattice.total
    for index in range(width):
        rest -= lattice.sizes[index]
    for row in range(size):
        for drawn in range(HAND + 1):
            ways[drawn * size + row] = choose(rest, drawn)
        for index in range(width):
            count = lattice.counts[row * width + index]
            most = count if count < lattice.caps[index] else HAND
            for drawn in range(HAND, -1, -1):
                product = 0.0
                for own in range(count, min(most, drawn) + 1):
                    product += choose(lattice.sizes[index], own) * ways[(drawn - own) * size + row]
                ways[drawn * size + row] = product


@compiled
def holds(condition: Any, counts: Any, start: int) -> bool:
    """Whether a condition holds for the counts from ``start`` on.

    A condition is a row of whole numbers. ``COUNT, low, high, n, classes...`` asks whether the cards of n classes are
    ``low`` to ``high``; ``UNLESS, answer, n`` leaves out the next n numbers if that was the answer so far; ``NOT``
    turns the answer around.
    """
    place, answer = 0, 1
    while place < len(condition):
        if condition[place] == COUNT:
            number, size = 0, condition[place + 3]
            for index in range(size):
                number += counts[start + condition[place + 4 + index]]
            answer = 1 if condition[place + 1] <= number <= condition[place + 2] else 0
            place += 4 + size
        elif condition[place] == UNLESS:
            place += 3 + (condition[place + 2] if answer == condition[place + 1] else 0)
        else:
            answer = 1 - answer
            place += 1
    return answer == 1
