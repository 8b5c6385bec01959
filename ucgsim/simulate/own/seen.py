"""What a policy of the user's own is shown: plain values that hold nothing its player may not see.

Who sees what is said in `ucgsim.engine.field.sight` alone. Cards are their numbers, None where the player can't tell;
areas stand oldest first, and so do the cards of a character from its bottom up.
"""

from __future__ import annotations

import hashlib
import random
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from ucgsim.engine.bp.view import VIEW
from ucgsim.engine.core.constants import NONE, Decision, Grade, Outcome, Phase, Stream
from ucgsim.engine.field.sight import Sight
from ucgsim.policies.labels import SIDES, stack_of
from ucgsim.simulate.loops.slow_motion import look_at_game

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ucgsim.cards.card import Card
    from ucgsim.simulate.own.legend import Legend
    from ucgsim.simulate.own.world import Dealer, Ratings, World

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
    me: Side
    other: Side
    scene: str | None
    outcome: tuple[str | None, ...]
    cards: Mapping[str, Card] = field(repr=False)
    _chance: bytes = field(repr=False)
    _dealer: Dealer = field(repr=False, compare=False)

    @cached_property
    def random(self) -> random.Random:
        """Chance of this player's own: the same in the same game, whoever plays it and in how many processes."""
        return random.Random(int.from_bytes(hashlib.blake2b(self._chance, digest_size=16).digest()))

    def world(self, number: int = 0) -> World:
        """World ``number`` among those that the player can't tell from the game, to be played on at will."""
        return self._dealer.world(number)

    def rate(self, *, worlds: int = 16, turns: int = 2) -> Ratings:
        """What search makes of the options in so many worlds, played on for so many turns (0: to the end)."""
        return self._dealer.rate(worlds, turns)


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

    def card(self, card: int) -> str | None:
        """The number of a card, None where the viewer can't tell."""
        return self.book.names.numbers[self.rows[card]] if self.known[card] else None

    def zone(self, name: str, player: int) -> tuple[str | None, ...]:
        """The cards of a zone in its order."""
        return tuple(self.card(card) for card in self.g[name][player, : self.g[f"n_{name}"][player]].tolist())

    def hand(self, player: int) -> tuple[str | None, ...]:
        """A hand is kept sorted by card, so the place of what is unknown would tell of it."""
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


def see(g: np.record, t: np.record, book: Legend, cards: Mapping[str, Card], dealer: Dealer) -> Seen:
    """The pending decision as the deciding player sees it."""
    viewer = int(g["player"])
    reader = Reader(g, t, book, viewer)
    areas = reader.n_areas if int(g["judged"]) else 0
    return Seen(
        player=SIDES[viewer],
        kind=Decision(int(g["kind"])).name.lower(),
        turn=max(int(g["turn"]), 1),
        phase=Phase(int(g["phase"])).name.lower(),
        leads=int(g["lead"]) == viewer,
        me=reader.side(viewer),
        other=reader.side(1 - viewer),
        scene=None if int(g["scene"]) == NONE else reader.card(int(g["scene"])),
        outcome=tuple(OUTCOMES[Outcome(value)] for value in g["outcome"][:areas].tolist()),
        cards=cards,
        _chance=g["rng"][Stream.POLICY_A.value + viewer].tobytes() + int(g["decisions"]).to_bytes(4),
        _dealer=dealer,
    )
