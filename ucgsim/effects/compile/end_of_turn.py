"""What a statement that is put off speaks of and does not name itself (CR 5.10.2, 3.2.3)."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass

from ucgsim.effects import tree
from ucgsim.effects.compile.expressions import CannotAssembleError

_OWN = {tree.Group.EACH, tree.Group.PLACED, tree.Group.THIS}
_KEPT_OTHERWISE = {tree.CharacterRef.THIS, tree.CharacterRef.EVENT}
_MOVED = {
    tree.Destination.HAND: {tree.Group.TO_HAND},
    tree.Destination.DISCARD: {tree.Group.SENT, tree.Group.DISCARDED},
    tree.Destination.EXILE: {tree.Group.EXILED},
    tree.Destination.DECK_TOP: {tree.Group.RETURNED, tree.Group.ON_TOP},
    tree.Destination.DECK_BOTTOM: {tree.Group.RETURNED},
    tree.Destination.DECK_TOP_OR_BOTTOM: {tree.Group.RETURNED, tree.Group.ON_TOP},
}


@dataclass
class _Walk:
    """Goes through a statement in the order of its text."""

    groups: set[tree.Group] = field(default_factory=set)
    refs: set[tree.CharacterRef] = field(default_factory=set)
    made: set[object] = field(default_factory=set)
    """Groups and characters that the statement itself has named so far."""

    def visit(self, node: object) -> None:
        match node:
            case tuple():
                for item in node:
                    self.visit(item)
                return
            case tree.Group() if node not in self.made | _OWN:
                self.groups.add(tree.Group.REST if node is tree.Group.REVEALED else node)
            case tree.CharacterRef() if node not in self.made | _KEPT_OTHERWISE:
                self.refs.add(node)
        if is_dataclass(node):
            for item in fields(node):
                self.visit(getattr(node, item.name))
            self.made |= _named_by(node)


def _named_by(node: object) -> set[object]:
    """What later parts of the same statement may speak of."""
    match node:
        case tree.Reveal():
            return {tree.Group.REVEALED, tree.Group.REST}
        case tree.Draw():
            return {tree.Group.DRAWN}
        case tree.ChooseCards():
            return {tree.Group.CHOSEN}
        case tree.Move(_, to):
            return {*_MOVED[to], tree.CharacterRef.REMOVED}
        case tree.PutOnTop() | tree.PutUnder() | tree.PutInPlace() | tree.PutScene():
            return {tree.Group.PLAYED, tree.CharacterRef.PLAYED}
        case tree.PickCharacters() | tree.EitherOf():
            return {tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST}
    return set()


def spoken_of(body: tree.Statement) -> tuple[tree.Group | None, tree.CharacterRef | None]:
    """The cards and the characters of before that a statement speaks of, ``None`` for none.

    Raises CannotAssembleError where they are of more than one kind, which the machine does not keep.
    """
    walk = _Walk()
    walk.visit(body)
    if len(walk.groups) > 1 or len(walk.refs) > 1 or tree.CharacterRef.REMOVED in walk.refs:
        raise CannotAssembleError("what is put off knows one group of cards and one of characters from before")
    return next(iter(walk.groups), None), next(iter(walk.refs), None)
