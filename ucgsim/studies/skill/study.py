"""Skill and luck of a matchup: the same shuffles with either side leading and with every way to play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.arguments import checked
from ucgsim.cards.versions import DEFAULT_RULES, Procedure
from ucgsim.errors import UcgsimError
from ucgsim.policies.spec import parse_policy
from ucgsim.report.watching import watched
from ucgsim.simulate.same_chance.blocks import LEADS, play_blocks
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.terms import Terms
from ucgsim.simulate.working.cores import cores
from ucgsim.stats.shares import FEWEST
from ucgsim.studies.given import given_decks
from ucgsim.studies.plays.study import read_policies
from ucgsim.studies.skill.result import SkillResult

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from ucgsim.cards.catalog import Catalog
    from ucgsim.decks.deck import Deck, DeckLike
    from ucgsim.simulate.table import Table

DEFAULT_GAMES = 10_000
DEFAULT_POLICIES = ("greedy", "planner")


@dataclass(frozen=True, eq=False)
class SkillStudy:
    """What is to be played: ``tables[i][j]`` with policy i on side a and j on side b, on each of ``shuffles``."""

    decks: tuple[Deck, Deck]
    policies: tuple[str, ...]
    tables: tuple[tuple[Table, ...], ...]
    shuffles: int
    terms: Terms

    @property
    def games(self) -> int:
        """Games of all shuffles under all conditions."""
        return self.shuffles * games_of_shuffle(len(self.policies))


def games_of_shuffle(policies: int) -> int:
    """Games that are played on one shuffle."""
    return len(LEADS) * policies**2


@checked
def skill(
    deck_a: DeckLike,
    deck_b: DeckLike,
    *,
    policies: str | Sequence[str] = DEFAULT_POLICIES,
    games: int = DEFAULT_GAMES,
    seed: int = 1,
    jobs: int | None = None,
    rules: str = DEFAULT_RULES,
    redraw_procedure: Procedure | str = Procedure.OFFICIAL,
    matchup: int = 0,
    play_blank: Collection[str] = (),
    catalog: Catalog | None = None,
    progress: bool | None = None,
    advance: Callable[[int], object] | None = None,
) -> SkillResult:
    """Say how much of what decides the games of two decks is shuffles, who leads first, and how both sides play.

    Args:
        deck_a: the deck of side a: its name, its file, a ``Deck``, or counts by card number.
        deck_b: the deck of side b, likewise.
        policies: each side plays as each of them: a list, or a text such as "greedy,planner".
        games: of all shuffles, each of which is played under every condition; they go up to whole shuffles.
        seed: of all chance; the same seed and options give the same result.
        jobs: processes that play side by side; as many as there are cores where None. The result is the same.
        rules: version of the comprehensive rules.
        redraw_procedure: "official" (CR 4.2.3) or "reshuffle", as many players do it.
        matchup: tells the matchups of one seed apart.
        play_blank: numbers of cards to play without their text; "all" in it stands for every one that can't be played.
        catalog: the cards, where it is not the imported or the shipped one.
        progress: whether to show a bar; where None, in a notebook or on a terminal for what takes more than a second.
        advance: is told how many more games are done.

    Raises:
        UcgsimError: what can't be played.
    """
    terms = Terms.of(
        seed=seed,
        rules=rules,
        redraw_procedure=redraw_procedure,
        matchup=matchup,
        play_blank=play_blank,
        catalog=catalog,
    )
    study = plan_skill(deck_a, deck_b, read_policies(policies), terms, games=games)
    with watched(progress, advance, study.games) as tell:
        return play_skill(study, jobs=cores(jobs), advance=tell)


def plan_skill(deck_a: DeckLike, deck_b: DeckLike, policies: Sequence[str], terms: Terms, *, games: int) -> SkillStudy:
    """Everything that ``skill`` checks before it plays."""
    a, b = given_decks((deck_a, deck_b), terms)
    each = games_of_shuffle(len(policies))
    shuffles = -(-games // each)
    if shuffles < FEWEST:
        raise UcgsimError(f"{games:,} games are {shuffles} shuffles of {each} games; give {FEWEST * each:,} or more")
    tables = tuple(tuple(lay_out((a, b), terms.but(policies=(own, other))) for other in policies) for own in policies)
    return SkillStudy((a, b), tuple(policies), tables, shuffles, terms)


def play_skill(study: SkillStudy, *, jobs: int = 1, advance: Callable[[int], object] | None = None) -> SkillResult:
    """Play a planned study."""
    slow = any(parse_policy(name).is_slow for name in study.policies)
    parts = []
    for part in play_blocks(study.tables, study.terms.seed, study.terms.matchup, study.shuffles, slow=slow, jobs=jobs):
        parts.append(part)
        if advance is not None:
            advance(part.size)
    blank = {number for row in study.tables for table in row for number in table.blank}
    return SkillResult(study.decks, study.policies, study.terms, np.concatenate(parts), tuple(sorted(blank)))
