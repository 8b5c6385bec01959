# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Clauses, sentences, triggers and powers of the official wording."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING, Any, get_args

from lark import Token, v_args

from ucgsim.effects.conditions import Condition, No
from ucgsim.effects.meanings import (
    ANOTHER,
    MeaningError,
    NounPhrase,
    as_characters,
    own_side,
    says_exactly,
)
from ucgsim.effects.nouns import (
    Cards,
    CharacterSelector,
    CharacterSet,
    IsThis,
    OpponentOf,
    Opposes,
    PickCharacters,
    That,
)
from ucgsim.effects.sentences import (
    NO_STACK,
    ROUND_CAP,
    Sentence,
    Suffix,
    apply_suffixes,
    join,
    prefixed,
    sequence,
    split_prefixes,
)
from ucgsim.effects.tree import (
    NO_GATE,
    AtEndOfTurn,
    ByPlayer,
    CardText,
    Draw,
    Event,
    If,
    May,
    MayTo,
    Move,
    OneOf,
    Power,
    PowerKind,
    Sequence,
    Statement,
    Trigger,
)
from ucgsim.effects.verbs import Verbs, is_of_their_hand, picked_by_opponent
from ucgsim.effects.words import (
    CharacterRef,
    Destination,
    Group,
    Side,
    State,
)

if TYPE_CHECKING:
    from ucgsim.effects.facts import Multiple

GATES = {"s": State.SINGLE, "d": State.DOUBLE, "t": State.TRIPLE, "q": State.QUAD}
"""States by the letter with which their sign begins."""


@v_args(inline=True)
class Clauses(Verbs):
    """What is done when, and under which power."""

    # --- clauses

    def actions(self, *steps: Statement) -> Statement:
        return sequence(steps)

    def condition_prefix(self, condition: Condition) -> Condition:
        return condition

    def unless_prefix(self, condition: Condition) -> Condition:
        return No(condition)

    def multiple_prefix(self, multiple: Multiple) -> Multiple:
        return multiple

    def suffix(self, condition: Condition) -> Suffix:
        return Suffix(condition)

    def unless_suffix(self, condition: Condition) -> Suffix:
        return Suffix(No(condition))

    def clause(self, *found: Any) -> Statement:
        return prefixed(*split_prefixes(apply_suffixes(found)))

    part_b = clause

    def core(self, statement: Statement) -> Statement:
        return statement

    def at_end(self, *found: Any) -> Statement:
        return AtEndOfTurn(prefixed(*split_prefixes(list(found))))

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
        """With "exactly" it is done in full or not at all (CR 11.3.2): an only alternative."""
        return May(OneOf((body,)) if says_exactly(body) else body)

    def opponent_may(self, _: Side, body: Statement) -> Statement:
        match body:
            case Draw(_, count):
                return May(Draw(Side.OPPONENT, count), Side.OPPONENT)
            case Move(cards, Destination.DISCARD) if is_of_their_hand(cards):
                return May(replace(body, cards=picked_by_opponent(cards)), Side.OPPONENT)
        return ByPlayer(Side.OPPONENT, May(own_side(body)))

    def later_if(self, condition: Condition, body: Statement) -> Statement:
        return If(condition, body)

    # --- sentences

    def plain(self, body: Statement, *_: Token) -> Sentence:
        return Sentence("", body)

    def if_you_do(self, *found: Any) -> Sentence:
        conditions = [item for item in found[:-1] if not isinstance(item, Side)]
        return Sentence("if_you_do", If(conditions[0], found[-1]) if conditions else found[-1])

    def if_you_do_not(self, *found: Any) -> Sentence:
        return Sentence("if_you_do_not", found[-1])

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
        return Sentence("numbered", join(sentences)[0], None, number)

    def body(self, *sentences: Sentence) -> tuple[Statement, bool]:
        return join(sentences)

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
        return reduce(State.__or__, (GATES[token[1]] for token in tokens))

    def triggered(self, *found: Any) -> Power:
        trigger = next(item for item in found if isinstance(item, Trigger))
        return _power(PowerKind.TRIGGERED, found, trigger=trigger)

    def free_payment(self, *found: Any) -> Power:
        condition = next((item for item in found if isinstance(item, get_args(Condition))), None)
        return _power(PowerKind.PAYMENT, found, condition=condition)

    def payment(self, *found: Any) -> Power:
        condition, cost = found[-2]
        return _power(PowerKind.PAYMENT, found, condition=condition, cost=cost)

    def cost(self, *found: Any) -> tuple[Condition | None, Statement]:
        return (found[0] if len(found) > 1 else None), found[-1]

    def continuous(self, *found: Any) -> Power:
        lines = [item for item in found if isinstance(item, Sentence)]
        return _power(PowerKind.CONTINUOUS, (*found, join(lines)))

    def start(self, *powers: Power) -> CardText:
        return CardText(powers)

    # --- triggers

    def this_enters(self) -> Trigger:
        return Trigger(Event.THIS_ENTERS)

    def something_enters(self, *found: Any) -> Trigger:
        side = next((item for item in found if isinstance(item, Side)), Side.BOTH)
        phrase: NounPhrase = found[-1]
        if phrase.is_scene:
            return Trigger(Event.SCENE_ENTERS, CharacterSet(side))
        return Trigger(Event.CHARACTER_ENTERS, CharacterSet(side, phrase.filters))

    def another_enters(self, *found: Any) -> Trigger:
        phrase: NounPhrase = found[-1]
        other = phrase if phrase.is_scene else replace(phrase, filters=(*phrase.filters, ANOTHER))
        return self.something_enters(*found[:-1], other)

    def you_discard(self, number: int = 1) -> Trigger:
        return self.they_discard(Side.YOU, number)

    def they_discard(self, side: Side, number: int = 1) -> Trigger:
        if number != 1:
            raise MeaningError("one or more cards")
        return Trigger(Event.DISCARD, CharacterSet(side))

    def scene_set(self, *who: Side) -> Trigger:
        return Trigger(Event.SCENE_ENTERS, CharacterSet(who[0] if who else Side.YOU))

    def this_milled(self) -> Trigger:
        return Trigger(Event.THIS_MILLED)

    def this_scene_sent(self) -> Trigger:
        return Trigger(Event.THIS_SCENE_SENT)

    def activate_resolved(self, unit: Any) -> Trigger:
        return Trigger(Event.ACTIVATE_RESOLVED, _opposite(as_characters(unit)))


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
