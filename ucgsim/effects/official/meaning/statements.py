"""Statements put together: what is given, and "… If A, B instead"."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import MeaningError, Pronoun, Stands, is_it, is_pronoun

if TYPE_CHECKING:
    from lark import Token


STATE_SIZES = {tree.State.SINGLE: 1, tree.State.DOUBLE: 2, tree.State.TRIPLE: 3, tree.State.QUAD: 4}


def by_state(parts: tuple[Any, ...]) -> tree.ByState:
    """Numbers and states in turn."""
    if not all(isinstance(item, int) for item in parts):
        raise MeaningError("a number for each state")
    values = dict(zip(parts[1::2], parts[::2], strict=True))
    single, double, triple, quad = (values.get(state, 0) for state in STATE_SIZES)
    return tree.ByState((single, double, triple, quad))


def charge_count(token: Token) -> int:
    """The number of a Charge keyword, which may are in a circle."""
    digits = [char for char in token if char.isnumeric()]
    return int(unicodedata.numeric(digits[0])) if digits else 1


def one_gift_of_types(changes: list[tree.Modification]) -> tuple[tree.Modification, ...]:
    """ "TYPE A and TYPE B" gives both at once, however often the word is said."""
    given = [change for change in changes if isinstance(change, tree.AddTypes) and not change.choice]
    others = [change for change in changes if change not in given]
    names = tuple(name for change in given for name in change.types)
    return (tree.AddTypes(names), *others) if names else tuple(others)


# "… If A, B instead": B is done in place of the one deed of the sentence before that B is another measure of.
#
# What it replaces must be plain: one deed of the same verb, under no condition whose failing would leave open
# whether B is done. The choice whether to do it at all ("you may") stays what it was.


_UNCLEAR = 'a sentence before that does one thing alone, which is done otherwise "instead"'
_PREPARES = (tree.Reveal, tree.Look, tree.ChooseCards, tree.ChooseCharacters)
"""What is done before the deed and is no part of it."""


def instead(before: tree.Statement, condition: tree.Condition, new: tree.Statement) -> tree.Statement:
    """The statement before with its deed replaced where the condition holds."""
    match before:
        case tree.May(inner, player):
            return tree.May(instead(inner, condition, new), player)
        case tree.MayTo(first, then) if not _is_measure(first, new):
            return tree.MayTo(first, instead(then, condition, new))
        case tree.IfYouDo(first, then, None) if not _is_measure(first, new):
            return tree.IfYouDo(first, instead(then, condition, new))
        case tree.If(asked, then, None) if _implies(condition, asked):
            return _either(condition, _filled(new, then), before)
        case tree.If(tree.Is() as asked, tree.Modify(tree.That() | tree.OpponentOf(tree.That())) as then, None) if (
            _says_that(condition) and _is_measure(then, new)
        ):
            return tree.If(asked, _either(condition, _filled(new, then), then))
        case tree.Sequence((*steps, last)) if all(isinstance(step, _PREPARES) for step in steps):
            return tree.Sequence((*steps, *_steps(instead(last, condition, new))))
    if not _is_measure(before, new):
        raise MeaningError(_UNCLEAR)
    return _replaced(before, condition, new)


def may_instead(before: tree.Statement, condition: tree.Condition, new: tree.Statement) -> tree.Statement:
    """ "You may B instead": where the condition holds the player chooses; without B the deed stays what it was."""
    deed = before.body if isinstance(before, tree.May) and before.player is tree.Side.YOU else before
    if not _is_measure(deed, new) or _has_pronoun(condition):
        raise MeaningError(_UNCLEAR)
    return tree.If(condition, tree.MayOr(_filled(new, deed), before), before)


def _steps(statement: tree.Statement) -> tuple[tree.Statement, ...]:
    return statement.steps if isinstance(statement, tree.Sequence) else (statement,)


def _is_measure(old: tree.Statement, new: tree.Statement) -> bool:
    """Whether both do the same, to another measure."""
    match old, _steps(new)[0]:
        case tree.Draw(player), tree.Draw(other):
            return player is other
        case tree.Move(_, to), tree.Move(cards, other_to):
            return to is other_to or _has_pronoun(cards)
        case tree.Modify(_, changes), tree.Modify(target, others):
            return _has_pronoun(target) or [*map(type, changes)] == [*map(type, others)]
    return False


def _replaced(old: tree.Statement, condition: tree.Condition, new: tree.Statement) -> tree.Statement:
    """One or the other; a character that the condition speaks of is chosen before it is asked."""
    if not _has_pronoun(condition):
        return _either(condition, _filled(new, old), old)
    match old:
        case tree.Modify(tree.That() | tree.OpponentOf(tree.That()) as who):
            return _either(_said_of(condition, who), _filled(new, old), old)
        case tree.Modify(tree.PickCharacters(quantity) as who) if quantity.most == 1:
            chosen = tree.That(tree.CharacterRef.CHOSEN)
            known = replace(old, target=chosen)
            return tree.Sequence(
                (tree.ChooseCharacters(who), _either(_said_of(condition, chosen), _filled(new, known), known))
            )
        case tree.Move(tree.Cards()) | tree.Draw():
            return _either(condition, new, old)
    raise MeaningError("one character or known cards of which the condition speaks")


def _either(condition: tree.Condition, new: tree.Statement, old: tree.Statement) -> tree.If:
    """Without a revealed card nothing is replaced, while "otherwise" would need one."""
    if any(part is tree.Group.REVEALED for part in tree.parts_of(condition)) or any(map(is_it, tree.nodes(condition))):
        return tree.If(tree.No(condition), old, new)
    return tree.If(condition, new, old)


def _filled(new: tree.Statement, old: tree.Statement) -> tree.Statement:
    """What the sentence leaves to the one before: of whom it speaks, and how long it holds."""
    first, *others = _steps(new)
    match first, old:
        case tree.Modify(target, changes, duration), tree.Modify(who, _, before):
            kept = before if duration is tree.Duration.WHILE_ACTIVE else duration
            first = tree.Modify(who if _is_pronoun(target) else target, changes, kept)
        case tree.Move(tree.Cards(group)), tree.Move(cards) if is_it(group):
            first = replace(first, cards=cards)
    if _has_pronoun(first) and not _has_pronoun(old):
        raise MeaningError("what the sentence before speaks of")
    return tree.Sequence((first, *others)) if others else first


def _is_pronoun(target: object) -> bool:
    return isinstance(target, tree.That) and is_pronoun(target.ref)


def _says_that(condition: tree.Condition) -> bool:
    """Whether it asks "that character", the one of which the condition before spoke."""
    return any(isinstance(part, Pronoun) and part.stands is Stands.THAT for part in tree.nodes(condition))


def _said_of(condition: tree.Condition, who: tree.That | tree.OpponentOf) -> tree.Condition:
    """A condition on "it" as one on a character."""
    match condition:
        case tree.Compare(
            tree.CountCards(tree.CardSet((tree.Among(group),), filters)), tree.Comparison.AT_LEAST, 1
        ) if is_it(group):
            return tree.Is(who, filters)
        case tree.Is(tree.That() as said, filters) if _is_pronoun(said):
            return tree.Is(who, filters)
    raise MeaningError('"it" alone in the condition')


def _implies(new: tree.Condition, old: tree.Condition) -> bool:
    """Whether the second measure of a number needs the first: "two or more … five or more … instead"."""
    match old, new:
        case tree.Compare(left, tree.Comparison.AT_LEAST, int(least)), tree.Compare(
            other, tree.Comparison.AT_LEAST, int(more)
        ):
            return left == other and more >= least
        case tree.Compare(left, tree.Comparison.AT_MOST, int(most)), tree.Compare(
            other, tree.Comparison.AT_MOST, int(fewer)
        ):
            return left == other and fewer <= most
    return False


def _has_pronoun(node: Any) -> bool:
    """Whether a tree holds a pronoun."""
    return any(isinstance(part, Pronoun) for part in tree.nodes(node))
