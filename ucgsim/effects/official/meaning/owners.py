"""Whose cards a text speaks of: what it moves goes to the zones of that player alone (CR 3.1.2)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ucgsim.effects.official.meaning.filters import MeaningError
from ucgsim.effects.tree.selectors import (
    ONE,
    AllOf,
    Among,
    Beside,
    BothOf,
    Cards,
    CardSet,
    CharacterSet,
    ChargeCards,
    DeckCards,
    EitherOf,
    InZone,
    OpponentOf,
    OwnedBy,
    PickCards,
    PickCharacters,
    RandomCards,
    StackCards,
    That,
    WholeCharacters,
)
from ucgsim.effects.tree.triggers import Departure
from ucgsim.effects.tree.values import CharacterRef, Group, Side, Zone

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.effects.tree.selectors import CardSelector, CharacterSelector, Filters, Source

THEIR_HAND = InZone(Zone.HAND, Side.OPPONENT)
ACROSS = {Side.YOU: Side.OPPONENT, Side.OPPONENT: Side.YOU, Side.BOTH: Side.BOTH}


def refuse_another(whose: Side, owner: Side) -> None:
    """Raises `MeaningError` where the text names a player whose cards these are not, or may not be."""
    fits = (Side.YOU, Side.BOTH) if whose is Side.YOU else (whose,)
    if owner not in fits:
        raise MeaningError("the zone of whoever owns the cards")


def owner_of(cards: CardSelector, known: Mapping[Any, Side]) -> Side:
    """Whose cards are meant, `Side.BOTH` where they may be either player's; ``known``: those of before."""
    match cards:
        case PickCards(_, among) | RandomCards(_, among):
            return _one([_of_source(source, known) for source in among.sources])
        case DeckCards(side):
            return side
        case StackCards(of) | ChargeCards(of) | WholeCharacters(of):
            return side_of(of, known)
        case Cards(Group.THIS):
            return Side.YOU
        case Cards(group):
            return known.get(group, Side.BOTH)
        case AllOf(parts):
            return _one([owner_of(part, known) for part in parts])


def side_of(who: CharacterSelector, known: Mapping[Any, Side]) -> Side:
    """Whose characters are meant, likewise."""
    match who:
        case That(CharacterRef.THIS):
            return Side.YOU
        case That(ref):
            return known.get(ref, Side.BOTH)
        case PickCharacters(_, characters):
            return characters.side
        case OpponentOf(of):
            return ACROSS[side_of(of, known)]
        case BothOf(parts) | EitherOf(parts):
            return _one([side_of(part, known) for part in parts])
    return Side.BOTH


def seen_from(known: Mapping[Any, Side], *, across: bool) -> dict[Any, Side]:
    """The same as the opponent sees it, or as it is."""
    return {key: ACROSS[side] if across else side for key, side in known.items()}


def is_one(who: CharacterSelector) -> bool:
    """Whether exactly one character is meant."""
    match who:
        case PickCharacters(quantity):
            return quantity == ONE
        case OpponentOf(of):
            return is_one(of)
        case That(ref):
            return ref is CharacterRef.THIS
    return False


def of_one_side(side: Side, filters: Filters) -> tuple[Side, Filters]:
    """Characters "on your field" are yours, so that no filter need say it; raises `MeaningError` for another's."""
    for item in filters:
        if isinstance(item, OwnedBy):
            if item.side not in (side, Side.BOTH) and side is not Side.BOTH:
                raise MeaningError("the field of the player whose characters these are")
            side = item.side if side is Side.BOTH else side
        if isinstance(item, Beside) and isinstance(item.of, CharacterSet) and Side.BOTH not in (side, item.of.side):
            one_field(side, item.of.side)
    return side, tuple(item for item in filters if not isinstance(item, OwnedBy))


def one_field(side: Side, other: Side) -> None:
    """Raises `MeaningError` where characters are to be adjacent across the field (CR 5.5.7)."""
    if side is not other:
        raise MeaningError("characters of one field, which alone are adjacent")


def on_one_field(sources: tuple[Source, ...], filters: Filters) -> CardSet:
    """The same of scenes, which lie in a zone; cards that were handled before may be anybody's, and stay filtered."""
    if all(isinstance(source, Among) for source in sources):
        return CardSet(sources, filters)
    rest = tuple(item for item in filters if not isinstance(item, OwnedBy))
    zones = [source for source in sources if isinstance(source, InZone)]
    sides = [of_one_side(source.side, filters)[0] for source in zones]
    if rest != filters and (len(zones) < len(sources) or any(source.zone is not Zone.SCENE_AREA for source in zones)):
        raise MeaningError("characters, or a scene, on the field")
    return CardSet(tuple(map(replace_side, zones, sides)), rest) if rest != filters else CardSet(sources, filters)


def replace_side(source: InZone, side: Side) -> InZone:
    """The same zone of that side."""
    return replace(source, side=side)


def _of_source(source: Source, known: Mapping[Any, Side]) -> Side:
    match source:
        case InZone(_, side):
            return side
        case Among(group):
            return known.get(group, Side.BOTH)


def _one(sides: Iterable[Side]) -> Side:
    different = set(sides)
    return different.pop() if len(different) == 1 else Side.BOTH


def is_of_their_hand(cards: CardSelector) -> bool:
    """Whether cards of the opponent's hand are meant."""
    match cards:
        case PickCards(_, CardSet((source,))) | RandomCards(_, CardSet((source,))):
            return source == THEIR_HAND
        case AllOf(parts):
            return all(map(is_of_their_hand, parts))
    return False


def picked_by_opponent(cards: CardSelector) -> CardSelector:
    """Cards of the opponent's hand that the opponent picks, who alone sees them (CR 3.4.2)."""
    match cards:
        case Cards():
            return cards
        case PickCards(quantity, CardSet((source,))) if source == THEIR_HAND:
            return replace(cards, player=Side.YOU if quantity.most is None else Side.OPPONENT)
        case RandomCards(_, CardSet((source,))) if source == THEIR_HAND:
            return cards
        case AllOf(parts):
            return AllOf(tuple(picked_by_opponent(part) for part in parts))
    raise MeaningError("cards of the opponent's hand")


def watched(selection: Any) -> Any:
    """What a trigger watches, with the side on whose field it says that is."""
    match selection:
        case CharacterSet(side, filters):
            return CharacterSet(*of_one_side(side, filters))
        case Departure(characters):
            return replace(selection, characters=watched(characters))
    return selection
