"""What a run amounts to: whole numbers that add up over parts, whatever their order."""

from __future__ import annotations

import base64
import zlib
from functools import cache, lru_cache, reduce
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.files.checksums import digest
from ucgsim.simulate.columns import REASONS, STATES, TALLIES
from ucgsim.simulate.loops.tally import CELLS, HALVES, NOBODY, ROUNDS, TALLY, tally_games

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from ucgsim.simulate.table import Played


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


class BattleCourse(NamedTuple):
    """What stood after each Round in which a game went on: of all games in order, each Round by Round, (k,)."""

    game: NDArray[np.int64]
    round: NDArray[np.int64]
    ahead: NDArray[np.int64]
    """Battles that side a was ahead."""
    code: NDArray[np.int64]
    """The number of the ``Standing``."""


def course_of(
    letters: NDArray[np.uint8], ends: NDArray[np.int64], rounds: NDArray[np.int64], first_lead: NDArray[np.int64]
) -> BattleCourse:
    """What stood when, from the letters of the battles of all games; ``ends``: where those of each end, (games,).

    ``rounds``: in which each game ended; ``first_lead``: 0 for a, 1 for b. The winner of the newest battle leads the
    next Round; nothing changes where nobody does (CR 5.9.6).
    """
    starts, stops, last = _stretches(letters, ends)
    first = np.concatenate([[0], last[:-1] + 1])
    game = np.repeat(np.arange(len(ends)), last - first + 1)
    after = np.arange(len(game)) - first[game] + 1
    going_on = (after < rounds[game]) & (np.diff(ends, prepend=0)[game] > 0)
    starts, stops, game, after = starts[going_on], stops[going_on], game[going_on], after[going_on]
    a, b = (_within(letters == side, starts, stops) for side in (_WON_BY_A, _WON_BY_B))
    # Of the battles of a Round the newest area comes last.
    newest = np.where(stops > starts, letters[stops - 1], 0)
    leads = _last_leads(newest, after, first_lead[game])
    battles = np.where(np.maximum(a, b) < SEVERAL, SEVERAL * a + b, SEVERAL**2)
    return BattleCourse(game, after, a - b, LEADS * battles + leads)


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
    """Who leads the next Round: the winner of the newest battle that was won in this game, else who led the first."""
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


# What a run amounts to: whole numbers that add up over parts, whatever their order.
#
# Games are distinguished by who won the throw, which both sides do equally often (*halves*: of side a, of side b; where
# it is fixed who leads, all games are in the first). A *table* counts the games of each half by whether they meet a
# condition and were a success: shape (2, 3), entries aside, failed, succeeded.


LARGEST = 64
"""Largest value that the distributions distinguish; larger ones count as this."""
STANDING_ROUNDS = 16
"""Rounds after which standings are distinguished; hardly a game goes on for longer."""
OVER = STANDINGS
"""In place of a standing after a Round: the game ended in it."""
TURNED = (STANDING_ROUNDS, STANDINGS, STANDINGS + 1, CELLS)
PLACES = 3
"""Behind, level or ahead."""
COUNTS_AT_HAND = 4
"""Counts that a process keeps unpacked."""


class Happening(NamedTuple):
    """What may happen to a side in a game: how it fares where it did is counted, shown and saved, next to where not.

    ``topic`` is what its rates are called, ``conditions`` name the games where it did and where it did not,
    ``headings`` the columns; they are on the ``part`` of a page of this name. ``no_advice``: why such rates are none.
    ``seen``: of the games, and a side, whether it did, (games,).
    """

    topic: str
    conditions: tuple[str, str]
    headings: tuple[str, str]
    part: str
    no_advice: str
    seen: Callable[[_Games, int], NDArray[np.bool_]]


HAPPENINGS = {
    "scene": Happening(
        "win rate by scene",
        ("it set a scene", "it set no scene"),
        ("wins when it set a scene", "wins when it set none"),
        "scenes",
        "who sets a scene has lived and led long enough to set it",
        lambda games, side: games.column("scene_turns", side) > 0,
    ),
}
"""All of them: a new one is a row here."""


class _Cells:
    """One kind of counts, in this shape."""

    def __init__(self, *shape: int) -> None:
        self.shape, self.name = shape, ""

    def __set_name__(self, owner: type[Counts], name: str) -> None:
        self.name = name

    def __get__(self, counts: Counts, owner: type[Counts]) -> NDArray[np.int64]:
        return np.asarray(counts.numbers.view(LAYOUT)[self.name][0])


