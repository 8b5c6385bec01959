# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Clauses, sentences, triggers and powers of the official wording."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, get_args

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.meaning import references
from ucgsim.effects.official.meaning.references import is_of_their_hand, picked_by_opponent
from ucgsim.effects.official.wording import (
    conditions,
    connectives,
    facts,
    figures,
    noun_phrases,
    selections,
    triggers,
    verbs,
)
from ucgsim.effects.official.wording.built import maker
from ucgsim.effects.official.wording.triggers import Triggers

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lark import Token


MOST_USES = 15
"""Uses of one power that the record of a game can count."""
GATES = {"s": tree.State.SINGLE, "d": tree.State.DOUBLE, "t": tree.State.TRIPLE, "q": tree.State.QUAD}
"""States by the letter with which their sign begins."""


_WORDINGS = (references, noun_phrases, selections, figures, facts, conditions, verbs, triggers, connectives)
"""Modules whose names the grammar may use, besides those of this one, of the meanings and of the tree."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a power may be used (CR 9.4.2)."""

    times: int
    per_game: bool = False


class Clauses(Triggers):
    """What is done when, and under which power; ``built``: what the grammar builds by itself, by its names there."""

    def __init__(self, built: Mapping[str, str] = MappingProxyType({})) -> None:
        super().__init__()
        names: dict[str, Any] = {}
        for known in (*map(vars, _WORDINGS), globals(), vars(meaning), vars(tree)):
            names |= known
        names |= {name: getattr(self, name) for name in dir(self) if not name.startswith("__")}
        for name, expression in built.items():
            make = maker(expression, names)
            setattr(self, name, lambda *parts, make=make: make(parts, self.at))

    # --- clauses

    suffix = connectives.Suffix

    def clause(self, *parts: Any) -> tree.Statement:
        return connectives.prefixed(*connectives.split_prefixes(connectives.apply_suffixes(parts)))

    def put_off(self, *parts: Any) -> tree.Statement:
        moment = next(item for item in parts if isinstance(item, tree.Moment))
        rest = [item for item in parts if not isinstance(item, tree.Moment)]
        body = connectives.prefixed(*connectives.split_prefixes(rest))
        if moment is not tree.Moment.END_OF_TURN and _speaks_of_the_next_turn(body):
            raise meaning.MeaningError("of which turn that is the next")
        return tree.Later(body, moment)

    def may_to(self, first: tree.Statement, then: tree.Statement) -> tree.Statement:
        """ "…, and send the rest" at the end of part B is no part of it, as the newer wording says."""
        steps = then.steps if isinstance(then, tree.Sequence) else (then,)
        is_rest = isinstance(steps[-1], tree.Move) and steps[-1].cards == tree.Cards(tree.Group.REST)
        if is_rest and len(steps) > 1:
            return tree.Sequence((tree.MayTo(first, connectives.sequence(steps[:-1])), steps[-1]))
        return tree.MayTo(first, then)

    def opponent_may(self, _: tree.Side, body: tree.Statement) -> tree.Statement:
        match body:
            case tree.Draw(tree.Side.YOU, count):
                return tree.May(tree.Draw(tree.Side.OPPONENT, count), tree.Side.OPPONENT)
            case tree.Move(cards, tree.Destination.DISCARD) if is_of_their_hand(meaning.said(cards)):
                return tree.May(replace(body, cards=picked_by_opponent(meaning.said(cards))), tree.Side.OPPONENT)
        return tree.ByPlayer(tree.Side.OPPONENT, tree.May(meaning.seen_by(tree.Side.OPPONENT, body)))

    def during(self, duration: tree.Duration, body: tree.Statement) -> tree.Statement:
        """A duration said beforehand, of everything that lasts in what follows."""
        steps = [_lasting(step, duration) for step in (body.steps if isinstance(body, tree.Sequence) else (body,))]
        return connectives.sequence(steps)

    def either_deed(self, *options: tree.Statement) -> tree.Statement:
        """One or the other, which of them the player says. Behind what another player does it is open who does it."""
        of_others = [_is_of_another(option) for option in options]
        if any(other and not its for other, its in pairwise(of_others)):
            raise meaning.MeaningError("who does each of the two")
        return options[0] if len(options) == 1 else tree.OneOf(options)

    # --- sentences

    def they_do(self, *steps: tree.Statement) -> connectives.Sentence:
        body = meaning.seen_by(tree.Side.OPPONENT, connectives.sequence(steps))
        match body:
            case tree.Draw(tree.Side.YOU, int(count)):
                return connectives.Sentence("they", tree.Draw(tree.Side.OPPONENT, count))
        return connectives.Sentence("they", tree.ByPlayer(tree.Side.OPPONENT, body))

    def if_you_do(self, doer: tree.Side, *parts: Any) -> connectives.Sentence:
        body = tree.If(parts[0], parts[1]) if len(parts) > 1 else parts[0]
        return connectives.Sentence("if_you_do", body, doer=doer)

    def numbered(self, number: int, *parts: connectives.Sentence | Limit) -> connectives.Sentence:
        sentences = [item for item in parts if isinstance(item, connectives.Sentence)]
        if len(sentences) < len(parts):
            raise meaning.MeaningError("a limit of the power as a whole")
        return connectives.Sentence("numbered", connectives.join(sentences)[0], None, number)

    def body(self, *parts: connectives.Sentence | Limit) -> tuple[Any, ...]:
        limits = [item for item in parts if isinstance(item, Limit)]
        return (*connectives.join([item for item in parts if isinstance(item, connectives.Sentence)]), *limits)

    # --- powers

    def gate(self, *tokens: Token) -> tree.State:
        return reduce(tree.State.__or__, (GATES[token[1]] for token in tokens))

    def triggered(self, *parts: Any) -> tree.Power:
        trigger = next(item for item in parts if isinstance(item, tree.Trigger))
        return _power(tree.PowerKind.TRIGGERED, parts, trigger=trigger)

    def free_payment(self, *parts: Any) -> tree.Power:
        condition = next((item for item in parts if isinstance(item, get_args(tree.Condition))), None)
        return _power(tree.PowerKind.PAYMENT, parts, condition=condition)

    def payment(self, *parts: Any) -> tree.Power:
        condition, cost = parts[-2]
        return _power(tree.PowerKind.PAYMENT, parts, condition=condition, cost=cost)

    def continuous(self, *parts: Any) -> tree.Power:
        lines = [item for item in parts if isinstance(item, connectives.Sentence)]
        return _power(tree.PowerKind.CONTINUOUS, (*parts, connectives.join(lines)))


