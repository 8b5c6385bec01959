# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Selections of the official wording: the grammar rules for "one of your …", "the top card of …", "that
character".
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.official import meaning
from ucgsim.effects.official.wording.noun_phrases import Phrases

if TYPE_CHECKING:
    from lark import Token


def of_each_player(zone: tree.Zone, quantity: tree.Quantity, phrase: meaning.NounPhrase) -> meaning.Several:
    """That many of each player's cards there."""
    sides = (tree.Side.YOU, tree.Side.OPPONENT)
    return meaning.Several(tuple(meaning.Some(quantity, phrase.lying(tree.InZone(zone, side))) for side in sides))


def every(side: tree.Side | None, phrase: meaning.NounPhrase) -> meaning.Some:
    """All of a side."""
    meaning.refuse_difference(phrase)
    if any(source == tree.InZone(zone, tree.Side.BOTH) for source in phrase.sources for zone in _ONE_PLAYERS):
        raise meaning.MeaningError('whose cards, of whom "any player\'s" leaves that open', phrase.at)
    return meaning.Some(tree.EVERY, phrase, side)


@dataclass(frozen=True, slots=True)
class AllCharge:
    """All Charge cards of a character, which are moved one after the other."""

    of: tree.CharacterSelector


class Selections(Phrases):
    """Which characters or cards; the methods are named after the rules of the grammar."""

    def opponent_of(self, of: Any) -> Any:
        """Of a card of a stack the opponent's card is meant: "the top card of X's battle opponent"."""
        if isinstance(of, tree.StackCards):
            return replace(of, of=tree.OpponentOf(of.of))
        if isinstance(of, meaning.Some) and any(
            isinstance(item, tree.SameAs) for item in of.phrase.only("distinct", "sources", "peak")
        ):
            raise meaning.MeaningError("with whom it is compared, which no battle opponent can be here")
        if isinstance(of, meaning.Some) and any(
            meaning.without_words(item) == meaning.ANOTHER and not meaning.is_another(item)
            for item in of.phrase.only("distinct", "sources", "peak")
        ):
            raise meaning.MeaningError('"the battle opponent of one other than this character"')
        return tree.OpponentOf(of)

    def the_opponent_of(self, of: Any) -> Any:
        """ "The battle opponent of one of your Kaiju, other than this character": it never is this character itself."""
        return replace(of, of=tree.OpponentOf(of.of)) if isinstance(of, tree.StackCards) else tree.OpponentOf(of)

    # --- quantities of something

    def some(
        self, quantity: tree.Quantity, selection: meaning.Some | tree.RandomCards
    ) -> meaning.Some | tree.RandomCards:
        if isinstance(selection, tree.RandomCards):
            return replace(selection, count=quantity.least)
        if selection.phrase.joined and quantity.most == 1:
            raise meaning.MeaningError('"one A or B", which is one in all, or "one A and one B", which is one of each')
        if selection.quantity is not tree.ONE and quantity != tree.ONE:
            raise meaning.MeaningError('"one of each"')
        return replace(selection, quantity=quantity if selection.quantity is tree.ONE else selection.quantity)

    def random_from_hand(self, phrase: meaning.NounPhrase, side: tree.Side) -> tree.RandomCards:
        return tree.RandomCards(1, tree.CardSet((tree.InZone(tree.Zone.HAND, side),), phrase.only()))

    def random_np(self, phrase: meaning.NounPhrase) -> tree.RandomCards:
        if not (phrase.sources or phrase.is_card):
            raise meaning.MeaningError(meaning.WHERE_AT_RANDOM)
        return tree.RandomCards(1, tree.CardSet(phrase.sources, phrase.only("sources")))

    def per_level(self, count: tree.Amount, *parts: Any) -> meaning.Several:
        """ "a level 1, 2, and 3 card": one of each of these levels."""
        quantity, levels, phrase = tree.Quantity(count, count), parts[:-1], parts[-1]
        filters = [(tree.LevelIn((level,)), *phrase.only("sources")) for level in levels]
        return meaning.Several(tuple(meaning.Some(quantity, phrase.filtered(each)) for each in filters))

    def each_level(self, *parts: Any) -> meaning.Several:
        """ "One level 1 and two level 2 cards": so many of each of these levels."""
        *counted, phrase = parts
        pairs = zip(counted[::2], counted[1::2], strict=True)
        return meaning.Several(tuple(self.per_level(count, level, phrase).parts[0] for count, level in pairs))

    # --- cards of a deck or of a stack

    # --- what is known already

    def that_character(self, *noun: Kind | Token) -> tree.That | tree.Cards:
        if noun == (Kind.SCENE,):
            return tree.Cards(self._cards("that scene", meaning.Stands.CARD))
        return self._character(meaning.Stands.THAT, f"that {_said(noun)}", _noun(noun))

    def chosen_character(self, *noun: Kind | Token) -> tree.That:
        return self._character(meaning.Stands.CHOSEN, f"the chosen {_said(noun)}", _noun(noun), one=not noun)

    def _character(
        self, stands: meaning.Stands, word: str, noun: tree.Filters = (), *, one: bool = True, number: int = 0
    ) -> tree.That:
        return tree.That(meaning.Pronoun(stands, word, self.at, noun, one, number).as_ref())

    def _cards(
        self, word: str, stands: meaning.Stands = meaning.Stands.IT, *, one: bool = True, number: int = 0
    ) -> tree.Group:
        return meaning.Pronoun(stands, word, self.at, (), one, number).as_group()


def _said(noun: tuple[Kind | Token, ...]) -> str:
    """The noun as a text has it."""
    return noun[0].value if noun and isinstance(noun[0], Kind) else str(noun[0]) if noun else "character"


def _noun(said: tuple[Kind | Token, ...]) -> tree.Filters:
    """What "that Kaiju" and "that 『X』" say of the one."""
    match said:
        case (Kind() as kind,):
            return (tree.KindIn((kind,)),)
        case (name,):
            return (tree.NameIn((meaning.bare(name).upper(),)),)
    return ()


def each_whole(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parts of a list; in "the top card of A and B" the top card of B is meant as well."""
    meant: list[Any] = []
    for part in parts:
        last: Any = meant[-1] if meant and _is_character(part) else None
        if isinstance(last, tree.OpponentOf) and isinstance(last.of, meaning.Some):
            raise meaning.MeaningError("what is meant of each of them: the same of both, or the whole of the second")
        is_open = isinstance(last, tree.StackCards | tree.ChargeCards)
        meant.append(replace(last, of=meaning.as_characters(part)) if is_open else part)
    return tuple(meant)


def _is_character(part: Any) -> bool:
    match part:
        case meaning.Some(_, phrase):
            return not (phrase.sources or phrase.is_card or phrase.is_scene)
    return isinstance(part, tree.That)


_ONE_PLAYERS = (tree.Zone.HAND, tree.Zone.DISCARD)
"""Zones that each player has."""


def all_or_the_one(phrase: meaning.NounPhrase) -> tree.Quantity:
    """ "The character with the highest BP" is one of those that have it; which one, whoever chooses says (CR 11.3)."""
    return tree.ONE if (phrase.peak or phrase.extreme) and not phrase.several else tree.EVERY


def another_one(phrase: meaning.NounPhrase, at: int) -> meaning.NounPhrase:
    """Such a one that is another."""
    return phrase.adding(meaning.Another(meaning.ANOTHER.filters, at))
