"""Trees to programs: powers with what they watch for, continuous lines and the steps of effects.

A power that only confirms what it asks for settles (RULINGS D2): more BP where BP must be high, less where it must be
low. Anything else would undo its own condition, or leave no number that fits: such a text is refused.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.effects import tree
from ucgsim.effects.compile import opcodes
from ucgsim.effects.compile.expressions import ALL_STATES, SEATS, CannotAssembleError, Emitter, ExpressionPool
from ucgsim.effects.compile.feasibility import can_do, modifier_of
from ucgsim.effects.compile.opcodes import Do, Ex, Modifier
from ucgsim.effects.compile.rows import NONE
from ucgsim.effects.compile.statements import Steps
from ucgsim.effects.language.expressions import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


UP, DOWN, UNKNOWN = 1, -1, 0
WAYS = {
    tree.Comparison.AT_LEAST: UP,
    tree.Comparison.MORE: UP,
    tree.Comparison.AT_MOST: DOWN,
    tree.Comparison.FEWER: DOWN,
}
"""Which way BP must go for a comparison to hold sooner."""
Asked = tuple[int, object]
"""A way in which more BP works on an answer, and whose BP it is."""


def undoes_itself(body: tree.Statement) -> bool:
    """Whether a continuous power asks for BP that it may itself change against its own condition."""
    return any(_undoes(*line) for line in _lines(body, ()))


def _lines(
    statement: tree.Statement, above: tuple[Asked, ...]
) -> Iterator[tuple[object, tree.Modification, tuple[Asked, ...]]]:
    match statement:
        case tree.Sequence(steps):
            for step in steps:
                yield from _lines(step, above)
        case tree.If(condition, then, otherwise):
            asked = tuple(_of_condition(condition, UP))
            yield from _lines(then, (*above, *asked))
            if otherwise is not None:
                yield from _lines(otherwise, (*above, *((-way, who) for way, who in asked)))
        case tree.Modify(target, changes, _):
            for change in changes:
                yield target, change, (*above, *_of_target(target), *_of_change(change))


def _undoes(target: object, change: tree.Modification, asked: tuple[Asked, ...]) -> bool:
    way = _way_of(change)
    return way is not None and any(
        _may_meet(target, who) and (way == UNKNOWN or asked_way != way) for asked_way, who in asked
    )


def _way_of(change: tree.Modification) -> int | None:
    """Whether a change raises BP, lowers it, or may do either; ``None`` where it does not touch BP."""
    match change:
        case tree.BP(amount) | tree.Grade(amount):
            factor = amount.factor if isinstance(amount, tree.Times) else amount
            return (UP if factor > 0 else DOWN) if isinstance(factor, int) else UNKNOWN
        case tree.Immune(tree.Change.GRADE_UP | tree.Change.BP_PLUS):
            return DOWN
        case tree.Immune():
            return UP
        case tree.CannotLevelUp() | tree.DictateOutcome() | tree.SilenceEnter():
            return None
    return UNKNOWN


def _of_change(change: tree.Modification) -> Iterator[Asked]:
    """More of what is counted gives more of the change, which way that may be."""
    match change:
        case tree.BP(tree.Times(factor, count)) | tree.Grade(tree.Times(factor, count)):
            yield from ((way if factor > 0 else -way, who) for way, who in _of_amount(count))
        case _:
            yield from _unknown(change)


def _of_target(target: object) -> Iterator[Asked]:
    """What is asked of those to whom something is given."""
    match target:
        case tree.PickCharacters(_, tree.CharacterSet(_, filters)):
            yield from _of_filters(filters, target)
        case _:
            yield from _unknown(target)


def _of_condition(condition: tree.Condition, way: int) -> Iterator[Asked]:
    match condition:
        case tree.All(parts) | tree.Any(parts):
            for part in parts:
                yield from _of_condition(part, way)
        case tree.No(part):
            yield from _of_condition(part, -way)
        case tree.Compare(left, comparison, right):
            towards = way * WAYS.get(comparison, UNKNOWN)
            yield from ((towards * inner, who) for inner, who in _of_amount(left))
            yield from ((-towards * inner, who) for inner, who in _of_amount(right))
        case tree.Is(who, filters):
            yield from ((way * inner, asked) for inner, asked in _of_filters(filters, who))
            yield from _unknown(who)
        case _:
            yield from _unknown(condition)


def _of_filters(filters: tree.Filters, who: object) -> Iterator[Asked]:
    """More BP of ``who``, and of those that a filter compares with, makes the filters fit sooner, or later."""
    for entry in filters:
        match entry:
            case tree.Measures(measure, comparison, amount):
                way = WAYS.get(comparison, UNKNOWN)
                if measure is tree.Measure.BP:
                    yield way, who
                yield from ((-way * inner, asked) for inner, asked in _of_amount(amount))
            case tree.Not(inner_filters):
                yield from ((-way, asked) for way, asked in _of_filters(inner_filters, who))
            case tree.AnyOf(options):
                for option in options:
                    yield from _of_filters(option, who)
            case _:
                yield from _unknown(entry)


def _of_amount(amount: tree.Amount) -> Iterator[Asked]:
    match amount:
        case tree.CountCharacters(tree.CharacterSet(_, filters) as who, None):
            yield from _of_filters(filters, who)
        case tree.Total(tree.Measure.BP, of):
            yield UP, of
            yield from _unknown(of)
        case tree.Plus(left, right):
            yield from _of_amount(left)
            yield from _of_amount(right)
        case tree.Times(factor, count):
            yield from ((way if factor > 0 else -way, who) for way, who in _of_amount(count))
        case _:
            yield from _unknown(amount)


def _unknown(node: object) -> Iterator[Asked]:
    """BP asked for somewhere inside, with no telling which way it works."""
    for part in tree.nodes(node):
        if getattr(part, "measure", None) is tree.Measure.BP:
            yield UNKNOWN, tree.CharacterSet(tree.Side.BOTH)


def _may_meet(target: object, who: object) -> bool:
    """Whether a character whose BP is changed may be one whose BP is asked for."""
    sides = {_side(target), _side(who)}
    return tree.Side.BOTH in sides or len(sides) == 1


def _side(who: object) -> tree.Side:
    match who:
        case tree.That(tree.CharacterRef.THIS):
            return tree.Side.YOU
        case tree.CharacterSet(side, _):
            return side
        case tree.PickCharacters(_, tree.CharacterSet(side, _)):
            return side
        case tree.OpponentOf(of):
            return tree.ACROSS[_side(of)]
    return tree.Side.BOTH


# Triggers to the columns of a power that say what it watches for (`ucgsim.effects.compile.opcodes.Watch`).


_MILLED = tree.Movement(tree.Side.YOU, tree.Spot.DECK, tree.Spot.DISCARD)
_SCENE_SENT = tree.Movement(tree.Side.YOU, tree.Spot.SCENE_AREA, tree.Spot.DISCARD)
_THIS_CARD = {tree.Event.THIS_MILLED: _MILLED, tree.Event.THIS_SCENE_SENT: _SCENE_SENT}
_SEVERAL = {
    tree.Spot.ANYWHERE: 0,
    tree.Spot.FIELD: (1 << opcodes.Spot.STACK) | (1 << opcodes.Spot.SCENE_AREA),
}


def watched(pool: ExpressionPool, trigger: tree.Trigger) -> dict[str, int]:
    """Columns of `assemble.PowerRow` by name."""
    event = trigger.event
    if event in _THIS_CARD:
        return {"watch": int(opcodes.Watch.THIS_MOVES), **_movement(pool, _THIS_CARD[event])}
    columns = {"watch": int(opcodes.Watch[event.name])}
    match trigger.subjects:
        case None:
            return {**columns, "watch_seats": int(opcodes.Seats.YOU)}
        case tree.CharacterSet() as characters:
            return {**columns, **_characters(pool, characters)}
        case tree.Departure(characters, to, cause):
            moved = {"watch_to": spots(to), "watch_cause": int(opcodes.Cause[cause.name])}
            return {**columns, **_characters(pool, characters), **moved}
        case tree.Beginning(phase):
            # A phase is no player's, so that whoever it is fits.
            bits = {"watch_from": 1 << list(tree.TurnPhase).index(phase)}
            return {**columns, **bits, "watch_seats": int(opcodes.Seats.BOTH)}
        case tree.Movement() as movement:
            return {**columns, **_movement(pool, movement)}
    raise CannotAssembleError(f"nothing watches for {write(trigger.subjects)}")


def spots(spot: tree.Spot) -> int:
    """Bits of `code.Spot`, 0 for wherever."""
    return _SEVERAL[spot] if spot in _SEVERAL else 1 << opcodes.Spot[spot.name]


def _characters(pool: ExpressionPool, characters: tree.CharacterSet) -> dict[str, int]:
    return {
        "watch_seats": int(SEATS[characters.side]),
        "watch_filter": _filter(pool, characters.filters, of_card=False),
        "watch_self": int(tree.IsThis() in characters.filters),
    }


def _movement(pool: ExpressionPool, movement: tree.Movement) -> dict[str, int]:
    return {
        "watch_seats": int(SEATS[movement.side]),
        "watch_filter": _filter(pool, movement.filters, of_card=True),
        "watch_from": spots(movement.origin),
        "watch_to": spots(movement.to),
        "watch_cause": int(opcodes.Cause[movement.cause.name]),
    }


def _filter(pool: ExpressionPool, filters: tree.Filters, *, of_card: bool) -> int:
    if not filters:
        return NONE
    return pool.place(lambda emitter: emitter.filters(filters, of_card=of_card))


# Trees to programs: powers, continuous lines and the steps of effects (`ucgsim.effects.compile.opcodes.Do`).


@dataclass(frozen=True, slots=True)
class PowerRow:
    """One power as the machine reads it; columns as in the engine's table of powers."""

    kind: int
    gate: int
    limit: int = 0
    per_game: int = 0
    watch: int = NONE
    watch_seats: int = 0
    watch_filter: int = NONE
    watch_from: int = 0
    watch_to: int = 0
    watch_cause: int = 0
    watch_self: int = 0
    condition: int = NONE
    payable: int = NONE
    start: int = NONE
    effect: int = NONE


