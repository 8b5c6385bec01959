"""Any position put into the game record, legal or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import AREAS, CARDS, NONE, PLAYERS, SEATS, Phase
from ucgsim.engine.effects.happenings import BEGINNINGS
from ucgsim.engine.field.sight import Sight
from ucgsim.engine.field.stacks import new_character
from ucgsim.errors import UcgsimError
from ucgsim.policies.labels import SIDES
from ucgsim.simulate.loops.slow_motion import deal_game

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ucgsim.engine.core.tables import CardBook


@dataclass(frozen=True, slots=True)
class Side:
    """Zones of one player as card numbers; the deck from the top down."""

    hand: tuple[str, ...] = ()
    deck: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    exile: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stack:
    """A character: its cards and the Charge cards under it (CR 11.17), each bottom first, cards face-up."""

    cards: tuple[str, ...]
    charge: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Position:
    """Where a game stands at the beginning of a phase.

    ``areas``: battle areas, oldest first, each the stacks of both players, None where vacant. ``scene``: card
    number and owner.
    """

    lead: int = 0
    turn: int = 1
    phase: Phase = Phase.START
    sides: tuple[Side, Side] = field(default_factory=lambda: (Side(), Side()))
    areas: tuple[tuple[Stack | None, Stack | None], ...] = ()
    scene: tuple[str, int] | None = None

    def numbers(self) -> set[str]:
        """Card numbers that are in the game."""
        return {number for player in range(PLAYERS) for number in self.cards_of(player)}

    def cards_of(self, player: int) -> Iterator[str]:
        """Card numbers of one player, copies repeated."""
        side = self.sides[player]
        for zone in (side.hand, side.deck, side.discard, side.exile):
            yield from zone
        for area in self.areas:
            stack = area[player]
            if stack is not None:
                yield from (*stack.cards, *stack.charge)
        if self.scene is not None and self.scene[1] == player:
            yield self.scene[0]


def check_size(position: Position) -> None:
    """Raise UcgsimError where the record has no room for the position."""
    for player in range(PLAYERS):
        count = sum(1 for _ in position.cards_of(player))
        if count > CARDS:
            raise UcgsimError(f"{SIDES[player]} has {count} cards; a player may have {CARDS} in a game")
    if len(position.areas) >= AREAS:
        raise UcgsimError(f"{len(position.areas)} battle areas; a game may have {AREAS - 1}")
    if position.phase is Phase.REDRAW and position.turn > 1:
        raise UcgsimError(f"phase redraw in turn {position.turn}; the redraw comes before turn 1")


def put_in(g: np.record, book: CardBook, position: Position, *, seed: int = 0) -> None:
    """Overwrite the record ``g`` with a position; raises UcgsimError where there is no room for it."""
    check_size(position)
    nothing = np.full((PLAYERS, 1), NONE, np.int16)
    deal_game(g, book.tables, nothing, seed, 0, 0, position.lead)
    book.tables.log[0, 0] = 0
    _Filling(g, book).fill(position)
    g.lead = g.first_lead = g.next_lead = position.lead
    g.turn = 0 if position.phase is Phase.REDRAW else position.turn
    g.phase = position.phase
    # Play starts at the beginning of the phase, which powers may watch for.
    g.begun = bool(int(book.tables.watched) & BEGINNINGS) and position.phase not in (Phase.REDRAW, Phase.OPEN)
    # The battle area of this turn is there from the set phase on (CR 5.5.5).
    g.new_area = g.n_areas if position.phase <= Phase.SET else g.n_areas - 1


class _Filling:
    """Cards numbered one by one as they are laid out."""

    def __init__(self, g: np.record, book: CardBook) -> None:
        self.g = g
        self.rows = book.index

    def fill(self, position: Position) -> None:
        for player, side in enumerate(position.sides):
            self.zone("deck", player, side.deck[::-1], seen_by=())
            self.zone("hand", player, sorted(side.hand, key=lambda number: self.rows[number]), seen_by=(player,))
            self.zone("discard", player, side.discard)
            self.zone("exile", player, side.exile)
        self.g.n_areas = len(position.areas)
        for area, stacks in enumerate(position.areas):
            for player, stack in enumerate(stacks):
                self.stack(player, area, stack)
        if position.scene is not None:
            number, owner = position.scene
            self.g.scene = self.card(owner, number)

    def card(self, player: int, number: str, *, seen_by: Iterable[int] = range(PLAYERS)) -> int:
        card = player * SEATS + int(self.g.n_cards[player])
        for viewer in seen_by:
            self.g.sight[viewer, card] = Sight.SEEN
        self.g.card[card] = self.rows[number]
        self.g.n_cards[player] += 1
        return card

    def zone(self, name: str, player: int, numbers: Sequence[str], *, seen_by: Iterable[int] = range(PLAYERS)) -> None:
        for place, number in enumerate(numbers):
            self.g[name][player, place] = self.card(player, number, seen_by=seen_by)
        self.g[f"n_{name}"][player] = len(numbers)

    def stack(self, player: int, area: int, stack: Stack | None) -> None:
        g = self.g
        if stack is None:
            g.field[player, area] = NONE
            return
        character = new_character(g, player, area)
        g.height[character] = len(stack.cards)
        below = NONE
        for number in stack.cards:
            card = self.card(player, number)
            g.link[card] = below
            below = card
        g.top[character] = below
        self.pile(player, character, stack.charge)

    def pile(self, player: int, character: int, charge: tuple[str, ...]) -> None:
        cards = [self.card(player, number) for number in charge]
        self.g.charge[character] = cards[0] if cards else NONE
        for card, above in zip(cards, [*cards[1:], NONE], strict=True) if cards else ():
            self.g.link[card] = above
