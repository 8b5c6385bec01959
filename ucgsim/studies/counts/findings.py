"""What the games of splits say: what each wins, how far all are apart at once, which of them may be the best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.probability.odds import odds_of_cards
from ucgsim.simulate.same_chance import HALF_POINTS
from ucgsim.stats.multiplicity import largest, largest_apart, largest_gain, root_of
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, by_construction, normal_quantile, weighted_sum
from ucgsim.stats.with_best import MeansWithBest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.counts.plan import CountsStudy
    from ucgsim.studies.counts.splits import Split

OWN = 0
"""The place of the deck's own split."""
FLAT, SLOPED = 0.01, 0.03
"""From the best to the worst split no more than so much: flat, or gently sloped; above it steep."""


@dataclass(eq=False)
class SplitGames:
    """Games of splits so far: by half points, (rivals, splits, 3); ``products`` of the half points of two splits on
    the same shuffle, summed, (rivals, splits, splits)."""

    worth: NDArray[np.int64]
    products: Floats

    @classmethod
    def of(cls, study: CountsStudy) -> SplitGames:
        """Nothing played yet."""
        rivals, splits = len(study.rivals.decks), len(study.splits)
        return cls(np.zeros((rivals, splits, HALF_POINTS), np.int64), np.zeros((rivals, splits, splits)))

    def add(self, rival: int, points: NDArray[np.uint8]) -> None:
        """Count games of all splits against a rival, half points (splits, games), on the same shuffles."""
        self.worth[rival] += np.stack([(points == each).sum(axis=1) for each in range(HALF_POINTS)], axis=1)
        values = points.astype(np.float64)
        self.products[rival] += values @ values.T

    @property
    def games(self) -> NDArray[np.int64]:
        """Games of each split against each rival, (rivals,)."""
        return np.asarray(self.worth[:, OWN].sum(axis=1))

    @property
    def rates(self) -> Floats:
        """Win rates, (rivals, splits); a game without a winner is half a win."""
        return np.asarray(self.worth @ (np.arange(HALF_POINTS) / 2) / self.games[:, None])

    def covariance(self, weights: Floats) -> Floats:
        """Of the win rates over all rivals by their shares, (splits, splits).

        Differences are taken for no surer than with one more game that one of two splits alone wins: a few games
        that all end alike say little of how many do.
        """
        total = np.zeros(self.products.shape[1:])
        for weight, games, rates, products in zip(weights, self.games, self.rates, self.products, strict=True):
            total += weight**2 * (products / 4 / games - np.outer(rates, rates)) / (games - 1)
        return np.asarray(total + np.eye(len(total)) / 2 / self.games.sum() ** 2)


class SplitRow(NamedTuple):
    """A split as a table has it: odds of the opening hand, what it wins, and what it wins more than the deck's own."""

    split: Split
    opens_low: float
    opens_both: float
    won: Estimate
    gain: Estimate
    with_best: bool
    is_own: bool


