"""Powers, statements and conditions in plain English: one sentence or a few for each power of a card."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any, assert_never

from ucgsim.effects import tree
from ucgsim.effects.plain.nouns import (
    ALONE,
    CARD,
    CHANGED,
    CHARACTER,
    COMPARED,
    OWNERS,
    PLAYERS,
    ZONES,
    Noun,
    amount,
    any_of,
    card_set,
    cards,
    characters,
    described,
    for_each,
    group,
    is_what,
    listed,
    noun_of,
    signed,
    states,
    thing_in,
    where,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

THIS_CHARACTER = tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),))
TIMES = {1: "once", 2: "twice"}
WHEN = {
    tree.Duration.NEXT_TURN: " during the next turn",
    tree.Duration.THIS_AND_NEXT_TURN: " until the end of the next turn",
}
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
PHASES = {
    tree.TurnPhase.START: "the turn",
    tree.TurnPhase.DRAW: "the Draw Phase",
    tree.TurnPhase.SCENE: "the Scene Phase",
    tree.TurnPhase.SET: "the Set Phase",
    tree.TurnPhase.LEVEL_UP: "the Level-Up Phase",
    tree.TurnPhase.ACTIVATE: "the Activate Phase",
    tree.TurnPhase.JUDGEMENT: "the Judgement Phase",
    tree.TurnPhase.END: "the End Phase",
}
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
    tree.Destination.HAND: "take {} into the hand",
    tree.Destination.DISCARD: "put {} into the discard area",
    tree.Destination.EXILE: "exile {}",
    tree.Destination.DECK_TOP: "put {} on top of the deck",
    tree.Destination.DECK_BOTTOM: "put {} at the bottom of the deck",
    tree.Destination.DECK_TOP_OR_BOTTOM: "put {} on top or at the bottom of the deck",
}
OF_THIS = {
    tree.Event.THIS_ENTERS: "it enters play",
    tree.Event.THIS_MILLED: "this card goes from the deck to the discard area",
    tree.Event.THIS_SCENE_SENT: "this scene goes to the discard area",
}
SOME = {
    tree.Group.REVEALED: "a card was revealed",
    tree.Group.REST: "there is a rest",
    tree.Group.CHOSEN: "a card was chosen",
    tree.Group.SENT: "a card was sent to the discard area",
    tree.Group.DISCARDED: "a card was discarded",
    tree.Group.EXILED: "a card was exiled",
    tree.Group.DRAWN: "a card was drawn",
    tree.Group.TO_HAND: "a card was taken into the hand",
    tree.Group.RETURNED: "a card was returned",
    tree.Group.ON_TOP: "it went on top of the deck",
    tree.Group.PLAYED: "a card was put into play",
    tree.Group.LOOKED: "a card was looked at",
}
"""That this effect has done something with a card."""
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
MOVABLE = [
    tree.Group.SENT,
    tree.Group.DISCARDED,
    tree.Group.EXILED,
    tree.Group.TO_HAND,
    tree.Group.RETURNED,
    tree.Group.ON_TOP,
]
"""Groups that a movement may add to."""
WATCHING = {tree.Side.YOU: "you", tree.Side.OPPONENT: "the opponent", tree.Side.BOTH: "either player"}


def plain_text(text: tree.CardText) -> list[str]:
    """What a card does, in plain English: one text a power, in printed order.

    For reading only: the effect language is what is played, and the one from which a card is read back.
    """
    return [plain_power(power) for power in text.powers]


def plain_power(power: tree.Power) -> str:
    """One power as a sentence or a few."""
    before = ALONE.set(_alone(power))
    try:
        return _power(power)
    finally:
        ALONE.reset(before)


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
    gate = f"{named} {states(power.gate)}" if power.gate else ""
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
        parts.append(f"only if {_condition(power.condition)}")
    if power.cost is not None:
        parts.append(_clause(power.cost))
    elif power.kind is tree.PowerKind.PAYMENT and power.limit is None:
        parts.insert(0, "any number of times")
    return _capital(", ".join(parts))


def _alone(power: tree.Power) -> frozenset[str]:
    """Groups and references of which this power has one at most."""
    several: list[tree.Group | tree.CharacterRef] = []
    for node in _nodes(power):
        match node:
            case tree.Reveal(of) if _are_many(of):
                several.append(tree.Group.REVEALED)
            case tree.Look(of) if _are_many(of):
                several.append(tree.Group.LOOKED)
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


def _nodes(tree_: Any) -> Iterator[Any]:
    """All parts of a tree."""
    if isinstance(tree_, tuple):
        for item in tree_:
            yield from _nodes(item)
    elif is_dataclass(tree_):
        yield tree_
        for each in fields(tree_):
            yield from _nodes(getattr(tree_, each.name))


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
            return characters(who).many
        case tree.Cards():
            return False
        case _:
            return True


# ---------------------------------------------------------------------------------------------- triggers


def _trigger(trigger: tree.Trigger) -> str:
    event, subjects = trigger.event, trigger.subjects
    match subjects:
        case tree.CharacterSet() if event in HAPPENS:
            return f"{any_of(subjects)} {HAPPENS[event]}"
        case tree.CharacterSet(side) | tree.Movement(side) if event in DONE:
            text, ending = DONE[event]
            return text.format(WATCHING[side], "" if side is tree.Side.YOU else ending)
        case tree.Departure(who, to, cause):
            return f"{any_of(who)} leaves the field{_to(to)}{CAUSES[cause]}"
        case tree.Movement(side, origin, to, cause, filters):
            start = "" if origin is tree.Spot.ANYWHERE else f" from {SPOTS[origin]}"
            moving = f"{described(filters, CARD).with_article(CARD)} of {WATCHING[side]}"
            return f"{'this card' if event is tree.Event.THIS_MOVES else moving} moves{start}{_to(to)}{CAUSES[cause]}"
        case tree.Beginning(phase):
            return f"{PHASES[phase]} begins"
        case _:
            return OF_THIS.get(event, event.value.replace("_", " "))


def _to(spot: tree.Spot) -> str:
    return "" if spot is tree.Spot.ANYWHERE else f" to {SPOTS[spot]}"


# ---------------------------------------------------------------------------------------------- conditions


def _condition(condition: tree.Condition) -> str:
    match condition:
        case tree.Compare(left, comparison, right):
            return _compared(left, comparison, right)
        case tree.Is(who, filters):
            noun = characters(who)
            return f"{noun.text} {'are' if noun.many else 'is'} {is_what(filters, CHARACTER)}"
        case tree.Leads(role):
            return f"you are the {role.value.capitalize()} Player"
        case tree.TopCardTaken(who, by_your_character):
            by = " by one of your characters" if by_your_character else ""
            return f"the top card of {any_of(who)} was taken into the hand this turn{by}"
        case tree.HandCardReturned(side, edge):
            return f"a card from {OWNERS[side]} hand was put on the {edge.value} of the deck this turn"
        case tree.ActivateUsed(who):
            return f"{any_of(who)} used an [Activate] effect this turn"
        case tree.CausedByEffect():
            return "an effect caused it"
        case tree.All(conditions):
            return listed([_condition(each) for each in conditions], "and")
        case tree.Any(conditions):
            return listed([_condition(each) for each in conditions])
        case tree.No(inner):
            return f"it is not so that {_condition(inner)}"
        case _:
            assert_never(condition)


def _compared(left: tree.Amount, comparison: tree.Comparison, right: tree.Amount) -> str:
    """A comparison: "you have at least 2 heroes", "there is no kaiju in your discard area", "X is at least 3"."""
    if isinstance(right, int):
        if (comparison, right) == (tree.Comparison.AT_LEAST, 1) and (said := _there_is(left)):
            return said
        if said := _there_are(left, *_count(comparison, right)):
            return said
    return f"{amount(left)} is {COMPARED[comparison].format(amount(right))}"


def _there_is(left: tree.Amount) -> str:
    """That there is at least one, where one is named shortly; else nothing."""
    match left:
        case tree.CountCards(tree.CardSet((tree.Among(of),), ()), None) if of in SOME:
            return SOME[of]
        case tree.CountCards(tree.CardSet((tree.Among(of),), filters), None) if filters and not group(of).many:
            return f"{group(of).text} is {is_what(filters, CARD)}"
        case tree.CountCharacters(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(), *rest)), None) if rest:
            return f"this character is {is_what(tuple(rest), CHARACTER)}"
    return ""


def _there_are(left: tree.Amount, count: str, many: bool) -> str:  # noqa: FBT001 - one pair
    """How many there are of what is counted; nothing where it is no count."""
    match left:
        case tree.CountCharacters(tree.CharacterSet(side, filters), None):
            has = {tree.Side.YOU: "you have", tree.Side.OPPONENT: "the opponent has", tree.Side.BOTH: "the field has"}
            return f"{has[side]} {_so_many(count, filters, CHARACTER, many=many)}"
        case tree.CountCards(tree.CardSet(sources, filters), None):
            noun = _so_many(count, filters, thing_in(sources), many=many)
            return f"there {'are' if many else 'is'} {noun} {where(sources)}"
        case tree.CountCharge(of):
            owner = characters(of)
            return f"{owner.text} {'have' if owner.many else 'has'} {count} Charge card{'s' * many}"
    return ""


def _so_many(count: str, filters: tree.Filters, thing: tuple[str, str], *, many: bool) -> str:
    return (
        described(filters, thing).with_article(thing)
        if count == "a"
        else f"{count} {noun_of(filters, thing, many=many)}"
    )


def _count(comparison: tree.Comparison, right: int) -> tuple[str, bool]:
    if (comparison, right) == (tree.Comparison.AT_LEAST, 1):
        return "a", False
    if (comparison, right) == (tree.Comparison.EQUAL, 0):
        return "no", False
    return COMPARED[comparison].format(right), right != 1


# ---------------------------------------------------------------------------------------------- changes


def _change(noun: Noun, change: tree.Modification) -> str:
    """What happens to characters, said of them: "this character gets +1000 BP"."""
    s = "" if noun.many else "s"
    who = noun.text
    match change:
        case tree.BP(value):
            return f"{who} get{s} {_points(value, 'BP')}"
        case tree.Grade(steps):
            return f"{who} get{s} {_points(steps, 'BP grade')}"
        case tree.Extra():
            return f"{who} use{s} EXTRA BP"
        case tree.AddTypes(types, choice):
            return f"{who} gain{s} TYPE {listed(types, 'or' if choice else 'and')}"
        case tree.AddChosenType():
            return f"{who} gain{s} the chosen TYPE"
        case tree.ReplaceType(types, every):
            return f"{'every' if every else 'one'} TYPE of {who} becomes {listed(types)}"
        case tree.Immune(kept_off):
            return f"{who} {_is(noun)} unaffected by {CHANGED[kept_off]}"
        case tree.CannotLevelUp():
            return f"{who} can't level up"
        case tree.DictateOutcome(outcome):
            return f"the battle of {who} is a {outcome.value}, whatever the BP"
        case tree.NegateText(every):
            return f"{who} lose{s} {'all effects' if every else 'one effect'}"
        case tree.SilenceEnter():
            return f"{who} can't use effects for entering play"
        case tree.SetBP(value):
            return f"the BP of {who} becomes {amount(value)}"
        case tree.AddLevels(value):
            return f"{who} count{s} as {value:+} levels in totals"
        case _:
            assert_never(change)


def _points(value: tree.Amount, unit: str) -> str:
    """What is added to BP or a BP grade: "+1000 BP for each of your GAIA"."""
    match value:
        case int():
            return f"{value:+} {unit}"
        case tree.Times(factor, count, per):
            return f"{factor:+} {unit} {for_each(count, per)}"
        case _:
            return f"{unit} {signed(value)}"


def _is(noun: Noun) -> str:
    return "are" if noun.many else "is"


def _modified(noun: Noun, changes: tuple[tree.Modification, ...], duration: tree.Duration) -> str:
    said = [_change(noun, change) for change in changes] or [f"nothing happens to {noun.text}"]
    return " and ".join([*said[:1], *(each.removeprefix(f"{noun.text} ") for each in said[1:])]) + WHEN.get(
        duration, ""
    )


# ---------------------------------------------------------------------------------------------- statements


def _sentences(statement: tree.Statement) -> list[str]:
    """A statement at the top of a power: every step of a sequence is a sentence."""
    if isinstance(statement, tree.Sequence):
        return [each for step in statement.steps for each in _sentences(step)]
    match statement:
        case tree.IfYouDo(first, then, otherwise):
            parts = [_clause(first), f"if you do, {_clause(then)}"]
            return parts if otherwise is None else [*parts, f"otherwise, {_clause(otherwise)}"]
        case tree.IfNotDone(first, then):
            return [_clause(first), f"if that was not done, {_clause(then)}"]
        case tree.If(condition, tree.If(further, then, None), None):
            return _sentences(tree.If(tree.All((condition, further)), then))
        case tree.If(condition, then, otherwise):
            parts = [f"if {_condition(condition)}, {_clause(then)}"]
            return parts if otherwise is None else [*parts, f"otherwise, {_clause(otherwise)}"]
        case _:
            return [_clause(statement)]


def _clause(statement: tree.Statement) -> str:
    """A statement as one clause, what depends on it included."""
    match statement:
        case tree.Sequence(steps):
            return ", then ".join(_clause(step) for step in steps)
        case tree.May(body, player):
            return f"{PLAYERS[player]} may {_may(body, player)}"
        case tree.MayOr(first, otherwise):
            return f"you may {_may(first)}; if you don't, {_clause(otherwise)}"
        case tree.MayTo(first, then):
            goes_on = isinstance(_first(then), tree.Action | tree.OneOf)
            return f"you may {_may(first)}{' to ' + _may(then) if goes_on else '; if you do, ' + _clause(then)}"
        case tree.IfYouDo() | tree.IfNotDone() | tree.If():
            return "; ".join(_sentences(statement))
        case tree.OneOf(options):
            return "either " + ", or ".join(_clause(option) for option in options)
        case tree.ForEach(over, body):
            return f"{_repeated(over)}, {_clause(body)}"
        case tree.Later(body, moment):
            return f"{MOMENTS[moment]}, {_clause(body)}"
        case tree.ByPlayer(player, body):
            return f"{PLAYERS[player]} does this: {_clause(body)}"
        case tree.Modes(modes, most, may):
            texts = [
                f"({place}) {_clause(mode.body if mode.condition is None else tree.If(mode.condition, mode.body))}"
                for place, mode in enumerate(modes, start=1)
            ]
            return f"choose {'up to ' if may else ''}{most} of these: {'; '.join(texts)}"
        case tree.Modify(target, changes, duration):
            return _modified(characters(target), changes, duration)
        case tree.Draw(player, count):
            return f"{'' if player is tree.Side.YOU else PLAYERS[player] + ' '}{_draw(count, player)}"
        case tree.Forbid(player, deed, duration):
            return f"{PLAYERS[player]} can't {DEEDS[deed]}{WHEN.get(duration, '')}"
        case tree.ProtectFromExile(which, duration):
            return f"{card_set(which, many=True)} can't be exiled by the opponent's effects{WHEN.get(duration, '')}"
        case _:
            return _action(statement)


def _repeated(over: tree.CardSet | tree.Amount) -> str:
    if isinstance(over, tree.CardSet):
        return f"for each {card_set(over, many=False)}"
    return f"as often as {amount(over)}" if not isinstance(over, int) else f"{over} times"


def _draw(count: tree.Amount, player: tree.Side) -> str:
    s = "" if player is tree.Side.YOU else "s"
    match count:
        case int():
            return f"draw{s} {'a card' if count == 1 else f'{count} cards'}"
        case tree.Times(factor, each, per):
            return f"draw{s} {factor} card{'s' * (factor != 1)} {for_each(each, per)}"
        case tree.ByState():
            return f"draw{s} cards: {amount(count)}"
        case _:
            return f"draw{s} as many cards as {amount(count)}"


def _first(statement: tree.Statement) -> tree.Statement:
    return statement.steps[0] if isinstance(statement, tree.Sequence) else statement


def _may(body: tree.Statement, player: tree.Side = tree.Side.YOU) -> str:
    """What that player may do, after "may"."""
    match body:
        case tree.Draw(draws, count) if draws is player:
            return _draw(count, tree.Side.YOU)
        case tree.Modify(target, changes, duration):
            return _given(target, changes, duration)
        case tree.Draw(tree.Side.OPPONENT | tree.Side.BOTH):
            return f"have it that {_clause(body)}"
        case tree.Sequence(steps):
            return ", then ".join([_may(steps[0]), *(_clause(step) for step in steps[1:])])
        case tree.OneOf(options):
            return "either " + ", or ".join(_may(option) for option in options)
        case _:
            return _clause(body)


def _given(target: tree.CharacterSelector, changes: tuple[tree.Modification, ...], duration: tree.Duration) -> str:
    """The same as `_modified`, as what somebody does: "give this character +1000 BP"."""
    noun = characters(target)
    given = [_giving(noun.text, change) for change in changes] or [f"do nothing with {noun.text}"]
    again = [each.removeprefix(f"give {noun.text} ") for each in given[1:]]
    return " and ".join([*given[:1], *again]) + WHEN.get(duration, "")


def _giving(who: str, change: tree.Modification) -> str:
    match change:
        case tree.BP(value):
            return f"give {who} {_points(value, 'BP')}"
        case tree.Grade(steps):
            return f"give {who} {_points(steps, 'BP grade')}"
        case tree.Extra():
            return f"let {who} use EXTRA BP"
        case tree.AddTypes(types, choice):
            return f"give {who} TYPE {listed(types, 'or' if choice else 'and')}"
        case tree.AddChosenType():
            return f"give {who} the chosen TYPE"
        case tree.ReplaceType(types, every):
            return f"change {'every' if every else 'one'} TYPE of {who} to {listed(types)}"
        case tree.Immune(kept_off):
            return f"make {who} unaffected by {CHANGED[kept_off]}"
        case tree.CannotLevelUp():
            return f"keep {who} from leveling up"
        case tree.DictateOutcome(outcome):
            return f"make the battle of {who} a {outcome.value}, whatever the BP"
        case tree.NegateText(every):
            return f"take {'all effects' if every else 'one effect'} from {who}"
        case tree.SilenceEnter():
            return f"keep {who} from using effects for entering play"
        case tree.SetBP(value):
            return f"make the BP of {who} {amount(value)}"
        case tree.AddLevels(value):
            return f"count {who} as {value:+} levels in totals"
        case _:
            assert_never(change)


def _action(statement: Any) -> str:
    match statement:
        case tree.Move():
            return _moved(statement)
        case tree.Reveal(which):
            return f"reveal {cards(which).text}"
        case tree.Look(which):
            return f"look at {cards(which).text}"
        case tree.ChooseCards(which):
            return f"choose {cards(which).text}"
        case tree.ChooseCharacters(who):
            return f"choose {characters(who).text}"
        case tree.ChooseType(types):
            return f"choose the TYPE {listed(types)}"
        case tree.ChooseBP(which):
            return f"choose one BP value of {card_set(which, many=False)}"
        case tree.PutOnTop(which, host):
            return f"put {cards(which).text} on top of {characters(host).text}"
        case tree.PutUnder(which, host):
            return f"put {cards(which).text} under {characters(host).text}"
        case tree.PutInPlace(which, state):
            shape = "" if state is None else f" as a {state.name}"
            return f"put {cards(which).text} into play in that place{shape}"
        case tree.PutScene(which):
            return f"put {cards(which).text} into the scene area"
        case tree.Swap(one, other):
            both = "" if one == other else f" and {characters(other).text}"
            return f"swap the places of {characters(one).text}{both}"
        case tree.Charge(count, hosts):
            under = any_of(tree.CharacterSet(tree.Side.YOU, hosts))
            return f"Charge {count}: put up to {count} card{'s' * (count != 1)} of your hand face-down under {under}"
        case tree.RunEnter(source):
            whose = cards(source) if isinstance(source, tree.CardSelector) else characters(source)
            return f"carry out an effect for entering play of {whose.text}"
        case tree.RunActivate(user, ignoring):
            free = ", whatever its state and however often it was used" if ignoring else ""
            return f"use an [Activate] effect of {characters(user).text}{free}"
        case _:
            raise TypeError(f"{type(statement).__name__}: no statement of the effect tree")


def _moved(move: tree.Move) -> str:
    """A movement by its everyday name: "discard one card", "take one ARC into the hand"."""
    order = " in any order" if move.any_order else ""
    match move:
        case tree.Move(tree.PickCards(_, tree.CardSet((tree.InZone(tree.Zone.HAND, tree.Side.YOU),))), to):
            noun = cards(move.cards).text.removesuffix(f" from your {ZONES[tree.Zone.HAND]}")
            if to is tree.Destination.DISCARD and noun != cards(move.cards).text:
                return f"discard {noun}"
    return MOVED[move.to].format(cards(move.cards).text) + order