class Counts:
    """Counts of a run or of parts of it; ``+`` adds them up.

    Sides are 0 for a, 1 for b; Rounds are counted from 0, of which entry 0 is never used. They take 230 KB, of which
    hardly any say something, and many matchups have some each: so they are saved packed, in about 5.
    """

    halves = _Cells(HALVES)
    """Games of each half, shape (2,)."""
    decisions = _Cells()
    """Decisions asked in all of them, shape ()."""
    points = _Cells(HALVES, CELLS)
    """[half]: games that side a lost, that nobody won, that it won, shape (2, 3)."""
    by_lead = _Cells(NOBODY, NOBODY, HALVES, CELLS)
    """[first Lead Player, side]: table of these games, success a win of the side, (2, 2, 2, 3)."""
    ended = _Cells(len(REASONS), NOBODY + 1, HALVES)
    """[reason, winner, half]: games that ended so, (reasons, 3, 2)."""
    rounds = _Cells(ROUNDS, NOBODY + 1, HALVES)
    """[Round, winner, half]: games that ended in it, (ROUNDS, 3, 2)."""
    redraw = _Cells(NOBODY, 2, HALVES, CELLS)
    """[side, whether it redrew]: table of these games, success a win of the side, (2, 2, 2, 3)."""
    decided = _Cells(STANDING_ROUNDS, STANDINGS, HALVES, CELLS)
    """[Round, standing after it]: table of games still going, success a win of a, (STANDING_ROUNDS, STANDINGS, 2, 3);
    Round 0 is the beginning of the first.
    """
    turned = _Cells(*TURNED)
    """[Round, standing before it, standing after it or OVER]: games that side a lost, that nobody won, that it won,
    (STANDING_ROUNDS, STANDINGS, STANDINGS + 1, 3).
    """
    standing = _Cells(NOBODY, ROUNDS, PLACES, HALVES, CELLS)
    """[side, Round, 0 behind, 1 level, 2 ahead]: table of games still going, success a win of the side,
    (2, ROUNDS, 3, 2, 3).
    """
    trailed = _Cells(NOBODY, HALVES, CELLS)
    """[side]: table of games in which it was behind after some Round, success its win, (2, 2, 3)."""
    scene_set = _Cells(NOBODY, ROUNDS)
    """[side, Round]: games in which the side set a scene in it, (2, ROUNDS)."""
    scene_by = _Cells(NOBODY, ROUNDS, HALVES)
    """[side, Round, half]: games in which the side had set a scene by then, (2, ROUNDS, 2)."""
    scene_by_reached = _Cells(NOBODY, ROUNDS, HALVES)
    """[side, Round, half]: the same of the games that reach that Round."""
    scene_ready_by = _Cells(NOBODY, ROUNDS, HALVES)
    """[side, Round, half]: games in which the side had held one by then that its Round allowed."""
    scene_chance_by = _Cells(NOBODY, ROUNDS, HALVES)
    """[side, Round, half]: games in which the side could have set one by then, (2, ROUNDS, 2)."""
    scene_taken = _Cells(NOBODY, ROUNDS, HALVES, CELLS)
    """[side, Round]: table of games in which the side could set a scene in it, success doing so, (2, ROUNDS, 2, 3)."""
    happened = _Cells(len(HAPPENINGS), NOBODY, 2, HALVES, CELLS)
    """[happening, side, whether it did]: table of these games, success a win of the side, (happenings, 2, 2, 2, 3)."""
    scenes = _Cells(NOBODY, LARGEST + 1)
    """[side, scenes set in a game]: games, (2, LARGEST + 1)."""
    state_by = _Cells(NOBODY, len(STATES) - 1, ROUNDS, HALVES)
    """[side, DOUBLE TRIPLE QUAD, Round, half]: games in which it had one by then."""
    state_by_reached = _Cells(NOBODY, len(STATES) - 1, ROUNDS, HALVES)
    """[side, DOUBLE TRIPLE QUAD, Round, half]: the same of the games that reach that Round."""
    level_ups = _Cells(NOBODY, 2, LARGEST + 1)
    """[side, whether it won, level-ups]: games, (2, 2, LARGEST + 1)."""
    drawn = _Cells(NOBODY, 2, LARGEST + 1)
    """[side, whether it won, cards drawn after the starting hand]: games, (2, 2, LARGEST + 1)."""
    hand_left = _Cells(NOBODY, 2, LARGEST + 1)
    """[side, whether it won, cards left in hand]: games, (2, 2, LARGEST + 1)."""
    lead_changes = _Cells(LARGEST + 1)
    """[changes of the Lead Player]: games, (LARGEST + 1,)."""
    sums = _Cells(NOBODY, len(TALLIES), HALVES, 2)
    """[side, tally of TALLIES, half]: its sum over the games, and that of its squares, (2, 5, 2, 2)."""

    __slots__ = ("_packed",)

    def __init__(self, numbers: NDArray[np.int64]) -> None:
        self._packed = zlib.compress(numbers.tobytes(), 1)

    @classmethod
    def of(cls, values: Mapping[str, NDArray[np.int64]]) -> Counts:
        """Counts of every kind, each in its shape."""
        return cls(np.concatenate([np.asarray(values[name], np.int64).reshape(-1) for name in LAYOUT.names or ()]))

    @classmethod
    def total(cls, counts: Iterable[Counts]) -> Counts:
        """Counts added up, one at least."""
        return cls(reduce(np.add, (each.numbers for each in counts)))

    def to_text(self) -> str:
        """They as a file of text keeps them."""
        return f"{_layout()}:{base64.b64encode(self._packed).decode()}"

    @classmethod
    def of_text(cls, text: str) -> Counts | None:
        """What ``to_text`` wrote; None where another version counted, or it is something else."""
        layout, _, packed = str(text).partition(":")
        if layout != _layout():
            return None
        try:
            # No more than there can be: a checksum may have been put right by anybody.
            numbers = zlib.decompressobj().decompress(base64.b64decode(packed, validate=True), LAYOUT.itemsize + 1)
        except (ValueError, zlib.error):
            return None
        return cls(np.frombuffer(numbers, np.int64)) if len(numbers) == LAYOUT.itemsize else None

    @property
    def numbers(self) -> NDArray[np.int64]:
        """All of them in a row, not to be written to."""
        return _unpacked(self._packed)

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.numbers + other.numbers)

    @property
    def games(self) -> int:
        """Games of both halves."""
        return int(self.halves.sum())

    def same_as(self, other: Counts) -> bool:
        """Whether all numbers agree."""
        return np.array_equal(self.numbers, other.numbers)


