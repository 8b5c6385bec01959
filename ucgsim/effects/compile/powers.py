"""Trees to programs: powers, continuous lines and the steps of effects (`ucgsim.effects.compile.opcodes.Do`)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.effects import tree
from ucgsim.effects.compile import opcodes
from ucgsim.effects.compile.changes import modifier_of
from ucgsim.effects.compile.circles import undoes_itself
from ucgsim.effects.compile.expressions import (
    ALL_STATES,
    SEATS,
    CannotAssembleError,
    Emitter,
    Pool,
)
from ucgsim.effects.compile.feasible import can_do
from ucgsim.effects.compile.opcodes import Do, Ex, Modifier
from ucgsim.effects.compile.rows import NONE
from ucgsim.effects.compile.statements import Steps
from ucgsim.effects.compile.triggers import watched
from ucgsim.effects.language.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping


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
    late: int


@dataclass
class Program:
    """All card texts of one run, assembled: tables and, per card number, which rows are its own."""

    pool: Pool
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
    nodes = [*_nodes(text)]
    of_types = (tree.AddTypes, tree.ReplaceType, tree.ChooseType, tree.HasType)
    types = frozenset(name for node in nodes if isinstance(node, of_types) for name in node.types)
    return _Mentions(types, any(isinstance(node, tree.AddLevels) for node in nodes))


def _nodes(text: tree.CardText) -> Iterator[object]:
    """All nodes of a tree."""
    waiting: list[object] = [text]
    while waiting:
        node = waiting.pop()
        yield node
        if isinstance(node, tuple):
            waiting.extend(node)
        else:
            kind: Any = type(node)
            waiting.extend(getattr(node, name) for name in _columns(kind))


@cache
def _columns(kind: type[Any]) -> tuple[str, ...]:
    """What nodes of a kind consist of; nothing where they are no nodes."""
    return tuple(column.name for column in fields(kind)) if is_dataclass(kind) else ()


def assemble(texts: Mapping[str, tree.CardText], types: tuple[str, ...]) -> Program:
    """Assemble the texts of cards by number; ``types``: TYPEs in the order of their bits.

    Raises CannotAssembleError, naming the card, for a tree that the machine has no step for.
    """
    program = Program(Pool(types, adds_levels=any(_mentions(text).adds_levels for text in texts.values())))
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
            condition = pool.place(
                lambda emitter: emitter.all_of([lambda part=part: part(emitter) for part in above])  # type: ignore[misc]
            )
        to_self, seats, filters = self._target(target)
        kind, amount = _continuous_change(change)
        place = pool.place(lambda emitter: emitter.amount(amount))
        late = not pool.asking.isdisjoint((condition, filters, place))
        row = LineRow(self.power, condition, to_self, seats, filters, int(kind), place, int(self.stacks), int(late))
        self.program.lines.append(row)

    def _target(self, target: tree.CharacterSelector) -> tuple[int, int, int]:
        match target:
            case tree.That(tree.CharacterRef.THIS):
                return 1, int(opcodes.Seats.YOU), NONE
            case tree.OpponentOf(tree.That(tree.CharacterRef.THIS)):
                return 0, int(opcodes.Seats.OPPONENT), self.program.pool.place(_opposes_this)
            case tree.PickCharacters(tree.Quantity(_, None), characters, None):
                filters = self.program.pool.place(lambda emitter: emitter.filters(characters.filters))
                return 0, int(SEATS[characters.side]), filters
            case tree.WithOpponent(tree.That(tree.CharacterRef.THIS)):
                this = tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),))
                either = (tree.AnyOf(((tree.IsThis(),), (tree.Opposes(this),))),)
                filters = self.program.pool.place(lambda emitter: emitter.filters(either))
                return 0, int(opcodes.Seats.BOTH), filters
            case tree.OpponentOf(tree.PickCharacters(tree.Quantity(_, None), characters, None)):
                opposes = (tree.Opposes(characters),)
                filters = self.program.pool.place(lambda emitter: emitter.filters(opposes))
                return 0, int(opcodes.Seats.BOTH), filters
            case _:
                raise CannotAssembleError(f"a continuous power cannot choose ({write(target)})")


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
