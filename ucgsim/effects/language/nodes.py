"""Tree nodes as expressions and back, by the types of their fields (`ucgsim.effects.language.expressions`)."""

from __future__ import annotations

import json
import re
import types
import typing
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from ucgsim.cards.card import Kind
from ucgsim.effects.language.expressions import Call, Expression, Literal, Place, Range, Relation, Word
from ucgsim.effects.tree import conditions, selectors, statements, triggers, values
from ucgsim.effects.tree.selectors import EVERY, Among, CardSet, CharacterSet, InZone, Quantity, Source, That
from ucgsim.effects.tree.values import CharacterRef, Comparison, Group, Measure, Side, State, Zone

SHORT_NAMES = {
    "NameIn": "name",
    "NamePart": "name_part",
    "KindIn": "kind",
    "HasType": "type",
    "TeamIn": "team",
    "LevelIn": "level",
    "StateIn": "state",
    "PickCharacters": "pick",
    "PickCards": "take",
    "Cards": "these",
    "DeckCards": "deck",
    "CountCharacters": "count",
    "CountCards": "count_cards",
    "ChooseCards": "choose_cards",
    "ChooseCharacters": "choose",
    "BP": "bp",
    "CardSet": "cards",
}
SETS = {Side.YOU: "yours", Side.OPPONENT: "theirs", Side.BOTH: "characters"}
OWNERS = {Side.YOU: "your", Side.OPPONENT: "their", Side.BOTH: "any"}
NAMESPACE = {**vars(values), **vars(selectors), **vars(conditions), **vars(triggers), **vars(statements), "Kind": Kind}


def short_name(node: type) -> str:
    """The name of a tree class in the effect language."""
    snake = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", node.__name__).lower()
    return SHORT_NAMES.get(node.__name__, snake)


@cache
def field_types(node: type) -> dict[str, Any]:
    """Types of the fields of a tree class, with forward references resolved."""
    return typing.get_type_hints(node, globalns=NAMESPACE)


# ---------------------------------------------------------------------------------------------- writing


def write(value: object) -> str:
    """A tree node, an enum member, a number or a text as an expression."""
    match value:
        case None:
            return "none"
        case bool():
            return "true" if value else "false"
        case int() if not isinstance(value, Enum):
            return str(value)
        case State():
            return "|".join((state.name or "").lower() for state in State if state in value) or "none"
        case Comparison():
            return value.value
        case Enum():
            return value.name.lower()
        case str():
            return json.dumps(value, ensure_ascii=False)
        case tuple():
            return write(value[0]) if len(value) == 1 else f"fits({', '.join(map(write, value))})"
        case _:
            return _write_node(value)


def _write_node(value: object) -> str:
    match value:
        case That(ref):
            return ref.value
        case InZone(zone, side):
            return f"{OWNERS[side]}.{zone.value}"
        case Among(group):
            return group.value
        case Quantity():
            return _write_quantity(value)
        case CharacterSet(side, filters):
            return f"{SETS[side]}({', '.join(map(write, filters))})"
        case CardSet(sources, filters):
            return f"cards({', '.join(['+'.join(map(write, sources)), *map(write, filters)])})"
        case selectors.Measures(measure, comparison, amount):
            return f"{write(measure)} {write(comparison)} {write(amount)}"
        case conditions.Compare(left, comparison, right):
            return f"{write(left)} {write(comparison)} {write(right)}"
        case _:
            return f"{short_name(type(value))}({', '.join(_arguments(value))})"


def _write_quantity(value: Quantity) -> str:
    if value == EVERY:
        return "every"
    if value.least == value.most:
        return write(value.least)
    return f"{write(value.least)}..{'' if value.most is None else write(value.most)}"


def _arguments(value: object) -> list[str]:
    """Positional up to and including the list field, then by name; what equals its default is left out."""
    shown: list[str] = []
    by_name = False
    members = fields(value)  # type: ignore[arg-type]
    last = max((i for i, member in enumerate(members) if not _is_default(value, member)), default=-1)
    for index, member in enumerate(members):
        held = getattr(value, member.name)
        if isinstance(held, tuple):
            shown += [write(item) for item in held]
            by_name = True
        elif not by_name and index <= last:
            shown.append(write(held))
        elif not _is_default(value, member):
            shown.append(f"{member.name}={write(held)}")
    return shown


def _is_default(value: object, member: Field[Any]) -> bool:
    return member.default is not MISSING and getattr(value, member.name) == member.default


# ---------------------------------------------------------------------------------------------- reading


def build(found: Expression, wanted: Any) -> Any:
    """The tree node of an expression where a value of the type ``wanted`` belongs; raises `LanguageError`."""
    if typing.get_origin(wanted) is tuple:
        items = found.arguments if isinstance(found, Call) and found.name == "fits" else (found,)
        return tuple(build(item, typing.get_args(wanted)[0]) for item in items)
    options = _options(wanted)
    result = _build_special(found, options)
    if result is not None:
        return result
    match found:
        case Literal(value, _) if type(value) in options:
            return value
        case Word((name,), _) if name in ("true", "false") and bool in options:
            return name == "true"
        case Word(("none",), _) if type(None) in options:
            return None
        case Word(names, place):
            return _build_word(names, options, place)
        case Call(name, _, _, place):
            for option in options:
                if isinstance(option, type) and is_dataclass(option) and short_name(option) == name:
                    return _build_call(found, option)
            place.fail(_describe(options))
    return found.place.fail(_describe(options))


