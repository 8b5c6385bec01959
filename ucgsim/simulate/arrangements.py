"""Games with a deck and a shuffle arranged: what a card or a copy is worth on the same chance."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.engine.core.constants import NONE, STARTING_HAND
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.simulate.loops.redraws import OPENING, Choice, play_arranged
from ucgsim.simulate.openings import Chance, arrange_slowly
from ucgsim.simulate.plain import counts_of
from ucgsim.simulate.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.simulate.plan import First
    from ucgsim.simulate.table import Table


def arranged_games(
    table: Table,
    chance: Chance,
    indices: NDArray[np.int64],
    choices: NDArray[np.int8],
    *,
    changes: NDArray[np.int16],
    places: NDArray[np.int16],
) -> NDArray[np.void]:
    """Play games to their end with cards of side a changed and put in place: dtype OPENING, (n,).

    ``changes`` and ``places`` as for ``play_arranged``, (n, any, 2). Two games of one index see the same chance.
    Raises UcgsimError for a game that meets a limit of the program.
    """
    if table.own is None:
        rows = np.zeros(len(indices), OPENING)
        call = (table.tables, table.decks, chance.seed, chance.matchup, indices, chance.first.code)
        changes, places = np.ascontiguousarray(changes), np.ascontiguousarray(places)
        play_arranged(new_game(), *call, changes, places, choices, rows.view(np.recarray))
    else:
        rows = arrange_slowly(table, chance, indices, choices, changes=changes, places=places)
    for index in indices[rows["fault"] > 0]:
        raise UcgsimError(f"game {index} of seed {chance.seed} meets limit {rows['fault'].max()} of the program")
    return rows


WORTHS = 3
"""A game is worth 0, 1 or 2 half points."""


# Every copy of every card put somewhere into the shuffled deck, or another card in its place, on the same chance.


ROUNDS = 4
"""Rounds by whose draw a card may have come that are distinguished: one draw a Round (CR 5.3)."""
FURTHER = 8
"""Cards after those that are distinguished from the rest of the deck: effects draw them, or a redraw does."""
SHARES = (0.3, 0.05, 0.05, 0.05, 0.05, 0.2, 0.3)
"""Of the pairs, for each band of places: more of them where a card matters more than it comes there by chance."""
BANDS = len(SHARES)


class Copy(NamedTuple):
    """The ``number``-th copy, from 1, of the card at place ``card`` in the sorted numbers of a deck."""

    card: int
    number: int


class Setting(NamedTuple):
    """A deck of side a against one opponent: ``starts[card]`` its first card in the deck, by sorted numbers."""

    table: Table
    chance: Chance
    counts: tuple[int, ...]

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return sum(self.counts)

    @property
    def copies(self) -> list[Copy]:
        """All copies of all cards."""
        return [Copy(card, k) for card, count in enumerate(self.counts) for k in range(1, count + 1)]


def bands(size: int) -> list[range]:
    """Places of a deck from its top in bands: the starting hand, the draws of the first Rounds, further, the rest.

    UcgsimError for a deck in which a band would be empty.
    """
    edges = [0, *range(STARTING_HAND, STARTING_HAND + ROUNDS + 1), STARTING_HAND + ROUNDS + FURTHER, size]
    if edges[-1] <= edges[-2]:
        raise UcgsimError(f"a deck of {size} cards; what its cards are worth takes more than {edges[-2]}")
    return [range(*each) for each in itertools.pairwise(edges)]


@dataclass(frozen=True, kw_only=True)
class CopyTask(Task):
    """Pairs of games of a copy, by its ``place`` in ``Setting.copies``: with it, and with another card in its place.

    With the copy as the last of its card in the deck, and with another card of the deck, drawn at random, in its place.
    Its counts are pairs [band, half points with it, without it], (BANDS, 3, 3).
    """

    fingerprint: str
    versions: Mapping[str, str] = field(hash=False)
    seed: int
    matchup: int
    first: First
    copies: tuple[int, ...]
    place: int
    pairs: int
    setting: Setting = field(compare=False, repr=False)
    tables: Sequence[Table] = field(default=(), compare=False, repr=False)

    @property
    def games(self) -> int:
        """Games of all pairs."""
        return 2 * int(_sizes(self.pairs).sum())

    def counts(self, value: Any) -> NDArray[np.int64]:
        """The counts, from their plain value."""
        counts = counts_of(value, (BANDS, WORTHS, WORTHS))
        if (counts.sum(axis=(1, 2)) != _sizes(self.pairs)).any():
            raise ValueError("counts do not agree with the number of pairs")
        return counts

    def run(self) -> list[Any]:
        """Play them."""
        band = np.repeat(np.arange(BANDS), _sizes(self.pairs))
        with_it, without_it = _arms(self.setting, self.place, band)
        cells = np.ravel_multi_index((band, with_it, without_it), (BANDS, WORTHS, WORTHS))
        counts: list[Any] = np.bincount(cells, minlength=BANDS * WORTHS**2).reshape(BANDS, WORTHS, WORTHS).tolist()
        return counts


def copy_tasks(settings: Sequence[Setting], pairs: int, versions: Mapping[str, str]) -> list[CopyTask]:
    """``pairs`` pairs of games of every copy in every setting; all settings have one deck on side a.

    ``versions``: what plays.
    """
    prints = [setting.table.fingerprint for setting in settings]
    return [
        CopyTask(
            fingerprint=fingerprint,
            versions=versions,
            seed=setting.chance.seed,
            matchup=setting.chance.matchup,
            first=setting.chance.first,
            copies=setting.counts,
            place=place,
            pairs=pairs,
            setting=setting,
            tables=(setting.table,),
        )
        for place in range(len(settings[0].copies))
        for setting, fingerprint in zip(settings, prints, strict=True)
    ]


def _sizes(pairs: int) -> NDArray[np.int64]:
    """Pairs of each band, even numbers of them: either side wins the throw equally often."""
    sizes = np.maximum(2 * np.round(np.array(SHARES) * pairs / 2).astype(np.int64), 2)
    sizes[-1] += pairs + pairs % 2 - sizes.sum()
    return np.asarray(sizes)


def _arms(setting: Setting, place: int, band: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Half points of side a with the copy and without it, (pairs,) each."""
    copy, games = setting.copies[place], len(band)
    stream = np.random.default_rng((setting.chance.seed, setting.chance.matchup, place))
    first = sum(setting.counts[: copy.card])
    mine = range(first, first + setting.counts[copy.card])
    places = np.full((games, 1, 2), NONE, np.int16)
    places[:, 0, 0] = first + copy.number - 1
    ends = np.array([(each.start, each.stop) for each in bands(setting.size)])[band]
    places[:, 0, 1] = stream.integers(ends[:, 0], ends[:, 1])
    without = _replaced(setting, mine[copy.number - 1 :], mine, games, stream)
    with_it = without.copy()
    with_it[:, 0] = NONE
    return _points(setting, with_it, places), _points(setting, without, places)


def _replaced(
    setting: Setting, out: Sequence[int], mine: range, games: int, stream: np.random.Generator
) -> NDArray[np.int16]:
    """Cards ``out`` of the deck and what comes in for each: cards of other numbers, in the deck's proportions."""
    others = np.array([row for place, row in enumerate(setting.table.decks[0, : setting.size]) if place not in mine])
    if not len(others):
        raise UcgsimError("a deck of a single card; what a copy is worth takes others to put in its place")
    rows = stream.choice(others, (games, len(out)))
    return np.stack([np.broadcast_to(np.array(out), rows.shape), rows], axis=2).astype(np.int16)


def _points(setting: Setting, changes: NDArray[np.int16], places: NDArray[np.int16]) -> NDArray[np.int64]:
    games = len(changes)
    choices = np.full(games, Choice.POLICY, np.int8)
    rows = arranged_games(setting.table, setting.chance, np.arange(games), choices, changes=changes, places=places)
    return rows["half_points"].astype(np.int64)
