# ruff: noqa: D102 - a method reads the grammar rule of its name, which says what that is
"""Numbers of the official wording and how they are compared (`ucgsim.effects.official.wording.comparisons`)."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args

from ucgsim.effects import tree
from ucgsim.effects.official.meaning.filters import Extra, MeaningError, NounPhrase
from ucgsim.effects.official.wording.comparisons import AmountAsked, Own, measured, raised
from ucgsim.effects.official.wording.selections import Selections

STATE_MEASURES = {
    "single": tree.Measure.SINGLE_BP,
    "double": tree.Measure.DOUBLE_BP,
    "triple": tree.Measure.TRIPLE_BP,
    "quad": tree.Measure.QUAD_BP,
}


@v_args(inline=True)
class Figures(Selections):
    """Which number, and how it compares."""

    # --- how many

    def at_least_one(self) -> AmountAsked:
        return AmountAsked(tree.Comparison.AT_LEAST, 1)

    def another_one(self) -> AmountAsked:
        return AmountAsked(tree.Comparison.AT_LEAST, 1, another=True)

    def so_many(self, number: int) -> AmountAsked:
        return AmountAsked(tree.Comparison.EQUAL, number, bare=True)

    def at_least(self, number: int) -> AmountAsked:
        return AmountAsked(tree.Comparison.AT_LEAST, number)

    def at_most(self, number: int) -> AmountAsked:
        return AmountAsked(tree.Comparison.AT_MOST, number)

    def equal_to(self, number: int) -> AmountAsked:
        return AmountAsked(tree.Comparison.EQUAL, number)

    def fewer_than(self, number: int) -> AmountAsked:
        return AmountAsked(tree.Comparison.FEWER, number)

    def from_to(self, least: int, most: int) -> AmountAsked:
        if least >= most:
            raise MeaningError("the lesser number first")
        return AmountAsked(tree.Comparison.AT_LEAST, least, most=most)

    def more_than(self, number: int) -> AmountAsked:
        return AmountAsked(tree.Comparison.MORE, number)

    # --- more than another

    def fewer(self) -> AmountAsked:
        return AmountAsked(tree.Comparison.FEWER, 0)

    def more(self) -> AmountAsked:
        return AmountAsked(tree.Comparison.MORE, 0)

    def as_many(self) -> AmountAsked:
        return AmountAsked(tree.Comparison.EQUAL, 0)

    def more_by_at_least(self, number: int) -> AmountAsked:
        return raised(AmountAsked(tree.Comparison.AT_LEAST, 0), number)

    def more_by_exactly(self, number: int) -> AmountAsked:
        return raised(AmountAsked(tree.Comparison.EQUAL, 0), number)

    def fewer_by_at_least(self, number: int) -> AmountAsked:
        return raised(AmountAsked(tree.Comparison.AT_MOST, 0), -number)

    def fewer_by_exactly(self, number: int) -> AmountAsked:
        return raised(AmountAsked(tree.Comparison.EQUAL, 0), -number)

    def bound_by(self, asked: AmountAsked, other: tree.Amount | Own) -> AmountAsked:
        return AmountAsked(asked.comparison, other, more=asked.more)

    def bound_equal(self, other: tree.Amount | Own) -> AmountAsked:
        return AmountAsked(tree.Comparison.EQUAL, other)

    def other_figure(self, figure: tree.Amount | Own) -> tree.Amount | Own:
        return figure

    def other_unit(self, unit: Any, measure: tree.Measure | None = None) -> Own:
        return Own(measure, unit)

    def other_opponent(self, measure: tree.Measure | None = None) -> Own:
        return Own(measure, tree.OpponentOf(tree.That(tree.CharacterRef.SUBJECT)))

    # --- which number

    def bp_now(self) -> tree.Measure:
        return tree.Measure.BP

    def printed_bp(self, state: Token) -> tree.Measure:
        return STATE_MEASURES[state]

    def printed_extra_bp(self) -> tree.Measure:
        return tree.Measure.EXTRA_BP

    def level_printed(self) -> tree.Measure:
        return tree.Measure.LEVEL

    def round_printed(self) -> tree.Measure:
        return tree.Measure.ROUND

    def hand_zone(self) -> tree.Zone:
        return tree.Zone.HAND

    def discard_zone(self) -> tree.Zone:
        return tree.Zone.DISCARD

    def deck_zone(self) -> tree.Zone:
        return tree.Zone.DECK

    def highest(self) -> bool:
        return True

    def lowest(self) -> bool:
        return False

    def figure_count(self, count: tree.Amount) -> tree.Amount:
        return count

    def figure_field_round(self) -> tree.Amount:
        return tree.FieldRound()

    def figure_total(self, measure: tree.Measure, side: tree.Side, phrase: NounPhrase) -> tree.Amount:
        return tree.Total(measure, _characters(side, phrase))

    def figure_total_of(self, side: tree.Side, phrase: NounPhrase, measure: tree.Measure) -> tree.Amount:
        return self.figure_total(measure, side, phrase)

    def figure_extreme(self, highest: bool, measure: tree.Measure, side: tree.Side, phrase: NounPhrase) -> tree.Amount:  # noqa: FBT001
        characters = _characters(side, phrase)
        return tree.Highest(measure, characters) if highest else tree.Lowest(measure, characters)

    def figure_of(self, measure: tree.Measure, unit: Any) -> Own:
        return Own(measure, unit)

    # --- numbers of what is looked for

    def with_bound(self, measure: tree.Measure, asked: AmountAsked) -> tree.Filters:
        return measured(measure, asked)

    def with_bound_first(self, asked: AmountAsked, measure: tree.Measure) -> tree.Filters:
        return measured(measure, asked)

    def with_number_first(self, number: int, measure: tree.Measure, up: bool) -> tree.Filters:  # noqa: FBT001
        return measured(measure, self.at_least(number) if up else self.at_most(number))

    def with_more(self, measure: tree.Measure, other: tree.Amount | Own) -> tree.Filters:
        return measured(measure, self.bound_by(self.more(), other))

    def with_less(self, measure: tree.Measure, other: tree.Amount | Own) -> tree.Filters:
        return measured(measure, self.bound_by(self.fewer(), other))

    def with_equal(self, measure: tree.Measure, other: tree.Amount | Own) -> tree.Filters:
        return measured(measure, self.bound_equal(other))

    def with_types(self, asked: AmountAsked) -> tree.Filters:
        return measured(tree.Measure.TYPES, asked)

    def with_charge(self, asked: AmountAsked) -> tree.Filters:
        return measured(tree.Measure.CHARGE, asked.counted())

    def with_extreme(self, highest: bool, measure: tree.Measure) -> Extra:  # noqa: FBT001
        return Extra(peak=(measure, highest))

    def with_extreme_of(
        self,
        highest: bool,  # noqa: FBT001
        measure: tree.Measure,
        side: tree.Side,
        phrase: NounPhrase,
    ) -> tree.Filters:
        return (tree.Measures(measure, tree.Comparison.EQUAL, self.figure_extreme(highest, measure, side, phrase)),)

    def measure_is(self, measure: tree.Measure, asked: AmountAsked) -> tree.Filters:
        return measured(measure, asked)

    def whose_opponent(self, *facts: tree.Filters) -> tree.Filters:
        return (tree.Opposes(tree.CharacterSet(tree.Side.BOTH, tuple(item for filters in facts for item in filters))),)


def _characters(side: tree.Side, phrase: NounPhrase) -> tree.CharacterSet:
    if phrase.sources or phrase.is_card or phrase.distinct is not None:
        raise MeaningError("characters on the field")
    return tree.CharacterSet(side, phrase.filters)
