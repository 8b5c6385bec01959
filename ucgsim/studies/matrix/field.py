"""Decks against each other and against the field: by these games, and for another good player."""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.agreement import p_of_even
from ucgsim.stats.multiplicity import (
    contenders,
    ends,
    inside,
    judged_apart,
    largest,
    largest_gain,
    parts_for,
    picked,
    together,
)
from ucgsim.stats.random_effects import are_enough
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, by_construction, standard_error, weighted_sum
from ucgsim.stats.ratings import Cells, Cycle, Ratings, bradley_terry, cycles, ranking, significant_wins

if TYPE_CHECKING:
    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.outcomes import Outcomes
    from ucgsim.stats.sequential import Stops
    from ucgsim.studies.kit.basis import Panel


FAMILY_LEVEL = 0.05
"""Chance that any win that is marked as certain is none, and that the best deck is called so by mistake."""


@lru_cache(maxsize=4096)
def _estimate(counts: Outcomes, confidence: float) -> Estimate:
    """The rate of a cell; rows, leads and both sides of a cell ask for the same one."""
    return counts.estimate(confidence)


def less(estimate: Estimate, value: float) -> Estimate:
    """An estimate and its interval less a number that is known."""
    rate, low, high = (each - value for each in (estimate.rate, estimate.low, estimate.high))
    return replace(estimate, rate=rate, low=low, high=high)


