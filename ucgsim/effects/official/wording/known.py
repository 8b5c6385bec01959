"""What is asked of a known thing: of a character, of cards that were just handled, of several among each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import (
    BATTLE_OPPONENT,
    CHARACTER_KINDS,
    Exactly,
    Facing,
    Lone,
    MeaningError,
    Mutual,
    NounPhrase,
    Pronoun,
    Some,
    Those,
    as_characters,
)
from ucgsim.effects.official.wording.comparisons import HOW_MANY
from ucgsim.effects.official.wording.counts import count_of
from ucgsim.effects.official.wording.judged import at_least_one

if TYPE_CHECKING:
    from ucgsim.effects.official.wording.comparisons import AmountAsked


def counted(of: Any, filters: tree.Filters) -> tree.Amount:
    """How many of some fit besides."""
    if isinstance(of, tree.Cards):
        return tree.CountCards(tree.CardSet((tree.Among(of.group),), filters))
    return count_of(replace(of.phrase, filters=of.phrase.filters + filters), of.side or tree.Side.BOTH)


def all_fit(phrase: NounPhrase, filters: tree.Filters, side: tree.Side) -> tree.Condition:
    """There are some, and none of them does not fit (RULINGS C19)."""
    others = replace(phrase, filters=(*phrase.filters, tree.Not(filters)))
    return tree.All(
        (at_least_one(count_of(phrase, side)), tree.Compare(count_of(others, side), tree.Comparison.EQUAL, 0))
    )


def known_is(unit: Any, filters: tree.Filters) -> tree.Condition:
    """A character that is known, or cards that were just handled, fit: all of them where they are several."""
    shared: list[Any] = [item.other for item in filters if isinstance(item, tree.SameAs)]
    if any(isinstance(other, tree.OpponentOf) for other in shared):
        return _shares_with(shared[0], unit, filters)
    if any(isinstance(item, Mutual) for item in filters):
        return _among_each_other(unit, filters)
    if not all(isinstance(item, get_args(tree.Filter)) for item in filters):
        raise MeaningError("what it is or has")
    match unit:
        case tree.That() | tree.OpponentOf() | tree.Cards() if any(map(_asks_opponent, filters)):
            return _compared_with_opponent(as_characters(unit), filters)
        case Those():
            some, others = counted(unit, ()), counted(unit, (tree.Not(filters),))
            return tree.All((at_least_one(some), tree.Compare(others, tree.Comparison.EQUAL, 0)))
        case tree.Cards():
            return at_least_one(Lone(tree.CardSet((tree.Among(unit.group),), filters)))
        case Some(quantity) if quantity == tree.EVERY:
            return all_fit(unit.phrase, filters, unit.side or tree.Side.BOTH)
        case Some(Exactly(int(number)) as quantity) if quantity.most == number:
            return tree.Compare(counted(unit, filters), tree.Comparison.EQUAL, number)
        case Some(quantity) if quantity == tree.ONE:
            return at_least_one(counted(unit, filters))
        case tree.That() | tree.OpponentOf():
            return tree.Is(as_characters(unit), filters)
    raise MeaningError(HOW_MANY)


def _shares_with(opponent: tree.OpponentOf, unit: Any, filters: tree.Filters) -> tree.Condition:
    """A card and a battle opponent have something in common, as the battle opponent and the card have."""
    if (
        len(filters) > 1
        or not isinstance(filters[0], tree.SameAs)
        or not isinstance(unit, tree.Cards)
        or isinstance(unit, Those)
    ):
        raise MeaningError("a card that is known, and nothing else that is asked of it")
    return tree.Is(opponent, (tree.SameAs(filters[0].trait, tree.Cards(unit.group)),))


def _asks_opponent(item: tree.Filter) -> bool:
    return item in (_SHARES, tree.Not((_SHARES,)))


def _compared_with_opponent(who: tree.CharacterSelector, filters: tree.Filters) -> tree.Condition:
    """A character and its own battle opponent: asked of the opponent, which has something in common with it or not."""
    if not isinstance(who, tree.That):
        raise MeaningError("a character that has a battle opponent")
    plain = tuple(item for item in filters if not _asks_opponent(item))
    of_opponent = tuple(
        tree.Not((tree.SameAs(tree.Trait.TYPE, who),))
        if isinstance(item, tree.Not)
        else tree.SameAs(tree.Trait.TYPE, who)
        for item in filters
        if _asks_opponent(item)
    )
    faced = Facing(tree.OpponentOf(who), of_opponent)
    return tree.All((tree.Is(who, plain), faced)) if plain else faced


def _among_each_other(unit: Any, filters: tree.Filters) -> tree.Condition:
    """Cards or characters that are compared with each other: two or more of them that are all alike, or all differ."""
    (said, *others) = filters
    if others or not isinstance(said, Mutual):
        raise MeaningError("either what they are, or what they have in common")
    match unit:
        case Those(group) if not isinstance(group, Pronoun) or not group.one:
            count: Any = tree.CountCards(tree.CardSet((tree.Among(group),)))
        case Some(tree.Quantity(_, None), phrase, side):
            count = count_of(phrase, side or tree.Side.BOTH)
        case _:
            raise MeaningError("several that are compared with each other")
    values = replace(count, distinct=said.trait)
    several = tree.Compare(count, tree.Comparison.AT_LEAST, 2)
    if said.all_differ:
        return tree.All((several, tree.Compare(values, tree.Comparison.EQUAL, count)))
    return tree.All((several, tree.Compare(values, tree.Comparison.EQUAL, 1)))


def some_among_each_other(
    of: Any, filters: tree.Filters, asked: AmountAsked | None, total: list[int]
) -> tree.Condition:
    """Two or more of them are alike; or both of them are, or all."""
    several = Those(of.group) if isinstance(of, tree.Cards) else of
    if asked is None:
        alike = _among_each_other(several, filters)
        return tree.All((tree.Compare(counted(of, ()), tree.Comparison.EQUAL, total[0]), alike)) if total else alike
    match filters:
        case (Mutual(trait, False),) if asked.comparison is tree.Comparison.AT_LEAST and asked.number == 2:
            # A scene card has neither a TYPE nor a level, and is like no other card in that.
            has_none = isinstance(of, tree.Cards) and trait in (tree.Trait.TYPE, tree.Trait.LEVEL)
            count: Any = counted(of, (tree.KindIn(CHARACTER_KINDS),) if has_none else ())
            return tree.Compare(replace(count, distinct=trait), tree.Comparison.FEWER, count)
    raise MeaningError("two or more that are alike, or all of them")


_SHARES = tree.SameAs(tree.Trait.TYPE, BATTLE_OPPONENT)
