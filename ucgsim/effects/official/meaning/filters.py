"""What a noun phrase means, between the words of the official text and the tree.

What a selection means depends on the verb (``one of your 『A』`` is a character for "give" and all its cards
for "exile"), so it stays a `Some`, `Several` or `Alternatives` until the verb asks for characters or cards.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import partial
from typing import Any, TypeAlias, cast

from ucgsim.cards.card import Kind
from ucgsim.effects import tree

Peak: TypeAlias = type[tree.Highest | tree.Lowest]
"""Which of several numbers is meant."""
CHARACTER_KINDS = (Kind.ULTRA_HERO, Kind.KAIJU, Kind.ULTRA_MECH)


class Stands(StrEnum):
    """What a pronoun can stand for."""

    IT = "it"
    """Cards that were spoken of, or a character."""
    CARD = "card"
    """Cards alone: "that card"."""
    WHO = "who"
    """A character: "it" where only a character can be meant."""
    THAT = "that"
    """A character that is not the subject of the sentence: "that character"."""
    CHOSEN = "chosen"
    """A character that was chosen, whatever was spoken of since."""
    OPPONENT = "opponent"
    """The battle opponent that was spoken of."""
    ITS = "its"
    """A character, this one where no other was spoken of."""


@dataclass(frozen=True, slots=True)
class Pronoun:
    """A word that means what was spoken of before; `ucgsim.effects.official.meaning.pronouns` replaces it.

    ``at``: which token of the text it is, -1 if that is not known; ``noun``: what "that Kaiju" says besides;
    ``one``: whether it is singular; ``number``: how many it says that there are, 0 for any.
    """

    stands: Stands
    word: str = field(default="", compare=False)
    at: int = field(default=-1, compare=False)
    noun: tree.Filters = ()
    one: bool = True
    number: int = 0

    def as_group(self) -> tree.Group:
        """Where the tree wants a group of cards."""
        return cast("tree.Group", self)

    def as_ref(self) -> tree.CharacterRef:
        """Where the tree wants a character."""
        return cast("tree.CharacterRef", self)


def is_it(group: object) -> bool:
    """Whether it is a word for cards that were spoken of."""
    return isinstance(group, Pronoun) and group.stands in (Stands.IT, Stands.CARD)


def is_pronoun(ref: object) -> bool:
    """Whether it is a word that means something, not the thing itself."""
    return isinstance(ref, Pronoun)


def number_said(ref: object) -> int:
    """How many a word says that there are, 0 for any."""
    return ref.number if isinstance(ref, Pronoun) else 0


class Whose(Enum):
    """A side that no player is named for; which one it is depends on who does what is said of it."""

    THEIRS = "their"
    """Of the player who is spoken of: who does it, if that is not you, else the opponent."""
    DOERS = "of whoever does it"
    """Of nobody in words: a card is discarded from one's own hand."""


THEIRS = cast("tree.Side", Whose.THEIRS)
DOERS = cast("tree.Side", Whose.DOERS)
_SEEN_BY: dict[tree.Side, dict[Any, tree.Side]] = {
    tree.Side.YOU: {THEIRS: tree.Side.OPPONENT, DOERS: tree.Side.YOU},
    tree.Side.OPPONENT: {**tree.ACROSS, THEIRS: tree.Side.YOU, DOERS: tree.Side.YOU},
    tree.Side.BOTH: {THEIRS: tree.Side.YOU, DOERS: tree.Side.YOU},
}
"""By who does it: what the tree calls the sides that a text names, and those that it leaves open."""

IT = Pronoun(Stands.IT).as_group()
"""The cards mentioned last."""
ITS = Pronoun(Stands.ITS).as_ref()
"""The characters mentioned last, or the one that bears the power where none was."""


ANOTHER = tree.Not((tree.IsThis(),))
"""What "another" says; "other than this character" is an equal object, so it is compared by identity."""


@dataclass(frozen=True, slots=True)
class Another(tree.Not):
    """ "Another", or "other", of characters: other than this one, if none was picked before; plain again then."""

    at: int = field(default=-1, compare=False)
    word: str = field(default="another", compare=False)


