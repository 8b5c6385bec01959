"""Who was ahead, and by how many battles, after every Round: read from the text of the battles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

UNREACHED = -128
"""Where a game had ended before, or ended in that Round."""
_SLASH, _WON_BY_A, _WON_BY_B = b"/AB"


def _text(battles: pl.Series) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The characters of all games, and where each game's begin and end, shape (games + 1,)."""
    array = battles.fill_null("").rechunk().to_arrow().cast(pa.large_string())
    _, offsets, characters = array.buffers()
    ends = np.frombuffer(offsets, np.int64)[array.offset : array.offset + len(array) + 1]
    if characters is None:
        return np.zeros(0, np.uint8), ends
    return np.frombuffer(characters, np.uint8)[ends[0] : ends[-1]], ends - ends[0]


def standings(battles: pl.Series, rounds: NDArray[np.int64]) -> NDArray[np.int16]:
    """Battles that side a is ahead after each Round in which the game went on, shape (games, Rounds).

    ``battles`` as in the column of that name, ``rounds`` the Round in which each game ended. Column 0 is the
    first Round; ``UNREACHED`` where the game was over.
    """
    characters, ends = _text(battles)
    lengths = np.diff(ends)
    slashes = characters == _SLASH
    # A new stretch begins with every game and behind every slash, so stretches are numbered by both.
    game = np.repeat(np.arange(len(lengths)), lengths)
    stretch = np.cumsum(slashes) + game
    worth = (characters == _WON_BY_A).astype(np.int8) - (characters == _WON_BY_B)
    before = np.concatenate([[0], np.cumsum(slashes)])[ends]
    first = before[:-1] + np.arange(len(lengths))
    ahead = np.bincount(stretch, weights=worth, minlength=int(before[-1]) + len(lengths)).astype(np.int16)

    judged = np.diff(before) + 1
    owner = np.repeat(np.arange(len(lengths)), judged)
    column = np.arange(len(owner)) - first[owner]
    table = np.full((len(lengths), max(int(rounds.max(initial=0)), 1)), UNREACHED, np.int16)
    going_on = (column + 1 < rounds[owner]) & (lengths[owner] > 0)
    table[owner[going_on], column[going_on]] = ahead[going_on]
    return table
