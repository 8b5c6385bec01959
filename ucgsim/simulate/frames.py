"""The games of a part as a table, one row a game, columns as they are saved: made from what was played, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ucgsim.engine.core.constants import NONE
from ucgsim.errors import UcgsimError
from ucgsim.simulate.columns import COLUMNS, REASONS, SIDES, Column, Filled, Type, names_of
from ucgsim.simulate.loops.match import ROW
from ucgsim.simulate.table import Played, Table, play

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from ucgsim.simulate.plan import Plan

SIDE = pl.Enum(SIDES)
REASON = pl.Enum(list(REASONS.values()))
ROUNDS_BITS = 64
FORMS = ("polars", "pandas", "arrow")
"""What games are handed out as."""

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


def play_shard(plan: Plan, table: Table, number: int) -> pl.DataFrame:
    """Play part ``number``: columns as ``SCHEMA``; the same rows wherever and however often it is played."""
    return play_span(plan, table, plan.games_of(number))


def play_span(plan: Plan, table: Table, games: range) -> pl.DataFrame:
    """Play the games of these indices; columns as ``SCHEMA``."""
    return frame_of(plan, play(plan, table, games))


def frame_of(plan: Plan, played: Played) -> pl.DataFrame:
    """The rows of games that were played; columns as ``SCHEMA``."""
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
    yield from map(np.ascontiguousarray, _fields_of(column, rows))


def _fields_of(column: Column, rows: NDArray[np.void]) -> Iterator[NDArray[Any]]:
    """The very places in the rows of each of ``names_of(column)``, (n,)."""
    values = rows[column.field]
    values = values if column.each else values[:, None]
    values = values if column.places else values[:, :, None]
    for side in range(values.shape[1]):
        for place in range(len(column.names)):
            yield values[:, side, column.first + place]


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
            text, ends = played.battles.tobytes().decode("ascii"), played.ends.tolist()
            return pl.Series([text[start:end] for start, end in zip([0, *ends], ends, strict=False)], dtype=pl.String)
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


def _rounds(bits: NDArray[np.int64]) -> pl.Series:
    """Numbers of the bits that are set (CR 5.4: at most one scene a turn by rule), a list a game."""
    # Few sets of Rounds are different ones, so each is written out once.
    sets, which = np.unique(bits, return_inverse=True)
    lists = [[place for place in range(ROUNDS_BITS) if each >> place & 1] for each in sets.tolist()]
    return pl.Series(lists, dtype=pl.List(pl.UInt8)).gather(which.ravel().astype(np.uint32))


def played_of(frame: pl.DataFrame) -> Played:
    """What was played, of rows with columns as ``SCHEMA``: ``frame_of`` backwards."""
    rows = np.zeros(frame.height, ROW)
    for column in COLUMNS:
        if column.field:
            for name, values in zip(names_of(column), _fields_of(column, rows), strict=True):
                values[:] = _raw(column, frame[name])
    return Played(rows, *letters_of(frame["battles"]))


def _raw(column: Column, values: pl.Series) -> NDArray[Any]:
    """One column of a part as its field holds it."""
    match column.filled:
        case Filled.PLAYER:
            return values.to_physical().cast(pl.Int8).fill_null(NONE).to_numpy()
        case Filled.REASON:
            return values.to_physical().cast(pl.Int8).fill_null(-1).to_numpy() + 1
        case Filled.BITS:
            return _bits(values)
        case _:
            return values.to_numpy() if column.type is Type.FLAG else values.fill_null(0).to_numpy()


def _bits(rounds: pl.Series) -> NDArray[np.int64]:
    """Lists of Rounds as whole numbers with a bit for each."""
    bits = np.zeros(len(rounds), np.int64)
    games = np.repeat(np.arange(len(rounds)), rounds.list.len().to_numpy())
    np.bitwise_or.at(bits, games, np.left_shift(1, rounds.list.explode().drop_nulls().to_numpy().astype(np.int64)))
    return bits


def letters_of(battles: pl.Series) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The letters of all games, and where those of each end, from the column ``battles``."""
    known = battles.fill_null("")
    letters = known.str.join("").item().encode("ascii")
    return np.frombuffer(letters, np.uint8), known.str.len_bytes().to_numpy().astype(np.int64).cumsum()


def as_form(games: pl.LazyFrame, form: str) -> Any:
    """Games as a lazy frame of "polars", or in memory as a data frame of "pandas" or a table of "arrow".

    Raises UcgsimError for another form.
    """
    if form not in FORMS:
        raise UcgsimError(f"form {form!r} is unknown; there are {', '.join(FORMS)}")
    if form == "polars":
        return games
    whole = games.collect()
    return whole.to_pandas() if form == "pandas" else whole.to_arrow()


def csv_of(games: pl.LazyFrame) -> str:
    """Games as CSV: Rounds of a row with a blank between them."""
    lists = [name for name, kind in games.collect_schema().items() if isinstance(kind, pl.List)]
    joined = [pl.col(name).list.eval(pl.element().cast(pl.String)).list.join(" ") for name in lists]
    return games.with_columns(joined).collect().write_csv()
