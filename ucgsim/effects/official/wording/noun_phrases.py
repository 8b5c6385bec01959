# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Numbers, noun phrases and places of cards of the official wording."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from itertools import chain
from operator import or_
from typing import TYPE_CHECKING, Any

from ucgsim.cards.keywords import NUMBER_WORDS
from ucgsim.effects import tree
from ucgsim.effects.official import meaning

if TYPE_CHECKING:
    from lark import Token

_TEENS = ("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_NUMBERS = (*NUMBER_WORDS, *_TEENS, "twenty")


def flat(lists: tuple[tree.Filters, ...]) -> tree.Filters:
    """All filters of several lists, each of which must hold."""
    return tuple(chain.from_iterable(lists))


def named(tokens: tuple[Token, ...]) -> tuple[str, ...]:
    """Names or TYPEs as a card has them."""
    return tuple(meaning.bare(token).upper() for token in tokens)


def in_zone(zone: tree.Zone, side: tree.Side) -> tuple[tree.Source, ...]:
    """A zone of a player."""
    return (tree.InZone(zone, side),)


class Phrases:
    """Numbers, noun phrases, places and selections; the methods are named after the rules of the grammar."""

    at: int
    """The token where what is being read begins, as `ucgsim.effects.official.parser` says."""

    def __init__(self) -> None:
        self.at = -1

    # --- numbers and small words

    def number(self, token: Token) -> int:
        return _NUMBERS.index(token) if token in _NUMBERS else int(token)

    # --- nouns

    def states_from(self, token: Token, up: bool) -> tree.State:  # noqa: FBT001
        least = self.states(token)
        ordered = (state for state in tree.State if (state >= least if up else state <= least))
        return reduce(or_, ordered)

    def states(self, *tokens: Token) -> tree.State:
        mask = tree.State(0)
        for token in tokens:
            mask |= tree.State[token.upper()]
        return mask

    def head_with_words(self, *parts: Any) -> tree.Filters:
        word = tree.StateIn(parts[0]) if isinstance(parts[0], tree.State) else self.type_before(parts[0])
        return (word, *parts[1])

    def np(self, *parts: Any) -> meaning.NounPhrase:
        index = next((i for i, item in enumerate(parts) if _is_heads(item)), -1)
        if index < 0:
            return self.np_noun(*parts)
        before = tuple(tree.StateIn(item) if isinstance(item, tree.State) else item for item in parts[:index])
        heads, rest = parts[index], parts[index + 1 :]
        if any(len(head) > 1 for head in heads[1:]):
            if before and not all(len(head) > 1 for head in heads[1:]):
                raise meaning.MeaningError("words before each of them, or before the first alone")
            heads = ((*before, *heads[0]), *heads[1:])
            before = ()
        phrase = _assemble((*before, *tree.any_of(heads)), rest)
        return replace(phrase, joined=isinstance(heads, _Joined))

    def np_noun(self, *parts: Any) -> meaning.NounPhrase:
        before = tuple(tree.StateIn(item) if isinstance(item, tree.State) else item for item in parts if is_word(item))
        return _assemble(before, tuple(item for item in parts if not is_word(item)))

    def type_before(self, types: tuple[tree.Filters, bool]) -> tree.Filter:
        if len(types[0]) > 1:
            raise meaning.MeaningError('one TYPE, or TYPEs with "or", before the noun')
        return types[0][0]

    def np_short(self, *parts: Any) -> meaning.NounPhrase:
        words = tuple(item for item in parts if item != "not")
        phrase = self.np(*words)
        return phrase.filtered((tree.Not(phrase.only()),)) if "not" in parts else phrase

    # --- what follows a noun

    def without_types(self, *each: tuple[tree.Filters, bool]) -> tree.Filters:
        return (tree.Not((tree.HasType(tuple(name for types, _ in each for name in type_names(types))),)),)

    def round_step(self, number: int, up: bool) -> tree.Filter:  # noqa: FBT001
        amount = tree.Plus(tree.PrintedRound(tree.Group.SENT), number if up else -number)
        return tree.RoundBetween(amount, amount)

    def is_opponent_of(self, unit: Any) -> tree.Filters:
        if not isinstance(unit, meaning.Some) or unit.quantity not in (tree.ONE, tree.EVERY):
            raise meaning.MeaningError("one of somebody's characters")
        return (tree.Opposes(tree.CharacterSet(meaning.character_side(unit), unit.phrase.characters())),)

    def beside(self, unit: Any) -> tree.Filters:
        match unit:
            case tree.That(tree.CharacterRef.THIS):
                return (tree.Adjacent(),)
            case tree.That():
                return (tree.Beside(unit),)
            case tree.OpponentOf(tree.That(tree.CharacterRef.THIS)):
                opposed = tree.Opposes(tree.CharacterSet(tree.Side.YOU, (tree.IsThis(),)))
                return (tree.Beside(tree.CharacterSet(tree.Side.OPPONENT, (opposed,))),)
            case meaning.Some(quantity, phrase) if quantity == tree.ONE:
                return (tree.Beside(tree.CharacterSet(meaning.character_side(unit), phrase.characters())),)
        raise meaning.MeaningError("one character")

    def same_as(self, trait: tree.Trait, *other: Any) -> tree.Filters:
        if other and trait is tree.Trait.LEVEL and isinstance(other[0], tree.That):
            raise meaning.MeaningError("a card, since a character's level is a number that is compared")
        return (
            tree.SameAs(trait, other[0]) if other else meaning.Alike(trait, tree.Cards(tree.Group.PLACED), self.at),
        )

    # --- places of cards

    def either_source(self, first: tuple[tree.Source, ...], second: tuple[tree.Source, ...]) -> tuple[tree.Source, ...]:
        if isinstance(first, meaning.FilterExtra) or isinstance(second, meaning.FilterExtra):
            raise meaning.MeaningError("cards of one kind of place")
        return first + second


def type_names(types: tree.Filters) -> tuple[str, ...]:
    """The TYPEs that are named."""
    return tuple(name for item in types for name in getattr(item, "types", ()))


class _Joined(tuple[tree.Filters, ...]):
    """Heads with "and" between them."""

    __slots__ = ()


_WORDS = (
    *(tree.TeamIn, tree.LevelIn, tree.LevelBetween, tree.RoundBetween),
    *(tree.HasType, tree.Not, tree.Adjacent),
)


def is_word(item: Any) -> bool:
    """Whether it is a word before a noun: a state, levels, a TYPE, "other", "adjacent"."""
    return isinstance(item, (tree.State, *_WORDS))


def _is_heads(item: Any) -> bool:
    return isinstance(item, tuple) and bool(item) and isinstance(item[0], tuple)


def _assemble(filters: tree.Filters, rest: tuple[Any, ...]) -> meaning.NounPhrase:
    """A noun phrase from its filters and whatever followed them."""
    phrase = meaning.NounPhrase(filters)
    for item in rest:
        match item:
            case meaning.NounPhrase():
                phrase = replace(phrase.with_more(item), is_card=item.is_card, several=item.several)
            case meaning.FilterExtra(field_of=tree.Side() | meaning.Whose() as side):
                phrase = phrase if side is tree.Side.BOTH else phrase.adding(tree.OwnedBy(side))
            case meaning.FilterExtra(extreme=(_, *_) as extreme):
                phrase = replace(phrase.adding(*extreme), extreme=True)
            case meaning.FilterExtra(distinct, sources, peak, at=at):
                phrase = phrase.with_more(meaning.NounPhrase((), distinct, sources, peak=peak, at=at))
            case _:
                phrase = phrase.adding(*item)
    return phrase
