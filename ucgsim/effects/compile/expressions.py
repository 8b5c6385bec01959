"""Trees to expressions: filters, conditions and amounts as postfix programs (`ucgsim.effects.compile.opcodes.Ex`)."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from ucgsim.effects import tree
from ucgsim.effects.compile import opcodes, rows
from ucgsim.effects.compile.opcodes import Ex, Modifier
from ucgsim.effects.compile.rows import NONE, Rows
from ucgsim.effects.language.expressions import write
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ucgsim.effects.compile.rows import Build


ALL_STATES = 15
Row = tuple[int, int, int, int]

SEATS = {side: opcodes.Seats[side.name] for side in tree.Side}
GROUPS = {group: opcodes.Group[group.name] for group in tree.Group}
EDGES = {edge: opcodes.Edge[edge.name] for edge in tree.Edge}
TRAITS = {trait: opcodes.Trait[trait.name] for trait in tree.Trait}
REFS: dict[tree.CharacterRef, opcodes.Ref] = {
    ref: opcodes.Ref[ref.name] for ref in tree.CharacterRef if ref is not tree.CharacterRef.REMOVED
}
CHANGES = {
    tree.Change.GRADE_UP: Modifier.GRADE_UP,
    tree.Change.GRADE_DOWN: Modifier.GRADE_DOWN,
    tree.Change.BP_PLUS: Modifier.BP_UP,
    tree.Change.BP_MINUS: Modifier.BP_DOWN,
}
CHARACTER_SETS = {tree.CharacterRef.CHOSEN: 1, tree.CharacterRef.PLAYED: 2, tree.CharacterRef.LATEST: 4}
STATIC = (
    tree.NameIn,
    tree.NamePart,
    tree.KindIn,
    tree.HasType,
    tree.TeamIn,
    tree.LevelIn,
    tree.LevelBetween,
    tree.RoundBetween,
    tree.PrintedExtra,
)
ABOUT_PRINTED = {
    *(op for op in Ex if op <= Ex.TIMES),
    *(Ex.FITS, Ex.NAMED, Ex.OF_TYPE, Ex.IN_STATE, Ex.IS_THIS, Ex.PRINTED, Ex.BY_STATE, Ex.WITH, Ex.END_WITH),
}
"""Ops whose answers follow from what is printed on two cards that meet, where no effect has changed it."""
PRINTED = (*tree.PRINTED_BP, tree.Measure.LEVEL, tree.Measure.ROUND)
"""Numbers that a card prints."""


class CannotAssembleError(UcgsimError):
    """A tree says something that the machine has no step for; the message names it."""


def is_static(entry: tree.Filter) -> bool:
    """Whether a filter asks a card for nothing but what it prints."""
    if isinstance(entry, tree.Not):
        return all(is_static(part) for part in entry.filters)
    if isinstance(entry, tree.AnyOf):
        return all(is_static(part) for option in entry.options for part in option)
    if isinstance(entry, tree.Measures):
        return entry.measure in PRINTED and isinstance(entry.amount, int)
    if isinstance(entry, tree.LevelBetween | tree.RoundBetween):
        return all(end is None or isinstance(end, int) for end in (entry.least, entry.most))
    return isinstance(entry, STATIC)


class Emitter(Rows):
    """One expression in the making, of filters, conditions and amounts."""

    def __init__(self, pool: ExpressionPool) -> None:
        super().__init__()
        self.pool = pool

    # --- filters

    def filters(self, filters: tree.Filters, extra: Iterable[Build] = (), *, of_card: bool = False) -> None:
        """All filters fit the subject, a character or a card."""
        one = self.card_filter if of_card else self.character_filter
        parts: list[Build] = []
        still = tuple(entry for entry in filters if of_card and is_static(entry))
        if still:
            parts.append(lambda: self.op(Ex.CARD_FITS, self.pool.test(still)))
        parts += [partial(one, entry) for entry in filters if entry not in still]
        self.all_of([*parts, *extra])

    def character_filter(self, entry: tree.Filter) -> None:
        """One filter over the subject, a character."""
        match entry:
            case tree.NameIn():
                self.op(Ex.NAMED, self.pool.test((entry,)))
            case tree.HasType(types):
                self.op(Ex.OF_TYPE, self.pool.type_bits(types))
            case tree.StateIn(states):
                self.op(Ex.IN_STATE, int(states))
            case tree.ReadsExtra():
                self.op(Ex.READS_EXTRA, Modifier.READS_EXTRA)
            case tree.Affected(change):
                self.op(Ex.AFFECTED, CHANGES[change])
            case tree.IsThis():
                self.op(Ex.IS_THIS)
            case tree.Adjacent():
                self.op(Ex.ADJACENT)
            case tree.Beside(of):
                sides = (opcodes.Whom.LEFT, opcodes.Whom.RIGHT)
                self.any_of([partial(self._beside, whom, of) for whom in sides])
            case tree.InArea() | tree.AreaBetween() | tree.InNewestArea():
                self._area(entry)
            case tree.OwnedBy(side):
                self.op(Ex.OF_SEATS, SEATS[side])
            case tree.Fought(result):
                self.op(Ex.FOUGHT, opcodes.Result[result.name])
            case tree.Measures():
                self._measure(lambda: rows.asked(self, entry, of_card=False))
            case tree.Opposes(characters):
                self.with_character(opcodes.Ref.SUBJECT, lambda: self.belongs(characters), opponent=True)
            case tree.CanLevelUpWith(group):
                self.op(Ex.LEVELS_UP_WITH, GROUPS[group])
            case tree.CanTakeUnder(group):
                self.op(Ex.TAKES_UNDER, GROUPS[group])
            case tree.SameAs(trait, other):
                self.op(Ex.SAME, TRAITS[trait], self._other(other))
            case tree.LevelIn(levels) if self.pool.adds_levels:
                self.any_of([partial(self._level_is, level) for level in levels])
            case tree.LevelBetween(least, most):
                self._between(Ex.LEVEL, least, most)
            case tree.Not(filters):
                self.filters(filters)
                self.op(Ex.NOT)
            case tree.AnyOf(options):
                self.any_of([partial(self.filters, option) for option in options])
            case _ if is_static(entry):
                self.op(Ex.FITS, self.pool.test((entry,)))
            case _:
                raise CannotAssembleError(f"a character cannot be asked for {write(entry)}")

    def belongs(self, characters: tree.CharacterSet) -> None:
        """Whether the subject is one of a set of characters."""
        seats = SEATS[characters.side]
        self.filters(characters.filters, [lambda: self.op(Ex.OF_SEATS, seats)])

    def _beside(self, whom: opcodes.Whom, of: tree.CharacterSet | tree.That) -> None:
        inside = (lambda: self.is_that(of.ref)) if isinstance(of, tree.That) else (lambda: self.belongs(of))
        self.with_character(opcodes.Ref.SUBJECT, inside, whom=whom)

    def _measure(self, build: Build) -> None:
        """What asks for a number of something; raises CannotAssembleError where that never has it."""
        try:
            build()
        except rows.NoSuchNumberError as error:
            raise CannotAssembleError(str(error)) from error

    def _level_is(self, level: int) -> None:
        self.op(Ex.LEVEL)
        self.op(Ex.CONST, level)
        self.op(Ex.EQUAL)

    def _between(self, op: Ex, least: tree.Amount | None, most: tree.Amount | None) -> None:
        def end(bound: tree.Amount, comparison: Ex) -> None:
            self.op(op)
            self.amount(bound)
            self.op(comparison)

        parts: list[Build] = []
        if least is not None:
            parts.append(lambda: end(least, Ex.AT_LEAST))
        if most is not None:
            parts.append(lambda: end(most, Ex.AT_MOST))
        self.all_of(parts)

    def _area(self, entry: tree.InArea | tree.AreaBetween | tree.InNewestArea) -> None:
        """In one area, in the newest, or in one of those up to the greatest and in none below the least."""
        match entry:
            case tree.InArea(number):
                self.op(Ex.IN_AREA, number)
            case tree.InNewestArea():
                self.op(Ex.IN_NEWEST_AREA)
            case tree.AreaBetween(least, most):
                self._area_between(least, most)

    def _area_between(self, least: int | None, most: int | None) -> None:
        below = [tree.InArea(number) for number in range(1, least or 1)]
        within = [(tree.InArea(number),) for number in range(1, (most or 0) + 1)]
        upper: tree.Filters = (tree.AnyOf(tuple(within)),) if most is not None else ()
        self.filters((*upper, *(tree.Not((area,)) for area in below)))

    def _other(self, other: tree.Cards | tree.That) -> int:
        return int(GROUPS[other.group]) if isinstance(other, tree.Cards) else -1 - int(REFS[other.ref])

    def card_filter(self, entry: tree.Filter) -> None:
        """One filter over the subject, a card."""
        match entry:
            case tree.InGroup(group):
                self.op(Ex.IN_GROUP, GROUPS[group])
            case tree.OwnedBy(side):
                self.op(Ex.CARD_OF_SEATS, SEATS[side])
            case tree.SameAs(trait, other):
                self.op(Ex.CARD_SAME, TRAITS[trait], self._other(other))
            case tree.RoundBetween(least, most):
                self._between(Ex.CARD_ROUND, least, most)
            case tree.LevelBetween(least, most):
                self._between(Ex.CARD_LEVEL, least, most)
            case tree.Measures():
                self._measure(lambda: rows.asked(self, entry, of_card=True))
            case tree.Not(filters):
                self.filters(filters, of_card=True)
                self.op(Ex.NOT)
            case tree.AnyOf(options):
                self.any_of([partial(self.filters, option, of_card=True) for option in options])
            case _:
                raise CannotAssembleError(f"a card cannot be asked for {write(entry)}")

    # --- amounts

    def amount(self, amount: tree.Amount) -> None:
        """Push a number."""
        match amount:
            case int():
                self.op(Ex.CONST, amount)
            case tree.CountCharacters(tree.That(ref), _):
                self.each_character(opcodes.Seats.BOTH, lambda: self.is_that(ref))
            case tree.CountCharacters(tree.CharacterSet() as characters, distinct):
                trait = NONE if distinct is None else TRAITS[distinct]
                self.each_character(SEATS[characters.side], lambda: self.filters(characters.filters), trait)
            case tree.CountCards(cards, distinct):
                self.count_cards(cards, NONE if distinct is None else TRAITS[distinct])
            case tree.CountCharge(of):
                self.with_character(self._ref(of), lambda: self.op(Ex.CHARGE))
            case tree.PrintedRound(group):
                self.op(Ex.ROUNDS_OF, GROUPS[group])
            case tree.Total() | tree.Highest() | tree.Lowest():
                self._measure(lambda: rows.measured(self, amount))
            case tree.ChosenBP():
                self.op(Ex.CHOSEN_BP)
            case tree.FieldRound():
                self.op(Ex.FIELD_ROUND)
            case tree.Wins(side):
                self.op(Ex.WINS, SEATS[side])
            case tree.ByState((single, double, triple, _)):
                self.op(Ex.BY_STATE, single, double, triple)
            case tree.Times(factor, count, per):
                self.amount(count)
                self.op(Ex.TIMES, factor, per)
            case tree.Plus(left, right):
                self.amount(left)
                self.amount(right)
                self.op(Ex.PLUS)

    def is_that(self, ref: tree.CharacterRef) -> None:
        """Push whether the subject is a known character."""
        if ref is tree.CharacterRef.THIS:
            self.op(Ex.IS_THIS)
        else:
            self.op(Ex.IN_SET, CHARACTER_SETS[ref])

    def _ref(self, selector: tree.CharacterSelector) -> opcodes.Ref:
        if isinstance(selector, tree.That) and selector.ref in REFS:
            return REFS[selector.ref]
        raise CannotAssembleError(f"a known character is wanted where the text has {write(selector)}")

    def count_cards(self, cards: tree.CardSet, distinct: int = NONE, extra: Iterable[Build] = ()) -> None:
        """How many cards of all sources fit."""
        extra = list(extra)
        for place, (source, seats) in enumerate(sources(cards)):
            self.each_card(source, seats, lambda: self.filters(cards.filters, extra, of_card=True), distinct)
            if place:
                self.op(Ex.PLUS)

    # --- conditions

    def condition(self, condition: tree.Condition) -> None:
        """Push 1 or 0 (some other number counts as 1)."""
        match condition:
            case tree.Compare(left, comparison, right):
                self._measure(lambda: rows.compared(self, lambda: self.amount(left), comparison, right, [left, right]))
            case tree.Is(who, filters):
                self._is(who, filters)
            case tree.ShareType(characters):
                self._share_type(characters)
            case tree.Leads(role):
                self.op(Ex.LEADS, int(role is tree.Role.LEAD))
            case tree.TopCardTaken(characters, by_yours):
                taken = Ex.TOP_TAKEN_BY_YOURS if by_yours else Ex.TOP_TAKEN
                self.op(taken, SEATS[characters.side], *self._as_it_was(characters.filters))
            case tree.HandCardReturned(side, edge):
                self.op(Ex.HAND_RETURNED, SEATS[side], EDGES[edge])
            case tree.ActivateUsed(characters):
                self.op(Ex.ACTIVATE_USED, SEATS[characters.side], *self._as_it_was(characters.filters))
            case tree.CausedByEffect():
                self.op(Ex.BY_EFFECT)
            case tree.All(parts):
                self.all_of([partial(self.condition, part) for part in parts])
            case tree.Any(parts):
                self.any_of([partial(self.condition, part) for part in parts])
            case tree.No(part):
                self.condition(part)
                self.op(Ex.NOT)

    def _share_type(self, characters: tree.CharacterSet) -> None:
        """What is left of the bits of all of them is more than the bit above the TYPEs, which each has."""
        types = lambda: self.op(Ex.TYPE_BITS)  # noqa: E731
        self.each_character(
            SEATS[characters.side], lambda: self.filters(characters.filters, [types]), fold=opcodes.Fold.COMMON
        )
        self.op(Ex.CONST, opcodes.ABOVE_TYPES)
        self.op(Ex.MORE)

    def _is(self, who: tree.CharacterSelector, filters: tree.Filters) -> None:
        match who:
            case tree.That(tree.CharacterRef.REMOVED):
                self.op(Ex.REMOVED, *self._as_it_was(filters))
            case tree.That(ref):
                self.with_character(REFS[ref], lambda: self.filters(filters))
            case tree.OpponentOf(tree.That(ref)):
                self.with_character(REFS[ref], lambda: self.filters(filters), opponent=True)
            case tree.PickCharacters(_, characters, _):
                both = (*characters.filters, *filters)
                self.each_character(SEATS[characters.side], lambda: self.filters(both))
            case _:
                raise CannotAssembleError(f"a condition on {write(who)} is not known")

    def _as_it_was(self, filters: tree.Filters) -> tuple[int, int]:
        """Bits of states and a static test, all that is remembered of a character that has changed."""
        states, still = ALL_STATES, []
        for entry in filters:
            if isinstance(entry, tree.StateIn):
                states &= int(entry.states)
            elif is_static(entry):
                still.append(entry)
            else:
                raise CannotAssembleError(f"{write(entry)} is not remembered of a character that has changed")
        return states, self.pool.test(tuple(still)) if still else NONE


def sources(cards: tree.CardSet) -> list[tuple[int, int]]:
    """Sources of a card set as (zone or 16 + group, seats)."""
    return [rows.place_of(source) for source in cards.sources]


@dataclass
class ExpressionPool:
    """All expressions and static tests of the cards that are assembled together; equal ones are kept once."""

    types: tuple[str, ...]
    adds_levels: bool = False
    rows: list[Row] = field(default_factory=list)
    tests: dict[tree.Filters, int] = field(default_factory=dict)
    asking: set[int] = field(default_factory=set)
    """Places of expressions that ask for BP."""
    asking_opposite: set[int] = field(default_factory=set)
    """Places of those that ask for a battle opponent."""
    asking_more: set[int] = field(default_factory=set)
    """Places of those that ask for more than what is printed on two cards that meet."""
    _known: dict[tuple[object, ...], int] = field(default_factory=dict)

    def test(self, filters: tree.Filters) -> int:
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
            if any(row[0] == Ex.WITH and row[2] == opcodes.Whom.OPPONENT for row in emitter.rows):
                self.asking_opposite.add(base)
            if not {row[0] for row in emitter.rows} <= ABOUT_PRINTED:
                self.asking_more.add(base)
        return self._known[key]

    def data(self, rows: Sequence[Row]) -> int:
        """Place of rows that are read and never run."""
        key = ("data", tuple(rows))
        if key not in self._known:
            self._known[key] = len(self.rows)
            self.rows += rows
        return self._known[key]