def is_another(item: object) -> bool:
    """Whether a filter is the word "another"."""
    return item is ANOTHER or (isinstance(item, Another) and item.word == "another")


def without_words(node: Any) -> Any:
    """A tree in which "another" and "other" mean other than this character."""
    return ANOTHER if isinstance(node, Another) else tree.rebuilt(node, without_words)


THIS_SCENE = tree.Cards(tree.Group.THIS)
"""This card as a scene, which is one on the field alone (CR 6.1.3); compared by identity, as "this card" is equal."""


@dataclass(frozen=True, slots=True)
class Exactly(tree.Quantity):
    """A number with "exactly": all or nothing (CR 11.3.2); plain again once the sentence has been understood."""


def says_exactly(node: object) -> bool:
    """Whether a tree holds a number with "exactly"."""
    return any(isinstance(part, Exactly) for part in tree.parts_of(node))


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """What a noun phrase says. Its filters are given out by `only` alone, whose caller names the other parts that it
    asks for, so that no part of a phrase is lost without a word.
    """

    _filters: tree.Filters = ()
    distinct: tree.Trait | None = None
    sources: tuple[tree.Source, ...] = ()
    is_card: bool = False
    peak: tuple[tree.Measure, Peak] | None = None
    """Of those only the ones with the highest such number, or the lowest."""
    extreme: bool = False
    """Whether one of its filters is "with the highest …", which one has, or several."""
    several: bool = False
    """Whether it says "characters", more than one."""
    joined: bool = False
    """Whether its heads have "and" between them."""
    at: int = field(default=-1, compare=False)
    """The token where its last part begins that is no filter."""

    def only(self, *parts: str) -> tree.Filters:
        """The filters of a phrase that says nothing else but ``parts``; raises `MeaningError` for any other part."""
        for part, meant in _PARTS.items():
            if part not in parts and getattr(self, part):
                raise MeaningError(meant, self.at)
        return self._filters

    def characters(self, *parts: str) -> tree.Filters:
        """The filters of characters on the field; raises `MeaningError` for cards and scenes as well."""
        if self.is_card or self.is_scene:
            raise MeaningError("characters on the field", self.at)
        return self.only(*parts)

    def adding(self, *filters: tree.Filter) -> NounPhrase:
        """These things, with more asked of each."""
        return replace(self, _filters=(*self._filters, *(item for item in filters if item not in self._filters)))

    def filtered(self, filters: tree.Filters) -> NounPhrase:
        """These things, with other filters, which its own have gone into."""
        return replace(self, _filters=filters)

    def lying(self, *sources: tree.Source) -> NounPhrase:
        """These things in a place that the sentence says; raises `MeaningError` where the phrase names another one."""
        if self.sources not in ((), sources):
            raise MeaningError("one place of the cards", self.at)
        return replace(self, sources=sources)

    def with_more(self, more: NounPhrase) -> NounPhrase:
        """These things with what another phrase adds; raises `MeaningError` where both say something of a kind."""
        if any(getattr(self, part) and getattr(more, part) for part in _PARTS):
            raise MeaningError("a place, a difference or an extreme said once", more.at)
        both = {part: getattr(self, part) or getattr(more, part) for part in _PARTS}
        return replace(self, _filters=self._filters + more._filters, at=max(self.at, more.at), **both)

    def peaked(self, of: tree.CharacterSet | tree.CardSet) -> tree.Filters:
        """The filters of a set of these, the highest or lowest number among them included."""
        if self.peak is None:
            return of.filters
        measure, peak = self.peak
        return (*of.filters, tree.Measures(measure, tree.Comparison.EQUAL, peak(measure, of)))

    @property
    def is_scene(self) -> bool:
        """Whether it speaks of scenes alone."""
        return tree.KindIn((Kind.SCENE,)) in self._filters


_PARTS = {
    "distinct": "words that say how many, of which each can differ from the others",
    "sources": "characters on the field, or cards whose place this sentence asks for",
    "peak": "words that do not depend on who has the highest or the lowest number",
}
"""Parts of a noun phrase besides its filters, with what a reader that does not ask for them expects."""


