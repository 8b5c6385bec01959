"""Which deck the loser of the first game of a two-deck match takes next: what is best for it, as the players know it.

A deck that won is out (floor rules 7), so the winner goes on with its other deck, and the loser, who needs both games
that are left, meets that one with both of its own decks. What it may choose is their order, and that matters as the
loser of a game chooses who leads the next one (floor rules 10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.same_chance.compare import half_points, play_given

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.table import Table

DECKS = 2
KNOWN_GAMES = 400
"""Games that players know of every two decks with either side leading: rates within five points."""
SLOW_KNOWN_GAMES = 40
"""The same where somebody searches."""
BEFORE = 1 << 40
"""Numbers of games from here on are those that players know; no match has as many."""


def lead_chance(policy: str) -> float:
    """How often a policy chooses to lead: as its parameter says, else by a coin."""
    parsed = parse_policy(policy)
    named = {parameter.name: value for parameter, value in zip(parsed.kind.parameters, parsed.values, strict=True)}
    return float(named["lead"] > 0.5) if "lead" in named else 0.5


def second_decks(
    tables: dict[tuple[int, int], Table], policies: Sequence[str], seed: int, matchup: int
) -> tuple[int, int]:
    """The deck that each side takes after it has lost the first game.

    It is judged by games before the match, on one chance for all decks, so that it is the same wherever it is asked.
    """
    games = SLOW_KNOWN_GAMES if any(parse_policy(policy).is_slow for policy in policies) else KNOWN_GAMES
    won = np.zeros((DECKS, DECKS, DECKS))
    for decks in ((0, 1), (1, 0), (1, 1)):
        for first in range(DECKS):
            indices = BEFORE + np.arange(games)
            rows = play_given(tables[decks], seed, matchup, indices, np.full(games, first, np.int64)).rows
            won[(*decks, first)] = half_points(rows).mean() / 2
    leads = [lead_chance(policy) for policy in policies]
    return (
        order_of_decks(won[:, 1], leads[0], 1 - leads[1]),
        order_of_decks(1 - won[1, :, ::-1], leads[1], 1 - leads[0]),
    )


def order_of_decks(won: NDArray[np.float64], next_lead: float, last_lead: float) -> int:
    """The deck to take into the second game of a match that is lost unless both further games are won.

    ``won[deck, first]``: chance to win with each deck where one leads oneself (0) or the other does (1), (2, 2);
    ``next_lead``, ``last_lead``: how often one leads the second and the third game oneself. The first where both
    orders are worth the same.
    """
    second, third = (share * won[:, 0] + (1 - share) * won[:, 1] for share in (next_lead, last_lead))
    return int(np.argmax(second * third[::-1]))
