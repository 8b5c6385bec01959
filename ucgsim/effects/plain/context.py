"""Words of plain English, who speaks, and what the power being said has one of or has of its owner's alone.

Words depend on it: "the revealed card" or "the revealed cards", "your hand" or "its owner's hand", and "your" becomes
"their" where somebody else does something.
"""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree

if TYPE_CHECKING:
    from collections.abc import Container

ZONES = {
    tree.Zone.HAND: "hand",
    tree.Zone.DECK: "deck",
    tree.Zone.DISCARD: "discard area",
    tree.Zone.EXILE: "exiled cards",
    tree.Zone.SCENE_AREA: "scene area",
}
GROUPS = {
    tree.Group.REVEALED: "the revealed card{s}",
    tree.Group.REST: "the rest of them",
    tree.Group.CHOSEN: "the chosen card{s}",
    tree.Group.SENT: "the card{s} sent to the discard area",
    tree.Group.DISCARDED: "the discarded card{s}",
    tree.Group.EXILED: "the exiled card{s}",
    tree.Group.DRAWN: "the drawn card{s}",
    tree.Group.TO_HAND: "the card{s} put into a hand",
    tree.Group.RETURNED: "the returned card{s}",
    tree.Group.ON_TOP: "the card{s} put on top of the deck",
    tree.Group.PLAYED: "the card{s} put into play",
    tree.Group.EACH: "that card",
    tree.Group.PLACED: "it",
    tree.Group.LOOKED: "the card{s} that you saw",
    tree.Group.THIS: "this card",
}
WERE = {
    tree.Group.REVEALED: "revealed",
    tree.Group.CHOSEN: "chosen",
    tree.Group.SENT: "sent to the discard area",
    tree.Group.DISCARDED: "discarded",
    tree.Group.EXILED: "exiled",
    tree.Group.DRAWN: "drawn",
    tree.Group.RETURNED: "returned",
    tree.Group.PLAYED: "put into play",
}
"""What was done with the cards of a group."""
CHARACTERS = {
    tree.CharacterRef.THIS: "this character",
    tree.CharacterRef.CHOSEN: "the chosen character{s}",
    tree.CharacterRef.LATEST: "the character{s} chosen last",
    tree.CharacterRef.PLAYED: "the character{s} just put into play",
    tree.CharacterRef.REMOVED: "the removed character",
    tree.CharacterRef.SUBJECT: "itself",
    tree.CharacterRef.EVENT: "that character",
}
KINDS = {
    Kind.ULTRA_HERO: ("hero", "heroes"),
    Kind.KAIJU: ("kaiju", "kaiju"),
    Kind.ULTRA_MECH: ("mech", "mechs"),
    Kind.SCENE: ("scene", "scenes"),
}
NOT_SCENES = {Kind.ULTRA_HERO, Kind.KAIJU, Kind.ULTRA_MECH}
MEASURES = {
    tree.Measure.BP: "BP",
    **{measure: f"printed {measure.name.replace('_', ' ')}" for measure in tree.PRINTED_BP},
    tree.Measure.LEVEL: "level",
    tree.Measure.ROUND: "Round",
    tree.Measure.CHARGE: "number of Charge cards",
    tree.Measure.TYPES: "number of TYPEs",
}
COMPARED = {
    tree.Comparison.AT_LEAST: "at least {}",
    tree.Comparison.AT_MOST: "at most {}",
    tree.Comparison.EQUAL: "exactly {}",
    tree.Comparison.MORE: "more than {}",
    tree.Comparison.FEWER: "less than {}",
}
CHANGED = {
    tree.Change.GRADE_UP: "BP grade increases",
    tree.Change.GRADE_DOWN: "BP grade decreases",
    tree.Change.BP_PLUS: "BP bonuses",
    tree.Change.BP_MINUS: "BP losses",
}
AFFECTED = {
    tree.Change.GRADE_UP: "a BP grade increase",
    tree.Change.GRADE_DOWN: "a BP grade decrease",
    tree.Change.BP_PLUS: "a BP bonus",
    tree.Change.BP_MINUS: "a BP loss",
}
TRAITS = {trait: trait.value.replace("_", " ").replace("type", "TYPE") for trait in tree.Trait}
TYPES = {trait for trait in tree.Trait if trait.value.endswith("type")}
FOUGHT = {tree.Result.WON: "has won", tree.Result.LOST: "has lost", tree.Result.TIED: "has tied"}


# Who speaks, and of what there is one.


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
    foreign: frozenset[str] = frozenset()
    """Groups and references, likewise, that may hold what is not its controller's."""
    sights: int = 0
    """How often it reveals cards or looks at some."""
    doer: tree.Side = tree.Side.YOU
    """Who does what is being said; "you" in the tree is that player."""
    later: bool = False
    """Whether it is done in the next turn."""