@dataclass(frozen=True, slots=True)
class LineRow:
    """One thing that a continuous power does; columns as in the engine's table of lines."""

    power: int
    condition: int
    to_self: int
    seats: int
    filter: int
    kind: int
    amount: int
    stacks: int
    late: bool
    asks_opposite: bool
    """Whether it asks for a battle opponent; the table of cards says so, and this:"""
    asks_more: bool
    """Whether it asks for more than what is printed on its character and that one."""


@dataclass
class Program:
    """All card texts of one run, assembled: tables and, per card number, which rows are its own."""

    pool: ExpressionPool
    steps: list[tuple[int, ...]] = field(default_factory=list)
    powers: list[PowerRow] = field(default_factory=list)
    lines: list[LineRow] = field(default_factory=list)
    own_powers: dict[str, tuple[int, int]] = field(default_factory=dict)
    own_lines: dict[str, tuple[int, int]] = field(default_factory=dict)


def mentioned_types(texts: Iterable[tree.CardText]) -> set[str]:
    """TYPEs that card texts speak of."""
    return {name for text in texts for name in _mentions(text).types}


class _Mentions(NamedTuple):
    """TYPEs that a text speaks of, and whether it adds levels to a card."""

    types: frozenset[str]
    adds_levels: bool


@lru_cache(maxsize=4096)
def _mentions(text: tree.CardText) -> _Mentions:
    """Found once a text: a matrix lays the same cards out again and again."""
    nodes = [*tree.nodes(text)]
    of_types = (tree.AddTypes, tree.ReplaceType, tree.ChooseType, tree.HasType)
    types = frozenset(name for node in nodes if isinstance(node, of_types) for name in node.types)
    return _Mentions(types, any(isinstance(node, tree.AddLevels) for node in nodes))


