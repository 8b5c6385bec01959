# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Selections of the official wording: the grammar rules for "one of your …", "the top card of …", "that
character".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, v_args

from ucgsim.cards.card import Kind
from ucgsim.effects.official.meaning.filters import (
    ANOTHER,
    THIS_SCENE,
    Alternatives,
    MeaningError,
    NounPhrase,
    Pronoun,
    Several,
    Some,
    Stands,
    Those,
    any_of,
    as_characters,
    bare,
)
from ucgsim.effects.official.wording.noun_phrases import Phrases
from ucgsim.effects.tree.selectors import (
    EVERY,
    ONE,
    Among,
    Amount,
    Cards,
    CardSet,
    ChargeCards,
    DeckCards,
    Filter,
    Filters,
    InZone,
    KindIn,
    LevelIn,
    NameIn,
    OpponentOf,
    PickCards,
    Quantity,
    RandomCards,
    StackCards,
    That,
    WithOpponent,
)
from ucgsim.effects.tree.values import CharacterRef, Edge, Group, Side, Zone


@v_args(inline=True)
class Selections(Phrases):
    """Which characters or cards; the methods are named after the rules of the grammar."""

    def selection(self, unit: Any) -> Any:
        return unit

    def unit(self, one: Any) -> Any:
        return one

    def opponent_of(self, of: Any) -> Any:
        """Of a card of a stack the opponent's card is meant: "the top card of X's battle opponent"."""
        if isinstance(of, StackCards):
            return replace(of, of=OpponentOf(of.of))
        if isinstance(of, Some) and any(item == ANOTHER and item is not ANOTHER for item in of.phrase.filters):
            raise MeaningError('"the battle opponent of one other than this character"')
        return OpponentOf(of)

    def its_opponent(self) -> OpponentOf:
        return OpponentOf(self._character(Stands.ITS, "its"))

    def their_opponents(self) -> OpponentOf:
        return OpponentOf(self._character(Stands.ITS, "their", one=False))

    def its_stack_card(self, edge: Edge) -> StackCards:
        return StackCards(self._character(Stands.ITS, "its"), edge)

    def with_opponent(self, of: Any) -> WithOpponent:
        return WithOpponent(as_characters(of))

    def both_of(self, *parts: Any) -> Several:
        return Several(parts)

    def either_of(self, *parts: Any) -> Alternatives:
        return Alternatives(parts)

    # --- quantities of something

    def some(self, quantity: Quantity, selection: Some | RandomCards) -> Some | RandomCards:
        if isinstance(selection, RandomCards):
            return replace(selection, count=quantity.least)
        if selection.phrase.joined and quantity.most == 1:
            raise MeaningError('"one A or B", which is one in all, or "one A and one B", which is one of each')
        return replace(selection, quantity=quantity if selection.quantity is ONE else selection.quantity)

    def random_from_hand(self, phrase: NounPhrase, side: Side) -> RandomCards:
        return RandomCards(1, CardSet((InZone(Zone.HAND, side),), phrase.filters))

    def random_np(self, phrase: NounPhrase) -> RandomCards:
        if not phrase.sources:
            raise MeaningError("where the cards are of which some are picked at random")
        return RandomCards(1, CardSet(phrase.sources, phrase.filters))

    def some_np(self, phrase: NounPhrase) -> Some:
        return Some(ONE, phrase)

    def some_of(self, side: Side, phrase: NounPhrase) -> Some:
        return Some(ONE, phrase, side)

    def some_opponents(self, _: Side, phrase: NounPhrase) -> Some:
        return Some(ONE, phrase, Side.OPPONENT)

    def some_of_them(self) -> Some:
        return Some(ONE, NounPhrase(sources=(Among(self._cards("them", one=False)),), is_card=True))

    def one_of_each(self, phrase: NounPhrase) -> Some:
        return Some(EVERY, phrase)

    def another_of(self, quantity: Quantity, side: Side, phrase: NounPhrase) -> Some:
        return Some(quantity, _another(phrase), side)

    def another_one_of(self, side: Side, phrase: NounPhrase) -> Some:
        return Some(ONE, _another(phrase), side)

    def another_np(self, phrase: NounPhrase) -> Some:
        return Some(ONE, _another(phrase))

    def all_of(self, side: Side, phrase: NounPhrase) -> Some:
        return Some(EVERY, phrase, side)

    def all_whose(self, side: Side, phrase: NounPhrase) -> Some:
        return Some(EVERY, phrase, side)

    def all_np(self, phrase: NounPhrase) -> Some:
        return Some(EVERY, phrase)

    def all_opponents(self, phrase: NounPhrase) -> Some:
        return Some(EVERY, phrase, Side.OPPONENT)

    def the_np(self, phrase: NounPhrase) -> Some:
        return Some(_all_or_the_one(phrase), phrase)

    def the_theirs(self, side: Side, phrase: NounPhrase) -> Some:
        if phrase.peak is None and not phrase.several:
            raise MeaningError("which of them")
        return self.those_of(side, phrase)

    def those_of(self, side: Side, phrase: NounPhrase) -> Some:
        return Some(_all_or_the_one(phrase), phrase, side)

    def in_each_discard(self, quantity: Quantity, phrase: NounPhrase) -> Several:
        return _of_each_player(Zone.DISCARD, quantity, phrase)

    def in_each_hand(self, quantity: Quantity, phrase: NounPhrase) -> Several:
        return _of_each_player(Zone.HAND, quantity, phrase)

    def whole_hand(self, side: Side) -> Some:
        return Some(EVERY, NounPhrase(sources=(InZone(Zone.HAND, side),), is_card=True))

    def total(self, number: int, phrase: NounPhrase) -> Some:
        return Some(Quantity(number, number), phrase)

    def per_level(self, count: Amount, *parts: Any) -> Several:
        """ "a level 1, 2, and 3 card": one of each of these levels."""
        quantity, levels, phrase = Quantity(count, count), parts[:-1], parts[-1]
        filters = [(LevelIn((level,)), *phrase.filters) for level in levels]
        return Several(tuple(Some(quantity, replace(phrase, filters=each)) for each in filters))

    # --- cards of a deck or of a stack

    def deck_cards(self, edge: Edge, *parts: Any) -> DeckCards:
        count: Amount = parts[0] if len(parts) > 1 else 1
        return DeckCards(parts[-1], count, edge)

    def cards_from_deck(self, count: Amount, edge: Edge, side: Side) -> DeckCards:
        return DeckCards(side, count, edge)

    def deck(self, side: Side) -> Side:
        return side

    def each_deck(self) -> Side:
        return Side.BOTH

    def stack_card(self, edge: Edge, of: Any) -> StackCards:
        return StackCards(as_characters(of), edge)

    def card_of_stack(self, of: Any, edge: Edge) -> StackCards:
        return StackCards(as_characters(of), edge)

    def stack_card_opposite(self, edge: Edge, of: Any) -> StackCards:
        return StackCards(OpponentOf(as_characters(of)), edge)

    def stack_card_either(self, of: Any) -> StackCards:
        return StackCards(as_characters(of), Edge.EITHER)

    def stack_card_of_level(self, *parts: Any) -> StackCards:
        return self._level_card(parts, Edge.ANY)

    def top_card_of_level(self, *parts: Any) -> StackCards:
        return self._level_card(parts, Edge.TOP)

    def _level_card(self, parts: tuple[Any, ...], edge: Edge) -> StackCards:
        levels: Filter = parts[-2]
        return StackCards(as_characters(parts[-1]), edge, (levels,))

    def charge_card(self, *parts: Any) -> ChargeCards:
        return ChargeCards(as_characters(parts[-1]), parts[0] if len(parts) > 1 else Edge.BOTTOM)

    def one_charge_card(self, *parts: Any) -> ChargeCards:
        if len(parts) > 1 and parts[0] != 1:
            raise MeaningError("one Charge card")
        return ChargeCards(as_characters(parts[-1]), Edge.BOTTOM)

    # --- what is known already

    def this(self) -> That:
        return That(CharacterRef.THIS)

    def this_card(self, *_: object) -> Cards:
        return Cards(Group.THIS)

    def this_scene(self, *_: object) -> Cards:
        return THIS_SCENE

    def that_character(self, *noun: Kind | Token) -> That:
        return self._character(Stands.THAT, f"that {_said(noun)}", _noun(noun))

    def those_characters(self, *noun: Kind | Token) -> That:
        return self._character(Stands.THAT, "those characters", _noun(noun), one=False)

    def that_opponent(self) -> That:
        return self._character(Stands.OPPONENT, "that battle opponent")

    def chosen_character(self, *noun: Kind | Token) -> That:
        return self._character(Stands.CHOSEN, f"the chosen {_said(noun)}", _noun(noun), one=not noun)

    def chosen_characters(self) -> That:
        return self._character(Stands.CHOSEN, "the chosen characters", one=False)

    def _character(self, stands: Stands, word: str, noun: Filters = (), *, one: bool = True) -> That:
        return That(Pronoun(stands, word, self.at, noun, one).as_ref())

    def _cards(self, word: str, stands: Stands = Stands.IT, *, one: bool = True) -> Group:
        return Pronoun(stands, word, self.at, one=one).as_group()

    def played_character(self, *_: object) -> That:
        return That(CharacterRef.PLAYED)

    def it(self) -> Cards:
        return Cards(self._cards("it"))

    def that_card(self) -> Cards:
        return Cards(self._cards("that card", Stands.CARD))

    def those_cards(self) -> Cards:
        return Those(self._cards("them", one=False))

    def revealed(self) -> Cards:
        return Cards(Group.REVEALED)

    def several_cards(self, of: Cards) -> Cards:
        return Those(of.group)

    def chosen_cards(self) -> Cards:
        return Those(Group.CHOSEN)

    def revealed_ones(self, heads: tuple[Filters, ...]) -> PickCards:
        return PickCards(EVERY, CardSet((Among(Group.REVEALED),), any_of(heads)))

    def rest(self) -> Cards:
        return Cards(Group.REST)

    def chosen(self) -> Cards:
        return Cards(Group.CHOSEN)

    def sent(self) -> Cards:
        return Cards(Group.SENT)

    def discarded(self) -> Cards:
        return Cards(Group.DISCARDED)

    def exiled(self) -> Cards:
        return Cards(Group.EXILED)

    def returned(self) -> Cards:
        return Cards(Group.RETURNED)

    def drawn(self) -> Cards:
        return Cards(Group.DRAWN)

    def played(self) -> Cards:
        return Cards(Group.PLAYED)


def _of_each_player(zone: Zone, quantity: Quantity, phrase: NounPhrase) -> Several:
    """That many of each player's cards there."""
    sides = (Side.YOU, Side.OPPONENT)
    return Several(tuple(Some(quantity, replace(phrase, sources=(InZone(zone, side),))) for side in sides))


def _said(noun: tuple[Kind | Token, ...]) -> str:
    """The noun as a text has it."""
    return noun[0].value if noun and isinstance(noun[0], Kind) else str(noun[0]) if noun else "character"


def _noun(said: tuple[Kind | Token, ...]) -> Filters:
    """What "that Kaiju" and "that 『X』" say of the one."""
    match said:
        case (Kind() as kind,):
            return (KindIn((kind,)),)
        case (name,):
            return (NameIn((bare(name).upper(),)),)
    return ()


def _all_or_the_one(phrase: NounPhrase) -> Quantity:
    """ "The character with the highest BP" is one of those that have it; which one, whoever chooses says (CR 11.3)."""
    return EVERY if phrase.peak is None or phrase.several else ONE


def _another(phrase: NounPhrase) -> NounPhrase:
    return replace(phrase, filters=(*phrase.filters, ANOTHER))
