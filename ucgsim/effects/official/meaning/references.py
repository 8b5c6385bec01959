"""What is read off the tree of a text, so that its pronouns can be settled.

In this order: whose a card or a character is, and where it came from; which group cards join and what is asked of a
group; which words of a tree stand for something else; whether filters can be of characters alone, or of cards alone.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast, get_args

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import Alike, MeaningError, NextArea, Pronoun, Stands, is_pronoun

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


OWN: Mapping[tree.Group | tree.CharacterRef, tree.Side] = {
    tree.Group.THIS: tree.Side.YOU,
    tree.CharacterRef.THIS: tree.Side.YOU,
}
"""What is yours before a text has spoken of anything."""
THEIR_HAND = tree.InZone(tree.Zone.HAND, tree.Side.OPPONENT)


def refuse_another(whose: tree.Side, owner: tree.Side) -> None:
    """Raises `MeaningError` where the text names a player whose cards these are not, or may not be."""
    fits = (tree.Side.YOU, tree.Side.BOTH) if whose is tree.Side.YOU else (whose,)
    if owner not in fits:
        raise MeaningError('"its owner\'s" hand, deck or discard area, to which alone a card goes')


def owner_of(cards: tree.CardSelector, known: Mapping[Any, tree.Side]) -> tree.Side:
    """Whose cards are meant, `Side.BOTH` where they may be either player's.

    ``known``: whose the groups and characters are that the text has spoken of.
    """
    match cards:
        case tree.PickCards(_, among) | tree.RandomCards(_, among):
            return _common_side([_side_of_source(source, known) for source in among.sources])
        case tree.DeckCards(side):
            return side
        case tree.StackCards(of) | tree.ChargeCards(of) | tree.WholeCharacters(of):
            return side_of(of, known)
        case tree.Cards(group):
            return known.get(group, tree.Side.BOTH)
        case tree.AllOf(parts):
            return _common_side([owner_of(part, known) for part in parts])


def origins_of(cards: Any) -> tuple[tree.InZone | None, ...]:
    """The zones from which cards are taken, ``None`` where they come from elsewhere."""
    match cards:
        case tree.PickCards(_, among) | tree.RandomCards(_, among):
            return tuple(source if isinstance(source, tree.InZone) else None for source in among.sources)
        case tree.DeckCards(side):
            return (tree.InZone(tree.Zone.DECK, side),)
        case tree.AllOf(parts):
            return tuple(origin for part in parts for origin in origins_of(part))
    return (None,)


def origins_in(
    group: tree.Group, known: Mapping[tree.Group, tuple[tree.InZone | None, ...]]
) -> tuple[tree.InZone | None, ...]:
    """The zones from which the cards of a group came: discarded ones from a hand, sent ones from anywhere else."""
    if group is tree.Group.DISCARDED:
        return (tree.InZone(tree.Zone.HAND, tree.Side.BOTH),)
    origins = known.get(group, (None,))
    if group is tree.Group.SENT:
        return tuple(origin for origin in origins if origin is None or origin.zone is not tree.Zone.HAND)
    return origins


def came_from(sources: tuple[tree.Source, ...], origins: tuple[tree.InZone | None, ...], at: int = -1) -> tree.Filters:
    """The filters that pick the cards of a group that came from ``sources``.

    Raises `MeaningError` where cards of the group came from another zone: no filter asks a card where it was.
    """
    zones = {source.zone for source in sources if isinstance(source, tree.InZone)}
    sides = {source.side for source in sources if isinstance(source, tree.InZone)}
    if len(zones) != 1 or len(sides) != 1 or not all(origin is not None and origin.zone in zones for origin in origins):
        raise MeaningError("a place from which all of these cards came", at)
    (side,) = sides
    return () if side is tree.Side.BOTH else (tree.OwnedBy(side),)


def side_of(who: tree.CharacterSelector, known: Mapping[Any, tree.Side]) -> tree.Side:
    """Whose characters are meant; as `owner_of`."""
    match who:
        case tree.That(ref):
            return known.get(ref, tree.Side.BOTH)
        case tree.PickCharacters(_, characters):
            return characters.side
        case tree.OpponentOf(of):
            return tree.ACROSS[side_of(of, known)]
        case tree.BothOf(parts) | tree.EitherOf(parts):
            return _common_side([side_of(part, known) for part in parts])
    return tree.Side.BOTH


def seen_from(known: Mapping[Any, tree.Side], *, across: bool) -> dict[Any, tree.Side]:
    """Sides as the opponent sees them, or as they are."""
    return {key: tree.ACROSS[side] if across else side for key, side in known.items()}


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
        match item:
            # "On your field": PR-107.
            case tree.OwnedBy(side=owner):
                if owner not in (side, tree.Side.BOTH) and side is not tree.Side.BOTH:
                    raise MeaningError("the field of the player whose characters these are")
                side = owner if side is tree.Side.BOTH else side
            # No character is adjacent to one across the field (CR 5.5.7).
            case tree.Beside(of=tree.CharacterSet(side=other)) if tree.Side.BOTH not in (side, other):
                if side is not other:
                    raise MeaningError("characters of one field, which alone are adjacent")
    rest = tuple(item for item in filters if not isinstance(item, tree.OwnedBy))
    return side, with_areas(rest, side)


def with_areas(node: Any, side: tree.Side) -> Any:
    """Filters of a side, where "in an adjacent battle area" says which characters that are."""
    return node.of(side) if isinstance(node, NextArea) else tree.rebuilt(node, lambda part: with_areas(part, side))


def on_one_field(sources: tuple[tree.Source, ...], filters: tree.Filters) -> tree.CardSet:
    """Cards of one player's field, scenes by their zone; cards handled before may be anybody's, and stay filtered."""
    if all(isinstance(source, tree.Among) for source in sources):
        return tree.CardSet(sources, filters)
    rest = tuple(item for item in filters if not isinstance(item, tree.OwnedBy))
    zones = [source for source in sources if isinstance(source, tree.InZone)]
    sides = [of_one_side(source.side, filters)[0] for source in zones]
    if rest == filters:
        return tree.CardSet(sources, filters)
    if len(zones) < len(sources) or any(source.zone is not tree.Zone.SCENE_AREA for source in zones):
        raise MeaningError("characters, or a scene, on the field")
    return tree.CardSet(tuple(replace(zone, side=side) for zone, side in zip(zones, sides, strict=True)), rest)


def _side_of_source(source: tree.Source, known: Mapping[Any, tree.Side]) -> tree.Side:
    match source:
        case tree.InZone(_, side):
            return side
        case tree.Among(group):
            return known.get(group, tree.Side.BOTH)


def _common_side(sides: Iterable[tree.Side]) -> tree.Side:
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


# Which group cards join, and what is asked of a group.

_FILTER_ORDER = get_args(tree.Filter)
_BY_DESTINATION = {
    tree.Destination.HAND: tree.Group.TO_HAND,
    tree.Destination.EXILE: tree.Group.EXILED,
    tree.Destination.DECK_TOP: tree.Group.RETURNED,
    tree.Destination.DECK_BOTTOM: tree.Group.RETURNED,
    tree.Destination.DECK_TOP_OR_BOTTOM: tree.Group.RETURNED,
}


def group_after(cards: Any, to: tree.Destination) -> tree.Group:
    """The group that cards join as they are moved: in a discard area, of those discarded or of those sent."""
    is_hand = isinstance(cards, tree.PickCards) and any(
        getattr(source, "zone", None) is tree.Zone.HAND for source in cards.cards.sources
    )
    return _BY_DESTINATION.get(to) or (tree.Group.DISCARDED if is_hand else tree.Group.SENT)


def may_be_several_cards(cards: Any) -> bool:
    """Whether more than one card may be meant."""
    match cards:
        case tree.PickCards(quantity):
            return quantity.most != 1
        case tree.DeckCards(_, count) | tree.RandomCards(count):
            return bool(count != 1)
        case tree.AllOf():
            return True
    return False


def number_of(picked: Any) -> int:
    """How many cards or characters are meant, 0 where the text leaves that open."""
    match picked:
        case tree.PickCards(tree.Quantity(int(least), most)) | tree.PickCharacters(tree.Quantity(int(least), most)):
            return least if least == most else 0
        case tree.DeckCards(_, int(count)) | tree.RandomCards(int(count)):
            return count
        case tree.BothOf(parts) | tree.AllOf(parts):
            numbers = [*map(number_of, parts)]
            return sum(numbers) if all(numbers) else 0
    return 0


def counted_cards(condition: Any) -> tree.CardSet | None:
    """The cards of a kind that must be among those handled, if that is what is asked."""
    match condition:
        case tree.Compare(tree.CountCards(tree.CardSet((tree.Among(),), filters) as cards), comparison, number) if (
            filters and comparison not in (tree.Comparison.AT_MOST, tree.Comparison.FEWER) and number != 0
        ):
            return cards
        case tree.All(parts):
            of_each = {counted_cards(part) for part in parts} - {None}
            return of_each.pop() if len(of_each) == 1 else None
    return None


def scene_there(condition: Any) -> tree.CardSet | None:
    """The scene that must be on the field, if that is what is asked."""
    match condition:
        case tree.Compare(
            tree.CountCards(tree.CardSet((tree.InZone(tree.Zone.SCENE_AREA),)) as scene, None),
            tree.Comparison.AT_LEAST,
            1,
        ):
            return scene
    return None


def in_order(filters: tree.Filters) -> tree.Filters:
    """One order of filters, wherever the text says them: "DOUBLE X" is "X that is DOUBLE"."""
    if any(type(item) not in _FILTER_ORDER for item in filters):
        raise MeaningError("what it is or has")
    return tuple(sorted(filters, key=lambda item: _FILTER_ORDER.index(type(item))))


def still_there(cards: tree.CardSet) -> tree.CardSet:
    """Cards that are picked from among those revealed or looked at are those that were not moved yet."""
    seen = (tree.Among(tree.Group.REVEALED), tree.Among(tree.Group.LOOKED))
    sources = tuple(tree.Among(tree.Group.REST) if source in seen else source for source in cards.sources)
    return replace(cards, sources=sources)


# Words of a tree that stand for something else.

OF_THIS_CARD = (tree.Event.THIS_MILLED, tree.Event.THIS_SCENE_SENT, tree.Event.THIS_MOVES)
GROUP_AT = {
    tree.Spot.DISCARD: tree.Group.SENT,
    tree.Spot.EXILE: tree.Group.EXILED,
    tree.Spot.DECK: tree.Group.RETURNED,
}
"""What was done to a card that has gone somewhere."""
OF_A_CHARACTER = (
    tree.Event.CHARACTER_ENTERS,
    tree.Event.ACTIVATE_RESOLVED,
    tree.Event.LEVELS_UP,
    tree.Event.WINS,
    tree.Event.LOSES,
    tree.Event.TIES,
    tree.Event.PUT_UNDER,
    tree.Event.CHARGED,
    tree.Event.SWAPPED,
)
"""Events that happen to a character, and to the card that bears the power."""


def has_pronoun(node: Any) -> bool:
    """Whether a tree holds a pronoun."""
    return any(isinstance(part, Pronoun | Alike) for part in tree.parts_of(node))


def mentions(node: Any, part: Any) -> bool:
    """Whether a tree holds this node."""
    return any(item == part for item in tree.nodes(node))


def compares_with_this_card(node: Any) -> bool:
    """Whether a tree asks for a number or a trait of the card that bears it."""
    return any(map(_compares_with_this_card, tree.nodes(node)))


def _compares_with_this_card(node: Any) -> bool:
    match node:
        case (
            tree.Among(tree.Group.THIS)
            | tree.Total(of=tree.Cards(tree.Group.THIS))
            | tree.SameAs(other=tree.Cards(tree.Group.THIS))
            | tree.PrintedRound(tree.Group.THIS)
        ):
            return True
    return False


def as_character(group: Any) -> tree.CharacterRef:
    """The word for a character that a pronoun means."""
    return replace(cast("Pronoun", group), stands=Stands.WHO).as_ref()


def is_them(group: object) -> bool:
    """Whether it is a word for several cards that were spoken of."""
    return isinstance(group, Pronoun) and not group.one


def is_of_this_alone(line: object) -> bool:
    """Whether a line asks this character alone and changes it alone."""
    match line:
        case tree.If(tree.Is(tree.That(tree.CharacterRef.THIS) as this), tree.Modify(target), None):
            return target == this
    return False


def is_pronoun_of(node: Any) -> bool:
    """Whether what is done, or whose cards are meant, is said by a pronoun alone."""
    who = getattr(node, "target", None) or getattr(node, "of", None)
    return isinstance(who, tree.That) and is_pronoun(who.ref)


def card_or_character(word: Pronoun) -> MeaningError:
    """The refusal of a word that could stand for either."""
    return MeaningError(f'a card or a character, not both, for which "{word.word}" stands', word.at)


# Whether a filter asks for what only characters have, or only cards: then "it" can be no other thing (BP06-067).

_CHARACTER_ONLY: tuple[type, ...] = (
    tree.StateIn,
    tree.Affected,
    tree.ReadsExtra,
    tree.IsThis,
    tree.Adjacent,
    tree.Beside,
    tree.InArea,
    tree.InNewestArea,
    tree.Fought,
    tree.Opposes,
    tree.CanLevelUpWith,
    tree.CanTakeUnder,
)
_CARD_ONLY: tuple[type, ...] = (tree.RoundBetween, tree.InGroup)
_OF_CHARACTERS = (tree.Measure.BP, tree.Measure.CHARGE, tree.Measure.TYPES)


def asks_characters(filters: tree.Filters) -> bool:
    """Whether one of the filters fits characters alone."""
    return any(_fits_only(item, _CHARACTER_ONLY) for item in filters)


def asks_cards(filters: tree.Filters) -> bool:
    """Whether one of the filters fits cards alone."""
    return any(_fits_only(item, _CARD_ONLY) for item in filters)


def _fits_only(item: tree.Filter, kinds: tuple[type, ...]) -> bool:
    """Whether a filter is of ``kinds``, those of characters or those of cards, or holds one that is."""
    match item:
        case tree.Not(inner):
            return any(_fits_only(part, kinds) for part in inner)
        case tree.AnyOf(options):
            return any(_fits_only(part, kinds) for option in options for part in option)
        case tree.Measures(measure):
            return measure in (_OF_CHARACTERS if kinds is _CHARACTER_ONLY else (tree.Measure.ROUND,))
        case tree.KindIn((Kind.SCENE,)):
            return kinds is _CARD_ONLY
    return isinstance(item, kinds)
