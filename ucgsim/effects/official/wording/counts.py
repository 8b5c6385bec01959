# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""What is counted in the official wording: "for each ...", "the number of ..."."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from lark import v_args

from ucgsim.cards.card import Kind
from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import MeaningError, NounPhrase, as_characters, is_it
from ucgsim.effects.official.wording.comparisons import known
from ucgsim.effects.official.wording.figures import Figures


@dataclass(frozen=True, slots=True)
class Multiple:
    """ "for every ``per`` of ``count``"."""

    per: int
    count: tree.Amount


def count_of(phrase: NounPhrase, side: tree.Side) -> tree.CountCards | tree.CountCharacters:
    """How many there are: cards where the phrase names a place of cards, characters of the side otherwise."""
    filters = phrase.filters
    sources = phrase.sources
    if phrase.peak is not None:
        raise MeaningError("a number that does not depend on who has the highest or the lowest")
    if phrase.is_scene and not sources:
        sources = (tree.InZone(tree.Zone.SCENE_AREA, tree.Side.BOTH),)
    if not sources:
        return tree.CountCharacters(tree.CharacterSet(side, filters), phrase.distinct)
    if sources == (tree.InZone(tree.Zone.SCENE_AREA, tree.Side.BOTH),):
        sources = (tree.InZone(tree.Zone.SCENE_AREA, side),)
        filters = tuple(item for item in filters if item != tree.KindIn((Kind.SCENE,)))
    return tree.CountCards(tree.CardSet(sources, filters), phrase.distinct)


def charge_under(unit: Any) -> tree.Amount:
    """How many Charge cards lie under what is meant; raises `MeaningError` where somebody would have to choose."""
    match as_characters(unit):
        case tree.That() as who:
            return tree.CountCharge(who)
        case tree.OpponentOf(tree.That()) as opposed:
            return tree.Total(tree.Measure.CHARGE, opposed)
        case tree.PickCharacters(quantity, characters, None) if quantity == tree.EVERY:
            return tree.Total(tree.Measure.CHARGE, characters)
    raise MeaningError("characters that nobody has to choose")


def whose_count(
    phrase: NounPhrase, side: tree.Side, said: tree.Side | None = None
) -> tree.CountCards | tree.CountCharacters:
    """The count of a side, in the place of cards that the phrase names; raises `MeaningError` for another's."""
    for source in phrase.sources:
        if (
            isinstance(source, tree.InZone)
            and source.side is not (said or side)
            and source.zone is not tree.Zone.SCENE_AREA
        ):
            raise MeaningError("a place of the player who is spoken of")
    sources = tuple(
        replace(source, side=side) if isinstance(source, tree.InZone) else source for source in phrase.sources
    )
    return count_of(replace(phrase, sources=sources), side)


@v_args(inline=True)
class Counts(Figures):
    """How many there are of something."""

    def multiple(self, *parts: Any) -> Multiple:
        return Multiple(parts[0] if len(parts) > 1 else 1, parts[-1])

    def multiple_of(self, *parts: Any) -> Multiple:
        side, phrase = parts[-2:]
        return Multiple(parts[0] if len(parts) > 2 else 1, count_of(phrase, side))

    def count_yours(self, phrase: NounPhrase, *after: Any) -> tree.Amount:
        return count_of(self._extended(phrase, after), tree.Side.YOU)

    def count_theirs(self, phrase: NounPhrase, _: tree.Side, *after: Any) -> tree.Amount:
        return count_of(self._extended(phrase, after), tree.Side.OPPONENT)

    def _extended(self, phrase: NounPhrase, after: tuple[Any, ...]) -> NounPhrase:
        more = self.np_noun(*after)
        return replace(
            phrase,
            filters=phrase.filters + more.filters,
            sources=more.sources or phrase.sources,
            distinct=more.distinct or phrase.distinct,
        )

    def count_different(self, trait: tree.Trait, *parts: Any) -> tree.Amount:
        side = next((item for item in parts if isinstance(item, tree.Side)), tree.Side.BOTH)
        return count_of(replace(parts[-1], distinct=trait), side)

    def count_levels(self, side: tree.Side, phrase: NounPhrase) -> tree.Amount:
        return tree.Total(tree.Measure.LEVEL, tree.CharacterSet(side, phrase.filters))

    def count_round(self, deed: tree.Cards) -> tree.Amount:
        return tree.PrintedRound(deed.group)

    def count_charge(self, unit: Any) -> tree.Amount:
        return charge_under(unit)

    def count_deed(self, phrase: NounPhrase, deed: tree.Cards) -> tree.Amount:
        return tree.CountCards(tree.CardSet((tree.Among(deed.group),), phrase.filters), phrase.distinct)

    def count_level_of(self, unit: Any) -> tree.Amount:
        return tree.Total(
            tree.Measure.LEVEL,
            known(as_characters(unit) if isinstance(unit, tree.Cards) and is_it(unit.group) else unit),
        )

    def count_bp_of(self, unit: Any) -> tree.Amount:
        return tree.Total(tree.Measure.BP, known(unit))

    def count_np(self, phrase: NounPhrase) -> tree.Amount:
        return count_of(phrase, tree.Side.BOTH)
