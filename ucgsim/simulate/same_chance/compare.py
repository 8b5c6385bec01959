"""Two builds of a deck against the same opponents with the same chance, counted game by game.

Both builds play one game on every chance, and no two games of a build share theirs.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np

from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_chosen
from ucgsim.simulate.own.referee import referee_of
from ucgsim.simulate.parts.played import BYTES_PER_GAME
from ucgsim.simulate.plan import First, equal_halves
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.working.workers import in_order

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.kept import Ledger
    from ucgsim.simulate.table import Table
    from ucgsim.simulate.terms import Terms

T = TypeVar("T")

HALF_POINTS = 3
"""Values of a game in half points: 0 to 2."""
BUILDS = 2
WORTH_WORKERS = 24
"""Parts that pay for starting workers, which takes a second or two."""


class Meeting(NamedTuple):
    """Both builds against one opponent, on ``side`` 0 or 1; ``matchup`` tells its chance from that of others."""

    tables: tuple[Table, Table]
    matchup: int
    side: int = 0


class Task(NamedTuple):
    """A part to be played: games of these indices against an opponent, by each build."""

    opponent: int
    span: range

    @property
    def key(self) -> str:
        """What the part is called where it is kept."""
        return f"{self.opponent}:{self.span.start}-{self.span.stop}"


class Part(NamedTuple):
    """``table[x, y]``: chances against an opponent on which the builds made x and y half points, (3, 3)."""

    opponent: int
    table: NDArray[np.int64]


class Games(NamedTuple):
    """``rows``: dtype ROW, (n,); ``battles``: text of all games; ``ends``: where that of each ends, (n,)."""

    rows: NDArray[np.void]
    battles: NDArray[np.uint8]
    ends: NDArray[np.int64]


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


def play(table: Table, seed: int, matchup: int, indices: range, first: First = First.THROW) -> Games:
    """Play the games of these indices; ``first`` may fix the Lead Player of the first turn."""
    numbers = np.arange(indices.start, indices.stop, dtype=np.int64)
    return play_given(table, seed, matchup, numbers, np.full(len(numbers), first.code, np.int64))


def play_given(table: Table, seed: int, matchup: int, indices: NDArray[np.int64], leads: NDArray[np.int64]) -> Games:
    """Play the games ``indices``, (n,); ``leads``, (n,): who leads the first turn of each, NONE by the throw."""
    pieces: list[Games] = []
    start = 0
    while start < len(indices) or not pieces:
        n = len(indices) - start
        rows, ends = np.zeros(n, ROW), np.empty(n, np.int64)
        battles = np.empty(LONGEST_GAME + BYTES_PER_GAME * n, np.uint8)
        which = (indices[start:], leads[start:], rows.view(np.recarray))
        done = play_chosen(
            new_game(), table.tables, table.decks, seed, matchup, *which, battles, ends, referee_of(table.own)
        )
        pieces.append(Games(rows[:done], battles[: ends[done - 1] if done else 0], ends[:done]))
        start += done
    return pieces[0] if len(pieces) == 1 else _joined(pieces)


def _joined(pieces: Sequence[Games]) -> Games:
    shifts = np.cumsum([0, *(len(piece.battles) for piece in pieces[:-1])])
    return Games(
        np.concatenate([piece.rows for piece in pieces]),
        np.concatenate([piece.battles for piece in pieces]),
        np.concatenate([piece.ends + shift for piece, shift in zip(pieces, shifts, strict=True)]),
    )


def half_points(rows: NDArray[np.void], side: int = 0) -> NDArray[np.int64]:
    """Half points of a side: a win is 2, a game without a winner 1; (n,) in, (n,) out."""
    values = np.where(rows["winner"] == NONE, 1, np.where(rows["winner"] == side, 2, 0))
    return values.astype(np.int64)


def rounds_of(weights: Sequence[float], games: int, part: int, first: int | None = None) -> list[list[Task]]:
    """Cut ``games`` games over all opponents into rounds of ``part``, each in proportion to ``weights``.

    With a ``first`` size that is smaller, rounds begin with it and grow by half of what was played, up to ``part``.
    ``weights`` (opponents,) are above 0 and sum to 1. Everyone is met from the first round on, and what an opponent
    has played after a round is its share of the games so far, rounded up to an even number.
    """
    rounds, starts = [], [0] * len(weights)
    for end in _ends(games, part, first or part):
        stops = [share_of(weight, min(end, games)) for weight in weights]
        spans = enumerate(zip(starts, stops, strict=True))
        rounds.append([Task(opponent, range(start, stop)) for opponent, (start, stop) in spans if start < stop])
        starts = stops
    return rounds


def _ends(games: int, part: int, first: int) -> Iterator[int]:
    """How many games are played after each round; the last reaches ``games``."""
    end = min(first, part)
    while end < games:
        yield end
        end += part if first >= part else min(max(end // 2, 1), part)
    yield end


def share_of(weight: float, games: int) -> int:
    """How many of ``games`` games an opponent of this weight gets: rounded up, in half of which it wins the throw."""
    # A third of 3,000 is 1,000, however a third is rounded.
    return equal_halves(max(math.ceil(round(weight * games, 6)), 1))


def play_meetings(
    meetings: Sequence[Meeting],
    seed: int,
    rounds: Sequence[Sequence[Task]],
    *,
    jobs: int = 1,
    ledger: Ledger | None = None,
) -> Generator[list[Part]]:
    """Play the parts of every round; yields those of a round together.

    What is played, and in which order it comes, does not depend on ``jobs``; close the iterator to stop early. With a
    ``ledger`` parts that it found are not played again, and further ones are added to it.
    """
    tasks = [task for each in rounds for task in each]
    kept = [] if ledger is None else ledger.kept
    kept_parts = [Part(task.opponent, np.array(counts)) for task, counts in zip(tasks, kept, strict=False)]
    parts = _played_parts(meetings, tasks[len(kept_parts) :], seed, jobs, ledger)
    try:
        everything = itertools.chain(kept_parts, parts)
        for each in rounds:
            yield list(itertools.islice(everything, len(each)))
    finally:
        parts.close()


def _played_parts(
    meetings: Sequence[Meeting], tasks: Sequence[Task], seed: int, jobs: int, ledger: Ledger | None
) -> Generator[Part]:
    """Play parts and keep them, in order."""
    parts = play_tasks(meetings, tasks, seed, jobs=jobs)
    try:
        for part in parts:
            if ledger is not None:
                ledger.add(part.table.tolist())
            yield part
    finally:
        parts.close()


def play_tasks(meetings: Sequence[Meeting], tasks: Iterable[Task], seed: int, *, jobs: int = 1) -> Generator[Part]:
    """Play these parts, in their order; close the iterator to stop early."""
    return in_order([partial(_play_part, meetings[task.opponent], task, seed) for task in tasks], jobs, WORTH_WORKERS)


def _play_part(meeting: Meeting, task: Task, seed: int) -> Part:
    x, y = (half_points(play_sound(table, seed, meeting.matchup, task.span), meeting.side) for table in meeting.tables)
    counts = np.bincount(HALF_POINTS * x + y, minlength=HALF_POINTS**2)
    return Part(task.opponent, counts.reshape(HALF_POINTS, HALF_POINTS))


def play_sound(table: Table, seed: int, matchup: int, games: range, first: First = First.THROW) -> NDArray[np.void]:
    """The rows of these games; UcgsimError for one that meets a limit of the program."""
    rows = play(table, seed, matchup, games, first).rows
    for row in rows[rows["fault"] > 0]:
        raise UcgsimError(f"game {row['index']} of seed {seed} meets limit {row['fault']} of the program")
    return rows
