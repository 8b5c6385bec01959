"""Matches of up to three games, from the chances of single games: whoever lost a game chooses who leads the next one.

A chance of a game is that of the row's deck against the column's, ``chosen`` where the row's player chooses who leads
and ``other`` where the column's does, (..., decks, decks) both; the throw decides who chooses in the first game.
"""

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from ucgsim.stats.multinomial import Floats


def best_of_three(chosen: Floats, other: Floats) -> Floats:
    """The chance of a match of up to three games with the same decks (floor rules 10: the loser chooses)."""
    first = (chosen + other) / 2
    after_win, after_loss = other + (1 - other) * chosen, chosen * other
    return np.asarray(first * after_win + (1 - first) * after_loss)


def two_deck_match(chosen: Floats, other: Floats, pairs: NDArray[np.int64]) -> Floats:
    """The chance of a two-deck match between pairs of decks, (..., pairs, pairs).

    ``pairs`` (pairs, 2) are places of decks, the first one that with which every match begins. A deck that won is out
    (floor rules 7), so that who lost the first game needs both games that are left, one with each of its decks against
    the other one's second; it takes them in the order that is best for it, and so does the other side.
    """
    a, b = pairs.T
    first = (chosen[..., a[:, None], a] + other[..., a[:, None], a]) / 2
    # Ahead: my second deck meets both of theirs, theirs choosing the order and who leads, then I choose.
    not_lost = np.minimum.reduce(
        [
            1 - (1 - other[..., b[:, None], theirs]) * (1 - chosen[..., b[:, None], others])
            for theirs, others in permutations((a, b))
        ]
    )
    # Behind: I win with both of mine against their second, I choose, then they do.
    won_twice = np.maximum.reduce(
        [chosen[..., mine[:, None], b] * other[..., others[:, None], b] for mine, others in permutations((a, b))]
    )
    return np.asarray(first * not_lost + (1 - first) * won_twice)
