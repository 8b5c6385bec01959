"""Triggers in plain English, for `ucgsim.effects.english.explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects.english.phrases import filters, side_of
from ucgsim.effects.tree.triggers import Beginning, Departure, Event, Movement
from ucgsim.effects.tree.values import Cause, Side, Spot, TurnPhase

if TYPE_CHECKING:
    from ucgsim.effects.tree.selectors import CharacterSet
    from ucgsim.effects.tree.triggers import Trigger

_DEEDS = {
    Event.CHARACTER_ENTERS: "enters play",
    Event.ACTIVATE_RESOLVED: "has used a payment power",
    Event.LEVELS_UP: "levels up",
    Event.WINS: "wins its battle",
    Event.LOSES: "loses its battle",
    Event.TIES: "ties its battle",
    Event.PUT_UNDER: "gets a card put under it",
    Event.CHARGED: "gets a Charge card",
    Event.SWAPPED: "swaps places",
    Event.LEAVES: "leaves the field",
}
_SPOTS = {
    Spot.HAND: "hand",
    Spot.DECK: "deck",
    Spot.DISCARD: "discard area",
    Spot.EXILE: "exiled cards",
    Spot.SCENE_AREA: "scene area",
    Spot.STACK: "stack",
    Spot.CHARGE: "Charge cards",
    Spot.FIELD: "field",
}
_CAUSES = {
    Cause.ANY: "",
    Cause.EFFECT: " because of an effect",
    Cause.YOUR_EFFECT: " because of your effect",
    Cause.THEIR_EFFECT: " because of your opponent's effect",
    Cause.YOU: " by your doing",
    Cause.OPPONENT: " by your opponent's doing",
}
_PHASES = {
    TurnPhase.START: "At the start of a turn",
    TurnPhase.END: "At the end of a turn",
    TurnPhase.LEVEL_UP: "At the start of the Level Up Phase",
    TurnPhase.ACTIVATE: "At the start of the Effect Activation Phase",
}
_WHO = {Side.YOU: "you", Side.OPPONENT: "your opponent", Side.BOTH: "a player"}


def heard(trigger: Trigger) -> str:
    """When a power triggers."""
    event, subjects = trigger.event, trigger.subjects
    match subjects:
        case Movement():
            return _movement(event, subjects)
        case Departure(characters, to, cause):
            return f"Whenever {_whose(characters)} {_DEEDS.get(event, event.value)}{_goes(to)}{_CAUSES[cause]}"
        case Beginning(phase):
            return _PHASES.get(phase, f"At the start of the {phase.value.capitalize()} Phase")
    if event is Event.THIS_ENTERS or subjects is None:
        return _of_this_card(event)
    if event in _DEEDS:
        return f"Whenever {_whose(subjects)} {_DEEDS[event]}"
    return _of_a_player(event, subjects)


def _of_this_card(event: Event) -> str:
    return {
        Event.THIS_MILLED: "When it goes from your deck to your discard area",
        Event.THIS_SCENE_SENT: "When it goes from the scene area to your discard area",
    }.get(event, "When it enters play")


def _of_a_player(event: Event, subjects: CharacterSet) -> str:
    owner = side_of(subjects.side)
    return {
        Event.SCENE_ENTERS: f"Whenever {owner} scene enters play",
        Event.SCENE_SET: f"Whenever {_WHO[subjects.side]} set a scene",
        Event.ACTIVATES: f"Whenever {_WHO[subjects.side]} completed a payment power",
        Event.DISCARD: f"Whenever cards are discarded from {owner} hand",
    }.get(event, f"Whenever the Lead Player changes to {_WHO[subjects.side]}")


def _whose(characters: CharacterSet) -> str:
    return f"{side_of(characters.side)} character{filters(characters.filters)}"


def _goes(to: Spot) -> str:
    return "" if to is Spot.ANYWHERE else f" for the {_SPOTS[to]}"


def _movement(event: Event, found: Movement) -> str:
    cause = _CAUSES[found.cause]
    if event in (Event.DRAWS, Event.DRAWS_SOME):
        count = "a card" if event is Event.DRAWS else "one or more cards"
        return f"Whenever {count} of {side_of(found.side)} deck is drawn{cause}"
    what = "it" if event is Event.THIS_MOVES else f"{side_of(found.side)} card{filters(found.filters)}"
    start = "" if found.origin is Spot.ANYWHERE else f" from the {_SPOTS[found.origin]}"
    end = " elsewhere" if found.to is Spot.ANYWHERE else f" to the {_SPOTS[found.to]}"
    return f"Whenever {what} goes{start}{end}{cause}"
