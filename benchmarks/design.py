"""The design of a run: games of their own beside pairs of games on the same shuffles with the Lead swapped.

    python benchmarks/design.py [GAMES [POLICY]]

As many games of either design are played for a duel, a matrix and a comparison. Printed is the half of each 95 %
interval, in points, and how many games of their own give the interval of so many games in pairs: the ratio of the
squares of the widths. Nothing fails because a number is another one.
"""

from __future__ import annotations

import itertools
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.decks.deck import Deck
from ucgsim.engine.core.constants import NONE, PLAYERS
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import half_points, lay_out_meetings, play_given
from ucgsim.simulate.table import lay_out
from ucgsim.stats.multinomial import score_interval
from ucgsim.stats.outcomes import Outcomes, paired_difference
from ucgsim.stats.rates import Estimate, Method, weighted_sum

DECKLISTS = Path(__file__).resolve().parent.parent / "decklists"
DUELS = (("tiga-dyna", "zero-geed"), ("tiga-dyna", "arc-blazar"), ("omega-meteo", "arc-blazar"))
FIELD = ("arc-blazar", "omega-meteo", "tiga-dyna", "zero-geed")
SWAP = ("tiga-dyna", "zero-geed")
GAMES = 40_000
POLICY = "greedy"


class Widths(NamedTuple):
    """What was asked, and the intervals of games in pairs and of games of their own."""

    asked: str
    paired: Estimate
    own: Estimate

    def __str__(self) -> str:
        share = (self.own.width / self.paired.width) ** 2
        halves = f"{50 * self.paired.width:6.2f} {50 * self.own.width:8.2f}"
        return f"{self.asked:42} {halves} {100 * share:9.0f} %"


def points(table, matchup: int, games: int, *, paired: bool, seed: int = 1, side: int = 0):
    """Half points of a side, game by game; in pairs both games of one are on the same chance."""
    numbers = np.arange(games)
    chance, leads = (numbers // 2, numbers % 2) if paired else (numbers, np.full(games, NONE))
    return half_points(play_given(table, seed, matchup, chance, leads).rows, side)


def rate_of(values, *, paired: bool) -> Estimate:
    """The score with its interval: over pairs, or stratified by who won the throw."""
    if not paired:
        return Outcomes.of([np.bincount(values[first::2], minlength=3) for first in range(PLAYERS)]).score
    return mean_of(values.reshape(-1, 2).sum(axis=1), np.linspace(0, 1, 5))


def mean_of(steps, worth) -> Estimate:
    """The mean of what pairs are worth with its score interval."""
    counts = np.bincount(steps, minlength=len(worth)).astype(float)
    rate = float(worth @ counts / counts.sum())
    return Estimate(rate, *score_interval(worth, counts, 0.95), len(steps), 0.95, Method.PAIR_DIFFERENCE)


def both(measure) -> tuple[Estimate, Estimate]:
    """The same measured in both designs."""
    return measure(paired=True), measure(paired=False)


def duels(decks: dict[str, Deck], terms: Terms, games: int):
    for a, b in DUELS:
        table = lay_out((decks[a], decks[b]), terms)
        widths = both(lambda *, paired, t=table: rate_of(points(t, 0, games, paired=paired), paired=paired))
        yield Widths(f"duel {a}, {b}", *widths)


def matrix(decks: dict[str, Deck], terms: Terms, games: int):
    def against_field(*, paired: bool) -> Estimate:
        rates = []
        for number, other in enumerate(FIELD[1:], start=1):
            table = lay_out((decks[FIELD[0]], decks[other]), terms)
            rates.append(rate_of(points(table, number, games // 2, paired=paired), paired=paired))
        return weighted_sum(rates, [1 / len(FIELD)] * len(rates))

    yield Widths(f"matrix: {FIELD[0]} against {len(FIELD)} decks", *both(against_field))


def comparisons(decks: dict[str, Deck], terms: Terms, games: int):
    for copies in (1, 3):
        builds = decks[SWAP[0]], swapped(decks[SWAP[0]], copies)
        (meeting,) = lay_out_meetings(builds, [decks[SWAP[1]]], [1], terms)

        def gain(*, paired: bool, meeting=meeting) -> Estimate:
            x, y = (points(table, 1, games, paired=paired) for table in meeting.tables)
            if not paired:
                return paired_difference(y / 2, x / 2).difference
            steps = (y - x).reshape(-1, 2).sum(axis=1) + 4
            return mean_of(steps, np.linspace(-1, 1, 9))

        yield Widths(f"compare: {copies} cop{'y' if copies == 1 else 'ies'} of {SWAP[0]} swapped", *both(gain))


def swapped(deck: Deck, copies: int) -> Deck:
    """The deck with so many copies of one number replaced by others that it holds."""
    counts = dict(deck.counts)
    out = max(counts, key=lambda number: counts[number])
    for place, into in enumerate(itertools.cycle(number for number in counts if number != out)):
        if place == copies:
            break
        counts[out] -= 1
        counts[into] += 1
    return Deck(f"{deck.name} changed", tuple((number, count) for number, count in counts.items() if count))


def asked() -> tuple[int, str]:
    """Games and policy that the command line names."""
    games, policy, *_ = [*sys.argv[1:], *(GAMES, POLICY)[len(sys.argv) - 1 :]]
    return int(games), str(policy)


def main() -> None:
    games, policy = asked()
    catalog = shipped_catalog()
    terms = Terms(catalog=catalog, policies=(policy, policy))
    names = sorted({*itertools.chain.from_iterable(DUELS), *FIELD, *SWAP})
    decks = {name: load_deck(DECKLISTS / f"{name}.txt", catalog) for name in names}
    print(f"{games:,} games of either design, {policy} on both sides; half of the 95 % interval in points")
    print(f"{'':42} {'pairs':>6} {'own':>8} {'games needed':>11}")
    for each in itertools.chain(
        duels(decks, terms, games), matrix(decks, terms, games), comparisons(decks, terms, games)
    ):
        print(each)


if __name__ == "__main__":
    main()
