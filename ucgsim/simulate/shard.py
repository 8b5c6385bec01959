"""One part of a run: a pure function of the plan and the part's number, one row a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl
import pyarrow as pa

from ucgsim.engine.core.record import new_game
from ucgsim.simulate.columns import COLUMNS, REASONS, SIDES, Column, Filled, Type, names_of
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.own.referee import referee_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan
    from ucgsim.simulate.table import Table

SIDE = pl.Enum(SIDES)
REASON = pl.Enum(list(REASONS.values()))
BYTES_PER_GAME = 48
"""Room for the battles of a game; where long games need more, a part is played in several goes."""
ROUNDS_BITS = 64

_TYPES: dict[Type, Any] = {
    Type.LARGE: pl.Int64,
    Type.WHOLE: pl.Int32,
    Type.SMALL: pl.Int16,
    Type.FLAG: pl.Boolean,
    Type.TEXT: pl.String,
    Type.SIDE: SIDE,
    Type.REASON: REASON,
    Type.ROUNDS: pl.List(pl.UInt8),
}
SCHEMA = pl.Schema({name: _TYPES[column.type] for column in COLUMNS for name in names_of(column)})
"""Columns of a part, in order (``columns.COLUMNS``)."""


class Played(NamedTuple):
    """``rows``: dtype ROW, (n,); ``battles``: text of all games; ``ends``: where that of each ends, (n,)."""

    rows: NDArray[np.void]
    battles: NDArray[np.uint8]
    ends: NDArray[np.int64]


def play_shard(plan: Plan, table: Table, number: int) -> pl.DataFrame:
    """Play part ``number``: columns as ``SCHEMA``; the same rows wherever and however often it is played."""
    return play_span(plan, table, plan.games_of(number))


def play_span(plan: Plan, table: Table, games: range) -> pl.DataFrame:
    """Play the games of these indices; columns as ``SCHEMA``."""
    pieces: list[pl.DataFrame] = []
    start = games.start
    while start < games.stop:
        played = _play(plan, table, start, games.stop - start)
        pieces.append(_frame(plan, played))
        start += len(played.rows)
    return pl.concat(pieces, rechunk=True)


def _play(plan: Plan, table: Table, start: int, n: int) -> Played:
    """Play up to ``n`` games from index ``start`` on: as many as their battles find room for."""
    rows = np.zeros(n, ROW)
    battles = np.empty(LONGEST_GAME + BYTES_PER_GAME * n, np.uint8)
    ends = np.empty(n, np.int64)
    done = play_games(
        new_game(),
        table.tables,
        table.decks,
        plan.seed,
        plan.matchup,
        start,
        plan.first.code,
        rows.view(np.recarray),
        battles,
        ends,
        referee_of(table.own),
    )
    return Played(rows[:done], battles[: ends[done - 1]], ends[:done])


def warm_up(plan: Plan, table: Table) -> None:
    """Play a game of the plan, so that the compiler has done its work before workers start."""
    _play(plan, table, 0, 1)


def _frame(plan: Plan, played: Played) -> pl.DataFrame:
    constants = _constants(plan)
    columns: dict[str, object] = {}
    for column in COLUMNS:
        for name, values in zip(names_of(column), _fields(column, played.rows), strict=True):
            columns[name] = _filled(column, values, played, constants.get(name))
    return pl.DataFrame(columns, schema=SCHEMA)


def _constants(plan: Plan) -> dict[str, int | str]:
    """Values of the columns that are the same in every row."""
    values: dict[str, int | str] = {"seed": plan.seed, "matchup": plan.matchup}
    for side, deck, policy in zip(SIDES, plan.decks, plan.labels, strict=True):
        values |= {f"deck_{side}": deck.name, f"policy_{side}": policy}
    return values


def _fields(column: Column, rows: NDArray[np.void]) -> Iterator[NDArray[Any]]:
    """What the rows hold of each of ``names_of(column)``, (n,); their numbers where no field holds it."""
    if not column.field:
        yield from (rows["index"] for _ in names_of(column))
        return
    values = rows[column.field].reshape(len(rows), len(SIDES) if column.each else 1, column.places or 1)
    for side in range(values.shape[1]):
        for place in range(len(column.names)):
            yield np.ascontiguousarray(values[:, side, column.first + place])


def _filled(column: Column, values: NDArray[Any], played: Played, constant: int | str | None) -> object:
    """One column of a part, from what its rows hold."""
    match column.filled:
        case Filled.PLAN:
            return pl.repeat(constant, len(values), dtype=_TYPES[column.type], eager=True)
        case Filled.PLAYER:
            return _codes(values, SIDE)
        case Filled.REASON:
            return _codes(values.astype(np.int64) - 1, REASON)
        case Filled.BATTLES:
            return _texts(played)
        case Filled.BITS:
            return _rounds(values)
        case Filled.FIRST:
            return pl.Series(values).replace(0, None)
        case Filled.COPIED:
            return values.astype(bool) if column.type is Type.FLAG else values


def _codes(codes: NDArray[np.integer], enum: pl.Enum) -> pl.Series:
    """Categories by number; a number below 0 is none."""
    words = pl.Series([*enum.categories, None], dtype=enum)
    return words.gather(np.where(codes < 0, len(words) - 1, codes).astype(np.uint32))


def _texts(played: Played) -> pl.Series:
    """The battles of every game, without a copy of the text."""
    offsets = np.concatenate([[0], played.ends]).astype(np.int64)
    buffers = [None, pa.py_buffer(offsets), pa.py_buffer(played.battles)]
    return pl.Series(pl.from_arrow(pa.LargeStringArray.from_buffers(len(played.ends), *buffers[1:])))


def _rounds(bits: NDArray[np.int64]) -> pl.Series:
    """Numbers of the bits that are set (CR 5.4: at most one scene a turn by rule), a list a game."""
    octets = np.ascontiguousarray(bits).astype("<i8").view(np.uint8).reshape(-1, ROUNDS_BITS // 8)
    flags = np.unpackbits(octets, axis=1, bitorder="little").view(bool)
    offsets = np.concatenate([[0], np.cumsum(flags.sum(axis=1))]).astype(np.int64)
    values = np.nonzero(flags)[1].astype(np.uint8)
    # From buffers: pyarrow.array() would load pandas, which takes longer than a thousand games.
    where, rounds = (
        pa.Array.from_buffers(kind, len(data), [None, pa.py_buffer(data)])
        for kind, data in ((pa.int64(), offsets), (pa.uint8(), values))
    )
    return pl.Series(pl.from_arrow(pa.LargeListArray.from_arrays(where, rounds)))
