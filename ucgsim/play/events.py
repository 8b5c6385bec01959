"""What happened in a game, as a person reads it: the engine's event rows with their clauses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ucgsim.effects.compile.opcodes import Ban, Destination, Modifier, Spot
from ucgsim.engine.core.constants import NONE, Decision, Event, Grade, Option, Outcome, Phase, Reason
from ucgsim.policies.labels import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.engine.core.tables import CardBook

FORCED = 1
"""Options of a choice that was not asked, for it was the only one."""
NO_CHOICE_EVENT = (Decision.SCENE, Decision.SET, Decision.LEVEL_UP)
"""Decisions whose cards are told by an event of their own."""

PHASES = {
    Phase.THROW: ("Throw for the lead", "4.2.2"),
    Phase.REDRAW: ("Starting hands and redraw", "4.2.3"),
    Phase.START: ("Start Phase", "5.2"),
    Phase.DRAW: ("Draw Phase", "5.3"),
    Phase.SCENE: ("Lead Player Set Scene Card Phase", "5.4"),
    Phase.SET: ("Set Character Card Phase", "5.5"),
    Phase.LEVEL_UP: ("Level Up Phase", "5.6"),
    Phase.OPEN: ("Open Phase", "5.7"),
    Phase.ACTIVATE: ("Effect Activation Phase", "5.8"),
    Phase.JUDGEMENT: ("Judgement Phase", "5.9"),
    Phase.END: ("End Phase", "5.10"),
    Phase.OVER: ("Game over", "1.3"),
}
"""Name of each phase with its clause."""

_DRAWN = {Phase.DRAW: "5.3.2", Phase.REDRAW: "4.2.3", Phase.THROW: "4.2.3"}
_CHOICES = {
    Decision.LEAD: "4.2.2",
    Decision.REDRAW: "4.2.3",
    Decision.SCENE: "5.4.2",
    Decision.SET: "5.5.3.1",
    Decision.LEVEL_UP: "5.6.2.1",
    Decision.RESOLVE: "10.1.3.2",
    Decision.ACTIVATE: "9.4.1",
}
_CHARGED = 6
"""Destination of a card that is charged; the others are ``effects.compile.opcodes.Destination``."""
_DESTINATIONS = {
    Destination.HAND: ("to the hand", "11.12.1"),
    Destination.DISCARD: ("to the discard area", "3.7.2"),
    Destination.EXILE: ("out of the game", "3.8.1"),
    Destination.DECK_TOP: ("on top of the deck", "3.3.1"),
    Destination.DECK_BOTTOM: ("under the deck", "3.3.1"),
    _CHARGED: ("under a character as a Charge card", "11.17.1"),
}
_PRIVATE = (Spot.HAND, Spot.DECK)
_PUBLIC = (Destination.DISCARD, Destination.EXILE)
_MODIFIERS = {
    Modifier.BP_UP: ("gets +{} BP", "11.7.1"),
    Modifier.BP_DOWN: ("gets -{} BP", "11.7.1"),
    Modifier.GRADE_UP: ("has its BP grade increased by {}", "11.6.1"),
    Modifier.GRADE_DOWN: ("has its BP grade decreased by {}", "11.6.1"),
    Modifier.READS_EXTRA: ("reads its EXTRA BP", "8.1.2"),
    Modifier.NO_BP_UP: ("is unaffected by BP increases", "1.2.2"),
    Modifier.NO_BP_DOWN: ("is unaffected by BP decreases", "1.2.2"),
    Modifier.NO_GRADE_UP: ("is unaffected by BP grade increases", "1.2.2"),
    Modifier.NO_GRADE_DOWN: ("is unaffected by BP grade decreases", "1.2.2"),
    Modifier.NO_LEVEL_UP: ("cannot level up", "1.2.2"),
    Modifier.WIN: ("wins its battle", "11.16.1"),
    Modifier.TIE: ("ties its battle", "11.16.1"),
    Modifier.SILENT_ENTRY: ("triggers nothing by entering play", "1.2.2"),
    Modifier.BP_VALUE: ("has a BP of {}", "1.2.1"),
    Modifier.LEVELS: ("counts as {} levels higher", "1.2.1"),
}


_BANS = {
    Ban.DRAW: "draw",
    Ban.SET_SCENE: "set a scene card",
    Ban.ACTIVATE: "use [Activate] effects",
    Ban.LEVEL_UP: "level up characters",
}


_PLAIN = {
    Event.THROW: ("wins the throw", "4.2.2"),
    Event.NO_CARD_TO_DRAW: ("has no card to draw", "1.3.6"),
    Event.REDRAW: ("puts {} cards under the deck and redraws", "4.2.3"),
    Event.CANNOT_SET: ("cannot fill every battle area", "12.4.3"),
}
"""What a player does that takes no more than a number to tell."""


class Happening(NamedTuple):
    """One row of the engine's log with where it happened.

    ``player``, ``a``, ``b``, ``c`` mean what ``engine.core.constants.Event`` says; ``label`` is the option
    of a choice, ``for_scene`` marks the draw that a scene allows (CR 6.2).
    """

    turn: int
    phase: Phase
    lead: int
    event: Event
    player: int
    a: int
    b: int
    c: int
    label: str = ""
    for_scene: bool = False

    @property
    def is_forced(self) -> bool:
        """Whether this is the choice of an only option."""
        return self.event is Event.CHOICE and self.c == FORCED


class EventLine(NamedTuple):
    """A readable event: turn, phase, text and the clause behind it."""

    turn: int
    phase: Phase
    text: str
    clause: str

    def __str__(self) -> str:
        return f"{self.text} (CR {self.clause})" if self.clause else self.text


def describe(happening: Happening, book: CardBook, viewer: int | None = None) -> EventLine | None:
    """Tell an event; None for a choice that another event tells.

    With a ``viewer`` what only the other player may see stays hidden (CR 3.1.5, 3.4.2, 3.6.3).
    """
    hidden = viewer is not None and happening.player != viewer
    if happening.event in _PLAIN:
        text, clause = _PLAIN[happening.event]
        line: TextAndClause = f"{SIDES[happening.player]} {text.format(happening.a)}", clause
    else:
        line = _TELLERS[happening.event](happening, book, hidden)
    return None if line is None else EventLine(happening.turn, happening.phase, *line)


TextAndClause = tuple[str, str] | None


def card_text(book: CardBook, row: int) -> str:
    """Number and name of the card in a row of the book."""
    card = book.cards[row]
    return f"{card.number} {card.full_name}"


def _choice(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    kind, option = Decision(happening.b), happening.a
    stands_elsewhere = kind in NO_CHOICE_EVENT and option != Option.DECLINE
    only_effect = kind is Decision.RESOLVE and happening.is_forced
    if stands_elsewhere or only_effect or (kind is Decision.REDRAW and option == Option.YES):
        return None
    secret = hidden and kind in (Decision.CARD, Decision.ORDER) and option >= 0
    label = "a card" if secret else happening.label
    if happening.for_scene:
        return f"{SIDES[happening.player]}: {label}, for the scene", "6.2.1"
    return f"{SIDES[happening.player]}: {label}", _CHOICES.get(kind, "11.3.1")


def _phase(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    name, clause = PHASES[Phase(happening.a)]
    return name, clause


def _draw(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: FBT001
    what = "a card" if hidden else card_text(book, happening.a)
    clause = "6.2.1" if happening.for_scene else _DRAWN.get(happening.phase, "11.10.1")
    return f"{SIDES[happening.player]} draws {what}", clause


def _scene_set(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    verb, clause = ("puts", "11.8.1") if happening.b else ("sets", "5.4.2")
    return f"{SIDES[happening.player]} {verb} the scene {card_text(book, happening.a)}", clause


def _scene_leaves(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    return f"{SIDES[happening.player]}'s scene {card_text(book, happening.a)} is discarded", "6.3.2"


def _set(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: FBT001
    what = "a card" if hidden else card_text(book, happening.b)
    clause = "5.5.3.1" if happening.player == happening.lead else "5.5.4.1"
    return f"{SIDES[happening.player]} sets {what} face-down in area {happening.a + 1}", clause


def _level_up(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: FBT001
    side = SIDES[happening.player]
    if happening.c:
        return f"{card_text(book, happening.b)} is put into play as {side}{happening.a + 1}", "11.8.1"
    what = "a card" if hidden else card_text(book, happening.b)
    return f"{side} levels up {side}{happening.a + 1} with {what}", "5.6.1"


def _turned_up(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    name = f"{SIDES[happening.player]}{happening.a + 1}"
    return f"{name} is {card_text(book, happening.b)}, {Grade(happening.c).name}", "5.7.1"


def _battle(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    outcome = Outcome(happening.player)
    a, b = (f"{bp} BP" if bp >= 0 else "nobody" for bp in (happening.b, happening.c))
    area = f"area {happening.a + 1}: A {a}, B {b}"
    vacant = min(happening.b, happening.c) == NONE
    if outcome is Outcome.NO_RESULT:
        return f"{area}: no result", "12.4.2.2"
    if outcome is Outcome.TIE:
        return f"{area}: a tie", "5.9.5.1"
    return f"{area}: {outcome.name} wins", "12.4.2.1" if vacant else "5.9.4.1"


def _lead_next(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    if happening.player == happening.a:
        return f"{SIDES[happening.player]} keeps the lead", "5.9.6"
    return f"{SIDES[happening.player]} takes the lead", "5.9.6.1"


def _game_over(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    if Reason(happening.a) is Reason.NO_CHARACTER:
        return f"{SIDES[happening.player]} wins: the other has no character card to set", "1.3.4"
    return f"{SIDES[happening.player]} wins by battles", "1.3.2"


def _effect(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    power = f" (power {happening.b + 1})" if happening.b else ""
    return f"{SIDES[happening.player]}: effect of {card_text(book, happening.a)}{power}", "11.2.1"


def _moved(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: FBT001
    secret = hidden and happening.b in _PRIVATE and happening.c not in _PUBLIC
    card = "a card" if secret else card_text(book, happening.a)
    side = SIDES[happening.player]
    if happening.c == NONE:
        return f"{side} reveals {card}", "11.11.1"
    words, clause = _DESTINATIONS[happening.c]
    return f"{side}: {card} goes {words}", clause


def _looked(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: FBT001
    what = "a card" if hidden else card_text(book, happening.a)
    return f"{SIDES[happening.player]} looks at {what} of {SIDES[happening.b]}", "12.3.1"


def _modified(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    side = SIDES[happening.player]
    name = f"{side}{happening.a + 1}"
    if happening.b == NONE:
        return f"{name} and {side}{happening.c + 1} swap places", "11.9.1"
    kind = Modifier(happening.b)
    if kind in (Modifier.ADD_TYPE, Modifier.REMOVE_TYPE):
        types = [word for bit, word in enumerate(book.names.types) if happening.c >> bit & 1]
        verb = "has" if kind is Modifier.ADD_TYPE else "loses"
        return f"{name} {verb} the TYPE {' and '.join(types)}", "2.3.4.1"
    words, clause = _MODIFIERS[kind]
    return f"{name} {words.format(happening.c)}", clause


def _banned(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    turn = "the next turn" if happening.b else "this turn"
    return f"{SIDES[happening.player]} cannot {_BANS[Ban(happening.a)]} in {turn}", "1.2.2"


def _negated(happening: Happening, book: CardBook, hidden: bool) -> TextAndClause:  # noqa: ARG001, FBT001
    what = f"effect text {happening.c}" if happening.c else "the effect text"
    name = f"{SIDES[happening.player]}{happening.a + 1}"
    return f"{what} of {name}, {card_text(book, happening.b)}, is negated", "11.13.1"


_TELLERS: dict[Event, Callable[[Happening, CardBook, bool], TextAndClause]] = {
    Event.CHOICE: _choice,
    Event.PHASE: _phase,
    Event.DRAW: _draw,
    Event.SCENE_SET: _scene_set,
    Event.SCENE_LEAVES: _scene_leaves,
    Event.SET: _set,
    Event.LEVEL_UP: _level_up,
    Event.TURNED_UP: _turned_up,
    Event.BATTLE: _battle,
    Event.LEAD_NEXT: _lead_next,
    Event.GAME_OVER: _game_over,
    Event.EFFECT: _effect,
    Event.MOVED: _moved,
    Event.LOOKED: _looked,
    Event.MODIFIED: _modified,
    Event.BANNED: _banned,
    Event.NEGATED: _negated,
}
