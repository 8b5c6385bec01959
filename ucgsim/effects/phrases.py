# ruff: noqa: D102 - each method reads the grammar rule of its name, and the rule says what that is
"""Noun phrases of the official wording: what the grammar's words for things become in the tree.

What a selection means depends on the verb (``one of your 『A』`` is a character for "give" and all its cards for
"exile"), so it stays a `Some`, `Several` or `Alternatives` until the verb asks for characters or for cards.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, cast

from lark import Token, Transformer, v_args

from ucgsim.cards.card import Kind
from ucgsim.effects.nouns import (
    Adjacent,
    AllOf,
    Among,
    Amount,
    AnyOf,
    BothOf,
    CanLevelUpWith,
    Cards,
    CardSelector,
    CardSet,
    CharacterSelector,
    CharacterSet,
    ChargeCards,
    CountCards,
    DeckCards,
    EitherOf,
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
    PickCards,
    PickCharacters,
    Plus,
    PrintedExtra,
    PrintedRound,
    Quantity,
    ReadsExtra,
    RoundBetween,
    SameAs,
    Source,
    StackCards,
    StateIn,
    That,
    WholeCharacters,
)
from ucgsim.effects.words import CharacterRef, Edge, Group, Side, State, Trait, Zone

if TYPE_CHECKING:
    from collections.abc import Iterable

CHARACTER_KINDS = (Kind.ULTRA_HERO, Kind.KAIJU, Kind.ULTRA_MECH)
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


class Pending(StrEnum):
    """Pronouns; `ucgsim.effects.settle` replaces them by what they stand for."""

    IT = "it"
    THAT = "that"


IT = cast("Group", Pending.IT)
"""The cards mentioned last."""
THAT = cast("CharacterRef", Pending.THAT)
"""The characters mentioned last."""


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """Filters and what else a noun phrase says."""

    filters: Filters = ()
    distinct: Trait | None = None
    sources: tuple[Source, ...] = ()
    is_card: bool = False

    @property
    def is_scene(self) -> bool:
        """Whether it speaks of scenes alone."""
        return KindIn((Kind.SCENE,)) in self.filters


@dataclass(frozen=True, slots=True)
class Some:
    """A quantity of something, of a side if it says so."""

    quantity: Quantity
    phrase: NounPhrase
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Several:
    """Each of the parts."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of the parts."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Extra:
    """Something that a phrase adds which is no filter."""

    distinct: Trait | None = None
    sources: tuple[Source, ...] = ()


class MeaningError(ValueError):
    """A text that can be parsed but says nothing that can be done; the argument tells what was expected."""


# ---------------------------------------------------------------------------------------------- by what the verb asks


def as_characters(found: Any) -> CharacterSelector:
    """The selection as characters; raises `MeaningError` for cards."""
    match found:
        case Some(quantity, phrase, _):
            characters = CharacterSet(character_side(found), phrase.filters)
            return PickCharacters(quantity, characters, phrase.distinct)
        case Several(parts):
            return BothOf(tuple(as_characters(part) for part in parts))
        case Alternatives(parts):
            return _either(parts)
        case OpponentOf(of):
            return OpponentOf(as_characters(of))
        case That() | PickCharacters() | BothOf() | EitherOf():
            return found
        case Cards(group) if group is IT:
            return That(THAT)
    raise MeaningError("a character")


def character_side(found: Some) -> Side:
    """Whose characters: as said, or as the neighbourhood and the opposition of the phrase imply (CR 5.5.7, 7.1)."""
    if found.side is not None:
        return found.side
    for item in found.phrase.filters:
        if isinstance(item, Adjacent):
            return Side.YOU
        if isinstance(item, Opposes):
            return {Side.YOU: Side.OPPONENT, Side.OPPONENT: Side.YOU}.get(item.characters.side, Side.BOTH)
    return Side.BOTH


def _either(parts: tuple[Any, ...]) -> CharacterSelector:
    """One selector with `AnyOf` where the parts differ in filters alone, `EitherOf` otherwise."""
    if all(isinstance(part, OpponentOf) for part in parts):
        return OpponentOf(_either(tuple(part.of for part in parts)))
    chosen = [part for part in parts if isinstance(part, Some)]
    plain = all(isinstance(part, Some) or part == That(CharacterRef.THIS) for part in parts)
    if not plain or len({(part.quantity, character_side(part)) for part in chosen}) != 1:
        return EitherOf(tuple(as_characters(part) for part in parts))
    options = tuple(part.phrase.filters if isinstance(part, Some) else (IsThis(),) for part in parts)
    return PickCharacters(chosen[0].quantity, CharacterSet(character_side(chosen[0]), any_of(options)))