def _is_of_another(deed: tree.Statement) -> bool:
    """Whether another player does it, or each of them."""
    match deed:
        case tree.ByPlayer():
            return True
        case tree.Draw(player) | tree.May(_, player):
            return player is not tree.Side.YOU
        case tree.Move(tree.PickCards(player=player)):
            return player is not tree.Side.YOU
    return False


def _speaks_of_the_next_turn(node: object) -> bool:
    return any(part in (tree.Duration.NEXT_TURN, tree.Duration.THIS_AND_NEXT_TURN) for part in tree.parts_of(node))


def _lasting(step: tree.Statement, duration: tree.Duration) -> tree.Statement:
    """What names no duration itself, with that one; a deed that is over at once has none."""
    if isinstance(step, tree.Modify | tree.Forbid) and step.duration is tree.Duration.WHILE_ACTIVE:
        return replace(step, duration=duration)
    raise meaning.MeaningError("something that lasts, with one duration")


def limit_of(times: int, *, per_game: bool) -> Limit:
    """More uses than the record counts are no limit that a text would name."""
    if not 1 <= times <= MOST_USES:
        raise meaning.MeaningError(f"once to {MOST_USES} times")
    return Limit(times, per_game)


def _power(kind: tree.PowerKind, parts: tuple[Any, ...], **more: Any) -> tree.Power:
    body, stacks, *said = parts[-1]
    gate = next((item for item in parts if isinstance(item, tree.State)), tree.NO_GATE)
    limits = [item for item in (*parts, *said) if isinstance(item, Limit)]
    if len(limits) > 1:
        raise meaning.MeaningError("one limit")
    if limits:
        more |= {"limit": limits[0].times, "per_game": limits[0].per_game}
    return tree.Power(kind=kind, body=body, gate=gate, stacks=stacks, **more)