@dataclass(eq=False, repr=False)
class Splits:
    """What was played of a study, and what it says."""

    study: CountsStudy
    played: SplitGames

    @cached_property
    def means(self) -> MeansWithBest:
        """Win rates over all rivals, with what the splits share of their luck."""
        weights = np.array(self.study.rivals.weights)
        return MeansWithBest(weights @ self.played.rates, root_of(self.played.covariance(weights)))

    @cached_property
    def gains(self) -> list[Estimate]:
        """What every split wins more than the deck's own; all these intervals hold at once with 95 %."""
        apart = self.means.apart_from(OWN, self.study.each)
        return [by_construction(0.0), *apart[OWN + 1 :]]

    @cached_property
    def region(self) -> list[int]:
        """Places of the splits that no other surely beats, the one that wins most first."""
        return self.means.with_best()

    @property
    def own_is_with_best(self) -> bool:
        """Whether no split surely wins more than the deck's own."""
        return OWN in self.region

    @property
    def edge(self) -> list[int]:
        """Levels of which the split that wins most has as many or as few cards as were tried, though more could be."""
        study, first = self.study, self.study.splits[self.region[0]]
        return [
            level.level
            for level, cards in zip(study.levels, first.cards, strict=True)
            if abs(cards - level.own) == study.reach and 0 < cards < level.most
        ]

    @cached_property
    def most_possible(self) -> Estimate:
        """What the truly best split wins more than the deck's own, whichever it is; 0 at least."""
        return largest_gain(self.gains[OWN + 1 :], DEFAULT_CONFIDENCE)

    @cached_property
    def better(self) -> int | None:
        """The split that wins most, of those that surely win more than the deck's own; None where none does."""
        sure = [place for place, gain in enumerate(self.gains) if gain.low > 0]
        return max(sure, key=lambda place: self.gains[place].rate, default=None)

    @cached_property
    def gain_of_better(self) -> Estimate:
        """What it wins more: estimate and interval know that it is named because it won most of all."""
        assert self.better is not None, "there is one"
        plain, others = self.gains[self.better], self.gains[OWN + 1 :]
        if plain.rate < max(each.rate for each in others):
            return plain
        root = (self.means.root - self.means.root[OWN])[OWN + 1 :]
        named = largest([self._alone(place) for place in range(1, len(self.gains))], others, root)
        # Never surer than the interval that names it.
        return Estimate(named.rate, min(named.low, plain.low), named.high, plain.n, plain.confidence, Method.PICKED)

    def _alone(self, place: int) -> Estimate:
        """A gain with an interval that holds by itself."""
        gain, half = self.gains[place], normal_quantile(DEFAULT_CONFIDENCE) * self.means.errors(OWN)[place]
        return Estimate(gain.rate, gain.rate - half, gain.rate + half, gain.n, DEFAULT_CONFIDENCE, Method.NORMAL)

    @cached_property
    def spread(self) -> float:
        """From the best to the worst of all splits, as a share of games, without the luck that makes them extreme."""
        return self._spread_of(list(range(len(self.gains))))

    @cached_property
    def spread_of_region(self) -> float:
        """How far the splits that may be the best lie apart, as a share of games."""
        return self._spread_of(self.region)

    def _spread_of(self, places: list[int]) -> float:
        means, root = self.means.means[places], self.means.root[places]
        return max(largest_apart(means.tolist(), root) + largest_apart((-means).tolist(), -root), 0.0)

    @property
    def slope(self) -> str:
        """How far those that may be the best lie apart, in a word or two."""
        spread = self.spread_of_region
        return "flat" if spread <= FLAT else "gently sloped" if spread <= SLOPED else "steep"

    def shown(self, place: int) -> Estimate:
        """What a split wins more than the deck's own, as it is told: of the one that is named, knowing that it is."""
        return self.gain_of_better if place == self.better else self.gains[place]

    @cached_property
    def ranked(self) -> list[SplitRow]:
        """The splits, the one that wins most first; of equals the deck's own."""
        order = sorted(range(len(self.gains)), key=lambda place: -self.means.means[place])
        return [
            SplitRow(
                self.study.splits[place],
                *self._odds[place],
                self._won(place),
                self.shown(place),
                place in self.region,
                place == OWN,
            )
            for place in order
        ]

    @cached_property
    def _odds(self) -> list[tuple[float, float]]:
        """Of every split the chances that its opening hand has what is asked for, as ``ucgsim odds`` has them."""
        known: dict[tuple[int, ...], tuple[float, float]] = {}
        for split in self.study.splits:
            # Other levels make no difference to them.
            if split.cards[:2] not in known:
                known[split.cards[:2]] = self._odds_of(split)
        return [known[split.cards[:2]] for split in self.study.splits]

    def _odds_of(self, split: Split) -> tuple[float, float]:
        terms, catalog = self.study.terms, self.study.terms.catalog
        cards = split.deck.cards(catalog)
        first, both = (
            odds_of_cards(cards, want, procedure=terms.redraw_procedure, known=catalog.values()).probability
            for want in self.study.wants
        )
        return first, both

    def _won(self, place: int) -> Estimate:
        """What a split wins over all rivals by their shares, with an interval that holds by itself."""
        scores = [Outcomes.of(worth[place]).score for worth in self.played.worth]
        return scores[0] if len(scores) == 1 else weighted_sum(scores, self.study.rivals.weights)
