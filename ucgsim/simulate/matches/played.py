"""Matches by the floor rules (version 1.7, sections 7 and 10): made of games of which each side led the first turn.

A match has a chance of its own and plays the games that its course asks for, slot by slot over all matches of a
part. Both sides win the first throw in turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.engine.core.constants import PLAYERS, Reason
from ucgsim.errors import UcgsimError
from ucgsim.simulate.matches.choices import lead_chance, second_decks
from ucgsim.simulate.plan import HALVES
from ucgsim.simulate.same_chance.compare import play_given
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.same_chance.compare import Games
    from ucgsim.simulate.table import Table

MOST_GAMES = 3
"""Games of a match at most."""
PART = 1000
"""Matches of one part; the choices of random players are drawn for each part anew."""
WORTH_WORKERS = 12
"""Parts that pay for starting workers, which takes a second or two."""
OUTSIDE_BATTLES = 5
"""Battle wins of a game that is won by other means than battles; the loser has none (floor rules 10)."""
_LETTERS = {ord("A"): 0, ord("B"): 1}
_SLASH = ord("/")
UNDECIDED = 2


class Format(StrEnum):
    """How many games make a match, and with which decks."""

    BO1 = "bo1"
    BO3 = "bo3"
    TWO_DECK = "two-deck-bo3"

    @property
    def needed(self) -> int:
        """Games that win the match."""
        return 1 if self is Format.BO1 else 2

    @property
    def slots(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each game the decks that may meet in it, as (deck of side 0, deck of side 1).

        With two decks each begins with its first; a deck that won is out (floor rules 7), and the loser takes which it
        likes (`matches.choices`).
        """
        if self is Format.TWO_DECK:
            later = ((0, 1), (1, 0), (1, 1))
            return ((0, 0),), later, later
        return (((0, 0),),) * (1 if self is Format.BO1 else MOST_GAMES)


@dataclass(frozen=True, eq=False)
class MatchUp:
    """Two players: ``tables[i, j]`` is their decks i and j laid out; ``turns``: when time is called, None for never."""

    form: Format
    tables: dict[tuple[int, int], Table]
    policies: tuple[str, str]
    seed: int
    matchup: int
    turns: int | None = None

    @cached_property
    def after_loss(self) -> tuple[int, int]:
        """The deck that each side takes after it has lost the first game."""
        if self.form is not Format.TWO_DECK:
            return 0, 0
        return second_decks(self.tables, self.policies, self.seed, self.matchup)


class MatchPart(NamedTuple):
    """Matches counted, by who won the first throw: their halves are side 0 and side 1.

    ``points[half]``: matches that side 0 lost, that nobody won, that it won, (2, 3). ``games[number, half]``: matches
    that began so many games, (4, 2). ``timed[half]``: matches that had a game that time ended, ``cut[half]``: matches
    that were ended by time, in a game or between two, (2,) each.
    """

    number: int
    points: NDArray[np.int64]
    games: NDArray[np.int64]
    timed: NDArray[np.int64]
    cut: NDArray[np.int64]

    @property
    def matches(self) -> int:
        """How many matches were played."""
        return int(self.points.sum())


class MatchTask(NamedTuple):
    """A part that is to be played: the number of the match-up, and which of its matches."""

    number: int
    span: range

    @property
    def key(self) -> str:
        """What the part is called where it is kept."""
        return f"{self.number}:{self.span.start}-{self.span.stop}"


class Results(NamedTuple):
    """Of some games: winner, turns played, battle wins of both sides (n, 2), whether time ended them."""

    winner: NDArray[np.int64]
    turns: NDArray[np.int64]
    wins: NDArray[np.int64]
    timed: NDArray[np.bool_]


