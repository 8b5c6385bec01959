""" "… If A, B instead": B is done in place of the one deed of the sentence before that B is another measure of.

What it stands in for must be plain: one deed of the same verb, under no condition whose failing would leave open
whether B is done. The choice whether to do it at all ("you may") stays what it was.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import Any

from ucgsim.effects.official.meaning.filters import MeaningError, Pronoun, is_it, is_pronoun
from ucgsim.effects.tree.conditions import Compare, Condition, Is, No
from ucgsim.effects.tree.selectors import Among, Cards, CardSet, CountCards, PickCharacters, That
from ucgsim.effects.tree.statements import (
    ChooseCards,
    ChooseCharacters,
    Draw,
    If,
    IfYouDo,
    Look,
    May,
    MayOr,
    MayTo,
    Modify,
    Move,
    Reveal,
    Sequence,
    Statement,
)
from ucgsim.effects.tree.values import CharacterRef, Comparison, Duration, Group, Side

_UNCLEAR = 'one deed of the sentence before that "instead" stands in for'
_PRONOUNS = (Pronoun,)
_PREPARES = (Reveal, Look, ChooseCards, ChooseCharacters)
"""What is done before the deed and is no part of it."""


def instead(before: Statement, condition: Condition, new: Statement) -> Statement:
    """The statement before with its deed replaced where the condition holds."""
    match before:
        case May(inner, player):
            return May(instead(inner, condition, new), player)
        case MayTo(first, then) if not _is_measure(first, new):
            return MayTo(first, instead(then, condition, new))
        case IfYouDo(first, then, None) if not _is_measure(first, new):
            return IfYouDo(first, instead(then, condition, new))
        case If(asked, then, None) if _implies(condition, asked):
            return _either(condition, _filled(new, then), before)
        case Sequence((*steps, last)) if all(isinstance(step, _PREPARES) for step in steps):
            return Sequence((*steps, *_steps(instead(last, condition, new))))
    if not _is_measure(before, new):
        raise MeaningError(_UNCLEAR)
    return _replaced(before, condition, new)


def may_instead(before: Statement, condition: Condition, new: Statement) -> Statement:
    """ "You may B instead": where the condition holds the player chooses; without B the deed stays what it was."""
    deed = before.body if isinstance(before, May) and before.player is Side.YOU else before
    if not _is_measure(deed, new) or _names(condition, _PRONOUNS):
        raise MeaningError(_UNCLEAR)
    return If(condition, MayOr(_filled(new, deed), before), before)


def _steps(statement: Statement) -> tuple[Statement, ...]:
    return statement.steps if isinstance(statement, Sequence) else (statement,)


def _is_measure(old: Statement, new: Statement) -> bool:
    """Whether both do the same, to another measure."""
    match old, _steps(new)[0]:
        case Draw(player), Draw(other):
            return player is other
        case Move(_, to), Move(cards, other_to):
            return to is other_to or _names(cards, _PRONOUNS)
        case Modify(_, changes), Modify(target, others):
            return _names(target, _PRONOUNS) or [*map(type, changes)] == [*map(type, others)]
    return False


def _replaced(old: Statement, condition: Condition, new: Statement) -> Statement:
    """One or the other; a character that the condition speaks of is chosen before it is asked."""
    if not _names(condition, _PRONOUNS):
        return _either(condition, _filled(new, old), old)
    match old:
        case Modify(That() as who):
            return _either(_said_of(condition, who), _filled(new, old), old)
        case Modify(PickCharacters(quantity) as who) if quantity.most == 1:
            chosen = That(CharacterRef.CHOSEN)
            known = replace(old, target=chosen)
            return Sequence((ChooseCharacters(who), _either(_said_of(condition, chosen), _filled(new, known), known)))
        case Move(Cards()) | Draw():
            return _either(condition, new, old)
    raise MeaningError("one character or known cards of which the condition speaks")


def _either(condition: Condition, new: Statement, old: Statement) -> If:
    """Without a revealed card nothing is replaced, while "otherwise" would need one."""
    if _names(condition, (Group.REVEALED,)) or _asks_cards(condition):
        return If(No(condition), old, new)
    return If(condition, new, old)


def _asks_cards(node: Any) -> bool:
    """Whether a tree asks something of "it" or "them", cards that were spoken of."""
    if isinstance(node, tuple):
        return any(map(_asks_cards, node))
    if is_dataclass(node) and not isinstance(node, type):
        return is_it(node) or any(_asks_cards(getattr(node, item.name)) for item in fields(node))
    return False


def _filled(new: Statement, old: Statement) -> Statement:
    """What the sentence leaves to the one before: of whom it speaks, and how long it holds."""
    first, *others = _steps(new)
    match first, old:
        case Modify(target, changes, duration), Modify(who, _, before):
            kept = before if duration is Duration.WHILE_ACTIVE else duration
            first = Modify(who if _is_pronoun(target) else target, changes, kept)
        case Move(Cards(group)), Move(cards) if is_it(group):
            first = replace(first, cards=cards)
    if _names(first, _PRONOUNS) and not _names(old, _PRONOUNS):
        raise MeaningError("what the sentence before speaks of")
    return Sequence((first, *others)) if others else first


def _is_pronoun(target: object) -> bool:
    return isinstance(target, That) and is_pronoun(target.ref)


def _said_of(condition: Condition, who: That) -> Condition:
    """A condition on "it" as one on a character."""
    match condition:
        case Compare(CountCards(CardSet((Among(group),), filters)), Comparison.AT_LEAST, 1) if is_it(group):
            return Is(who, filters)
        case Is(That() as said, filters) if _is_pronoun(said):
            return Is(who, filters)
    raise MeaningError('"it" alone in the condition')


def _implies(new: Condition, old: Condition) -> bool:
    """Whether the second measure of a number needs the first: "two or more … five or more … instead"."""
    match old, new:
        case Compare(left, Comparison.AT_LEAST, int(least)), Compare(other, Comparison.AT_LEAST, int(more)):
            return left == other and more >= least
        case Compare(left, Comparison.AT_MOST, int(most)), Compare(other, Comparison.AT_MOST, int(fewer)):
            return left == other and fewer <= most
    return False


def _names(node: Any, words: tuple[Any, ...]) -> bool:
    """Whether a tree holds one of the pronouns or groups."""
    if isinstance(node, tuple):
        return any(_names(item, words) for item in node)
    if isinstance(node, Pronoun):
        return Pronoun in words
    if is_dataclass(node) and not isinstance(node, type):
        return any(_names(getattr(node, item.name), words) for item in fields(node))
    return any(node is word for word in words)
