"""A writer of official English: the words of a power, one wording for each kind of node.

It writes what the tree says and nothing that a card prints, so that the reader can be asked whether it understands the
words as they are meant. `NoWords` is raised for a tree that cannot be said, or not by these patterns.
"""

from __future__ import annotations

import re
from dataclasses import fields, replace
from typing import Any

from tests.effects.written_things import (
    AGAINST,
    ASKED,
    CHANGES,
    DEEDS,
    GROUPS,
    ZONES,
    NoWords,
    Things,
    article,
    either,
    marked,
    number,
    types,
)
from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.official.meaning.references import OF_A_CHARACTER, group_after
from ucgsim.effects.reading_back import in_one_order
from ucgsim.effects.tree import Comparison, Destination, Edge, Group, Side, Zone

GATES = {tree.State.SINGLE: "[SIN]", tree.State.DOUBLE: "[DBL]", tree.State.TRIPLE: "[TRP]", tree.State.QUAD: "[QUAD]"}
DURATIONS = {
    tree.Duration.THIS_TURN: " for this turn",
    tree.Duration.NEXT_TURN: " during the next turn",
    tree.Duration.THIS_AND_NEXT_TURN: " until the end of the next turn",
    tree.Duration.WHILE_ACTIVE: "",
}
PLACES = {
    Destination.HAND: ("put", "into {} hand"),
    Destination.DISCARD: ("send", "to {} discard area"),
    Destination.DECK_BOTTOM: ("return", "to the bottom of {} deck"),
    Destination.DECK_TOP: ("return", "to the top of {} deck"),
    Destination.DECK_TOP_OR_BOTTOM: ("return", "to the top or bottom of {} deck"),
    Destination.EXILE: ("exile", "from the game"),
}
MOMENTS = {
    tree.Moment.END_OF_TURN: "at the end of this turn",
    tree.Moment.START_OF_NEXT_TURN: "at the start of the next turn",
    tree.Moment.END_OF_NEXT_TURN: "at the end of the next turn",
}
BANS = {
    tree.Deed.DRAW: "draw a card",
    tree.Deed.SET_SCENE: "set a scene",
    tree.Deed.ACTIVATE: "use [Activate] effects",
    tree.Deed.LEVEL_UP: "level up characters",
}
PHASES = {
    tree.TurnPhase.START: "turn",
    tree.TurnPhase.DRAW: "Draw Phase",
    tree.TurnPhase.SCENE: "Scene Phase",
    tree.TurnPhase.SET: "Set Character Phase",
    tree.TurnPhase.LEVEL_UP: "Level Up Phase",
    tree.TurnPhase.ACTIVATE: "Effect Activation Phase",
    tree.TurnPhase.JUDGEMENT: "Judgement Phase",
    tree.TurnPhase.END: "End Phase",
}
HAPPENS = {
    tree.Event.CHARACTER_ENTERS: "enters play",
    tree.Event.ACTIVATE_RESOLVED: "resolves an [Activate] effect",
    tree.Event.LEVELS_UP: "levels up",
    tree.Event.WINS: "wins its battle",
    tree.Event.LOSES: "loses its battle",
    tree.Event.TIES: "ties its battle",
    tree.Event.SWAPPED: "swaps places",
}
ACTS = {
    tree.Event.SCENE_SET: ("set", "sets", " a scene"),
    tree.Event.DISCARD: ("discard", "discards", " one or more cards from the hand"),
    tree.Event.ACTIVATES: ("use", "uses", " an [Activate] effect"),
    tree.Event.DRAWS: ("draw", "draws", " a card"),
    tree.Event.DRAWS_SOME: ("draw", "draws", " one or more cards"),
    tree.Event.BECOMES_LEAD: ("become", "becomes", " the Lead Player"),
}
SPOTS = {
    tree.Spot.HAND: "{} hand",
    tree.Spot.DECK: "{} deck",
    tree.Spot.DISCARD: "{} discard area",
    tree.Spot.SCENE_AREA: "the scene area",
    tree.Spot.FIELD: "the field",
}
CAUSES = {
    tree.Cause.ANY: "",
    tree.Cause.EFFECT: " by an effect",
    tree.Cause.YOUR_EFFECT: " by your effect",
    tree.Cause.THEIR_EFFECT: " by your opponent's effect",
}
HAND = tree.InZone(Zone.HAND, Side.YOU)
VERBS = re.compile("(draw|discard|send|put|return|exile|reveal|look|choose|give|swap|negate|change|have|resolve) ")
"""How a clause begins that one is told, or allowed."""


