"""What a search for a better deck says: gains in games that chose nothing, next to what was expected of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.simulate.exchanges import HALF_POINTS
from ucgsim.stats.agreement import Checked, CheckVerdict
from ucgsim.stats.multiplicity import together
from ucgsim.stats.outcomes import paired_difference_of
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile, weighted_sum
from ucgsim.studies.improve.exchange import STAY, Exchange
from ucgsim.studies.kit.basis import build_gain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ucgsim.studies.compare.findings import BuildComparison
    from ucgsim.studies.improve.coach import Advice
    from ucgsim.studies.improve.plan import ImproveStudy


@dataclass(eq=False, repr=False)
class Improvement:
    """What a search did; ``checks`` are comparisons of the deck and a build under another policy."""

    study: ImproveStudy
    advice: Advice
    checks: Mapping[Exchange, BuildComparison] = field(default_factory=dict)

    @property
    def tried(self) -> int:
        """Changes of a single card that were tried."""
        return self.advice.tried

    @property
    def fresh_games(self) -> int:
        """Games that measured each build, on shuffles that chose nothing."""
        return int(self.tables(self.measured[0]).sum())

    @property
    def games(self) -> int:
        """All games, about."""
        return self.advice.played

    @cached_property
    def measured(self) -> tuple[Exchange, ...]:
        """The builds that were measured, in the order in which the search had them."""
        return tuple(Exchange(tuple(each.change.out), tuple(each.change.into)) for each in self.advice.measured)

    def tables(self, change: Exchange) -> NDArray[np.int64]:
        """Games against each opponent by the half points of the deck and of a build, (opponents, 3, 3)."""
        shape = (len(self.study.weights), HALF_POINTS, HALF_POINTS)
        if change == STAY:
            deck: NDArray[np.int64] = self.tables(self.measured[0]).sum(axis=2)[:, :, None]
            return deck * np.eye(HALF_POINTS, dtype=np.int64)
        return np.array(self.advice.fresh[self.measured.index(change)], np.int64).reshape(shape)

    def against_each(self, change: Exchange, confidence: float = DEFAULT_CONFIDENCE) -> list[Estimate]:
        """What a build gains over the deck against each opponent."""
        return [paired_difference_of(table.T, confidence).difference for table in self.tables(change)]

    def gain(self, change: Exchange, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """What a build gains over the deck, over all opponents by their shares."""
        parts = self.against_each(change, confidence)
        return parts[0] if len(parts) == 1 else weighted_sum(parts, self.study.weights)

    @cached_property
    def gains(self) -> dict[Exchange, Estimate]:
        """What every measured build gains over the deck; all these intervals hold at once with 95 %."""
        confidence = together(DEFAULT_CONFIDENCE, len(self.measured))
        return {change: self.gain(change, confidence) for change in self.measured}

    @cached_property
    def by_rival(self) -> dict[Exchange, list[Estimate]]:
        """The gain against each opponent; all these intervals hold at once with 95 %."""
        confidence = together(DEFAULT_CONFIDENCE, len(self.measured) * len(self.study.weights))
        return {change: self.against_each(change, confidence) for change in self.measured}

    def wide(self, change: Exchange) -> Estimate:
        """The gain with both errors where good players played; a check goes into it."""
        shown, check = self.gains[change], self.checks.get(change)
        plays = [(self.study.terms.policies, shown)]
        if check is not None:
            plays.append((check.study.terms.policies, check.difference))
        differing = change.swaps / self.study.deck.size
        return build_gain(*plays, differing=differing, shares=self.study.weights) or shown

    def score(self, change: Exchange) -> Estimate:
        """What a build wins against all opponents by their shares, by its games alone."""
        parts = [paired_difference_of(table.T).x.score for table in self.tables(change)]
        return parts[0] if len(parts) == 1 else weighted_sum(parts, self.study.weights)

    @cached_property
    def sure(self) -> tuple[Exchange, ...]:
        """Builds that are surely better than the deck, as their gains are shown."""
        return tuple(change for change in self.measured if self.wide(change).low > 0)

    def checked(self, change: Exchange) -> Checked | None:
        """The gain of a build under either play, where it was checked."""
        check = self.checks.get(change)
        return None if check is None else Checked(self.gains[change], check.difference, even=0.0)

    def turns(self, change: Exchange) -> bool:
        """Whether a check says that a build is worse."""
        checked = self.checked(change)
        return checked is not None and checked.verdict is CheckVerdict.TURNS

    @cached_property
    def order(self) -> tuple[Exchange, ...]:
        """The measured builds as the search had them, before it measured; those that a check turns last.

        So what is said of the first is of games that did not choose it.
        """
        return tuple(sorted(self.measured, key=self.turns))

    @property
    def best(self) -> Exchange | None:
        """The build to bring; None where none is surely better than the deck, or none that a check does not turn."""
        return next((change for change in self.order if change in self.sure and not self.turns(change)), None)

    @property
    def first(self) -> Exchange:
        """The build that the answer is about: the one to bring, else the first in order."""
        return self.order[0] if self.best is None else self.best

    def expected(self, change: Exchange) -> Estimate:
        """What the search expected of a build, from the games that chose it."""
        runner = self.advice.measured[self.measured.index(change)]
        half, games = normal_quantile(DEFAULT_CONFIDENCE) * math.sqrt(runner.variance), np.sum(runner.pairs)
        ends = runner.mean - half, runner.mean + half
        return Estimate(runner.mean, *ends, int(games), DEFAULT_CONFIDENCE, Method.NORMAL)