def as_cards(found: Any, default: Source | None = None) -> CardSelector:
    """The selection as cards; ``default`` is where they are if the text is silent. Raises `MeaningError`."""
    match found:
        case Some():
            return _some_cards(found, default)
        case Several(parts):
            return AllOf(tuple(as_cards(part, default) for part in _share_source(parts)))
        case Alternatives(parts):
            return _either_cards(_share_source(parts), default)
        case That() | OpponentOf() | PickCharacters():
            return WholeCharacters(as_characters(found))
        case PickCards() | DeckCards() | StackCards() | ChargeCards() | Cards() | AllOf():
            return found
    raise MeaningError("a card")


def _some_cards(found: Some, default: Source | None) -> CardSelector:
    phrase = found.phrase
    if phrase.sources:
        sources = tuple(_owned(source, found.side) for source in phrase.sources)
    elif phrase.is_scene and default is None:
        sources = (InZone(Zone.SCENE_AREA, found.side or Side.BOTH),)
    elif default is not None:
        sources = (default,)
    elif phrase.is_card:
        raise MeaningError("where the card is")
    else:
        return WholeCharacters(as_characters(found))
    filters = phrase.filters
    if sources[0] == InZone(Zone.SCENE_AREA, found.side or Side.BOTH):
        filters = tuple(item for item in filters if item != KindIn((Kind.SCENE,)))
    return PickCards(found.quantity, CardSet(sources, filters), phrase.distinct)


def _owned(source: Source, side: Side | None) -> Source:
    """A source in the shared scene area belongs to whom the selection names."""
    if side is not None and source == InZone(Zone.SCENE_AREA, Side.BOTH):
        return InZone(Zone.SCENE_AREA, side)
    return source