class Standings:
    """Games with what was to be seen in the battle areas after each of their turns."""

    def __init__(self, games: Games, leads: NDArray[np.int64] | int) -> None:
        rows, text, ends = games
        for place in np.flatnonzero(rows["winner"] < 0):
            raise UcgsimError(f"game {rows['index'][place]}: ended without a winner at a limit of the program")
        self.winner, self.turns = rows["winner"].astype(np.int64), rows["turns"].astype(np.int64)
        self.wins = rows["battles_won"].astype(np.int64)
        outside = rows["reason"] != Reason.BATTLES
        self.wins[outside] = 0
        self.wins[outside, self.winner[outside]] = OUTSIDE_BATTLES
        self.lead = np.broadcast_to(leads, len(rows))
        self._read(text, np.concatenate([[0], ends]).astype(np.int64))

    def _read(self, text: NDArray[np.uint8], ends: NDArray[np.int64]) -> None:
        """Battle wins and the newest battle of every turn; a stretch is a turn of a game, at least one each."""
        n = len(ends) - 1
        slashes = text == _SLASH
        stretch = np.cumsum(slashes) + np.repeat(np.arange(n), np.diff(ends))
        before = np.concatenate([[0], np.cumsum(slashes)])[ends]
        size = int(before[-1]) + n
        self.first = before[:-1] + np.arange(n)
        self.held = np.stack([np.bincount(stretch, text == letter, size) for letter in _LETTERS], axis=1).astype(int)
        last = np.append(stretch[1:] != stretch[:-1], True)[: len(text)]
        # A slash opens its stretch, so the last letter of a stretch is its newest battle.
        self.newest = np.full(size, UNDECIDED)
        self.newest[stretch[last]] = [_LETTERS.get(int(letter), UNDECIDED) for letter in text[last]]
        decided = np.where(self.newest < UNDECIDED, np.arange(size), -1)
        self.last_decided = np.maximum.accumulate(decided)

    def results(self, which: NDArray[np.int64], left: NDArray[np.int64]) -> Results:
        """Of the games ``which``, each with ``left`` turns until time is called: that turn ends, one more follows."""
        limit = left + 1
        timed = self.turns[which] > limit
        winner, turns, wins = self.winner[which], self.turns[which], self.wins[which]
        at = self.first[which[timed]] + limit[timed] - 1
        held = self.held[at]
        last = self.last_decided[at]
        # Even battle wins: the newest battle decides, a tied one leaves the Lead Player, who won the one before it.
        fallback = np.where(last >= self.first[which[timed]], self.newest[last], self.lead[which[timed]])
        even = held[:, 0] == held[:, 1]
        winner[timed] = np.where(even, fallback, np.argmax(held, axis=1))
        turns[timed], wins[timed] = limit[timed], held
        return Results(winner, turns, wins, timed)


def play_part(match_up: MatchUp, number: int, start: int, matches: int) -> MatchPart:
    """Play ``matches`` matches from match ``start`` on: a pure function of its arguments."""
    draws = np.random.default_rng([match_up.seed, match_up.matchup, start]).random((matches, MOST_GAMES))
    thrown = (start + np.arange(matches)) % HALVES
    course = _course(match_up, draws, thrown, start)
    points = np.zeros((HALVES, 3), np.int64)
    np.add.at(points, (thrown, np.where(course.winner == 0, 2, 0)), 1)
    begun = [_by_half(course.games == games, thrown) for games in range(MOST_GAMES + 1)]
    return MatchPart(number, points, np.stack(begun), *(_by_half(each, thrown) for each in (course.timed, course.cut)))


def _by_half(flags: NDArray[np.bool_], thrown: NDArray[np.int64]) -> NDArray[np.int64]:
    """Matches of each half that have a flag, (2,)."""
    return np.bincount(thrown[flags], minlength=HALVES)


class _Course(NamedTuple):
    winner: NDArray[np.int64]
    games: NDArray[np.int64]
    timed: NDArray[np.bool_]
    cut: NDArray[np.bool_]


