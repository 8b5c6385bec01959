# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Triggers of the official wording: what powers watch for (``triggers.lark``)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import v_args

from ucgsim.effects.official.meaning.filters import (
    ANOTHER,
    THIS_SCENE,
    Alternatives,
    MeaningError,
    NounPhrase,
    Some,
    as_characters,
    character_side,
)
from ucgsim.effects.official.meaning.owners import refuse_another
from ucgsim.effects.official.wording.verbs import Verbs
from ucgsim.effects.tree.selectors import (
    EVERY,
    ONE,
    Cards,
    CharacterSelector,
    CharacterSet,
    Filters,
    InZone,
    IsThis,
    OpponentOf,
    Opposes,
    PickCharacters,
    That,
)
from ucgsim.effects.tree.triggers import Beginning, Departure, Event, Movement, Trigger
from ucgsim.effects.tree.values import Cause, CharacterRef, Edge, Group, Role, Side, Spot, TurnPhase

_FLIPPED = {Side.YOU: Side.OPPONENT, Side.OPPONENT: Side.YOU, Side.BOTH: Side.BOTH}
_DOERS = {Side.YOU: Cause.YOU, Side.OPPONENT: Cause.OPPONENT, Side.BOTH: Cause.EFFECT}
_PRIVATE = (Spot.HAND, Spot.DECK)
_SHORT = {(Spot.DECK, Spot.DISCARD): Event.THIS_MILLED, (Spot.SCENE_AREA, Spot.DISCARD): Event.THIS_SCENE_SENT}
"""Moves of this card that have a name of their own."""


@dataclass(frozen=True, slots=True)
class Way:
    """From where, or to where, and whose that is."""

    origin: Spot | None = None
    to: Spot | None = None
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Against:
    """Whom a battle was fought against."""

    characters: Any


