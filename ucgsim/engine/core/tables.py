"""Cards as rows of read-only arrays: what the compiled game knows about the cards of one run.

A new set compiles nothing; it is other numbers in the same columns.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from functools import reduce
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ucgsim.cards.card import Card, Kind
from ucgsim.cards.keywords import KEYWORDS, keyword_bits
from ucgsim.cards.versions import DEFAULT_RULES, RulesVersion, rules_version
from ucgsim.effects.compile.opcodes import PowerCode
from ucgsim.effects.compile.powers import Program, assemble, mentioned_types
from ucgsim.effects.tree import selectors
from ucgsim.effects.tree.values import PRINTED_BP, Comparison, Measure
from ucgsim.engine.core import layout
from ucgsim.engine.core.constants import NAMES, NO_BP, Grade, KindBit, Switch
from ucgsim.engine.core.halting import can_be_halted
from ucgsim.engine.core.selection import mark_beginnings
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.effects.tree.statements import CardText

MAX_TYPES = 30
"""Distinct TYPEs in one run; a TYPE is a bit."""
MAX_TEAMS = 60
RULEBOOK_TYPES = ("BASIC", "POWER", "SPEED", "ARMED", "HAZARD", "DEVASTATION", "INVASION", "METEO")
"""CR 2.3.4.2; a set may print others, which follow these."""
KIND_BITS = {
    Kind.ULTRA_HERO: KindBit.ULTRA_HERO,
    Kind.KAIJU: KindBit.KAIJU,
    Kind.ULTRA_MECH: KindBit.ULTRA_MECH,
    Kind.SCENE: KindBit.SCENE,
}
COMPARED = {
    Comparison.AT_LEAST: operator.ge,
    Comparison.AT_MOST: operator.le,
    Comparison.EQUAL: operator.eq,
    Comparison.MORE: operator.gt,
    Comparison.FEWER: operator.lt,
}


class Names(NamedTuple):
    """What the numbers of the tables stand for."""

    numbers: tuple[str, ...]
    characters: tuple[str, ...]
    types: tuple[str, ...]
    teams: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardBook:
    """The tables of a set of cards with the names to read them by."""

    cards: tuple[Card, ...]
    names: Names
    tables: np.record
    rules: RulesVersion
    blank: tuple[str, ...]
    """Numbers of cards that have a text but are played without it."""

    def row(self, number: str) -> int:
        """Row of a card number; KeyError when the book lacks it."""
        return self.index[number]

    @property
    def index(self) -> Mapping[str, int]:
        """Row by card number."""
        return {number: row for row, number in enumerate(self.names.numbers)}


def _names(cards: Sequence[Card], texts: Mapping[str, CardText]) -> Names:
    types = dict.fromkeys(RULEBOOK_TYPES)
    printed = {card.type for card in cards if card.type}
    types.update(dict.fromkeys(sorted(printed | mentioned_types(texts.values()))))
    characters = sorted({fold(name) for card in cards for name in card.characters})
    teams = sorted({fold(team) for card in cards for team in card.teams})
    if len(types) > MAX_TYPES or len(teams) > MAX_TEAMS:
        raise UcgsimError(
            f"cards of one game: {len(types)} TYPEs and {len(teams)} teams; at most {MAX_TYPES} and {MAX_TEAMS}"
        )
    return Names(tuple(card.number for card in cards), tuple(characters), tuple(types), tuple(teams))


def fold(name: str) -> str:
    """Character and team names are compared without regard to case (one print of a card differs in it)."""
    return " ".join(name.upper().split())


def _fill(row: np.void, card: Card, names: Names) -> None:
    if len(card.characters) > NAMES:
        raise UcgsimError(f"{card.number}: {len(card.characters)} character names; at most {NAMES}")
    columns = (*card.bp, card.extra)
    row["bp"] = [NO_BP if value is None else value for value in columns]
    row["reads"] = [_column_read(row["bp"], state) for state in range(len(row["reads"]))]
    row["teams"] = sum(1 << names.teams.index(fold(team)) for team in card.teams)
    row["kinds"] = sum(KIND_BITS[kind] for kind in card.kinds)
    row["keywords"] = keyword_bits(card.keywords)
    row["level"] = card.level or 0
    row["type"] = 1 << names.types.index(card.type) if card.type else 0
    row["scene_round"] = -1 if card.round is None else card.round
    row["character"] = -1
    for place, name in enumerate(card.characters):
        row["character"][place] = names.characters.index(fold(name))


def _column_read(bp: NDArray[np.int32], state: int) -> int:
    """Column of BP that a state reads: the nearest printed one below where it has no value, else above."""
    below = [column for column in range(Grade.SINGLE, state + 1) if bp[column] != NO_BP]
    above = [column for column in range(state, Grade.QUAD) if bp[column] != NO_BP]
    return max(below) if below else min(above, default=int(Grade.QUAD))


def prints(card: Card, entry: selectors.Filter) -> bool:
    """Whether a card fits a filter that asks for nothing but what is printed (CR 2.3, 2.4), under any of its names."""
    match entry:
        case selectors.NameIn(names):
            return bool({fold(name) for name in card.characters} & {fold(name) for name in names})
        case selectors.NamePart(parts):
            return any(" ".join(part.split()).lower() in card.full_name.lower() for part in parts)
        case selectors.KindIn(kinds):
            return bool(set(kinds) & set(card.kinds))
        case selectors.HasType(types):
            return card.type in types
        case selectors.TeamIn(teams):
            return bool({fold(team) for team in card.teams} & {fold(team) for team in teams})
        case selectors.LevelIn(levels):
            return card.level in levels
        case selectors.LevelBetween(least, most):
            return _lies_between(card.level, least, most)
        case selectors.RoundBetween(least, most):
            return _lies_between(card.round, least, most)
        case selectors.PrintedExtra():
            return card.extra is not None
        case selectors.Measures(measure, comparison, int(bound)):
            value = printed(card, measure)
            return value is not None and COMPARED[comparison](value, bound)
        case selectors.Not(filters):
            return not all(prints(card, part) for part in filters)
        case selectors.AnyOf(options):
            return any(all(prints(card, part) for part in option) for option in options)
        case _:
            raise TypeError(f"{type(entry).__name__} asks for more than what is printed")


def printed(card: Card, measure: Measure) -> int | None:
    """A number that a card prints, ``None`` where it prints none."""
    numbers = dict(zip(PRINTED_BP, (*card.bp, card.extra), strict=True))
    return {**numbers, Measure.LEVEL: card.level, Measure.ROUND: card.round}[measure]


def _under_each_name(card: Card, *, several_names: bool) -> list[Card]:
    """A card under each of its names (CR 11.21.2), itself where it has one or none."""
    known = card.characters if several_names else card.characters[:1]
    if known == card.characters and len(known) <= 1:
        return [card]
    return [replace(card, characters=(name,)) for name in known]


def _names_that_fit(cards: Sequence[Card], filters: selectors.Filters) -> int:
    """Bits of the names under which a card, given under each of them, fits all filters; bit 0 for the only one."""
    fits = (all(prints(each, entry) for entry in filters) for each in cards)
    return sum(1 << place for place, each in enumerate(fits) if each)


def _lies_between(value: int | None, least: selectors.Amount | None, most: selectors.Amount | None) -> bool:
    if value is None:
        return False
    return (not isinstance(least, int) or value >= least) and (not isinstance(most, int) or value <= most)


def _refuse_too_long(program: Program) -> None:
    """Raise UcgsimError for texts that one run has no room for."""
    sizes = (
        ("steps", len(program.steps), layout.MAX_STEPS),
        ("expressions", len(program.pool.rows), layout.MAX_EXPRESSIONS),
        ("powers", len(program.powers), layout.MAX_POWERS),
        ("lines", len(program.lines), layout.MAX_LINES),
        ("static tests", len(program.pool.tests), layout.MAX_TESTS),
    )
    for name, size, most in sizes:
        if size > most:
            raise UcgsimError(f"cards of one game: their texts need {size} {name}; there is room for {most}")


def _fill_program(tables: Any, program: Program, cards: Sequence[Card], *, several_names: bool) -> None:
    """Write texts down in a record of dtype TABLES, or in arrays that are called as its columns."""
    tables.steps[: len(program.steps)] = program.steps
    if program.pool.rows:
        tables.expressions[: len(program.pool.rows)] = program.pool.rows
    for table, rows in ((tables.powers, program.powers), (tables.lines, program.lines)):
        for place, row in enumerate(rows):
            for column in table.dtype.names:
                table[place][column] = getattr(row, column)
    tables.many_names = several_names and any(len(card.characters) > 1 for card in cards)
    named = [_under_each_name(card, several_names=several_names) for card in cards]
    for filters, test in program.pool.tests.items():
        tables.fits[test, : len(named)] = [_names_that_fit(each, filters) for each in named]
    for place, card in enumerate(cards):
        row = tables.cards[place]
        first, count = program.own_powers.get(card.number, (0, 0))
        row["first_power"], row["n_powers"] = first, count
        powers = program.powers[first : first + count]
        row["watched"] = sum({1 << power.watch for power in powers if power.watch >= 0})
        row["has_payments"] = any(power.kind == PowerCode.PAYMENT for power in powers)
        first, count = program.own_lines.get(card.number, (0, 0))
        row["first_line"], row["n_lines"] = first, count
        own = program.lines[first : first + count]
        row["line_kinds"] = sum({1 << line.kind for line in own if line.to_self})
        row["wide_kinds"] = sum({1 << line.kind for line in own if not line.to_self})
        gates = (program.powers[line.power].gate for line in own if line.asks_opposite)
        row["asks_opposite"] = reduce(operator.or_, gates, 0)
        row["asks_more"] = any(line.asks_more for line in own)
    tables.watched = sum({1 << power.watch for power in program.powers if power.watch >= 0})
    tables.has_payments = any(power.kind == PowerCode.PAYMENT for power in program.powers)
    tables.has_lines = bool(program.lines)
    tables.asks_bp = bool(program.pool.asking)
    tables.late_lines = any(line.late for line in program.lines)
    tables.wide_kinds = sum({1 << line.kind for line in program.lines if not line.to_self})
    tables.given_kinds = sum({1 << line.kind for line in program.lines})


def rules_row(rules: RulesVersion, *, reshuffle: bool = False) -> NDArray[np.int64]:
    """Switches of a rules version as the engine reads them, shape (len(Switch),): of a keyword its bit in a card's
    ``keywords``, so that ``card.keywords & rules[Switch.CHARGE]`` says whether a card has what the version knows.
    """
    row = np.zeros(len(Switch), np.int64)
    for switch in Switch:
        name = switch.name.lower()
        if name in (keyword.name for keyword in KEYWORDS):
            row[switch] = keyword_bits({name} & {*rules.keywords})
        elif switch is not Switch.RESHUFFLE_BEFORE_REDRAW:
            row[switch] = bool(getattr(rules, name))
    row[Switch.RESHUFFLE_BEFORE_REDRAW] = reshuffle
    return row


def card_book(
    cards: Iterable[Card],
    rules: str = DEFAULT_RULES,
    *,
    texts: Mapping[str, CardText] | None = None,
    logging: bool = False,
    reshuffle: bool = False,
) -> CardBook:
    """Tables of the distinct ``cards`` under a rules version.

    ``texts``: what the cards do, by number; a card that is left out is played as blank. ``logging``: write events.
    ``reshuffle``: the folk redraw procedure. Raises UcgsimError for more cards, or texts, than one run can hold.
    """
    distinct = sorted({card.number: card for card in cards}.values(), key=lambda card: card.number)
    if len(distinct) > layout.MAX_CARDS:
        raise UcgsimError(f"cards of one game: {len(distinct)} different ones; at most {layout.MAX_CARDS}")
    numbers = {card.number for card in distinct}
    known = {number: text for number, text in (texts or {}).items() if number in numbers}
    names = _names(distinct, known)
    room = np.zeros(1, layout.TABLES).view(np.recarray)
    can_be_halted(room)
    tables = room[0]
    for row, card in zip(tables.cards, distinct, strict=False):
        _fill(row, card, names)
    mark_beginnings(tables, len(distinct), np.zeros(len(names.characters), np.int64))
    version = rules_version(rules)
    tables.rules[:] = rules_row(version, reshuffle=reshuffle)
    layout.fill_kin(tables, len(distinct))
    program = assemble(known, names.types)
    _refuse_too_long(program)
    _fill_program(tables, program, distinct, several_names=version.several_names)
    tables.logging = logging
    blank = tuple(card.number for card in distinct if card.has_text and card.number not in known)
    return CardBook(tuple(distinct), names, tables, version, blank)


# All cards at once, from which tables are laid out where no card text is read (`engine.core.selection`).


@dataclass(frozen=True, slots=True)
class WholeBook:
    """All cards of a catalog under a rules version: arrays that `selection.select_cards` takes cards from."""

    names: Names
    arrays: dict[str, NDArray[Any]]
    """``cards`` CARD (n,); ``fits`` int8 (tests, n); ``kin`` int8 (n, n); ``powers``, ``lines``, ``expressions``,
    ``steps`` as in TABLES; ``asks`` int8 (n,): whether the text of a card asks for BP.
    """


def whole_book(cards: Iterable[Card], rules: str, texts: Mapping[str, CardText]) -> WholeBook:
    """A book of all ``cards``, as many as there are; arguments and errors as for `card_book`."""
    distinct = sorted({card.number: card for card in cards}.values(), key=lambda card: card.number)
    names, version = _names(distinct, texts), rules_version(rules)
    program = assemble(texts, names.types)
    room = SimpleNamespace(
        cards=np.zeros(len(distinct), layout.CARD),
        fits=np.zeros((len(program.pool.tests), len(distinct)), np.int8),
        powers=np.zeros(len(program.powers), layout.POWER),
        lines=np.zeros(len(program.lines), layout.LINE),
        expressions=np.zeros((len(program.pool.rows), 4), np.int32),
        steps=np.zeros((len(program.steps), 8), np.int32),
    )
    for row, card in zip(room.cards, distinct, strict=True):
        _fill(row, card, names)
    _fill_program(room, program, distinct, several_names=version.several_names)
    arrays = {name: value for name, value in vars(room).items() if isinstance(value, np.ndarray)}
    arrays["kin"] = layout.kin_of(room.cards, rules_row(version))
    arrays["asks"] = np.array([_asks_bp(texts.get(card.number), names) for card in distinct], np.int8)
    return WholeBook(names, arrays)


def _asks_bp(text: CardText | None, names: Names) -> bool:
    return text is not None and bool(assemble({"": text}, names.types).pool.asking)