def _options(wanted: Any) -> tuple[Any, ...]:
    if isinstance(wanted, types.UnionType) or typing.get_origin(wanted) is typing.Union:
        return tuple(option for part in typing.get_args(wanted) for option in _options(part))
    return (wanted,)


def _build_special(found: Expression, options: tuple[Any, ...]) -> Any:
    """Nodes with a shape of their own, or ``None``."""
    match found:
        case Relation(left, sign, right, _) if conditions.Compare in options:
            amount = selectors.Amount
            return conditions.Compare(build(left, amount), Comparison(sign), build(right, amount))
        case Relation(Word((name,), _), sign, right, _) if selectors.Measures in options and name in set(Measure):
            return selectors.Measures(Measure(name), Comparison(sign), build(right, selectors.Amount))
        case Call(name, _, _, _) if CharacterSet in options and name in SETS.values():
            side = next(side for side, word in SETS.items() if word == name)
            return CharacterSet(side, _filters(found.arguments))
        case Call("cards", (sources, *filters), _, _) if CardSet in options:
            return CardSet(_sources(sources), _filters(tuple(filters)))
    return _build_quantity(found) if Quantity in options else None


def _build_quantity(found: Expression) -> Quantity:
    match found:
        case Word(("every",), _):
            return EVERY
        case Range(least, most, _):
            upper = None if most is None else build(most, selectors.Amount)
            return Quantity(build(least, selectors.Amount), upper)
    amount = build(found, selectors.Amount)
    return Quantity(amount, amount)


def _filters(found: tuple[Expression, ...]) -> selectors.Filters:
    return tuple(build(item, selectors.Filter) for item in found)


def _sources(found: Expression) -> tuple[Source, ...]:
    if not isinstance(found, Word):
        return found.place.fail("where the cards are: your.hand, their.discard, revealed, …")
    return tuple(_source(name, found.place) for name in found.names)


def _source(name: str, place: Place) -> Source:
    owner, _, zone = name.partition(".")
    for side, word in OWNERS.items():
        if word == owner and zone in set(Zone):
            return InZone(Zone(zone), side)
    if name in set(Group):
        return Among(Group(name))
    return place.fail("where the cards are: your.hand, their.discard, revealed, …")


def _build_word(names: tuple[str, ...], options: tuple[Any, ...], place: Place) -> Any:
    if That in options and len(names) == 1 and names[0] in set(CharacterRef):
        return That(CharacterRef(names[0]))
    if State in options:
        return _build_states(names, place)
    for option in options:
        if isinstance(option, type) and issubclass(option, Enum) and names[0].upper() in option.__members__:
            return option[names[0].upper()]
    return place.fail(_describe(options))


def _build_states(names: tuple[str, ...], place: Place) -> State:
    mask = State(0)
    for name in names:
        if name.upper() not in State.__members__:
            place.fail("states: single, double, triple, quad")
        mask |= State[name.upper()]
    return mask


def _build_call(found: Call, node: type) -> Any:
    wanted = field_types(node)
    given: dict[str, Any] = {}
    rest = list(found.arguments)
    for member in fields(node):
        hint = wanted[member.name]
        if typing.get_origin(hint) is tuple and _is_open(hint):
            given[member.name] = tuple(build(item, typing.get_args(hint)[0]) for item in rest)
            rest = []
        elif typing.get_origin(hint) is tuple:
            given[member.name] = tuple(build(item, int) for item in rest)
            rest = []
        elif member.name in found.named:
            given[member.name] = build(found.named[member.name], hint)
        elif rest:
            given[member.name] = build(rest.pop(0), hint)
        elif member.default is MISSING:
            found.place.fail(f"{member.name} in {found.name}(…)")
    if rest:
        rest[0].place.fail(f"no further argument of {found.name}(…)")
    unknown = set(found.named) - {member.name for member in fields(node)}
    if unknown:
        found.place.fail(f"no argument {sorted(unknown)[0]} in {found.name}(…)")
    return node(**given)


def _is_open(hint: Any) -> bool:
    return Ellipsis in typing.get_args(hint)


def _describe(options: tuple[Any, ...]) -> str:
    """What could stand here, shortened."""
    names: list[str] = []
    for option in options:
        if is_dataclass(option) and isinstance(option, type):
            names.append(f"{short_name(option)}(…)")
        elif isinstance(option, type) and issubclass(option, Enum):
            names += [member.name.lower() for member in option]
        else:
            names.append({int: "a number", str: "a text", bool: "true or false"}.get(option, "none"))
    shown = names[:12]
    return " or ".join(shown) + (" or …" if len(names) > len(shown) else "")
