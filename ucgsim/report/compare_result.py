"""What a comparison of two builds found: the difference between them, pair by pair, on the same chance."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ucgsim.errors import UcgsimError
from ucgsim.report.compare_words import compare_json, compare_rows, compare_sentences, compare_summary
from ucgsim.report.tabled import Tabled
from ucgsim.simulate.compare import BUILDS
from ucgsim.simulate.plan import GAMES_PER_PAIR
from ucgsim.stats.multinomial import score_test
from ucgsim.stats.multiplicity import holm
from ucgsim.stats.pairs import PairedDifference, mixed_differences, paired_difference_of
from ucgsim.stats.proportions import weighted_sum
from ucgsim.stats.sprt import SprtState, Verdict
from ucgsim.stats.stopping import estimate_after_stop

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from ucgsim.report.compare_study import CompareStudy
    from ucgsim.stats.multinomial import Sample
    from ucgsim.stats.rates import Estimate

FAMILY_LEVEL = 0.05
BEYOND_DOUBT = 0.9999
"""Confidence of the interval that may rule out both hypotheses of a test; looks are many."""


@dataclass(frozen=True, eq=False)
class Look:
    """What a look at a comparison saw; ``so_far`` is the comparison as it stood."""

    so_far: CompareResult

    @property
    def pairs(self) -> int:
        """Pairs that each build had played."""
        return self.so_far.pairs

    @property
    def difference(self) -> Estimate:
        """The difference so far, as if the number of games had been fixed."""
        return self.so_far.plain_difference

    @property
    def state(self) -> SprtState | None:
        """Where the sequential test stood."""
        return self.so_far.state

    @property
    def is_enough(self) -> bool:
        """Whether the comparison may stop here."""
        precision = self.so_far.study.stop.precision
        if precision is not None:
            return 100 * self.difference.width / 2 <= precision
        return self.so_far.is_between or self.so_far.verdict is not Verdict.CONTINUE


@dataclass(eq=False, repr=False)
class CompareResult(Tabled):
    """The difference between two builds, second minus first; every number with interval, pairs and policies.

    ``tables[k][i, j]``: pairs against opponent k that gave the builds i and j half points.
    """

    study: CompareStudy
    tables: NDArray[np.int64]
    looks: list[Look] = field(default_factory=list)

    @cached_property
    def matchups(self) -> tuple[PairedDifference, ...]:
        """The difference against each opponent; its ``x`` is the second build."""
        return tuple(paired_difference_of(table.T) for table in self.tables)

    @cached_property
    def plain_difference(self) -> Estimate:
        """The mean over the opponents, each with its share, as if the number of games had been fixed."""
        parts = [matchup.difference for matchup in self.matchups]
        return parts[0] if len(parts) == 1 else weighted_sum(parts, self.study.weights)

    @cached_property
    def pooled(self) -> Sample:
        """All pairs together as one sample of the field: what the sequential test looks at.

        Opponents are met in proportion to their shares, so its mean is the weighted one. That opponents are met by
        plan and not by lot makes the test a little conservative, see ``mixed_differences``.
        """
        return mixed_differences(self.tables.transpose(0, 2, 1), self.study.weights)

    @cached_property
    def difference(self) -> Estimate:
        """The difference as it is to be quoted: after a test that stopped, the estimate that knows of the stop."""
        test = self.study.stop.test
        if test is None or self.verdict is Verdict.CONTINUE:
            return self.plain_difference
        try:
            return estimate_after_stop(test, self.pooled)
        except UcgsimError:
            # Stopped on its first pairs: only the plain one is left, and the words call it what it is.
            return self.plain_difference

    @cached_property
    def state(self) -> SprtState | None:
        """Where the sequential test stands."""
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
    def verdict(self) -> Verdict:
        """What the sequential test says; undecided where there is none, or where neither hypothesis holds."""
        return Verdict.CONTINUE if self.state is None or self.is_between else self.state.verdict

    @property
    def pairs(self) -> int:
        """Pairs that each build played."""
        return int(self.tables.sum())

    @property
    def games(self) -> int:
        """Games of both builds."""
        return BUILDS * GAMES_PER_PAIR * self.pairs

    @property
    def gain(self) -> float:
        """How many times as many games an unpaired comparison would need for the same interval.

        Variances are taken within opponents, which either comparison would meet in the same shares.
        """
        weighed = list(zip(self.study.weights, self.matchups, strict=True))
        unpaired = sum(weight * (matchup.x.variance + matchup.y.variance) for weight, matchup in weighed)
        paired = sum(weight * matchup.sample.moments[1] for weight, matchup in weighed)
        return unpaired / paired if paired else math.inf

    @cached_property
    def adjusted(self) -> tuple[float, ...]:
        """p-values of no difference against each opponent, adjusted over all of them (Holm)."""
        return tuple(holm([score_test(matchup.sample, 0.0) for matchup in self.matchups]).tolist())

    @property
    def moved(self) -> list[int]:
        """Opponents against which the builds differ for certain, with 5 % for all of them together."""
        return [number for number, p in enumerate(self.adjusted) if p <= FAMILY_LEVEL]

    def answer(self) -> str:
        """The answer in a few sentences."""
        return compare_sentences(self)

    def summary(self) -> str:
        """The answer and what lies behind it, as plain text."""
        return compare_summary(self)

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        return compare_json(self)

    def sentences(self) -> list[str]:
        """The answer."""
        return [self.answer()]

    def rows(self) -> list[dict[str, Any]]:
        """One row an opponent, with the difference and the win rates of both builds; the last row is all of them."""
        return compare_rows(self)

    def plot(self) -> Figure:
        """The difference against each opponent and against all."""
        from ucgsim.report.compare_plot import differences  # noqa: PLC0415 - loads matplotlib

        return differences(self)
