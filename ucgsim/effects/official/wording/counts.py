# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""What is counted in the official wording: "for each ...", "the number of ..."."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import v_args

from ucgsim.cards.card import Kind
from ucgsim.effects.official.meaning.filters import MeaningError, NounPhrase, as_characters, is_it
from ucgsim.effects.official.wording.comparisons import known
from ucgsim.effects.official.wording.figures import Figures
from ucgsim.effects.tree.amounts import PrintedRound
from ucgsim.effects.tree.selectors import (
    EVERY,
    Among,
    Amount,
    Cards,
    CardSet,
    CharacterSet,
    CountCards,
    CountCharacters,
    CountCharge,
    InZone,
    KindIn,
    OpponentOf,
    PickCharacters,
    That,
    Total,
)
from ucgsim.effects.tree.values import Measure, Side, Trait, Zone


@dataclass(frozen=True, slots=True)
class Multiple:
    """ "for every ``per`` of ``count``"."""

    per: int
    count: Amount


def count_of(phrase: NounPhrase, side: Side) -> CountCards | CountCharacters:
    """How many there are: cards where the phrase names a place of cards, characters of the side otherwise."""
    filters = phrase.filters
    sources = phrase.sources
    if phrase.peak is not None:
        raise MeaningError("a number that does not depend on who has the highest or the lowest")
    if phrase.is_scene and not sources:
        sources = (InZone(Zone.SCENE_AREA, Side.BOTH),)
    if not sources:
        return CountCharacters(CharacterSet(side, filters), phrase.distinct)
    if sources == (InZone(Zone.SCENE_AREA, Side.BOTH),):
        sources = (InZone(Zone.SCENE_AREA, side),)
        filters = tuple(item for item in filters if item != KindIn((Kind.SCENE,)))
    return CountCards(CardSet(sources, filters), phrase.distinct)


def charge_under(unit: Any) -> Amount:
    """How many Charge cards lie under what is meant; raises `MeaningError` where somebody would have to choose."""
    match as_characters(unit):
        case That() as who:
            return CountCharge(who)
        case OpponentOf(That()) as opposed:
            return Total(Measure.CHARGE, opposed)
        case PickCharacters(quantity, characters, None) if quantity == EVERY:
            return Total(Measure.CHARGE, characters)
    raise MeaningError("characters that nobody has to choose")


def whose_count(phrase: NounPhrase, side: Side, said: Side | None = None) -> CountCards | CountCharacters:
    """The count of a side, in the place of cards that the phrase names; raises `MeaningError` for another's."""
    for source in phrase.sources:
        if isinstance(source, InZone) and source.side is not (said or side) and source.zone is not Zone.SCENE_AREA:
            raise MeaningError("a place of the player who is spoken of")
    sources = tuple(replace(source, side=side) if isinstance(source, InZone) else source for source in phrase.sources)
    return count_of(replace(phrase, sources=sources), side)


@v_args(inline=True)
class Counts(Figures):
    """How many there are of something."""

    def multiple(self, *parts: Any) -> Multiple:
        return Multiple(parts[0] if len(parts) > 1 else 1, parts[-1])

    def multiple_of(self, *parts: Any) -> Multiple:
        side, phrase = parts[-2:]
        return Multiple(parts[0] if len(parts) > 2 else 1, count_of(phrase, side))

    def count_yours(self, phrase: NounPhrase, *after: Any) -> Amount:
        return count_of(self._extended(phrase, after), Side.YOU)

    def count_theirs(self, phrase: NounPhrase, _: Side, *after: Any) -> Amount:
        return count_of(self._extended(phrase, after), Side.OPPONENT)

    def _extended(self, phrase: NounPhrase, after: tuple[Any, ...]) -> NounPhrase:
        more = self.np_noun(*after)
        return replace(
            phrase,
            filters=phrase.filters + more.filters,
            sources=more.sources or phrase.sources,
            distinct=more.distinct or phrase.distinct,
        )

    def count_different(self, trait: Trait, *parts: Any) -> Amount:
        side = next((item for item in parts if isinstance(item, Side)), Side.BOTH)
        return count_of(replace(parts[-1], distinct=trait), side)

    def count_levels(self, side: Side, phrase: NounPhrase) -> Amount:
        return Total(Measure.LEVEL, CharacterSet(side, phrase.filters))

    def count_round(self, deed: Cards) -> Amount:
        return PrintedRound(deed.group)

    def count_charge(self, unit: Any) -> Amount:
        return charge_under(unit)

    def count_deed(self, phrase: NounPhrase, deed: Cards) -> Amount:
        return CountCards(CardSet((Among(deed.group),), phrase.filters), phrase.distinct)

    def count_level_of(self, unit: Any) -> Amount:
        return Total(
            Measure.LEVEL, known(as_characters(unit) if isinstance(unit, Cards) and is_it(unit.group) else unit)
        )

    def count_bp_of(self, unit: Any) -> Amount:
        return Total(Measure.BP, known(unit))

    def count_np(self, phrase: NounPhrase) -> Amount:
        return count_of(phrase, Side.BOTH)
