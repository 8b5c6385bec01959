"""What a run amounts to: whole numbers that add up over parts, whatever their order.

A *table* counts units (pairs of games, or single games where the Lead Player is fixed) by how many of their
games meet a condition and how many of those were a success: shape (3, 3), entry [met, succeeded]. Statistics
need it because the games of one pair are not independent.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.simulate.columns import STATES, TALLIES
from ucgsim.simulate.shard import REASON, SIDE
from ucgsim.simulate.standing import UNREACHED, standings

if TYPE_CHECKING:
    import polars as pl
    from numpy.typing import NDArray

ROUNDS = 64
"""Rounds that are told apart, 0 to 63; no game of 60 cards a side has more."""
LARGEST = 64
"""Largest value that the distributions tell apart; larger ones count as this."""
MARGIN = 3
"""Battles ahead that are told apart; more count as this."""
PER_UNIT = 3
"""A unit has 0, 1 or 2 games of a kind."""
MARGINS = 2 * MARGIN + 1
NOBODY = 2
"""Index of games without a winner, after sides a and b."""


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Counts of a run or of parts of it; ``+`` adds them up.

    Sides are 0 for a, 1 for b; Rounds are counted from 0, of which entry 0 is never used.
    """

    games: NDArray[np.int64]
    """Games, shape ()."""
    decisions: NDArray[np.int64]
    """Decisions asked in all of them, shape ()."""
    points: NDArray[np.int64]
    """Units by the half points that side a made of them, shape (5,): won 2, no winner 1."""
    wins: NDArray[np.int64]
    """[side]: table of games, success a win of the side, shape (2, 3, 3)."""
    by_lead: NDArray[np.int64]
    """[first Lead Player, side]: table of these games, success a win of the side, (2, 2, 3, 3)."""
    ended: NDArray[np.int64]
    """[reason, winner, k]: units of which k games ended so, (reasons, 3, 3)."""
    rounds: NDArray[np.int64]
    """[Round, winner]: games that ended in it, (ROUNDS, 3)."""
    ended_in: NDArray[np.int64]
    """[Round, k]: units of which k games ended in it, (ROUNDS, 3)."""
    longer: NDArray[np.int64]
    """[Round, k]: units of which k games lasted longer, (ROUNDS, 3)."""
    redraw: NDArray[np.int64]
    """[side, whether it redrew]: table of these games, success a win of the side, (2, 2, 3, 3)."""
    margin: NDArray[np.int64]
    """[Round, battles that a is ahead + MARGIN]: table of games still going, success a win of a."""
    standing: NDArray[np.int64]
    """[side, Round, 0 behind, 1 level, 2 ahead]: as ``margin``, success a win of the side, (2, ROUNDS, 3, 3, 3)."""
    trailed: NDArray[np.int64]
    """[side]: table of games in which it was behind after some Round, success its win, (2, 3, 3)."""
    scene_set: NDArray[np.int64]
    """[side, Round]: games in which the side set a scene in it, (2, ROUNDS)."""
    scene_by: NDArray[np.int64]
    """[side, Round, k]: units in k games of which the side had set a scene by then, (2, ROUNDS, 3)."""
    scene_ready_by: NDArray[np.int64]
    """[side, Round, k]: units in k games of which the side had held one by then that its Round allowed."""
    scene_chance_by: NDArray[np.int64]
    """[side, Round, k]: units in k games of which the side could have set one by then, (2, ROUNDS, 3)."""
    scene_taken: NDArray[np.int64]
    """[side, Round]: table of games in which the side could set a scene in it, success doing so, (2, ROUNDS, 3, 3)."""
    scene_wins: NDArray[np.int64]
    """[side, whether it set a scene]: table of these games, success a win of the side, (2, 2, 3, 3)."""
    scenes: NDArray[np.int64]
    """[side, scenes set in a game]: games, (2, LARGEST + 1)."""
    state_by: NDArray[np.int64]
    """[side, DOUBLE TRIPLE QUAD, Round, k]: units in k games of which it had one by then."""
    level_ups: NDArray[np.int64]
    """[side, whether it won, level-ups]: games, (2, 2, LARGEST + 1)."""
    drawn: NDArray[np.int64]
    """[side, whether it won, cards drawn after the starting hand]: games, (2, 2, LARGEST + 1)."""
    hand_left: NDArray[np.int64]
    """[side, whether it won, cards left in hand]: games, (2, 2, LARGEST + 1)."""
    lead_changes: NDArray[np.int64]
    """[changes of the Lead Player]: games, (LARGEST + 1,)."""
    sums: NDArray[np.int64]
    """[side, tally of TALLIES]: its sum over all games, and the sum of squares of what units sum to, (2, 5, 2)."""

    def __add__(self, other: Counts) -> Counts:
        return Counts(**{entry.name: getattr(self, entry.name) + getattr(other, entry.name) for entry in fields(self)})

    def same_as(self, other: Counts) -> bool:
        """Whether all numbers agree."""
        return all(np.array_equal(getattr(self, entry.name), getattr(other, entry.name)) for entry in fields(self))