@v_args(inline=True)
class Triggers(Verbs):
    """What is watched."""

    def watched_unit(self, unit: Any) -> Any:
        return unit

    def watched_np(self, phrase: NounPhrase) -> Some:
        return Some(ONE, phrase)

    def at_least_one_of(self, number: int) -> None:
        if number != 1:
            raise MeaningError("one or more cards, characters or battles")

    def watched_any(self, *parts: Any) -> Some:
        side = next((item for item in parts if isinstance(item, Side)), None)
        return Some(ONE, parts[-1], side)

    # --- entering play, scenes, payment powers

    def this_enters(self) -> Trigger:
        return Trigger(Event.THIS_ENTERS)

    def something_enters(self, *parts: Any) -> Trigger:
        side = next((item for item in parts if isinstance(item, Side)), Side.BOTH)
        phrase: NounPhrase = parts[-1]
        if phrase.is_scene:
            return Trigger(Event.SCENE_ENTERS, CharacterSet(side))
        return Trigger(Event.CHARACTER_ENTERS, CharacterSet(side, phrase.filters))

    def another_enters(self, *parts: Any) -> Trigger:
        phrase: NounPhrase = parts[-1]
        other = phrase if phrase.is_scene else replace(phrase, filters=(*phrase.filters, ANOTHER))
        return self.something_enters(*parts[:-1], other)

    def scene_set(self, *who: Side) -> Trigger:
        return Trigger(Event.SCENE_SET, CharacterSet(who[0] if who else Side.YOU))

    def activate_resolved(self, watched: Any) -> Trigger:
        return Trigger(Event.ACTIVATE_RESOLVED, as_set(watched))

    def actor_activates(self, side: Side, *watched: Any) -> Trigger:
        if watched:
            return Trigger(Event.ACTIVATE_RESOLVED, set_of(side, watched[0]))
        return Trigger(Event.ACTIVATES, CharacterSet(side))

    # --- leveling up, battles, places

    def levels_up(self, watched: Any) -> Trigger:
        return Trigger(Event.LEVELS_UP, as_set(watched))

    def actor_levels_up(self, side: Side, watched: Any = None) -> Trigger:
        return Trigger(Event.LEVELS_UP, set_of(side, watched))

    def won(self) -> Event:
        return Event.WINS

    def lost(self) -> Event:
        return Event.LOSES

    def tied(self) -> Event:
        return Event.TIES

    def against(self, watched: Any) -> Against:
        return Against(watched)

    def battle_ends(self, watched: Any, result: Event, against: Against | None = None) -> Trigger:
        return Trigger(result, opposed_to(as_set(watched), against))

    def actor_battle_ends(self, side: Side, result: Event, *parts: Any) -> Trigger:
        against = next((item for item in parts if isinstance(item, Against)), None)
        watched = next((item for item in parts if item is not None and not isinstance(item, Against)), None)
        return Trigger(result, opposed_to(set_of(side, watched), against))

    def swapped(self, watched: Any, *others: Any) -> Trigger:
        """With whom it has swapped is not kept, so that only "with another" of its side says nothing more (11.9.1)."""
        if any(not isinstance(item, Some) or item.phrase.filters not in ((), (ANOTHER,)) for item in others):
            raise MeaningError("a swap with any other character")
        return Trigger(Event.SWAPPED, as_set(watched))

    def charged(self, *parts: Any) -> Trigger:
        return Trigger(Event.CHARGED, as_set(parts[-1]))

    def actor_charges(self, side: Side) -> Trigger:
        return Trigger(Event.CHARGED, CharacterSet(side))

    def put_beneath(self, *parts: Any) -> Trigger:
        return Trigger(Event.PUT_UNDER, as_set(parts[-1]))

    # --- cards that change zones

    def moved_away(self) -> Spot | None:
        return None

    def discarded_away(self) -> Spot:
        return Spot.DISCARD

    def exiled_away(self) -> Spot:
        return Spot.EXILE

    def route_from(self, way: Way) -> Way:
        return way

    def goal_hand(self, side: Side) -> Way:
        return Way(to=Spot.HAND, side=side)

    def goal_discard(self, side: Side | None = None) -> Way:
        return Way(to=Spot.DISCARD, side=side)

    def goal_deck(self, *parts: Edge | Side) -> Way:
        if any(isinstance(item, Edge) for item in parts):
            raise MeaningError("a deck, whichever end")
        return Way(to=Spot.DECK, side=next(item for item in parts if isinstance(item, Side)))

    def from_hand(self, side: Side | None = None) -> Way:
        return Way(Spot.HAND, side=side)

    def from_deck(self, side: Side | None = None) -> Way:
        return Way(Spot.DECK, side=side)

    def from_discard(self, side: Side | None = None) -> Way:
        return Way(Spot.DISCARD, side=side)

    def from_scene_area(self) -> Way:
        return Way(Spot.SCENE_AREA)

    def from_field(self, side: Side | None = None) -> Way:
        return Way(Spot.FIELD, side=side)

    def from_battle(self) -> Way:
        return Way(Spot.STACK)

    def from_game(self) -> Way:
        return Way()

    def by(self, cause: Cause) -> Cause:
        return cause

    def by_any_effect(self) -> Cause:
        return Cause.EFFECT

    def by_yours(self, *_: object) -> Cause:
        return Cause.YOUR_EFFECT

    def by_theirs(self, _: Side) -> Cause:
        return Cause.THEIR_EFFECT

    def moved(self, watched: Any, *parts: Any) -> Trigger:
        return _moves(watched, parts, None)

    def leaves(self, watched: Any, cause: Cause = Cause.ANY) -> Trigger:
        if isinstance(watched, Cards):
            origin = Spot.SCENE_AREA if watched is THIS_SCENE else Spot.FIELD
            return Trigger(Event.THIS_MOVES, Movement(Side.YOU, origin, cause=cause))
        if is_of_cards(watched):
            origin = Spot.SCENE_AREA if watched.phrase.is_scene else Spot.FIELD
            side = watched.side or Side.BOTH
            return Trigger(Event.CARD_MOVES, Movement(side, origin, cause=cause, filters=_of_cards(watched)))
        return Trigger(Event.LEAVES, Departure(as_set(watched), cause=cause))

    def actor_moves(self, side: Side, verb: Spot | None, watched: Any, *parts: Any) -> Trigger:
        return _moves(watched, (verb, *parts), side)

    # --- drawing

    def one_card(self) -> Event:
        return Event.DRAWS

    def some_cards(self, *_: object) -> Event:
        return Event.DRAWS_SOME

    def some_number(self, number: int) -> Event:
        if number != 1:
            raise MeaningError("one card, or one or more cards")
        return Event.DRAWS

    def draws(self, side: Side, event: Event, cause: Cause = Cause.ANY) -> Trigger:
        return Trigger(event, Movement(side, cause=cause))

    # --- the turn

    def phase_turn(self) -> TurnPhase:
        return TurnPhase.START

    def phase_draw(self) -> TurnPhase:
        return TurnPhase.DRAW

    def phase_scene(self) -> TurnPhase:
        return TurnPhase.SCENE

    def phase_set(self) -> TurnPhase:
        return TurnPhase.SET

    def phase_level_up(self) -> TurnPhase:
        return TurnPhase.LEVEL_UP

    def phase_activate(self) -> TurnPhase:
        return TurnPhase.ACTIVATE

    def phase_judgement(self) -> TurnPhase:
        return TurnPhase.JUDGEMENT

    def phase_end(self) -> TurnPhase:
        return TurnPhase.END

    def phase_begins(self, phase: TurnPhase) -> Trigger:
        return Trigger(Event.PHASE_BEGINS, Beginning(phase))

    def turn_ends(self) -> Trigger:
        return Trigger(Event.PHASE_BEGINS, Beginning(TurnPhase.END))

    def becomes_role(self, side: Side, role: Role) -> Trigger:
        """There are two players, so that one becomes the Next Player as the other becomes the Lead Player."""
        return Trigger(Event.BECOMES_LEAD, CharacterSet(side if role is Role.LEAD else _FLIPPED[side]))


