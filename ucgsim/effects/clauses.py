# ruff: noqa: D102 - each method reads the grammar rule of its name, and the rule says what that is
"""Verbs, sentences and powers of the official wording."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from lark import Token, v_args

from ucgsim.effects.conditions import Compare, Condition
from ucgsim.effects.facts import Facts, Multiple
from ucgsim.effects.nouns import (
    EVERY,
    ONE,
    Among,
    Amount,
    BothOf,
    ByState,
    Cards,
    CardSet,
    CharacterSelector,
    CharacterSet,
    CountCards,
    FieldRound,
    Filters,
    InGroup,
    InZone,
    IsThis,
    NameIn,
    Not,
    OpponentOf,
    Opposes,
    PickCards,
    PickCharacters,
    Quantity,
    RandomCards,
    RoundBetween,
    That,
    Times,
)
from ucgsim.effects.phrases import (
    Alternatives,
    MeaningError,
    NounPhrase,
    Several,
    Some,
    as_cards,
    as_characters,
    bare,
)
from ucgsim.effects.tree import (
    BP,
    NO_GATE,
    AddChosenType,
    AddTypes,
    AtEndOfTurn,
    CannotLevelUp,
    CardText,
    Charge,
    ChooseCards,
    ChooseCharacters,
    ChooseType,
    DictateOutcome,
    Draw,
    Event,
    Extra,
    ForEach,
    Grade,
    If,
    IfYouDo,
    Immune,
    May,
    MayTo,
    Mode,
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
    SilenceEnter,
    Statement,
    Swap,
    Trigger,
)
from ucgsim.effects.words import (
    Change,
    CharacterRef,
    Destination,
    Duration,
    Edge,
    Group,
    Outcome,
    Side,
    State,
    Zone,
)

HAND = InZone(Zone.HAND, Side.YOU)
STATE_SIZES = {State.SINGLE: 1, State.DOUBLE: 2, State.TRIPLE: 3, State.QUAD: 4}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a verb moves cards."""

    to: Destination
    any_order: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence and how it hangs on what came before."""

    link: str
    body: Statement | None = None
    condition: Condition | None = None
    number: int = 0


NO_STACK = Sentence("no_stack")
ROUND_CAP = Sentence("round_cap")


def sequence(steps: list[Statement] | tuple[Statement, ...]) -> Statement:
    """Steps one after the other, flat; one step is itself."""
    flat: list[Statement] = []
    for step in steps:
        flat += step.steps if isinstance(step, Sequence) else (step,)
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def has_choice(target: CharacterSelector) -> bool:
    """Whether somebody picks among several characters."""
    match target:
        case PickCharacters(quantity):
            return quantity.most is not None
        case OpponentOf(of):
            return has_choice(of)
        case That():
            return False
        case BothOf(parts):
            return any(has_choice(part) for part in parts)
    return True


def scaled(change: Modification, multiple: Multiple) -> Modification:
    """A change of BP or grade, for every so many of something."""
    if isinstance(change, BP) and isinstance(change.amount, int):
        return BP(Times(change.amount, multiple.count, multiple.per))
    if isinstance(change, Grade) and isinstance(change.steps, int):
        return Grade(Times(change.steps, multiple.count, multiple.per))
    raise MeaningError("a number that can be multiplied")


def repeated(multiple: Multiple, body: Statement) -> Statement:
    """A leading "for each": a larger number where nothing is chosen, a loop otherwise."""
    match body:
        case Modify(target, changes, duration) if not has_choice(target):
            return Modify(target, tuple(scaled(change, multiple) for change in changes), duration)
        case Draw(player, int(count)):
            return Draw(player, Times(count, multiple.count, multiple.per))
        case May(inner, player):
            return May(repeated(multiple, inner), player)
    match multiple:
        case Multiple(1, CountCards(CardSet((Among(),), _) as cards, None)):
            return ForEach(cards, body)
        case Multiple(1, count):
            return ForEach(count, body)
    return ForEach(Times(1, multiple.count, multiple.per), body)


def prefixed(prefixes: list[Condition | Multiple], body: Statement) -> Statement:
    """A clause under its "if …" and "for each …", the first outermost."""
    for prefix in reversed(prefixes):
        body = repeated(prefix, body) if isinstance(prefix, Multiple) else _conditional(prefix, body)
    return body


def _conditional(condition: Condition, body: Statement) -> Statement:
    """ "If the revealed card is X, …, and return the rest": what is not X is the rest and is returned anyway."""
    match condition, body:
        case Compare(CountCards(CardSet((Among(Group.REVEALED),), _))), Sequence(
            (*steps, Move(Cards(Group.REST)) as rest)
        ):
            return Sequence((If(condition, sequence(steps)), rest))
    return If(condition, body)


@v_args(inline=True)
class Clauses(Facts):
    """What is done, and under which power."""

    # --- verbs

    def draw(self, count: Amount, *multiples: Multiple) -> Statement:
        for multiple in multiples:
            if not isinstance(count, int):
                raise MeaningError("a number of cards")
            count = Times(count, multiple.count, multiple.per)
        return Draw(Side.YOU, count)

    def discard_hand(self) -> Statement:
        return Move(PickCards(EVERY, CardSet((HAND,))), Destination.DISCARD)

    def to_top(self, *rest: Any) -> Place:
        return Place(Destination.DECK_TOP, "order" in rest)

    def draw_by_state(self, *found: Any) -> Statement:
        return Draw(Side.YOU, _by_state(found))

    def by_state(self, token: Token) -> State:
        return State[token.upper()]

    def draw_at_end(self, count: Amount) -> Statement:
        return AtEndOfTurn(Draw(Side.YOU, count))

    def each_draws(self, count: Amount) -> Statement:
        return Draw(Side.BOTH, count)

    def discard(self, found: Any) -> Statement:
        return Move(as_cards(found, HAND), Destination.DISCARD)

    def move(self, found: Any, place: Place, *exceptions: Filters) -> Statement:
        cards = as_cards(found)
        if exceptions and isinstance(cards, PickCards):
            cards = replace(cards, cards=replace(cards.cards, filters=cards.cards.filters + exceptions[0]))
        return Move(cards, place.to, place.any_order)

    def to_hand(self, *_: object) -> Place:
        return Place(Destination.HAND)

    def to_discard(self, *_: object) -> Place:
        return Place(Destination.DISCARD)

    def to_deck(self, edge: Edge, *rest: Any) -> Place:
        return Place(Destination.DECK_TOP if edge is Edge.TOP else Destination.DECK_BOTTOM, "order" in rest)

    def to_either_end(self, *rest: Any) -> Place:
        return Place(Destination.DECK_TOP_OR_BOTTOM, "order" in rest)

    def any_order(self) -> str:
        return "order"

    def exception(self) -> Filters:
        return (Not((InGroup(Group.DISCARDED),)),)

    def exile(self, found: Any) -> Statement:
        return Move(as_cards(found), Destination.EXILE)

    def reveal(self, found: Any) -> Statement:
        return Reveal(as_cards(found, HAND))

    def reveal_random(self, found: Some, side: Side, *_: object) -> Statement:
        if not isinstance(found, Some) or found.quantity.most is None:
            raise MeaningError("how many cards")
        return Reveal(
            RandomCards(found.quantity.most, CardSet((InZone(Zone.HAND, side),), found.phrase.filters))
        )

    def choose(self, found: Any) -> Statement:
        parts = found.parts if isinstance(found, Several | Alternatives) else (found,)
        last = parts[-1]
        if isinstance(last, Some) and (last.phrase.sources or last.phrase.is_card):
            return ChooseCards(as_cards(found))
        return ChooseCharacters(as_characters(found))

    def choose_type(self, types: tuple[Filters, bool]) -> Statement:
        return ChooseType(_type_names(types))

    def put_on_top(self, cards: Any, host: Any) -> Statement:
        return PutOnTop(as_cards(cards), as_characters(host))

    def put_under(self, cards: Any, host: Any) -> Statement:
        return PutUnder(as_cards(cards), as_characters(host))

    def put_in_place(self, cards: Any, *state: Any) -> Statement:
        return PutInPlace(as_cards(cards), state[0] if state else None)

    def build_in_place(self, state: State, phrase: NounPhrase) -> Statement:
        size = STATE_SIZES[state]
        return PutInPlace(PickCards(Quantity(size, size), CardSet((HAND,), phrase.filters)), state)

    def put_scene(self, cards: Any) -> Statement:
        return PutScene(as_cards(cards))

    def swap(self, first: Any, second: Any) -> Statement:
        return Swap(as_characters(first), as_characters(second))

    def run_enter(self, *found: Any) -> Statement:
        of = found[-1]
        is_card = not isinstance(of, Some | That | OpponentOf) or (isinstance(of, Some) and of.phrase.is_card)
        return RunEnter(as_cards(of) if is_card else as_characters(of))

    def run_activate(self, *found: Any) -> Statement:
        of = next(item for item in found if isinstance(item, Some | That))
        if isinstance(of, Some) and of.quantity.most is None:
            of = replace(of, quantity=ONE)
        return RunActivate(as_characters(of), any(isinstance(item, Token) for item in found))

    def charge(self, token: Token, hosts: Token) -> Statement:
        names = tuple(name.strip().upper() for name in bare(hosts).split("/"))
        return Charge(_charge_count(token), (NameIn(names),))

    # --- modifications

    def give(self, target: Any, gifts: Any) -> Statement:
        changes, duration = gifts
        return Modify(as_characters(target), changes, duration)

    def gifts(self, *found: Any) -> tuple[tuple[Modification, ...], Duration]:
        changes = [item for item in found if not isinstance(item, Duration | Multiple)]
        duration = next((item for item in found if isinstance(item, Duration)), Duration.WHILE_ACTIVE)
        for multiple in (item for item in found if isinstance(item, Multiple)):
            changes = [scaled(change, multiple) for change in changes]
        return tuple(changes), duration

    def multiplier(self, multiple: Multiple) -> Multiple:
        return multiple

    def plus_bp(self, token: Token) -> Modification:
        return BP(int(token))

    def plus_bp_by_state(self, *found: Any) -> Modification:
        return BP(_by_state(tuple(item if isinstance(item, State) else int(item) for item in found)))

    def grade(self, way: int, steps: int) -> Modification:
        return Grade(way * steps)

    def add_types(self, types: tuple[Filters, bool]) -> Modification:
        names = _type_names(types)
        return AddTypes(names, choice=types[1] and len(names) > 1)

    def add_chosen_type(self) -> Modification:
        return AddChosenType()

    def this_turn(self) -> Duration:
        return Duration.THIS_TURN

    def next_turn(self) -> Duration:
        return Duration.NEXT_TURN

    def change_type(self, _: int, target: Any, types: tuple[Filters, bool], *duration: Duration) -> Statement:
        return _modify(target, ReplaceType(_type_names(types)), duration)

    def negate(self, _: int, target: Any, *duration: Duration) -> Statement:
        return _modify(target, NegateText(), duration)

    def dictate(self, target: Any, outcome: Outcome, *duration: Duration) -> Statement:
        return _modify(target, DictateOutcome(outcome), duration)

    def win(self) -> Outcome:
        return Outcome.WIN

    def tie(self) -> Outcome:
        return Outcome.TIE

    # --- claims

    def claims(self, *found: Any) -> Statement:
        multiples = [item for item in found if isinstance(item, Multiple)]
        return prefixed(list(multiples), sequence([item for item in found if not isinstance(item, Multiple)]))

    def claim(self, statement: Statement) -> Statement:
        return statement

    def claim_of(self, target: Any, claimed: Any) -> Statement:
        return _modify(target, *claimed)

    def claim_of_it(self, claimed: Any) -> Statement:
        return _modify(That(CharacterRef.THIS), *claimed)

    def its(self, claimed: Any) -> Any:
        return claimed

    def grade_changes(self, way: int, steps: int, *duration: Duration) -> Any:
        return Grade(way * steps), duration

    def reads_extra(self, *duration: Duration) -> Any:
        return Extra(), duration

    def immune(self, change: Change, *duration: Duration) -> Any:
        return Immune(change), duration

    def no_level_up(self, *duration: Duration) -> Any:
        return CannotLevelUp(), duration

    def outcome_is(self, outcome: Outcome, *duration: Duration) -> Any:
        return DictateOutcome(outcome), duration

    def grade_change(self, way: int) -> Change:
        return Change.GRADE_UP if way > 0 else Change.GRADE_DOWN

    def bp_change(self, sign: Token) -> Change:
        return Change.BP_PLUS if sign.startswith("+") else Change.BP_MINUS

    def silence(self, _: Side, target: Any, *duration: Duration) -> Statement:
        return _modify(target, SilenceEnter(), duration)

    def protect(self, side: Side, _: Side, *duration: Duration) -> Statement:
        cards = CardSet((InZone(Zone.DISCARD, side),))
        return ProtectFromExile(cards, duration[0] if duration else Duration.WHILE_ACTIVE)

    # --- clauses

    def actions(self, *steps: Statement) -> Statement:
        return sequence(steps)

    def condition_prefix(self, condition: Condition) -> Condition:
        return condition

    def multiple_prefix(self, multiple: Multiple) -> Multiple:
        return multiple

    def suffix(self, condition: Condition) -> Sentence:
        return Sentence("suffix", None, condition)

    def clause(self, *found: Any) -> Statement:
        last = next((item for item in found if isinstance(item, Sentence)), None)
        if last is not None:
            at = found.index(last)
            return self.clause(*found[: at - 1], If(last.condition, found[at - 1]), *found[at + 1 :])  # type: ignore[arg-type]
        prefixes = [item for item in found if isinstance(item, Multiple | Condition)]
        return prefixed(
            prefixes, sequence([item for item in found if not isinstance(item, Multiple | Condition)])
        )

    part_b = clause

    def core(self, statement: Statement) -> Statement:
        return statement

    def at_end(self, body: Statement) -> Statement:
        return AtEndOfTurn(body)

    def payment_part(self, *options: Statement) -> Statement:
        return options[0] if len(options) == 1 else OneOf(options)

    def may_to(self, first: Statement, then: Statement) -> Statement:
        """ "…, and send the rest" at the end of part B is no part of it, as the newer wording says."""
        steps = then.steps if isinstance(then, Sequence) else (then,)
        is_rest = isinstance(steps[-1], Move) and steps[-1].cards == Cards(Group.REST)
        if is_rest and len(steps) > 1:
            return Sequence((MayTo(first, sequence(steps[:-1])), steps[-1]))
        return MayTo(first, then)

    def may(self, body: Statement) -> Statement:
        return May(body)

    def opponent_may(self, _: Side, body: Statement) -> Statement:
        if isinstance(body, Draw):
            body = replace(body, player=Side.OPPONENT)
        return May(body, Side.OPPONENT)

    def later_if(self, condition: Condition, body: Statement) -> Statement:
        return If(condition, body)

    # --- sentences

    def plain(self, body: Statement, *_: Token) -> Sentence:
        return Sentence("", body)

    def if_you_do(self, *found: Any) -> Sentence:
        body = found[-1] if len(found) == 1 else If(found[0], found[-1])
        return Sentence("if_you_do", body)

    def otherwise(self, body: Statement) -> Sentence:
        return Sentence("otherwise", body)

    def round_cap(self) -> Sentence:
        return ROUND_CAP

    def no_stack(self) -> Sentence:
        return NO_STACK

    def mode_choice(self, *found: Any) -> Sentence:
        return Sentence("mode", None, found[0] if len(found) > 1 else None, found[-1])

    def following(self, number: int) -> Sentence:
        return Sentence("following", None, None, number)

    def numbered(self, number: int, *sentences: Sentence) -> Sentence:
        return Sentence("numbered", _join(sentences)[0], None, number)

    def body(self, *sentences: Sentence) -> tuple[Statement, bool]:
        return _join(sentences)

    def while_line(self, condition: Condition, claims: Statement) -> Sentence:
        return Sentence("", If(condition, claims))

    def plain_line(self, claims: Statement) -> Sentence:
        return Sentence("", claims)

    # --- powers

    def once(self) -> int:
        return 1

    def twice(self) -> int:
        return 2

    def many_times(self, number: int) -> int:
        return number

    def limit(self, times: int) -> int:
        return times

    def gate(self, *tokens: Token) -> State:
        return reduce(State.__or__, (GATES[token] for token in tokens))

    def triggered(self, *found: Any) -> Power:
        trigger = next(item for item in found if isinstance(item, Trigger))
        return _power(PowerKind.TRIGGERED, found, trigger=trigger)

    def free_payment(self, *found: Any) -> Power:
        return _power(PowerKind.PAYMENT, found)

    def payment(self, *found: Any) -> Power:
        condition, cost = found[-2]
        return _power(PowerKind.PAYMENT, found, condition=condition, cost=cost)

    def cost(self, *found: Any) -> tuple[Condition | None, Statement]:
        return (found[0] if len(found) > 1 else None), found[-1]

    def continuous(self, *found: Any) -> Power:
        lines = [item for item in found if isinstance(item, Sentence)]
        return _power(PowerKind.CONTINUOUS, (*found, _join(lines)))

    def start(self, *powers: Power) -> CardText:
        return CardText(powers)

    # --- triggers

    def this_enters(self) -> Trigger:
        return Trigger(Event.THIS_ENTERS)

    def scene_enters(self) -> Trigger:
        return Trigger(Event.SCENE_ENTERS, CharacterSet(Side.BOTH))

    def whose_scene_enters(self, side: Side) -> Trigger:
        return Trigger(Event.SCENE_ENTERS, CharacterSet(side))

    def character_enters(self, *found: Any) -> Trigger:
        side = next((item for item in found if isinstance(item, Side)), Side.BOTH)
        return Trigger(Event.CHARACTER_ENTERS, CharacterSet(side, found[-1].filters))

    def you_discard(self, *_: object) -> Trigger:
        return Trigger(Event.DISCARD, CharacterSet(Side.YOU))

    def this_milled(self) -> Trigger:
        return Trigger(Event.THIS_MILLED)

    def this_scene_sent(self) -> Trigger:
        return Trigger(Event.THIS_SCENE_SENT)

    def activate_resolved(self, unit: Any) -> Trigger:
        return Trigger(Event.ACTIVATE_RESOLVED, _opposite(as_characters(unit)))


GATES = {"[sin]": State.SINGLE, "[dbl]": State.DOUBLE, "[trp]": State.TRIPLE, "[quad]": State.QUAD}


def _type_names(types: tuple[Filters, bool]) -> tuple[str, ...]:
    return tuple(name for item in types[0] for name in getattr(item, "types", ()))


def _modify(target: Any, change: Modification, duration: tuple[Duration, ...]) -> Statement:
    return Modify(as_characters(target), (change,), duration[0] if duration else Duration.WHILE_ACTIVE)


def _by_state(found: tuple[Any, ...]) -> ByState:
    """Numbers and states in turn."""
    values = dict(zip(found[1::2], found[::2], strict=True))
    single, double, triple, quad = (values.get(state, 0) for state in STATE_SIZES)
    return ByState((single, double, triple, quad))


def _charge_count(token: Token) -> int:
    """The number of a Charge keyword, which may stand in a circle."""
    digits = [char for char in token if char.isnumeric()]
    return int(unicodedata.numeric(digits[0])) if digits else 1


def _opposite(selector: CharacterSelector) -> CharacterSet:
    """The characters that a selector in a trigger speaks of, as a set."""
    match selector:
        case PickCharacters(_, characters):
            return characters
        case OpponentOf(That(CharacterRef.THIS)):
            return CharacterSet(Side.OPPONENT, (Opposes(CharacterSet(Side.YOU, (IsThis(),))),))
        case OpponentOf(PickCharacters(_, characters)):
            return CharacterSet(Side.BOTH, (Opposes(characters),))
    raise MeaningError("a character that the trigger can watch")


def _power(kind: PowerKind, found: tuple[Any, ...], **more: Any) -> Power:
    body, stacks = found[-1]
    gate = next((item for item in found if isinstance(item, State)), NO_GATE)
    limit = next((item for item in found if type(item) is int), None)
    return Power(kind=kind, body=body, gate=gate, limit=limit, stacks=stacks, **more)


def _join(sentences: list[Sentence] | tuple[Sentence, ...]) -> tuple[Statement, bool]:
    """Sentences as one statement, and whether copies of the power stack."""
    steps: list[Statement] = []
    numbered = [sentence for sentence in sentences if sentence.link == "numbered"]
    modes = [sentence for sentence in sentences if sentence.link == "mode"]
    most = [sentence.number for sentence in sentences if sentence.link == "following"]
    if most:
        modes = [replace(sentence, link="mode") for sentence in numbered]
    for sentence in sentences:
        _join_one(steps, sentence)
    if modes:
        steps.append(_modes(modes, numbered, most[0] if most else len(modes)))
    if not steps:
        raise MeaningError("something that the effect does")
    return sequence(steps), NO_STACK not in sentences


def _join_one(steps: list[Statement], sentence: Sentence) -> None:
    if sentence.link == "" and sentence.body is not None:
        steps += sentence.body.steps if isinstance(sentence.body, Sequence) else (sentence.body,)
        return
    if sentence.link not in ("if_you_do", "otherwise", "round_cap"):
        return
    if not steps:
        raise MeaningError("a sentence before this one")
    if sentence.link == "round_cap":
        steps[-1] = _cap_round(steps[-1])
    elif sentence.body is not None:
        attach = _after if sentence.link == "if_you_do" else _or_else
        steps[-1] = attach(steps[-1], sentence.body)


def _after(first: Statement, then: Statement) -> Statement:
    """ "If you do, B" belongs to what stands under the condition of A."""
    if isinstance(first, If) and first.otherwise is None:
        return If(first.condition, _after(first.then, then))
    if isinstance(first, IfYouDo):
        return IfYouDo(first.first, sequence((first.then, then)))
    return IfYouDo(first, then)


def _or_else(before: Statement, body: Statement) -> Statement:
    """ "Otherwise" belongs to the last condition that was asked."""
    match before:
        case If(condition, then, None):
            return If(condition, then, body)
        case IfYouDo(first, then):
            return IfYouDo(first, _or_else(then, body))
        case MayTo(first, then):
            return MayTo(first, _or_else(then, body))
        case May(inner, player):
            return May(_or_else(inner, body), player)
        case Sequence(steps):
            return Sequence((*steps[:-1], _or_else(steps[-1], body)))
    raise MeaningError("a condition before this sentence")


def _cap_round(before: Statement) -> Statement:
    """No scene card above the Field Round count."""
    match before:
        case PutScene(PickCards(quantity, cards, distinct)):
            capped = replace(cards, filters=(*cards.filters, RoundBetween(None, FieldRound())))
            return PutScene(PickCards(quantity, capped, distinct))
        case May(inner, player):
            return May(_cap_round(inner), player)
        case If(condition, then, otherwise):
            return If(condition, _cap_round(then), otherwise)
        case IfYouDo(first, then):
            return IfYouDo(first, _cap_round(then))
        case MayTo(first, then):
            return MayTo(first, _cap_round(then))
        case Sequence(steps):
            return Sequence((*steps[:-1], _cap_round(steps[-1])))
    raise MeaningError("a scene card that is put into play before this sentence")


def _modes(choices: list[Sentence], numbered: list[Sentence], most: int) -> Statement:
    bodies = {sentence.number: sentence.body for sentence in numbered}
    modes = []
    for choice in choices:
        body = bodies.get(choice.number)
        if body is None:
            raise MeaningError(f"an effect with the number {choice.number}")
        modes.append(Mode(choice.condition, body))
    return Modes(tuple(modes), most)
