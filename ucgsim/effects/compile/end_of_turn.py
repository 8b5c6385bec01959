"""What a statement that is put off speaks of and does not name itself (CR 5.10.2, 3.2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING

from ucgsim.effects.compile.expressions import CannotAssembleError
from ucgsim.effects.tree import selectors, statements
from ucgsim.effects.tree.values import CharacterRef, Destination, Group

if TYPE_CHECKING:
    from ucgsim.effects.tree.statements import Statement

_OWN = {Group.EACH, Group.PLACED, Group.THIS}
_KEPT_OTHERWISE = {CharacterRef.THIS, CharacterRef.EVENT}
_MOVED = {
    Destination.HAND: {Group.TO_HAND},
    Destination.DISCARD: {Group.SENT, Group.DISCARDED},
    Destination.EXILE: {Group.EXILED},
    Destination.DECK_TOP: {Group.RETURNED, Group.ON_TOP},
    Destination.DECK_BOTTOM: {Group.RETURNED},
    Destination.DECK_TOP_OR_BOTTOM: {Group.RETURNED, Group.ON_TOP},
}


@dataclass
class _Walk:
    """Goes through a statement in the order of its text."""

    groups: set[Group] = field(default_factory=set)
    refs: set[CharacterRef] = field(default_factory=set)
    made: set[object] = field(default_factory=set)
    """Groups and characters that the statement itself has named so far."""

    def visit(self, node: object) -> None:
        match node:
            case tuple():
                for item in node:
                    self.visit(item)
                return
            case Group() if node not in self.made | _OWN:
                self.groups.add(Group.REST if node is Group.REVEALED else node)
            case CharacterRef() if node not in self.made | _KEPT_OTHERWISE:
                self.refs.add(node)
        if is_dataclass(node):
            for item in fields(node):
                self.visit(getattr(node, item.name))
            self.made |= _named_by(node)


def _named_by(node: object) -> set[object]:
    """What later parts of the same statement may speak of."""
    match node:
        case statements.Reveal():
            return {Group.REVEALED, Group.REST}
        case statements.Draw():
            return {Group.DRAWN}
        case statements.ChooseCards():
            return {Group.CHOSEN}
        case statements.Move(_, to):
            return {*_MOVED[to], CharacterRef.REMOVED}
        case statements.PutOnTop() | statements.PutUnder() | statements.PutInPlace() | statements.PutScene():
            return {Group.PLAYED, CharacterRef.PLAYED}
        case selectors.PickCharacters() | selectors.EitherOf():
            return {CharacterRef.CHOSEN, CharacterRef.LATEST}
    return set()


def spoken_of(body: Statement) -> tuple[Group | None, CharacterRef | None]:
    """The cards and the characters of before that a statement speaks of, ``None`` for none.

    Raises CannotAssembleError where they are of more than one kind, which the machine does not keep.
    """
    walk = _Walk()
    walk.visit(body)
    if len(walk.groups) > 1 or len(walk.refs) > 1 or CharacterRef.REMOVED in walk.refs:
        raise CannotAssembleError("what is put off knows one group of cards and one of characters from before")
    return next(iter(walk.groups), None), next(iter(walk.refs), None)
