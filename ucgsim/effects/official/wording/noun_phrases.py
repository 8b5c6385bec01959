# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Numbers, noun phrases and places of cards of the official wording."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from lark import Token, Transformer, v_args

from ucgsim.cards.card import Kind
from ucgsim.effects.official.meaning.filters import (
    CHARACTER_KINDS,
    Alike,
    Exactly,
    Extra,
    MeaningError,
    NounPhrase,
    Pronoun,
    Some,
    Stands,
    any_of,
    bare,
    character_side,
)
from ucgsim.effects.tree.amounts import PrintedRound
from ucgsim.effects.tree.battles import AreaBetween, InNewestArea
from ucgsim.effects.tree.selectors import (
    ANY_NUMBER,
    ONE,
    Adjacent,
    Among,
    Amount,
    Beside,
    CanLevelUpWith,
    CanTakeUnder,
    Cards,
    CardSet,
    CharacterSet,
    CountCards,
    Filter,
    Filters,
    HasType,
    InArea,
    InZone,
    IsThis,
    KindIn,
    LevelBetween,
    LevelIn,
    NameIn,
    NamePart,
    Not,
    OpponentOf,
    Opposes,
    OwnedBy,
    Plus,
    PrintedExtra,
    Quantity,
    ReadsExtra,
    RoundBetween,
    SameAs,
    Source,
    StateIn,
    TeamIn,
    That,
)
from ucgsim.effects.tree.values import CharacterRef, Edge, Group, Side, State, Trait, Zone

_NUMBERS = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
]