NAMED: dict[Any, Any] = {
    tree.ChooseCharacters: lambda _: tree.CharacterRef.CHOSEN,
    tree.Reveal: lambda _: Group.REVEALED,
    tree.ChooseCards: lambda _: Group.CHOSEN,
    tree.Move: lambda deed: group_after(deed.cards, deed.to),
}
"""What a deed makes known, by which a later sentence may call it."""


class Writer(Things):
    """Writes as the player says it who does what is being said; ``pronouns``: with "that card" for "the sent card"."""

    def __init__(self, *, pronouns: bool = False) -> None:
        super().__init__()
        self.pronouns = pronouns

    # --- what is asked

    def asked(self, condition: tree.Condition) -> str:
        if self.doer is not Side.YOU:
            raise NoWords("what another player is asked")
        match condition:
            case tree.Is(tree.That() | tree.OpponentOf(tree.That()) as who, filters) if filters:
                return f"{self.who(who)} {' and '.join(map(self.fact, filters))}"
            case tree.Compare(left, comparison, right):
                return self.compared(left, comparison, right)
            case tree.Leads(role):
                return f"you are the {role.value.title()} Player for this turn"
            case tree.TopCardTaken(tree.CharacterSet(side, filters), by):
                of = article(self.noun(filters)) if side is Side.BOTH else f"{self.whose(side)} {self.noun(filters)}"
                return (
                    f"the top card of {of} was put into its owner's hand"
                    + " by one of your character's effects" * by
                    + (" this turn")
                )
            case tree.HandCardReturned(side, Edge.TOP | Edge.BOTTOM as edge) if side is not Side.BOTH:
                where = f"the {edge.value} of its owner's deck"
                return f"a card from {self.whose(side)} hand was returned to {where} this turn"
            case tree.ActivateUsed(tree.CharacterSet(side, filters)) if side is not Side.BOTH:
                return f"an [Activate] effect of {self.whose(side)} {self.noun(filters)} was used this turn"
            case tree.CausedByEffect():
                return "this scene was sent to its owner's discard area by an effect"
            case tree.All(conditions):
                return " and ".join(map(self.asked, conditions))
            case tree.Any(conditions):
                return " or ".join(map(self.asked, conditions))
        raise NoWords(type(condition).__name__)

    def compared(self, left: tree.Amount, comparison: Comparison, right: tree.Amount) -> str:
        if isinstance(left, tree.Total) and not isinstance(left.of, tree.CharacterSet):
            raise NoWords("a number of one that is known, which is a fact of it")
        match left, right:
            case (tree.CountCharacters(tree.CharacterSet(Side.YOU, filters), None), of) if more := self.distance(
                comparison, of, tree.CountCharacters(tree.CharacterSet(Side.OPPONENT, filters))
            ):
                return f"you have {more} {self.noun(filters, many=True)} than your opponent"
        if not isinstance(right, int):
            return f"{self.figure(left)} is {AGAINST[comparison].format(self.figure(right))}"
        one = right == 1 and comparison is Comparison.AT_LEAST
        many = "a" if one else ASKED[comparison].format(number(right))
        match left:
            case tree.CountCharacters(tree.CharacterSet(side, filters), None):
                noun = self.noun(filters, many=not one)
                many = "" if one and noun.startswith("『") else "another" if one and noun.startswith("other ") else many
                noun = noun.removeprefix("other ") if one else noun
                many = "an" if many == "a" and article(noun).startswith("an ") else many
                have = "there is" if side is Side.BOTH else self.has_it(side)
                return f"{have} {many} {noun}".replace("  ", " ")
            case tree.CountCards(tree.CardSet((tree.InZone(Zone.SCENE_AREA, side),), filters), None) if one:
                have = "there is" if side is Side.BOTH else self.has_it(side)
                return (
                    f"{have} {article(self.noun((tree.KindIn((Kind.SCENE,)), *filters), card=True))} in the scene area"
                )
            case tree.CountCards(
                tree.CardSet((tree.InZone(Zone.HAND | Zone.DISCARD as zone, side),), filters), None
            ) if side is not Side.BOTH:
                noun = self.noun(filters, card=True, many=not one)
                return f"{self.has_it(side)} {many} {noun} in {'your' if side is Side.YOU else 'their'} {ZONES[zone]}"
            case tree.CountCards(tree.CardSet((tree.InZone(Zone.DECK, side),), ()), None) if side is not Side.BOTH:
                return f"there are {many} cards in {self.whose(side)} deck"
            case tree.CountCards(tree.CardSet((tree.Among(group),), filters), None) if group in GROUPS and one:
                return self.handled(group, filters)
            case tree.CountCards(tree.CardSet((tree.Among(group),), filters), None) if group in DEEDS:
                done = f"{DEEDS[group]} {many} {self.noun(filters, card=True, many=True)}"
                return f"you {done}{' to your deck' * (group is Group.RETURNED)} with this effect"
            case tree.Wins(side):
                return f"{self.has_it(side)} {many} wins"
            case tree.FieldRound():
                return f"there are {many} battle areas"
            case tree.CountCharge(tree.That() as of):
                return f"there are {many} face-down and sideways cards under {self.who(of)}"
        return f"{self.figure(left)} is {many if not one else 'at least 1'}"

    @staticmethod
    def distance(comparison: Comparison, right: tree.Amount, other: tree.Amount) -> str:
        """How much more than another count; nothing where it is compared with something else."""
        match comparison, right:
            case (Comparison.AT_LEAST, tree.Plus(of, int(least))) if of == other and least > 0:
                return f"at least {number(least)} more"
            case (Comparison.MORE | Comparison.FEWER, of) if of == other:
                return "more" if comparison is Comparison.MORE else "fewer"
        return ""

    def has_it(self, side: Side) -> str:
        if side is Side.BOTH:
            raise NoWords("who has it")
        return self.has(side)

    def handled(self, group: Group, filters: tree.Filters) -> str:
        """What is asked of the one card to which something was done."""
        match filters:
            case () if group is Group.DRAWN:
                return "you drew a card with this effect"
            case (tree.HasType() | tree.Measures(),):
                return f"{self.cards(tree.Cards(group))} {self.fact(filters[0])}"
            case (_, *_):
                return f"{self.cards(tree.Cards(group))} is {article(self.noun(filters, card=True))}"
        raise NoWords("handled")

    # --- what is given

    def gift(self, change: tree.Modification) -> tuple[str, str]:
        """What is given, and for each of what."""
        match change:
            case tree.BP(tree.ByState(values)):
                said = [
                    f"{value:+} BP if {state.name}" for value, state in zip(values, tree.State, strict=True) if value
                ]
                return either(said), ""
            case tree.BP(amount):
                count, of = self.each(amount)
                return f"{count:+} BP", of
            case tree.Grade(amount):
                count, of = self.each(amount)
                return f"a BP grade {'increase' if count > 0 else 'decrease'} by {number(abs(count))}", of
            case tree.AddTypes(names, choice) if not choice or len(names) > 1:
                return "TYPE " + marked(names, "【】", "or" if choice else "and"), ""
            case tree.AddChosenType():
                return "the chosen TYPE", ""
        raise NoWords("gift")

    def claim(self, who: tree.CharacterSelector, change: tree.Modification, duration: str) -> str:
        """What is said of characters, rather than given to them."""
        target = self.who(who)
        own = f"{target}'" if target.endswith("s") else f"{target}'s"
        match change:
            case tree.Extra():
                return f"{own} BP becomes EXTRA{duration}"
            case tree.ReplaceType(names, True):
                return f"{own} TYPE becomes {marked(names, '【】')}{duration}"
            case tree.ReplaceType(names, False):
                return f"change one TYPE of {target} to {marked(names, '【】')}{duration}"
            case tree.Immune(kind):
                said = f"any {CHANGES[kind]}" if "GRADE" in kind.name else CHANGES[kind]
                return f"{target} becomes unaffected by {said}{duration}"
            case tree.CannotLevelUp():
                return f"{target} cannot level up{duration}"
            case tree.DictateOutcome(outcome):
                return f"have {own} battle be a {outcome.value}{duration}"
            case tree.NegateText(every):
                return f"negate {'all effect texts' if every else 'one effect text'} of {target}{duration}"
            case tree.SilenceEnter():
                return f"your opponent cannot resolve {own} 《When this character enters play》 effect{duration}"
            case tree.SetBP(int(points)):
                return f"all {own} BP values become {points}{duration}"
            case tree.AddLevels(levels):
                return f"{target} counts as having {number(levels)} more levels{duration}"
        raise NoWords(type(change).__name__)

    # --- what is done

    def clause(self, deed: tree.Statement) -> str:
        """One clause; raises `NoWords` for what takes several sentences."""
        match deed:
            case tree.Modify(duration=duration) if self.continuous != (duration is tree.Duration.WHILE_ACTIVE):
                raise NoWords("another duration")
            case tree.Modify(who, (change,), duration) if not isinstance(
                change, tree.BP | tree.Grade | tree.AddTypes | tree.AddChosenType
            ):
                return self.claim(who, change, DURATIONS[duration])
            case tree.Modify(who, changes, duration) if changes:
                gifts = [self.gift(change) for change in changes]
                (of,) = {each for _, each in gifts} if len({each for _, each in gifts}) == 1 else ("?",)
                if of == "?" or (of and len(gifts) > 1):
                    raise NoWords("gifts")
                return f"give {self.who(who)} {' and '.join(gift for gift, _ in gifts)}{DURATIONS[duration]}{of}"
            case tree.Draw(Side.YOU, amount):
                return self.drawn(amount)
            case tree.Draw(side, amount) if self.doer is Side.YOU:
                return f"{'your opponent' if side is Side.OPPONENT else 'each player'} draws{self.drawn(amount)[4:]}"
            case tree.Reveal(cards) if not _on_field(cards):
                return f"reveal {self.loose(cards)}"
            case tree.Look(cards):
                return f"look at {self.loose(cards)}"
            case tree.ChooseCards(cards):
                return f"choose {self.loose(cards)}"
            case tree.ChooseCharacters(who):
                return f"choose {self.who(who)}"
            case tree.ChooseType(names):
                return f"choose {types(names)}"
            case tree.Move(cards, to, order):
                return self.move(cards, to) + " in any order" * order
            case tree.PutOnTop(cards, host):
                return f"put {self.loose(cards)} into play on top of {self.who(host)}"
            case tree.PutUnder(cards, host):
                return f"put {self.loose(cards)} into play on the bottom of {self.who(host)}"
            case tree.PutInPlace(cards, None):
                return f"put {self.loose(cards)} into play in its place"
            case tree.PutScene(cards):
                return f"put {self.loose(cards)} into the scene area"
            case tree.Swap(first, second) if first == second and isinstance(first, tree.PickCharacters):
                two = tree.PickCharacters(tree.Quantity(2, 2), first.characters)
                return f"swap the places of {self.who(two)}"
            case tree.Swap(first, second) if first != second:
                return f"swap the place of {self.who(first)} with {self.who(second)}"
        return self.more(deed)

    def more(self, deed: tree.Statement) -> str:
        match deed:
            case tree.Charge(count, (tree.NameIn(names),)) if 0 < count <= 5:
                return f"[Charge {'①②③④⑤'[count - 1]}]【{'/'.join(names)}】"
            case tree.RunEnter(tree.Cards() | tree.PickCards() as of):
                return f"resolve one 《When this character enters play》 effect of {self.cards(of)}"
            case tree.RunEnter(tree.That() | tree.PickCharacters() | tree.OpponentOf() as of):
                return f"resolve one 《When this character enters play》 effect of {self.who(of)}"
            case tree.RunActivate(of, ignoring) if getattr(of, "quantity", None) != tree.EVERY:
                limits = ", ignoring any [DBL] and usage limits that it has" * ignoring
                return f"choose one [Activate] effect of {self.who(of)} and resolve it by paying its cost{limits}"
            case tree.ProtectFromExile(tree.CardSet((tree.InZone(Zone.DISCARD, side),), ()), duration) if (
                self.continuous or DURATIONS[duration]
            ):
                where = f"{self.whose(side)} discard area"
                return f"cards in {where} cannot be exiled by your opponent's effects{DURATIONS[duration]}"
            case tree.Forbid(player, ban, duration) if duration is not tree.Duration.WHILE_ACTIVE:
                whom = {Side.YOU: "you", Side.OPPONENT: "your opponent", Side.BOTH: "players"}
                return f"{whom[player]} cannot {BANS[ban]}{DURATIONS[duration]}"
            case tree.May(body, Side.YOU) if self.doer is Side.YOU:
                return f"you may {self.order(body)}"
            case tree.MayTo(first, then) if self.doer is Side.YOU:
                return f"you may {self.order(first)}, to {self.order(then)}"
            case tree.OneOf(options):
                return ", or ".join(map(self.order, options))
            case tree.If(tree.No(condition), then, None) if not self.continuous:
                return f"unless {self.asked(condition)}, {self.clause(then)}"
            case tree.If(condition, then, None):
                return f"{'while' if self.continuous else 'if'} {self.asked(condition)}, {self.clause(then)}"
            case tree.ForEach(tree.CardSet((tree.Among(group),), filters), body) if group in DEEDS:
                of = tree.CountCards(tree.CardSet((tree.Among(group),), filters))
                return f"for each {self.counted(of, many=False)}, {self.clause(body)}"
            case tree.ForEach(over, body) if not isinstance(over, tree.CardSet | int | tree.Times) and not (
                isinstance(body, tree.Draw | tree.ByPlayer)
                or (isinstance(body, tree.Modify) and isinstance(body.target, tree.That))
            ):
                return f"for each {self.counted(over, many=False)}, {self.clause(body)}"
            case tree.Later(body, moment):
                return f"{MOMENTS[moment]}, {self.clause(body)}"
            case tree.ByPlayer(player, tree.May(body, Side.YOU)) if self.doer is Side.YOU and player is not Side.YOU:
                with self.by(player):
                    return f"{'your opponent' if player is Side.OPPONENT else 'each player'} may {self.order(body)}"
            case tree.ByPlayer(player, body) if (
                self.doer is Side.YOU and player is not Side.YOU and not isinstance(body, tree.OneOf)
            ):
                with self.by(player):
                    verb, _, words = self.order(body).partition(" ")
                return f"{'your opponent' if player is Side.OPPONENT else 'each player'} {verb}s {words}"
        raise NoWords(type(deed).__name__)

    def order(self, deed: tree.Statement) -> str:
        """A clause that begins with its verb, as it stands behind "may"."""
        clause = self.clause(deed)
        if not VERBS.match(clause) or isinstance(deed, tree.Forbid):
            raise NoWords("no order")
        return clause

    def drawn(self, amount: tree.Amount) -> str:
        match amount:
            case tree.ByState(values):
                said = [
                    f"{number(value)} card{'s' * (value > 1)} if {state.name}"
                    for value, state in zip(values, tree.State, strict=True)
                    if value
                ]
                return "draw " + either(said)
            case int() | tree.Times():
                count, of = self.each(amount)
                return f"draw {'a card' if count == 1 else f'{number(count)} cards'}{of}"
        return f"draw cards equal to {self.figure(amount)}"

    def loose(self, cards: tree.CardSelector) -> str:
        """Cards by themselves; a character says all its cards only where it goes somewhere."""
        if isinstance(cards, tree.WholeCharacters):
            raise NoWords("whole characters")
        return self.cards(cards)

    def move(self, cards: tree.CardSelector, to: Destination) -> str:
        match cards, to:
            case tree.PickCards(_, tree.CardSet((tree.InZone(Zone.HAND, side),)), _, player), Destination.DISCARD:
                if player is Side.OPPONENT and side is Side.OPPONENT and self.doer is Side.YOU:
                    with self.by(Side.OPPONENT):
                        own = tree.CardSet((HAND,), cards.cards.filters)
                        return (
                            f"your opponent discards {self.cards(tree.PickCards(cards.quantity, own, cards.distinct))}"
                        )
                return f"discard {self.cards(cards)}"
            case tree.Cards(Group.THIS), _:
                verb, place = PLACES[to]
                return f"{verb} this scene {place.format(self.whose(Side.YOU))}"
        verb, place = PLACES[to]
        return f"{verb} {self.cards(cards)} {place.format('its owner' + chr(39) + 's')}"

    # --- sentences and powers

    def sentences(self, deed: tree.Statement) -> str:
        """Sentences without the last full stop."""
        match deed:
            case tree.Sequence((first, then)) if self.pronouns and (named := NAMED.get(type(first))):
                before = self.sentences(first)
                self.spoken = named(first)
                return f"{before}. {capital(self.sentences(then))}"
            case tree.Sequence(steps):
                return ". ".join(map(capital, map(self.sentences, steps)))
            case tree.If(condition, then, otherwise) if otherwise is not None:
                return f"If {self.asked(condition)}, {self.clause(then)}. Otherwise, {self.clause(otherwise)}"
            case tree.IfYouDo(tree.Later()) | tree.IfNotDone(tree.Later() | tree.MayTo()):
                raise NoWords("what was done")
            case tree.IfYouDo(first, then, None):
                return f"{self.clause(first)}. If you do, {self.clause(then)}"
            case tree.IfYouDo(first, then, otherwise):
                done = f"{self.clause(first)}. If you do, {self.clause(then)}"
                return f"{done}. If you do not, {self.clause(otherwise)}"
            case tree.IfNotDone(first, then):
                return f"{self.clause(first)}. If you do not, {self.clause(then)}"
            case tree.Modes(modes, most, may) if all(mode.condition is None for mode in modes):
                choose = f"{'you may ' * may}choose {number(most)} of the following effects"
                listed = " ".join(f"({at}) {capital(self.clause(mode.body))}." for at, mode in enumerate(modes, 1))
                return f"{choose}: {listed}".removesuffix(".")
        return self.clause(deed)

    def power(self, power: tree.Power) -> str:
        gate = "".join(mark for state, mark in GATES.items() if state in power.gate)
        times = f"({number(power.limit)} times per {'game' if power.per_game else 'turn'})" if power.limit else ""
        self.continuous = power.kind is tree.PowerKind.CONTINUOUS
        self.event = power.trigger is not None and power.trigger.event in OF_A_CHARACTER
        only_once = " This effect does not stack." * (not power.stacks)
        body = capital(self.sentences(power.body)) + "." + only_once
        match power.kind:
            case tree.PowerKind.CONTINUOUS:
                return f"{gate}{body}"
            case tree.PowerKind.PAYMENT:
                only = f"if {self.asked(power.condition)}, " if power.condition else ""
                if isinstance(power.cost, tree.If):
                    raise NoWords("a condition of the power")
                cost = self.clause(power.cost) if power.cost else "no cost"
                return f"{gate}[Activate]{times}{capital(only + cost)} → {body}"
        return f"{gate}{times}《{capital(self.trigger(power.trigger))}》{body}"

    # --- triggers

    def trigger(self, trigger: tree.Trigger) -> str:
        if trigger == tree.Trigger(tree.Event.CHARACTER_ENTERS, tree.CharacterSet(Side.YOU, (tree.IsThis(),))):
            raise NoWords("this enters")
        match trigger:
            case tree.Trigger(tree.Event.THIS_ENTERS, None):
                return "when this character enters play"
            case tree.Trigger(tree.Event.THIS_MILLED, None):
                return "when this card is sent from your deck to your discard area"
            case tree.Trigger(tree.Event.THIS_SCENE_SENT, None):
                return "when this scene is sent to your discard area"
            case tree.Trigger(tree.Event.PHASE_BEGINS, tree.Beginning(phase)):
                return f"at the start of the {PHASES[phase]}"
            case tree.Trigger(event, tree.CharacterSet() as whom) if event in HAPPENS:
                return f"when {self.watched(whom)} {HAPPENS[event]}"
            case tree.Trigger(tree.Event.PUT_UNDER, tree.CharacterSet() as whom):
                return f"when a card is put into play on the bottom of {self.watched(whom)}"
            case tree.Trigger(tree.Event.CHARGED, tree.CharacterSet() as whom):
                return f"when a face-down and sideways card is placed under {self.watched(whom)}"
            case tree.Trigger(tree.Event.SCENE_ENTERS, tree.CharacterSet(side, ())):
                return f"when {'a' if side is Side.BOTH else self.whose(side)} scene enters play"
            case tree.Trigger(
                event,
                tree.CharacterSet(side, ()) | tree.Movement(side, tree.Spot.ANYWHERE, tree.Spot.ANYWHERE, filters=()),
            ) if event in ACTS:
                who = {Side.YOU: "you", Side.OPPONENT: "your opponent", Side.BOTH: "any player"}[side]
                one, other, what = ACTS[event]
                cause = CAUSES.get(getattr(trigger.subjects, "cause", tree.Cause.ANY), "?")
                if "?" in cause or (cause and isinstance(trigger.subjects, tree.CharacterSet)):
                    raise NoWords("cause")
                what = what.replace("the hand", "your hand" if side is Side.YOU else "their hand")
                return f"when {who} {one if side is Side.YOU else other}{what}{cause}"
            case tree.Trigger(tree.Event.LEAVES, tree.Departure(whom, to, cause)) if cause in CAUSES:
                if to is tree.Spot.ANYWHERE:
                    return f"when {self.watched(whom)} leaves play{CAUSES[cause]}"
                return f"when {self.watched(whom)} {self.way(tree.Spot.ANYWHERE, to)}{CAUSES[cause]}"
            case tree.Trigger(tree.Event.CARD_MOVES, tree.Movement(side, origin, to, cause, filters)) if (
                cause in CAUSES and (origin, to) != (tree.Spot.HAND, tree.Spot.DISCARD)
            ):
                what = article(self.noun(filters, card=True))
                return f"when {what} {self.way(origin, to, self.whose(side))}{CAUSES[cause]}"
            case tree.Trigger(tree.Event.THIS_MOVES, tree.Movement(Side.YOU, origin, to, cause, ())) if cause in CAUSES:
                return f"when this card {self.way(origin, to, 'your')}{CAUSES[cause]}"
        raise NoWords("trigger")

    def watched(self, whom: tree.CharacterSet) -> str:
        match whom:
            case tree.CharacterSet(Side.YOU, (tree.IsThis(),)):
                return "this character"
            case tree.CharacterSet(Side.BOTH, filters):
                return article(self.noun(filters))
            case tree.CharacterSet(side, filters):
                return f"one of {self.whose(side)} {self.noun(filters, many=True)}"
        raise NoWords("watched")

    def way(self, origin: tree.Spot, to: tree.Spot, whose: str = "its owner's") -> str:
        verbs = {tree.Spot.HAND: "put into", tree.Spot.DECK: "returned to", tree.Spot.DISCARD: "sent to"}
        start = f" from {SPOTS[origin].format(whose)}" if origin in SPOTS else ""
        if (origin is not tree.Spot.ANYWHERE and not start) or (to not in verbs and to is not tree.Spot.EXILE):
            raise NoWords("way")
        if to is tree.Spot.EXILE:
            return f"is exiled{start}"
        return f"is {verbs[to]}{''} {SPOTS[to].format(whose)}{start}"


