"""The columns of a game's row, each described once: name, type, unit, meaning, how it is filled and how it is shown.

Two forms of a row follow from ``COLUMNS``: ``ROW``, which the compiled loop fills (``loops.match.fill_row`` copies
the tallies of a game into it), and the columns of a part in a run's folder, in order (``frames.SCHEMA``). A new column
is a line here and, where it holds a new field, one in ``fill_row``; the reference of the run folder is made from here.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np

from ucgsim.engine.core.constants import PLAYERS, Reason

SIDES = ("a", "b")
STATES = ("single", "double", "triple", "quad")
REASONS = {Reason.BATTLES: "battles", Reason.NO_CHARACTER: "no character", Reason.FAULT: "fault"}
"""How a game can end: three won battles or more, no character to set, or a limit of the program."""


class Type(Enum):
    """Type of a column in a part; the value is its name in Polars."""

    LARGE = "Int64"
    WHOLE = "Int32"
    SMALL = "Int16"
    FLAG = "Boolean"
    TEXT = "String"
    SIDE = "Enum(a, b)"
    REASON = "Enum(battles, no character, fault)"
    ROUNDS = "List(UInt8)"


class Filled(Enum):
    """How a column is filled; the value says so to a reader of the reference."""

    PLAN = "the same in every row: from the plan of the run"
    COPIED = "as the game counts it"
    PLAYER = "null for nobody"
    REASON = "one of the three"
    BATTLES = "written after every judgement"
    BITS = "ascending; empty where there was none"
    FIRST = "null where there was none"


class Column(NamedTuple):
    """A column, or several that are alike.

    ``names``: without the side; ``each``: whether there is one of each side, as ``drawn_a`` and ``drawn_b``.
    ``field``: that of ``ROW``, with ``raw``, its Numpy type; empty where no field holds it. ``first``: place of the
    first of ``names`` in a field that has several numbers of each side, ``places`` of them.
    ``words``: what a report calls it, if it shows it.
    """

    names: tuple[str, ...]
    type: Type
    unit: str
    meaning: str
    filled: Filled = Filled.COPIED
    each: bool = False
    field: str = ""
    raw: str = ""
    first: int = 0
    places: int = 0
    words: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of its field in ``ROW``."""
        return ((PLAYERS, self.places) if self.places else (PLAYERS,)) if self.each else ()


