"""What is asked of a known thing: of a character, of cards that were just handled, of several among each other."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

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
from ucgsim.effects.tree.conditions import (
    All,
    Compare,
    Condition,
    Is,
)
from ucgsim.effects.tree.selectors import (
    EVERY,
    ONE,
    Among,
    Amount,
    Cards,
    CardSet,
    CharacterSelector,
    CountCards,
    Filter,
    Filters,
    KindIn,
    Not,
    OpponentOf,
    Quantity,
    SameAs,
    That,
)
from ucgsim.effects.tree.values import (
    Comparison,
    Side,
    Trait,
)

if TYPE_CHECKING:
    from ucgsim.effects.official.wording.comparisons import AmountAsked


def counted(of: Any, filters: Filters) -> Amount:
    """How many of some fit besides."""
    if isinstance(of, Cards):
        return CountCards(CardSet((Among(of.group),), filters))
    return count_of(replace(of.phrase, filters=of.phrase.filters + filters), of.side or Side.BOTH)


def all_fit(phrase: NounPhrase, filters: Filters, side: Side) -> Condition:
    """There are some, and none of them does not fit (RULINGS C19)."""
    others = replace(phrase, filters=(*phrase.filters, Not(filters)))
    return All((at_least_one(count_of(phrase, side)), Compare(count_of(others, side), Comparison.EQUAL, 0)))


def known_is(unit: Any, filters: Filters) -> Condition:
    """A character that is known, or cards that were just handled, fit: all of them where they are several."""
    shared: list[Any] = [item.other for item in filters if isinstance(item, SameAs)]
    if any(isinstance(other, OpponentOf) for other in shared):
        return _shares_with(shared[0], unit, filters)
    if any(isinstance(item, Mutual) for item in filters):
        return _among_each_other(unit, filters)
    if not all(isinstance(item, get_args(Filter)) for item in filters):
        raise MeaningError("what it is or has")
    match unit:
        case That() | OpponentOf() | Cards() if any(map(_asks_opponent, filters)):
            return _compared_with_opponent(as_characters(unit), filters)
        case Those():
            some, others = counted(unit, ()), counted(unit, (Not(filters),))
            return All((at_least_one(some), Compare(others, Comparison.EQUAL, 0)))
        case Cards():
            return at_least_one(Lone(CardSet((Among(unit.group),), filters)))
        case Some(quantity) if quantity == EVERY:
            return all_fit(unit.phrase, filters, unit.side or Side.BOTH)
        case Some(Exactly(int(number)) as quantity) if quantity.most == number:
            return Compare(counted(unit, filters), Comparison.EQUAL, number)
        case Some(quantity) if quantity == ONE:
            return at_least_one(counted(unit, filters))
        case That() | OpponentOf():
            return Is(as_characters(unit), filters)
    raise MeaningError(HOW_MANY)


def _shares_with(opponent: OpponentOf, unit: Any, filters: Filters) -> Condition:
    """A card and a battle opponent have something in common, as the battle opponent and the card have."""
    if len(filters) > 1 or not isinstance(filters[0], SameAs) or not isinstance(unit, Cards) or isinstance(unit, Those):
        raise MeaningError("a card that is known, and nothing else that is asked of it")
    return Is(opponent, (SameAs(filters[0].trait, Cards(unit.group)),))


def _asks_opponent(item: Filter) -> bool:
    return item in (_SHARES, Not((_SHARES,)))


def _compared_with_opponent(who: CharacterSelector, filters: Filters) -> Condition:
    """A character and its own battle opponent: asked of the opponent, which has something in common with it or not."""
    if not isinstance(who, That):
        raise MeaningError("a character that has a battle opponent")
    plain = tuple(item for item in filters if not _asks_opponent(item))
    of_opponent = tuple(
        Not((SameAs(Trait.TYPE, who),)) if isinstance(item, Not) else SameAs(Trait.TYPE, who)
        for item in filters
        if _asks_opponent(item)
    )
    faced = Facing(OpponentOf(who), of_opponent)
    return All((Is(who, plain), faced)) if plain else faced


def _among_each_other(unit: Any, filters: Filters) -> Condition:
    """Cards or characters that are compared with each other: two or more of them that are all alike, or all differ."""
    (said, *others) = filters
    if others or not isinstance(said, Mutual):
        raise MeaningError("either what they are, or what they have in common")
    match unit:
        case Those(group) if not isinstance(group, Pronoun) or not group.one:
            count: Any = CountCards(CardSet((Among(group),)))
        case Some(Quantity(_, None), phrase, side):
            count = count_of(phrase, side or Side.BOTH)
        case _:
            raise MeaningError("several that are compared with each other")
    values = replace(count, distinct=said.trait)
    several = Compare(count, Comparison.AT_LEAST, 2)
    if said.all_differ:
        return All((several, Compare(values, Comparison.EQUAL, count)))
    return All((several, Compare(values, Comparison.EQUAL, 1)))


def some_among_each_other(of: Any, filters: Filters, asked: AmountAsked | None, total: list[int]) -> Condition:
    """Two or more of them are alike; or both of them are, or all."""
    several = Those(of.group) if isinstance(of, Cards) else of
    if asked is None:
        alike = _among_each_other(several, filters)
        return All((Compare(counted(of, ()), Comparison.EQUAL, total[0]), alike)) if total else alike
    match filters:
        case (Mutual(trait, False),) if asked.comparison is Comparison.AT_LEAST and asked.number == 2:
            # A scene card has neither a TYPE nor a level, and is like no other card in that.
            has_none = isinstance(of, Cards) and trait in (Trait.TYPE, Trait.LEVEL)
            count: Any = counted(of, (KindIn(CHARACTER_KINDS),) if has_none else ())
            return Compare(replace(count, distinct=trait), Comparison.FEWER, count)
    raise MeaningError("two or more that are alike, or all of them")


_SHARES = SameAs(Trait.TYPE, BATTLE_OPPONENT)
