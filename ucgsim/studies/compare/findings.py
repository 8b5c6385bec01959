"""What a comparison of two builds found: the difference between them, game by game, on the same chance."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from ucgsim.decks.deck import share_differing
from ucgsim.errors import UcgsimError
from ucgsim.policies.spread import spread_of
from ucgsim.simulate.same_chance import BUILDS
from ucgsim.stats.agreement import Checked, p_of
from ucgsim.stats.agreement import CheckVerdict as Turned
from ucgsim.stats.multinomial import Sample, score_test
from ucgsim.stats.multiplicity import FAMILY_LEVEL, holm
from ucgsim.stats.outcomes import (
    PairedDifference,
    gain_over_independent,
    mixed_differences,
    paired_difference_of,
)
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import Estimate, Method, weighted_sum
from ucgsim.stats.sequential import POINTS_PER_SCORE, SprtState, Verdict, estimate_at_looks
from ucgsim.studies.kit.basis import build_gain

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.studies.compare.plan import CompareStudy

BEYOND_DOUBT = 0.9999
"""Confidence of the interval that may rule out both hypotheses of a test; looks are many."""


class OpponentRow(NamedTuple):
    """What was found against one opponent, or against all of them: then ``opponent`` and ``table`` are None."""

    opponent: Deck | None
    share: float
    games: int
    scores: tuple[Estimate, Estimate]
    """The win rate of each build."""
    difference: Estimate
    """With both errors where good players played."""
    by_games: Estimate
    """The difference by these games alone."""
    as_if_fixed: bool
    """Whether a test decided when to stop, and the difference is given as if the number of games was fixed."""
    table: NDArray[np.int64] | None = None
    p_holm: float | None = None
    moved: bool | None = None
    """Whether the builds differ for certain, with 5 % for all opponents together; None where that is not tested."""
    starred: bool = False
    """Whether that is marked: nowhere where a check turns the answer."""


@dataclass(eq=False, repr=False)
class BuildComparison:
    """The difference between two builds, second minus first; every number with interval, games and policies.

    ``tables[k][i, j]``: chances against opponent k on which the builds made i and j half points.
    """

    study: CompareStudy
    tables: NDArray[np.int64]
    looks: list[BuildComparison] = field(default_factory=list)
    """What was seen on the way: the comparison as it was after fewer games, and as it ended."""
    check: BuildComparison | None = None
    """A comparison of the builds under another policy, against the same opponents."""

    @property
    def checked(self) -> Checked | None:
        """The difference under either play, where that was asked."""
        return None if self.check is None else Checked(self.difference, self.check.difference, even=0.0)

    @cached_property
    def matchups(self) -> tuple[PairedDifference, ...]:
        """The difference against each opponent; its ``x`` is the second build."""
        return tuple(paired_difference_of(table.T) for table in self.tables)

    @cached_property
    def plain_difference(self) -> Estimate:
        """The mean over the opponents, each with its share, as if the number of games had been fixed."""
        return self.weighed([matchup.difference for matchup in self.matchups])

    def weighed(self, parts: list[Estimate]) -> Estimate:
        """The mean over the opponents, each with its share."""
        return parts[0] if len(parts) == 1 else weighted_sum(parts, self.study.weights)

    @cached_property
    def win_rates(self) -> tuple[Estimate, Estimate]:
        """The win rate of each build against all opponents, each with its share."""
        first, second = ([getattr(matchup, side).score for matchup in self.matchups] for side in "yx")
        return self.weighed(first), self.weighed(second)

    @cached_property
    def pooled(self) -> Sample:
        """All games together as one sample of the field: what the sequential test looks at.

        Opponents are met in proportion to their shares, so its mean is the weighted one. That opponents are met by
        plan and not by lot makes the test a little conservative, see ``mixed_differences``.
        """
        return mixed_differences(self.tables.transpose(0, 2, 1), self.study.weights)

    @cached_property
    def difference(self) -> Estimate:
        """The difference as it is to be quoted: with a test that ended it, the estimate that knows of its looks."""
        test, looks = self.study.stop.test, [look.each for look in self.looks if look.each <= self.each]
        if test is None or self.is_between or self.went_on:
            return self.plain_difference
        try:
            return estimate_at_looks(test, self.pooled, looks)
        except UcgsimError:
            # The builds have never differed: only the plain one is left, and the words call it what it is.
            return self.plain_difference

    @property
    def as_if_fixed(self) -> bool:
        """Whether a test decided when to stop, and the difference is given as if the number of games was fixed."""
        return self.study.stop.test is not None and self.difference.method is not Method.SEQUENTIAL

    @cached_property
    def parts_by_games(self) -> list[Estimate]:
        """The difference against each opponent, such that all of them together are the ``difference``.

        What a test moves it by, because it decided when to stop, moves every part alike: games are shared out by the
        shares, so that each part goes along with the whole as far as any other.
        """
        more = self.difference.rate - self.plain_difference.rate
        alone = [matchup.difference for matchup in self.matchups]
        if len(alone) == 1:
            return [self.difference]
        return [replace(e, rate=e.rate + more, low=e.low + more, high=e.high + more) if more else e for e in alone]

    @cached_property
    def shown_parts(self) -> list[Estimate]:
        """The difference as it is shown, with both errors where good players played; a check goes into each."""
        checked = [None] * len(self.parts_by_games) if self.check is None else self.check.parts_by_games
        both = [self._across(*each, shares=(1.0,)) for each in zip(self.parts_by_games, checked, strict=True)]
        return [each or part for each, part in zip(both, self.answering.parts_by_games, strict=True)]

    @cached_property
    def shown(self) -> Estimate:
        """The difference as it is shown: its parts by their shares, with both errors where good players played."""
        check = None if self.check is None else self.check.difference
        both = self._across(self.difference, check, shares=self.study.weights)
        if both is None:
            return self.answering.difference
        rate = self.weighed(self.shown_parts).rate
        return replace(both, rate=rate, low=both.low + rate - both.rate, high=both.high + rate - both.rate)

    def _across(self, first: Estimate, check: Estimate | None, *, shares: Sequence[float]) -> Estimate | None:
        """A difference from both plays, as another good player has it; None where none of them played."""
        plays = [(self.study.terms.policies, first)]
        if self.check is not None and check is not None:
            plays.append((self.check.study.terms.policies, check))
        return build_gain(*plays, differing=share_differing(*self.study.builds), shares=shares)

    @property
    def players(self) -> tuple[str, ...]:
        """The good players whose games are in what is shown."""
        plays = [self, *([] if self.check is None else [self.check])]
        return tuple(each.study.labels[0] for each in plays if spread_of(tuple(each.study.terms.policies)))

    @cached_property
    def by_opponent(self) -> list[OpponentRow]:
        """What was found against each opponent; a single one is all of them, and is quoted as they are."""
        p_values = self.adjusted or [None] * len(self.matchups)
        met = zip(self.study.opponents, self.study.weights, self.matchups, self.tables, p_values, strict=True)
        return [
            OpponentRow(
                opponent,
                share,
                matchup.difference.n,
                (matchup.y.score, matchup.x.score),
                self.shown_parts[place],
                self.parts_by_games[place],
                self.as_if_fixed if len(self.matchups) == 1 else self.study.stop.test is not None,
                table,
                p,
                moved := None if p is None else p <= FAMILY_LEVEL and self.shown_parts[place].excludes(0),
                bool(moved) and not self.turns,
            )
            for place, (opponent, share, matchup, table, p) in enumerate(met)
        ]

    @property
    def overall(self) -> OpponentRow:
        """What was found against all opponents."""
        return OpponentRow(None, 1.0, self.each, self.win_rates, self.shown, self.difference, self.as_if_fixed)

    @cached_property
    def state(self) -> SprtState | None:
        """The state of the sequential test."""
        test = self.study.stop.test
        return None if test is None else test.state(self.pooled)

    @cached_property
    def is_between(self) -> bool:
        """Whether the difference is smaller than either hypothesis says, beyond doubt.

        Builds that hardly ever differ show it long before the test, which must choose one of two wrong ones.
        """
        test = self.study.stop.test
        if test is None:
            return False
        low, high = (test.mean(self.pooled, each) for each in (test.low, test.high))
        if not low < self.pooled.moments[0] < high:
            return False
        return all(score_test(self.pooled, each) < 1 - BEYOND_DOUBT for each in (low, high))

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of the test; NaN where there is none."""
        return math.nan if self.state is None else self.state.llr

    @property
    def half_width(self) -> float:
        """Half the interval in percentage points, as if the number of games had been fixed."""
        return 50 * self.plain_difference.width

    @property
    def is_enough(self) -> bool:
        """Whether the comparison may stop here: with a test, where the sentence that is printed is decided.

        The test decides for these games. Good players differ more: it goes on until the interval that holds them leaves
        0 out as well, or until more games would hardly narrow it.
        """
        precision = self.study.stop.precision
        if precision is not None:
            return self.half_width <= precision
        if self.is_between or self.verdict is Verdict.CONTINUE:
            return self.is_between
        return not self.players or self.shown.excludes(0) or self.more_would_not_decide

    @property
    def likely_more(self) -> float:
        """Games of each build that it is likely to take yet: a test's ratio grows with games, a width with their root.

        None more are known of before the first games, and of a test that has decided.
        """
        if not self.each:
            return 0.0
        if self.study.stop.precision is not None:
            times = (self.half_width / self.study.stop.precision) ** 2
        elif self.state is not None and self.llr:
            times = (self.state.upper if self.llr > 0 else self.state.lower) / self.llr
        else:
            times = 2.0
        return self.each * max(times - 1, 0.0)

    @property
    def more_would_not_decide(self) -> bool:
        """Whether the games hardly make the interval wider than good players do, which still holds 0."""
        both = self.shown.method is Method.PLAYERS and not self.shown.excludes(0)
        return both and are_enough(self.difference, self.shown)

    @property
    def went_on(self) -> bool:
        """Whether it went on after the test had decided: then what it shows is no longer that of the test's end."""
        return any(look.verdict is not Verdict.CONTINUE for look in self.looks if look.each < self.each)

    @property
    def verdict(self) -> Verdict:
        """What the sequential test says; undecided where there is none, or where neither hypothesis holds."""
        return Verdict.CONTINUE if self.state is None or self.is_between else self.state.verdict

    @property
    def each(self) -> int:
        """Games that each build played."""
        return int(self.tables.sum())

    @property
    def games(self) -> int:
        """Games of both builds."""
        return BUILDS * self.each

    @cached_property
    def gain(self) -> Estimate:
        """How many times as many games of their own a comparison would need for the same interval."""
        return gain_over_independent(self.tables, self.study.weights)

    @cached_property
    def expected_games(self) -> dict[str, float] | None:
        """Games of each build that such tests take on average, by what the difference is in truth.

        None without a test, and where the builds have never differed.
        """
        test = self.study.stop.test
        if test is None or not self.pooled.moments[1] > 0:
            return None
        plain_mean = POINTS_PER_SCORE * self.plain_difference.rate
        truths = {"h0": test.low, "half_way": (test.low + test.high) / 2, "h1": test.high, "found": plain_mean}
        return {name: test.forecast(self.pooled, truth).observations for name, truth in truths.items()}

    @cached_property
    def adjusted(self) -> tuple[float, ...] | None:
        """p-values of no difference against each opponent as it is shown, adjusted over all of them (Holm).

        None where a test decided when to stop, because they would hold for a fixed number of games. The width of an
        interval does not ask how large the difference is, so that a stop by precision leaves them as they are.
        """
        if self.study.stop.test is not None:
            return None
        each = zip(self.shown_parts, self.matchups, strict=True)
        return tuple(
            holm(
                [
                    p_of(part, 0.0) if part.method is Method.PLAYERS else score_test(matchup.sample, 0.0)
                    for part, matchup in each
                ]
            ).tolist()
        )

    @property
    def turns(self) -> bool:
        """Whether a check turns the answer."""
        return self.checked is not None and self.checked.verdict is Turned.TURNS

    @property
    def answering(self) -> BuildComparison:
        """What answers the question: the check where it turns the answer."""
        return self.check if self.turns and self.check is not None else self