def _course(match_up: MatchUp, draws: NDArray[np.float64], thrown: NDArray[np.int64], start: int) -> _Course:
    """How matches go, of which sides ``thrown`` win the first throw; (matches,) each."""
    n = len(draws)
    form = match_up.form
    leads = np.array([lead_chance(policy) for policy in match_up.policies])
    chooser, last = thrown.copy(), np.zeros(n, np.int64)
    won, battles = np.zeros((n, PLAYERS), np.int64), np.zeros((n, PLAYERS), np.int64)
    left = np.full(n, np.iinfo(np.int32).max if match_up.turns is None else match_up.turns, np.int64)
    begun, timed, live = np.zeros(n, np.int64), np.zeros(n, bool), np.ones(n, bool)
    taken = np.zeros((n, PLAYERS), np.int64)
    for slot, meetings in enumerate(form.slots):
        lead = np.where(draws[:, slot] < leads[chooser], chooser, 1 - chooser)
        for decks in meetings:
            here = np.flatnonzero(live & (begun == slot) & (taken == decks).all(axis=1))
            results = _games(match_up, decks, MOST_GAMES * (start + here) + slot, lead[here], left[here])
            last[here], chooser[here], timed[here] = results.winner, 1 - results.winner, results.timed
            won[here, results.winner] += 1
            battles[here] += results.wins
            left[here] -= results.turns
            begun[here] += 1
            live[here] = (won[here].max(axis=1) < form.needed) & (left[here] > 0)
            if form is Format.TWO_DECK:
                _take(match_up, taken, won, here, results.winner)
    # Time may also end a match between two games, before anyone has won enough of them.
    return _Course(_winners(won, battles, last), begun, timed, timed | (won.max(axis=1) < form.needed))


def _take(
    match_up: MatchUp,
    taken: NDArray[np.int64],
    won: NDArray[np.int64],
    here: NDArray[np.int64],
    winner: NDArray[np.int64],
) -> None:
    """Take the decks of the next game, (matches, 2), after games ``here``: one that won is out (floor rules 7)."""
    taken[here, winner] = 1 - taken[here, winner]
    loser = 1 - winner
    free = won[here, loser] == 0
    taken[here[free], loser[free]] = np.array(match_up.after_loss)[loser[free]]


def _games(
    match_up: MatchUp,
    decks: tuple[int, int],
    indices: NDArray[np.int64],
    leads: NDArray[np.int64],
    left: NDArray[np.int64],
) -> Results:
    """Games of two decks with these Lead Players, each with ``left`` turns until time is called; (n,) each."""
    played = play_given(match_up.tables[decks], match_up.seed, match_up.matchup, indices, leads)
    return Standings(played, leads).results(np.arange(len(indices)), left)


def _winners(won: NDArray[np.int64], battles: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int64]:
    """More games won, else more battles won in all of them, else the last game (floor rules 10)."""
    by_battles = np.where(battles[:, 0] == battles[:, 1], last, np.argmax(battles, axis=1))
    return np.asarray(np.where(won[:, 0] == won[:, 1], by_battles, np.argmax(won, axis=1)), dtype=np.int64)


def match_tasks(match_ups: int, matches: int) -> list[MatchTask]:
    """What is to be played of so many match-ups, in the order in which it is played and counted."""
    starts = range(0, matches, PART)
    return [
        MatchTask(number, range(start, min(start + PART, matches))) for number in range(match_ups) for start in starts
    ]


def play_matches(match_ups: Sequence[MatchUp], matches: int, *, jobs: int = 1, skip: int = 0) -> Iterator[MatchPart]:
    """Play ``matches`` matches of each of ``match_ups``, side by side where that pays.

    ``skip`` parts are not played again; those that are come in the order of ``match_tasks``, whatever ``jobs``.
    """
    yield from play_tasks(match_ups, match_tasks(len(match_ups), matches)[skip:], jobs=jobs)


def play_tasks(match_ups: Sequence[MatchUp], tasks: Iterable[MatchTask], *, jobs: int = 1) -> Iterator[MatchPart]:
    """Play these parts, in their order."""
    tasks = list(tasks)
    for number in dict.fromkeys(task.number for task in tasks):
        # Once, before workers would all look for it.
        _ = match_ups[number].after_loss
    calls = [partial(play_part, match_ups[task.number], task.number, task.span.start, len(task.span)) for task in tasks]
    yield from in_order(calls, jobs, WORTH_WORKERS)
