"""What each question takes to be answered, measured by playing for a moment; nothing is kept."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import STARTING_HAND
from ucgsim.policies.spec import parse_policy
from ucgsim.simulate.hands.worth import BANDS, SHARES
from ucgsim.simulate.same_chance.compare import BUILDS, play_meetings, rounds_of
from ucgsim.simulate.speed import Dealt, dealt_of, games_per_second
from ucgsim.simulate.working.cores import cores
from ucgsim.stats.deciding.multiplicity import together
from ucgsim.stats.multinomial import mean_and_variance
from ucgsim.stats.rates import DEFAULT_CONFIDENCE
from ucgsim.stats.weighted import LEADS
from ucgsim.studies.cards.worth import FEWEST_PAIRS, plan_worth, play_worth_study, questions
from ucgsim.studies.planning import (
    LEAST_SPREAD,
    PRECISIONS,
    SPREAD_APART,
    GamesPlan,
    difference_asked,
    rate_asked,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.catalog import Catalog
    from ucgsim.simulate.run import Run
    from ucgsim.studies.cards.games import Watched
    from ucgsim.studies.cards.worth import WorthStudy
    from ucgsim.studies.compare.plan import CompareStudy
    from ucgsim.studies.planning import Asked

SECONDS = 1.0
"""How long games are played to measure how fast they are."""
FIRST_GAMES = 2_000
"""Games of each build that show how far two builds differ from game to game; hands that show it of two choices."""
FIRST_SLOW_GAMES = 40
"""The same where somebody searches."""
MOST_NAMED = 4
"""Decks that are named; of more it is told how many they are."""
CHOICES = 2
"""Every opening hand is played kept and redrawn, every pair with a copy and without it."""
AS_APART = "As for games that share no luck; fewer may do."


def plan_of_runs(runs: Sequence[Run], jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What a duel takes, or a matrix of several matchups."""
    decks = tuple(dict.fromkeys(deck.name for run in runs for deck in run.plan.decks))
    matchups = "" if len(runs) == 1 else f", {len(runs)} matchups"
    head = " against ".join(decks) if len(runs) == 1 else named(decks) + matchups
    of_runs = list(map(dealt_of, runs))
    return GamesPlan(
        head, decks, runs[0].plan.labels, speed_of(of_runs, jobs), rate_asked(len(runs)), tuple(precisions)
    )


