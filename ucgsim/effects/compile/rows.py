"""Rows of one expression in the making, and numbers of characters and cards as such rows (`tree.values.Measure`)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.effects import tree
from ucgsim.effects.compile import opcodes
from ucgsim.effects.compile.opcodes import Ex, Fold
from ucgsim.effects.language.expressions import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeAlias

    Build: TypeAlias = Callable[[], object]
    """What writes a part of an expression."""


NONE = -1


@dataclass
class Rows(ABC):
    """Jumps are kept as places and become absolute when the expression is placed.

    What asks for numbers (`ucgsim.effects.compile.rows`) and what asks for them in turn
    (`ucgsim.effects.compile.expressions`) both write through this.
    """

    rows: list[list[int]] = field(default_factory=list)
    jumps: list[tuple[int, int]] = field(default_factory=list)

    @abstractmethod
    def filters(self, filters: tree.Filters, extra: Iterable[Build] = (), *, of_card: bool = False) -> None:
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

    def no(self, op: Ex, a: int = 0, b: int = 0) -> None:
        """Push whether what a row pushes is 0."""
        self.op(op, a, b)
        self.op(Ex.NOT)

    def land(self, place: int, column: int) -> None:
        """Let a jump column of an earlier row point to here."""
        self.point(place, column, len(self.rows))

    def point(self, place: int, column: int, target: int) -> None:
        """Let a jump column of a row point to a place of this expression."""
        self.rows[place][column] = target
        self.jumps.append((place, column))

    # --- connectives

    def all_of(self, parts: Sequence[Build]) -> None:
        """All parts hold; none at all: true."""
        self._joined(parts, Ex.AND)

    def any_of(self, parts: Sequence[Build]) -> None:
        """One part holds; none at all: true."""
        self._joined(parts, Ex.OR)

    def _joined(self, parts: Sequence[Build], op: Ex) -> None:
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
        inside: Build,
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
        self, seats: int, body: Build, distinct: int = NONE, fold: opcodes.Fold = opcodes.Fold.SUM
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
        body: Build,
        distinct: int = NONE,
        fold: opcodes.Fold = opcodes.Fold.SUM,
    ) -> None:
        """Sum of ``body`` over the cards of a source, or another fold of it."""
        start = self.op(Ex.EACH_CARD, source, seats)
        first = len(self.rows)
        body()
        self.point(self.op(Ex.NEXT_CARD, 0, distinct, fold), 1, first)
        self.land(start, 3)


# Numbers of characters and cards as expressions: asked of one, summed, compared (`tree.values.Measure`).
#
# What has no such number is never more, less or equal: no battle opponent, no printed value, no card of the group.


GROUP_BASE = 16
OF_A_CHARACTER = {
    tree.Measure.BP: Ex.BP,
    tree.Measure.LEVEL: Ex.LEVEL,
    tree.Measure.CHARGE: Ex.CHARGE,
    tree.Measure.TYPES: Ex.TYPES,
}
OF_A_CARD = {tree.Measure.LEVEL: Ex.CARD_LEVEL, tree.Measure.ROUND: Ex.CARD_ROUND}
SEVERAL = (tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST, tree.CharacterRef.PLAYED)
"""Characters that are known and may be more than one."""


class NoSuchNumberError(Exception):
    """A number is asked of what never has it."""


def place_of(source: tree.Source) -> tuple[int, int]:
    """A source of cards as (zone or 16 + group, seats)."""
    if isinstance(source, tree.InZone):
        return int(opcodes.Zone[source.zone.name]), int(opcodes.Seats[source.side.name])
    return GROUP_BASE + int(opcodes.Group[source.group.name]), int(opcodes.Seats.BOTH)


def push(emitter: Rows, measure: tree.Measure, *, of_card: bool) -> None:
    """Push a number of the subject; below its least value where the subject has none."""
    known = OF_A_CARD if of_card else OF_A_CHARACTER
    if measure in tree.PRINTED_BP:
        emitter.op(Ex.CARD_PRINTED if of_card else Ex.PRINTED, tree.PRINTED_BP.index(measure))
    elif measure in known:
        emitter.op(known[measure])
    else:
        raise NoSuchNumberError(f"a {'card' if of_card else 'character'} has no {measure.value}")


def has(emitter: Rows, measure: tree.Measure, *, of_card: bool) -> None:
    """Push whether the subject has such a number; levels begin at 1, the others at 0."""
    push(emitter, measure, of_card=of_card)
    emitter.op(Ex.CONST, 1 if measure is tree.Measure.LEVEL else 0)
    emitter.op(Ex.AT_LEAST)


def own(emitter: Rows, measure: tree.Measure, *, of_card: bool, more: int = 0) -> list[Build]:
    """Parts of a conjunction that leaves the subject's number, raised by ``more``; 0 if it has none."""

    def last() -> None:
        push(emitter, measure, of_card=of_card)
        if more:
            emitter.op(Ex.CONST, more)
            emitter.op(Ex.PLUS)

    return [lambda: has(emitter, measure, of_card=of_card), last]