COLUMNS = (
    Column(("game",), Type.LARGE, "number", "number of the game in its run, from 0", field="index", raw="i8"),
    Column(("seed",), Type.LARGE, "number", "seed of the run", Filled.PLAN),
    Column(("matchup",), Type.WHOLE, "number", "separates the matchups of one seed", Filled.PLAN),
    Column(("deck",), Type.TEXT, "name", "deck of the side", Filled.PLAN, each=True),
    Column(("policy",), Type.TEXT, "name and version", "policy that played the side", Filled.PLAN, each=True),
    Column(
        ("throw",),
        Type.SIDE,
        "side",
        "who won the throw (CR 4.2.2), both sides in turn; null where it was fixed who leads",
        Filled.PLAYER,
        field="throw",
        raw="i1",
    ),
    Column(
        ("first_lead",),
        Type.SIDE,
        "side",
        "who led the first turn (CR 4.2.2)",
        Filled.PLAYER,
        field="first_lead",
        raw="i1",
        words="Lead and Next player",
    ),
    Column(
        ("winner",),
        Type.SIDE,
        "side",
        "who won; a game can end without a winner (CR 1.3)",
        Filled.PLAYER,
        field="winner",
        raw="i1",
        words="win rate",
    ),
    Column(
        ("reason",),
        Type.REASON,
        "word",
        "how the game ended: by battles won, for want of a character to set, or at a limit of the program",
        Filled.REASON,
        field="reason",
        raw="i1",
        words="how games ended",
    ),
    Column(
        ("rounds",),
        Type.SMALL,
        "Round",
        "Round in which the game ended",
        field="turns",
        raw="i2",
        words="Rounds",
    ),
    Column(
        ("lead_changes",),
        Type.SMALL,
        "times",
        "how often the Lead Player changed (CR 5.9.6)",
        field="lead_changes",
        raw="i2",
        words="changes of the Lead Player",
    ),
    Column(
        ("battles",),
        Type.TEXT,
        "letters",
        "outcomes of all battle areas, oldest first, after every Round, with / between Rounds: "
        "A or B won it, T is a tie, - no battle",
        Filled.BATTLES,
        words="comebacks",
    ),
    Column(
        ("redrawn",),
        Type.FLAG,
        "yes or no",
        "whether the side redrew its starting hand (CR 4.2.3)",
        each=True,
        field="redrawn",
        raw="i1",
        words="redraws",
    ),
    Column(
        ("battles_won",),
        Type.SMALL,
        "battles",
        "battles that the side had won in the last judgement",
        each=True,
        field="battles_won",
        raw="i2",
    ),
    Column(
        ("scenes",),
        Type.ROUNDS,
        "Rounds",
        "Rounds in which the side set a scene (CR 5.4)",
        Filled.BITS,
        each=True,
        field="scene_turns",
        raw="i8",
        words="scenes set",
    ),
    Column(
        ("scene_ready",),
        Type.ROUNDS,
        "Rounds",
        "Rounds in which the side held a scene that the Round allows (CR 6.3)",
        Filled.BITS,
        each=True,
        field="scene_ready",
        raw="i8",
        words="held a scene whose Round had come",
    ),
    Column(
        ("scene_chances",),
        Type.ROUNDS,
        "Rounds",
        "those of them in which it led as well, so that it could set one (CR 5.4.2)",
        Filled.BITS,
        each=True,
        field="scene_chances",
        raw="i8",
        words="could set a scene",
    ),
    Column(
        STATES[1:],
        Type.SMALL,
        "Round",
        "Round of the side's first character in that state",
        Filled.FIRST,
        each=True,
        field="first_state",
        raw="i2",
        first=1,
        places=len(STATES),
        words="first DOUBLE, TRIPLE and QUAD",
    ),
    Column(
        ("level_ups",),
        Type.SMALL,
        "times",
        "level-ups by rule (CR 5.6)",
        each=True,
        field="level_ups",
        raw="i2",
        words="level-ups",
    ),
    Column(
        ("drawn",),
        Type.SMALL,
        "cards",
        "cards drawn after the starting hand",
        each=True,
        field="drawn",
        raw="i2",
        words="cards drawn",
    ),
    Column(
        ("hand_left",),
        Type.SMALL,
        "cards",
        "cards in hand when the game was over",
        each=True,
        field="hand_left",
        raw="i2",
        words="cards left in hand",
    ),
    Column(
        ("decisions",),
        Type.WHOLE,
        "decisions",
        "decisions that both sides were asked for",
        field="decisions",
        raw="i4",
    ),
)
"""Every column of a part, in order."""
TALLIES = ("level_ups", "drawn", "hand_left", "scenes", "lead_changes")
"""What is counted in a game and has a mean, in the order of its sums; changes of the Lead Player are the same for both
sides.
"""
FAULT = ("fault", "i1")
"""Field of ``ROW`` that no column shows: which limit of the program (Fault)."""


def names_of(column: Column) -> tuple[str, ...]:
    """Names of its columns in a part: side by side, all of side a first."""
    if not column.each:
        return column.names
    return tuple(f"{name}_{side}" for side in SIDES for name in column.names)


def row_type() -> np.dtype[np.void]:
    """Type of the row of a game: a field of every column that has one."""
    fields = [(column.field, column.raw, column.shape) for column in COLUMNS if column.field]
    return np.dtype([*fields, FAULT], align=True)


def words_of(name: str) -> str:
    """What a report calls the column of this name."""
    return next(column.words for column in COLUMNS if name in column.names)


class GameColumn(NamedTuple):
    """What a column of the games holds: its meaning, its unit, its type in polars, and how it is filled."""

    meaning: str
    unit: str
    type: str
    filled: str


def game_columns() -> dict[str, GameColumn]:
    """Every column of a row of games by its name, in their order."""
    return {
        name: GameColumn(column.meaning, column.unit, column.type.value, column.filled.value)
        for column in COLUMNS
        for name in names_of(column)
    }
