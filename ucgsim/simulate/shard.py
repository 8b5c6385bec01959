"""One part of a run: a pure function of the plan and the part's number, one row a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import polars as pl
import pyarrow as pa

from ucgsim.engine.core.constants import Reason
from ucgsim.engine.core.record import new_game
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.plan import SIDES, Plan

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.simulate.table import Table

SIDE = pl.Enum(SIDES)
REASONS = {Reason.BATTLES: "battles", Reason.NO_CHARACTER: "no character", Reason.FAULT: "fault"}
"""How a game can end: three won battles or more, no character to set, or a limit of the program."""
REASON = pl.Enum(list(REASONS.values()))
BYTES_PER_GAME = 48
"""Room for the battles of a game; where long games need more, a part is played in several goes."""
ROUNDS_BITS = 64
STATES = ("single", "double", "triple", "quad")

_COLUMNS: dict[str, Any] = {
    "game": pl.Int64,  # index of the game in its run
    "pair": pl.Int64,  # games of one pair share shuffles and chance
    "seed": pl.Int64,  # of the run
    "matchup": pl.Int32,  # tells the matchups of one seed apart
    "deck_a": pl.String,
    "deck_b": pl.String,
    "policy_a": pl.String,
    "policy_b": pl.String,
    "first_lead": SIDE,  # who led the first turn (CR 4.2.2)
    "winner": SIDE,  # null where a game ended without one
    "reason": REASON,
    "rounds": pl.Int16,  # Round in which the game ended
    "lead_changes": pl.Int16,  # how often the Lead Player changed (CR 5.9.6)
    "battles": pl.String,  # outcomes of all areas after every Round: a, b, tie, no battle as A B T -
    **{f"redrawn_{side}": pl.Boolean for side in SIDES},
    **{f"battles_won_{side}": pl.Int16 for side in SIDES},  # at the end
    **{f"scenes_{side}": pl.List(pl.UInt8) for side in SIDES},  # Rounds in which it set a scene
    **{f"scene_ready_{side}": pl.List(pl.UInt8) for side in SIDES},  # Rounds in which it held one they allow (CR 6.3)
    **{f"scene_chances_{side}": pl.List(pl.UInt8) for side in SIDES},  # those of them in which it led (CR 5.4.2)
    **{f"{state}_{side}": pl.Int16 for side in SIDES for state in STATES[1:]},  # Round of the first; null
    **{f"level_ups_{side}": pl.Int16 for side in SIDES},
    **{f"drawn_{side}": pl.Int16 for side in SIDES},  # after the starting hand
    **{f"hand_left_{side}": pl.Int16 for side in SIDES},
    "decisions": pl.Int32,
}
SCHEMA = pl.Schema(_COLUMNS)
"""Columns of a part, in order."""


class Played(NamedTuple):
    """``rows``: dtype ROW, (n,); ``battles``: text of all games; ``ends``: where that of each ends, (n,)."""

    rows: NDArray[np.void]
    battles: NDArray[np.uint8]
    ends: NDArray[np.int64]


def play_shard(plan: Plan, table: Table, number: int) -> pl.DataFrame:
    """Play part ``number``: columns as ``SCHEMA``; the same rows wherever and however often it is played."""
    return play_span(plan, table, plan.games_of(number))


def play_span(plan: Plan, table: Table, games: range) -> pl.DataFrame:
    """Play the games of these indices, whole units of the plan; columns as ``SCHEMA``."""
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
    )
    return Played(rows[:done], battles[: ends[done - 1]], ends[:done])


def warm_up(plan: Plan, table: Table) -> None:
    """Play one unit of the plan, so that the compiler has done its work before workers start."""
    _play(plan, table, 0, plan.unit)


def _frame(plan: Plan, played: Played) -> pl.DataFrame:
    rows = played.rows
    n = len(rows)
    columns: dict[str, object] = {
        "game": rows["index"],
        "pair": rows["pair"],
        **_constants(plan, n),
        "first_lead": _sides(rows["first_lead"]),
        "winner": _sides(rows["winner"]),
        "reason": _codes(rows["reason"].astype(np.int64) - 1, REASON),
        "rounds": rows["turns"],
        "lead_changes": rows["lead_changes"],
        "battles": _texts(played),
        "decisions": rows["decisions"],
    }
    for player, side in enumerate(SIDES):
        columns |= _of_side(rows, player, side)
    return pl.DataFrame({name: columns[name] for name in SCHEMA}, schema=SCHEMA)


def _constants(plan: Plan, n: int) -> dict[str, pl.Series]:
    """Columns that are the same in every row."""
    values: dict[str, int | str] = {"seed": plan.seed, "matchup": plan.matchup}
    for side, deck, policy in zip(SIDES, plan.decks, plan.labels, strict=True):
        values |= {f"deck_{side}": deck.name, f"policy_{side}": policy}
    return {name: pl.repeat(value, n, dtype=SCHEMA[name], eager=True) for name, value in values.items()}


def _of_side(rows: NDArray[np.void], player: int, side: str) -> dict[str, object]:
    """Columns that there are of each side."""
    columns: dict[str, object] = {
        f"redrawn_{side}": rows["redrawn"][:, player].astype(bool),
        f"scenes_{side}": _rounds(rows["scene_turns"][:, player]),
        f"scene_ready_{side}": _rounds(rows["scene_ready"][:, player]),
        f"scene_chances_{side}": _rounds(rows["scene_chances"][:, player]),
    }
    for state, name in enumerate(STATES[1:], start=1):
        first = pl.Series(np.ascontiguousarray(rows["first_state"][:, player, state]))
        columns[f"{name}_{side}"] = first.replace(0, None)
    for name in ("battles_won", "level_ups", "drawn", "hand_left"):
        columns[f"{name}_{side}"] = np.ascontiguousarray(rows[name][:, player])
    return columns


def _sides(players: NDArray[np.int8]) -> pl.Series:
    return _codes(players, SIDE)


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