def asked(emitter: Rows, entry: tree.Measures, *, of_card: bool) -> None:
    """Push whether a number of the subject compares so."""
    here = lambda: push(emitter, entry.measure, of_card=of_card)  # noqa: E731
    emitter.all_of(
        [
            lambda: has(emitter, entry.measure, of_card=of_card),
            lambda: compared(emitter, here, entry.comparison, entry.amount, [entry.amount]),
        ]
    )


def compared(
    emitter: Rows,
    left: Build,
    comparison: tree.Comparison,
    right: tree.Amount,
    both: Iterable[tree.Amount],
) -> None:
    """Push whether two numbers compare so; false where one of ``both`` is the number of nothing."""
    guards = [guard for amount in both for guard in existing(emitter, amount)]

    def last() -> None:
        left()
        emitter.amount(right)
        emitter.op(Ex[comparison.name])

    emitter.all_of([*guards, last])


def existing(emitter: Rows, amount: tree.Amount) -> list[Build]:
    """What must be there for an amount to be a number at all."""
    match amount:
        case tree.Plus(left, right):
            return [*existing(emitter, left), *existing(emitter, right)]
        case tree.Times(_, count):
            return existing(emitter, count)
        case tree.Total(measure, (tree.That() | tree.OpponentOf() | tree.Cards()) as of):
            parts: list[Build] = [lambda: has(emitter, measure, of_card=isinstance(of, tree.Cards))]
            return [lambda: _over(emitter, of, parts)]
        case tree.Highest(measure, of) | tree.Lowest(measure, of):
            some: list[Build] = [lambda: has(emitter, measure, of_card=isinstance(of, tree.CardSet))]
            return [lambda: _over(emitter, of, some)]
    return []


def measured(emitter: Rows, amount: tree.Total | tree.Highest | tree.Lowest) -> None:
    """Push the numbers of all that are meant, summed, or the highest or lowest of them."""
    of_card = isinstance(amount.of, tree.CardSet | tree.Cards)
    if isinstance(amount, tree.Total):
        _over(emitter, amount.of, own(emitter, amount.measure, of_card=of_card))
        return
    fold = Fold.HIGHEST if isinstance(amount, tree.Highest) else Fold.LOWEST
    _over(emitter, amount.of, own(emitter, amount.measure, of_card=of_card, more=1), fold)
    emitter.op(Ex.CONST, -1)
    emitter.op(Ex.PLUS)


def _over(
    emitter: Rows,
    of: tree.CharacterSet | tree.CardSet | tree.That | tree.OpponentOf | tree.Cards,
    parts: list[Build],
    fold: Fold = Fold.SUM,
) -> None:
    """A fold of what the parts leave of each that is meant."""
    match of:
        case tree.CharacterSet(side, filters):
            emitter.each_character(opcodes.Seats[side.name], lambda: emitter.filters(filters, parts), fold=fold)
        case tree.CardSet((source,), filters):
            place, seats = place_of(source)
            emitter.each_card(place, seats, lambda: emitter.filters(filters, parts, of_card=True), fold=fold)
        case tree.CardSet(sources, filters) if fold is Fold.SUM:
            for index, source in enumerate(sources):
                _over(emitter, tree.CardSet((source,), filters), parts)
                if index:
                    emitter.op(Ex.PLUS)
        case tree.Cards(group):
            place = GROUP_BASE + opcodes.Group[group.name]
            emitter.each_card(place, opcodes.Seats.BOTH, lambda: emitter.all_of(parts), fold=fold)
        case tree.That(ref) if ref in SEVERAL:
            emitter.each_character(opcodes.Seats.BOTH, lambda: emitter.all_of([lambda: emitter.is_that(ref), *parts]))
        case tree.That(ref) if ref is not tree.CharacterRef.REMOVED:
            emitter.with_character(opcodes.Ref[ref.name], lambda: emitter.all_of(parts))
        case tree.OpponentOf(tree.That(ref)) if ref is not tree.CharacterRef.REMOVED:
            emitter.with_character(opcodes.Ref[ref.name], lambda: emitter.all_of(parts), opponent=True)
        case _:
            raise NoSuchNumberError(f"no number of {write(of)}")