@dataclass(frozen=True, slots=True)
class Some:
    """A quantity of something, of a side if it says so."""

    quantity: tree.Quantity
    phrase: NounPhrase
    side: tree.Side | None = None


@dataclass(frozen=True, slots=True)
class Several:
    """Each of the parts."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of the parts."""

    parts: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class FilterExtra:
    """Something that a phrase adds which is no filter."""

    distinct: tree.Trait | None = None
    sources: tuple[tree.Source, ...] = ()
    peak: tuple[tree.Measure, Peak] | None = None
    extreme: tree.Filters = ()
    """Of whom it is the one with the highest number, or the lowest, and that number."""
    field_of: tree.Side | None = None
    """On whose field it is."""
    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Alike(tree.SameAs):
    """ "With the same name", without a word for as what: as the card that is put into play, or as each other."""

    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class NextArea(tree.Adjacent):
    """ "In an adjacent battle area", of whichever side the character is; plain again once that is known."""

    seen_by: tree.Side = tree.Side.YOU
    """Who has this character, as the one sees it who does what is said."""

    def of(self, side: tree.Side) -> tree.Filter:
        """The filter of characters of a side: next to this one, or across from it (CR 5.5.7)."""
        if self.seen_by is not tree.Side.YOU:
            raise MeaningError("battle areas of which this character's player speaks")
        facing = tree.CharacterSet(tree.Side.OPPONENT, (tree.Opposes(tree.CharacterSet(tree.Side.YOU, _THIS)),))
        neighbours = tree.CharacterSet(tree.Side.YOU, (tree.Adjacent(),))
        across = ((tree.Beside(facing),), (tree.Opposes(neighbours),))
        if side is tree.Side.YOU:
            return tree.Adjacent()
        return tree.AnyOf(across if side is tree.Side.OPPONENT else ((tree.Adjacent(),), *across))


_THIS = (tree.IsThis(),)


@dataclass(frozen=True, slots=True)
class IsCard(tree.InGroup):
    """ "Is a … card", which no character is; gone once it is known of what that is said."""


def is_of_card(node: object) -> bool:
    """Whether a condition asks whether something is a card of a kind."""
    return any(isinstance(part, IsCard) for part in tree.nodes(node))


@dataclass(frozen=True, slots=True)
class Those(tree.Cards):
    """Cards that are spoken of as several: what is asked of them is asked of every one."""


@dataclass(frozen=True, slots=True)
class TheOther(tree.Cards):
    """The one of two that were revealed or looked at which was not moved; plain again once it is known that there are
    two.
    """

    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class ExiledSoFar(tree.CountCards):
    """Cards "exiled from the game": all that are, where this effect exiles none itself; plain again once that is
    known.
    """

    at: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class Lone(tree.CountCards):
    """How many fit of what is spoken of as one card; plain again once it is known that there is no other."""


@dataclass(frozen=True, slots=True)
class InHandShown(tree.Among):
    """ "In it", of a hand that the sentence before reveals; plain again once that is known."""


@dataclass(frozen=True, slots=True)
class Did(tree.Compare):
    """What this effect did, or did not do, which is no question about cards that must be there; plain again once the
    sentences have been joined. ``by``: who did it; ``sources``: from where, if the text says so; ``before``: whether
    only the sentences before can have said that, since the words "with this effect" are not there.
    """

    by: tree.Side = tree.Side.YOU
    sources: tuple[tree.Source, ...] = ()
    at: int = field(default=-1, compare=False)
    before: bool = False


@dataclass(frozen=True, slots=True)
class ItIsRound(tree.Compare):
    """ "It is round 2": of the field, where no card was spoken of; plain again once that is known."""


@dataclass(frozen=True, slots=True)
class Facing(tree.Is):
    """A fact of a battle opponent that is stated of the character opposite, who is the subject; plain again then."""


@dataclass(frozen=True, slots=True)
class Mutual:
    """What is asked of several among each other: all alike in a trait, or all different."""

    trait: tree.Trait
    all_differ: bool


BATTLE_OPPONENT = tree.That(tree.CharacterRef.SUBJECT)
"""In "shares a TYPE with its battle opponent" what the subject is compared with, until it is known which that is."""


