# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Triggers of the official wording: what powers watch for (``triggers.lark``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.meaning.references import of_one_side, refuse_another
from ucgsim.effects.official.wording.verbs import Verbs

_DOERS = {tree.Side.YOU: tree.Cause.YOU, tree.Side.OPPONENT: tree.Cause.OPPONENT, tree.Side.BOTH: tree.Cause.EFFECT}
_PRIVATE = (tree.Spot.HAND, tree.Spot.DECK)
_SHORT = {
    (tree.Spot.DECK, tree.Spot.DISCARD): tree.Event.THIS_MILLED,
    (tree.Spot.SCENE_AREA, tree.Spot.DISCARD): tree.Event.THIS_SCENE_SENT,
}
"""Moves of this card that have a name of their own."""


@dataclass(frozen=True, slots=True)
class Way:
    """From where, or to where, and whose that is."""

    origin: tree.Spot | None = None
    to: tree.Spot | None = None
    side: tree.Side | None = None


@dataclass(frozen=True, slots=True)
class Against:
    """Whom a battle was fought against."""

    characters: Any


def as_set(selection: Any) -> tree.CharacterSet:
    """The characters that a trigger speaks of; raises `MeaningError` for cards, and for several at a time."""
    match selection:
        case meaning.Some(quantity, phrase, _) if (
            quantity in (tree.ONE, tree.EVERY) and not phrase.sources and not phrase.is_card
        ):
            return tree.CharacterSet(meaning.said(meaning.character_side(selection)), phrase.characters())
        case meaning.Alternatives() | tree.OpponentOf() | tree.That():
            return _as_set(meaning.said(meaning.as_characters(selection)))
    raise meaning.MeaningError("a character that the trigger can watch")


def _as_set(selector: tree.CharacterSelector) -> tree.CharacterSet:
    match selector:
        case tree.That(tree.CharacterRef.THIS):
            return tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),))
        case tree.PickCharacters(_, characters):
            return characters
        case tree.OpponentOf(tree.That(tree.CharacterRef.THIS)):
            return tree.CharacterSet(
                tree.Side.OPPONENT, (tree.Opposes(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),))),)
            )
        case tree.OpponentOf(tree.PickCharacters(_, characters)):
            return tree.CharacterSet(tree.Side.BOTH, (tree.Opposes(characters),))
    raise meaning.MeaningError("a character that the trigger can watch")


def happens_to(event: tree.Event, *parts: Any) -> tree.Trigger:
    """Something happens to the characters that are watched."""
    return tree.Trigger(event, as_set(parts[-1]))


class Triggers(Verbs):
    """What is watched."""

    def watched_any(self, *parts: Any) -> meaning.Some:
        side = next((item for item in parts if isinstance(item, tree.Side)), None)
        return meaning.Some(tree.ONE, parts[-1], side)

    # --- entering play, scenes, payment powers

    def something_enters(self, *parts: Any) -> tree.Trigger:
        side = next((item for item in parts if isinstance(item, tree.Side)), tree.Side.BOTH)
        if any(item != tree.ONE for item in parts if isinstance(item, tree.Quantity)):
            raise meaning.MeaningError("one of them, since each is an event of its own")
        phrase: meaning.NounPhrase = parts[-1]
        if phrase.is_scene:
            if len(phrase.only()) > 1:
                raise meaning.MeaningError("any scene")
            return tree.Trigger(tree.Event.SCENE_ENTERS, tree.CharacterSet(side))
        return tree.Trigger(tree.Event.CHARACTER_ENTERS, tree.CharacterSet(side, phrase.characters()))

    def another_enters(self, *parts: Any) -> tree.Trigger:
        phrase: meaning.NounPhrase = parts[-1]
        other = phrase if phrase.is_scene else phrase.adding(meaning.ANOTHER)
        return self.something_enters(*parts[:-1], other)

    # --- leveling up, battles, places

    def actor_battle_ends(self, side: tree.Side, result: tree.Event, *parts: Any) -> tree.Trigger:
        against = next((item for item in parts if isinstance(item, Against)), None)
        watched = next((item for item in parts if item is not None and not isinstance(item, Against)), None)
        return tree.Trigger(result, opposed_to(own_set(side, watched), against))

    def swapped(self, watched: Any, *others: Any) -> tree.Trigger:
        """With whom it has swapped is not kept, so that only "with another" of its side says nothing more (11.9.1)."""
        if any(
            not isinstance(item, meaning.Some)
            or meaning.without_words(item.phrase.characters()) not in ((), (meaning.ANOTHER,))
            for item in others
        ):
            raise meaning.MeaningError("a swap with any other character")
        return tree.Trigger(tree.Event.SWAPPED, as_set(watched))

    # --- cards that change zones

    def moved(self, watched: Any, *parts: Any) -> tree.Trigger:
        return moves(watched, parts, None)

    def leaves(self, watched: Any, cause: tree.Cause = tree.Cause.ANY) -> tree.Trigger:
        if isinstance(watched, tree.Cards):
            origin = tree.Spot.SCENE_AREA if watched is meaning.THIS_SCENE else tree.Spot.FIELD
            return tree.Trigger(tree.Event.THIS_MOVES, tree.Movement(tree.Side.YOU, origin, cause=cause))
        if is_of_cards(watched):
            origin = tree.Spot.SCENE_AREA if watched.phrase.is_scene else tree.Spot.FIELD
            side = watched.side or tree.Side.BOTH
            return tree.Trigger(
                tree.Event.CARD_MOVES, tree.Movement(side, origin, cause=cause, filters=_of_cards(watched))
            )
        return tree.Trigger(tree.Event.LEAVES, tree.Departure(as_set(watched), cause=cause))

    # --- drawing

    # --- the turn


