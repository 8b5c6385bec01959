"""What a search for a better deck says: gains on shuffles that chose nothing, next to what the race made of them."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.simulate.same_chance import HALF_POINTS
from ucgsim.stats.agreement import Checked, CheckVerdict
from ucgsim.stats.multiplicity import largest, root_of, together
from ucgsim.stats.outcomes import paired_difference_of
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile, weighted_sum
from ucgsim.studies.improve.climb import STAY, Climb, ClimbBlock, ClimbPhase, Exchange, spans, total
from ucgsim.studies.kit.basis import build_gain

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from ucgsim.studies.compare.findings import BuildComparison
    from ucgsim.studies.improve.plan import ImproveStudy


class Lap(NamedTuple):
    """How far builds came in the race: how many stopped after so many ``games``, and how far a gain was known then.

    ``half``: of an interval of 95 %, in points of 100.
    """

    games: int
    builds: int
    half: float


@dataclass(eq=False, repr=False)
class Improvement:
    """What a search did; ``checks`` are comparisons of the deck and a build under another policy."""

    study: ImproveStudy
    climb: Climb
    checks: Mapping[Exchange, BuildComparison] = field(default_factory=dict)

    @property
    def tried(self) -> int:
        """Builds that played."""
        return len(self.climb.board.builds)

    @property
    def fresh_games(self) -> int:
        """Games that measured again each build, on shuffles that chose nothing."""
        return total(self.study.weights, ClimbPhase.FRESH, self.climb.fresh_blocks)

    @property
    def games(self) -> int:
        """All games."""
        return self.climb.board.spent + len(self.climb.fresh) * self.fresh_games

    @cached_property
    def measured(self) -> tuple[Exchange, ...]:
        """The builds that were measured again."""
        return tuple(change for change in self.climb.fresh if change != STAY)

    @cached_property
    def _opponents(self) -> NDArray[np.int64]:
        """Against which opponent each game was that measured again."""
        blocks = (ClimbBlock(ClimbPhase.FRESH, number) for number in range(self.climb.fresh_blocks))
        sizes = [len(span) for block in blocks for span in spans(self.study.weights, block)]
        return np.repeat(np.tile(np.arange(len(self.study.weights)), self.climb.fresh_blocks), sizes)

    def tables(self, change: Exchange, over: Exchange = STAY) -> NDArray[np.int64]:
        """Games against each opponent by the half points of two builds, (opponents, 3, 3): see ``BuildComparison``."""
        first, second = (self.climb.fresh[each].astype(np.int64) for each in (over, change))
        cells = (self._opponents * HALF_POINTS + first) * HALF_POINTS + second
        shape = (len(self.study.weights), HALF_POINTS, HALF_POINTS)
        return np.bincount(cells, minlength=math.prod(shape)).reshape(shape)

    def against_each(
        self, change: Exchange, over: Exchange = STAY, confidence: float = DEFAULT_CONFIDENCE
    ) -> list[Estimate]:
        """What a build gains over another one against each opponent."""
        return [paired_difference_of(table.T, confidence).difference for table in self.tables(change, over)]

    def gain(self, change: Exchange, over: Exchange = STAY, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """What a build gains over another one, over all opponents by their shares."""
        parts = self.against_each(change, over, confidence)
        return parts[0] if len(parts) == 1 else weighted_sum(parts, self.study.weights)

    @cached_property
    def gains(self) -> dict[Exchange, Estimate]:
        """What every measured build gains over the deck; all these intervals hold at once with 95 %."""
        confidence = together(DEFAULT_CONFIDENCE, len(self.measured))
        return {change: self.gain(change, confidence=confidence) for change in self.measured}

    @cached_property
    def by_rival(self) -> dict[Exchange, list[Estimate]]:
        """The gain against each opponent; all these intervals hold at once with 95 %."""
        confidence = together(DEFAULT_CONFIDENCE, len(self.measured) * len(self.study.weights))
        return {change: self.against_each(change, confidence=confidence) for change in self.measured}

    @cached_property
    def steps(self) -> dict[Exchange, Estimate]:
        """What every measured build gains over the one before it on its way; all these hold at once with 95 %."""
        confidence = together(DEFAULT_CONFIDENCE, len(self.measured))
        before = {change: [STAY, *self.way(change)][-2] for change in self.measured}
        return {change: self.gain(change, before[change], confidence) for change in self.measured}

    def shown(self, change: Exchange) -> Estimate:
        """What a build gains, as the answer says it: of the first in order one that knows that it was named."""
        return self.most if change == self.order[0] else self.gains[change]

    def wide(self, change: Exchange) -> Estimate:
        """The gain with both errors where good players played; a check goes into it."""
        shown, check = self.shown(change), self.checks.get(change)
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
        """Builds that are surely better than the deck, as their gains are shown, the one that gains most first."""
        better = [change for change in self.measured if self.wide(change).low > 0]
        return tuple(sorted(better, key=lambda change: -self.gains[change].rate))

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
        """The measured builds: those that gain most first, those that a check turns last."""
        return tuple(sorted(self.measured, key=lambda change: (self.turns(change), -self.gains[change].rate)))

    @property
    def best(self) -> Exchange | None:
        """The build to bring; None where none is surely better than the deck, or none that a check does not turn."""
        return next((change for change in self.order if change in self.sure and not self.turns(change)), None)

    @property
    def first(self) -> Exchange:
        """The build that the answer is about: the one to bring, else the one that gains most."""
        return self.order[0] if self.best is None else self.best

    @cached_property
    def most(self) -> Estimate:
        """What the first in order gains: estimate and interval know that it was named because it gained most."""
        first = self.order[0]
        alone = [self.gain(change) for change in self.measured]
        if len(alone) == 1 or self.gains[first].rate < max(each.rate for each in self.gains.values()):
            return self.gains[first]
        return largest(alone, [self.gains[change] for change in self.measured], root_of(self._covariance()))

    def _covariance(self) -> NDArray[np.float64]:
        """Of the mean gains of the measured builds, which share much of their luck, (builds, builds)."""
        deck = self.climb.fresh[STAY].astype(np.int64)
        gains = np.array([self.climb.fresh[change] - deck for change in self.measured]) / 2
        parts = (
            weight**2 * np.cov(gains[:, here]) / here.sum()
            for place, weight in enumerate(self.study.weights)
            for here in [self._opponents == place]
        )
        return np.asarray(sum(parts), np.float64)

    def naive(self, change: Exchange) -> Estimate:
        """What the race made of a build: the games that chose it, which flatter it."""
        board = self.climb.board
        place = board.builds.index(change)
        mean, games = float(board.means[place]), int(board.games[place].sum())
        half = normal_quantile(DEFAULT_CONFIDENCE) * math.sqrt(float(board.variances[place]))
        return Estimate(mean, mean - half, mean + half, games, DEFAULT_CONFIDENCE, Method.NORMAL)

    @cached_property
    def laps(self) -> tuple[Lap, ...]:
        """How far the builds came."""
        board = self.climb.board
        numbers, counts = np.unique(board.blocks, return_counts=True)
        usual = float(board.squares.sum() / 4 / max(float(board.games.sum()), 1.0))
        laps = []
        for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
            games = total(self.study.weights, ClimbPhase.RACE, number)
            half = 100 * normal_quantile(DEFAULT_CONFIDENCE) * math.sqrt(usual / games)
            laps.append(Lap(games, count, half))
        return tuple(laps)

    def way(self, change: Exchange) -> list[Exchange]:
        """The builds on the way to one that were measured, itself the last."""
        return [each for each in self.climb.way_to(change) if each in self.climb.fresh]