@v_args(inline=True)
class Phrases(Transformer[Token, Any]):
    """Numbers, noun phrases, places and selections; the methods are named after the rules of the grammar."""

    at: int
    """The token where what is being read begins, as `ucgsim.effects.official.parsing.derivations` says."""

    def __init__(self) -> None:
        super().__init__()
        self.at = -1

    # --- numbers and small words

    def number(self, token: Token) -> int:
        return _NUMBERS.index(token) if token in _NUMBERS else int(token)

    def a(self) -> int:
        return 1

    def that_many(self) -> Amount:
        return CountCards(CardSet((Among(Pronoun(Stands.IT, "that many", self.at).as_group()),)))

    def count(self, amount: Amount) -> Amount:
        return amount

    def exactly(self, amount: Amount) -> Quantity:
        return Quantity(amount, amount)

    def all_or_nothing(self, amount: Amount) -> Quantity:
        return Exactly(amount, amount)

    def up_to(self, most: int) -> Quantity:
        return Quantity(0, most)

    def up_to_that_many(self) -> Quantity:
        return Quantity(0, self.that_many())

    def between(self, least: int, most: int) -> Quantity:
        return Quantity(least, most)

    def any_number(self) -> Quantity:
        return ANY_NUMBER

    def yours(self) -> Side:
        return Side.YOU

    def theirs(self, *_: object) -> Side:
        return Side.OPPONENT

    def anyones(self) -> Side:
        return Side.BOTH

    def top(self) -> Edge:
        return Edge.TOP

    def bottom(self) -> Edge:
        return Edge.BOTTOM

    def by_name(self) -> Trait:
        return Trait.NAME

    def by_type(self) -> Trait:
        return Trait.TYPE

    def by_level(self) -> Trait:
        return Trait.LEVEL

    def higher(self) -> bool:
        return True

    def lower(self) -> bool:
        return False

    # --- nouns

    def ultra_hero(self) -> Kind:
        return Kind.ULTRA_HERO

    def kaiju(self) -> Kind:
        return Kind.KAIJU

    def ultra_mech(self) -> Kind:
        return Kind.ULTRA_MECH

    def scene(self) -> Kind:
        return Kind.SCENE

    def states(self, *tokens: Token) -> State:
        mask = State(0)
        for token in tokens:
            mask |= State[token.upper()]
        return mask

    def level_list(self, *levels: int) -> Filter:
        return LevelIn(levels)

    def level_range(self, level: int, up: bool) -> Filter:  # noqa: FBT001
        return LevelBetween(level, None) if up else LevelBetween(None, level)

    def types_any(self, *tokens: Token) -> tuple[Filters, bool]:
        return (HasType(tuple(bare(token).upper() for token in tokens)),), True

    def types_all(self, *tokens: Token) -> tuple[Filters, bool]:
        return tuple(HasType((bare(token).upper(),)) for token in tokens), False

    def teams(self, *tokens: Token) -> Filter:
        return TeamIn(tuple(bare(token).upper() for token in tokens))

    def with_team(self, teams: Filter) -> Filters:
        return (teams,)

    def names(self, *tokens: Token) -> Filter:
        return NameIn(tuple(bare(token).upper() for token in tokens))

    def charname(self, token: Token) -> NounPhrase:
        return NounPhrase((self.names(token),))

    def parts(self, *tokens: Token) -> Filter:
        return NamePart(tuple(bare(token) for token in tokens))

    def head_name(self, *parts: Any) -> Filters:
        return (*parts[:-1], NameIn((bare(parts[-1]).upper(),)))

    def head_part(self, token: Token) -> Filters:
        return (NamePart((bare(token),)),)

    def head_kind(self, *parts: Any) -> Filters:
        return (*parts[:-1], KindIn((parts[-1],)))

    def head_with_words(self, *parts: Any) -> Filters:
        word = StateIn(parts[0]) if isinstance(parts[0], State) else self.type_before(parts[0])
        return (word, *parts[1])

    def head_character(self, *_: object) -> Filters:
        return (KindIn(CHARACTER_KINDS),)

    def heads(self, *options: Filters) -> tuple[Filters, ...]:
        return options

    def heads_joined(self, *options: Filters) -> tuple[Filters, ...]:
        return _Joined(options)

    def noun_characters(self) -> NounPhrase:
        return NounPhrase()

    def noun_several(self) -> NounPhrase:
        return NounPhrase(several=True)

    def noun_character_card(self) -> NounPhrase:
        return NounPhrase((KindIn(CHARACTER_KINDS),), is_card=True)

    def noun_card(self) -> NounPhrase:
        return NounPhrase(is_card=True)

    def np(self, *parts: Any) -> NounPhrase:
        index = next(i for i, item in enumerate(parts) if _is_heads(item))
        before = tuple(StateIn(item) if isinstance(item, State) else item for item in parts[:index])
        heads, rest = parts[index], parts[index + 1 :]
        if any(len(head) > 1 for head in heads[1:]):
            if before and not all(len(head) > 1 for head in heads[1:]):
                raise MeaningError("words before each of them, or before the first alone")
            heads = ((*before, *heads[0]), *heads[1:])
            before = ()
        phrase = _assemble((*before, *any_of(heads)), rest)
        return replace(phrase, joined=isinstance(heads, _Joined))

    def np_described(self, *parts: Any) -> NounPhrase:
        return self.np(*parts) if any(_is_heads(item) for item in parts) else self.np_noun(*parts)

    def np_noun(self, *parts: Any) -> NounPhrase:
        before = tuple(StateIn(item) if isinstance(item, State) else item for item in parts if is_word(item))
        return _assemble(before, tuple(item for item in parts if not is_word(item)))

    def negation(self) -> str:
        return "not"

    def of_choice(self) -> Filters:
        return ()

    def other(self) -> Filter:
        return Not((IsThis(),))

    def type_before(self, types: tuple[Filters, bool]) -> Filter:
        if len(types[0]) > 1:
            raise MeaningError('one TYPE, or TYPEs with "or", before the noun')
        return types[0][0]

    def adjacent_word(self) -> Filter:
        return Adjacent()

    def np_short(self, *parts: Any) -> NounPhrase:
        words = tuple(item for item in parts if item != "not")
        phrase = self.np(*words) if any(_is_heads(item) for item in words) else self.np_noun(*words)
        return replace(phrase, filters=(Not(phrase.filters),)) if "not" in parts else phrase

    # --- what follows a noun

    def with_type(self, types: tuple[Filters, bool]) -> Filters:
        return types[0]

    def without_type(self, types: tuple[Filters, bool]) -> Filters:
        if len(types[0]) > 1:
            raise MeaningError('"or" between the TYPEs of which it has none')
        return (Not(types[0]),)

    def without_types(self, *each: tuple[Filters, bool]) -> Filters:
        return (Not((HasType(tuple(name for types, _ in each for name in type_names(types))),)),)

    def none_of(self, *excluded: Filters) -> Filters:
        return (Not(any_of(excluded)),)

    def not_states(self, states: State) -> Filters:
        return (Not((StateIn(states),)),)

    def not_levels(self, levels: Filter) -> Filters:
        return (Not((levels,)),)

    def excluded_np(self, *parts: Any) -> Filters:
        return self.np_short(*parts).filters

    def one_of_these(self, *relatives: Filters) -> Filters:
        return any_of(relatives)

    def with_parts(self, parts: Filter) -> Filters:
        return (parts,)

    def with_round(self, rounds: Filter) -> Filters:
        return (rounds,)

    def round_step(self, number: int, up: bool) -> Filter:  # noqa: FBT001
        amount = Plus(PrintedRound(Group.SENT), number if up else -number)
        return RoundBetween(amount, amount)

    def with_levels(self, levels: Filter) -> Filters:
        return (levels,)

    def with_extra(self) -> Filters:
        return (PrintedExtra(),)

    def currently_extra(self) -> Filters:
        return (ReadsExtra(),)

    def that_is(self, *traits: Filters) -> Filters:
        return tuple(item for trait in traits for item in trait)

    def is_states(self, states: State) -> Filters:
        return (StateIn(states),)

    def is_levels(self, levels: Filter) -> Filters:
        return (levels,)

    def is_np(self, phrase: NounPhrase) -> Filters:
        return phrase.filters

    def able_to_level_up(self) -> Filters:
        return (CanLevelUpWith(Group.PLACED),)

    def takes_it_under(self) -> Filters:
        return (CanTakeUnder(Group.PLACED),)

    def is_opponent_of(self, unit: Any) -> Filters:
        if not isinstance(unit, Some):
            raise MeaningError("one of somebody's characters")
        return (Opposes(CharacterSet(character_side(unit), unit.phrase.filters)),)

    def adjacent(self) -> Filters:
        return (Adjacent(),)

    def beside(self, unit: Any) -> Filters:
        match unit:
            case That(CharacterRef.THIS):
                return (Adjacent(),)
            case That():
                return (Beside(unit),)
            case OpponentOf(That(CharacterRef.THIS)):
                opposed = Opposes(CharacterSet(Side.YOU, (IsThis(),)))
                return (Beside(CharacterSet(Side.OPPONENT, (opposed,))),)
            case Some(quantity, phrase) if quantity == ONE:
                return (Beside(CharacterSet(character_side(unit), phrase.filters)),)
        raise MeaningError("one character")

    def sharing_type(self, other: Any) -> Filters:
        return (SameAs(Trait.TYPE, other),)

    def sharing_no_type(self, other: Any) -> Filters:
        return (Not((SameAs(Trait.TYPE, other),)),)

    def not_named(self, names: Filter) -> Filters:
        return (Not((names,)),)

    def not_this(self) -> Filters:
        return (Not((IsThis(),)),)

    def not_its_opponent(self) -> Filters:
        this = CharacterSet(Side.YOU, (IsThis(),))
        return (Not((Opposes(this),)),)

    def same_as(self, trait: Trait, *other: Any) -> Filters:
        if other and trait is Trait.LEVEL and isinstance(other[0], That):
            raise MeaningError("a card, since a character's level is a number that is compared")
        return (SameAs(trait, other[0]) if other else Alike(trait, Cards(Group.PLACED), self.at),)

    def different(self, trait: Trait) -> Extra:
        return Extra(distinct=trait)

    def areas_listed(self, *rounds: int) -> Filters:
        return any_of(tuple((InArea(number),) for number in rounds))

    def areas_between(self, number: int, up: bool) -> Filters:  # noqa: FBT001
        return (AreaBetween(number, None) if up else AreaBetween(None, number),)

    def in_area(self, areas: Filters) -> Filters:
        return areas

    def in_oldest(self) -> Filters:
        return (InArea(1),)

    def in_newest(self) -> Filters:
        return (InNewestArea(),)

    def not_in_newest(self) -> Filters:
        return (Not(self.in_newest()),)

    def either_player(self, _: Token) -> Extra:
        return Extra()

    def located(self, source: tuple[Source, ...] | Extra) -> Extra:
        return source if isinstance(source, Extra) else Extra(sources=source)

    def reference(self, unit: Any) -> Any:
        if not isinstance(unit, Cards | That):
            raise MeaningError("a card or a character that is known")
        return unit

    # --- places of cards

    def in_discard(self, side: Side) -> tuple[Source, ...]:
        return (InZone(Zone.DISCARD, side),)

    def in_hand(self, side: Side) -> tuple[Source, ...]:
        return (InZone(Zone.HAND, side),)

    def in_scene_area(self) -> tuple[Source, ...]:
        return (InZone(Zone.SCENE_AREA, Side.BOTH),)

    def among_them(self) -> tuple[Source, ...]:
        return (Among(Pronoun(Stands.IT, "them", self.at, one=False).as_group()),)

    def among_revealed(self) -> tuple[Source, ...]:
        return (Among(Group.REVEALED),)

    def among_sent(self) -> tuple[Source, ...]:
        return (Among(Group.SENT),)

    def either_source(self, first: tuple[Source, ...], second: tuple[Source, ...]) -> tuple[Source, ...]:
        if isinstance(first, Extra) or isinstance(second, Extra):
            raise MeaningError("cards of one kind of place")
        return first + second

    def on_field(self, side: Side) -> Extra:
        return Extra(field_of=side)

    def in_play(self) -> tuple[Source, ...]:
        return ()