def set_of(side: tree.Side, selection: Any) -> tree.CharacterSet:
    """Characters of the player who acts, unless they are said to be another's."""
    if selection is None:
        return tree.CharacterSet(side)
    if isinstance(selection, meaning.Some) and selection.side is None:
        selection = replace(selection, side=side)
    return as_set(selection)


def own_set(side: tree.Side, selection: Any) -> tree.CharacterSet:
    """Characters with which a player does what only the own ones do; raises `MeaningError` for another's."""
    own = set_of(side, selection)
    return tree.CharacterSet(*of_one_side(side, (tree.OwnedBy(own.side), *own.filters)))


def opposed_to(characters: tree.CharacterSet, against: Against | None = None) -> tree.CharacterSet:
    """These characters, filtered by the battle opponent that the text asks for (CR 7.1)."""
    if against is None:
        return characters
    foes = own_set(tree.ACROSS[characters.side], against.characters)
    return tree.CharacterSet(characters.side, (*characters.filters, tree.Opposes(foes)))


def is_of_cards(selection: Any) -> bool:
    """Whether cards are meant, or a scene, and not characters."""
    return isinstance(selection, meaning.Some) and (
        selection.phrase.is_card or selection.phrase.is_scene or bool(selection.phrase.sources)
    )


def _of_cards(selection: meaning.Some, *parts: str) -> tree.Filters:
    if selection.quantity not in (tree.ONE, tree.EVERY):
        raise meaning.MeaningError("one or more cards")
    return selection.phrase.only(*parts)


def moves(watched: Any, parts: tuple[Any, ...], doer: tree.Side | None) -> tree.Trigger:
    """Something goes from one place to another, by itself or because of who does it."""
    ways = [item for item in parts if isinstance(item, Way)]
    goals = [*(item for item in parts if isinstance(item, tree.Spot)), *(way.to for way in ways if way.to is not None)]
    if len(set(goals)) != 1:
        raise meaning.MeaningError("where the card goes")
    origin = next((way.origin for way in ways if way.origin is not None), None)
    cause = next((item for item in parts if isinstance(item, tree.Cause)), tree.Cause.ANY)
    # A discard comes out of the hand, and whose hand that is says who does it, whatever the cause.
    if parts[0] is tree.Spot.DISCARD:
        origin = origin or tree.Spot.HAND
    elif doer is not None:
        cause = _DOERS[doer]
    sides = {way.side for way in ways if way.side not in (None, tree.Side.BOTH)}
    if len(sides) > 1:
        raise meaning.MeaningError("places of one player, who owns the card")
    side = next(iter(sides), None)
    if isinstance(watched, tree.Cards):
        return _this_card(watched, origin, goals[0], cause, doer if parts[0] is tree.Spot.DISCARD else side)
    if is_of_cards(watched):
        if side is not None and watched.side is not None:
            refuse_another(side, watched.side)
        return _some_cards(
            watched, tree.Movement(side or doer or tree.Side.BOTH, origin or tree.Spot.ANYWHERE, goals[0], cause)
        )
    if origin not in (None, tree.Spot.FIELD, tree.Spot.STACK) or parts[0] is tree.Spot.DISCARD:
        raise meaning.MeaningError("cards, which alone can come from there")
    characters = as_set(watched) if doer is None else set_of(doer, watched)
    if side is not None:
        refuse_another(side, characters.side)
    return tree.Trigger(tree.Event.LEAVES, tree.Departure(characters, goals[0], cause))


def _this_card(
    watched: tree.Cards, origin: tree.Spot | None, to: tree.Spot, cause: tree.Cause, side: tree.Side | None
) -> tree.Trigger:
    if watched.group is not tree.Group.THIS or side is tree.Side.OPPONENT:
        raise meaning.MeaningError("a card that the trigger can watch, and a place of its owner")
    start = origin or (tree.Spot.SCENE_AREA if watched is meaning.THIS_SCENE else tree.Spot.ANYWHERE)
    if cause is tree.Cause.ANY and (start, to) in _SHORT:
        return tree.Trigger(_SHORT[start, to])
    return tree.Trigger(tree.Event.THIS_MOVES, tree.Movement(tree.Side.YOU, start, to, cause))


def _some_cards(watched: meaning.Some, movement: tree.Movement) -> tree.Trigger:
    """Cards that fit; what goes from one private zone to another nobody sees, so that nothing is asked of it."""
    sources = watched.phrase.sources
    if len(sources) > 1 or any(not isinstance(source, tree.InZone) for source in sources):
        raise meaning.MeaningError("cards of one place")
    for source in sources:
        if isinstance(source, tree.InZone):
            if movement.origin not in (tree.Spot.ANYWHERE, tree.Spot[source.zone.name]):
                raise meaning.MeaningError("cards of one place", watched.phrase.at)
            movement = replace(movement, origin=tree.Spot[source.zone.name], side=watched.side or source.side)
    if watched.phrase.is_scene and not watched.phrase.is_card and movement.origin is tree.Spot.ANYWHERE:
        movement = replace(movement, origin=tree.Spot.SCENE_AREA)
    movement = replace(movement, side=watched.side or movement.side, filters=_of_cards(watched, "sources"))
    hidden = movement.origin in (*_PRIVATE, tree.Spot.ANYWHERE) and movement.to in _PRIVATE
    if hidden and movement.filters:
        raise meaning.MeaningError("cards of which everybody sees what they are")
    plain = replace(movement, side=tree.Side.YOU)
    if plain == tree.Movement(tree.Side.YOU, tree.Spot.HAND, tree.Spot.DISCARD):
        return tree.Trigger(tree.Event.DISCARD, tree.CharacterSet(movement.side))
    return tree.Trigger(tree.Event.CARD_MOVES, movement)
