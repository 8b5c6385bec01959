"""Paired games in which policies are held against each other: the same decks, shuffles and chance for all of them."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.policies.seating import seat
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.parts.played import play
from ucgsim.simulate.table import make_plan
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.terms import Terms

WORTH_WORKERS = 4.0
"""Seconds of work that pay for starting workers, which takes more than one."""
MOST_MATCHUPS = 2**31 - 1


class Meeting(NamedTuple):
    """Games of a policy with ``deck`` against the opponent with ``other``; ``matchup``: the number of their chance."""

    deck: Deck
    other: Deck
    matchup: int
    games: int


def draw_meetings(
    decks: Sequence[Deck], shares: Sequence[float], others: Sequence[Deck], *, key: str, n: int, games: int
) -> list[Meeting]:
    """``n`` meetings by chance, decks by their shares, half of them mirrors; ``others`` are what they meet else.

    ``games``: of each. ``key``: what the chance is made of, the decks and that of their games.
    """
    chance = random.Random(key)
    meetings = []
    for place in range(n):
        deck = chance.choices(decks, shares)[0]
        other = deck if place % 2 == 0 else chance.choice(others)
        meetings.append(Meeting(deck, other, chance.randrange(MOST_MATCHUPS), games))
    return meetings


class Player:
    """Plays meetings, with workers where that pays; results do not depend on them."""

    def __init__(self, terms: Terms, against: str, jobs: int) -> None:
        self.terms, self.against, self.jobs = terms, against, jobs
        self.pace = 0.0
        """Seconds that a game took in the latest call."""

    def scores(self, meetings: Sequence[Meeting], policies: Sequence[str]) -> NDArray[np.float64]:
        """What each policy made of each game against the opponent, shape (policies, games)."""
        tasks = [partial(play_meeting, each, tuple(policies), self.against, self.terms) for each in meetings]
        games = sum(each.games for each in meetings) * len(policies)
        jobs = self.jobs if self.pace * games > WORTH_WORKERS else 1
        started = time.perf_counter()
        pieces = list(in_order(tasks, jobs, 2))
        self.pace = (time.perf_counter() - started) * jobs / games
        return np.concatenate(pieces, axis=1)


def play_meeting(meeting: Meeting, policies: tuple[str, ...], against: str, terms: Terms) -> NDArray[np.float64]:
    """What each policy made of each game of a meeting, shape (policies, games)."""
    terms = terms.but(policies=(policies[0], against), matchup=meeting.matchup)
    plan, table = make_plan((meeting.deck, meeting.other), meeting.games, terms)
    scores, tables = [], table.tables.copy()
    for name in policies:
        seat(tables, [parse_policy(name), parse_policy(against)])
        winners = play(replace(plan, policies=(name, against)), table.but(tables), range(meeting.games)).rows["winner"]
        scores.append(np.select([winners == 0, winners == 1], [1.0, 0.0], 0.5))
    return np.array(scores)
