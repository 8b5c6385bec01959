"""Whether the search for a better deck tells the truth in games that are played, where a very long run says what it is.

    python -m benchmarks.improve_games [--runs 200] [--games 60000] [--twins]

A shipped deck without text, one rival, greedy on both sides. Two cards may come in, and some builds gain, some lose;
or, with --twins, a dozen twins of one of its cards, which differ in their numbers alone, so that nothing gains. The
truth of every build is taken from so many games on shuffles of their own. Then the search runs with other seeds, and it
is counted how often its intervals hold that truth, and what it calls better that is not.
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.cards.catalog import Catalog, load_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.tasks import Player
from ucgsim.stats.rates import normal_quantile
from ucgsim.studies.improve.climb import FRESH, STAY, ClimbBlock, ClimbPhase, Exchange
from ucgsim.studies.improve.games import Games
from ucgsim.studies.improve.plan import ImproveStudy, plan_improve
from ucgsim.studies.improve.question import Search

if TYPE_CHECKING:
    from collections.abc import Mapping


DECKLISTS = Path(__file__).parent.parent / "decklists"
MINE, RIVAL = (DECKLISTS / f"plain-{name}.txt" for name in ("dyna-gaia", "kaiju"))
POOL = {"SD01-014": 4, "BP01-095": 4}
BUDGET = 30_000
TWINS = 12
SEED_OF_TRUTH = 1_000_003


def study_of(seed: int, *, twins: bool) -> ImproveStudy:
    """The search with a seed: of cards that differ, or of twins of the deck's first card, which alone may leave."""
    catalog = load_catalog()
    first, *others = (number for number, _ in read_deck(MINE, catalog).counts)
    names = [f"ZZ01-{place:03d}" for place in range(1, TWINS + 1)] if twins else []
    catalog = Catalog([*catalog.values(), *(replace(catalog[first], number=name) for name in names)])
    terms = Terms.of(policy="greedy", seed=seed, catalog=catalog)
    pool, keep = (dict.fromkeys(names, 1), others) if twins else (POOL, [])
    return plan_improve(MINE, [RIVAL], terms, budget=BUDGET, pool=pool, keep=keep)


def truth(games: int, jobs: int, *, twins: bool) -> tuple[dict[Exchange, float], float]:
    """What every build gains, and the largest standard error of these."""
    study = study_of(SEED_OF_TRUTH, twins=twins)
    arena, builds = Games(study), [STAY, *study.course.singles]
    blocks = [ClimbBlock(ClimbPhase.FRESH, number) for number in range(-(-games // FRESH))]
    played = [each.astype(np.int64) for each in Player(jobs).answer(arena.play(builds, blocks))]
    deck, *others = (np.concatenate(played[place :: len(builds)]) for place in range(len(builds)))
    gains = {build: (points - deck) / 2 for build, points in zip(builds[1:], others, strict=True)}
    errors = [each.std() / np.sqrt(len(each)) for each in gains.values()]
    return {build: float(each.mean()) for build, each in gains.items()}, float(max(errors))


def held(runs: int, gains: Mapping[Exchange, float], error: float, jobs: int, *, twins: bool) -> dict[str, int]:
    """How many searches hold the truth, in what they say of the best and of all measured builds, and call falsely."""
    counts = dict.fromkeys(("best", "all", "false", "called"), 0)
    # What the long run leaves open is no fault of the search.
    slack = normal_quantile(0.95) * error
    for seed in range(1, runs + 1):
        result = Search(study_of(seed, twins=twins)).play(jobs=jobs)
        true = gains[result.order[0]]
        counts["best"] += result.most.low - slack <= true <= result.most.high + slack
        counts["all"] += all(
            each.low - slack <= gains[build] <= each.high + slack for build, each in result.gains.items()
        )
        counts["called"] += bool(result.sure)
        counts["false"] += any(gains[build] + slack <= 0 for build in result.sure)
    return counts


def main() -> None:
    """Print it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--games", type=int, default=60_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--twins", action="store_true")
    given = parser.parse_args()
    gains, error = truth(given.games, given.jobs, twins=given.twins)
    ends = f"{100 * min(gains.values()):+.2f} to {100 * max(gains.values()):+.2f}"
    print(f"{len(gains)} builds gain {ends} points (+- {196 * error:.2f}, {given.games:,} games of each)", flush=True)
    counts = held(given.runs, gains, error, given.jobs, twins=given.twins)
    print(f"what the best gains holds the truth in {counts['best']} of {given.runs} searches of {BUDGET:,} games")
    print(f"all measured builds at once in {counts['all']}; surely better builds named in {counts['called']}, ", end="")
    print(f"one that is not better in {counts['false']}")


if __name__ == "__main__":
    main()