def assemble(texts: Mapping[str, tree.CardText], types: tuple[str, ...]) -> Program:
    """Assemble the texts of cards by number; ``types``: TYPEs in the order of their bits.

    Raises CannotAssembleError, naming the card, for a tree that the machine has no step for.
    """
    program = Program(ExpressionPool(types, adds_levels=any(_mentions(text).adds_levels for text in texts.values())))
    program.steps.append((int(Do.END), *[0] * 7))
    for number in sorted(texts):
        first_power, first_line = len(program.powers), len(program.lines)
        try:
            for power in texts[number].powers:
                _assemble_power(program, power)
        except CannotAssembleError as error:
            raise CannotAssembleError(f"{number}: {error}") from error
        program.own_powers[number] = first_power, len(program.powers) - first_power
        program.own_lines[number] = first_line, len(program.lines) - first_line
    return program


def _assemble_power(program: Program, power: tree.Power) -> None:
    gate = int(power.gate) or ALL_STATES
    if power.kind is tree.PowerKind.CONTINUOUS:
        if undoes_itself(power.body):
            raise CannotAssembleError("a continuous power cannot ask for BP that it changes against what it asks")
        program.powers.append(PowerRow(int(opcodes.PowerCode.CONTINUOUS), gate))
        _Lines(program, len(program.powers) - 1, stacks=power.stacks).walk(power.body, ())
    elif power.kind is tree.PowerKind.PAYMENT:
        program.powers.append(_payment(program, power, gate))
    else:
        program.powers.append(_triggered(program, power, gate))


def _steps(program: Program, parts: Iterable[tree.Statement], paid: int = 0) -> tuple[int, ...]:
    """Place the steps of statements one after the other, the first ``paid`` whole (CR 9.4.4); returns where each
    begins.
    """
    steps = Steps(program.pool, len(program.steps))
    starts = []
    for place, part in enumerate(parts):
        steps.whole = place < paid
        starts.append(steps.here)
        steps.statement(part)
    steps.row(Do.END)
    program.steps += steps.finished()
    return tuple(starts)


