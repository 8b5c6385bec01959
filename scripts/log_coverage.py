#!/usr/bin/env python
"""How often the interval of a player's own rate holds it, by simulation: own games weighed with simulated ones.

    python -m scripts.log_coverage [--times 4000] [--worse]

Players are drawn as the shipped spread has it: one is simulated, another one plays so many games. How far players lie
apart is itself known from a few of them only, so it is drawn as well. ``--worse`` adds players who win less than any of
these: the interval is not for them, and the tables show how soon they are told so.
"""

from __future__ import annotations

import argparse
import math

import numpy as np

from ucgsim.policies.spread import stored_spread
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.random_effects import OneMore, one_more
from ucgsim.stats.rates import wilson

RATES = (0.2, 0.35, 0.5, 0.65, 0.8)
GAMES = (1, 3, 5, 10, 20, 50, 100, 300)
WORSE = (0.05, 0.10, 0.20)
"""By how much other players win less."""
SIMULATED = 10_000
Rng = np.random.Generator


def drawn(rate: float, games: int, worse: float, rng: Rng) -> tuple[OneMore, float, bool]:
    """What is said of a player of a matchup, the truth, and whether the interval of the own games alone holds it."""
    spread = stored_spread()
    far = spread.of_matchup * math.sqrt(rng.chisquare(spread.df) / spread.df)
    simulated, own = (chance(rate, far * rng.standard_normal()) for _ in range(2))
    own = max(own - worse, 0.01)
    won = rng.binomial(SIMULATED // 2, simulated, 2)
    play = Outcomes.of(np.stack([SIMULATED // 2 - won, np.zeros_like(won), won], axis=1)).score
    points = int(rng.binomial(games, own))
    variance = spread.variance({(0, 1): 1.0}, {(0, 1): play.rate})
    alone = wilson(points, games)
    return one_more(points, games, [play], [variance], spread), own, not alone.excludes(own)


def chance(rate: float, effect: float) -> float:
    """A win rate that a player's effect moves on the logit scale."""
    return 1 / (1 + math.exp(-math.log(rate / (1 - rate)) - effect))


def line(rate: float, games: int, worse: float, times: int) -> tuple[float, ...]:
    """Shares of draws: held by the pooled interval, by what is shown, told to be apart; the mean width in points."""
    rng = np.random.default_rng([int(100 * rate), games, int(100 * worse)])
    held, shown, apart, width = 0, 0, 0, 0.0
    for _ in range(times):
        result, truth, alone = drawn(rate, games, worse, rng)
        inside = not result.together.excludes(truth)
        held += inside
        shown += alone if result.is_apart else inside
        apart += result.is_apart
        width += result.together.width / times
    return held / times, shown / times, apart / times, 100 * width


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=4000, help="draws of each line")
    parser.add_argument("--worse", action="store_true", help="players who win less as well")
    asked = parser.parse_args()
    times = asked.times
    for worse in (0.0, *WORSE) if asked.worse else (0.0,):
        print(f"players who win {100 * worse:.0f} points less than good ones" if worse else "good players")
        print(f"{'rate':>5} {'games':>6} {'pooled':>7} {'shown':>7} {'apart':>7} {'width':>6}")
        lines = [(rate, games, *line(rate, games, worse, times)) for rate in RATES for games in GAMES]
        for rate, games, held, shown, apart, width in lines:
            print(f"{rate:5.2f} {games:6d} {100 * held:6.1f}% {100 * shown:6.1f}% {100 * apart:6.1f}% {width:6.1f}")
        means = np.mean(lines, axis=0)
        least = np.min(lines, axis=0)
        print(f" mean        {100 * means[2]:6.1f}% {100 * means[3]:6.1f}%; least {100 * least[2]:.1f}%\n")


if __name__ == "__main__":
    main()