@dataclass(frozen=True, slots=True)
class MoveTo(tree.Move):
    """A move to a zone that the text calls ``whose``; plain again once it is known that the cards are that player's,
    since a card goes to its owner's zones alone (CR 3.1.2).
    """

    whose: tree.Side = tree.Side.YOU


WHERE_AT_RANDOM = "where the cards are of which some are picked at random"


class MeaningError(ValueError):
    """A text that can be parsed but says nothing that can be done; the argument says what was expected.

    ``at``: the token where it was expected, where that is known better than by the words that are read.
    """

    def __init__(self, expected: str, at: int = -1) -> None:
        super().__init__(expected)
        self.at = at


def needs(fits: object, meant: Any, expected: str) -> Any:
    """What is meant if something fits; raises `MeaningError` otherwise."""
    if not fits:
        raise MeaningError(expected)
    return meant


def just_one(number: int, meant: Any = None, expected: str = "one of them") -> Any:
    """What is meant where only one can be, of which the text says a number."""
    return needs(number == 1, meant, expected)


# -------------------------------------------------------------------------------- by what the verb asks


def another_than(first: Any, selection: Any) -> tree.CharacterSelector:
    """The selection as characters; "another" beside one of others is another than that one, not than this card.

    That one is left out by the selection itself, which picks nothing twice.
    """
    if isinstance(selection, Some) and not (isinstance(first, tree.That) and first.ref is tree.CharacterRef.THIS):
        phrase = selection.phrase
        filters = tuple(item for item in phrase.only(*_PARTS) if not is_another(item))
        selection = replace(selection, phrase=phrase.filtered(filters))
    return as_characters(selection)


def as_characters(selection: Any) -> tree.CharacterSelector:
    """The selection as characters; raises `MeaningError` for cards."""
    match selection:
        case Some(tree.Quantity(_, None), phrase, _) if phrase.distinct is not None and not phrase.sources:
            raise MeaningError("how many of them, which then differ, or all of them")
        case Some(quantity, phrase, _) if not phrase.sources:
            if quantity == tree.EVERY:
                refuse_difference(phrase)
            characters = tree.CharacterSet(character_side(selection), phrase.characters("distinct", "peak"))
            characters = replace(characters, filters=phrase.peaked(characters))
            return tree.PickCharacters(quantity, characters, phrase.distinct)
        case Several((tree.That(tree.CharacterRef.THIS) as this, tree.OpponentOf(of))) if of == this:
            return tree.WithOpponent(this)
        case Several(parts):
            if any(isinstance(part, tree.OpponentOf | tree.WithOpponent) for part in parts):
                raise MeaningError("characters of which none is said to be the battle opponent of another")
            return tree.BothOf((as_characters(parts[0]), *(another_than(parts[0], part) for part in parts[1:])))
        case Alternatives(parts):
            return _either(parts)
        case tree.OpponentOf(of):
            return tree.OpponentOf(as_characters(of))
        case tree.That() | tree.PickCharacters() | tree.BothOf() | tree.EitherOf() | tree.WithOpponent():
            return selection
        case tree.Cards(group) if is_it(group):
            word = cast("Pronoun", group)
            if word.stands is Stands.IT:
                return tree.That(replace(word, stands=Stands.WHO).as_ref())
    raise MeaningError("a character")


def character_side(selection: Some) -> tree.Side:
    """Whose characters: as said, or as the neighbourhood and the opposition of the phrase imply (CR 5.5.7,
    7.1).
    """
    if selection.side is not None:
        if said(selection.side) is tree.Side.OPPONENT and tree.Adjacent() in selection.phrase.only(*_PARTS):
            raise MeaningError("characters of one field, which alone are adjacent")
        return selection.side
    for item in selection.phrase.only(*_PARTS):
        if isinstance(item, tree.Adjacent) and not isinstance(item, NextArea):
            return tree.Side.YOU
        if isinstance(item, tree.Opposes):
            return tree.ACROSS[said(item.characters.side)]
    return tree.Side.BOTH


def apart(selection: Any) -> tuple[Any, ...]:
    """Alternatives of which each has a number of its own, or a place: they are done apart. Else the selection alone."""
    match selection:
        case Alternatives(parts) if not _of_one_number(parts):
            return _share_source(parts)
    return (selection,)