def _condition(program: Program, condition: tree.Condition | None) -> int:
    if condition is None:
        return NONE
    return program.pool.place(lambda emitter: emitter.condition(condition))


def _payment(program: Program, power: tree.Power, gate: int) -> PowerRow:
    cost = power.cost
    starts = _steps(program, [power.body]) if cost is None else _steps(program, [cost, power.body], paid=1)
    payable = NONE if cost is None else program.pool.place(lambda emitter: can_do(emitter, cost, full=True))
    return PowerRow(
        int(opcodes.PowerCode.PAYMENT),
        gate,
        limit=power.limit or 0,
        per_game=int(power.per_game),
        condition=_condition(program, power.condition),
        payable=payable,
        start=starts[0],
        effect=starts[-1],
    )


def _triggered(program: Program, power: tree.Power, gate: int) -> PowerRow:
    if power.trigger is None:
        raise CannotAssembleError("a triggered power without a trigger")
    (start,) = _steps(program, [power.body])
    return PowerRow(
        int(opcodes.PowerCode.TRIGGERED),
        gate,
        limit=power.limit or 0,
        per_game=int(power.per_game),
        start=start,
        effect=start,
        **watched(program.pool, power.trigger),
    )


@dataclass
class _Lines:
    """Flattens the body of a continuous power into lines, each with all conditions above it."""

    program: Program
    power: int
    stacks: bool

    def walk(self, statement: tree.Statement, above: tuple[Callable[[Emitter], None], ...]) -> None:
        """Add the lines of a statement that holds while ``above`` do."""
        match statement:
            case tree.Sequence(steps):
                for step in steps:
                    self.walk(step, above)
            case tree.If(condition, then, otherwise):
                self.walk(then, (*above, lambda emitter: emitter.condition(condition)))
                if otherwise is not None:
                    self.walk(otherwise, (*above, lambda emitter: _not(emitter, condition)))
            case tree.Modify(target, changes, _):
                for change in changes:
                    self.line(target, change, above)
            case _:
                raise CannotAssembleError(f"a continuous power cannot {write(statement)}")

    def line(
        self, target: tree.CharacterSelector, change: tree.Modification, above: tuple[Callable[[Emitter], None], ...]
    ) -> None:
        """One line: on whom, what, how much, while what holds."""
        pool = self.program.pool
        condition = NONE
        if above:
            condition = pool.place(lambda emitter: emitter.all_of([partial(part, emitter) for part in above]))
        to_self, seats, filters = self._target(target)
        kind, amount = _continuous_change(change)
        place = pool.place(lambda emitter: emitter.amount(amount))
        parts = (condition, filters, place)
        asks = [not each.isdisjoint(parts) for each in (pool.asking, pool.asking_opposite, pool.asking_more)]
        row = LineRow(self.power, condition, to_self, seats, filters, int(kind), place, int(self.stacks), *asks)
        self.program.lines.append(row)

    def _target(self, target: tree.CharacterSelector) -> tuple[int, int, int]:
        match target:
            case tree.That(tree.CharacterRef.THIS):
                return 1, int(opcodes.Seats.YOU), NONE
            case tree.OpponentOf(tree.That(tree.CharacterRef.THIS)):
                return 0, int(opcodes.Seats.OPPONENT), self.program.pool.place(_opposes_this)
            case tree.PickCharacters(tree.Quantity(_, None), characters, None):
                side, filters = characters.side, characters.filters
            case tree.WithOpponent(tree.That(tree.CharacterRef.THIS)):
                this = tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),))
                side, filters = tree.Side.BOTH, (tree.AnyOf(((tree.IsThis(),), (tree.Opposes(this),))),)
            case tree.OpponentOf(tree.PickCharacters(tree.Quantity(_, None), characters, None)):
                side, filters = tree.Side.BOTH, (tree.Opposes(characters),)
            case _:
                raise CannotAssembleError(f"a continuous power cannot choose ({write(target)})")
        return 0, int(SEATS[side]), self.program.pool.place(lambda emitter: emitter.filters(filters))


def _opposes_this(emitter: Emitter) -> None:
    emitter.with_character(opcodes.Ref.SUBJECT, lambda: emitter.character_filter(tree.IsThis()), opponent=True)


def _not(emitter: Emitter, condition: tree.Condition) -> None:
    emitter.condition(condition)
    emitter.op(Ex.NOT)


def _continuous_change(change: tree.Modification) -> tuple[Modifier, tree.Amount]:
    made = modifier_of(change)
    if made is None:
        raise CannotAssembleError(f"a continuous power cannot give {write(change)}")
    return made
