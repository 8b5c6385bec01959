"""Trees to expressions: filters, conditions and amounts as postfix programs (`ucgsim.effects.code.Ex`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.effects import battles, code, conditions, measuring, nouns, words
from ucgsim.effects.code import Ex, Modifier
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ucgsim.effects.conditions import Condition
    from ucgsim.effects.nouns import Amount, CardSet, CharacterSet, Filter, Filters

NONE = -1
ALL_STATES = 15
GROUP_BASE = 16
Row = tuple[int, int, int, int]

SEATS = {
    words.Side.YOU: code.Seats.YOU,
    words.Side.OPPONENT: code.Seats.OPPONENT,
    words.Side.BOTH: code.Seats.BOTH,
}
GROUPS = {group: code.Group[group.name] for group in words.Group}
ZONES = {zone: code.Zone[zone.name] for zone in words.Zone}
EDGES = {edge: code.Edge[edge.name] for edge in words.Edge}
TRAITS = {trait: code.Trait[trait.name] for trait in words.Trait}
REFS = {
    words.CharacterRef.THIS: code.Ref.THIS,
    words.CharacterRef.CHOSEN: code.Ref.CHOSEN,
    words.CharacterRef.LATEST: code.Ref.LATEST,
    words.CharacterRef.PLAYED: code.Ref.PLAYED,
    words.CharacterRef.EVENT: code.Ref.EVENT,
    words.CharacterRef.SUBJECT: code.Ref.SUBJECT,
}
CHANGES = {
    words.Change.GRADE_UP: Modifier.GRADE_UP,
    words.Change.GRADE_DOWN: Modifier.GRADE_DOWN,
    words.Change.BP_PLUS: Modifier.BP_UP,
    words.Change.BP_MINUS: Modifier.BP_DOWN,
}
CHARACTER_SETS = {words.CharacterRef.CHOSEN: 1, words.CharacterRef.PLAYED: 2, words.CharacterRef.LATEST: 4}
STATIC = (
    nouns.NameIn,
    nouns.NamePart,
    nouns.KindIn,
    nouns.HasType,
    nouns.TeamIn,
    nouns.LevelIn,
    nouns.LevelBetween,
    nouns.RoundBetween,
    nouns.PrintedExtra,
)
PRINTED = (*words.PRINTED_BP, words.Measure.LEVEL, words.Measure.ROUND)
"""Numbers that a card prints."""


class CannotAssembleError(UcgsimError):
    """A tree says something that the machine has no step for; the message names it."""


def is_static(entry: Filter) -> bool:
    """Whether a filter asks a card for nothing but what it prints."""
    if isinstance(entry, nouns.Not):
        return all(is_static(part) for part in entry.filters)
    if isinstance(entry, nouns.AnyOf):
        return all(is_static(part) for option in entry.options for part in option)
    if isinstance(entry, nouns.Measures):
        return entry.measure in PRINTED and isinstance(entry.amount, int)
    if isinstance(entry, nouns.LevelBetween | nouns.RoundBetween):
        return all(end is None or isinstance(end, int) for end in (entry.least, entry.most))
    return isinstance(entry, STATIC)


@dataclass
class Emitter:
    """One expression in the making; jumps are kept as places and become absolute when it is placed."""

    pool: Pool
    rows: list[list[int]] = field(default_factory=list)
    jumps: list[tuple[int, int]] = field(default_factory=list)

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
        self, ref: code.Ref, inside: Callable[[], None], *, opponent: bool = False, whom: code.Whom = code.Whom.ITSELF
    ) -> None:
        """What ``inside`` says of a known character, or of one beside or opposite it; 0 if there is none."""
        start = self.op(Ex.WITH, ref, code.Whom.OPPONENT if opponent else whom)
        inside()
        self.op(Ex.END_WITH)
        self.land(start, 3)

    def each_character(
        self, seats: int, body: Callable[[], None], distinct: int = NONE, fold: code.Fold = code.Fold.SUM
    ) -> None:
        """Sum of ``body`` over characters, or another fold of it."""
        start = self.op(Ex.EACH_CHARACTER, seats)
        first = len(self.rows)
        body()
        self.point(self.op(Ex.NEXT_CHARACTER, 0, distinct, fold), 1, first)
        self.land(start, 2)

    def each_card(
        self, source: int, seats: int, body: Callable[[], None], distinct: int = NONE, fold: code.Fold = code.Fold.SUM
    ) -> None:
        """Sum of ``body`` over the cards of a source, or another fold of it."""
        start = self.op(Ex.EACH_CARD, source, seats)
        first = len(self.rows)
        body()
        self.point(self.op(Ex.NEXT_CARD, 0, distinct, fold), 1, first)
        self.land(start, 3)

    # --- filters

    def filters(self, filters: Filters, extra: Iterable[Callable[[], None]] = (), *, of_card: bool = False) -> None:
        """All filters fit the subject, a character or a card."""
        one = self.card_filter if of_card else self.character_filter
        parts: list[Callable[[], None]] = []
        still = tuple(entry for entry in filters if of_card and is_static(entry))
        if still:
            parts.append(lambda: self._op(Ex.CARD_FITS, self.pool.test(still)))
        parts += [lambda entry=entry: one(entry) for entry in filters if entry not in still]  # type: ignore[misc]
        self.all_of([*parts, *extra])

    def _op(self, op: Ex, a: int = 0, b: int = 0, c: int = 0) -> None:
        self.op(op, a, b, c)

    def character_filter(self, entry: Filter) -> None:
        """One filter over the subject, a character."""
        match entry:
            case nouns.NameIn():
                self.op(Ex.NAMED, self.pool.test((entry,)))
            case nouns.HasType(types):
                self.op(Ex.OF_TYPE, self.pool.type_bits(types))
            case nouns.StateIn(states):
                self.op(Ex.IN_STATE, int(states))
            case nouns.ReadsExtra():
                self.op(Ex.READS_EXTRA, Modifier.READS_EXTRA)
            case nouns.Affected(change):
                self.op(Ex.AFFECTED, CHANGES[change])
            case nouns.IsThis():
                self.op(Ex.IS_THIS)
            case nouns.Adjacent():
                self.op(Ex.ADJACENT)
            case nouns.Beside(of):
                self.any_of([lambda whom=whom: self._beside(whom, of) for whom in (code.Whom.LEFT, code.Whom.RIGHT)])  # type: ignore[misc]
            case nouns.InArea(number):
                self.op(Ex.IN_AREA, number)
            case battles.InNewestArea():
                self.op(Ex.IN_NEWEST_AREA)
            case nouns.OwnedBy(side):
                self.op(Ex.OF_SEATS, SEATS[side])
            case battles.Fought(result):
                self.op(Ex.FOUGHT, code.Result[result.name])
            case nouns.Measures():
                self._measure(lambda: measuring.asked(self, entry, of_card=False))
            case nouns.Opposes(characters):
                self.with_character(code.Ref.SUBJECT, lambda: self.belongs(characters), opponent=True)
            case nouns.CanLevelUpWith(group):
                self.op(Ex.LEVELS_UP_WITH, GROUPS[group])
            case nouns.CanTakeUnder(group):
                self.op(Ex.TAKES_UNDER, GROUPS[group])
            case nouns.SameAs(trait, other):
                self.op(Ex.SAME, TRAITS[trait], self._other(other))
            case nouns.LevelIn(levels) if self.pool.adds_levels:
                self.any_of([lambda level=level: self._level_is(level) for level in levels])  # type: ignore[misc]
            case nouns.LevelBetween(least, most):
                self._between(Ex.LEVEL, least, most)
            case nouns.Not(filters):
                self.filters(filters)
                self.op(Ex.NOT)
            case nouns.AnyOf(options):
                self.any_of([lambda option=option: self.filters(option) for option in options])  # type: ignore[misc]
            case _ if is_static(entry):
                self.op(Ex.FITS, self.pool.test((entry,)))
            case _:
                raise CannotAssembleError(f"a character cannot be asked for {type(entry).__name__}")

    def belongs(self, characters: CharacterSet) -> None:
        """Whether the subject is one of a set of characters."""
        seats = SEATS[characters.side]
        self.filters(characters.filters, [lambda: self._op(Ex.OF_SEATS, seats)])

    def _beside(self, whom: code.Whom, of: CharacterSet | nouns.That) -> None:
        inside = (lambda: self.is_that(of.ref)) if isinstance(of, nouns.That) else (lambda: self.belongs(of))
        self.with_character(code.Ref.SUBJECT, inside, whom=whom)

    def _measure(self, build: Callable[[], None]) -> None:
        """What asks for a number of something; raises CannotAssembleError where that never has it."""
        try:
            build()
        except measuring.NoSuchNumberError as error:
            raise CannotAssembleError(str(error)) from error

    def _level_is(self, level: int) -> None:
        self.op(Ex.LEVEL)
        self.op(Ex.CONST, level)
        self.op(Ex.EQUAL)

    def _between(self, op: Ex, least: Amount | None, most: Amount | None) -> None:
        def end(bound: Amount, comparison: Ex) -> None:
            self.op(op)
            self.amount(bound)
            self.op(comparison)

        parts: list[Callable[[], None]] = []
        if least is not None:
            parts.append(lambda: end(least, Ex.AT_LEAST))
        if most is not None:
            parts.append(lambda: end(most, Ex.AT_MOST))
        self.all_of(parts)

    def _other(self, other: nouns.Cards | nouns.That) -> int:
        return int(GROUPS[other.group]) if isinstance(other, nouns.Cards) else -1 - int(REFS[other.ref])

    def card_filter(self, entry: Filter) -> None:
        """One filter over the subject, a card."""
        match entry:
            case nouns.InGroup(group):
                self.op(Ex.IN_GROUP, GROUPS[group])
            case nouns.OwnedBy(side):
                self.op(Ex.CARD_OF_SEATS, SEATS[side])
            case nouns.SameAs(trait, other):
                self.op(Ex.CARD_SAME, TRAITS[trait], self._other(other))
            case nouns.RoundBetween(least, most):
                self._between(Ex.CARD_ROUND, least, most)
            case nouns.LevelBetween(least, most):
                self._between(Ex.CARD_LEVEL, least, most)
            case nouns.Measures():
                self._measure(lambda: measuring.asked(self, entry, of_card=True))
            case nouns.Not(filters):
                self.filters(filters, of_card=True)
                self.op(Ex.NOT)
            case nouns.AnyOf(options):
                self.any_of(
                    [lambda option=option: self.filters(option, of_card=True) for option in options]  # type: ignore[misc]
                )
            case _:
                raise CannotAssembleError(f"a card cannot be asked for {type(entry).__name__}")

    # --- amounts

    def amount(self, amount: Amount) -> None:
        """Push a number."""
        match amount:
            case int():
                self.op(Ex.CONST, amount)
            case nouns.CountCharacters(nouns.That(ref), _):
                self.each_character(code.Seats.BOTH, lambda: self.is_that(ref))
            case nouns.CountCharacters(nouns.CharacterSet() as characters, distinct):
                trait = NONE if distinct is None else TRAITS[distinct]
                self.each_character(SEATS[characters.side], lambda: self.filters(characters.filters), trait)
            case nouns.CountCards(cards, distinct):
                self.count_cards(cards, NONE if distinct is None else TRAITS[distinct])
            case nouns.CountCharge(of):
                self.with_character(self._ref(of), lambda: self._op(Ex.CHARGE))
            case nouns.PrintedRound(group):
                self.op(Ex.ROUNDS_OF, GROUPS[group])
            case nouns.Total() | nouns.Highest() | nouns.Lowest():
                self._measure(lambda: measuring.measured(self, amount))
            case nouns.ChosenBP():
                self.op(Ex.CHOSEN_BP)
            case nouns.FieldRound():
                self.op(Ex.FIELD_ROUND)
            case battles.Wins(side):
                self.op(Ex.WINS, SEATS[side])
            case nouns.ByState((single, double, triple, _)):
                self.op(Ex.BY_STATE, single, double, triple)
            case nouns.Times(factor, count, per):
                self.amount(count)
                self.op(Ex.TIMES, factor, per)
            case nouns.Plus(left, right):
                self.amount(left)
                self.amount(right)
                self.op(Ex.PLUS)

    def is_that(self, ref: words.CharacterRef) -> None:
        """Push whether the subject is a known character."""
        if ref is words.CharacterRef.THIS:
            self.op(Ex.IS_THIS)
        else:
            self.op(Ex.IN_SET, CHARACTER_SETS[ref])

    def _ref(self, selector: nouns.CharacterSelector) -> code.Ref:
        if isinstance(selector, nouns.That) and selector.ref in REFS:
            return REFS[selector.ref]
        raise CannotAssembleError(f"a known character is wanted where the text has {type(selector).__name__}")

    def count_cards(self, cards: CardSet, distinct: int = NONE, extra: Iterable[Callable[[], None]] = ()) -> None:
        """How many cards of all sources fit."""
        extra = list(extra)
        for place, (source, seats) in enumerate(sources(cards)):
            self.each_card(source, seats, lambda: self.filters(cards.filters, extra, of_card=True), distinct)
            if place:
                self.op(Ex.PLUS)

    # --- conditions

    def condition(self, condition: Condition) -> None:
        """Push 1 or 0 (some other number counts as 1)."""
        match condition:
            case conditions.Compare(left, comparison, right):
                self._measure(
                    lambda: measuring.compared(self, lambda: self.amount(left), comparison, right, [left, right])
                )
            case conditions.Is(who, filters):
                self._is(who, filters)
            case conditions.Leads(role):
                self.op(Ex.LEADS, int(role is words.Role.LEAD))
            case conditions.TopCardTaken(characters, by_yours):
                seats = SEATS[characters.side] + (256 if by_yours else 0)
                self.op(Ex.TOP_TAKEN, seats, *self._as_it_was(characters.filters))
            case conditions.HandCardReturned(side, edge):
                self.op(Ex.HAND_RETURNED, SEATS[side], EDGES[edge])
            case conditions.ActivateUsed(characters):
                self.op(Ex.ACTIVATE_USED, SEATS[characters.side], *self._as_it_was(characters.filters))
            case conditions.CausedByEffect():
                self.op(Ex.BY_EFFECT)
            case conditions.All(parts):
                self.all_of([lambda part=part: self.condition(part) for part in parts])  # type: ignore[misc]
            case conditions.Any(parts):
                self.any_of([lambda part=part: self.condition(part) for part in parts])  # type: ignore[misc]
            case conditions.No(part):
                self.condition(part)
                self.op(Ex.NOT)

    def _is(self, who: nouns.CharacterSelector, filters: Filters) -> None:
        match who:
            case nouns.That(words.CharacterRef.REMOVED):
                self.op(Ex.REMOVED, *self._as_it_was(filters))
            case nouns.That(ref):
                self.with_character(REFS[ref], lambda: self.filters(filters))
            case nouns.OpponentOf(nouns.That(ref)):
                self.with_character(REFS[ref], lambda: self.filters(filters), opponent=True)
            case nouns.PickCharacters(_, characters, _):
                both = (*characters.filters, *filters)
                self.each_character(SEATS[characters.side], lambda: self.filters(both))
            case _:
                raise CannotAssembleError(f"a condition on {type(who).__name__} is not known")

    def _as_it_was(self, filters: Filters) -> tuple[int, int]:
        """Bits of states and a static test, all that is remembered of a character that has changed."""
        states, still = ALL_STATES, []
        for entry in filters:
            if isinstance(entry, nouns.StateIn):
                states &= int(entry.states)
            elif is_static(entry):
                still.append(entry)
            else:
                raise CannotAssembleError(f"{type(entry).__name__} is not remembered of a character that has changed")
        return states, self.pool.test(tuple(still)) if still else NONE


def sources(cards: CardSet) -> list[tuple[int, int]]:
    """Sources of a card set as (zone or 16 + group, seats)."""
    return [measuring.place_of(source) for source in cards.sources]


@dataclass
class Pool:
    """All expressions and static tests of the cards that are assembled together; equal ones are kept once."""

    types: tuple[str, ...]
    adds_levels: bool = False
    rows: list[Row] = field(default_factory=list)
    tests: dict[Filters, int] = field(default_factory=dict)
    asking: set[int] = field(default_factory=set)
    """Places of expressions that ask for BP."""
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)

    def test(self, filters: Filters) -> int:
        """Number of the static test that all filters make together."""
        return self.tests.setdefault(filters, len(self.tests))

    def type_bits(self, types: Iterable[str]) -> int:
        """Bits of TYPEs; one that no card of these prints is a bit that nothing has."""
        known = {name: 1 << place for place, name in enumerate(self.types)}
        return sum(known.get(name, 0) for name in dict.fromkeys(types))

    def place(self, build: Callable[[Emitter], None]) -> int:
        """Place of the expression that ``build`` writes."""
        emitter = Emitter(self)
        build(emitter)
        emitter.op(Ex.END)
        key = tuple(tuple(row) for row in emitter.rows)
        if key not in self._known:
            base = self._known[key] = len(self.rows)
            for place, column in emitter.jumps:
                emitter.rows[place][column] += base
            self.rows += [(row[0], row[1], row[2], row[3]) for row in emitter.rows]
            if any(row[0] == Ex.BP for row in emitter.rows):
                self.asking.add(base)
        return self._known[key]

    def data(self, rows: Sequence[Row]) -> int:
        """Place of rows that are read and never run."""
        key = ("data", tuple(rows))
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows += rows
        return self._known[key]
