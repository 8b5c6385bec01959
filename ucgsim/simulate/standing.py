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


class _Judgements:
    """Every Round that was judged, of all games in order: battles won by either side, and who won the newest."""

    def __init__(self, letters: NDArray[np.uint8], ends: NDArray[np.int64], rounds: NDArray[np.int64]) -> None:
        ends = np.concatenate([[0], ends])
        lengths = np.diff(ends)
        slashes = letters == _SLASH
        # A new stretch begins with every game and behind every slash, so stretches are numbered by both.
        stretch = np.cumsum(slashes) + np.repeat(np.arange(len(lengths)), lengths)
        before = np.concatenate([[0], np.cumsum(slashes)])[ends]
        number = int(before[-1]) + len(lengths)
        self.won = [np.bincount(stretch, letters == side, number).astype(np.int16) for side in (_WON_BY_A, _WON_BY_B)]
        self.newest = np.zeros(number, np.uint8)
        # Of several that go to one place the last stays: the newest area stands last.
        self.newest[stretch] = letters
        self._place(before, lengths, rounds)

    def _place(self, before: NDArray[np.int64], lengths: NDArray[np.int64], rounds: NDArray[np.int64]) -> None:
        """Note of which game and Round each judgement is, and whether the game went on after it."""
        first = before[:-1] + np.arange(len(lengths))
        self.owner = np.repeat(np.arange(len(lengths)), np.diff(before) + 1)
        self.column = np.arange(len(self.owner)) - first[self.owner]
        self.going_on = (self.column + 1 < rounds[self.owner]) & (lengths[self.owner] > 0)
        self.shape = (len(lengths), max(int(rounds.max(initial=0)), 1))

    def by_round(self, values: NDArray[np.int16]) -> NDArray[np.int16]:
        """Values of judgements by game and Round, ``UNREACHED`` where the game was over."""
        table = np.full(self.shape, UNREACHED, np.int16)
        table[self.owner[self.going_on], self.column[self.going_on]] = values[self.going_on]
        return table


def standings(letters: NDArray[np.uint8], ends: NDArray[np.int64], rounds: NDArray[np.int64]) -> NDArray[np.int16]:
    """Battles that side a is ahead after each Round in which the game went on, shape (games, Rounds).

    ``letters`` of the battles of all games, ``ends`` where those of each end, ``rounds`` the Round in which it ended.
    Column 0 is the first Round; ``UNREACHED`` where the game was over.
    """
    judged = _Judgements(letters, ends, rounds)
    return judged.by_round(judged.won[0] - judged.won[1])


def standing_codes(
    letters: NDArray[np.uint8], ends: NDArray[np.int64], rounds: NDArray[np.int64], first_lead: NDArray[np.int64]
) -> NDArray[np.int16]:
    """``Standing`` before the first Round and after each in which the game went on, as codes, (games, 1 + Rounds).

    ``first_lead``: 0 for a, 1 for b. Whoever wins the newest battle leads the next Round; nothing changes where
    nobody does (CR 5.9.6). ``UNREACHED`` where the game was over.
    """
    judged = _Judgements(letters, ends, rounds)
    a, b = judged.won
    both = np.where(np.maximum(a, b) < SEVERAL, SEVERAL * a + b, SEVERAL**2).astype(np.int16)
    winner = np.select([judged.newest == _WON_BY_A, judged.newest == _WON_BY_B], [0, 1], UNREACHED).astype(np.int16)
    leads = _last_known(np.column_stack([first_lead.astype(np.int16), judged.by_round(winner)]))
    battle_codes = np.column_stack([np.zeros(len(leads), np.int16), judged.by_round(both)])
    return np.where(battle_codes == UNREACHED, UNREACHED, LEADS * battle_codes + leads).astype(np.int16)


def _last_known(table: NDArray[np.int16]) -> NDArray[np.int16]:
    """Every entry that is ``UNREACHED`` replaced by the last before it in its row that is not."""
    places = np.where(table == UNREACHED, 0, np.arange(table.shape[1]))
    return np.take_along_axis(table, np.maximum.accumulate(places, axis=1), axis=1)
