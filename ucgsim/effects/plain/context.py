"""What is known of a power that is being said: what it has one of, and what of it may be another player's.

Words depend on it: "the revealed card" or "the revealed cards", "your hand" or "its owner's hand". Groups and
references are named by their `repr`, as "chosen" is a member of both lists.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

NOT_SCENES = {Kind.ULTRA_HERO, Kind.KAIJU, Kind.ULTRA_MECH}
EVERYTHING = frozenset(map(repr, (*tree.Group, *tree.CharacterRef)))
SOME_CHARACTERS = (tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST, tree.CharacterRef.PLAYED)
"""What may name several characters."""


def alone_in(nodes: Iterable[Any]) -> frozenset[str]:
    """The groups and references of which a power, by its nodes, has one at most."""
    several: list[tree.Group | tree.CharacterRef] = []
    for node in nodes:
        match node:
            case tree.Reveal(of) if are_many(of):
                several += [tree.Group.REVEALED, tree.Group.REST]
            case tree.Look(of) if are_many(of):
                several += [tree.Group.LOOKED, tree.Group.REST]
            case tree.ChooseCards(of) if are_many(of):
                several.append(tree.Group.CHOSEN)
            case tree.Draw(player, count) if count != 1 or player is tree.Side.BOTH:
                several.append(tree.Group.DRAWN)
            case tree.Move(of, to) if are_many(of):
                several += _GOING[to]
            case tree.PutOnTop(of) | tree.PutUnder(of) | tree.PutInPlace(of) if are_many(of):
                several += [tree.Group.PLAYED, tree.CharacterRef.PLAYED]
            case tree.PickCharacters(quantity) if quantity.most != 1:
                several += [tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST]
            case tree.BothOf():
                several += [tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST]
    return EVERYTHING - set(map(repr, several))


def are_many(of: tree.CardSelector, alone: Container[str] = ()) -> bool:
    """Whether a selector may mean several cards, or with ``alone`` whether it is said as several: one is of those."""
    match of:
        case tree.PickCards(quantity):
            return quantity.most != 1
        case tree.DeckCards(side, count):
            return count != 1 or side is tree.Side.BOTH
        case tree.RandomCards(count):
            return count != 1
        case tree.StackCards(who) | tree.ChargeCards(who):
            return are_several(who, alone)
        case tree.WholeCharacters(who) if alone:
            return are_several(who, alone)
        case tree.Cards(group):
            return bool(alone) and repr(group) not in alone
    return True


def are_several(of: tree.CharacterSelector, alone: Container[str] = ()) -> bool:
    """Whether a selector may mean several characters."""
    match of:
        case tree.That(ref):
            return ref in SOME_CHARACTERS and repr(ref) not in alone
        case tree.PickCharacters(quantity):
            return quantity.most != 1
        case tree.OpponentOf(inner):
            return are_several(inner, alone)
    return not isinstance(of, tree.EitherOf)


def sights(nodes: Iterable[Any]) -> int:
    """How often cards are revealed or looked at."""
    return sum(isinstance(node, tree.Reveal | tree.Look) for node in nodes)


def without_rest(statement: tree.If, seen: int) -> tuple[tree.If, tree.Statement] | None:
    """A condition parted from what is done with the rest of the cards that are seen under it, if that comes last.

    ``seen``: the `sights` of the power. Nothing is left over where nothing was revealed: it needs no condition.
    """
    match statement:
        case tree.If(condition, tree.Sequence((*steps, tree.Move(tree.Cards(tree.Group.REST)) as rest)), None) if (
            seen == 1 and sights(tree.nodes(tuple(steps)))
        ):
            return tree.If(condition, steps[0] if len(steps) == 1 else tree.Sequence(tuple(steps))), rest
    return None


def only_if(statement: tree.Statement, alone: Container[str]) -> tuple[tree.Group, tree.Filters, tree.Statement] | None:
    """What is done with the one card of a group if it fits: the group, the filters, and what is done with it."""
    match statement:
        case tree.Move(which) | tree.PutInPlace(which) | tree.PutOnTop(which) | tree.PutUnder(which):
            pass
        case _:
            return None
    match which:
        case tree.PickCards(quantity, tree.CardSet((tree.Among(of),), (_, *_) as filters)) if (
            quantity == tree.EVERY and repr(of) in alone
        ):
            return of, filters, replace(statement, cards=tree.Cards(of))
    return None


def foreign_to(nodes: tuple[Any, ...]) -> frozenset[str]:
    """The groups and references of a power, by its nodes, that may hold what is not its controller's."""
    if any(map(_is_done_by_another, nodes)):
        return frozenset(map(repr, (*tree.Group, *tree.CharacterRef))) - {
            repr(tree.Group.THIS),
            repr(tree.CharacterRef.THIS),
        }
    foreign: set[str] = set()
    for node in nodes:
        foreign.update(map(repr, _foreign_by(node, foreign)))
    return frozenset(foreign)


