"""The table that a run is played on (cards, rules, policies, decks as the compiled game reads them), and its games.

A table takes 1.1 MB, nearly all of them zeros or what the planner learned. So it is packed as soon as it is laid out,
and unpacked where it is played on: few lie open at a time, however many matchups are to be played.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.home import home
from ucgsim.cards.versions import Procedure
from ucgsim.compiling.sources import cache_folder, package_stamp, source_hash
from ucgsim.engine.core.constants import CARDS, NONE, PLAYERS
from ucgsim.engine.core.halting import can_be_halted
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.files.checksums import digest
from ucgsim.files.remembered import remembered, stamp_of
from ucgsim.policies.closed_lists import in_field, lists_for
from ucgsim.policies.planner.weights import seat, teach
from ucgsim.policies.spec import PolicyId, parse_policy
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.plan import SHARD, Plan, Terms, refuse_differing
from ucgsim.simulate.practice import practise
from ucgsim.simulate.referee import OwnPolicies, referee_of, seats_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck
    from ucgsim.engine.core.tables import CardBook
    from ucgsim.policies.spec import Policy


SLOW_SHARD = 200
"""Games of one part in which a player searches, or code of the user plays: about three seconds of one core."""
PLANNED_SHARD = 8_000
"""Games of one part in which the planner plays: two to three seconds of one core where its games are long."""


TABLES_AT_HAND = 4
"""Tables that a thread keeps unpacked: as many as two players with two decks each play on in turn."""
_practised: dict[tuple[Packed, bytes, tuple[int, ...]], Packed] = {}
"""What tables hold after practice in this process, by what they held before, their lists and who practised."""
_WORDS = TABLES.itemsize // np.dtype(np.int64).itemsize


class Packed(NamedTuple):
    """The words of 8 bytes in which a record of dtype TABLES differs from an empty one, or from one that was taught.

    ``places``: int32, ``words``: int64, as bytes, so that equal ones are known by what they hold.
    """

    is_taught: bool
    places: bytes
    words: bytes


class Marks(NamedTuple):
    """Cards that are played otherwise than they say: numbers ``blank``, without their text, and ``edited`` by hand."""

    blank: tuple[str, ...]
    edited: tuple[str, ...]


def marks_of(played: Iterable[Table | Plan]) -> Marks:
    """Those of several tables or plans, sorted."""
    every = [*played]
    blank, edited = ({number for each in every for number in getattr(each, name)} for name in Marks._fields)
    return Marks(tuple(sorted(blank)), tuple(sorted(edited)))


class Table(NamedTuple):
    """``packed``: what `tables` holds; ``decks``: card rows of sides a and b, shape (2, cards), int16; ``blank``:
    numbers of cards that have a text but are played without it, ``edited``: played with a block that a person edited;
    ``own``: the policies of the user's own that sit at it; ``practising``: sides that practise before they play.
    """

    packed: Packed
    decks: NDArray[np.int16]
    blank: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    own: OwnPolicies | None = None
    practising: tuple[int, ...] = ()

    @property
    def tables(self) -> np.record:
        """Record of dtype TABLES, to be played on at once and not to be changed; it may be another one next time.

        A policy of the user's own gets one that nobody else will play on: it may do anything to what it can reach.
        """
        packed = self.practised().packed
        return _opened(packed) if self.own else _here.opened(packed)

    def practised(self) -> Table:
        """This table after those who practise have done so: half a minute, once for each pair of lists."""
        if not self.practising:
            return self
        key = (self.packed, self.decks.tobytes(), self.practising)
        if key not in _practised:
            tables = _opened(self.packed)
            practise(tables, self.decks, self.practising)
            _practised[key] = pack(tables)
        return self._replace(packed=_practised[key], practising=())

    def __reduce__(self) -> tuple[type[Table], tuple[object, ...]]:
        # Another process or machine gets what was learned here.
        return Table, tuple(self.practised())

    @property
    def fingerprint(self) -> str:
        """Equal for tables with the same cards, effects, rules, redraw and policies; 16 hexadecimal digits.

        What practice teaches follows from all of that, so it is no part of it.
        """
        whole = hashlib.sha256(_unpacked(self.packed).data)
        whole.update(self.decks.tobytes())
        return whole.hexdigest()[:16]

    def but(self, tables: np.record) -> Table:
        """This table with another record of dtype TABLES."""
        return self._replace(packed=pack(tables))


def by_python(tables: Iterable[Table | Laying]) -> bool:
    """Whether policies written in Python play at any of these."""
    return any(laid_out(table).own is not None for table in tables)


def laid_out(table: Table | Laying) -> Table:
    """A table that is laid out now, where it is not yet."""
    return table.table if isinstance(table, Laying) else table


def pack(tables: np.record) -> Packed:
    """What distinguishes a record of dtype TABLES from others."""
    is_taught = bool(tables["learned"]["of_position"].any())
    words, empty = np.frombuffer(tables.tobytes(), np.int64), _empty(is_taught=is_taught)
    places = np.flatnonzero(words != empty)
    return Packed(is_taught, places.astype(np.int32).tobytes(), words[places].tobytes())


def _unpacked(packed: Packed) -> NDArray[np.int64]:
    """A record of its own, as words of 8 bytes."""
    words = _empty(is_taught=True).copy() if packed.is_taught else np.zeros(_WORDS, np.int64)
    words[np.frombuffer(packed.places, np.int32)] = np.frombuffer(packed.words, np.int64)
    return words


def _opened(packed: Packed) -> np.record:
    opened = _unpacked(packed).view(TABLES).view(np.recarray)
    can_be_halted(opened)
    tables: np.record = opened[0]
    return tables


class _AtHand(threading.local):
    """Records that a thread keeps unpacked: games write in them what they see, so no two threads share one."""

    def __init__(self) -> None:
        self.opened = lru_cache(maxsize=TABLES_AT_HAND)(_opened)


_here = _AtHand()


@cache
def _empty(*, is_taught: bool) -> NDArray[np.int64]:
    """An empty record as words of 8 bytes, or one that holds nothing but what the planner learned."""
    record = np.zeros(1, TABLES)
    if is_taught:
        teach(record.view(np.recarray)[0])
    return record.view(np.int64)


def lay_out(decks: tuple[Deck, Deck], terms: Terms) -> Table:
    """Lay out two decks; UcgsimError for unknown cards or policies, a deck that is too large, or a card whose text
    can't be played and that ``terms.play_blank`` does not name.
    """
    return lay_out_with(decks, terms)[0]


def lay_out_with(decks: tuple[Deck, Deck], terms: Terms, beside: Sequence[Card] = ()) -> tuple[Table, dict[str, int]]:
    """Two decks laid out with the cards ``beside`` theirs that other decks at this table have; rows by number."""
    from ucgsim.effects.library import edited_among, effects_of  # noqa: PLC0415 - what is only read lays out nothing
    from ucgsim.engine.core.tables import card_book  # noqa: PLC0415 - as above

    lists = [deck.cards(terms.catalog) for deck in decks]
    others = lists_for(terms.policies)
    known = [card for cards in lists for card in cards] + (others.cards(terms.catalog) if others else [])
    known += beside
    texts = effects_of(known, play_blank=terms.play_blank)
    reshuffle = terms.redraw_procedure is Procedure.RESHUFFLE
    book = card_book(known, terms.rules, texts=texts, reshuffle=reshuffle)
    players = [parse_policy(name) for name in in_field(terms.policies)]
    if others is not None:
        others.put(book.tables, book.index)
    seat(book.tables, players)
    table = Table(
        pack(book.tables),
        _rows(decks, lists, book),
        book.blank,
        edited_among(known, book.blank),
        seats_of(players, book),
        tuple(side for side, player in enumerate(players) if player.is_practised),
    )
    return table, dict(book.index)


def _rows(decks: tuple[Deck, Deck], lists: list[list[Card]], book: CardBook) -> NDArray[np.int16]:
    """Card rows of both decks, in the order of their numbers, so that a file's order never matters."""
    index = book.index
    rows = np.full((PLAYERS, max(map(len, lists))), NONE, np.int16)
    for row, deck, cards in zip(rows, decks, lists, strict=True):
        if not 0 < len(cards) <= CARDS:
            raise UcgsimError(f"{deck.name}: has {len(cards)} cards; a game takes from 1 to {CARDS}")
        row[: len(cards)] = [index[card.number] for card in cards]
    return rows