@dataclass(frozen=True, eq=False)
class Field:
    """Decks 0, 1, ... and their games: ``cells[i, j]`` of deck i against j as i sees them, i < j.

    Where a deck met all others, what is said of that deck alone can be asked, such as of deck 0 in a gauntlet; all else
    takes games of every two. ``weights``: the share of each deck in the field, (decks,), summing to 1. ``stops``: when
    each matchup ended, where looks decided which were played on; then every interval is one that holds at all looks.
    """

    cells: Cells
    weights: tuple[float, ...]
    stops: Stops | None = None

    @property
    def size(self) -> int:
        """How many decks there are."""
        return len(self.weights)

    def cell(self, row: int, column: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """Win rate of a row's deck against a column's; n = games, and 50 % by construction on the diagonal."""
        if row == column:
            return by_construction(0.5, confidence)
        if row > column:
            return self.cell(column, row, confidence).complement()
        cell = self.cells[row, column]
        return _estimate(cell, confidence) if self.stops is None else self.stops.rate(cell, confidence)

    def rate(self, deck: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """Win rate of a deck against the whole field, the deck itself included at 50 %; n = games.

        50 % by construction where the field is nothing but the deck itself.
        """
        met = [place for place in range(self.size) if self.weights[place] > 0]
        if met == [deck]:
            return by_construction(0.5, confidence)
        return weighted_sum([self.cell(deck, place, confidence) for place in met], [self.weights[at] for at in met])

    @cached_property
    def rates(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the whole field, each with an interval of its own."""
        return tuple(map(self.rate, range(self.size)))

    @cached_property
    def rates_together(self) -> tuple[Estimate, ...]:
        """The rates with intervals that hold for all decks at once with 95 %, so for the best of them as well."""
        return tuple(self.rate(deck, together(DEFAULT_CONFIDENCE, self.size)) for deck in range(self.size))

    @cached_property
    def shown(self) -> tuple[Estimate, ...]:
        """The rates as they are shown: of the best deck one that knows that it was picked, of the others their own."""
        return tuple(self.of_best if deck == self.best else rate for deck, rate in enumerate(self.rates))

    @cached_property
    def of_best(self) -> Estimate:
        """Win rate against the field of the deck that did best: estimate and interval allow for the choice."""
        if self.rates[self.best].method is Method.BY_CONSTRUCTION:
            return self.rates[self.best]
        return largest(self.rates, self.rates_together, self._root)

    @cached_property
    def of_hardest(self) -> Estimate:
        """The best deck against the opponent that it does worst against; that both were picked is allowed for.

        The upper end holds for all cells at once of all decks that may be the best. The lower one is the smallest of
        the row: none of its cells is worse than the truly worst one, which no luck has picked, but the row is that of
        any such deck.
        """
        best, opponent = self.best, self.hardest(self.best)
        if self._hardest_is_clear:
            return self.cell(best, opponent)
        decks = 1 + len(self.rivals)
        rows, cells = (together(DEFAULT_CONFIDENCE, n) for n in (decks, decks * (self.size - 1)))
        low = min(self.cell(best, place, rows).low for place in self.met(best))
        alone = self.cell(best, opponent)
        high = self.cell(best, opponent, cells).high
        return picked(self._hardest_apart, low, high, alone, DEFAULT_CONFIDENCE)

    @cached_property
    def _hardest_is_clear(self) -> bool:
        """Whether best deck and hardest matchup are beyond doubt, so that neither is a pick."""
        decks = contenders([each.rate for each in self.rates], self._root)
        return decks == [self.best] and len(self._may_be_hardest(self.best)) == 1

    @cached_property
    def _hardest_apart(self) -> float:
        """The hardest matchup of the best deck, judged apart from both picks.

        It lies between the lowest cell that may be the hardest one of any deck that may be the best, and the highest
        of those of the deck that is named.
        """
        decks = contenders([each.rate for each in self.rates], self._root)
        may_be = {deck: self._may_be_hardest(deck) for deck in (self.best, *decks)}
        parts = parts_for(max(len(decks), *map(len, may_be.values())))
        rate = judged_apart(
            [each.rate for each in self._estimates],
            self._errors,
            parts,
            lambda *tables: self._hardest_in(*map(self._table, tables)),
        )
        return inside(rate, [min(itertools.chain(*may_be.values())), max(may_be[self.best])])

    def _may_be_hardest(self, deck: int) -> list[float]:
        """The cells of a deck that may be its hardest."""
        cells = [self.cell(deck, place) for place in self.met(deck)]
        return [cells[at].rate for at in contenders([-each.rate for each in cells], [*map(standard_error, cells)])]

    @cached_property
    def _estimates(self) -> list[Estimate]:
        return [self.cell(*key) for key in self.cells]

    @cached_property
    def _errors(self) -> Floats:
        return np.array([standard_error(each) for each in self._estimates])

    @cached_property
    def _root(self) -> Floats:
        """By how much a standard error of each cell moves the rate of each deck, (decks, cells)."""
        root = np.zeros((self.size, len(self.cells)))
        for place, ((row, column), error) in enumerate(zip(self.cells, self._errors, strict=True)):
            root[row, place], root[column, place] = self.weights[column] * error, -self.weights[row] * error
        return root

    def _table(self, cells: Floats) -> Floats:
        """Tables of all cells as part of the games has them, (draws, decks, decks); a deck is even with itself."""
        rows, columns = np.array(list(self.cells)).T
        whole = np.full((len(cells), self.size, self.size), 0.5)
        whole[:, rows, columns], whole[:, columns, rows] = cells, 1 - cells
        return whole

    def _hardest_in(self, seen: Floats, judged: Floats) -> Floats:
        """The cell of the deck that does best in what is seen against the opponent that is hardest there, (draws,)."""
        draws, best = np.arange(len(seen)), (seen @ np.array(self.weights)).argmax(axis=1)
        barred = np.array([[place not in self.met(deck) for place in range(self.size)] for deck in range(self.size)])
        opponent = np.where(barred[best], np.inf, seen[draws, best]).argmin(axis=1)
        return np.asarray(judged[draws, best, opponent])

    @cached_property
    def exploitability(self) -> Estimate:
        """What the best answer gains from the field above one half; never below 0, because the field answers itself."""
        gains = [less(each, 0.5) for each in self.rates_together]
        return largest_gain(gains, DEFAULT_CONFIDENCE, self.of_best.rate - 0.5)

    @cached_property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Decks by their win rate against the field and by the lower end of its interval, best first."""
        return ranking(self.rates)

    @property
    def best(self) -> int:
        """The deck with the highest win rate against the field."""
        return self.rankings[0][0]

    @cached_property
    def rivals(self) -> list[int]:
        """Decks that may be as good as the best one, by their win rate; empty where the best is so for sure.

        The truly best deck is the one that is called so, or is listed here, with 95 %: each is held against the one
        that did best with a one-sided 5 % divided by their number. To be ahead for sure is never less than to be ahead
        beyond the plain 95 % interval, which of two decks would be. Where it is asked again and again each look has its
        part of the 5 %. Source: Hsu 1984, Ann. Statist. 12, 1136-1144; Bonferroni, over looks.
        """
        others = (deck for deck in self.rankings[0] if deck != self.best)
        return [deck for deck in others if self.ahead_of(deck).low <= 0]

    def ahead_of(self, deck: int) -> Estimate:
        """By how much the best deck is ahead of another, with the interval that decides whether it surely is."""
        return self.lead(self.best, deck, max(1 - 2 * FAMILY_LEVEL / (self.size - 1), DEFAULT_CONFIDENCE))

    def lead(self, deck: int, other: int, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """Win rate of a deck against the field minus that of another; their own meeting counts for both."""
        estimates = [self.cell(deck, other, confidence)]
        weights = [self.weights[deck] + self.weights[other]]
        for place in range(self.size):
            if place not in {deck, other}:
                estimates += [self.cell(each, place, confidence) for each in (deck, other)]
                weights += [self.weights[place], -self.weights[place]]
        return less(weighted_sum(estimates, weights), weights[0] / 2)

    def hardest(self, deck: int) -> int:
        """The opponent against which a deck does worst, among those that are in the field where there are such."""
        return min(self.met(deck), key=lambda place: self.cell(deck, place).rate)

    def easiest(self, deck: int) -> int:
        """The opponent against which a deck does best, likewise."""
        return max(reversed(self.met(deck)), key=lambda place: self.cell(deck, place).rate)

    def met(self, deck: int) -> list[int]:
        """The opponents of a deck that are in the field; all where none is."""
        others = [place for place in range(self.size) if place != deck]
        return [place for place in others if self.weights[place] > 0] or others

    def ends(self, deck: int) -> dict[int, Estimate]:
        """The easiest and the hardest opponent of a deck in the field, each as a pick of those that are met."""
        met = self.met(deck)
        alone = [self.cell(deck, place) for place in met]
        if len(met) == 1:
            return {met[0]: alone[0]}
        best, worst = ends(alone, [self.cell(deck, place, together(DEFAULT_CONFIDENCE, len(met))) for place in met])
        return {self.easiest(deck): best, self.hardest(deck): worst}

    def differs(self, deck: int) -> bool:
        """Whether any opponent of a deck in the field is surely harder than another: the hardest than the easiest.

        Any two might have been those, so the interval of their difference is one that holds for every two (Bonferroni).
        """
        pairs = math.comb(len(self.met(deck)), 2)
        if not pairs:
            return False
        confidence = together(DEFAULT_CONFIDENCE, pairs)
        both = [self.cell(deck, place, confidence) for place in (self.easiest(deck), self.hardest(deck))]
        return weighted_sum(both, (1, -1)).low > 0

    @cached_property
    def ratings(self) -> Ratings:
        """One number a deck (Bradley-Terry, in logistic Elo), with the test of how well it describes the matrix."""
        return bradley_terry(self.size, self.cells)

    @property
    def has_fit(self) -> bool:
        """Whether there are cells enough to test the ratings; of two decks there are not."""
        return not math.isnan(self.ratings.fit.p_value)


@dataclass(frozen=True, eq=False)
class AcrossPlayers:
    """A field as another good player has it: rates hold the spread between such players and the error of games.

    ``plays``: the games, and those of the check where there is one; ``panel``: which of them good players played. None
    where neither was: then the rates are those of the first play.
    """

    plays: tuple[Field, ...]
    panel: Panel | None

    @property
    def first(self) -> Field:
        """The play that was asked for."""
        return self.plays[0]

    def cell(self, row: int, column: int) -> Estimate:
        """Win rate of a row's deck against a column's."""
        rates = [play.cell(row, column) for play in self.plays]
        return rates[0] if self.panel is None or row == column else self.panel.cell((row, column), rates)

    @cached_property
    def rates(self) -> tuple[Estimate, ...]:
        """Win rate of each deck against the whole field; that of the best knows that it was picked."""
        if self.panel is None or self._alone[self.best].method is Method.BY_CONSTRUCTION:
            return self.first.shown
        rows = [self._row(deck) for deck in range(self.first.size)]
        best = replace(self.panel.largest(rows, self._seen), method=Method.PLAYERS)
        return tuple(best if deck == self.best else rate for deck, rate in enumerate(self._alone))

    def rate(self, deck: int) -> Estimate:
        """Win rate of a deck against the whole field, as if no other were there."""
        plays = [play.rate(deck) for play in self.plays]
        return plays[0] if self.panel is None else self.panel.across(self._row(deck), plays)

    def simply(self, deck: int) -> Estimate | None:
        """The same as simpler play has it; None where it is not known how far that lies."""
        plays = [play.rate(deck) for play in self.plays]
        return None if self.panel is None else self.panel.simply(self._row(deck), plays)

    @cached_property
    def _alone(self) -> tuple[Estimate, ...]:
        return tuple(map(self.rate, range(self.first.size)))

    def _row(self, deck: int) -> dict[tuple[int, int], float]:
        """The matchups of a deck in the field with their shares."""
        weights = self.first.weights
        return {(deck, at): share for at, share in enumerate(weights) if at != deck and share > 0}

    def _seen(self, confidence: float) -> list[list[Estimate]]:
        return [[play.rate(deck, confidence) for play in self.plays] for deck in range(self.first.size)]

    def met(self, deck: int) -> list[int]:
        """The opponents of a deck that are in the field, the hardest first; all where none is."""
        return sorted(self.first.met(deck), key=lambda place: self.cell(deck, place).rate)

    def ends(self, deck: int) -> dict[int, Estimate]:
        """The easiest and the hardest opponent of a deck in the field, each as a pick of those that are met."""
        if self.panel is None:
            return self.first.ends(deck)
        met = self.met(deck)

        def seen(confidence: float) -> list[list[Estimate]]:
            return [[play.cell(deck, place, confidence) for play in self.plays] for place in met]

        def lost(confidence: float) -> list[list[Estimate]]:
            return [[each.complement() for each in plays] for plays in seen(confidence)]

        most = self.panel.largest([{(deck, place): 1.0} for place in met], seen)
        least = self.panel.largest([{(place, deck): 1.0} for place in met], lost).complement()
        return {met[0]: replace(least, method=Method.PLAYERS), met[-1]: replace(most, method=Method.PLAYERS)}

    @cached_property
    def order(self) -> list[int]:
        """Decks by their win rate against the field, best first."""
        return ranking(self._alone)[0]

    @property
    def best(self) -> int:
        """The deck with the highest win rate against the field."""
        return self.order[0]

    @cached_property
    def rivals(self) -> list[int]:
        """Decks that may be as good as the best one, as for ``Field.rivals``, with both errors."""
        if self.panel is None:
            return self.first.rivals
        return [deck for deck in self.order[1:] if self.ahead_of(deck).low <= 0]

    def ahead_of(self, deck: int) -> Estimate:
        """By how much the best deck is ahead of another, with the interval that decides whether it surely is."""
        best, weights = self.best, self.first.weights
        confidence = self.first.ahead_of(deck).confidence
        leads = [play.lead(best, deck, confidence) for play in self.plays]
        if self.panel is None:
            return leads[0]
        parts = {(best, deck): weights[best] + weights[deck]}
        for place in set(range(self.first.size)) - {best, deck}:
            parts |= {(best, place): weights[place], (deck, place): -weights[place]}
        return self.panel.difference(parts, leads)

    def more_would_not_tell(self, deck: int) -> bool:
        """Whether more games would hardly say more of a deck and the best one: good players differ by more."""
        ahead = self.ahead_of(deck)
        return self.panel is not None and are_enough(self.first.lead(self.best, deck, ahead.confidence), ahead)

    @cached_property
    def rankings(self) -> tuple[list[int], list[int]]:
        """Decks by their win rate against the field and by the lower end of its interval, best first."""
        return self.order, ranking(self.rates)[1]

    @cached_property
    def certain(self) -> dict[tuple[int, int], float]:
        """(winner, loser) to the p-value adjusted over all cells (Holm), where it is at most 5 %."""
        rates = self._rates
        if self.panel is None:
            p_values = [self.first.cells[key].p_value() for key in rates]
        else:
            p_values = [p_of_even(rate) for rate in rates.values()]
        return significant_wins(rates, p_values, FAMILY_LEVEL)

    def is_certain(self, row: int, column: int) -> bool:
        """Whether a cell is certainly not even, with all others that are."""
        return bool({(row, column), (column, row)} & self.certain.keys())

    @cached_property
    def cycles(self) -> list[Cycle]:
        """Three decks of which each beats the next, the clearest first."""
        return cycles(self.first.size, self._rates, self.certain)

    @cached_property
    def _rates(self) -> dict[tuple[int, int], Estimate]:
        """The cells of every two decks, each once."""
        return {key: self.cell(*key) for key in self.first.cells}

    @cached_property
    def ratings(self) -> tuple[Estimate, ...]:
        """One number a deck, in Elo: how far players move it follows from how far they move its cells."""
        first = self.first.ratings
        if self.panel is None:
            return first.ratings
        plays = [play.ratings.ratings for play in self.plays]
        return tuple(
            self.panel.difference(slopes, [each[deck] for each in plays]) for deck, slopes in enumerate(first.slopes)
        )

    def hardest(self, deck: int) -> int:
        """The opponent in the field against which a deck does worst."""
        return self.met(deck)[0]
