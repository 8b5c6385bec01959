"""One question under several policies: ranks that agree or do not, and answers that change sides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.stats.agreement import side
from ucgsim.stats.multiplicity import together
from ucgsim.stats.ranks import FEWEST, Agreement, Standings, agreement
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate

if TYPE_CHECKING:
    from ucgsim.studies.kit.question import PolicyPlay


@dataclass(frozen=True, slots=True)
class MovedCell:
    """A cell that is not on the same side under all plays; ``sure`` where two of its intervals exclude one another's.

    ``rates``: one a play, with intervals that hold together for all cells under all plays.
    """

    cell: int
    rates: tuple[Estimate, ...]
    sure: bool

    @property
    def span(self) -> float:
        """By how much the play moves it at most."""
        values = [each.rate for each in self.rates]
        return max(values) - min(values)


@dataclass(frozen=True, eq=False)
class Plays:
    """The cells and the ranked things of a question under each of several plays."""

    plays: tuple[PolicyPlay, ...]

    @property
    def couples(self) -> list[tuple[int, int]]:
        """Every two plays by their places."""
        return list(combinations(range(len(self.plays)), 2))

    @cached_property
    def agreements(self) -> dict[tuple[int, int], Agreement]:
        """How far the ranks agree between every two plays; nothing where too few things are ranked."""
        if len(self.plays[0].things) < FEWEST:
            return {}
        standings = [self._standings(play) for play in self.plays]
        return {(a, b): agreement(standings[a], standings[b]) for a, b in self.couples}

    def _standings(self, play: PolicyPlay) -> Standings:
        """Leads that hold at once with 95 %, over every two things and every play (Bonferroni)."""
        m = len(play.things)
        sure = together(DEFAULT_CONFIDENCE, len(self.plays) * m * (m - 1) // 2)
        leads = np.zeros((m, m), np.int64)
        for first, second in combinations(range(m), 2):
            leads[first, second] = side(play.lead(first, second, sure), 0.0)
            leads[second, first] = -leads[first, second]
        rates = np.array([each.rate for each in play.standings])
        return Standings(rates, leads, sum(each.n for each in play.standings))

    @cached_property
    def rates(self) -> list[tuple[Estimate, ...]]:
        """Of each cell one estimate a play, with intervals that all hold at once with 95 % (Bonferroni)."""
        cells = len(self.plays[0].cells)
        sure = together(DEFAULT_CONFIDENCE, len(self.plays) * cells)
        return [tuple(play.cell(number, sure) for play in self.plays) for number in range(cells)]

    @cached_property
    def changes(self) -> list[MovedCell]:
        """The cells that change sides, the surest and largest first."""
        places = range(len(self.plays))
        every = (
            MovedCell(number, rates, self._changes(number, places, sure=True)) for number, rates in self._moved(places)
        )
        return sorted(every, key=lambda change: (not change.sure, -change.span))

    def changed(self, a: int, b: int, *, sure: bool) -> int:
        """How many cells are on different sides under two of the plays; only those that ``sure``ly are."""
        return sum(self._changes(number, (a, b), sure=sure) for number in range(len(self.rates)))

    def _moved(self, places: range) -> list[tuple[int, tuple[Estimate, ...]]]:
        return [(at, rates) for at, rates in enumerate(self.rates) if self._changes(at, places, sure=False)]

    def _changes(self, number: int, places: range | tuple[int, ...], *, sure: bool) -> bool:
        even = self.plays[0].even
        rates = [self.rates[number][place] for place in places]
        sides = {side(each, even) if sure else int(np.sign(each.rate - even)) for each in rates}
        return {-1, 1} <= sides
