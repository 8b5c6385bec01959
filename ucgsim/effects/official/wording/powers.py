# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Clauses, sentences, triggers and powers of the official wording."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from itertools import pairwise
from typing import Any, get_args

from lark import Token, v_args

from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.meaning.references import is_of_their_hand, picked_by_opponent
from ucgsim.effects.official.wording import connectives
from ucgsim.effects.official.wording.noun_phrases import always, reads
from ucgsim.effects.official.wording.triggers import Triggers

MOST_USES = 15
"""Uses of one power that the record of a game can count."""
GATES = {"s": tree.State.SINGLE, "d": tree.State.DOUBLE, "t": tree.State.TRIPLE, "q": tree.State.QUAD}
"""States by the letter with which their sign begins."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How often a power may be used (CR 9.4.2)."""

    times: int
    per_game: bool = False


@v_args(inline=True)
class Clauses(Triggers):
    """What is done when, and under which power."""

    # --- clauses

    def actions(self, *steps: tree.Statement) -> tree.Statement:
        return connectives.sequence(steps)

    unless_prefix = reads(meaning.unless)

    suffix = connectives.Suffix

    def unless_suffix(self, condition: tree.Condition) -> connectives.Suffix:
        return connectives.Suffix(meaning.unless(condition))

    def clause(self, *parts: Any) -> tree.Statement:
        return connectives.prefixed(*connectives.split_prefixes(connectives.apply_suffixes(parts)))

    part_b = clause

    def put_off(self, *parts: Any) -> tree.Statement:
        moment = next(item for item in parts if isinstance(item, tree.Moment))
        rest = [item for item in parts if not isinstance(item, tree.Moment)]
        body = connectives.prefixed(*connectives.split_prefixes(rest))
        if moment is not tree.Moment.END_OF_TURN and _speaks_of_the_next_turn(body):
            raise meaning.MeaningError("of which turn that is the next")
        return tree.Later(body, moment)

    end_of_turn = always(tree.Moment.END_OF_TURN)
    start_of_next_turn = always(tree.Moment.START_OF_NEXT_TURN)
    end_of_next_turn = always(tree.Moment.END_OF_NEXT_TURN)

    def may_to(self, first: tree.Statement, then: tree.Statement) -> tree.Statement:
        """ "…, and send the rest" at the end of part B is no part of it, as the newer wording says."""
        steps = then.steps if isinstance(then, tree.Sequence) else (then,)
        is_rest = isinstance(steps[-1], tree.Move) and steps[-1].cards == tree.Cards(tree.Group.REST)
        if is_rest and len(steps) > 1:
            return tree.Sequence((tree.MayTo(first, connectives.sequence(steps[:-1])), steps[-1]))
        return tree.MayTo(first, then)

    def may(self, body: tree.Statement) -> tree.Statement:
        """With "exactly" it is done in full or not at all (CR 11.3.2): an only alternative."""
        return tree.May(tree.OneOf((body,)) if meaning.says_exactly(body) else body)

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

    later_if = tree.If
    later_if_done = connectives.ThenClause

    # --- sentences

    def plain(self, body: tree.Statement, *_: Token) -> connectives.Sentence:
        return connectives.Sentence("", body)

    def then_plain(self, body: tree.Statement, *_: Token) -> connectives.Sentence:
        return connectives.Sentence("then", body)

    def they_do(self, *steps: tree.Statement) -> connectives.Sentence:
        body = meaning.seen_by(tree.Side.OPPONENT, connectives.sequence(steps))
        match body:
            case tree.Draw(tree.Side.YOU, int(count)):
                return connectives.Sentence("they", tree.Draw(tree.Side.OPPONENT, count))
        return connectives.Sentence("they", tree.ByPlayer(tree.Side.OPPONENT, body))

    def if_you_do(self, doer: tree.Side, *parts: Any) -> connectives.Sentence:
        body = tree.If(parts[0], parts[1]) if len(parts) > 1 else parts[0]
        return connectives.Sentence("if_you_do", body, doer=doer)

    def if_you_do_not(self, doer: tree.Side, body: tree.Statement) -> connectives.Sentence:
        return connectives.Sentence("if_you_do_not", body, doer=doer)

    otherwise = reads(connectives.Sentence, "otherwise")

    def instead(self, condition: tree.Condition, body: tree.Statement) -> connectives.Sentence:
        return connectives.Sentence("instead", body, condition)

    instead_if = reads(connectives.Sentence, "instead")

    def may_instead(self, condition: tree.Condition, body: tree.Statement) -> connectives.Sentence:
        return connectives.Sentence("may_instead", body, condition)

    may_instead_if = reads(connectives.Sentence, "may_instead")

    round_cap = always(connectives.ROUND_CAP)
    no_repeats = always(connectives.NO_REPEATS)
    no_stack = always(connectives.NO_STACK)

    def mode_choice(self, *parts: Any) -> connectives.Sentence:
        return connectives.Sentence("mode", None, parts[0] if len(parts) > 1 else None, parts[-1])

    following = reads(connectives.Sentence, "following", None, None)
    following_chosen = reads(connectives.Sentence, "following_chosen", None, None)

    of_turn = always(value=False)
    of_game = always(value=True)

    def limited(self, times: int, per_game: bool) -> Limit:  # noqa: FBT001
        return _limit(times, per_game=per_game)

    def numbered(self, number: int, *parts: connectives.Sentence | Limit) -> connectives.Sentence:
        sentences = [item for item in parts if isinstance(item, connectives.Sentence)]
        if len(sentences) < len(parts):
            raise meaning.MeaningError("a limit of the power as a whole")
        return connectives.Sentence("numbered", connectives.join(sentences)[0], None, number)

    def body(self, *parts: connectives.Sentence | Limit) -> tuple[Any, ...]:
        limits = [item for item in parts if isinstance(item, Limit)]
        return (*connectives.join([item for item in parts if isinstance(item, connectives.Sentence)]), *limits)

    def while_line(self, condition: tree.Condition, claims: tree.Statement) -> connectives.Sentence:
        return connectives.Sentence("", tree.If(condition, claims))

    # --- powers

    once = always(1)
    twice = always(2)

    def turn_limit(self, times: int) -> Limit:
        return _limit(times, per_game=False)

    def game_limit(self, times: int) -> Limit:
        return _limit(times, per_game=True)

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

    def cost(self, *parts: Any) -> tuple[tree.Condition | None, tree.Statement]:
        return (parts[0] if len(parts) > 1 else None), parts[-1]

    def continuous(self, *parts: Any) -> tree.Power:
        lines = [item for item in parts if isinstance(item, connectives.Sentence)]
        return _power(tree.PowerKind.CONTINUOUS, (*parts, connectives.join(lines)))

    def start(self, *powers: tree.Power) -> tree.CardText:
        return tree.CardText(powers)


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


def _limit(times: int, *, per_game: bool) -> Limit:
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
