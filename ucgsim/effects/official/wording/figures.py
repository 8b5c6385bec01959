# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Numbers of the official wording and how they are compared (`ucgsim.effects.official.wording.comparisons`)."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from ucgsim.effects.official.meaning.filters import Extra, MeaningError, NounPhrase
from ucgsim.effects.official.wording.comparisons import AmountAsked, Own, measured, raised
from ucgsim.effects.official.wording.selections import Selections
from ucgsim.effects.tree.amounts import FieldRound
from ucgsim.effects.tree.selectors import (
    Amount,
    CharacterSet,
    Filters,
    Highest,
    Lowest,
    Measures,
    OpponentOf,
    Opposes,
    That,
    Total,
)
from ucgsim.effects.tree.values import CharacterRef, Comparison, Measure, Side, Zone

STATE_MEASURES = {
    "single": Measure.SINGLE_BP,
    "double": Measure.DOUBLE_BP,
    "triple": Measure.TRIPLE_BP,
    "quad": Measure.QUAD_BP,
}


@v_args(inline=True)
class Figures(Selections):
    """Which number, and how it compares."""

    # --- how many

    def at_least_one(self) -> AmountAsked:
        return AmountAsked(Comparison.AT_LEAST, 1)

    def another_one(self) -> AmountAsked:
        return AmountAsked(Comparison.AT_LEAST, 1, another=True)

    def so_many(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.EQUAL, number, bare=True)

    def at_least(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.AT_LEAST, number)

    def at_most(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.AT_MOST, number)

    def equal_to(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.EQUAL, number)

    def fewer_than(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.FEWER, number)

    def from_to(self, least: int, most: int) -> AmountAsked:
        if least >= most:
            raise MeaningError("the lesser number first")
        return AmountAsked(Comparison.AT_LEAST, least, most=most)

    def more_than(self, number: int) -> AmountAsked:
        return AmountAsked(Comparison.MORE, number)

    # --- more than another

    def fewer(self) -> AmountAsked:
        return AmountAsked(Comparison.FEWER, 0)

    def more(self) -> AmountAsked:
        return AmountAsked(Comparison.MORE, 0)

    def as_many(self) -> AmountAsked:
        return AmountAsked(Comparison.EQUAL, 0)

    def more_by_at_least(self, number: int) -> AmountAsked:
        return raised(AmountAsked(Comparison.AT_LEAST, 0), number)

    def more_by_exactly(self, number: int) -> AmountAsked:
        return raised(AmountAsked(Comparison.EQUAL, 0), number)

    def fewer_by_at_least(self, number: int) -> AmountAsked:
        return raised(AmountAsked(Comparison.AT_MOST, 0), -number)

    def fewer_by_exactly(self, number: int) -> AmountAsked:
        return raised(AmountAsked(Comparison.EQUAL, 0), -number)

    def bound_by(self, asked: AmountAsked, other: Amount | Own) -> AmountAsked:
        return AmountAsked(asked.comparison, other, more=asked.more)

    def bound_equal(self, other: Amount | Own) -> AmountAsked:
        return AmountAsked(Comparison.EQUAL, other)

    def other_figure(self, figure: Amount | Own) -> Amount | Own:
        return figure

    def other_unit(self, unit: Any, measure: Measure | None = None) -> Own:
        return Own(measure, unit)

    def other_opponent(self, measure: Measure | None = None) -> Own:
        return Own(measure, OpponentOf(That(CharacterRef.SUBJECT)))

    # --- which number

    def bp_now(self) -> Measure:
        return Measure.BP

    def printed_bp(self, state: Token) -> Measure:
        return STATE_MEASURES[state]

    def printed_extra_bp(self) -> Measure:
        return Measure.EXTRA_BP

    def level_printed(self) -> Measure:
        return Measure.LEVEL

    def round_printed(self) -> Measure:
        return Measure.ROUND

    def hand_zone(self) -> Zone:
        return Zone.HAND

    def discard_zone(self) -> Zone:
        return Zone.DISCARD

    def deck_zone(self) -> Zone:
        return Zone.DECK

    def highest(self) -> bool:
        return True

    def lowest(self) -> bool:
        return False

    def figure_count(self, count: Amount) -> Amount:
        return count

    def figure_field_round(self) -> Amount:
        return FieldRound()

    def figure_total(self, measure: Measure, side: Side, phrase: NounPhrase) -> Amount:
        return Total(measure, _characters(side, phrase))

    def figure_total_of(self, side: Side, phrase: NounPhrase, measure: Measure) -> Amount:
        return self.figure_total(measure, side, phrase)

    def figure_extreme(self, highest: bool, measure: Measure, side: Side, phrase: NounPhrase) -> Amount:  # noqa: FBT001
        characters = _characters(side, phrase)
        return Highest(measure, characters) if highest else Lowest(measure, characters)

    def figure_of(self, measure: Measure, unit: Any) -> Own:
        return Own(measure, unit)

    # --- numbers of what is looked for

    def with_bound(self, measure: Measure, asked: AmountAsked) -> Filters:
        return measured(measure, asked)

    def with_bound_first(self, asked: AmountAsked, measure: Measure) -> Filters:
        return measured(measure, asked)

    def with_number_first(self, number: int, measure: Measure, up: bool) -> Filters:  # noqa: FBT001
        return measured(measure, self.at_least(number) if up else self.at_most(number))

    def with_more(self, measure: Measure, other: Amount | Own) -> Filters:
        return measured(measure, self.bound_by(self.more(), other))

    def with_less(self, measure: Measure, other: Amount | Own) -> Filters:
        return measured(measure, self.bound_by(self.fewer(), other))

    def with_equal(self, measure: Measure, other: Amount | Own) -> Filters:
        return measured(measure, self.bound_equal(other))

    def with_types(self, asked: AmountAsked) -> Filters:
        return measured(Measure.TYPES, asked)

    def with_charge(self, asked: AmountAsked) -> Filters:
        return measured(Measure.CHARGE, asked.counted())

    def with_extreme(self, highest: bool, measure: Measure) -> Extra:  # noqa: FBT001
        return Extra(peak=(measure, highest))

    def with_extreme_of(self, highest: bool, measure: Measure, side: Side, phrase: NounPhrase) -> Filters:  # noqa: FBT001
        return (Measures(measure, Comparison.EQUAL, self.figure_extreme(highest, measure, side, phrase)),)

    def measure_is(self, measure: Measure, asked: AmountAsked) -> Filters:
        return measured(measure, asked)

    def whose_opponent(self, *facts: Filters) -> Filters:
        return (Opposes(CharacterSet(Side.BOTH, tuple(item for filters in facts for item in filters))),)


def _characters(side: Side, phrase: NounPhrase) -> CharacterSet:
    if phrase.sources or phrase.is_card or phrase.distinct is not None:
        raise MeaningError("characters on the field")
    return CharacterSet(side, phrase.filters)