def _on_field(cards: tree.CardSelector) -> bool:
    """Whether they lie open already."""
    return any(part is Zone.SCENE_AREA for part in tree.parts_of(cards))


def capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def written(power: tree.Power, *, pronouns: bool = False) -> str:
    """The power in official English. Raises `NoWords`."""
    return Writer(pronouns=pronouns).power(power)


def in_one_form(node: Any) -> Any:
    """A tree in the form in which it is compared: what means the same is the same."""
    return _in_one_form(in_one_order(node))


def _in_one_form(node: Any) -> Any:
    node = tree.rebuilt(node, _in_one_form)
    match node:
        case tree.ByPlayer(Side.OPPONENT, tree.Draw(Side.YOU, count)):
            return tree.Draw(Side.OPPONENT, _across(count))
        case tree.ByPlayer(Side.BOTH, tree.Draw(Side.YOU, int(count))):
            return tree.Draw(Side.BOTH, count)
        case tree.ByPlayer(
            Side.OPPONENT, tree.Move(tree.PickCards(cards=tree.CardSet((own,))) as cards, Destination.DISCARD)
        ) if own == HAND:
            picks = Side.YOU if cards.quantity == tree.EVERY else Side.OPPONENT
            return tree.Move(replace(_across(cards), player=picks), Destination.DISCARD)
        case tree.ByPlayer(Side.OPPONENT, tree.May(body)) if isinstance(
            deed := _in_one_form(tree.ByPlayer(Side.OPPONENT, body)), tree.Move | tree.Draw
        ):
            return tree.May(deed, Side.OPPONENT)
        # Without a revealed card nothing is done "instead", while "otherwise" would need one.
        case tree.If(tree.No(condition), then, otherwise) if otherwise is not None:
            return tree.If(condition, otherwise, then)
        case tree.If(tree.Compare(left, Comparison.EQUAL, 0), then, otherwise) if otherwise is not None:
            return tree.If(tree.Compare(left, Comparison.AT_LEAST, 1), otherwise, then)
        case tree.StackCards(tree.BothOf(parts)) | tree.ChargeCards(tree.BothOf(parts)):
            return tree.AllOf(tuple(replace(node, of=part) for part in parts))
        case tree.AllOf(parts) if all(isinstance(part, tree.WholeCharacters) for part in parts):
            return tree.WholeCharacters(tree.BothOf(tuple(part.of for part in parts)))
        case tree.All(parts) | tree.Any(parts) | tree.OneOf(parts):
            kind: Any = type(node)
            inner = (getattr(part, fields(kind)[0].name) if isinstance(part, kind) else (part,) for part in parts)
            return kind(tuple(one for each in inner for one in each))
    return node


def _across(node: Any) -> Any:
    return tree.ACROSS[node] if isinstance(node, Side) else tree.rebuilt(node, _across)