def type_names(types: Filters) -> tuple[str, ...]:
    """The TYPEs that are named."""
    return tuple(name for item in types for name in getattr(item, "types", ()))


class _Joined(tuple[Filters, ...]):
    """Heads with "and" between them."""

    __slots__ = ()


def is_word(item: Any) -> bool:
    """Whether it is a word before a noun: a state, levels, a TYPE, "other", "adjacent"."""
    return isinstance(item, State | TeamIn | LevelIn | LevelBetween | HasType | Not | Adjacent)


def _is_heads(item: Any) -> bool:
    return isinstance(item, tuple) and bool(item) and isinstance(item[0], tuple)


def _assemble(filters: Filters, rest: tuple[Any, ...]) -> NounPhrase:
    """A noun phrase from its filters and whatever followed them."""
    phrase = NounPhrase(filters)
    for item in rest:
        match item:
            case NounPhrase():
                phrase = replace(
                    phrase, filters=phrase.filters + item.filters, is_card=item.is_card, several=item.several
                )
            case Extra(field_of=Side.YOU | Side.OPPONENT as side):
                phrase = replace(phrase, filters=(*phrase.filters, OwnedBy(side)))
            case Extra(distinct, sources, peak):
                phrase = replace(
                    phrase,
                    distinct=distinct or phrase.distinct,
                    sources=sources or phrase.sources,
                    peak=peak or phrase.peak,
                )
            case _:
                phrase = replace(phrase, filters=phrase.filters + item)
    return phrase