LAYOUT = np.dtype([(name, np.int64, cells.shape) for name, cells in vars(Counts).items() if isinstance(cells, _Cells)])
"""Where each kind of counts lies among the numbers of a run, in the order above."""


@cache
def _layout() -> str:
    """Eight digits that are others where anything else is counted."""
    return digest(str(LAYOUT.descr).encode())[:8]


@lru_cache(maxsize=COUNTS_AT_HAND)
def _unpacked(packed: bytes) -> NDArray[np.int64]:
    return np.frombuffer(zlib.decompress(packed), np.int64)


class _Games:
    """The columns of a part as arrays."""

    def __init__(self, played: Played) -> None:
        self.rows = played.rows
        self.half = self.codes("throw", 0)
        self.halves = np.bincount(self.half, minlength=HALVES)
        winner = self.codes("winner", NOBODY)
        self.winner = winner
        self.won = [winner == side for side in range(NOBODY)]
        self.rounds = self.column("turns")
        self.lead = self.codes("first_lead", NOBODY)

    def column(self, name: str, *place: int) -> NDArray[np.int64]:
        """A field of the rows: one number of each game, that of a side where there are two."""
        values: NDArray[np.integer] = self.rows[name]
        for each in place:
            values = values[:, each]
        return values.astype(np.int64)

    def codes(self, name: str, missing: int) -> NDArray[np.int64]:
        """A column of sides by number."""
        codes = self.column(name)
        return np.where(codes < 0, missing, codes)

    def table(self, met: NDArray[np.bool_], success: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Tables of a condition, shape (games, ...) in, (..., 2, 3) out; ``success``: (games,) or as ``met``."""
        further = [1] * (met.ndim - 1)
        success = success if success.ndim == met.ndim else success.reshape(-1, *further)
        cells = (CELLS * self.half.astype(np.int8)).reshape(-1, *further) + met.view(np.int8) + (met & success)
        return _by_column(cells, HALVES * CELLS).reshape(*met.shape[1:], HALVES, CELLS)

    def nothing(self, *shape: int) -> NDArray[np.int64]:
        """Tables of conditions that no game meets, (*shape, 2, 3)."""
        tables = np.zeros((*shape, HALVES, CELLS), np.int64)
        tables[..., 0] = self.halves
        return tables

    def tables(self, cells: NDArray[np.int64], side: int) -> NDArray[np.int64]:
        """Tables of conditions, success a win of ``side``; ``cells`` [..., half, winner]: the games that meet each."""
        won = cells[..., side]
        met = cells.sum(axis=-1)
        return np.stack([self.halves - met, met - won, won], axis=-1)

    def by_round(self, first: NDArray[np.int64]) -> NDArray[np.int64]:
        """[Round, half]: games of which Round ``first`` (games,), up to ROUNDS, had come by then."""
        when = _histogram((first, self.half), (ROUNDS + 1, HALVES))
        return np.asarray(np.cumsum(when, axis=0)[:ROUNDS])

    def by_round_reached(self, first: NDArray[np.int64]) -> NDArray[np.int64]:
        """[Round, half]: the same of the games that reach that Round, ending in it or later."""
        had = first <= self.rounds
        begins, ends = (
            _histogram((when[had], self.half[had]), (ROUNDS + 1, HALVES)) for when in (first, self.rounds + 1)
        )
        return np.asarray(np.cumsum(begins - ends, axis=0)[:ROUNDS])

    def happened(self, happening: Happening) -> NDArray[np.int64]:
        """[side, whether it did]: table of these games, success a win of the side."""
        seen = [happening.seen(self, side) for side in range(NOBODY)]
        return np.stack(
            [
                [self.table(flags == did, won) for did in (False, True)]
                for flags, won in zip(seen, self.won, strict=True)
            ]
        )

    def tally(self, name: str, side: int) -> NDArray[np.int64]:
        """What TALLIES names, of a side, (games,)."""
        if name == "lead_changes":
            return self.column(name)
        if name == "scenes":
            return np.bitwise_count(self.column("scene_turns", side)).astype(np.int64)
        return self.column(name, side)

    def sums(self, values: NDArray[np.int64]) -> NDArray[np.int64]:
        """[half]: the sum of values (games,), and that of their squares."""
        sums, late = np.array([(each.sum(), each @ self.half) for each in (values, values * values)], np.int64).T
        return np.stack([sums - late, late])

    def spread(self, name: str) -> NDArray[np.int64]:
        """[side, won, value]: games, of a column that each side has."""
        shape = (NOBODY, LARGEST + 1)
        columns = [self.column(name, side) for side in range(NOBODY)]
        spreads = [
            _histogram((won.astype(int), np.minimum(values, LARGEST)), shape)
            for won, values in zip(self.won, columns, strict=True)
        ]
        return np.stack(spreads)


def count(played: Played) -> Counts:
    """Count the games of a part."""
    games = _Games(played)
    course = course_of(played.battles, played.ends, games.rounds, np.where(games.lead == NOBODY, 0, games.lead))
    tally = np.zeros(1, TALLY).view(np.recarray)
    tally_games(tally[0], np.ascontiguousarray(played.rows).view(np.recarray))
    values = {
        **{name: tally[name][0] for name in TALLY.names or ()},
        "lead_changes": _histogram((np.minimum(games.column("lead_changes"), LARGEST),), (LARGEST + 1,)),
        **{name: games.spread(name) for name in ("level_ups", "drawn", "hand_left")},
        "sums": np.stack([[games.sums(games.tally(name, side)) for name in TALLIES] for side in range(NOBODY)]),
        **_standings(games, course),
        **_decided(games, course),
        "happened": np.stack([games.happened(each) for each in HAPPENINGS.values()]),
        **_scenes(games),
        **_states(games),
    }
    return Counts.of(values)


def _histogram(values: tuple[NDArray[np.int64], ...], shape: tuple[int, ...]) -> NDArray[np.int64]:
    flat = np.ravel_multi_index(values, shape)
    return np.bincount(flat, minlength=int(np.prod(shape))).reshape(shape)


def _by_column(codes: NDArray[np.int8], kinds: int) -> NDArray[np.int64]:
    """How often each code occurs in every column; shape (units, ...) in, (..., kinds) out."""
    columns = int(np.prod(codes.shape[1:]))
    flat = codes.reshape(-1, columns) + kinds * np.arange(columns)
    return np.bincount(flat.ravel(), minlength=kinds * columns).reshape(*codes.shape[1:], kinds)


def _standings(games: _Games, course: BattleCourse) -> dict[str, NDArray[np.int64]]:
    """What being ahead after a Round says about the end, for games that go on after it."""
    place, half, winner = 1 + np.sign(course.ahead), games.half[course.game], games.winner[course.game]
    cells = _histogram((course.round, place, half, winner), (ROUNDS, PLACES, HALVES, NOBODY + 1))
    behind = [np.zeros(len(games.rows), bool) for _ in range(NOBODY)]
    for side, sign in enumerate((-1, 1)):
        behind[side][course.game[sign * course.ahead > 0]] = True
    trailed = [games.table(flags, won) for flags, won in zip(behind, games.won, strict=True)]
    standing = [games.tables(cells, 0), games.tables(cells[:, ::-1], 1)]
    return {"standing": np.stack(standing), "trailed": np.stack(trailed)}


def _decided(games: _Games, course: BattleCourse) -> dict[str, NDArray[np.int64]]:
    """What battles won and Lead say about the end, Round by Round, and from where to where each Round leads."""
    begun = np.flatnonzero(games.lead != NOBODY)
    early = (games.lead[course.game] != NOBODY) & (course.round < STANDING_ROUNDS)
    game, turn, code = (np.concatenate(both) for both in _beside_beginnings(games, course, begun, early))
    shape = (STANDING_ROUNDS, STANDINGS, HALVES, NOBODY + 1)
    decided = games.tables(_histogram((turn, code, games.half[game], games.winner[game]), shape), 0)
    return {"decided": decided, "turned": _turned(games, game, turn, code)}


def _beside_beginnings(
    games: _Games, course: BattleCourse, begun: NDArray[np.int64], early: NDArray[np.bool_]
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]:
    """Game, Round and standing: of the beginnings, where nobody has won a battle, and of the Rounds counted."""
    beginnings = begun, np.zeros(len(begun), np.int64), games.lead[begun]
    return tuple(zip(beginnings, (course.game[early], course.round[early], course.code[early]), strict=True))


def _turned(
    games: _Games, game: NDArray[np.int64], turn: NDArray[np.int64], code: NDArray[np.int64]
) -> NDArray[np.int64]:
    """From each standing to the next of its game, or to its end."""
    # Two stretches in order, one behind the other: a stable sort merges them.
    order = np.argsort(STANDING_ROUNDS * game + turn, kind="stable")
    game, turn, code = game[order], turn[order], code[order]
    stop = np.where(game[1:] == game[:-1], code[1:], OVER)
    stop, worth = np.append(stop, OVER), np.array([2, 0, 1])[games.winner[game]]
    going = turn + 1 < STANDING_ROUNDS
    return _histogram((turn[going] + 1, code[going], stop[going], worth[going]), TURNED)


def _scenes(games: _Games) -> dict[str, NDArray[np.int64]]:
    """When scenes were set, against when they could have been."""
    scenes: dict[str, list[NDArray[np.int64]]] = {}
    last = int(games.rounds.max())
    for side in range(NOBODY):
        fields = ("scene_turns", "scene_ready", "scene_chances")
        bits = [games.column(name, side) for name in fields]
        rounds, chances = _flags(bits[0], last), _flags(bits[2], last)
        how_many = games.tally("scenes", side)
        values = {
            "scene_set": np.bincount(np.nonzero(rounds)[1], minlength=ROUNDS),
            "scene_by": games.by_round(_first(bits[0])),
            "scene_by_reached": games.by_round_reached(_first(bits[0])),
            "scene_ready_by": games.by_round(_first(bits[1])),
            "scene_chance_by": games.by_round(_first(bits[2])),
            "scene_taken": _padded(games.table(chances, rounds), games),
            "scenes": np.bincount(how_many, minlength=LARGEST + 1),
        }
        for name, value in values.items():
            scenes.setdefault(name, []).append(value)
    return {name: np.stack(sides) for name, sides in scenes.items()}


def _first(bits: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first of the Rounds of each game, ROUNDS where there is none, (games,)."""
    return np.where(bits == 0, ROUNDS, np.bitwise_count((bits & -bits) - 1)).astype(np.int64)


def _flags(bits: NDArray[np.int64], last: int) -> NDArray[np.bool_]:
    """Whether a Round up to ``last`` is among those of a game, (games, last + 1)."""
    octets = bits.astype("<i8").view(np.uint8).reshape(len(bits), -1)
    return np.unpackbits(octets, axis=1, count=last + 1, bitorder="little").view(bool)


def _padded(tables: NDArray[np.int64], games: _Games) -> NDArray[np.int64]:
    """Tables by Round, with empty ones for the Rounds that no game has had."""
    padded = games.nothing(ROUNDS)
    padded[: len(tables)] = tables
    return padded


def _states(games: _Games) -> dict[str, NDArray[np.int64]]:
    by, reached = (np.zeros((NOBODY, len(STATES) - 1, ROUNDS, HALVES), np.int64) for _ in range(2))
    for side in range(NOBODY):
        for state in range(1, len(STATES)):
            first = games.column("first_state", side, state)
            first = np.where(first == 0, ROUNDS, first)
            by[side, state - 1], reached[side, state - 1] = games.by_round(first), games.by_round_reached(first)
    return {"state_by": by, "state_by_reached": reached}