def _of_one_number(parts: tuple[Any, ...]) -> bool:
    """Whether a single choice offers all of them."""
    if all(isinstance(part, tree.OpponentOf) for part in parts):
        return _of_one_number(tuple(part.of for part in parts))
    chosen = [part for part in parts if isinstance(part, Some)]
    others = [part for part in parts if not isinstance(part, Some)]
    if len({part.quantity for part in chosen}) != 1 or len({part.phrase.distinct for part in chosen}) != 1:
        return False
    if any(other != tree.That(tree.CharacterRef.THIS) for other in others) or (
        others and chosen[0].quantity != tree.ONE
    ):
        return False
    are_cards = any(part.phrase.is_card or part.phrase.sources or part.phrase.is_scene for part in chosen)
    return are_cards or len({*map(character_side, chosen), *(tree.Side.YOU for _ in others)}) == 1


def _either(parts: tuple[Any, ...]) -> tree.CharacterSelector:
    """One selector with `AnyOf` where the parts differ in filters alone, `EitherOf` otherwise."""
    if all(isinstance(part, tree.OpponentOf) for part in parts):
        return tree.OpponentOf(_either(tuple(part.of for part in parts)))
    chosen = [part for part in parts if isinstance(part, Some)]
    plain = all(isinstance(part, Some) or part == tree.That(tree.CharacterRef.THIS) for part in parts)
    if not plain or len({(part.quantity, character_side(part)) for part in chosen}) != 1:
        raise MeaningError("alternatives that one choice can offer")
    options = tuple(part.phrase.characters() if isinstance(part, Some) else (tree.IsThis(),) for part in parts)
    return tree.PickCharacters(chosen[0].quantity, tree.CharacterSet(character_side(chosen[0]), tree.any_of(options)))


def as_cards(selection: Any, default: tree.Source | None = None) -> tree.CardSelector:
    """The selection as cards; ``default`` is where they are if the text is silent. Raises `MeaningError`."""
    match selection:
        case Some():
            return _some_cards(selection, default)
        case tree.RandomCards(cards=tree.CardSet((), filters)):
            chosen_of = (needs(default, default, WHERE_AT_RANDOM),)
            return replace(selection, cards=tree.CardSet(chosen_of, filters))
        case Several(parts):
            return tree.AllOf(tuple(as_cards(part, default) for part in _share_source(parts)))
        case Alternatives(parts):
            return _either_cards(_share_source(parts), default)
        case tree.That() | tree.OpponentOf() | tree.PickCharacters() | tree.WithOpponent():
            return tree.WholeCharacters(as_characters(selection))
        case (
            tree.PickCards()
            | tree.RandomCards()
            | tree.DeckCards()
            | tree.StackCards()
            | tree.ChargeCards()
            | tree.Cards()
            | tree.AllOf()
        ):
            return selection
    raise MeaningError("a card")


def _some_cards(selection: Some, default: tree.Source | None) -> tree.CardSelector:
    phrase = selection.phrase
    if phrase.sources:
        sources = tuple(_owned(source, selection.side) for source in phrase.sources)
    elif phrase.is_scene and default is None:
        sources = (tree.InZone(tree.Zone.SCENE_AREA, selection.side or tree.Side.BOTH),)
    elif default is not None and (phrase.is_card or (selection.side is None and _names_what(phrase))):
        sources = (default,)
    elif phrase.is_card or default is not None:
        raise MeaningError("where the card is")
    else:
        return tree.WholeCharacters(as_characters(selection))
    filters = phrase.only("sources", "distinct", "peak")
    if all(isinstance(source, tree.InZone) and source.zone is tree.Zone.SCENE_AREA for source in sources):
        filters = tuple(item for item in filters if item != tree.KindIn((Kind.SCENE,)))
    filters = phrase.peaked(tree.CardSet(sources, filters))
    return tree.PickCards(selection.quantity, tree.CardSet(sources, filters), phrase.distinct)


def refuse_difference(phrase: NounPhrase) -> None:
    """ "All Kaiju with different names" says neither which of two alike is meant nor that there are none."""
    if phrase.distinct is not None:
        raise MeaningError("how many are to differ, a number of them", phrase.at)


