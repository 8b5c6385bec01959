"""Whose cards a text speaks of: what it moves goes to the zones of that player alone (CR 3.1.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import MeaningError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


THEIR_HAND = tree.InZone(tree.Zone.HAND, tree.Side.OPPONENT)
ACROSS = {tree.Side.YOU: tree.Side.OPPONENT, tree.Side.OPPONENT: tree.Side.YOU, tree.Side.BOTH: tree.Side.BOTH}


def refuse_another(whose: tree.Side, owner: tree.Side) -> None:
    """Raises `MeaningError` where the text names a player whose cards these are not, or may not be."""
    fits = (tree.Side.YOU, tree.Side.BOTH) if whose is tree.Side.YOU else (whose,)
    if owner not in fits:
        raise MeaningError("the zone of whoever owns the cards")


def owner_of(cards: tree.CardSelector, known: Mapping[Any, tree.Side]) -> tree.Side:
    """Whose cards are meant, `Side.BOTH` where they may be either player's; ``known``: those of before."""
    match cards:
        case tree.PickCards(_, among) | tree.RandomCards(_, among):
            return _one([_of_source(source, known) for source in among.sources])
        case tree.DeckCards(side):
            return side
        case tree.StackCards(of) | tree.ChargeCards(of) | tree.WholeCharacters(of):
            return side_of(of, known)
        case tree.Cards(tree.Group.THIS):
            return tree.Side.YOU
        case tree.Cards(group):
            return known.get(group, tree.Side.BOTH)
        case tree.AllOf(parts):
            return _one([owner_of(part, known) for part in parts])


def side_of(who: tree.CharacterSelector, known: Mapping[Any, tree.Side]) -> tree.Side:
    """Whose characters are meant, likewise."""
    match who:
        case tree.That(tree.CharacterRef.THIS):
            return tree.Side.YOU
        case tree.That(ref):
            return known.get(ref, tree.Side.BOTH)
        case tree.PickCharacters(_, characters):
            return characters.side
        case tree.OpponentOf(of):
            return ACROSS[side_of(of, known)]
        case tree.BothOf(parts) | tree.EitherOf(parts):
            return _one([side_of(part, known) for part in parts])
    return tree.Side.BOTH


def seen_from(known: Mapping[Any, tree.Side], *, across: bool) -> dict[Any, tree.Side]:
    """The same as the opponent sees it, or as it is."""
    return {key: ACROSS[side] if across else side for key, side in known.items()}


def is_one(who: tree.CharacterSelector) -> bool:
    """Whether exactly one character is meant."""
    match who:
        case tree.PickCharacters(quantity):
            return quantity == tree.ONE
        case tree.OpponentOf(of):
            return is_one(of)
        case tree.That(ref):
            return ref is tree.CharacterRef.THIS
    return False


def of_one_side(side: tree.Side, filters: tree.Filters) -> tuple[tree.Side, tree.Filters]:
    """Characters "on your field" are yours, so that no filter need say it; raises `MeaningError` for another's."""
    for item in filters:
        if isinstance(item, tree.OwnedBy):
            if item.side not in (side, tree.Side.BOTH) and side is not tree.Side.BOTH:
                raise MeaningError("the field of the player whose characters these are")
            side = item.side if side is tree.Side.BOTH else side
        if (
            isinstance(item, tree.Beside)
            and isinstance(item.of, tree.CharacterSet)
            and tree.Side.BOTH not in (side, item.of.side)
        ):
            one_field(side, item.of.side)
    return side, tuple(item for item in filters if not isinstance(item, tree.OwnedBy))


def one_field(side: tree.Side, other: tree.Side) -> None:
    """Raises `MeaningError` where characters are to be adjacent across the field (CR 5.5.7)."""
    if side is not other:
        raise MeaningError("characters of one field, which alone are adjacent")


def on_one_field(sources: tuple[tree.Source, ...], filters: tree.Filters) -> tree.CardSet:
    """The same of scenes, which lie in a zone; cards that were handled before may be anybody's, and stay filtered."""
    if all(isinstance(source, tree.Among) for source in sources):
        return tree.CardSet(sources, filters)
    rest = tuple(item for item in filters if not isinstance(item, tree.OwnedBy))
    zones = [source for source in sources if isinstance(source, tree.InZone)]
    sides = [of_one_side(source.side, filters)[0] for source in zones]
    if rest != filters and (
        len(zones) < len(sources) or any(source.zone is not tree.Zone.SCENE_AREA for source in zones)
    ):
        raise MeaningError("characters, or a scene, on the field")
    return (
        tree.CardSet(tuple(map(replace_side, zones, sides)), rest)
        if rest != filters
        else tree.CardSet(sources, filters)
    )


def replace_side(source: tree.InZone, side: tree.Side) -> tree.InZone:
    """The same zone of that side."""
    return replace(source, side=side)


def _of_source(source: tree.Source, known: Mapping[Any, tree.Side]) -> tree.Side:
    match source:
        case tree.InZone(_, side):
            return side
        case tree.Among(group):
            return known.get(group, tree.Side.BOTH)


def _one(sides: Iterable[tree.Side]) -> tree.Side:
    different = set(sides)
    return different.pop() if len(different) == 1 else tree.Side.BOTH


def is_of_their_hand(cards: tree.CardSelector) -> bool:
    """Whether cards of the opponent's hand are meant."""
    match cards:
        case tree.PickCards(_, tree.CardSet((source,))) | tree.RandomCards(_, tree.CardSet((source,))):
            return source == THEIR_HAND
        case tree.AllOf(parts):
            return all(map(is_of_their_hand, parts))
    return False


def picked_by_opponent(cards: tree.CardSelector) -> tree.CardSelector:
    """Cards of the opponent's hand that the opponent picks, who alone sees them (CR 3.4.2)."""
    match cards:
        case tree.Cards():
            return cards
        case tree.PickCards(quantity, tree.CardSet((source,))) if source == THEIR_HAND:
            return replace(cards, player=tree.Side.YOU if quantity.most is None else tree.Side.OPPONENT)
        case tree.RandomCards(_, tree.CardSet((source,))) if source == THEIR_HAND:
            return cards
        case tree.AllOf(parts):
            return tree.AllOf(tuple(picked_by_opponent(part) for part in parts))
    raise MeaningError("cards of the opponent's hand")


def watched(selection: Any) -> Any:
    """What a trigger watches, with the side on whose field it says that is."""
    match selection:
        case tree.CharacterSet(side, filters):
            return tree.CharacterSet(*of_one_side(side, filters))
        case tree.Departure(characters):
            return replace(selection, characters=watched(characters))
    return selection