@dataclass(frozen=True)
class Laying:
    """A table that is laid out when it is asked for."""

    decks: tuple[Deck, Deck]
    terms: Terms

    def __reduce__(self) -> tuple[Any, tuple[Table]]:
        # Another process gets the table: a policy of the user's own is known to this one alone.
        return laid_out, (self.table,)

    @cached_property
    def table(self) -> Table:
        """The table; UcgsimError as ``lay_out`` raises it."""
        return lay_out(self.decks, self.terms)

    def marks(self) -> dict[str, Any]:
        """Fingerprint of the table, numbers ``blank`` and ``edited``; remembered, so that what is only read need lay
        out none.
        """
        if any(player.own is not None or player.is_closed for player in map(parse_policy, self.terms.policies)):
            return self._marks()
        cards = {card.number: card for deck in self.decks for card in deck.cards(self.terms.catalog)}
        terms = self.terms.policies, self.terms.rules, self.terms.redraw_procedure, sorted(self.terms.play_blank)
        key = digest(repr(([deck.counts for deck in self.decks], sorted(cards.items()), terms)).encode())[:32]
        return remembered(cache_folder() / "plans" / key, _stamp(), self._marks)

    def _marks(self) -> dict[str, Any]:
        table = self.table
        return {"cards": table.fingerprint, "blank": list(table.blank), "edited": list(table.edited)}


