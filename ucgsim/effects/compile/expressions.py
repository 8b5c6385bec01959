"""Trees to expressions: filters, conditions and amounts as postfix programs (`ucgsim.effects.compile.opcodes.Ex`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ucgsim.effects.compile import measures, opcodes
from ucgsim.effects.compile.opcodes import Ex, Modifier
from ucgsim.effects.compile.rows import NONE, Rows
from ucgsim.effects.language.writing import write
from ucgsim.effects.tree import amounts, battles, conditions, selectors, values
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ucgsim.effects.tree.conditions import Condition
    from ucgsim.effects.tree.selectors import Amount, CardSet, CharacterSet, Filter, Filters

ALL_STATES = 15
GROUP_BASE = 16
Row = tuple[int, int, int, int]

SEATS = {
    values.Side.YOU: opcodes.Seats.YOU,
    values.Side.OPPONENT: opcodes.Seats.OPPONENT,
    values.Side.BOTH: opcodes.Seats.BOTH,
}
GROUPS = {group: opcodes.Group[group.name] for group in values.Group}
ZONES = {zone: opcodes.Zone[zone.name] for zone in values.Zone}
EDGES = {edge: opcodes.Edge[edge.name] for edge in values.Edge}
TRAITS = {trait: opcodes.Trait[trait.name] for trait in values.Trait}
REFS = {
    values.CharacterRef.THIS: opcodes.Ref.THIS,
    values.CharacterRef.CHOSEN: opcodes.Ref.CHOSEN,
    values.CharacterRef.LATEST: opcodes.Ref.LATEST,
    values.CharacterRef.PLAYED: opcodes.Ref.PLAYED,
    values.CharacterRef.EVENT: opcodes.Ref.EVENT,
    values.CharacterRef.SUBJECT: opcodes.Ref.SUBJECT,
}
CHANGES = {
    values.Change.GRADE_UP: Modifier.GRADE_UP,
    values.Change.GRADE_DOWN: Modifier.GRADE_DOWN,
    values.Change.BP_PLUS: Modifier.BP_UP,
    values.Change.BP_MINUS: Modifier.BP_DOWN,
}
CHARACTER_SETS = {values.CharacterRef.CHOSEN: 1, values.CharacterRef.PLAYED: 2, values.CharacterRef.LATEST: 4}
STATIC = (
    selectors.NameIn,
    selectors.NamePart,
    selectors.KindIn,
    selectors.HasType,
    selectors.TeamIn,
    selectors.LevelIn,
    selectors.LevelBetween,
    selectors.RoundBetween,
    selectors.PrintedExtra,
)
PRINTED = (*values.PRINTED_BP, values.Measure.LEVEL, values.Measure.ROUND)
"""Numbers that a card prints."""


class CannotAssembleError(UcgsimError):
    """A tree says something that the machine has no step for; the message names it."""


def is_static(entry: Filter) -> bool:
    """Whether a filter asks a card for nothing but what it prints."""
    if isinstance(entry, selectors.Not):
        return all(is_static(part) for part in entry.filters)
    if isinstance(entry, selectors.AnyOf):
        return all(is_static(part) for option in entry.options for part in option)
    if isinstance(entry, selectors.Measures):
        return entry.measure in PRINTED and isinstance(entry.amount, int)
    if isinstance(entry, selectors.LevelBetween | selectors.RoundBetween):
        return all(end is None or isinstance(end, int) for end in (entry.least, entry.most))
    return isinstance(entry, STATIC)


class Emitter(Rows):
    """One expression in the making, of filters, conditions and amounts."""

    def __init__(self, pool: Pool) -> None:
        super().__init__()
        self.pool = pool

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
            case selectors.NameIn():
                self.op(Ex.NAMED, self.pool.test((entry,)))
            case selectors.HasType(types):
                self.op(Ex.OF_TYPE, self.pool.type_bits(types))
            case selectors.StateIn(states):
                self.op(Ex.IN_STATE, int(states))
            case selectors.ReadsExtra():
                self.op(Ex.READS_EXTRA, Modifier.READS_EXTRA)
            case selectors.Affected(change):
                self.op(Ex.AFFECTED, CHANGES[change])
            case selectors.IsThis():
                self.op(Ex.IS_THIS)
            case selectors.Adjacent():
                self.op(Ex.ADJACENT)
            case selectors.Beside(of):
                sides = (opcodes.Whom.LEFT, opcodes.Whom.RIGHT)
                self.any_of([lambda whom=whom: self._beside(whom, of) for whom in sides])  # type: ignore[misc]
            case selectors.InArea() | battles.AreaBetween() | battles.InNewestArea():
                self._area(entry)
            case selectors.OwnedBy(side):
                self.op(Ex.OF_SEATS, SEATS[side])
            case battles.Fought(result):
                self.op(Ex.FOUGHT, opcodes.Result[result.name])
            case selectors.Measures():
                self._measure(lambda: measures.asked(self, entry, of_card=False))
            case selectors.Opposes(characters):
                self.with_character(opcodes.Ref.SUBJECT, lambda: self.belongs(characters), opponent=True)
            case selectors.CanLevelUpWith(group):
                self.op(Ex.LEVELS_UP_WITH, GROUPS[group])
            case selectors.CanTakeUnder(group):
                self.op(Ex.TAKES_UNDER, GROUPS[group])
            case selectors.SameAs(trait, other):
                self.op(Ex.SAME, TRAITS[trait], self._other(other))
            case selectors.LevelIn(levels) if self.pool.adds_levels:
                self.any_of([lambda level=level: self._level_is(level) for level in levels])  # type: ignore[misc]
            case selectors.LevelBetween(least, most):
                self._between(Ex.LEVEL, least, most)
            case selectors.Not(filters):
                self.filters(filters)
                self.op(Ex.NOT)
            case selectors.AnyOf(options):
                self.any_of([lambda option=option: self.filters(option) for option in options])  # type: ignore[misc]
            case _ if is_static(entry):
                self.op(Ex.FITS, self.pool.test((entry,)))
            case _:
                raise CannotAssembleError(f"a character cannot be asked for {write(entry)}")

    def belongs(self, characters: CharacterSet) -> None:
        """Whether the subject is one of a set of characters."""
        seats = SEATS[characters.side]
        self.filters(characters.filters, [lambda: self._op(Ex.OF_SEATS, seats)])

    def _beside(self, whom: opcodes.Whom, of: CharacterSet | selectors.That) -> None:
        inside = (lambda: self.is_that(of.ref)) if isinstance(of, selectors.That) else (lambda: self.belongs(of))
        self.with_character(opcodes.Ref.SUBJECT, inside, whom=whom)

    def _measure(self, build: Callable[[], None]) -> None:
        """What asks for a number of something; raises CannotAssembleError where that never has it."""
        try:
            build()
        except measures.NoSuchNumberError as error:
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

    def _area(self, entry: selectors.InArea | battles.AreaBetween | battles.InNewestArea) -> None:
        """In one area, in the newest, or in one of those up to the greatest and in none below the least."""
        match entry:
            case selectors.InArea(number):
                self.op(Ex.IN_AREA, number)
            case battles.InNewestArea():
                self.op(Ex.IN_NEWEST_AREA)
            case battles.AreaBetween(least, most):
                self._area_between(least, most)

    def _area_between(self, least: int | None, most: int | None) -> None:
        below = [selectors.InArea(number) for number in range(1, least or 1)]
        within = [(selectors.InArea(number),) for number in range(1, (most or 0) + 1)]
        upper: Filters = (selectors.AnyOf(tuple(within)),) if most is not None else ()
        self.filters((*upper, *(selectors.Not((area,)) for area in below)))

    def _other(self, other: selectors.Cards | selectors.That) -> int:
        return int(GROUPS[other.group]) if isinstance(other, selectors.Cards) else -1 - int(REFS[other.ref])

    def card_filter(self, entry: Filter) -> None:
        """One filter over the subject, a card."""
        match entry:
            case selectors.InGroup(group):
                self.op(Ex.IN_GROUP, GROUPS[group])
            case selectors.OwnedBy(side):
                self.op(Ex.CARD_OF_SEATS, SEATS[side])
            case selectors.SameAs(trait, other):
                self.op(Ex.CARD_SAME, TRAITS[trait], self._other(other))
            case selectors.RoundBetween(least, most):
                self._between(Ex.CARD_ROUND, least, most)
            case selectors.LevelBetween(least, most):
                self._between(Ex.CARD_LEVEL, least, most)
            case selectors.Measures():
                self._measure(lambda: measures.asked(self, entry, of_card=True))
            case selectors.Not(filters):
                self.filters(filters, of_card=True)
                self.op(Ex.NOT)
            case selectors.AnyOf(options):
                self.any_of(
                    [lambda option=option: self.filters(option, of_card=True) for option in options]  # type: ignore[misc]
                )
            case _:
                raise CannotAssembleError(f"a card cannot be asked for {write(entry)}")

    # --- amounts

    def amount(self, amount: Amount) -> None:
        """Push a number."""
        match amount:
            case int():
                self.op(Ex.CONST, amount)
            case selectors.CountCharacters(selectors.That(ref), _):
                self.each_character(opcodes.Seats.BOTH, lambda: self.is_that(ref))
            case selectors.CountCharacters(selectors.CharacterSet() as characters, distinct):
                trait = NONE if distinct is None else TRAITS[distinct]
                self.each_character(SEATS[characters.side], lambda: self.filters(characters.filters), trait)
            case selectors.CountCards(cards, distinct):
                self.count_cards(cards, NONE if distinct is None else TRAITS[distinct])
            case selectors.CountCharge(of):
                self.with_character(self._ref(of), lambda: self._op(Ex.CHARGE))
            case amounts.PrintedRound(group):
                self.op(Ex.ROUNDS_OF, GROUPS[group])
            case selectors.Total() | selectors.Highest() | selectors.Lowest():
                self._measure(lambda: measures.measured(self, amount))
            case amounts.ChosenBP():
                self.op(Ex.CHOSEN_BP)
            case amounts.FieldRound():
                self.op(Ex.FIELD_ROUND)
            case battles.Wins(side):
                self.op(Ex.WINS, SEATS[side])
            case amounts.ByState((single, double, triple, _)):
                self.op(Ex.BY_STATE, single, double, triple)
            case selectors.Times(factor, count, per):
                self.amount(count)
                self.op(Ex.TIMES, factor, per)
            case selectors.Plus(left, right):
                self.amount(left)
                self.amount(right)
                self.op(Ex.PLUS)

    def is_that(self, ref: values.CharacterRef) -> None:
        """Push whether the subject is a known character."""
        if ref is values.CharacterRef.THIS:
            self.op(Ex.IS_THIS)
        else:
            self.op(Ex.IN_SET, CHARACTER_SETS[ref])

    def _ref(self, selector: selectors.CharacterSelector) -> opcodes.Ref:
        if isinstance(selector, selectors.That) and selector.ref in REFS:
            return REFS[selector.ref]
        raise CannotAssembleError(f"a known character is wanted where the text has {write(selector)}")

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
                    lambda: measures.compared(self, lambda: self.amount(left), comparison, right, [left, right])
                )
            case conditions.Is(who, filters):
                self._is(who, filters)
            case conditions.Leads(role):
                self.op(Ex.LEADS, int(role is values.Role.LEAD))
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

    def _is(self, who: selectors.CharacterSelector, filters: Filters) -> None:
        match who:
            case selectors.That(values.CharacterRef.REMOVED):
                self.op(Ex.REMOVED, *self._as_it_was(filters))
            case selectors.That(ref):
                self.with_character(REFS[ref], lambda: self.filters(filters))
            case selectors.OpponentOf(selectors.That(ref)):
                self.with_character(REFS[ref], lambda: self.filters(filters), opponent=True)
            case selectors.PickCharacters(_, characters, _):
                both = (*characters.filters, *filters)
                self.each_character(SEATS[characters.side], lambda: self.filters(both))
            case _:
                raise CannotAssembleError(f"a condition on {write(who)} is not known")

    def _as_it_was(self, filters: Filters) -> tuple[int, int]:
        """Bits of states and a static test, all that is remembered of a character that has changed."""
        states, still = ALL_STATES, []
        for entry in filters:
            if isinstance(entry, selectors.StateIn):
                states &= int(entry.states)
            elif is_static(entry):
                still.append(entry)
            else:
                raise CannotAssembleError(f"{write(entry)} is not remembered of a character that has changed")
        return states, self.pool.test(tuple(still)) if still else NONE


def sources(cards: CardSet) -> list[tuple[int, int]]:
    """Sources of a card set as (zone or 16 + group, seats)."""
    return [measures.place_of(source) for source in cards.sources]


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