def as_set(selection: Any) -> CharacterSet:
    """The characters that a trigger speaks of; raises `MeaningError` for cards, and for several at a time."""
    match selection:
        case Some(quantity, phrase, _) if quantity in (ONE, EVERY) and not phrase.sources and not phrase.is_card:
            if phrase.is_scene or phrase.distinct is not None:
                raise MeaningError("characters")
            return CharacterSet(character_side(selection), phrase.filters)
        case Alternatives() | OpponentOf() | That():
            return _as_set(as_characters(selection))
    raise MeaningError("a character that the trigger can watch")


def _as_set(selector: CharacterSelector) -> CharacterSet:
    match selector:
        case That(CharacterRef.THIS):
            return CharacterSet(Side.YOU, (IsThis(),))
        case PickCharacters(_, characters):
            return characters
        case OpponentOf(That(CharacterRef.THIS)):
            return CharacterSet(Side.OPPONENT, (Opposes(CharacterSet(Side.YOU, (IsThis(),))),))
        case OpponentOf(PickCharacters(_, characters)):
            return CharacterSet(Side.BOTH, (Opposes(characters),))
    raise MeaningError("a character that the trigger can watch")


def set_of(side: Side, selection: Any) -> CharacterSet:
    """Characters of the player who acts, unless they are said to be another's."""
    if selection is None:
        return CharacterSet(side)
    if isinstance(selection, Some) and selection.side is None:
        selection = replace(selection, side=side)
    return as_set(selection)


def opposed_to(characters: CharacterSet, against: Against | None) -> CharacterSet:
    """The same characters, with the battle opponent that is asked for (CR 7.1)."""
    if against is None:
        return characters
    foes = set_of(_FLIPPED[characters.side], against.characters)
    return CharacterSet(characters.side, (*characters.filters, Opposes(foes)))


