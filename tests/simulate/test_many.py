"""Many builds at one table: the games of each are those that it plays by itself."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.decks.deck import Deck
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import (
    half_points,
    lay_out_builds,
    lay_out_meetings,
    orders_of,
    play_builds,
    play_games,
)


def builds_of(deck, catalog):
    """Builds with a card more of every thirtieth number, in place of the deck's first or last card."""
    counts = dict(deck.counts)
    for place, number in enumerate(list(catalog)[::30]):
        changed = {**counts, number: counts.get(number, 0) + 1}
        changed[list(counts)[-1 if place % 2 else 0]] -= 1
        yield Deck("build", tuple((each, count) for each, count in changed.items() if count))


@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_games_are_those_that_a_build_plays_by_itself(policy, decks, catalog):
    deck, opponent = decks
    terms, games = Terms(policies=(policy, policy), catalog=catalog), range(4, 16)
    builds = [deck, *builds_of(deck, catalog)]
    together = play_builds(lay_out_builds(deck, orders_of(deck, builds, catalog), opponent, 3, terms), 5, games)
    assert together.shape == (len(builds), len(games))
    alone = []
    for build in builds:
        (meeting,) = lay_out_meetings((deck, build), (opponent,), (3,), terms)
        alone.append(half_points(play_games(meeting.tables[1], 5, 3, games).rows))
    assert np.array_equal(together, alone)
    assert len({row.tobytes() for row in together}) > 1
