"""Rows of one expression in the making: operations, jumps, loops and connectives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.effects.compile import opcodes
from ucgsim.effects.compile.opcodes import Ex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ucgsim.effects import tree


NONE = -1


@dataclass
class Rows(ABC):
    """Jumps are kept as places and become absolute when the expression is placed.

    What asks for numbers (`ucgsim.effects.compile.measures`) and what asks for them in turn
    (`ucgsim.effects.compile.expressions`) both write through this.
    """

    rows: list[list[int]] = field(default_factory=list)
    jumps: list[tuple[int, int]] = field(default_factory=list)

    @abstractmethod
    def filters(
        self, filters: tree.Filters, extra: Iterable[Callable[[], None]] = (), *, of_card: bool = False
    ) -> None:
        """All filters fit the subject, a character or a card."""

    @abstractmethod
    def amount(self, amount: tree.Amount) -> None:
        """Push an amount."""

    @abstractmethod
    def is_that(self, ref: tree.CharacterRef) -> None:
        """The subject is one of the characters that are spoken of."""

    def op(self, op: Ex, a: int = 0, b: int = 0, c: int = 0) -> int:
        """Append a row; returns its place."""
        self.rows.append([int(op), int(a), int(b), int(c)])
        return len(self.rows) - 1

    def land(self, place: int, column: int) -> None:
        """Let a jump column of an earlier row point to here."""
        self.point(place, column, len(self.rows))

    def point(self, place: int, column: int, target: int) -> None:
        """Let a jump column of a row point to a place of this expression."""
        self.rows[place][column] = target
        self.jumps.append((place, column))

    # --- connectives

    def all_of(self, parts: Sequence[Callable[[], None]]) -> None:
        """All parts hold; none at all: true."""
        self._joined(parts, Ex.AND)

    def any_of(self, parts: Sequence[Callable[[], None]]) -> None:
        """One part holds; none at all: true."""
        self._joined(parts, Ex.OR)

    def _joined(self, parts: Sequence[Callable[[], None]], op: Ex) -> None:
        if not parts:
            self.op(Ex.CONST, 1)
        ends = []
        for place, part in enumerate(parts):
            part()
            if place < len(parts) - 1:
                ends.append(self.op(op))
        for end in ends:
            self.land(end, 1)

    def with_character(
        self,
        ref: opcodes.Ref,
        inside: Callable[[], None],
        *,
        opponent: bool = False,
        whom: opcodes.Whom = opcodes.Whom.ITSELF,
    ) -> None:
        """What ``inside`` says of a known character, or of one beside or opposite it; 0 if there is none."""
        start = self.op(Ex.WITH, ref, opcodes.Whom.OPPONENT if opponent else whom)
        inside()
        self.op(Ex.END_WITH)
        self.land(start, 3)

    def each_character(
        self, seats: int, body: Callable[[], None], distinct: int = NONE, fold: opcodes.Fold = opcodes.Fold.SUM
    ) -> None:
        """Sum of ``body`` over characters, or another fold of it."""
        start = self.op(Ex.EACH_CHARACTER, seats)
        first = len(self.rows)
        body()
        self.point(self.op(Ex.NEXT_CHARACTER, 0, distinct, fold), 1, first)
        self.land(start, 2)

    def each_card(
        self,
        source: int,
        seats: int,
        body: Callable[[], None],
        distinct: int = NONE,
        fold: opcodes.Fold = opcodes.Fold.SUM,
    ) -> None:
        """Sum of ``body`` over the cards of a source, or another fold of it."""
        start = self.op(Ex.EACH_CARD, source, seats)
        first = len(self.rows)
        body()
        self.point(self.op(Ex.NEXT_CARD, 0, distinct, fold), 1, first)
        self.land(start, 3)
