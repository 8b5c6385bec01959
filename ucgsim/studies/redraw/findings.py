"""What a study of redraws plays, and what its counts say: the rule, and what it is worth."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from ucgsim.decks.finding import deck_word
from ucgsim.safe_text import command_line
from ucgsim.simulate.plan import Terms, blank_words
from ucgsim.simulate.table import Marks
from ucgsim.stats.agreement import rounded_up
from ucgsim.stats.rates import Estimate, by_construction, wilson
from ucgsim.studies.check import sides_words
from ucgsim.studies.kit.played import CardsPlayed, PlayedStudy
from ucgsim.studies.redraw import rule_search as search

if TYPE_CHECKING:
    from ucgsim.decks.deck import Deck
    from ucgsim.probability.hands import HandClass, HandClasses
    from ucgsim.simulate.table import Table
    from ucgsim.stats.with_best import WithBest


POINT = 0.01
"""A percentage point, which is what a worth should be known within."""
NOT_SURE = "not sure"


class Contradiction(NamedTuple):
    """With what share of hands the policy does otherwise than the rule, and what the rule wins more over all hands."""

    share: Estimate
    over_policy: Estimate


@dataclass(frozen=True, eq=False)
class RedrawStudy(PlayedStudy):
    """What is to be played: ``deck`` against each of ``against``, on one table each.

    ``each`` hands are dealt against every opponent, in half of which it wins the throw.
    """

    deck: Deck
    against: tuple[Deck, ...]
    classes: HandClasses
    each: int
    terms: Terms
    mirror: bool
    tables: tuple[Table, ...] = ()
    """What plays it; there are none where it was read from a folder."""
    read: CardsPlayed | None = None
    """Where the study was read from a folder, what was played there."""

    @property
    def hands(self) -> int:
        """Opening hands, no two dealt alike by plan; each is played kept and redrawn."""
        return self.each * len(self.against)

    @property
    def marks(self) -> Marks:
        """Cards that are played otherwise than they say."""
        return Marks(self.cards.blank, self.cards.edited)

    @property
    def command(self) -> str:
        """The command that plays these games again."""
        return command_line(self.words)

    def basis(self, hands: str) -> str:
        """What every number rests on; what was played of the hands in words."""
        against = "itself" if self.mirror else ", ".join(deck.name for deck in self.against)
        return f"{hands}, against {against}; {sides_words(self.labels)}, {self.terms.by}, seed {self.terms.seed}"

    @property
    def decks_json(self) -> dict[str, Any]:
        """Who plays, as plain values."""
        against = [{"name": deck.name, "fingerprint": deck.fingerprint} for deck in self.against]
        return {"deck": self.deck.name, "fingerprint": self.deck.fingerprint, "against": against}

    @property
    def terms_json(self) -> dict[str, Any]:
        """By which chance, rules and policies."""
        return {**self.terms.head_json, "policies": dict(zip("ab", self.labels, strict=True))}

    @property
    def words(self) -> list[str]:
        """The words of that command."""
        words = ["ucgsim", "redraw", deck_word(self.deck)]
        for other in () if self.mirror else self.against:
            words += ["--against", deck_word(other)]
        return [*words, "-n", str(self.hands), *self.terms.words, *blank_words(self.marks.blank)]


@dataclass(frozen=True, eq=False, repr=False)
class Redraws:
    """What keeping and redrawing are worth, by class of opening hand; every number with interval and policies."""

    study: RedrawStudy
    counts: search.RedrawCounts

    @cached_property
    def rules(self) -> search.SimpleRules:
        """All rules in few words for the classes that came up."""
        return search.SimpleRules(list(self.counts.classes), self.study.classes)

    @cached_property
    def suggested(self) -> search.SimpleRule:
        """The simplest rule that all hands together can't tell from the best one."""
        return self.rules.best(self.counts.all_hands)

    @cached_property
    def compared(self) -> WithBest:
        """All rules, compared with the best one."""
        return self.rules.compared(self.counts.all_hands)

    @cached_property
    def has_equals(self) -> bool:
        """Whether the hands can't tell other rules from the best one either."""
        return self.compared.has_equals(self.rules.rules.index(self.suggested))

    @cached_property
    def most(self) -> search.SimpleRule:
        """The rule that won most of all that were tried."""
        return self.rules.rules[self.compared.first]

    @cached_property
    def most_possible(self) -> float:
        """What the best of all rules, whichever it is, wins more than keeping every hand at most, with 95 %."""
        return self.compared.most_over(self.rules.rules.index(search.KEEP_EVERY)) / self.study.hands

    @cached_property
    def reached(self) -> search.CrossFitted:
        """What rules that are made in the same way from half of the hands reach on the other half."""
        return search.try_on_halves(self.rules, self.counts)

    @cached_property
    def tried_most(self) -> Estimate:
        """What the rule that won most wins more than always keeping, on hands that it was not made from."""
        return self._of_rule(self.most, search.try_on_halves(self.rules, self.counts, most=True))

    @cached_property
    def rule(self) -> search.SimpleRule:
        """The rule to follow: the suggested one where it surely wins something, else to keep every hand."""
        return self.suggested if self.suggested_worth.low > 0 else search.KEEP_EVERY

    @cached_property
    def redraws(self) -> dict[HandClass, bool]:
        """What the rule says of each class."""
        return self.rules.choices(self.rule)

    @property
    def suggested_worth(self) -> Estimate:
        """What the suggested rule wins more than always keeping, on hands that it was not made from."""
        return self._of_rule(self.suggested, self.reached)

    @property
    def worth(self) -> Estimate:
        """What the rule wins more than always keeping."""
        return by_construction(0.0) if self.rule.redraws_none else self.suggested_worth

    def _of_rule(self, rule: search.SimpleRule, reached: search.CrossFitted) -> Estimate:
        choices = self.rules.choices(rule)
        return search.of_one_rule(reached.over_keeping, choices, reached, self.counts.all_hands)

    @cached_property
    def policy_over_keeping(self) -> Estimate:
        """What the policy's own choice wins more than always keeping: nothing was chosen by these hands."""
        return search.gain(search.joint(self.counts.total, search.POLICY, search.KEPT))

    @cached_property
    def redrawing_over_keeping(self) -> Estimate:
        """What redrawing every hand wins more than always keeping."""
        return search.gain(search.joint(self.counts.total, search.REDRAWN, search.KEPT))

    @property
    def surely_helps(self) -> int | None:
        """Which choice surely wins more than always keeping though no rule is known to: the better one, or None."""
        gains = {search.POLICY: self.policy_over_keeping, search.REDRAWN: self.redrawing_over_keeping}
        sure = [choice for choice, gain in gains.items() if gain.low > 0 and self.rule.redraws_none]
        return max(sure, key=lambda choice: gains[choice].rate, default=None)

    @cached_property
    def contradiction(self) -> Contradiction:
        """Where the policy and the rule are of two minds, and what that is worth."""
        share = wilson(self.counts.against(self.redraws), self.study.hands)
        if self.rule.redraws_none:
            return Contradiction(share, search.gain(search.joint(self.counts.total, search.KEPT, search.POLICY)))
        over_policy = self.reached.over_policy
        return Contradiction(share, search.of_one_rule(over_policy, self.redraws, self.reached, self.counts.all_hands))

    @property
    def hands_to_know(self) -> int:
        """About how many hands make the worth of such rules known within a point, those that were played at least."""
        tried = self.tried_most if self.rule.redraws_none else self.worth
        return max(rounded_up(self.study.hands * (tried.width / 2 / POINT) ** 2), self.study.hands)

    @cached_property
    def of_policy(self) -> tuple[search.SimpleRule, Estimate]:
        """The rule that says best what the policy does, and with what share of hands it does otherwise."""
        shares = {hand: self.counts.hands_of(hand) / self.study.hands for hand in self.counts.classes}
        rule, _ = self.rules.nearest(shares, self.counts.verdict_rates)
        return rule, wilson(self.counts.against(self.rules.choices(rule)), self.study.hands)

    @property
    def ordered(self) -> list[HandClass]:
        """The classes, the commonest first."""
        return sorted(self.counts.classes, key=lambda hand: (-self.counts.hands_of(hand), hand))

    @property
    def rule_rate(self) -> Estimate:
        """How often the rule redraws."""
        hands = {hand: self.counts.hands_of(hand) for hand in self.counts.classes}
        return wilson(sum(number for hand, number in hands.items() if self.redraws[hand]), sum(hands.values()))

    def has_rate(self, hand: HandClass) -> bool:
        """Whether a class has enough hands for a rate and for advice of its own."""
        return self.counts.hands_of(hand) >= search.FEWEST_HANDS

    def rate_of(self, hand: HandClass, choice: int) -> Estimate:
        """What a class wins by one choice."""
        return search.win_rate(search.points_by(self.counts.all_hands[hand], choice))

    def gain_of(self, hand: HandClass) -> Estimate:
        """What a redraw wins more than keeping, with the hands of one class alone."""
        return search.gain(search.joint(self.counts.all_hands[hand], search.REDRAWN, search.KEPT))

    def by_rule(self, hand: HandClass) -> str:
        """What the rule says of a class."""
        return "redraw" if self.redraws[hand] else "keep"

    def settled(self, hand: HandClass) -> bool:
        """Whether the hands of one class alone say whether a redraw gains or loses."""
        return self.has_rate(hand) and self.gain_of(hand).excludes(0)

    def advice(self, hand: HandClass) -> str | None:
        """What the hands of one class alone say to do, where there are enough for a rate; else nothing."""
        if not self.has_rate(hand):
            return None
        if not self.settled(hand):
            return NOT_SURE
        return "redraw" if self.gain_of(hand).rate > 0 else "keep"
