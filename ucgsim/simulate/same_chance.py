"""Several games on one chance: of two builds, or either side leading.

Both builds play one game on every chance, and no two games of a build share theirs.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_chosen
from ucgsim.simulate.loops.tally import tally_pairs
from ucgsim.simulate.plain import counts_of
from ucgsim.simulate.plan import First, Terms, equal_halves
from ucgsim.simulate.referee import referee_of
from ucgsim.simulate.table import BYTES_PER_GAME, Played, Table, joined, laid_out, lay_out
from ucgsim.simulate.tasks import Task

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.table import Laying


T = TypeVar("T")

HALF_POINTS = 3
"""Values of a game in half points: 0 to 2."""
BUILDS = 2


class Meeting(NamedTuple):
    """Both builds against one opponent, on ``side`` 0 or 1; ``matchup`` separates its chance from that of others."""

    tables: tuple[Table, Table]
    matchup: int
    side: int = 0


class Span(NamedTuple):
    """Games of these indices against an opponent, by each build."""

    opponent: int
    games: range


@dataclass(frozen=True, kw_only=True)
class PairTask(Task):
    """Pairs of games on the chances ``start`` to ``stop``: at each of two tables, or at one with either side leading.

    ``fingerprints`` are those of the tables (`Table.fingerprint`), ``versions`` what plays; ``leads`` say who leads.
    Its counts are pairs by the half points of ``side`` in the first game and in the second, (3, 3).
    """

    fingerprints: tuple[str, str]
    versions: Mapping[str, str] = field(hash=False)
    seed: int
    matchup: int
    start: int
    stop: int
    side: int = 0
    leads: tuple[First, First] = (First.THROW, First.THROW)
    tables: Sequence[Table | Laying] = field(default=(), compare=False, repr=False)

    @property
    def games(self) -> int:
        """Games of both."""
        return 2 * (self.stop - self.start)

    def counts(self, value: Any) -> NDArray[np.int64]:
        """The counts, from their plain value."""
        counts = counts_of(value, (HALF_POINTS, HALF_POINTS))
        if counts.sum() != self.stop - self.start:
            raise ValueError("counts do not agree with the number of games")
        return counts

    def run(self) -> list[list[int]]:
        """Play them."""
        chances = self.seed, self.matchup, range(self.start, self.stop)
        tables = zip(map(laid_out, self.tables), self.leads, strict=True)
        x, y = (play_sound(table, *chances, lead) for table, lead in tables)
        counts: list[list[int]] = pairs_of(x, y, self.side).tolist()
        return counts


def align(kept: Sequence[Card], changed: Sequence[Card]) -> list[Card]:
    """The cards of ``changed`` in an order in which common cards have the places that they have in ``kept``.

    A replaced card gives its place to the one that is most like it (kind, level, number). One shuffle then deals
    both lists alike, but for the cards that differ. A longer list has its further cards at the end.
    """
    missing = Counter(card.number for card in changed)
    places: list[Card | None] = []
    for card in kept:
        common = missing[card.number] > 0
        places.append(card if common else None)
        missing[card.number] -= common
    known = {card.number: card for card in changed}
    spare = sorted((known[number] for number in missing.elements()), key=_likeness)
    free = sorted(
        (place for place, card in enumerate(places) if card is None), key=lambda place: _likeness(kept[place])
    )
    for place, card in zip(free, spare, strict=False):
        places[place] = card
    return [card for card in places if card is not None] + spare[len(free) :]


def _likeness(card: Card) -> tuple[bool, int, str]:
    return card.is_scene, card.level or 0, card.number


def lay_out_meetings(
    builds: tuple[Deck, Deck],
    opponents: Sequence[Deck],
    matchups: Sequence[int],
    terms: Terms,
    *,
    side: int = 0,
) -> tuple[Meeting, ...]:
    """Lay out both builds against every opponent, their common cards in the same places.

    The policies of ``terms`` are those of the builds and of their opponents; ``side``: 0 or 1, on which the builds
    play. Raises UcgsimError as ``lay_out`` does.
    """
    first, second = (deck.cards(terms.catalog) for deck in builds)
    order = align(first, second)
    seated = terms.but(policies=_seated(*terms.policies, side))
    meetings = []
    for opponent, matchup in zip(opponents, matchups, strict=True):
        x, y = (lay_out(_seated(build, opponent, side), seated) for build in builds)
        meetings.append(Meeting((x, _reordered(y, side, second, order)), matchup, side))
    return tuple(meetings)


def _seated(build: T, opponent: T, side: int) -> tuple[T, T]:
    """The build on its side, the opponent on the other."""
    return (build, opponent) if side == 0 else (opponent, build)


def _reordered(table: Table, side: int, cards: Sequence[Card], order: Sequence[Card]) -> Table:
    """The table with the cards of a side, which lie in the order of ``cards``, in another order."""
    row = {card.number: table.decks[side, place] for place, card in enumerate(cards)}
    decks = table.decks.copy()
    decks[side, : len(order)] = [row[card.number] for card in order]
    return table._replace(decks=decks)


def play_games(table: Table, seed: int, matchup: int, indices: range, first: First = First.THROW) -> Played:
    """Play the games of these indices; ``first`` may fix the Lead Player of the first turn."""
    numbers = np.arange(indices.start, indices.stop, dtype=np.int64)
    return play_given(table, seed, matchup, numbers, np.full(len(numbers), first.code, np.int64))


def play_given(table: Table, seed: int, matchup: int, indices: NDArray[np.int64], leads: NDArray[np.int64]) -> Played:
    """Play the games ``indices``, (n,); ``leads``, (n,): who leads the first turn of each, NONE by the throw."""
    pieces: list[Played] = []
    start = 0
    while start < len(indices) or not pieces:
        n = len(indices) - start
        rows, ends = np.zeros(n, ROW), np.empty(n, np.int64)
        battles = np.empty(LONGEST_GAME + BYTES_PER_GAME * n, np.uint8)
        which = (indices[start:], leads[start:], rows.view(np.recarray))
        done = play_chosen(
            new_game(), table.tables, table.decks, seed, matchup, *which, battles, ends, referee_of(table.own)
        )
        pieces.append(Played(rows[:done], battles[: ends[done - 1] if done else 0], ends[:done]))
        start += done
    return pieces[0] if len(pieces) == 1 else joined(pieces)


def half_points(rows: NDArray[np.void], side: int = 0) -> NDArray[np.int64]:
    """Half points of a side: a win is 2, a game without a winner 1; (n,) in, (n,) out."""
    values = np.where(rows["winner"] == NONE, 1, np.where(rows["winner"] == side, 2, 0))
    return values.astype(np.int64)


def rounds_of(weights: Sequence[float], games: int, part: int, first: int | None = None) -> list[list[Span]]:
    """Cut ``games`` games over all opponents into rounds of ``part``, each in proportion to ``weights``.

    With a ``first`` size that is smaller, rounds begin with it and grow by half of what was played, up to ``part``;
    later by a tenth of what was played, in whole parts.
    ``weights`` (opponents,) are above 0 and sum to 1. Everyone is met from the first round on, and what an opponent
    has played after a round is its share of the games so far, rounded up to an even number.
    """
    rounds, starts = [], [0] * len(weights)
    for end in _ends(games, part, first or part):
        stops = [share_of(weight, min(end, games)) for weight in weights]
        spans = enumerate(zip(starts, stops, strict=True))
        rounds.append([Span(opponent, range(start, stop)) for opponent, (start, stop) in spans if start < stop])
        starts = stops
    return rounds


def _ends(games: int, part: int, first: int) -> Iterator[int]:
    """How many games are played after each round; the last reaches ``games``."""
    end = min(first, part)
    while end < games:
        yield end
        end += part if first >= part else max(min(end // 2, part), end // (10 * part) * part, 1)
    yield end


def share_of(weight: float, games: int) -> int:
    """How many of ``games`` games an opponent of this weight gets: rounded up, in half of which it wins the throw."""
    # A third of 3,000 is 1,000, however a third is rounded.
    return equal_halves(max(math.ceil(round(weight * games, 6)), 1))


def pairs_of(first: NDArray[np.void], second: NDArray[np.void], side: int = 0) -> NDArray[np.int64]:
    """Pairs of games on one chance by the half points of a side in the first and in the second, (3, 3)."""
    pairs = np.zeros((HALF_POINTS, HALF_POINTS), np.int64)
    tally_pairs(pairs, first.view(np.recarray), second.view(np.recarray), side)
    return pairs


def play_sound(table: Table, seed: int, matchup: int, games: range, first: First = First.THROW) -> NDArray[np.void]:
    """The rows of these games; UcgsimError for one that meets a limit of the program."""
    rows = play_games(table, seed, matchup, games, first).rows
    for row in rows[rows["fault"] > 0]:
        raise UcgsimError(f"game {row['index']} of seed {seed} meets limit {row['fault']} of the program")
    return rows