def _stamp() -> str:
    """Sixteen digits that change with any file that decides what a table is."""
    return f"{package_stamp()} {stamp_of([home() / 'catalog.csv', home() / 'effects'])}"


def make_plan(decks: tuple[Deck, Deck], games: int, terms: Terms, *, shard: int | None = None) -> tuple[Plan, Table]:
    """Plan a run of two decks as ``plan_run`` does, with the table to play it on."""
    plan, laying = plan_run(decks, games, terms, shard=shard)
    return plan, laying.table


def plan_run(decks: tuple[Deck, Deck], games: int, terms: Terms, *, shard: int | None = None) -> tuple[Plan, Laying]:
    """Plan a run of two decks, with what lays out the table to play it on.

    ``shard``: games of one part, by default as many as take seconds. Raises UcgsimError for a number of games that is
    not even halves, and as ``Plan`` and ``lay_out`` do.
    """
    # A file of the user's own is read once: what plays is then what the plan names.
    players = [parse_policy(name) for name in in_field(terms.policies)]
    terms = terms.but(policies=(players[0].name, players[1].name))
    laying = Laying(decks, terms)
    marks = laying.marks()
    plan = Plan(
        decks=decks,
        games=games,
        policies=terms.policies,
        seed=terms.seed,
        rules=terms.rules,
        redraw_procedure=terms.redraw_procedure,
        first=terms.first,
        matchup=terms.matchup,
        shard=shard or _part_size(players),
        cards=marks["cards"],
        blank=tuple(marks["blank"]),
        edited=tuple(marks["edited"]),
        versions=versions_now(terms.labels),
    )
    return plan, laying


def _part_size(players: Iterable[Policy]) -> int:
    """Games of one part: few enough that little is lost where a run is broken off, whoever plays."""
    plans = (each.kind.id is PolicyId.PLANNER for each in players)
    return SLOW_SHARD if any(each.is_slow for each in players) else PLANNED_SHARD if any(plans) else SHARD


def plan_again(place: object, plan: Plan, catalog: Catalog) -> Laying:
    """The table on which a plan is played; UcgsimError where it was made with other cards, effects or policies."""
    now, laying = plan_run(plan.decks, plan.games, Terms.of_plan(plan, catalog), shard=plan.shard)
    refuse_differing(place, plan.differences(now))
    return laying


def versions_now(labels: Iterable[str]) -> dict[str, str]:
    """What plays: program, engine, and policies with their versions."""
    return {"ucgsim": _installed(), "engine": source_hash(), "policies": ", ".join(labels)}


@cache
def _installed() -> str:
    return version("ucgsim")


# Games of a run played, as the arrays that the compiled loop fills: a pure function of the plan and their indices.


BYTES_PER_GAME = 48
"""Room for the battles of a game; where long games need more, they are played in several goes."""


class Played(NamedTuple):
    """``rows``: dtype ROW, (n,); ``battles``: text of all games; ``ends``: where that of each ends, (n,)."""

    rows: NDArray[np.void]
    battles: NDArray[np.uint8]
    ends: NDArray[np.int64]


def play(plan: Plan, table: Table, games: range) -> Played:
    """Play the games of these indices; the same wherever and however often they are played."""
    pieces: list[Played] = []
    start = games.start
    while start < games.stop:
        pieces.append(_play(plan, table, start, games.stop - start))
        start += len(pieces[-1].rows)
    return pieces[0] if len(pieces) == 1 else joined(pieces)


def warm_up(plan: Plan, table: Table) -> None:
    """Play a game of the plan, so that what is done once is done before anything is measured."""
    _play(plan, table, 0, 1)


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


def joined(pieces: Sequence[Played]) -> Played:
    """What was played in several goes, or nothing at all."""
    starts = np.cumsum([0, *(len(piece.battles) for piece in pieces)])
    return Played(
        np.concatenate([np.zeros(0, ROW), *(piece.rows for piece in pieces)]),
        np.concatenate([np.zeros(0, np.uint8), *(piece.battles for piece in pieces)]),
        np.concatenate([np.zeros(0, np.int64), *(piece.ends + at for piece, at in zip(pieces, starts, strict=False))]),
    )