def is_of_cards(selection: Any) -> bool:
    """Whether cards are meant, or a scene, and not characters."""
    return isinstance(selection, Some) and (
        selection.phrase.is_card or selection.phrase.is_scene or bool(selection.phrase.sources)
    )


def _of_cards(selection: Some) -> Filters:
    if selection.quantity not in (ONE, EVERY) or selection.phrase.distinct is not None:
        raise MeaningError("one or more cards")
    return selection.phrase.filters


def _moves(watched: Any, parts: tuple[Any, ...], doer: Side | None) -> Trigger:
    """Something goes from one place to another, by itself or because of who does it."""
    ways = [item for item in parts if isinstance(item, Way)]
    goals = [*(item for item in parts if isinstance(item, Spot)), *(way.to for way in ways if way.to is not None)]
    if len(set(goals)) != 1:
        raise MeaningError("where the card goes")
    origin = next((way.origin for way in ways if way.origin is not None), None)
    cause = next((item for item in parts if isinstance(item, Cause)), Cause.ANY)
    # A discard comes out of the hand, and whose hand that is says who does it, whatever the cause.
    if parts[0] is Spot.DISCARD:
        origin = origin or Spot.HAND
    elif doer is not None:
        cause = _DOERS[doer]
    sides = {way.side for way in ways if way.side not in (None, Side.BOTH)}
    if len(sides) > 1:
        raise MeaningError("places of one player, who owns the card")
    side = next(iter(sides), None)
    if isinstance(watched, Cards):
        return _this_card(watched, origin, goals[0], cause, side)
    if is_of_cards(watched):
        return _some_cards(watched, Movement(side or doer or Side.BOTH, origin or Spot.ANYWHERE, goals[0], cause))
    if origin not in (None, Spot.FIELD, Spot.STACK) or parts[0] is Spot.DISCARD:
        raise MeaningError("cards, which alone can come from there")
    characters = as_set(watched) if doer is None else set_of(doer, watched)
    if side is not None:
        refuse_another(side, characters.side)
    return Trigger(Event.LEAVES, Departure(characters, goals[0], cause))


def _this_card(watched: Cards, origin: Spot | None, to: Spot, cause: Cause, side: Side | None) -> Trigger:
    if watched.group is not Group.THIS or side is Side.OPPONENT:
        raise MeaningError("a card that the trigger can watch, and a place of its owner")
    start = origin or (Spot.SCENE_AREA if watched is THIS_SCENE else Spot.ANYWHERE)
    if cause is Cause.ANY and (start, to) in _SHORT:
        return Trigger(_SHORT[start, to])
    return Trigger(Event.THIS_MOVES, Movement(Side.YOU, start, to, cause))


def _some_cards(watched: Some, movement: Movement) -> Trigger:
    """Cards that fit; what goes from one private zone to another nobody sees, so that nothing is asked of it."""
    sources = watched.phrase.sources
    if len(sources) > 1 or any(not isinstance(source, InZone) for source in sources):
        raise MeaningError("cards of one place")
    for source in sources:
        if isinstance(source, InZone):
            movement = replace(movement, origin=Spot[source.zone.name], side=watched.side or source.side)
    if watched.phrase.is_scene and not watched.phrase.is_card and movement.origin is Spot.ANYWHERE:
        movement = replace(movement, origin=Spot.SCENE_AREA)
    movement = replace(movement, side=watched.side or movement.side, filters=_of_cards(watched))
    hidden = movement.origin in (*_PRIVATE, Spot.ANYWHERE) and movement.to in _PRIVATE
    if hidden and movement.filters:
        raise MeaningError("cards of which everybody sees what they are")
    plain = replace(movement, side=Side.YOU)
    if plain == Movement(Side.YOU, Spot.HAND, Spot.DISCARD):
        return Trigger(Event.DISCARD, CharacterSet(movement.side))
    return Trigger(Event.CARD_MOVES, movement)
