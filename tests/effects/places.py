"""Every kind of node in every place that the types of the tree allow, on each side and done by each player.

A place is a field of a class; what may be there is read off the type of the field. All but that place, and what is in
it, is as plain as can be. What a tree speaks of is there: cards are sent before "the sent card" is named.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.language.phrases import element, field_types, options
from ucgsim.effects.tree import Group, Side

if TYPE_CHECKING:
    from collections.abc import Iterator

THIS = tree.That(tree.CharacterRef.THIS)
YOURS = tree.PickCharacters(tree.ONE, tree.CharacterSet(Side.YOU))
KAIJU = tree.KindIn((Kind.KAIJU,))
DISCARD = tree.InZone(tree.Zone.DISCARD, Side.YOU)
CARD = tree.PickCards(tree.ONE, tree.CardSet((DISCARD,)))
MILL = tree.Move(tree.DeckCards(Side.YOU, 1), tree.Destination.DISCARD)
DRAW = tree.Draw(Side.YOU, 1)
STATEMENTS = (DRAW, MILL)
THERE = tree.Compare(tree.CountCharacters(tree.CharacterSet(Side.YOU, (KAIJU,))), tree.Comparison.AT_LEAST, 1)
THREE = tree.Compare(tree.CountCards(tree.CardSet((DISCARD,))), tree.Comparison.AT_LEAST, 3)
BONUS = tree.BP(1000)
PLAIN: dict[Any, tuple[Any, ...]] = {
    tree.Filter: (KAIJU, tree.StateIn(tree.State.DOUBLE)),
    tree.Filters: ((KAIJU,), (tree.NameIn(("NOVA",)),)),
    tree.Source: (DISCARD,),
    tree.CharacterSelector: (YOURS, tree.PickCharacters(tree.ONE, tree.CharacterSet(Side.YOU, (KAIJU,)))),
    tree.CardSelector: (CARD, tree.PickCards(tree.ONE, tree.CardSet((DISCARD,), (KAIJU,)))),
    tree.Amount: (2,),
    tree.Condition: (THERE, THREE),
    tree.Modification: (BONUS, tree.Grade(1)),
    tree.Statement: STATEMENTS,
    tree.Mode: (tree.Mode(None, DRAW), tree.Mode(None, MILL)),
    tree.CharacterSet: (tree.CharacterSet(Side.YOU, (KAIJU,)),),
    tree.CardSet: (tree.CardSet((DISCARD,)),),
}
"""What is where nothing is varied, and what comes second where there must be two."""
TWO = {tree.BothOf, tree.EitherOf, tree.AllOf, tree.Sequence, tree.OneOf, tree.All, tree.Any, tree.AnyOf, tree.Modes}
"""Classes of whose list two are the least."""
WORDS: dict[str, tuple[Any, ...]] = {
    "names": (("NOVA",), ("NOVA", "SOL")),
    "parts": (("Armor",),),
    "types": (("POWER",), ("POWER", "SPEED")),
    "teams": (("PATROL",),),
    "levels": ((2,), (1, 3)),
    "values": ((1, 2, 0, 0),),
    "kinds": ((Kind.KAIJU,), (Kind.ULTRA_HERO,), (Kind.SCENE,), (Kind.ULTRA_HERO, Kind.KAIJU)),
}
NUMBERS: dict[tuple[Any, str], tuple[Any, ...]] = {
    (tree.BP, "amount"): (1000, -2000),
    (tree.Grade, "steps"): (1, -1),
    (tree.SetBP, "amount"): (3000,),
    (tree.Times, "factor"): (1000,),
    (tree.Times, "count"): (tree.CountCharacters(tree.CharacterSet(Side.YOU, (KAIJU,))),),
    (tree.Measures, "amount"): (3,),
    (tree.Charge, "hosts"): ((tree.NameIn(("NOVA",)),),),
    (tree.Is, "filters"): ((tree.StateIn(tree.State.DOUBLE),),),
    (tree.Not, "filters"): ((tree.NameIn(("NOVA",)),),),
    (tree.ForEach, "over"): (tree.CountCharacters(tree.CharacterSet(Side.YOU, (KAIJU,))),),
    (tree.CardSet, "sources"): ((DISCARD,),),
    (tree.Compare, "left"): (tree.CountCharacters(tree.CharacterSet(Side.YOU, (KAIJU,))),),
    (tree.Modify, "duration"): (tree.Duration.THIS_TURN,),
    (tree.Times, "per"): (1,),
    (tree.Compare, "right"): (
        2,
        1,
        tree.CountCharacters(tree.CharacterSet(Side.OPPONENT, (KAIJU,))),
        tree.Plus(tree.CountCharacters(tree.CharacterSet(Side.OPPONENT, (KAIJU,))), 2),
    ),
    (tree.Trigger, "event"): (tree.Event.WINS,),
    (tree.Trigger, "subjects"): (
        tree.CharacterSet(Side.YOU, (KAIJU,)),
        tree.CharacterSet(Side.YOU, (tree.IsThis(),)),
        tree.CharacterSet(Side.YOU),
    ),
    (tree.Total, "of"): (tree.CharacterSet(Side.YOU, (KAIJU,)),),
    (tree.SameAs, "other"): (tree.Cards(Group.REVEALED),),
    (tree.RunEnter, "of"): (YOURS,),
    (tree.Quantity, "least"): (2,),
    (tree.Quantity, "most"): (2,),
    (tree.Swap, "second"): (tree.PickCharacters(tree.ONE, tree.CharacterSet(Side.YOU, (KAIJU,))),),
    (tree.LevelBetween, "most"): (None,),
    (tree.RoundBetween, "most"): (None,),
    (tree.AreaBetween, "most"): (None,),
    (tree.Modes, "most"): (1,),
    (tree.PutScene, "cards"): (tree.PickCards(tree.ONE, tree.CardSet((DISCARD,), (tree.KindIn((Kind.SCENE,)),))),),
    (tree.IfYouDo, "first"): (tree.May(DRAW),),
}
"""What is in a place by itself, where that is not what its type has first."""
NARROW: dict[Any, Any] = dict.fromkeys((tree.LevelBetween, tree.RoundBetween, tree.Quantity), int | None)
"""Classes whose numbers are said as plain ones; others are `Measures`, or "that many"."""
MADE: dict[Group, tree.Statement] = {
    Group.REVEALED: tree.Reveal(tree.DeckCards(Side.YOU, 1)),
    Group.REST: tree.Reveal(tree.DeckCards(Side.YOU, 3)),
    Group.SENT: MILL,
    Group.DISCARDED: tree.Move(
        tree.PickCards(tree.ONE, tree.CardSet((tree.InZone(tree.Zone.HAND, Side.YOU),))), tree.Destination.DISCARD
    ),
    Group.CHOSEN: tree.ChooseCards(CARD),
    Group.EXILED: tree.Move(CARD, tree.Destination.EXILE),
    Group.RETURNED: tree.Move(CARD, tree.Destination.DECK_BOTTOM),
    Group.DRAWN: DRAW,
    Group.TO_HAND: tree.Move(CARD, tree.Destination.HAND),
}
"""How cards come to a group."""


class Placed(NamedTuple):
    """A power with a node in a place: the class and the field, and the class of the node."""

    place: str
    node: str
    power: tree.Power


def first(kind: type, name: str, hint: Any) -> Any:
    """What a place holds where nothing is varied."""
    return next(examples(kind, name, hint))


@cache
def plain(kind: Any) -> Any:
    """The plainest node of a class."""
    hints = field_types(kind)
    return kind(**{item.name: first(kind, item.name, hints[item.name]) for item in fields(kind)})


@cache
def variants(kind: Any) -> tuple[Any, ...]:
    """Nodes of a class that differ from the plainest in one value that is no node."""
    node, hints = plain(kind), field_types(kind)
    other = [
        replace(node, **{item.name: value})
        for item in fields(kind)
        if _is_leaf(hints[item.name])
        for value in examples(kind, item.name, hints[item.name])
    ]
    return tuple(dict.fromkeys([node, *other]))


def _is_leaf(hint: Any) -> bool:
    inner = element(hint)
    return _is_leaf(inner) if inner is not None else not any(map(is_dataclass, options(hint)))


def examples(kind: Any, name: str, hint: Any) -> Iterator[Any]:
    """What may be in a place, the plainest first."""
    yield from NUMBERS.get((kind, name), ())
    hint = NARROW.get(kind, hint)
    if name in WORDS and not any(map(is_dataclass, options(element(hint)))):
        yield from WORDS[name]
    elif (inner := element(hint)) is not None:
        yield from _lists(kind, inner)
    else:
        yield from (each for union, (each, *_) in PLAIN.items() if set(options(union)) <= set(options(hint)))
        yield from (each for option in options(hint) for each in _of(option))


def _lists(kind: Any, inner: Any) -> Iterator[tuple[Any, ...]]:
    if kind not in TWO:
        yield ()
    one, *more = PLAIN[inner]
    if kind in TWO:
        yield (one, more[0])
    each = tuple(examples(kind, "", inner)) if element(inner) is None else tuple((item,) for item in _of_union(inner))
    if kind not in TWO:
        yield from ((item,) for item in each)
        return
    yield from ((item, more[0]) for item in each if item != more[0])
    yield from ((one, item) for item in each if item != one)


def _of_union(inner: Any) -> tuple[Any, ...]:
    return tuple(each for option in options(element(inner)) for each in _of(option))


def _of(option: Any) -> tuple[Any, ...]:
    if option is int:
        return (2, 1)
    if option is bool:
        return (False, True)
    if option is type(None):
        return (None,)
    if option is tree.State:
        return (tree.State.DOUBLE, tree.State.SINGLE | tree.State.TRIPLE)
    if isinstance(option, type) and issubclass(option, Enum):
        return tuple(option)
    return variants(option)


CLASSES: tuple[Any, ...] = tuple(
    dict.fromkeys(
        option
        for union in (
            tree.Filter,
            tree.Source,
            tree.CharacterSet | tree.CardSet | tree.Quantity | tree.Mode | tree.Movement | tree.Departure,
            tree.CharacterSelector,
            tree.CardSelector,
            tree.Amount,
            tree.Condition,
            tree.Modification,
            tree.Statement,
            tree.Beginning | tree.Trigger,
        )
        for option in options(union)
        if is_dataclass(option)
    )
)


def placed() -> Iterator[Placed]:
    """Every node in every place, around it what makes a power of it."""
    seen: set[tree.Power] = set()
    for kind in CLASSES:
        hints = field_types(kind)
        for item in fields(kind):
            for value in dict.fromkeys(examples(kind, item.name, hints[item.name])):
                for turn, sided in enumerate(_sides(value)):
                    node = replace(plain(kind), **{item.name: sided})
                    for power in powers(node, turn):
                        if power not in seen:
                            seen.add(power)
                            yield Placed(f"{kind.__name__}.{item.name}", _name(sided), power)


def _name(value: Any) -> str:
    while isinstance(value, tuple) and value:
        value = value[0] if value[0] not in (PLAIN[tree.Condition][0], YOURS, CARD, DRAW) else value[-1]
    return value.name if isinstance(value, Enum) else type(value).__name__


def _sides(value: Any) -> Iterator[Any]:
    yield value
    if is_dataclass(value) or isinstance(value, tuple):
        for side in (Side.OPPONENT, Side.BOTH):
            yield _sided(value, side)


def _sided(node: Any, side: Side) -> Any:
    """The same of another player."""
    if node is Side.YOU:
        return side
    if isinstance(node, tree.Statement):
        return node
    return tree.rebuilt(node, lambda part: _sided(part, side))


def powers(node: Any, turn: int) -> Iterator[tree.Power]:
    """Powers around a node, with what must come before it: done by you, and by one of the others in turn."""
    for at, body in enumerate(_bodies(node), start=turn):
        if isinstance(body, tree.Power):
            yield body
            continue
        before = _before(body)
        others = _done_by_others(body)
        for done in (body, *others[at % 4 : at % 4 + 1]):
            yield triggered(tree.Sequence((*before, done)) if before else done)


def triggered(body: tree.Statement, trigger: tree.Trigger | None = None) -> tree.Power:
    return tree.Power(tree.PowerKind.TRIGGERED, body, trigger=trigger or tree.Trigger(tree.Event.THIS_ENTERS))


def continuous(body: tree.Statement) -> tree.Power:
    return tree.Power(tree.PowerKind.CONTINUOUS, body)


def _bodies(node: Any) -> Iterator[Any]:
    """What is done with a node of any class."""
    match node:
        case tree.Trigger():
            yield triggered(DRAW, node)
        case tree.Movement():
            yield triggered(DRAW, tree.Trigger(tree.Event.CARD_MOVES, node))
            yield triggered(DRAW, tree.Trigger(tree.Event.DRAWS, node))
        case tree.Departure():
            yield triggered(DRAW, tree.Trigger(tree.Event.LEAVES, node))
        case tree.Beginning():
            yield triggered(DRAW, tree.Trigger(tree.Event.PHASE_BEGINS, node))
        case tree.Mode():
            yield tree.Modes((node, PLAIN[tree.Mode][1]), 1)
        case tree.Modify(_, _, tree.Duration.WHILE_ACTIVE):
            yield continuous(node)
        case _ if isinstance(node, tree.Statement):
            yield node
            if not _before(node):
                yield tree.Power(tree.PowerKind.PAYMENT, DRAW, limit=1, cost=node)
        case _ if isinstance(node, tree.Modification):
            yield tree.Modify(THIS, (node,), tree.Duration.THIS_TURN)
            yield tree.Modify(YOURS, (node,), tree.Duration.THIS_TURN)
            yield continuous(tree.Modify(THIS, (node,), tree.Duration.WHILE_ACTIVE))
        case _ if isinstance(node, tree.Condition):
            yield tree.If(node, DRAW)
            yield tree.If(tree.No(node), DRAW)
            if not _before(node):
                yield tree.Power(tree.PowerKind.PAYMENT, DRAW, limit=1, condition=node)
            yield continuous(tree.If(node, tree.Modify(THIS, (BONUS,), tree.Duration.WHILE_ACTIVE)))
        case _:
            yield from _more_bodies(node)


def _more_bodies(node: Any) -> Iterator[Any]:
    """The same, of what a statement speaks of."""
    match node:
        case _ if isinstance(node, tree.CardSelector):
            yield tree.Move(node, tree.Destination.HAND)
            yield tree.Reveal(node)
        case _ if isinstance(node, tree.CharacterSelector):
            yield tree.Modify(node, (BONUS,), tree.Duration.THIS_TURN)
            yield tree.ChooseCharacters(node)
            yield tree.Move(tree.WholeCharacters(node), tree.Destination.HAND)
        case _ if isinstance(node, tree.Amount):
            yield tree.Draw(Side.YOU, node)
            yield tree.If(tree.Compare(node, tree.Comparison.AT_LEAST, 3), DRAW)
        case _ if isinstance(node, tree.Filter):
            for side in Side:
                yield from _bodies(tree.CharacterSet(side, (node,)))
            yield from _bodies(tree.CardSet((DISCARD,), (node,)))
        case tree.CharacterSet():
            yield from _bodies(tree.PickCharacters(tree.ONE, node))
            yield tree.Modify(tree.PickCharacters(tree.EVERY, node), (BONUS,), tree.Duration.THIS_TURN)
            yield tree.If(tree.Compare(tree.CountCharacters(node), tree.Comparison.AT_LEAST, 1), DRAW)
            yield triggered(DRAW, tree.Trigger(tree.Event.CHARACTER_ENTERS, node))
        case tree.CardSet():
            yield from _bodies(tree.PickCards(tree.ONE, node))
            yield tree.If(tree.Compare(tree.CountCards(node), tree.Comparison.AT_LEAST, 2), DRAW)
        case tree.InZone() | tree.Among():
            yield from _bodies(tree.CardSet((node,)))
        case tree.Quantity():
            yield from _bodies(tree.PickCharacters(node, tree.CharacterSet(Side.YOU)))
            yield from _bodies(tree.PickCards(node, tree.CardSet((DISCARD,))))


def _done_by_others(body: tree.Statement) -> list[tree.Statement]:
    """What the opponent does, or each player, or may do."""
    if isinstance(body, tree.Modify | tree.If | tree.ByPlayer | tree.Forbid | tree.ProtectFromExile):
        return []
    others = (Side.OPPONENT, Side.BOTH)
    return [tree.ByPlayer(player, each) for each in (body, tree.May(body)) for player in others]


def _before(body: Any) -> tuple[tree.Statement, ...]:
    """What the body speaks of is done before it."""
    parts = list(tree.parts_of(body))
    made = [deed for group, deed in MADE.items() if group in parts]
    if tree.CharacterRef.CHOSEN in parts and not any(isinstance(part, tree.ChooseCharacters) for part in parts):
        made.append(tree.ChooseCharacters(YOURS))
    return tuple(made)