_NO_POWER = Saying()
SAYING: ContextVar[Saying] = ContextVar("SAYING", default=_NO_POWER)


def whose(side: tree.Side) -> str:
    """Whose the things of a side are: "your", "the opponent's"."""
    return OWNERS[SAYING.get().doer][side]


def player(side: tree.Side) -> str:
    """A player: "you", "the opponent"."""
    return PLAYERS[SAYING.get().doer][side]


def is_foreign(what: tree.Group | tree.CharacterRef) -> bool:
    """Whether cards of a group, or characters that are known, may be another player's than the power's controller."""
    return repr(what) in SAYING.get().foreign


MOVABLE = [
    tree.Group.SENT,
    tree.Group.DISCARDED,
    tree.Group.EXILED,
    tree.Group.TO_HAND,
    tree.Group.RETURNED,
    tree.Group.ON_TOP,
]
"""Groups that a movement may add to."""


def alone_in(power: tree.Power) -> frozenset[str]:
    """The groups and references of which a power has one at most, by `repr`."""
    several: list[tree.Group | tree.CharacterRef] = []
    for node in tree.nodes(power):
        match node:
            case tree.Reveal(of) if _are_many(of):
                several += [tree.Group.REVEALED, tree.Group.REST]
            case tree.Look(of) if _are_many(of):
                several += [tree.Group.LOOKED, tree.Group.REST]
            case tree.ChooseCards(of) if _are_many(of):
                several.append(tree.Group.CHOSEN)
            case tree.Draw(player, count) if count != 1 or player is tree.Side.BOTH:
                several.append(tree.Group.DRAWN)
            case tree.Move(of) if _are_many(of):
                several += MOVABLE
            case tree.PutOnTop(of) | tree.PutUnder(of) | tree.PutInPlace(of) if _are_many(of):
                several += [tree.Group.PLAYED, tree.CharacterRef.PLAYED]
            case tree.PickCharacters(quantity) if quantity.most != 1:
                several += [tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST]
            case tree.BothOf():
                several += [tree.CharacterRef.CHOSEN, tree.CharacterRef.LATEST]
    return frozenset(map(repr, (*tree.Group, *tree.CharacterRef))) - set(map(repr, several))


def _are_many(of: tree.CardSelector) -> bool:
    """Whether a selector may mean several cards."""
    match of:
        case tree.PickCards(quantity):
            return quantity.most != 1
        case tree.DeckCards(side, count):
            return count != 1 or side is tree.Side.BOTH
        case tree.RandomCards(count):
            return count != 1
        case tree.StackCards(who) | tree.ChargeCards(who):
            return _are_several(who)
        case tree.Cards():
            return False
        case _:
            return True


def _are_several(of: tree.CharacterSelector) -> bool:
    """Whether a selector may mean several characters."""
    match of:
        case tree.That(ref):
            return "{s}" in CHARACTERS[ref]
        case tree.PickCharacters(quantity):
            return quantity.most != 1
        case tree.OpponentOf(inner):
            return _are_several(inner)
    return not isinstance(of, tree.EitherOf)


def sights(whole: tree.Power | tuple[tree.Statement, ...]) -> int:
    """How often cards are revealed or looked at."""
    return sum(isinstance(node, tree.Reveal | tree.Look) for node in tree.nodes(whole))


def without_rest(statement: tree.If, seen: int) -> tuple[tree.If, tree.Statement] | None:
    """A condition parted from what is done with the rest of the cards that are seen under it, if that comes last.

    ``seen``: the `sights` of the power. Nothing is left over where nothing was revealed: it needs no condition.
    """
    match statement:
        case tree.If(condition, tree.Sequence((*steps, tree.Move(tree.Cards(tree.Group.REST)) as rest)), None) if (
            seen == 1 and sights(tuple(steps))
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
        case tree.PickCards(quantity, tree.CardSet((tree.Among(of),), (_, *_) as filters), None) if (
            quantity == tree.EVERY and repr(of) in alone
        ):
            return of, filters, replace(statement, cards=tree.Cards(of))
    return None


def foreign_to(power: tree.Power) -> frozenset[str]:
    """The groups and references of a power that may hold what is not its controller's, by `repr`."""
    if any(map(_is_done_by_another, tree.nodes(power))):
        return frozenset(map(repr, (*tree.Group, *tree.CharacterRef))) - {*map(repr, _THIS)}
    foreign: set[str] = set()
    for node in tree.nodes(power):
        foreign.update(map(repr, _foreign_by(node, foreign)))
    return frozenset(foreign)


_THIS = (tree.Group.THIS, tree.CharacterRef.THIS)
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


def home(selector: tree.CardSelector, *, many: bool) -> str:
    """Whose zone the cards go to: a card always goes to one of its owner's (CR 3.1.2)."""
    if cards_are_own(selector, SAYING.get().foreign):
        return whose(tree.Side.YOU)
    return "their owners'" if many else "its owner's"


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
