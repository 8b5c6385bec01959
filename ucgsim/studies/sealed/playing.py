"""The best deck of a pool by playing: begun with the one made by chains, cards swapped that stayed in the pool."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ucgsim.decks.pool import allowance
from ucgsim.decks.sealed.building import RULE, build_by_chains
from ucgsim.report.numbers import interval, plain, points
from ucgsim.studies.check import play_words
from ucgsim.studies.improve.answer import basis, change_words
from ucgsim.studies.improve.climb import STAY, smallest_budget
from ucgsim.studies.improve.plan import MOST_SWAPS, Rivals, study_of, with_budget
from ucgsim.studies.improve.pool import Pool
from ucgsim.studies.improve.question import search
from ucgsim.studies.weights import equal_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ucgsim.decks.deck import Deck
    from ucgsim.decks.sealed.boosters import Boosters
    from ucgsim.simulate.terms import Terms
    from ucgsim.studies.improve.answer import ImproveResult
    from ucgsim.studies.improve.climb import Change
    from ucgsim.studies.improve.plan import ImproveStudy

RIVALS = 8
"""Decks of other pools against which it is built."""
BUDGET = 150_000
"""Games of the search: some seconds under the fast policies, which whoever builds in sixty minutes has."""


@dataclass(frozen=True, eq=False)
class SealedBuild:
    """The ``deck`` to build of a pool, and the search that made it of ``start``: none where there is no choice."""

    pool: Deck
    start: Deck
    result: ImproveResult | None
    assumed: str

    @property
    def deck(self) -> Deck:
        """What won most on shuffles that chose nothing."""
        if self.result is None or self.result.gains[self.result.first].rate <= 0:
            return self.start
        return replace(self.result.first.build(self.start), name=f"{self.pool.name}, by playing")

    def answer(self) -> str:
        """What was built, how often it wins, and how surely it is better than what was begun with."""
        if self.result is None:
            return f"{self.pool.name} leaves no choice: all its cards make the deck."
        result, first = self.result, self.result.first
        change = change_words(first, result.study.terms.catalog)
        sure = "surely" if result.most.low > 0 else "not surely"
        rests = f"{play_words(result.study.labels)}; {self.assumed}. Played: {basis(result)}."
        if self.deck is self.start:
            return f"Of {result.tried:,} decks of {self.pool.name} none won more than the one {RULE}, {rests}"
        wins = f"{interval(result.score(first))} against decks made of other pools by chains"
        return (
            f"Of {result.tried:,} decks of {self.pool.name} this one wins most, {wins}; it is {sure} better than the "
            f"one made so ({points(result.most)} with {change}), {rests}"
        )

    def to_json(self) -> dict[str, Any]:
        """The same as plain values."""
        if self.result is None:
            return {"made": "all cards of the pool"}
        result, first = self.result, self.result.first
        return {
            "made": "by playing",
            "begun_with": dict(self.start.counts),
            "tried": result.tried,
            "games": result.games,
            "wins": plain(result.score(self.deck_change)),
            "gain": plain(result.most),
            "surely_better": first in result.sure,
            "policy": result.study.labels[0],
            "assumed": self.assumed,
        }

    @property
    def deck_change(self) -> Change:
        """How the deck differs from the start."""
        assert self.result is not None, "there was a choice"
        return STAY if self.deck is self.start else self.result.first


def build_by_playing(
    pool: Deck,
    others: Sequence[Deck],
    terms: Terms,
    assumed: Boosters,
    *,
    budget: int = BUDGET,
    jobs: int = 1,
    advance: Callable[[int], object] | None = None,
) -> SealedBuild:
    """Search the decks of a pool, up to four cards away from the one by chains, against decks of other pools.

    Raises UcgsimError for a pool that makes no deck, and for a budget that can't say anything.
    """
    study = plan_by_playing(pool, others, terms, budget=budget)
    result = search(study, jobs=jobs, advance=advance) if study.budget else None
    return SealedBuild(pool, study.deck, result, assumed.words)


def plan_by_playing(pool: Deck, others: Sequence[Deck], terms: Terms, *, budget: int = BUDGET) -> ImproveStudy:
    """What is searched; with no budget where the pool leaves no choice."""
    allowed = allowance(terms.catalog, terms.rules, pool)
    start = build_by_chains(allowed, terms.catalog, f"{pool.name}, by chains")
    weights = equal_weights([deck.name for deck in others])
    met = Rivals(tuple(others), weights, tuple(range(1, len(others) + 1)))
    swaps = min(MOST_SWAPS, allowed.room - allowed.size)
    study = study_of(start, met, terms, Pool(allowed.copies, pool.source), swaps=max(swaps, 1))
    if not study.course.singles:
        return study
    return with_budget(study, max(budget, smallest_budget(len(study.course.singles), study.swaps, weights)))
