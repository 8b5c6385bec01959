"""Who speaks, and what the power being said has one of or has of its owner's alone.

Words depend on it: "the revealed card" or "the revealed cards", "your hand" or "its owner's hand", and "your" becomes
"their" where somebody else does something.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ucgsim.effects import tree

OWNERS = {
    tree.Side.YOU: {
        tree.Side.YOU: "your",
        tree.Side.OPPONENT: "the opponent's",
        tree.Side.BOTH: "either player's",
    },
    tree.Side.OPPONENT: {tree.Side.YOU: "their", tree.Side.OPPONENT: "your", tree.Side.BOTH: "either player's"},
    tree.Side.BOTH: {
        tree.Side.YOU: "their",
        tree.Side.OPPONENT: "the other player's",
        tree.Side.BOTH: "either player's",
    },
}
"""By who does it: whose the things of a side are."""
PLAYERS = {
    tree.Side.YOU: {tree.Side.YOU: "you", tree.Side.OPPONENT: "the opponent", tree.Side.BOTH: "each player"},
    tree.Side.OPPONENT: {tree.Side.YOU: "they", tree.Side.OPPONENT: "you", tree.Side.BOTH: "each player"},
    tree.Side.BOTH: {tree.Side.YOU: "they", tree.Side.OPPONENT: "the other player", tree.Side.BOTH: "each player"},
}


@dataclass(frozen=True, slots=True)
class Saying:
    """What is known of the power that is being said."""

    alone: frozenset[str] = frozenset()
    """Groups and references of which it has one at most, by `repr`: "chosen" is a member of both."""
    own: bool = False
    """All cards and characters that it may remember are its controller's."""
    sights: int = 0
    """How often it reveals cards or looks at some."""
    doer: tree.Side = tree.Side.YOU
    """Who does what is being said; "you" in the tree is that player."""


_NO_POWER = Saying()
SAYING: ContextVar[Saying] = ContextVar("SAYING", default=_NO_POWER)


def whose(side: tree.Side) -> str:
    """Whose the things of a side are: "your", "the opponent's"."""
    return OWNERS[SAYING.get().doer][side]


def player(side: tree.Side) -> str:
    """A player: "you", "the opponent"."""
    return PLAYERS[SAYING.get().doer][side]


def is_own(power: tree.Power) -> bool:
    """Whether all that the power may remember, cards and characters, is its controller's."""
    return not any(map(_is_foreign, tree.nodes(power)))


def _is_foreign(node: Any) -> bool:
    match node:
        case tree.PickCards(_, tree.CardSet(sources)) | tree.RandomCards(_, tree.CardSet(sources)):
            return any(isinstance(source, tree.InZone) and source.side is not tree.Side.YOU for source in sources)
        case tree.DeckCards(side) | tree.Draw(side) | tree.ByPlayer(side) | tree.May(_, side):
            return side is not tree.Side.YOU
        case tree.PickCharacters(_, who) | tree.Departure(who):
            return who.side is not tree.Side.YOU
        case tree.Trigger(_, tree.CharacterSet(side)) | tree.Movement(side):
            return side is not tree.Side.YOU
        case tree.Modify():
            return False
        case tree.OpponentOf() | tree.WithOpponent():
            return True
    return False


def home(selector: tree.CardSelector, *, many: bool) -> str:
    """Whose zone the cards go to: a card always goes to one of its owner's (CR 3.1.2)."""
    if _cards_are_own(selector):
        return whose(tree.Side.YOU)
    return "their owners'" if many else "its owner's"


def _cards_are_own(selector: tree.CardSelector) -> bool:
    match selector:
        case tree.PickCards(_, which) | tree.RandomCards(_, which):
            return all(_source_is_own(source) for source in which.sources)
        case tree.DeckCards(side):
            return side is tree.Side.YOU
        case tree.StackCards(of) | tree.ChargeCards(of) | tree.WholeCharacters(of):
            return _characters_are_own(of)
        case tree.AllOf(parts):
            return all(_cards_are_own(part) for part in parts)
        case tree.Cards(group):
            return _group_is_own(group)
    return False


def _source_is_own(source: tree.Source) -> bool:
    return source.side is tree.Side.YOU if isinstance(source, tree.InZone) else _group_is_own(source.group)


def _group_is_own(group: tree.Group) -> bool:
    return group is tree.Group.THIS or SAYING.get().own


def _characters_are_own(of: tree.CharacterSelector) -> bool:
    match of:
        case tree.That(ref):
            return ref is tree.CharacterRef.THIS or SAYING.get().own
        case tree.PickCharacters(_, who):
            return who.side is tree.Side.YOU
        case tree.BothOf(parts) | tree.EitherOf(parts):
            return all(_characters_are_own(part) for part in parts)
    return False
