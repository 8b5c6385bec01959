"""What a study of redraws plays, and what it found, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from ucgsim.showing import command_line
from ucgsim.simulate.plan import blank_words
from ucgsim.stats.rates import wilson
from ucgsim.studies.redraw.counts import KEPT, POLICY, REDRAWN, gain, joint, points_by, win_rate
from ucgsim.studies.redraw.rule import (
    FEWEST_HANDS,
    CrossFitted,
    RedrawRule,
    advised,
    cross_fitted,
    rule_of,
    rule_of_policy,
)

if TYPE_CHECKING:
    from ucgsim.chances.hand_classes import HandClass, HandClasses
    from ucgsim.decks.deck import Deck
    from ucgsim.simulate.table import Table
    from ucgsim.simulate.terms import Terms
    from ucgsim.stats.rates import Estimate
    from ucgsim.studies.redraw.counts import RedrawCounts


@dataclass(frozen=True, eq=False)
class RedrawStudy:
    """What is to be played: ``deck`` against each of ``against``, on one table each.

    ``each`` hands are dealt against every opponent, in half of which it wins the throw.
    """

    deck: Deck
    against: tuple[Deck, ...]
    tables: tuple[Table, ...]
    classes: HandClasses
    each: int
    terms: Terms
    mirror: bool

    @property
    def hands(self) -> int:
        """Opening hands, no two dealt alike by plan; each is played kept and redrawn."""
        return self.each * len(self.tables)

    @property
    def labels(self) -> tuple[str, str]:
        """Policies of the deck and of its opponents with their versions."""
        return self.terms.labels

    @property
    def blank(self) -> tuple[str, ...]:
        """Cards that have a text but are played without it."""
        return tuple(sorted({number for table in self.tables for number in table.blank}))

    @property
    def edited(self) -> tuple[str, ...]:
        """Cards that are played with an effect edited by hand."""
        return tuple(sorted({number for table in self.tables for number in table.edited}))

    @property
    def command(self) -> str:
        """The command that plays these games again."""
        return command_line(self.words)

    @property
    def words(self) -> list[str]:
        """The words of that command."""
        words = ["ucgsim", "redraw", str(self.deck.source or self.deck.name)]
        for other in () if self.mirror else self.against:
            words += ["--against", str(other.source or other.name)]
        return [*words, "-n", str(self.hands), *self.terms.words, *blank_words(self.blank)]


@dataclass(frozen=True, eq=False, repr=False)
class Redraws:
    """What keeping and redrawing are worth, by class of opening hand; every number with interval and policies."""

    study: RedrawStudy
    counts: RedrawCounts

    @cached_property
    def suggested(self) -> RedrawRule:
        """The rule that all hands together suggest, whether or not it is worth anything."""
        counts = self.counts
        return rule_of(counts.all_hands, self.study.classes, fewest=FEWEST_HANDS, policy=counts.policy_redraws)

    @cached_property
    def rule(self) -> RedrawRule:
        """The rule to follow: the one that was found, where such rules surely win more than the policy does."""
        return advised(self.suggested, self.reached, self.counts, self.study.labels[0], hands=self.study.hands)

    @cached_property
    def reached(self) -> CrossFitted:
        """What rules that are made in this way from half of the hands reach on the other half."""
        return cross_fitted(self.counts, self.study.classes)

    @cached_property
    def of_policy(self) -> RedrawRule:
        """What the policy does, in words where few of them say it."""
        return rule_of_policy(self.counts, self.study.classes)

    @cached_property
    def policy_over_keeping(self) -> Estimate:
        """What the policy's own rule wins more than always keeping: nothing was chosen by these hands."""
        return gain(joint(self.counts.total, POLICY, KEPT))

    @property
    def ordered(self) -> list[HandClass]:
        """The classes, the commonest first."""
        return sorted(self.counts.classes, key=lambda hand: (-self.counts.hands_of(hand), hand))

    @property
    def rule_rate(self) -> Estimate:
        """How often the recommended rule redraws."""
        hands = {hand: self.counts.hands_of(hand) for hand in self.counts.classes}
        return wilson(sum(number for hand, number in hands.items() if self.rule.redraws[hand]), sum(hands.values()))

    def has_rate(self, hand: HandClass) -> bool:
        """Whether a class has enough hands for a rate and for advice of its own."""
        return self.counts.hands_of(hand) >= FEWEST_HANDS

    def rate_of(self, hand: HandClass, choice: int) -> Estimate:
        """What a class wins by one choice."""
        return win_rate(points_by(self.counts.all_hands[hand], choice))

    def gain_of(self, hand: HandClass) -> Estimate:
        """What a redraw wins more than keeping, with the hands of one class alone."""
        return gain(joint(self.counts.all_hands[hand], REDRAWN, KEPT))

    def advice(self, hand: HandClass) -> str | None:
        """What the rule says of a class that has enough hands for a rate; else nothing."""
        if self.rule.words is None or not self.has_rate(hand):
            return None
        return "redraw" if self.rule.redraws[hand] else "keep"
