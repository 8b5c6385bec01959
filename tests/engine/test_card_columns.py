"""What is worked out of a card once, when the tables are made, and only read while games are played."""

from __future__ import annotations

from itertools import product

from ucgsim.engine.core.constants import NO_BP, Grade
from ucgsim.engine.core.tables import _column_read


def walked(bp, state):
    """The column of a state, looked for step by step: down to a printed one, from the lowest up where there is none."""
    column = state
    while column > Grade.SINGLE and bp[column] == NO_BP:
        column -= 1
    while column < Grade.QUAD and bp[column] == NO_BP:
        column += 1
    return column


def test_a_state_reads_the_nearest_printed_column_below_or_else_above():
    for bp in product((NO_BP, 0, 7000), repeat=5):
        for state in range(Grade.EXTRA):
            assert _column_read(bp, state) == walked(bp, state), (bp, state)
