"""Effects in plain English, in our own words, from the tree alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects.english.phrases import amount, cards, characters, condition, filters, join
from ucgsim.effects.english.triggers import heard
from ucgsim.effects.tree.selectors import (
    BothOf,
    CardSet,
    EitherOf,
    OpponentOf,
    PickCharacters,
    That,
    Times,
    WithOpponent,
)
from ucgsim.effects.tree.statements import (
    BP,
    NO_GATE,
    AddChosenType,
    AddLevels,
    AddTypes,
    ByPlayer,
    CannotLevelUp,
    Charge,
    ChooseBP,
    ChooseCards,
    ChooseCharacters,
    ChooseType,
    DictateOutcome,
    Draw,
    Extra,
    Forbid,
    ForEach,
    Grade,
    If,
    IfNotDone,
    IfYouDo,
    Immune,
    Later,
    Look,
    May,
    MayOr,
    MayTo,
    Modes,
    Modification,
    Modify,
    Move,
    NegateText,
    OneOf,
    Power,
    PowerKind,
    ProtectFromExile,
    PutInPlace,
    PutOnTop,
    PutScene,
    PutUnder,
    ReplaceType,
    Reveal,
    RunActivate,
    RunEnter,
    Sequence,
    SetBP,
    SilenceEnter,
    Statement,
    Swap,
)
from ucgsim.effects.tree.values import Change, Deed, Destination, Duration, Moment, Side, State

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ucgsim.effects.tree.selectors import Amount, CardSelector, CharacterSelector
    from ucgsim.effects.tree.statements import CardText

STEP = "  "
_CHANGES = {
    Change.GRADE_UP: "raise the BP grade",
    Change.GRADE_DOWN: "lower the BP grade",
    Change.BP_PLUS: "add BP",
    Change.BP_MINUS: "take BP away",
}
_DRAWERS = {Side.YOU: "Draw", Side.OPPONENT: "Your opponent draws", Side.BOTH: "Each player draws"}
_DOERS = {Side.YOU: "You do this", Side.OPPONENT: "Your opponent does this", Side.BOTH: "Each player does this"}
_MOMENTS = {
    Moment.END_OF_TURN: "At the end of this turn:",
    Moment.START_OF_NEXT_TURN: "At the start of the next turn:",
    Moment.END_OF_NEXT_TURN: "At the end of the next turn:",
}
_KEPT = {Side.YOU: "You", Side.OPPONENT: "Your opponent", Side.BOTH: "Neither player"}
_DEEDS = {
    Deed.DRAW: "draw cards",
    Deed.SET_SCENE: "set a scene card",
    Deed.ACTIVATE: "use [Activate] effects",
    Deed.LEVEL_UP: "level up characters",
}
_DURATIONS = {
    Duration.THIS_TURN: "until the end of this turn",
    Duration.NEXT_TURN: "during the next turn",
    Duration.THIS_AND_NEXT_TURN: "until the end of the next turn",
    Duration.WHILE_ACTIVE: "as long as this holds",
}
_DESTINATIONS = {
    Destination.HAND: "goes to the owner's hand",
    Destination.DISCARD: "goes to the owner's discard area",
    Destination.EXILE: "leaves the game",
    Destination.DECK_TOP: "goes to the top of the owner's deck",
    Destination.DECK_BOTTOM: "goes under the owner's deck",
    Destination.DECK_TOP_OR_BOTTOM: "goes to the top or under the owner's deck, as you like",
}


def explain(text: CardText) -> str:
    """All powers of a card, one line to a step, indented by what a step depends on."""
    if not text.powers:
        return "No effect."
    return "\n".join(line for power in text.powers for line in _power(power))


def _power(power: Power) -> Iterator[str]:
    yield _head(power) + ":"
    if power.condition is not None:
        yield f"{STEP}Only if {condition(power.condition)}."
    if power.cost is not None:
        yield f"{STEP}Pay:"
        yield from _indented(power.cost, 2)
        yield f"{STEP}Then:"
        yield from _indented(power.body, 2)
    else:
        yield from _indented(power.body, 1)
    if not power.stacks:
        yield f"{STEP}Several copies count once."


def _head(power: Power) -> str:
    parts = [_kind(power)]
    if power.gate != NO_GATE:
        states = [state.name or "" for state in State if state in power.gate]
        parts.append("while it is " + join(states, "or"))
    if power.limit is not None:
        span = "game" if power.per_game else "turn"
        parts.append(f"once a {span}" if power.limit == 1 else f"up to {power.limit} times a {span}")
    return ", ".join(parts)


def _kind(power: Power) -> str:
    if power.kind is PowerKind.CONTINUOUS:
        return "Always"
    if power.kind is PowerKind.PAYMENT or power.trigger is None:
        return "When you activate it"
    return heard(power.trigger)


# ---------------------------------------------------------------------------------------------- statements


def _indented(statement: Statement, depth: int) -> Iterator[str]:
    for line in _lines(statement):
        yield STEP * depth + line


def _under(head: str, body: Statement) -> Iterator[str]:
    yield head
    yield from _indented(body, 1)


def _lines(statement: Statement) -> Iterator[str]:
    match statement:
        case Sequence(steps):
            for step in steps:
                yield from _lines(step)
        case May(body, Side.YOU):
            yield from _under("You may do this:", body)
        case May(body, _):
            yield from _under("Your opponent may do this:", body)
        case MayOr(first, otherwise):
            yield from _under("You may do this:", first)
            yield from _under("and if you do not:", otherwise)
        case MayTo(first, then):
            yield from _under("You may do all of this, if it is possible in full:", first)
            yield from _under("and after that, if you like:", then)
        case IfYouDo(first, then, otherwise):
            yield from _lines(first)
            yield from _under("If that was done in full:", then)
            if otherwise is not None:
                yield from _under("Otherwise:", otherwise)
        case IfNotDone(first, then):
            yield from _lines(first)
            yield from _under("If that was not done in full:", then)
        case If(asked, then, otherwise):
            yield from _under(f"If {condition(asked)}:", then)
            if otherwise is not None:
                yield from _under("Otherwise:", otherwise)
        case _:
            yield from _more_lines(statement)


def _more_lines(statement: Statement) -> Iterator[str]:
    match statement:
        case OneOf(options):
            for head, option in zip(["Either:", *["or:"] * len(options)], options, strict=False):
                yield from _under(head, option)
        case ForEach(CardSet() as over, body):
            yield from _under(f"For each of the {cards(over)}:", body)
        case ForEach(over, body) if not isinstance(over, CardSet):
            yield from _under(f"As many times as {amount(over)}:", body)
        case Later(body, moment):
            yield from _under(_MOMENTS[moment], body)
        case ByPlayer(player, body):
            yield from _under(f'{_DOERS[player]} as the player who is meant by "you":', body)
        case Modes(modes, most, may):
            yield f"You may choose up to {most}:" if may else f"Choose {most}, as far as possible:"
            for number, mode in enumerate(modes, start=1):
                only = "" if mode.condition is None else f" (only if {condition(mode.condition)})"
                yield from (STEP + line for line in _under(f"{number}.{only}", mode.body))
        case _:
            yield _action(statement) + "."


def _action(statement: Statement) -> str:
    match statement:
        case Modify(target, changes, duration):
            what = join([_change(change) for change in changes], "and")
            return f"{_capital(characters(target))}: {what} {_DURATIONS[duration]}"
        case Draw(player, count):
            return f"{_DRAWERS[player]} {amount(count)} card(s)"
        case Reveal(found):
            return f"Reveal {cards(found)}"
        case Look(found):
            return f"Look at {cards(found)}"
        case Move(found, to, any_order):
            order = ", in any order" if any_order else ""
            return f"{_capital(cards(found))} {_DESTINATIONS[to]}{order}"
        case ChooseCards(found):
            return f"Choose {cards(found)}"
        case ChooseCharacters(who):
            return f"Choose {characters(who)}"
        case ChooseBP(found):
            return f"Choose a BP value printed on {cards(found)}"
        case ChooseType(types):
            return f"Choose a TYPE: {join(list(types), 'or')}"
    return _placing(statement)


def _placing(statement: Statement) -> str:
    match statement:
        case PutOnTop(found, host):
            return f"Put {cards(found)} on top of {characters(host)}, as a level-up"
        case PutUnder(found, host):
            return f"Put {cards(found)} at the bottom of {characters(host)}"
        case PutInPlace(found, state):
            shape = "" if state is None else f", as a {state.name}"
            return f"Put {cards(found)} into the gap that was left{shape}"
        case PutScene(found):
            return f"Put {cards(found)} into the scene area"
        case Swap(first, second):
            return f"Swap the places of {characters(first)} and {characters(second)}"
        case Charge(count, hosts):
            return f"You may put up to {count} card(s) of your deck under one of your characters{filters(hosts)}"
        case RunActivate(of, ignoring):
            without = ", whatever its states and limits" if ignoring else ""
            return f"Use a payment power of {characters(of)}, paying for it{without}"
        case RunEnter(of):
            return f"Run an effect on entering play of {_either(of)}"
        case ProtectFromExile(found, duration):
            return f"Your opponent's effects cannot exile {cards(found)} {_DURATIONS[duration]}"
        case Forbid(player, deed, duration):
            verb = "can" if player is Side.BOTH else "cannot"
            return f"{_KEPT[player]} {verb} {_DEEDS[deed]} {_DURATIONS[duration]}"
    raise TypeError(f"no statement: {statement!r}")


def _either(of: CharacterSelector | CardSelector) -> str:
    match of:
        case That() | PickCharacters() | OpponentOf() | BothOf() | EitherOf() | WithOpponent():
            return characters(of)
        case _:
            return cards(of)


def _change(change: Modification) -> str:
    match change:
        case BP(value):
            return f"BP {_signed(value)}"
        case Grade(steps):
            return f"BP grade {_signed(steps)}"
        case Extra():
            return "BP is its EXTRA value"
        case AddTypes(types, choice):
            return f"also has TYPE {join(list(types), 'or' if choice else 'and')}"
        case AddChosenType():
            return "also has the chosen TYPE"
        case ReplaceType(types, every):
            return f"{'its' if every else 'one'} TYPE becomes {join(list(types), 'or')}"
        case Immune(kind):
            return f"effects that {_CHANGES[kind]} do nothing to it"
        case CannotLevelUp():
            return "cannot level up"
        case DictateOutcome(outcome):
            return f"its battle is a {outcome.value}"
        case NegateText(every):
            return "all of its effect texts are off" if every else "one of its effect texts is off"
        case SilenceEnter():
            return "its effects on entering play do not resolve"
        case SetBP(value):
            return f"all BP values are {amount(value)}"
        case AddLevels(value):
            return f"level {value:+d} where levels are compared"


def _signed(value: Amount) -> str:
    match value:
        case int():
            return f"{value:+d}"
        case Times(factor, count, per):
            each = "each" if per == 1 else f"every {per}"
            return f"{factor:+d} for {each} of {amount(count)}"
    return f"+ {amount(value)}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