def _share_source(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """In a list the place is said once, at the end."""
    last = parts[-1]
    if not isinstance(last, Some) or not last.phrase.sources:
        return parts
    return tuple(
        replace(part, phrase=replace(part.phrase, sources=last.phrase.sources))
        if isinstance(part, Some) and not part.phrase.sources
        else part
        for part in parts
    )


def _either_cards(parts: tuple[Any, ...], default: Source | None) -> CardSelector:
    found = [as_cards(part, default) for part in parts]
    first = found[0]
    if not isinstance(first, PickCards):
        raise MeaningError("cards of one place")
    if not all(isinstance(part, PickCards) and part.cards.sources == first.cards.sources for part in found):
        raise MeaningError("cards of one place")
    options = tuple(part.cards.filters for part in found if isinstance(part, PickCards))
    return PickCards(first.quantity, CardSet(first.cards.sources, any_of(options)), first.distinct)


def any_of(options: Iterable[Filters]) -> Filters:
    """Filters that hold where one of the lists holds."""
    listed = tuple(dict.fromkeys(options))
    if len(listed) == 1:
        return listed[0]
    merged = _merge_names(listed)
    return merged if merged is not None else (AnyOf(listed),)


def _merge_names(options: tuple[Filters, ...]) -> Filters | None:
    """Lists of one name, name part or kind each, as one filter with several values."""
    if not all(len(option) == 1 for option in options):
        return None
    items = [option[0] for option in options]
    if all(isinstance(item, NameIn) for item in items):
        return (NameIn(tuple(name for item in items if isinstance(item, NameIn) for name in item.names)),)
    if all(isinstance(item, NamePart) for item in items):
        return (NamePart(tuple(part for item in items if isinstance(item, NamePart) for part in item.parts)),)
    if all(isinstance(item, KindIn) for item in items):
        return (KindIn(tuple(kind for item in items if isinstance(item, KindIn) for kind in item.kinds)),)
    return None


def bare(token: str) -> str:
    """What stands between the brackets of a name."""
    return token[1:-1].strip()


# ---------------------------------------------------------------------------------------------- grammar rules


@v_args(inline=True)
class Phrases(Transformer[Token, Any]):
    """Numbers, noun phrases, places and selections; the methods are named after the rules of the grammar."""

    # --- numbers and small words

    def number(self, token: Token) -> int:
        return _NUMBERS.index(token) if token in _NUMBERS else int(token)

    def a(self) -> int:
        return 1

    def that_many(self) -> Amount:
        return CountCards(CardSet((Among(IT),)))

    def count(self, amount: Amount) -> Amount:
        return amount

    def exactly(self, amount: Amount) -> Quantity:
        return Quantity(amount, amount)

    def up_to(self, most: int) -> Quantity:
        return Quantity(0, most)

    def between(self, least: int, most: int) -> Quantity:
        return Quantity(least, most)

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

    def names(self, *tokens: Token) -> Filter:
        return NameIn(tuple(bare(token).upper() for token in tokens))

    def parts(self, *tokens: Token) -> Filter:
        return NamePart(tuple(bare(token) for token in tokens))

    def head_name(self, *found: Any) -> Filters:
        return (*found[:-1], NameIn((bare(found[-1]).upper(),)))

    def head_part(self, token: Token) -> Filters:
        return (NamePart((bare(token),)),)

    def head_kind(self, *found: Any) -> Filters:
        return (*found[:-1], KindIn((found[-1],)))

    def heads(self, *options: Filters) -> tuple[Filters, ...]:
        return options

    def noun_characters(self) -> NounPhrase:
        return NounPhrase()

    def noun_character_card(self) -> NounPhrase:
        return NounPhrase((KindIn(CHARACTER_KINDS),), is_card=True)

    def noun_card(self) -> NounPhrase:
        return NounPhrase(is_card=True)

    def np(self, *found: Any) -> NounPhrase:
        index = next(i for i, item in enumerate(found) if _is_heads(item))
        before = tuple(StateIn(item) if isinstance(item, State) else item for item in found[:index])
        heads, rest = found[index], found[index + 1 :]
        if any(len(head) > 1 for head in heads[1:]):
            heads = ((*before, *heads[0]), *heads[1:])
            before = ()
        return _assemble((*before, *any_of(heads)), rest)

    def np_noun(self, *found: Any) -> NounPhrase:
        before = tuple(StateIn(item) if isinstance(item, State) else item for item in found if is_word(item))
        return _assemble(before, tuple(item for item in found if not is_word(item)))

    def negation(self) -> str:
        return "not"

    def other(self) -> Filter:
        return Not((IsThis(),))

    def np_short(self, *found: Any) -> NounPhrase:
        words = tuple(item for item in found if item != "not")
        phrase = self.np(*words) if any(_is_heads(item) for item in words) else self.np_noun(*words)
        return replace(phrase, filters=(Not(phrase.filters),)) if "not" in found else phrase

    # --- what follows a noun

    def with_type(self, types: tuple[Filters, bool]) -> Filters:
        return types[0]

    def without_type(self, types: tuple[Filters, bool]) -> Filters:
        return (Not(types[0]),)

    def with_parts(self, parts: Filter) -> Filters:
        return (parts,)

    def with_round(self, rounds: Filter) -> Filters:
        return (rounds,)

    def round_is(self, number: int) -> Filter:
        return RoundBetween(number, number)

    def round_range(self, number: int, up: bool) -> Filter:  # noqa: FBT001
        return RoundBetween(number, None) if up else RoundBetween(None, number)

    def round_step(self, number: int, up: bool) -> Filter:  # noqa: FBT001
        amount = Plus(PrintedRound(Group.SENT), number if up else -number)
        return RoundBetween(amount, amount)

    def with_level(self, number: int, up: bool) -> Filters:  # noqa: FBT001
        return (self.level_range(number, up),)

    def with_extra(self, *found: Any) -> Filters:
        return (PrintedExtra(found[0] if found else None),)

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

    def is_opponent_of(self, unit: Any) -> Filters:
        if not isinstance(unit, Some):
            raise MeaningError("one of somebody's characters")
        return (Opposes(CharacterSet(character_side(unit), unit.phrase.filters)),)

    def adjacent(self) -> Filters:
        return (Adjacent(),)

    def sharing_type(self, other: Any) -> Filters:
        return (SameAs(Trait.TYPE, other),)

    def not_named(self, names: Filter) -> Filters:
        return (Not((names,)),)

    def not_this(self) -> Filters:
        return (Not((IsThis(),)),)

    def same_as(self, trait: Trait, *other: Any) -> Filters:
        return (SameAs(trait, other[0] if other else Cards(Group.PLACED)),)

    def different(self, trait: Trait) -> Extra:
        return Extra(distinct=trait)

    def in_area(self, number: int) -> Filters:
        return (InArea(number),)

    def either_player(self, _: Token) -> Extra:
        return Extra()

    def located(self, source: tuple[Source, ...]) -> Extra:
        return Extra(sources=source)

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
        return (Among(IT),)

    def among_revealed(self) -> tuple[Source, ...]:
        return (Among(Group.REVEALED),)

    def among_sent(self) -> tuple[Source, ...]:
        return (Among(Group.SENT),)

    def either_source(self, first: tuple[Source, ...], second: tuple[Source, ...]) -> tuple[Source, ...]:
        return first + second

    def on_field(self, _: Side) -> tuple[Source, ...]:
        return ()


def is_word(item: Any) -> bool:
    """Whether it is a word before a noun: a state, levels, "other"."""
    return isinstance(item, State | LevelIn | LevelBetween | Not)


def _is_heads(item: Any) -> bool:
    return isinstance(item, tuple) and bool(item) and isinstance(item[0], tuple)


def _assemble(filters: Filters, rest: tuple[Any, ...]) -> NounPhrase:
    """A noun phrase from its filters and whatever followed them."""
    phrase = NounPhrase(filters)
    for item in rest:
        match item:
            case NounPhrase():
                phrase = replace(phrase, filters=phrase.filters + item.filters, is_card=item.is_card)
            case Extra(distinct, sources):
                phrase = replace(
                    phrase, distinct=distinct or phrase.distinct, sources=sources or phrase.sources
                )
            case _:
                phrase = replace(phrase, filters=phrase.filters + item)
    return phrase
