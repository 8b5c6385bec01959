#!/usr/bin/env python
"""How often each kind of interval holds the truth, by simulation; `--write` makes the tables in reports/coverage.md.

Truths are set, games are drawn from them with a seed, and intervals are made by the very functions that reports use.
"""

from __future__ import annotations

import argparse
import itertools
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from scripts import coverage_of_games as of_games_drawn
from scripts.documents import put_between
from ucgsim.stats.means import stratified_mean
from ucgsim.stats.multiplicity import ends, largest, together
from ucgsim.stats.outcomes import Outcomes, gain_over_independent, paired_difference_of
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Arm, Estimate, contrast, weighted_sum, wilson
from ucgsim.stats.ratings import ELO_PER_E, bradley_terry
from ucgsim.studies.matrix.field import Field
from ucgsim.studies.matrix.race import Race, RaceStanding
from ucgsim.studies.rates import conditional

if TYPE_CHECKING:
    from numpy.typing import NDArray

PAGE = Path(__file__).resolve().parents[1] / "reports" / "coverage.md"
RATES = (0.05, 0.20, 0.50, 0.80, 0.95)
SIZES = (80, 4000)
"""Games."""
TIMES = 1000
THROW = 0.1
"""By how much winning the throw moves a win rate to either side, where there is room."""

Rng = np.random.Generator
Draw = Callable[[float, int, Rng], tuple[Estimate, float]]
"""From a rate, a number of games and chance: an interval and the truth that it is to hold."""


def halves(rate: float) -> NDArray[np.float64]:
    """Win rates of the games whose throw either side won, (2,)."""
    moved = min(THROW, rate / 2, (1 - rate) / 2)
    return np.array([rate + moved, rate - moved])