class _Games:
    """The columns of a part as arrays, and how its games make units."""

    def __init__(self, frame: pl.DataFrame, unit: int) -> None:
        self.frame, self.unit = frame, unit
        winner = self.codes("winner", NOBODY)
        self.winner = winner
        self.won = [winner == side for side in range(NOBODY)]
        self.rounds = self.column("rounds")
        self.lead = self.codes("first_lead", NOBODY)

    def column(self, name: str) -> NDArray[np.int64]:
        """A column of numbers, 0 where there is none."""
        return self.frame[name].fill_null(0).to_numpy().astype(np.int64)

    def codes(self, name: str, missing: int) -> NDArray[np.int64]:
        """A column of categories by number."""
        return self.frame[name].to_physical().fill_null(missing).to_numpy().astype(np.int64)

    def per_unit(self, flags: NDArray[np.bool_]) -> NDArray[np.int8]:
        """How many games of each unit have a flag; shape (games, ...) in, (units, ...) out."""
        numbers = flags.view(np.int8)
        return sum((numbers[k :: self.unit] for k in range(1, self.unit)), start=numbers[:: self.unit])

    def table(self, met: NDArray[np.bool_], success: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Tables of a condition, shape (games, ...) in, (..., 3, 3) out; ``success``: (games,) or as ``met``."""
        success = success.reshape(*success.shape, *[1] * (met.ndim - success.ndim))
        cells = PER_UNIT * self.per_unit(met) + self.per_unit(met & success)
        return _by_column(cells, PER_UNIT * PER_UNIT).reshape(*met.shape[1:], PER_UNIT, PER_UNIT)

    def lost_by_a(self, met: NDArray[np.bool_], won: NDArray[np.int64]) -> NDArray[np.int64]:
        """Tables of a condition with success a win of b; ``won``: those with success a win of a."""
        if (self.winner == NOBODY).any():
            return self.table(met, self.won[1])
        # Every game has a winner: of the games that met the condition b won what a did not.
        lost = np.zeros_like(won)
        for number in range(PER_UNIT):
            lost[..., number, : number + 1] = won[..., number, number::-1]
        return lost

    def by_round(self, first: NDArray[np.int64]) -> NDArray[np.int64]:
        """[Round, k]: units in k games of which Round ``first`` (games,), up to ROUNDS, had come by then."""
        units = first.reshape(-1, self.unit)
        some, all_of_them = (
            np.cumsum(np.bincount(when, minlength=ROUNDS + 1))[:ROUNDS]
            for when in (units.min(axis=1), units.max(axis=1))
        )
        both = all_of_them if self.unit > 1 else np.zeros_like(some)
        return np.stack([len(units) - some, some - both, both], axis=1)

    def by_kind(self, kind: NDArray[np.int64], kinds: int) -> NDArray[np.int64]:
        """[kind, k]: units in k games of which it was this kind, ``kind`` (games,) below ``kinds``."""
        games = np.bincount(kind, minlength=kinds)
        first, last = kind[:: self.unit], kind[self.unit - 1 :: self.unit]
        both = np.bincount(first[first == last], minlength=kinds) if self.unit > 1 else np.zeros_like(games)
        one = games - 2 * both
        return np.stack([len(first) - one - both, one, both], axis=1)

    def tally(self, name: str, side: str) -> NDArray[np.int64]:
        """What TALLIES names, of a side, (games,)."""
        if name == "lead_changes":
            return self.column(name)
        if name == "scenes":
            return self.frame[f"scenes_{side}"].list.len().to_numpy().astype(np.int64)
        return self.column(f"{name}_{side}")

    def sums(self, values: NDArray[np.int64]) -> tuple[int, int]:
        """The sum of values (games,), and the sum of squares of what units sum to."""
        units = values.reshape(-1, self.unit).sum(axis=1)
        return int(units.sum()), int(units @ units)

    def spread(self, name: str) -> NDArray[np.int64]:
        """[side, won, value]: games, of a column that each side has."""
        shape = (NOBODY, LARGEST + 1)
        columns = [self.column(f"{name}_{side}") for side in SIDE.categories]
        spreads = [
            _histogram((won.astype(int), np.minimum(values, LARGEST)), shape)
            for won, values in zip(self.won, columns, strict=True)
        ]
        return np.stack(spreads)


def count(frame: pl.DataFrame, unit: int) -> Counts:
    """Count the games of a part (columns as ``shard.SCHEMA``, whole units in order; ``unit`` games each)."""
    games = _Games(frame, unit)
    everything = np.ones(frame.height, bool)
    values = {
        "games": np.array(frame.height),
        "decisions": np.array(games.column("decisions").sum()),
        "points": _points(games),
        "wins": np.stack([games.table(everything, won) for won in games.won]),
        "by_lead": np.stack([[games.table(games.lead == lead, won) for won in games.won] for lead in range(NOBODY)]),
        "ended": _ended(games),
        "rounds": _histogram((games.rounds, games.winner), (ROUNDS, NOBODY + 1)),
        "ended_in": games.by_kind(games.rounds, ROUNDS),
        "longer": _longer(games),
        "redraw": _redraws(games),
        "lead_changes": _histogram((np.minimum(games.column("lead_changes"), LARGEST),), (LARGEST + 1,)),
        **{name: games.spread(name) for name in ("level_ups", "drawn", "hand_left")},
        "sums": np.stack([[games.sums(games.tally(name, side)) for name in TALLIES] for side in SIDE.categories]),
        **_margins(games),
        **_scenes(games),
        "state_by": _states(games),
    }
    return Counts(**{name: np.asarray(value, np.int64) for name, value in values.items()})


def _histogram(values: tuple[NDArray[np.int64], ...], shape: tuple[int, ...]) -> NDArray[np.int64]:
    flat = np.ravel_multi_index(values, shape)
    return np.bincount(flat, minlength=int(np.prod(shape))).reshape(shape)


def _by_column(codes: NDArray[np.int8], kinds: int) -> NDArray[np.int64]:
    """How often each code occurs in every column; shape (units, ...) in, (..., kinds) out."""
    columns = int(np.prod(codes.shape[1:]))
    flat = codes.reshape(-1, columns) + kinds * np.arange(columns)
    return np.bincount(flat.ravel(), minlength=kinds * columns).reshape(*codes.shape[1:], kinds)


def _points(games: _Games) -> NDArray[np.int64]:
    """Half points of side a by unit: a win is 2, a game without a winner 1."""
    halves = np.array([2, 0, 1])[games.winner].reshape(-1, games.unit).sum(axis=1)
    return np.bincount(halves, minlength=5)


def _longer(games: _Games) -> NDArray[np.int64]:
    """What has not ended by a Round lasts longer."""
    ended = games.by_round(games.rounds)
    longer = np.zeros_like(ended)
    longer[:, : games.unit + 1] = ended[:, games.unit :: -1]
    return longer


def _ended(games: _Games) -> NDArray[np.int64]:
    """Every reason with every winner, by unit."""
    winners = NOBODY + 1
    counts = games.by_kind(games.codes("reason", 0) * winners + games.winner, len(REASON.categories) * winners)
    return counts.reshape(-1, winners, PER_UNIT)


def _redraws(games: _Games) -> NDArray[np.int64]:
    tables = []
    for side, won in zip(SIDE.categories, games.won, strict=True):
        redrawn = games.frame[f"redrawn_{side}"].to_numpy()
        tables.append([games.table(redrawn == kind, won) for kind in (False, True)])
    return np.stack(tables)


def _margins(games: _Games) -> dict[str, NDArray[np.int64]]:
    """What the battles ahead after a Round say about the end, for games that go on after it."""
    ahead = standings(games.frame["battles"], games.rounds)
    reached = ahead != UNREACHED
    classes = np.clip(ahead, -MARGIN, MARGIN)
    margin = np.zeros((ROUNDS, MARGINS, PER_UNIT, PER_UNIT), np.int64)
    standing = np.zeros((NOBODY, ROUNDS, PER_UNIT, PER_UNIT, PER_UNIT), np.int64)
    margin[..., 0, 0] = standing[..., 0, 0] = len(ahead) // games.unit
    stop = 1 + ahead.shape[1]
    for value in range(-MARGIN, MARGIN + 1):
        margin[1:stop, value + MARGIN] = games.table(reached & (classes == value), games.won[0])
    for sign in (-1, 0, 1):
        met = reached & (np.sign(ahead) == sign)
        standing[0, 1:stop, 1 + sign] = games.table(met, games.won[0])
        standing[1, 1:stop, 1 - sign] = games.lost_by_a(met, standing[0, 1:stop, 1 + sign])
    behind = [(reached & (sign * ahead > 0)).any(axis=1) for sign in (-1, 1)]
    trailed = np.stack([games.table(flags, won) for flags, won in zip(behind, games.won, strict=True)])
    return {"margin": margin, "standing": standing, "trailed": trailed}


def _scenes(games: _Games) -> dict[str, NDArray[np.int64]]:
    """When scenes were set, against when they could have been."""
    scenes: dict[str, list[NDArray[np.int64]]] = {}
    last = int(games.rounds.max())
    for side, won in zip(SIDE.categories, games.won, strict=True):
        rounds, ready, chances = (games.frame[f"{name}_{side}"] for name in ("scenes", "scene_ready", "scene_chances"))
        how_many = rounds.list.len().to_numpy().astype(np.int64)
        values = {
            "scene_set": np.bincount(rounds.list.explode().drop_nulls().to_numpy(), minlength=ROUNDS),
            "scene_by": games.by_round(_first(rounds)),
            "scene_ready_by": games.by_round(_first(ready)),
            "scene_chance_by": games.by_round(_first(chances)),
            "scene_taken": _padded(games.table(_flags(chances, last), _flags(rounds, last)), games),
            "scene_wins": np.stack([games.table((how_many > 0) == kind, won) for kind in (False, True)]),
            "scenes": np.bincount(how_many, minlength=LARGEST + 1),
        }
        for name, value in values.items():
            scenes.setdefault(name, []).append(value)
    return {name: np.stack(sides) for name, sides in scenes.items()}


def _first(rounds: pl.Series) -> NDArray[np.int64]:
    """The first of the Rounds of each game, ROUNDS where there is none, (games,)."""
    return rounds.list.first().fill_null(ROUNDS).to_numpy().astype(np.int64)


def _flags(rounds: pl.Series, last: int) -> NDArray[np.bool_]:
    """Whether a Round up to ``last`` is among those of a game, (games, last + 1)."""
    flags = np.zeros((len(rounds), last + 1), bool)
    games = np.repeat(np.arange(len(rounds)), rounds.list.len().to_numpy())
    flags[games, rounds.list.explode().drop_nulls().to_numpy()] = True
    return flags


def _padded(tables: NDArray[np.int64], games: _Games) -> NDArray[np.int64]:
    """Tables by Round, with empty ones for the Rounds that no game has had."""
    padded = np.zeros((ROUNDS, PER_UNIT, PER_UNIT), np.int64)
    padded[:, 0, 0] = len(games.rounds) // games.unit
    padded[: len(tables)] = tables
    return padded


def _states(games: _Games) -> NDArray[np.int64]:
    by = np.zeros((NOBODY, len(STATES) - 1, ROUNDS, PER_UNIT), np.int64)
    for side, name in enumerate(SIDE.categories):
        for state, word in enumerate(STATES[1:]):
            first = games.frame[f"{word}_{name}"].fill_null(ROUNDS).to_numpy()
            by[side, state] = games.by_round(first)
    return by
