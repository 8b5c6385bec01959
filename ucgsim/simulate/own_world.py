"""What a policy of the user's own is shown, the options it is given, and games within a game that it may try."""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.engine.bp import VIEW
from ucgsim.engine.core.constants import NONE, PLAYERS, Decision, Grade, Option, Outcome, Phase, Stream
from ucgsim.engine.core.record import new_games
from ucgsim.engine.field.sight import Sight
from ucgsim.errors import UcgsimError
from ucgsim.policies.labels import SEVERAL, SIDES, pending_labels, stack_of
from ucgsim.policies.planner.weights import seat
from ucgsim.policies.search.scratch import MOST_WORLDS, scratch_for
from ucgsim.policies.spec import Policy, parse_policy
from ucgsim.simulate.loops.slow_motion import (
    Ratings,
    answer_game,
    decide_game,
    imagine_game,
    look_at_game,
    play_game,
    rate_game,
    step_game,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.cards.card import Card
    from ucgsim.engine.core.tables import CardBook, Names

__all__ = ["Dealer", "Ratings", "World"]


class Legend(NamedTuple):
    """The cards of a book, and its names."""

    cards: tuple[Card, ...]
    names: Names

    @classmethod
    def of(cls, book: CardBook) -> Legend:
        """The legend of a book."""
        return cls(book.cards, book.names)


# The options of a decision as a policy of the user's own is given them.


UNKNOWN = "a card that you can't see"
_IN_AREAS = (Decision.SET, Decision.LEVEL_UP)
_OF_CARDS = (*_IN_AREAS, Decision.SCENE, Decision.CARD, Decision.ORDER, Decision.RESOLVE, Decision.ACTIVATE)


@dataclass(frozen=True, slots=True)
class Choice:
    """An option: its label, the number of the card it speaks of, the battle area from 1."""

    label: str
    card: str | None = None
    area: int | None = None
    declines: bool = False

    def __str__(self) -> str:
        return self.label


def choices(g: np.record, book: Legend) -> tuple[Choice, ...]:
    """The options of the pending decision, in the order of the record."""
    options = g["options"][: int(g["n_options"])].tolist()
    labels = pending_labels(g, book.names)
    return tuple(_choice(g, book, option, label) for option, label in zip(options, labels, strict=True))


def _choice(g: np.record, book: Legend, option: int, label: str) -> Choice:
    kind = Decision(int(g["kind"]))
    if option < 0:
        return Choice(label, declines=option == Option.DECLINE)
    if kind is Decision.CHARACTER:
        return Choice(label, area=int(label[1:]) if label[1:] else None)
    if kind not in _OF_CARDS:
        return Choice(label)
    first, card = divmod(option, SEVERAL)
    if int(g["sight"][int(g["player"]), card]) != Sight.SEEN:
        return Choice(UNKNOWN)
    return Choice(label, book.names.numbers[int(g["card"][card])], first + 1 if kind in _IN_AREAS else None)


# What a policy of the user's own is shown: plain values that hold nothing its player may not see.
#
# Who sees what is said in `ucgsim.engine.field.sight` alone. Cards are their numbers, None where the player can't know;
# areas come oldest first, and so do the cards of a character from its bottom up.


OUTCOMES = {Outcome.A: "A", Outcome.B: "B", Outcome.TIE: "tie", Outcome.NO_RESULT: None}


@dataclass(frozen=True, slots=True)
class Character:
    """A character on the field; BP and grade are None while nothing of it lies face-up (CR 7.1, 8)."""

    cards: tuple[str | None, ...]
    face_down: int
    bp: int | None
    grade: str | None
    state: str | None
    types: tuple[str, ...]
    charge: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """What lies on one side; the deck from the top card down, the other player's hand with the known cards first."""

    hand: tuple[str | None, ...]
    deck: tuple[str | None, ...]
    discard: tuple[str | None, ...]
    exile: tuple[str | None, ...]
    field: tuple[Character | None, ...]


@dataclass(frozen=True)
class Seen:
    """The game as the deciding player sees it; nothing in it can be changed.

    ``kind``: what is asked (``set``, ``level_up``, ...); ``outcome``: of the last judgement, ``A``, ``B``, ``tie`` or
    None for each area; ``cards``: the printed facts of every card of both lists.
    """

    player: str
    kind: str
    turn: int
    phase: str
    leads: bool
    outcome: tuple[str | None, ...]
    cards: Mapping[str, Card] = field(repr=False)
    _chance: bytes = field(repr=False)
    _dealer: Dealer = field(repr=False, compare=False)

    @cached_property
    def me(self) -> Side:
        """The own side."""
        return self._dealer.reader.side(self._dealer.viewer)

    @cached_property
    def other(self) -> Side:
        """The other side."""
        return self._dealer.reader.side(1 - self._dealer.viewer)

    @cached_property
    def scene(self) -> str | None:
        """The scene in play."""
        return self._dealer.reader.scene

    @cached_property
    def random(self) -> random.Random:
        """Chance of this player's own: the same in the same game, whoever plays it and in how many processes."""
        return random.Random(int.from_bytes(hashlib.blake2b(self._chance, digest_size=16).digest()))

    def world(self, number: int = 0) -> World:
        """World ``number`` among those that the player can't distinguish from the game, to be played on at will."""
        return self._dealer.world(number)

    def rate(self, *, worlds: int = 16, turns: int = 2, policy: str = "greedy") -> Ratings:
        """What search makes of the options in so many worlds, played on for so many turns (0: to the end).

        ``policy``: the fast policy that plays on, ``greedy``, ``planner`` or ``random``; ``usual`` is what it takes.
        """
        return self._dealer.rate(worlds, turns, policy)

    def choice(self, policy: str = "planner") -> int:
        """The place of the option that a policy of the program takes; it sees no more than you do."""
        return self._dealer.choice(policy)


def facts(book: Legend) -> Mapping[str, Card]:
    """The cards of a book by their numbers, read-only."""
    return MappingProxyType({card.number: card for card in book.cards})


class Reader:
    """Reads a record as one of its players may see it."""

    def __init__(self, g: np.record, t: np.record, book: Legend, viewer: int) -> None:
        self.g, self.book, self.viewer = g, book, viewer
        self.known: list[bool] = (g["sight"][viewer] == Sight.SEEN).tolist()
        self.rows: list[int] = g["card"].tolist()
        self.n_areas = int(g["n_areas"])
        self.field: list[list[int]] = g["field"][:, : self.n_areas].tolist()
        self.view: Any = np.zeros(1, VIEW).view(np.recarray)[0]
        look_at_game(g, t, self.view)

    @property
    def scene(self) -> str | None:
        """The scene in play."""
        return None if int(self.g["scene"]) == NONE else self.card(int(self.g["scene"]))

    def card(self, card: int) -> str | None:
        """The number of a card, None where the viewer can't know it."""
        return self.book.names.numbers[self.rows[card]] if self.known[card] else None

    def zone(self, name: str, player: int) -> tuple[str | None, ...]:
        """The cards of a zone in its order."""
        return tuple(self.card(card) for card in self.g[name][player, : self.g[f"n_{name}"][player]].tolist())

    def hand(self, player: int) -> tuple[str | None, ...]:
        """A hand is saved sorted by card, so the place of what is unknown would give it away."""
        cards = self.zone("hand", player)
        known = sorted(card for card in cards if card is not None)
        return (*known, *[None] * (len(cards) - len(known)))

    def side(self, player: int) -> Side:
        """Everything on one side."""
        field = tuple(
            None if at == NONE else self.character(player, area, at) for area, at in enumerate(self.field[player])
        )
        deck = self.zone("deck", player)[::-1]
        return Side(self.hand(player), deck, self.zone("discard", player), self.zone("exile", player), field)

    def character(self, player: int, area: int, at: int) -> Character:
        """The character in a battle area."""
        view, bits = self.view, int(self.view["types"][player, area])
        bp, grade, state = (int(view[name][player, area]) for name in ("bp", "grade", "state"))
        return Character(
            cards=tuple(map(self.card, stack_of(self.g, at))),
            face_down=int(self.g["hidden"][at]),
            bp=bp if bp >= 0 else None,
            grade=Grade(grade).name if grade >= 0 else None,
            state=Grade(state).name if state >= 0 else None,
            types=tuple(name for bit, name in enumerate(self.book.names.types) if bits >> bit & 1) if bits else (),
            charge=tuple(map(self.card, self.pile(at))),
        )

    def pile(self, at: int) -> list[int]:
        """Charge cards of a character, bottom card first (CR 11.17)."""
        cards, card = [], int(self.g["charge"][at])
        while card != NONE:
            cards.append(card)
            card = int(self.g["link"][card])
        return cards


def see(g: np.record, cards: Mapping[str, Card], dealer: Dealer) -> Seen:
    """The pending decision as the deciding player sees it, who is asked by the ``dealer``."""
    viewer = int(g["player"])
    areas = int(g["n_areas"]) if int(g["judged"]) else 0
    return Seen(
        player=SIDES[viewer],
        kind=Decision(int(g["kind"])).name.lower(),
        turn=max(int(g["turn"]), 1),
        phase=Phase(int(g["phase"])).name.lower(),
        leads=int(g["lead"]) == viewer,
        outcome=tuple(OUTCOMES[Outcome(value)] for value in g["outcome"][:areas].tolist()),
        cards=cards,
        _chance=g["rng"][Stream.POLICY_A.value + viewer].tobytes() + int(g["decisions"]).to_bytes(4),
        _dealer=dealer,
    )


# Games within a game for a policy of the user's own: hidden cards dealt again, options tried, nothing real touched.


class Tables:
    """Tables of a game that seat others and keep no log, for each policy that is asked, and what it writes on."""

    def __init__(self, tables: np.record) -> None:
        self.tables = tables
        self._seated: dict[str, tuple[np.record, Any]] = {}

    def plain(self) -> np.record:
        """Those with the players of the game."""
        return self._of("", None)[0]

    def seated(self, policy: str) -> tuple[np.record, Any]:
        """Those with a policy on both sides, and its scratch; UcgsimError for one of the user's own."""
        return self._seated[policy] if policy in self._seated else self._of(policy, parse_policy(policy))

    def _of(self, name: str, policy: Policy | None) -> tuple[np.record, Any]:
        if name not in self._seated:
            rows = np.zeros(1, self.tables.dtype).view(np.recarray)
            rows[0] = self.tables
            copy: np.record = rows[0]
            copy.logging = 0
            if policy is not None:
                if policy.own is not None:
                    raise UcgsimError(f"policy {policy.name}: a world is played on by a policy of the program")
                seat(copy, [policy] * PLAYERS)
            self._seated[name] = copy, None if policy is None else scratch_for(copy)
        return self._seated[name]


class Dealer:
    """Shows the decision that is pending, deals worlds for it and for no other one, and asks others."""

    def __init__(self, g: np.record, tables: Tables, book: Legend) -> None:
        self._record, self._tables, self._book = g, tables, book
        self._then = copied(g)
        self._decision, self.viewer = int(g["decisions"]), int(g["player"])

    @cached_property
    def reader(self) -> Reader:
        """The game as it stood at the decision, to be read by its player."""
        return Reader(self._then, self._tables.plain(), self._book, self.viewer)

    def world(self, number: int) -> World:
        """`Seen.world`."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**31:
            raise ValueError(f"world {number!r}: its number must be a whole one from 0 on")
        dealt = imagine_game(self._mine(), self._tables.plain(), self.viewer, number)
        return World(dealt, self._tables, self._book)

    def rate(self, worlds: int, turns: int, policy: str) -> Ratings:
        """`Seen.rate`."""
        if not 1 <= worlds <= MOST_WORLDS or turns < 0:
            raise ValueError(f"worlds must be from 1 to {MOST_WORLDS}, turns 0 or more")
        searching = parse_policy(":".join(("search", f"with={policy}"))).row
        ratings: Ratings = rate_game(self._mine(), self._tables.plain(), worlds=worlds, turns=turns, policy=searching)
        return ratings

    def choice(self, policy: str) -> int:
        """`Seen.choice`."""
        tables, scratch = self._tables.seated(policy)
        return int(decide_game(self._mine(), tables, scratch))

    def _mine(self) -> np.record:
        if int(self._record["decisions"]) != self._decision:
            raise ValueError("what was seen in an earlier decision deals no worlds any more")
        return copied(self._record)


def copied(record: np.record) -> np.record:
    """A game of its own, the same as this one."""
    records = new_games(1)
    records[0] = record
    copy: np.record = records[0]
    return copy


class World:
    """A game with everything in it open, to be played on: its decisions are those of both players."""

    def __init__(self, record: np.record, tables: Tables, book: Legend) -> None:
        self._record, self._tables, self._book = record, tables, book

    def copy(self) -> World:
        """A copy of this world, to be played on without touching it."""
        return World(copied(self._record), self._tables, self._book)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return int(self._record["phase"]) == Phase.OVER

    @property
    def winner(self) -> str | None:
        """``A`` or ``B``, None while the game runs."""
        return None if int(self._record["winner"]) == NONE else SIDES[int(self._record["winner"])]

    @property
    def turn(self) -> int:
        """Number of the turn."""
        return max(int(self._record["turn"]), 1)

    @property
    def player(self) -> str | None:
        """Who decides, None where nothing is asked."""
        return None if int(self._record["kind"]) == Decision.NOTHING else SIDES[int(self._record["player"])]

    @property
    def options(self) -> tuple[Choice, ...]:
        """Options of the pending decision."""
        return () if self.player is None else choices(self._record, self._book)

    def take(self, place: int) -> None:
        """Take the option at this place and run on to the next decision."""
        if not 0 <= place < int(self._record["n_options"]):
            raise ValueError(f"option {place} of {int(self._record['n_options'])}")
        answer_game(self._record, self._tables.plain(), place)
        self._advance()

    def play_on(self, policy: str = "greedy", *, turns: int = 0) -> None:
        """Let a policy play both sides for so many turns, this one included, or to the end of the game for 0."""
        tables, scratch = self._tables.seated(policy)
        play_game(self._record, tables, turns, scratch)
        self._advance()

    def _advance(self) -> None:
        while int(self._record["kind"]) == Decision.NOTHING and not self.is_over:
            step_game(self._record, self._tables.plain())