_PICKED = (tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST, tree.CharacterRef.REMOVED)
_RETURNED = (tree.Group.RETURNED, tree.Group.ON_TOP)
_GOING = {
    tree.Destination.HAND: (tree.Group.TO_HAND,),
    tree.Destination.DISCARD: (tree.Group.SENT, tree.Group.DISCARDED),
    tree.Destination.EXILE: (tree.Group.EXILED,),
    tree.Destination.DECK_TOP: _RETURNED,
    tree.Destination.DECK_BOTTOM: _RETURNED,
    tree.Destination.DECK_TOP_OR_BOTTOM: _RETURNED,
}
"""Groups to which cards come, by where they go."""


def _is_done_by_another(node: Any) -> bool:
    return isinstance(node, tree.ByPlayer | tree.May) and node.player is not tree.Side.YOU


def _foreign_by(node: Any, foreign: set[str]) -> tuple[tree.Group | tree.CharacterRef, ...]:
    """What a node of a tree fills with things that may be another player's."""
    match node:
        case tree.Reveal(of) | tree.Look(of) if not cards_are_own(of, foreign):
            return (tree.Group.REVEALED, tree.Group.LOOKED, tree.Group.REST)
        case tree.ChooseCards(of) if not cards_are_own(of, foreign):
            return (tree.Group.CHOSEN,)
        case tree.Move(of, to) if not cards_are_own(of, foreign):
            return (*_GOING[to], tree.CharacterRef.REMOVED)
        case tree.Draw(player) if player is not tree.Side.YOU:
            return (tree.Group.DRAWN,)
        case tree.PutOnTop(of) | tree.PutUnder(of) | tree.PutInPlace(of) | tree.PutScene(of) if not cards_are_own(
            of, foreign
        ):
            return (tree.Group.PLAYED, tree.CharacterRef.PLAYED)
        case tree.ForEach(tree.CardSet(sources)) if not _sources_are_own(sources, foreign):
            return (tree.Group.EACH,)
        case tree.PickCharacters(_, tree.CharacterSet(side)) if side is not tree.Side.YOU:
            return _PICKED
        case tree.ChooseCharacters(tree.OpponentOf() | tree.WithOpponent()):
            return _PICKED
        case tree.OpponentOf(of) | tree.WithOpponent(of) if not isinstance(of, tree.That):
            return _PICKED
        case tree.Trigger(_, tree.CharacterSet(side) | tree.Movement(side) | tree.Departure(tree.CharacterSet(side))):
            return () if side is tree.Side.YOU else (tree.CharacterRef.EVENT, tree.Group.SENT, tree.Group.DISCARDED)
    return ()


def cards_are_own(selector: tree.CardSelector, foreign: Container[str]) -> bool:
    """Whether all cards that a selector may mean are their controller's own."""
    match selector:
        case tree.PickCards(_, which) | tree.RandomCards(_, which):
            return _sources_are_own(which.sources, foreign)
        case tree.DeckCards(side):
            return side is tree.Side.YOU
        case tree.StackCards(of) | tree.ChargeCards(of) | tree.WholeCharacters(of):
            return _characters_are_own(of, foreign)
        case tree.AllOf(parts):
            return all(cards_are_own(part, foreign) for part in parts)
        case tree.Cards(group):
            return repr(group) not in foreign
    return False


def _sources_are_own(sources: tuple[tree.Source, ...], foreign: Container[str]) -> bool:
    return all(
        source.side is tree.Side.YOU if isinstance(source, tree.InZone) else repr(source.group) not in foreign
        for source in sources
    )


def _characters_are_own(of: tree.CharacterSelector, foreign: Container[str]) -> bool:
    match of:
        case tree.That(ref):
            return repr(ref) not in foreign
        case tree.PickCharacters(_, who):
            return who.side is tree.Side.YOU
        case tree.BothOf(parts) | tree.EitherOf(parts):
            return all(_characters_are_own(part, foreign) for part in parts)
    return False