def games(rate: float, n: int, rng: Rng) -> Outcomes:
    """So many games in halves by who won the throw."""
    won = rng.binomial(n // 2, halves(rate))
    return Outcomes.of(np.stack([n // 2 - won, np.zeros_like(won), won], axis=1))


def of_games_alone(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """A rate of games that are no halves, such as opening hands."""
    return wilson(int(rng.binomial(n, rate)), n), rate


def of_games(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """A win rate of games in halves by who won the throw."""
    return games(rate, n, rng).estimate(), rate


def of_some_games(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """A win rate of those games that meet a condition, four in ten."""
    met = rng.binomial(n // 2, 0.4, 2)
    won = rng.binomial(met, halves(rate))
    return conditional(np.stack([n // 2 - met, met - won, won], axis=1)), rate


GAIN = 0.04
"""By how much the second build of a comparison is better."""


def builds(rate: float, n: int, rng: Rng) -> tuple[NDArray[np.int64], float]:
    """Games of two builds on the same chance by their half points, (3, 3), and the gain of the second."""
    gain = min(GAIN, (1 - rate) / 2)
    chances = np.zeros((3, 3))
    chances[0, 0], chances[2, 2] = 1 - rate - gain - 0.01, rate - 0.01
    chances[0, 2], chances[2, 0] = gain + 0.01, 0.01
    return rng.multinomial(n, chances.ravel()).reshape(3, 3), gain


def of_difference(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """What a build gains on the same chance."""
    table, gain = builds(rate, n, rng)
    return paired_difference_of(table.T).difference, gain


def of_gain_over_independent(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """How many times the games independent play would need."""
    table, gain = builds(rate, n, rng)
    apart = rate * (1 - rate) + (rate + gain) * (1 - rate - gain)
    return gain_over_independent(table[None]), apart / (gain + 0.02 - gain**2)


def of_card(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """Games won with a card, in one hand of five, less games won without it."""
    # Cards that hardly anybody held, or nearly everybody, are left out.
    held = min(max(int(rng.binomial(n, 0.2)), 1), n - 1)
    won, other = int(rng.binomial(held, rate)), int(rng.binomial(n - held, rate))
    return contrast(Arm(held, won), Arm(n - held, other)).difference, 0.0


def of_mean(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """A mean count in a game, such as level-ups: games in which it happens at all are so many."""
    mean = -math.log(1 - rate)
    counts = rng.poisson(mean, (2, n // 2))
    sums = np.stack([counts.sum(axis=1), (counts**2).sum(axis=1)], axis=1)
    return stratified_mean(sums, (n // 2, n // 2)), mean


def of_field(rate: float, n: int, rng: Rng) -> tuple[Estimate, float]:
    """A win rate against three decks of unequal shares, met alike often."""
    shares = (0.6, 0.3, 0.1)
    return weighted_sum([games(rate, n, rng).estimate() for _ in shares], shares), rate


ONE: Mapping[str, Draw] = {
    "rate of hands or games alone": of_games_alone,
    "win rate, either side winning the throw in turn": of_games,
    "win rate of games that meet a condition": of_some_games,
    "win rate against a field": of_field,
    "gain of a build on the same chance": of_difference,
    "games that independent play would need": of_gain_over_independent,
    "with a card less without it": of_card,
    "mean count in a game": of_mean,
    "what leading adds": of_games_drawn.of_lead,
}


def share_held(draw: Callable[[], tuple[Estimate, float]], times: int) -> float:
    """How often an interval holds its truth."""
    held = 0
    for _ in range(times):
        estimate, truth = draw()
        held += not estimate.excludes(truth)
    return held / times


def by_rate(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the first table: kind, then coverage for each size and rate."""
    for row, (kind, draw) in enumerate(ONE.items()):
        shares = [
            share_held(lambda: draw(rate, n, rng), times)  # noqa: B023 - called at once
            for n in SIZES
            for rate in RATES
            for rng in [np.random.default_rng([row, round(1000 * rate), n])]
        ]
        yield kind, *(f"{100 * share:.1f}" for share in shares)


HOW = ("equal", "one ahead", "one nearly clear", "two ahead of the rest")
PICKS = tuple(
    (number, how)
    for number, how in itertools.product((2, 3, 6, 24), HOW)
    if number > 2 or how != "two ahead of the rest"
)
"""Of how many matchups one is named, and how they truly lie."""
SIZES_OF_PICKS = (20, 200, 2_000, 20_000)
"""Games of each."""


def lying(number: int, how: str, error: float) -> list[float]:
    """True rates of matchups that lie near each other, or two of them far ahead, in standard errors of one."""
    ahead: list[float] = {
        "equal": [],
        "one ahead": [2 * error],
        "one nearly clear": [4 * error],
        "two ahead of the rest": [6 * error] * 2,
    }[how]
    rest = 0.5 - sum(ahead[:1]) / 2
    return [rest + each for each in (*ahead, *[0.0] * (number - len(ahead)))]


def of_pick(cells: Sequence[float], n: int, rng: Rng) -> tuple[Estimate, float, float]:
    """What is said of the matchup that is won most, the truth of it, and what its games alone say."""
    outcomes = [games(cell, n, rng) for cell in cells]
    confidence = together(DEFAULT_CONFIDENCE, len(cells))
    alone = [each.estimate() for each in outcomes]
    first = max(range(len(cells)), key=lambda place: alone[place].rate)
    return largest(alone, [each.estimate(confidence) for each in outcomes]), cells[first], alone[first].rate


def picks_held(number: int, how: str, n: int, times: int) -> tuple[float, float, float]:
    """How often the interval holds, and mean errors of the estimate and of the plain rate in standard errors."""
    error, rng = 0.5 / math.sqrt(n), np.random.default_rng([9, number, len(how), n])
    held, errors = 0, np.zeros(2)
    for _ in range(times):
        estimate, truth, plain = of_pick(lying(number, how, error), n, rng)
        held += not estimate.excludes(truth)
        errors += estimate.rate - truth, plain - truth
    return held / times, *(errors / times / error)


def by_pick(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the table of picks: for each number of games coverage, then errors, then those of the plain rate."""
    for number, how in PICKS:
        held, errors, plain = zip(*(picks_held(number, how, n, times) for n in SIZES_OF_PICKS), strict=True)
        text = (f"{100 * each:.1f}" for each in held)
        yield f"{number}, {how}", *text, *(f"{each:+.2f}" for each in errors), f"{sum(plain) / len(plain):+.2f}"


def by_ends(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the table of both ends: coverage of the best and the worst of several, and the error of the best."""
    for number, how in itertools.product((2, 3, 6, 12), HOW[:3]):
        row = [f"{number}, {how}"]
        for n in (200, 2_000):
            error, rng = 0.5 / math.sqrt(n), np.random.default_rng([13, number, len(how), n])
            held, far = np.zeros(2), np.zeros(2)
            for _ in range(times):
                cells = lying(number, how, error)
                outcomes = [games(cell, n, rng) for cell in cells]
                alone = [each.estimate() for each in outcomes]
                joint = [each.estimate(together(DEFAULT_CONFIDENCE, number)) for each in outcomes]
                rates = [each.rate for each in alone]
                truths = cells[int(np.argmax(rates))], cells[int(np.argmin(rates))]
                shown = ends(alone, joint)
                held += [not each.excludes(truth) for each, truth in zip(shown, truths, strict=True)]
                far += [each.rate - truth for each, truth in zip(shown, truths, strict=True)]
            row += [*(f"{100 * each:.1f}" for each in held / times), *(f"{each:+.2f}" for each in far / times / error)]
        yield tuple(row)


def by_course(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the table of Rounds: coverage of what is shown of each, of the rounds together, and of the one named."""
    for place, course in enumerate(of_games_drawn.COURSES):
        for n in (400, 4_000):
            rng, held, shown, named = np.random.default_rng([17, place, n]), np.zeros((9, 3)), np.zeros(9), 0
            for _ in range(times):
                rounds, (most, truth) = of_games_drawn.of_course(course, n, rng)
                named += not most.excludes(truth)
                for number, each in rounds.items():
                    shown[number] += 1
                    held[number] += [not estimate.excludes(value) for estimate, value in each]
            shares = 100 * held[shown > times / 2] / shown[shown > times / 2][:, None]
            ranges = (f"{each.min():.1f} to {each.max():.1f}" for each in shares.T)
            yield course.words, f"{n:,}", *ranges, f"{100 * named / times:.1f}"


def by_others(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the table of medians and of what copies are worth."""
    for place, rate in enumerate((0.4, 0.6, 0.8)):
        held = []
        for n in (80, 4_000):
            rng = np.random.default_rng([19, place, n])
            held.append(share_held(lambda: of_games_drawn.of_median(rate, n, rng), times))  # noqa: B023 - called at once
        yield f"median Round, {100 * rate:.0f} % go on after a Round", *(f"{100 * each:.1f}" for each in held)
    sizes = []
    for n in (300, 4_000):
        rng, each = np.random.default_rng([23, n]), np.zeros(3)
        for _ in range(times):
            (estimate, truth), named, sure = of_games_drawn.of_worth(n, rng)
            each += [not estimate.excludes(truth), sure, named]
        sizes.append(100 * each / times)
    words = ("worth of a copy", "worth of twelve copies, all together", "the copies of most and least worth, both")
    for word, values in zip(words, zip(*sizes, strict=True), strict=True):
        yield word, *(f"{each:.1f}" for each in values)


def by_tournament(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the table of tournaments: chances of all decks, the lead of one over another, and the best."""
    for setting in of_games_drawn.SETTINGS:
        held, lead_held, best_held = np.zeros((3, len(setting.ahead))), 0, 0
        for number in range(times):
            shown, (lead, apart), (best, won) = of_games_drawn.of_tournament(setting, number)
            held += [[not estimate.excludes(truth) for estimate, truth in shown[kind]] for kind in of_games_drawn.KINDS]
            lead_held += not lead.excludes(apart)
            best_held += not best.excludes(won)
        ranges = (f"{each.min():.1f} to {each.max():.1f}" for each in 100 * held / times)
        shares = (f"{100 * each / times:.1f}" for each in (lead_held, best_held))
        yield setting.words, f"{setting.games:,}", *ranges, *shares


FIELDS = {
    "six equal decks": np.full((6, 6), 0.5),
    "one of seven ahead by 10 points": np.block(
        [[np.array([[0.5]]), np.full((1, 6), 0.6)], [np.full((6, 1), 0.4), np.full((6, 6), 0.5)]]
    ),
    "five decks two points apart": 0.5 + 0.02 * np.subtract.outer(-np.arange(5), -np.arange(5)),
    "three in a circle": np.array([[0.5, 0.6, 0.42], [0.4, 0.5, 0.6], [0.58, 0.4, 0.5]]),
}


def played(scores: NDArray[np.float64], n: int, rng: Rng) -> Field:
    """A field of equal shares of decks with these scores."""
    places = itertools.combinations(range(len(scores)), 2)
    cells = {(row, column): games(float(scores[row, column]), n, rng) for row, column in places}
    return Field(cells, (1 / len(scores),) * len(scores))


def by_field(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the second table: best deck and hardest matchup, coverage and mean error of the estimate in points."""
    for row, ((name, scores), n) in enumerate(itertools.product(FIELDS.items(), (200, 4000))):
        rng, held, errors, rated = np.random.default_rng([row, n]), np.zeros(4), np.zeros(2), 0
        for _ in range(times):
            field = played(scores, n, rng)
            best, hardest = field.best, field.hardest(field.best)
            truths = (float(scores[best].mean()), float(scores[best, hardest]))
            named = (field.of_best, field.of_hardest)
            held[:2] += [not each.excludes(truth) for each, truth in zip(named, truths, strict=True)]
            errors += [each.rate - truth for each, truth in zip(named, truths, strict=True)]
            gain = max(float(scores.mean(axis=1).max()) - 0.5, 0.0)
            held[2] += field.exploitability.low - 1e-12 <= gain <= field.exploitability.high + 1e-12
            held[3] += not field.lead(0, 1).excludes(float(scores[0].mean() - scores[1].mean()))
            rated += 1
        shares = (f"{100 * each / rated:.1f}" for each in held)
        yield name, f"{n:,}", *shares, *(f"{100 * each / rated:+.2f}" for each in errors)


RACES = {
    "two equal decks": (0.0, 0.0),
    "one of two ahead by 4 points": (0.02, 0.0),
    "six equal decks": (0.0,) * 6,
    "one of six ahead by 3 points": (0.03, *(0.0,) * 5),
    "six decks a point apart": tuple(0.01 * place for place in range(6, 0, -1)),
    "two of eight ahead by 5 points": (0.05, 0.05, *(0.0,) * 6),
}
"""Decks by how much they win more than others."""


def raced(scores: NDArray[np.float64], race: Race, rng: Rng) -> RaceStanding:
    """A race of decks with these scores, to its end."""
    deciding = list(itertools.combinations(range(len(scores)), 2))
    cells = dict.fromkeys(deciding, Outcomes())
    for look in race.looks:
        for key in deciding:
            cells[key] += games(float(scores[key]), look - cells[key].games, rng)
        standing = RaceStanding(dict(cells), race.weights, race.stops(len(cells)))
        if standing.is_decided:
            break
        deciding = standing.deciding
    return standing


def by_race(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the last table: what a race says and how many games it takes."""
    for row, (name, ahead) in enumerate(RACES.items()):
        scores = 0.5 + np.subtract.outer(np.array(ahead), np.array(ahead))
        race, rng = Race(500, 20_000, (1 / len(ahead),) * len(ahead)), np.random.default_rng([7, row])
        decided, wrong, held, named, played = 0, 0, 0, 0, 0
        for _ in range(times):
            standing = raced(scores, race, rng)
            field, cells = standing.field, standing.cells
            best, sure = field.best, not field.rivals
            decided += sure
            wrong += sure and (ahead[best] < max(ahead) or ahead.count(ahead[best]) > 1)
            held += sum(not field.cell(*key).excludes(float(scores[key])) for key in cells)
            named += not field.of_best.excludes(float(scores[best].mean()))
            played += sum(cell.games for cell in cells.values())
        shares = decided / times, wrong / times, held / times / len(cells), named / times
        yield name, *(f"{100 * each:.1f}" for each in shares), f"{played / times / len(cells):,.0f}"


def of_ratings(times: int) -> Iterator[tuple[str, ...]]:
    """Rows of the third table: the rating of a deck, which must describe the matrix to have a truth."""
    for spread, n in itertools.product((0, 50, 200), (200, 4000)):
        ratings = spread * np.array([1.5, 0.5, -0.5, -1.5])
        scores = 1 / (1 + np.exp(-np.subtract.outer(ratings, ratings) / ELO_PER_E))
        rng, held = np.random.default_rng([spread, n]), 0
        for _ in range(times):
            field = bradley_terry(4, played(scores, n, rng).cells)
            held += not field.ratings[0].excludes(float(ratings[0]))
        yield f"four decks, {spread} Elo apart", f"{n:,}", f"{100 * held / times:.1f}"


def table(head: tuple[str, ...], rows: Iterator[tuple[str, ...]]) -> str:
    """Lines of a table of Markdown."""
    lines = [head, ("---", *("---:" for _ in head[1:])), *rows]
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def _precision(times: int) -> str:
    """How many simulations a number rests on, and how far chance alone moves it."""
    return f"Each number is of {times:,} simulations: where 95 is true, +- {196 * math.sqrt(0.95 * 0.05 / times):.1f}."


def page(times: int) -> str:
    """The tables."""
    fewer, fewest, few = max(times // 4, 2), max(times // 6, 1), max(times // 8, 1)
    rates = [f"{100 * rate:.0f} %" for rate in RATES]
    head = ("interval", *(f"{rate}, n = {n:,}" for n in SIZES for rate in rates))
    fields = ("field", "games a matchup", "best deck", "its hardest matchup", "what a deck may gain")
    fields = (*fields, "lead of a deck", "error of the best, points", "error of the hardest, points")
    sizes = [f"n = {n:,}" for n in SIZES_OF_PICKS]
    picks = ("matchups", *(f"holds, {n}" for n in sizes), *(f"error, {n}" for n in sizes), "error of the plain rate")
    ends_of = [
        f"{what}, n = {n:,}" for n in (200, 2_000) for what in ("best", "worst", "error of the best", "of the worst")
    ]
    both = ("matchups", *ends_of)
    rounds = ("game", "games", "swing", "settled after", "settled in", "the Round that decides most")
    others = ("what", "few games (80 or 300)", "n = 4,000")
    tournaments = ("decks", "games a matchup", "wins", "makes the cut", "rounds won", "lead of a deck", "the best deck")
    races = ("decks", "best deck named", "named wrongly", "cells", "win rate of the best", "games a matchup")
    return "\n\n".join(
        (
            f"How many of 100 intervals hold the truth, by the rate and the number of games.\n{_precision(times)}",
            table(head, by_rate(times)),
            f"What is named because it is extreme, with equal and unequal decks. {_precision(fewer)}",
            table(fields, by_field(fewer)),
            f"The matchup that is won most of several, with errors in standard errors of one. {_precision(fewer)}",
            table(picks, by_pick(fewer)),
            f"The best and the worst of several matchups, both named, with errors as before. {_precision(fewer)}",
            table(both, by_ends(fewer)),
            f"Rounds of a game that is won by three battles: the lowest and the highest Round. {_precision(fewer)}",
            table(rounds, by_course(fewer)),
            f"Medians, and what copies of a card are worth. {_precision(fewer)}",
            table(others, by_others(fewer)),
            f"Tournaments, with the matrix and the luck: the lowest and the highest deck. {_precision(few)}",
            table(tournaments, by_tournament(few)),
            f"Ratings, where one number a deck is true. {_precision(fewer)}",
            table(("matrix", "games a matchup", "rating"), of_ratings(fewer)),
            f"Races (`matrix --until best`), up to 20,000 games a matchup. {_precision(fewest)}",
            table(races, by_race(fewest)),
        )
    )


def main() -> None:
    """Print the tables, or write them into the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=TIMES, help="simulations of each number")
    parser.add_argument("--write", action="store_true", help="write the tables into reports/coverage.md")
    given = parser.parse_args()
    text = page(given.times)
    if not given.write:
        print(text)
        return
    put_between(PAGE, "coverage", text)


if __name__ == "__main__":
    main()
