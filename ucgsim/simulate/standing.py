"""Who had won which battles, and who was to lead, after every Round: read from the text of the battles."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNREACHED = -128
"""Where a game had ended before, or ended in that Round."""
SEVERAL = 3
"""Battles won that win the game unless the other side has as many (CR 1.3.2); more count as this."""
LEADS = 2
STANDINGS = LEADS * (SEVERAL**2 + 1)
"""Battles won by a and by b, each below three or both three, with either side to lead the next Round."""
_SLASH, _WON_BY_A, _WON_BY_B = b"/AB"


class Standing(NamedTuple):
    """What a player sees when a Round is over: battles won by a and by b, and who leads the next (0 a, 1 b)."""

    won_by_a: int
    won_by_b: int
    lead: int

    @classmethod
    def of(cls, code: int) -> Standing:
        """The standing of a number below ``STANDINGS``."""
        battles, lead = divmod(code, LEADS)
        return cls(*(divmod(battles, SEVERAL) if battles < SEVERAL**2 else (SEVERAL, SEVERAL)), lead)

    @property
    def code(self) -> int:
        """Its number, below ``STANDINGS``."""
        battles = SEVERAL * self.won_by_a + self.won_by_b if max(self[:2]) < SEVERAL else SEVERAL**2
        return LEADS * battles + self.lead


class Course(NamedTuple):
    """What stood after each Round in which a game went on: of all games in order, each Round by Round, (k,)."""

    game: NDArray[np.int64]
    round: NDArray[np.int64]
    ahead: NDArray[np.int64]
    """Battles that side a was ahead."""
    code: NDArray[np.int64]
    """The number of the ``Standing``."""


def course_of(
    letters: NDArray[np.uint8], ends: NDArray[np.int64], rounds: NDArray[np.int64], first_lead: NDArray[np.int64]
) -> Course:
    """What stood when, from the letters of the battles of all games; ``ends``: where those of each end, (games,).

    ``rounds``: in which each game ended; ``first_lead``: 0 for a, 1 for b. Whoever wins the newest battle leads the
    next Round; nothing changes where nobody does (CR 5.9.6).
    """
    starts, stops, last = _stretches(letters, ends)
    first = np.concatenate([[0], last[:-1] + 1])
    game = np.repeat(np.arange(len(ends)), last - first + 1)
    after = np.arange(len(game)) - first[game] + 1
    going_on = (after < rounds[game]) & (np.diff(ends, prepend=0)[game] > 0)
    starts, stops, game, after = starts[going_on], stops[going_on], game[going_on], after[going_on]
    a, b = (_within(letters == side, starts, stops) for side in (_WON_BY_A, _WON_BY_B))
    # Of the battles of a Round the newest area stands last.
    newest = np.where(stops > starts, letters[stops - 1], 0)
    leads = _last_leads(newest, after, first_lead[game])
    battles = np.where(np.maximum(a, b) < SEVERAL, SEVERAL * a + b, SEVERAL**2)
    return Course(game, after, a - b, LEADS * battles + leads)


def _stretches(letters: NDArray[np.uint8], ends: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """Where the battles of every Round begin and end, (Rounds,), and which Round is the last of each game, (games,)."""
    slashes = np.flatnonzero(letters == _SLASH)
    last = np.searchsorted(slashes, ends) + np.arange(len(ends))
    ends_game = np.zeros(len(slashes) + len(ends), bool)
    ends_game[last] = True
    stops = np.empty(len(ends_game), np.int64)
    stops[ends_game], stops[~ends_game] = ends, slashes
    return np.concatenate([[0], (stops + ~ends_game)[:-1]]), stops, last


def _within(flags: NDArray[np.bool_], starts: NDArray[np.int64], stops: NDArray[np.int64]) -> NDArray[np.int64]:
    """How many flags are set in each stretch."""
    before = np.concatenate([[0], np.cumsum(flags, dtype=np.int32)])
    return np.asarray(before[stops] - before[starts], np.int64)


def _last_leads(
    newest: NDArray[np.uint8], after: NDArray[np.int64], first_lead: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Who leads the next Round: whoever won the newest battle that was won in this game, else who led the first."""
    place = np.arange(len(newest))
    won = np.where((newest == _WON_BY_A) | (newest == _WON_BY_B), place, -1)
    latest = np.maximum.accumulate(won)
    return np.where(latest > place - after, newest[latest] == _WON_BY_B, first_lead)


def standings(letters: NDArray[np.uint8], ends: NDArray[np.int64], rounds: NDArray[np.int64]) -> NDArray[np.int16]:
    """Battles that side a is ahead after each Round in which the game went on, shape (games, Rounds).

    Arguments as for ``course_of``. Column 0 is the first Round; ``UNREACHED`` where the game was over.
    """
    course = course_of(letters, ends, rounds, np.zeros(len(ends), np.int64))
    table = np.full((len(ends), max(int(rounds.max(initial=0)), 1)), UNREACHED, np.int16)
    table[course.game, course.round - 1] = course.ahead
    return table