def _owned(source: tree.Source, side: tree.Side | None) -> tree.Source:
    """A source that both players share, or that each has, is that of whom the selection names."""
    if side is None or not isinstance(source, tree.InZone):
        return source
    if source.side is not tree.Side.BOTH and said(source.side) is not said(side):
        raise MeaningError("cards and a place of one player")
    return replace(source, side=side)


def _share_source(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """In a list the place is said once, at the end; "one of your Kaiju" is on the field, whatever follows it."""
    last = parts[-1]
    if not isinstance(last, Some) or not last.phrase.sources:
        return parts
    return tuple(_lying_there(part, last.phrase.sources) for part in parts)


def _lying_there(part: Any, sources: tuple[tree.Source, ...]) -> Any:
    """A part of a list in the place of its last part; raises `MeaningError` for "one character" there."""
    if not isinstance(part, Some) or part.phrase.sources or part.side is not None:
        return part
    if not part.phrase.is_card and not _names_what(part.phrase):
        raise MeaningError("a card, or a character of one of the players", part.phrase.at)
    return replace(part, phrase=part.phrase.lying(*sources))


def _names_what(phrase: NounPhrase) -> bool:
    """Whether it says more than "character": one of such a name or kind may be a card as well."""
    return any(isinstance(item, _HEADS) for item in phrase.only(*_PARTS))


_HEADS = (tree.NameIn, tree.NamePart, tree.KindIn, tree.AnyOf)
"""Filters that name what there is one of."""


def _either_cards(parts: tuple[Any, ...], default: tree.Source | None) -> tree.CardSelector:
    cards = [as_cards(part, default) for part in parts]
    first = cards[0]
    if not isinstance(first, tree.PickCards):
        raise MeaningError("cards of one place")
    if not all(isinstance(part, tree.PickCards) and part.cards.sources == first.cards.sources for part in cards):
        raise MeaningError("cards of one place")
    if any(part.quantity != first.quantity for part in cards if isinstance(part, tree.PickCards)):
        raise MeaningError("the same number of each, or what is done to each of the two")
    if any(part.distinct is not None for part in cards if isinstance(part, tree.PickCards)):
        raise MeaningError("alternatives that need not differ")
    options = tuple(part.cards.filters for part in cards if isinstance(part, tree.PickCards))
    return tree.PickCards(first.quantity, tree.CardSet(first.cards.sources, tree.any_of(options)))


def unless(condition: tree.Condition) -> tree.Condition:
    """The condition does not hold; what is said of a card that is not there holds neither way (CR 11.2.1)."""
    match condition:
        case tree.Compare(Lone(tree.CardSet(sources, filters), distinct), tree.Comparison.AT_LEAST, 1) if filters:
            return tree.Compare(
                Lone(tree.CardSet(sources, (tree.Not(filters),)), distinct), tree.Comparison.AT_LEAST, 1
            )
    return tree.No(condition)


def seen_by(player: tree.Side, node: Any) -> Any:
    """What a player does, or each of them, as the tree has it, where "you" is that player; raises `MeaningError` for
    what only a player who is named has, where each does it.
    """
    match node:
        case tree.Side() | Whose():
            if player is tree.Side.BOTH and node in (tree.Side.YOU, tree.Side.OPPONENT):
                raise MeaningError('"their", of what each player has, or one player who does it')
            return _SEEN_BY[player].get(node, node)
        case tree.Leads() | tree.TopCardTaken() | tree.ByPlayer() if player is not tree.Side.YOU:
            raise MeaningError("what does not depend on who does it")
        case tree.Draw(tree.Side.YOU) | tree.May(_, tree.Side.YOU) | tree.PickCards(player=tree.Side.YOU):
            # Nobody is named: whoever does the rest draws, may do it and picks.
            node = replace(node, player=DOERS)
    return tree.rebuilt(node, partial(seen_by, player))


def said(node: Any) -> Any:
    """A tree seen by you: you do what is said without naming a player."""
    return seen_by(tree.Side.YOU, node)


def bare(token: str) -> str:
    """A name without its brackets."""
    return token[1:-1].strip()