def plan_of_compare(study: CompareStudy, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What a comparison of two builds takes, by how far they differ in the first games."""
    dealt = [Dealt(table, study.terms.seed, each.matchup) for each in study.meetings for table in each.tables]
    games = FIRST_SLOW_GAMES if is_slow(study.terms.policies) else FIRST_GAMES
    asked = difference_asked(
        "what the second build gains",
        _spread_of_builds(study, games, jobs),
        f"By how far the builds differ in the first {games:,} games of each; --until-sure and --precision stop by "
        "themselves.",
        unit="games of each build (-n)",
        key="games_of_each_build",
        games=BUILDS,
    )
    head = f"{' and '.join(study.names)} against {named([deck.name for deck in study.opponents])}"
    return GamesPlan(head, study.names, study.labels, speed_of(dealt, jobs), asked, tuple(precisions))


def _spread_of_builds(study: CompareStudy, games: int, jobs: int) -> float:
    """The spread of one game's difference within opponents, with half a game more that either build alone won."""
    tables = np.zeros((len(study.opponents), *LEADS.shape))
    for parts in play_meetings(study.meetings, study.terms.seed, rounds_of(study.weights, games, games), jobs=jobs):
        for part in parts:
            tables[part.opponent] += part.table
    return max(math.sqrt(float(np.array(study.weights) @ variances(tables))), LEAST_SPREAD)


def variances(tables: NDArray[np.float64]) -> NDArray[np.float64]:
    """The variance of the difference in each of several tables of half points, (tables, 3, 3)."""
    counts = tables.reshape(len(tables), -1).copy()
    values = LEADS.ravel()
    counts[:, np.abs(values) == 1] += 0.5
    return np.array([mean_and_variance(values, each / each.sum())[1] for each in counts])


def plan_of_worth(watched: Watched, catalog: Catalog, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What it takes to know what each copy of a deck is worth in it."""
    return _plan_of_cards(watched, _worth_asked(watched, catalog, jobs), jobs, precisions)


def pairs_for_precision(watched: Watched, catalog: Catalog, points: float, *, jobs: int = 1) -> int:
    """Pairs of each copy after which its worth in the deck is known within so many points; never too few to play."""
    return max(_worth_asked(watched, catalog, jobs).for_precision(points), FEWEST_PAIRS * len(watched.subjects))


def _worth_asked(watched: Watched, catalog: Catalog, jobs: int) -> Asked:
    """What it takes to know a copy's worth, by the fewest pairs of a copy; where somebody searches, at most."""
    study = plan_worth(watched, catalog, pairs=FEWEST_PAIRS * len(watched.subjects))
    slow = is_slow(watched.policies)
    places = np.array(questions(study.settings[0].size)[-1].weights)
    weights = (places / places.sum()) ** 2 / np.array(SHARES)
    return difference_asked(
        f"what each of {len(study.copies)} copies is worth in the deck, with 95 % for all together",
        max(math.sqrt(float(weights @ each)) for each in _variances_of_cards(study, slow=slow, jobs=jobs)),
        AS_APART if slow else f"By how far the first {study.pairs_of_copy:,} pairs of each copy differ.",
        confidence=together(DEFAULT_CONFIDENCE, len(study.copies)),
        unit="pairs a copy (-n)",
        key="pairs",
        games=CHOICES * len(study.copies),
    )


def _variances_of_cards(study: WorthStudy, *, slow: bool, jobs: int) -> list[NDArray[np.float64]]:
    """Of each card, all its copies together: the variance of what a pair differs by, (BANDS,)."""
    if slow:
        return [np.full(BANDS, SPREAD_APART**2)]
    tables = play_worth_study(study, jobs=jobs).astype(float)
    cards = np.array([copy.card for copy in study.copies])
    return [variances(tables[cards == card].sum(axis=0)) for card in np.unique(cards)]


def plan_of_impact(watched: Watched, jobs: int, precisions: Iterable[float] = PRECISIONS) -> GamesPlan:
    """What a run takes for the difference between games with a card in the opening hand and without it."""
    fewest = min(copies for _, copies in watched.deck.counts)
    size = watched.deck.size
    seen = 1 - math.comb(size - fewest, STARTING_HAND) / math.comb(size, STARTING_HAND)
    asked = difference_asked(
        f"how many more games are won with a card of {fewest} cop{'y' if fewest == 1 else 'ies'} in the opening hand",
        math.sqrt(0.25 / (seen * (1 - seen))) if 0 < seen < 1 else 1.0,
        f"Games of the run, all opponents together: it has {watched.games:,}, and is played with a larger -n by "
        "`ucgsim duel` or `ucgsim matrix`.",
        unit="games of the run",
        key="games_of_the_run",
        games=1,
    )
    return _plan_of_cards(watched, asked, jobs, precisions)


def _plan_of_cards(watched: Watched, asked: Asked, jobs: int, precisions: Iterable[float]) -> GamesPlan:
    dealt = [Dealt(each.table, each.plan.seed, each.plan.matchup) for each in watched.subjects]
    opponents = [deck.name for deck in watched.opponents]
    head = f"{watched.deck.name} against {named(opponents)}"
    decks = (watched.deck.name, *opponents)
    return GamesPlan(head, decks, watched.labels, speed_of(dealt, jobs), asked, tuple(precisions))


def speed_of(dealt: Sequence[Dealt], jobs: int) -> float:
    """Games a second of all processes together."""
    return games_per_second(dealt, SECONDS) * min(jobs, cores())


def is_slow(policies: Iterable[str]) -> bool:
    """Whether one of the policies searches."""
    return any(parse_policy(policy).is_slow for policy in policies)


def named(names: Sequence[str]) -> str:
    """Names of decks, or of many how many they are."""
    return ", ".join(names) if len(names) <= MOST_NAMED else f"{len(names)} decks"
