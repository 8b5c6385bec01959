"""What a comparison of two builds found: the difference between them, game by game, on the same chance."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.decks.deck import share_differing
from ucgsim.policies.spread import spread_of
from ucgsim.simulate.same_chance import BUILDS
from ucgsim.stats.agreement import Checked, p_of
from ucgsim.stats.agreement import CheckVerdict as Turned
from ucgsim.stats.multinomial import Sample, score_test
from ucgsim.stats.multiplicity import FAMILY_LEVEL, holm
from ucgsim.stats.outcomes import (
    DIFFERENCES,
    PairedDifference,
    gain_over_independent,
    mixed_differences,
    paired_difference_of,
)
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import Estimate, Method, weighted_sum
from ucgsim.stats.sequential import STEPS, unbiased, watched_mean, with_mean
from ucgsim.studies.kit.basis import build_gain, reach_of_gain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck
    from ucgsim.studies.compare.plan import CompareStudy

LEAST = 0.005
"""Builds that are apart by less are alike for anyone who chooses: half a point."""
FAR = 8.0
"""Standard errors from no difference beyond which every comparison has stopped."""


class Standing(StrEnum):
    """Where a comparison is that stops when it is sure."""

    OPEN = "not decided"
    DECIDED = "decided"
    ALIKE = "they hardly differ"
    PLAYERS_DIFFER = "more games would not decide it"
    """Good players lie farther apart than the builds."""
    NARROW = "more games would hardly narrow it"


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
    def by_games(self) -> Estimate:
        """The mean over the opponents, each with its share, and the interval by these games alone.

        Of a comparison that stops when it is sure the interval is a confidence sequence, else that of so many games.
        """
        if self.study.stop.sure:
            return watched_mean(DIFFERENCES, [each.sample.counts for each in self.matchups], self.study.weights)
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
        """All games together as one sample of the field; see ``mixed_differences``."""
        return mixed_differences(self.tables.transpose(0, 2, 1), self.study.weights)

    @cached_property
    def difference(self) -> Estimate:
        """The difference as it is to be quoted: its estimate knows at which looks the comparison might have stopped."""
        looks = [look.each for look in self.looks if look.each <= self.each]
        if not self.study.stop.sure or len(looks) < 2 or looks[-1] != self.each:
            return self.by_games
        steps = 2 * self.by_games.rate * self.each
        chances = self.pooled.counts / self.each
        rate = unbiased(looks, round(steps), chances, partial(_goes_on, self.study, chances)) / 2
        # Shares are rounded to whole games, so that a weighted sum is not quite a whole number of steps.
        return replace(self.by_games, rate=rate + (steps - round(steps)) / 2 / self.each)

    @cached_property
    def _parts(self) -> list[Estimate]:
        """The difference against each opponent, as far as its games go."""
        if len(self.matchups) == 1:
            return [self.by_games]
        if self.study.stop.sure:
            return [watched_mean(DIFFERENCES, each.sample.counts) for each in self.matchups]
        return [matchup.difference for matchup in self.matchups]

    @cached_property
    def _moved(self) -> float:
        """By how much the estimate lies above the plain mean, because it knows of the looks."""
        return self.difference.rate - self.by_games.rate

    @cached_property
    def parts_by_games(self) -> list[Estimate]:
        """The difference against each opponent, such that all of them together are the ``difference``.

        That it stopped moves every part alike: games are shared out by the shares, so that each part goes along with
        the whole as far as any other.
        """
        return [replace(each, rate=each.rate + self._moved) for each in self._parts]

    @cached_property
    def shown_parts(self) -> list[Estimate]:
        """The difference as it is shown, with both errors where good players played; a check goes into each."""
        checked = [None] * len(self._parts) if self.check is None else self.check.parts_by_games
        both = [self._across(*each, shares=(1.0,)) for each in zip(self._parts, checked, strict=True)]
        return [each or part for each, part in zip(both, self.answering.parts_by_games, strict=True)]

    @cached_property
    def shown(self) -> Estimate:
        """The difference as it is shown: its parts by their shares, with both errors where good players played."""
        check = None if self.check is None else self.check.difference
        both = self._across(self.by_games, check, shares=self.study.weights)
        if both is None:
            return self.answering.difference
        rate = self.weighed(self.shown_parts).rate
        more = 0.0 if self.study.stop.sure else rate - both.rate
        return replace(both, rate=rate, low=both.low + more, high=both.high + more)

    def _across(self, first: Estimate, check: Estimate | None, *, shares: Sequence[float]) -> Estimate | None:
        """A difference from both plays, as another good player has it; None where none of them played.

        Its interval is that of the plain mean, by which a comparison stops; its rate knows that it did.
        """
        again = None if self.check is None else (self.check.study, check)
        interval, estimate = (
            with_players(self.study, each, again, shares)
            for each in (first, replace(first, rate=first.rate + self._moved))
        )
        return None if interval is None or estimate is None else replace(interval, rate=estimate.rate)

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
        return OpponentRow(None, 1.0, self.each, self.win_rates, self.shown, self.difference)

    @cached_property
    def standing(self) -> Standing:
        """Where it is, of a comparison that stops when it is sure."""
        return standing_of(self.study, self.by_games)

    @property
    def half_width(self) -> float:
        """Half the interval by these games alone, in percentage points."""
        return 50 * self.by_games.width

    @property
    def is_enough(self) -> bool:
        """Whether the comparison may stop here."""
        precision = self.study.stop.precision
        return self.standing is not Standing.OPEN if precision is None else self.half_width <= precision

    @property
    def likely_more(self) -> float:
        """Games of each build that it is likely to take yet: a width goes with the root of their number.

        None more are known of before the first games.
        """
        if not self.each:
            return 0.0
        times = (self.half_width / (self.study.stop.precision or max(100 * abs(self.by_games.rate), 100 * LEAST))) ** 2
        return self.each * max(times - 1, 0.0)

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
    def adjusted(self) -> tuple[float, ...] | None:
        """p-values of no difference against each opponent as it is shown, adjusted over all of them (Holm).

        None where the games decided when to stop, because they would hold for a fixed number of them. The width of an
        interval does not ask how large the difference is, so that a stop by precision leaves them as they are.
        """
        if self.study.stop.sure:
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


def with_players(
    study: CompareStudy,
    by_games: Estimate,
    check: tuple[CompareStudy, Estimate | None] | None = None,
    shares: Sequence[float] | None = None,
) -> Estimate | None:
    """A difference by these games, and by those of a check, as another good player has it; None where none played."""
    plays = [(study.terms.policies, by_games)]
    if check is not None and check[1] is not None:
        plays.append((check[0].terms.policies, check[1]))
    return build_gain(*plays, differing=share_differing(*study.builds), shares=shares or study.weights)


def standing_of(study: CompareStudy, by_games: Estimate) -> Standing:
    """Where a comparison is after what its games say; the sentence that is printed is what stops it.

    Builds that surely lie less than ``LEAST`` apart are alike. Good players may differ by more than the builds: then no
    number of games decides it, or more of them hardly narrow what is shown.
    """
    both, farthest = with_players(study, by_games), max(-by_games.low, by_games.high)
    if (both or by_games).excludes(0):
        return Standing.DECIDED
    if farthest < LEAST:
        return Standing.ALIKE
    if both is None:
        return Standing.OPEN
    reach = reach_of_gain(study.terms.policies, differing=share_differing(*study.builds), shares=study.weights) / 100
    if farthest < reach:
        return Standing.PLAYERS_DIFFER
    return Standing.NARROW if are_enough(by_games, both) else Standing.OPEN


def _goes_on(
    study: CompareStudy, chances: NDArray[np.float64], games: int, sums: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """At which differences, in half points after so many games, a comparison goes on."""
    # Two digits of how often games differ say where the ends are to a hundredth, and are often asked for again.
    alike = ((chances + chances[::-1]) / 2).tolist()
    nearest, farthest = _open_between(study, tuple(float(f"{each:.2g}") for each in alike), games)
    far = np.abs(sums)
    return np.asarray((far >= nearest) & (far < farthest))


@lru_cache(maxsize=4096)
def _open_between(study: CompareStudy, chances: tuple[float, ...], games: int) -> tuple[int, int]:
    """From which difference on a comparison goes on after so many games, and from which on it is decided."""
    shares = np.array(chances) / sum(chances)

    def at(steps: int) -> Standing:
        return standing_of(study, watched_mean(DIFFERENCES, games * with_mean(shares, steps / games)))

    values = DIFFERENCES * STEPS
    far = math.ceil(FAR * math.sqrt(games * float(shares @ values**2))) + STEPS
    farthest = bisect_left(range(min(far, STEPS * games)), x=True, key=lambda steps: at(steps) is Standing.DECIDED)
    stopped = {Standing.ALIKE, Standing.PLAYERS_DIFFER}
    nearest = (
        bisect_left(range(farthest), x=True, key=lambda steps: at(steps) not in stopped) if at(0) in stopped else 0
    )
    return (nearest, farthest) if nearest < farthest and at(nearest) is Standing.OPEN else (farthest, farthest)
