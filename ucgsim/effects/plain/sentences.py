"""Powers, statements and conditions in plain English: one sentence or a few for each power of a card."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from ucgsim.effects import tree
from ucgsim.effects.plain import context, nouns
from ucgsim.effects.plain.claims import condition_text, given_to, lasting, modified

TURNED = (tree.Side.OPPONENT, tree.Side.OPPONENT)
"""The opponent of the opponent is you."""
TIMES = {1: "once", 2: "twice"}
MOMENTS = {
    tree.Moment.END_OF_TURN: "at the end of the turn",
    tree.Moment.START_OF_NEXT_TURN: "at the start of the next turn",
    tree.Moment.END_OF_NEXT_TURN: "at the end of the next turn",
}
DEEDS = {
    tree.Deed.DRAW: "draw cards",
    tree.Deed.SET_SCENE: "set a scene",
    tree.Deed.ACTIVATE: "use [Activate] effects",
    tree.Deed.LEVEL_UP: "level up characters",
}
PHASES = {phase: f"the {phase.value.replace('_', '-').title()} Phase" for phase in tree.TurnPhase}
PHASES[tree.TurnPhase.START] = "the turn"
SPOTS = {
    tree.Spot.HAND: "the hand",
    tree.Spot.DECK: "the deck",
    tree.Spot.DISCARD: "the discard area",
    tree.Spot.EXILE: "exile",
    tree.Spot.SCENE_AREA: "the scene area",
    tree.Spot.STACK: "a stack",
    tree.Spot.CHARGE: "a pile of Charge cards",
    tree.Spot.FIELD: "the field",
    tree.Spot.ANYWHERE: "anywhere",
}
CAUSES = {
    tree.Cause.ANY: "",
    tree.Cause.EFFECT: " by an effect",
    tree.Cause.YOUR_EFFECT: " by an effect of yours",
    tree.Cause.THEIR_EFFECT: " by an effect of the opponent's",
    tree.Cause.YOU: " by an effect that you carry out",
    tree.Cause.OPPONENT: " by an effect that the opponent carries out",
}
MOVED = {
    tree.Destination.HAND: "put {} into {} hand{}",
    tree.Destination.DISCARD: "put {} into {} discard area{}",
    tree.Destination.EXILE: "exile {}",
    tree.Destination.DECK_TOP: "put {} on top of {} deck{}",
    tree.Destination.DECK_BOTTOM: "put {} at the bottom of {} deck{}",
    tree.Destination.DECK_TOP_OR_BOTTOM: "put {} at the top or bottom of {} deck{}",
}
OF_THIS = {
    tree.Event.THIS_ENTERS: "it enters play",
    tree.Event.THIS_MILLED: "this card goes from the deck to the discard area",
    tree.Event.THIS_SCENE_SENT: "this scene goes to the discard area",
}
HAPPENS = {
    tree.Event.CHARACTER_ENTERS: "enters play",
    tree.Event.ACTIVATE_RESOLVED: "completes an [Activate] effect",
    tree.Event.LEVELS_UP: "levels up",
    tree.Event.WINS: "wins its battle",
    tree.Event.LOSES: "loses its battle",
    tree.Event.TIES: "ties its battle",
    tree.Event.PUT_UNDER: "gets a card under it",
    tree.Event.CHARGED: "gets a Charge card",
    tree.Event.SWAPPED: "swaps places",
}
"""Verbs of events of a character, all of them in the singular."""
DONE = {
    tree.Event.SCENE_ENTERS: ("a scene of {} enters play", ""),
    tree.Event.SCENE_SET: ("{} set{} a scene", "s"),
    tree.Event.DISCARD: ("{} discard{}", "s"),
    tree.Event.ACTIVATES: ("{} complete{} an [Activate] effect", "s"),
    tree.Event.BECOMES_LEAD: ("{} become{} the Lead Player", "s"),
    tree.Event.DRAWS: ("{} draw{} a card", "s"),
    tree.Event.DRAWS_SOME: ("{} draw{} cards", "s"),
}
"""Events of a player, and the ending of the verb where it is not you."""
OF = {tree.Side.YOU: "yours", tree.Side.OPPONENT: "the opponent", tree.Side.BOTH: "either player"}
WATCHING = {tree.Side.YOU: "you", tree.Side.OPPONENT: "the opponent", tree.Side.BOTH: "either player"}


def plain_text(text: tree.CardText) -> list[str]:
    """What a card does, in plain English: one text a power, in printed order.

    For reading only: the effect language is what is played, and the one from which a card is read back.
    """
    return [plain_power(power) for power in text.powers]


def plain_power(power: tree.Power) -> str:
    """One power as a sentence or a few."""
    known = context.Saying(context.alone_in(power), context.foreign_to(power), context.sights(power))
    before = context.SAYING.set(known)
    try:
        return _power(power)
    finally:
        context.SAYING.reset(before)


def _power(power: tree.Power) -> str:
    head = _head(power)
    first, *rest = _sentences(power.body)
    text = f"{head}: {first}." if head else f"{_capital(first)}."
    once = [] if power.stacks else ["Several such cards count once"]
    return " ".join([text, *(f"{_capital(each)}." for each in (*rest, *once))])


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _head(power: tree.Power) -> str:
    """When a power may be used or happens, how often, and what it costs."""
    named = "while" if power.kind is tree.PowerKind.CONTINUOUS else "as a"
    gate = f"{named} {nouns.states(power.gate)}" if power.gate else ""
    parts = []
    if power.limit is not None:
        often = TIMES.get(power.limit, f"up to {power.limit} times")
        parts.append(f"{often} a {'game' if power.per_game else 'turn'}")
    if power.trigger is not None:
        enters = power.trigger.event is tree.Event.THIS_ENTERS
        parts.append(f"when {_trigger(power.trigger)}{' ' + gate if gate and enters else ''}")
        if gate and not enters:
            parts.insert(0, gate.replace("as a", "while"))
        gate = ""
    if gate:
        parts.append(gate)
    if power.condition is not None:
        parts.append(f"only if {condition_text(power.condition)}")
    if power.cost is not None:
        parts.append(_clause(power.cost))
    elif power.kind is tree.PowerKind.PAYMENT and power.limit is None:
        parts.insert(0, "any number of times")
    return _capital(", ".join(parts))


# ---------------------------------------------------------------------------------------------- triggers


def _trigger(trigger: tree.Trigger) -> str:
    event, subjects = trigger.event, trigger.subjects
    match subjects:
        case tree.CharacterSet() if event in HAPPENS:
            return f"{nouns.any_of(subjects)} {HAPPENS[event]}"
        case tree.CharacterSet(side) | tree.Movement(side) if event in DONE:
            text, ending = DONE[event]
            cause = CAUSES[subjects.cause] if isinstance(subjects, tree.Movement) else ""
            who = OF[side] if text.startswith("a scene of") else WATCHING[side]
            return text.format(who, "" if side is tree.Side.YOU else ending) + cause
        case tree.Departure(who, to, cause):
            return f"{nouns.any_of(who)} leaves the field{_to(to)}{CAUSES[cause]}"
        case tree.Movement(side, origin, to, cause, filters):
            start = "" if origin is tree.Spot.ANYWHERE else f" from {SPOTS[origin]}"
            moving = f"{nouns.described(filters, nouns.CARD).with_article(nouns.CARD)} of {OF[side]}"
            return f"{'this card' if event is tree.Event.THIS_MOVES else moving} moves{start}{_to(to)}{CAUSES[cause]}"
        case tree.Beginning(phase):
            return f"{PHASES[phase]} begins"
        case _:
            return OF_THIS.get(event, event.value.replace("_", " "))


def _to(spot: tree.Spot) -> str:
    return "" if spot is tree.Spot.ANYWHERE else f" to {SPOTS[spot]}"


# ---------------------------------------------------------------------------------------------- statements


def _sentences(statement: tree.Statement) -> list[str]:
    """A statement at the top of a power: every step of a sequence is a sentence."""
    if isinstance(statement, tree.Sequence):
        return [each for step in statement.steps for each in _sentences(step)]
    match statement:
        case tree.IfYouDo(first, tree.If(condition, then, other), otherwise):
            done = f"if {_they(first)} do and"
            parts = [_clause(first), f"{done} {condition_text(condition)}, {_clause(then)}"]
            parts += [] if other is None else [f"{done} that is not so, {_clause(other)}"]
            return parts if otherwise is None else [*parts, f"if {_they(first)} don't, {_clause(otherwise)}"]
        case tree.IfYouDo(first, then, otherwise):
            parts = [_clause(first), f"if {_they(first)} do, {_clause(then)}"]
            return parts if otherwise is None else [*parts, f"otherwise, {_clause(otherwise)}"]
        case tree.IfNotDone(first, then):
            return [_clause(first), f"if that was not done, {_clause(then)}"]
        case tree.If(condition, tree.If(further, then, None), None):
            return _sentences(tree.If(tree.All((condition, further)), then))
        case tree.If() if (parted := context.without_rest(statement, context.SAYING.get().sights)) is not None:
            return [*_sentences(parted[0]), _clause(parted[1])]
        case tree.If(condition, then, otherwise):
            parts = [f"if {condition_text(condition)}, {_clause(then)}"]
            return parts if otherwise is None else [*parts, f"otherwise, {_clause(otherwise)}"]
        case _ if (only := context.only_if(statement, context.SAYING.get().alone)) is not None:
            of, filters, done = only
            return [f"if {nouns.predicate(nouns.group(of), filters, nouns.CARD)}, {_clause(done)}"]
        case _:
            return [_clause(statement)]


def _clause(statement: tree.Statement) -> str:
    """A statement as one clause, what depends on it included."""
    match statement:
        case tree.Sequence(steps):
            return _in_order(steps)
        case tree.May(tree.If(condition, then, None), player):
            return f"if {condition_text(condition)}, {context.player(player)} may {_may(then, player)}"
        case tree.May(body, player):
            return f"{context.player(player)} may {_may(body, player)}"
        case tree.MayOr(first, otherwise):
            return f"{_you()} may {_may(first)}; if {_you()} don't, {_clause(otherwise)}"
        case tree.MayTo(first, then):
            goes_on = isinstance(then.steps[0] if isinstance(then, tree.Sequence) else then, tree.Action | tree.OneOf)
            after = f" to {_may(then)}" if goes_on else f" to do this: {_clause(then)}"
            return f"{_you()} may {_may(first)}{after}"
        case tree.IfYouDo() | tree.IfNotDone() | tree.If():
            return "; ".join(_sentences(statement))
        case tree.OneOf(options):
            return _one_of([_clause(option) for option in options])
        case tree.ForEach(over, body):
            return f"{_repeated(over)}, {_clause(body)}"
        case tree.Later(body, moment):
            return f"{MOMENTS[moment]}, {_put_off(body, moment)}"
        case tree.ByPlayer(player, body):
            return f"{context.player(player)} does this: {_done_by(player, body)}"
        case tree.Modes(modes, most, may):
            texts = [f"({place}) {_mode(mode)}" for place, mode in enumerate(modes, start=1)]
            return f"choose {'up to ' if may else ''}{most} of these: {'; '.join(texts)}"
        case tree.Modify(target, changes, duration) if (many := nouns.as_many_of(target)) is not None:
            times, one = many
            return f"{times}, {modified(nouns.characters(one), changes, duration)}, each time a different one"
        case tree.Modify(target, changes, duration):
            return modified(nouns.characters(target), changes, duration)
        case tree.Draw(player, count):
            return f"{'' if player is tree.Side.YOU else context.player(player) + ' '}{_draw(count, player)}"
        case tree.Forbid(player, deed, duration):
            return lasting(f"{context.player(player)} can't {DEEDS[deed]}", duration)
        case tree.ProtectFromExile(which, duration):
            return lasting(f"{nouns.card_set(which, many=True)} can't be exiled by the opponent's effects", duration)
        case _:
            return _action(statement)


def _mode(mode: tree.Mode) -> str:
    """A numbered effect, and when it may be chosen."""
    only = "" if mode.condition is None else f"only if {condition_text(mode.condition)}: "
    return f"{only}{_clause(mode.body)}"


def _you() -> str:
    return context.player(tree.Side.YOU)


def _they(first: tree.Statement) -> str:
    """Who may do something, where that was just said."""
    match first:
        case tree.May(_, player) | tree.ByPlayer(player):
            return _you() if player is tree.Side.YOU else "they"
    return _you()


def _one_of(options: list[str]) -> str:
    return ("either " if len(options) > 1 else "") + ", or ".join(options)


def _done_by(player: tree.Side, body: tree.Statement) -> str:
    """What a player does; "you" in it is that player, and "they" where it is not you."""
    doer = context.SAYING.get().doer
    if player is tree.Side.YOU:
        return _clause(body)
    return _said(body, doer=tree.Side.YOU if (doer, player) == TURNED else player)


def _put_off(body: tree.Statement, moment: tree.Moment) -> str:
    """What is done later; in the next turn "this turn" would be the wrong one."""
    return _clause(body) if moment is tree.Moment.END_OF_TURN else _said(body, later=True)


def _said(body: tree.Statement, **known: Any) -> str:
    """A clause of which more is known."""
    before = context.SAYING.set(replace(context.SAYING.get(), **known))
    try:
        return _clause(body)
    finally:
        context.SAYING.reset(before)


def _in_order(steps: tuple[tree.Statement, ...]) -> str:
    """Steps as one clause; what becomes of the same characters one after the other is said of them once."""
    said = [_clause(steps[0])]
    for last, step in pairwise(steps):
        clause = _clause(step)
        who = _same_again(last, step)
        again = who and clause.startswith(f"{who} ")
        said.append(f", and also {clause.removeprefix(f'{who} ')}" if again else f", then {clause}")
    return "".join(said)


def _same_again(last: tree.Statement, step: tree.Statement) -> str:
    """The known characters that both change, for the same time; else nothing."""
    match last, step:
        case tree.Modify(tree.That() as one, _, first), tree.Modify(other, _, second) if first == second:
            return nouns.characters(one).text if one == other else ""
    return ""


def _repeated(over: tree.CardSet | tree.Amount) -> str:
    if isinstance(over, tree.CardSet):
        return nouns.for_each(tree.CountCards(over), 1)
    if isinstance(over, int):
        return f"{over} times"
    counted = isinstance(over, tree.CountCharacters | tree.CountCards | tree.CountCharge)
    return f"once {nouns.for_each(over, 1)}" if counted else f"as often as {nouns.amount(over)}"


def _draw(count: tree.Amount, player: tree.Side) -> str:
    s = "" if context.player(player) in ("you", "they") else "s"
    match count:
        case int():
            return f"draw{s} {'a card' if count == 1 else f'{count} cards'}"
        case tree.Times(factor, each, per):
            return f"draw{s} {factor} card{'s' * (factor != 1)} {nouns.for_each(each, per)}"
        case tree.ByState():
            number, _, states_ = nouns.amount(count).partition(" as ")
            return f"draw{s} {number} card{'s' * (number != '1')} as {states_}" if states_ else f"draw{s} nothing"
        case _:
            return f"draw{s} as many cards as {nouns.as_many_as(count)}"


def _may(body: tree.Statement, player: tree.Side = tree.Side.YOU) -> str:
    """What that player may do, after "may"."""
    match body:
        case tree.Draw(draws, count) if draws is player:
            return _draw(count, tree.Side.YOU)
        case tree.Modify(target, changes, duration):
            return given_to(target, changes, duration)
        case tree.Draw(tree.Side.OPPONENT | tree.Side.BOTH):
            return f"have it that {_clause(body)}"
        case tree.Sequence(steps):
            return ", then ".join([_may(steps[0]), *(_clause(step) for step in steps[1:])])
        case tree.OneOf(options):
            return _one_of([_may(option, player) for option in options])
        case tree.If() | tree.ForEach() | tree.Later() | tree.IfYouDo() | tree.IfNotDone() | tree.ByPlayer():
            return f"have it that {_clause(body)}"
        case _:
            return _clause(body)


def _action(statement: Any) -> str:
    match statement:
        case tree.Move():
            return _moved(statement)
        case tree.Reveal(which):
            return f"reveal {nouns.cards(which).text}"
        case tree.Look(which):
            return f"look at {nouns.cards(which).text}"
        case tree.ChooseCards(which):
            return f"choose {nouns.cards(which).text}"
        case tree.ChooseCharacters(who):
            return f"choose {nouns.characters(who).text}"
        case tree.ChooseType(types):
            return f"choose TYPE {nouns.listed(types)}"
        case tree.ChooseBP(which):
            return f"choose one BP value of {nouns.card_set(which, many=False)}"
        case tree.PutOnTop(which, host):
            return f"put {nouns.cards(which).text} into play on top of {nouns.characters(host).text}"
        case tree.PutUnder(which, host):
            return f"put {nouns.cards(which).text} into play under {nouns.characters(host).text}"
        case tree.PutInPlace(which, state):
            shape = "" if state is None else f" as a {state.name}"
            return f"put {nouns.cards(which).text} into play in that place{shape}"
        case tree.PutScene(which):
            return f"put {nouns.cards(which).text} into the scene area"
        case tree.Swap(one, other):
            first, second = nouns.characters(one), nouns.characters(other)
            both = f" and {'another one of these' if one == other else second.text}"
            return f"swap the places of {first.text}{'' if one == other and first.many else both}"
        case tree.Charge(count, hosts):
            under = nouns.any_of(tree.CharacterSet(tree.Side.YOU, hosts))
            some, them = ("one card", "it") if count == 1 else (f"{count} cards", "them")
            whose, player = context.whose(tree.Side.YOU), context.player(tree.Side.YOU)
            return (
                f"reveal up to {some} from the top of {whose} deck, and {player} may put {them} face-down and sideways "
                f"under {under} (Charge {count})"
            )
        case tree.RunEnter(source):
            bearer = nouns.cards(source) if isinstance(source, tree.CardSelector) else nouns.characters(source)
            return f"carry out an effect for entering play of {bearer.text}"
        case tree.RunActivate(user, ignoring):
            free = ", whatever its state and however often it was used" if ignoring else ""
            return f"use an [Activate] effect of {nouns.characters(user).text}{free}"
        case _:
            raise TypeError(f"{type(statement).__name__}: no statement of the effect tree")


def _moved(move: tree.Move) -> str:
    """A movement by its everyday name: "discard one card", "take one ARC into the hand"."""
    order = " in any order" if move.any_order else ""
    match move:
        case tree.Move(
            tree.PickCards(_, tree.CardSet((tree.InZone(tree.Zone.HAND, tree.Side.YOU),))), tree.Destination.DISCARD
        ):
            return (
                f"discard {nouns.cards(move.cards).text.replace(f' from {context.whose(tree.Side.YOU)} hand', '', 1)}"
            )
    noun = nouns.cards(move.cards)
    owner = context.home(move.cards, many=noun.many)
    return MOVED[move.to].format(noun.text, owner, "s" * owner.startswith("their owners")) + order
