"""Games drawn with set truths for `interval_coverage.py`: Rounds of a game, the Lead, medians, copies, tournaments.

Each draw takes chance and gives intervals with the truths that they are to hold.
"""

from __future__ import annotations

import itertools
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.stats.means import weighted_gain
from ucgsim.stats.multiplicity import ends, largest, together
from ucgsim.stats.outcomes import Outcomes, paired_difference_of
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Survival, wilson
from ucgsim.stats.swings import settled, settled_in, swing
from ucgsim.stats.swiss import Setup
from ucgsim.stats.zero_sum import resampled_scores
from ucgsim.studies.duel.findings import FEWEST_SWUNG, REACHED
from ucgsim.studies.tournament.findings import CUTS, TITLES, WINS, count

if TYPE_CHECKING:
    from numpy.typing import NDArray


Rng = np.random.Generator
Held = tuple["Estimate", float]

TO_WIN = 3
"""Battles that win a game of these."""
ROUNDS = 9
OVER = 2 * TO_WIN**2
"""The last state: the game is over."""
MANY = 1e12
"""Games with which a share is the truth."""


class Course(NamedTuple):
    """A kind of game: the Lead wins a battle with a chance, and some Rounds nobody does."""

    words: str
    leads: float
    nobody: float


COURSES = (
    Course("the Lead wins 62 % of battles", 0.62, 0.04),
    Course("a fourth of Rounds without a winner", 0.5, 0.25),
    Course("the Lead wins 85 % of battles", 0.85, 0.05),
)


def state(a: int, b: int, lead: int) -> int:
    """The number of a state: battles won by either side, and who leads."""
    return (a * TO_WIN + b) * 2 + lead


@cache
def chances(course: Course) -> NDArray[np.float64]:
    """The chance of side a in each state before each Round, (ROUNDS + 1, states); a coin after the last."""
    won = np.full((ROUNDS + 1, OVER), 0.5)
    for number in reversed(range(ROUNDS)):
        for a, b, lead in itertools.product(range(TO_WIN), range(TO_WIN), range(2)):
            after = {
                step: won[number + 1, state(*step, 1 - lead)] if max(step) < TO_WIN else float(step[0] == TO_WIN)
                for step in ((a + 1, b), (a, b + 1), (a, b))
            }
            mine = (1 - course.nobody) * (course.leads if lead == 0 else 1 - course.leads)
            theirs = 1 - course.nobody - mine
            won[number, state(a, b, lead)] = (
                mine * after[a + 1, b] + theirs * after[a, b + 1] + course.nobody * after[a, b]
            )
    return won


def play(course: Course, n: int, rng: Rng) -> tuple[list[NDArray[np.float64]], NDArray[np.float64]]:
    """``n`` games as `Counts.turned` has them, Round by Round, and all results, (3,)."""
    a, b, lead = np.zeros(n, int), np.zeros(n, int), rng.integers(0, 2, n)
    alive, states, late = np.ones(n, bool), [state(0, 0, 0) + lead], rng.integers(0, 2, n)
    for _ in range(ROUNDS):
        lot = rng.random(n)
        mine = (1 - course.nobody) * np.where(lead == 0, course.leads, 1 - course.leads)
        a, b = a + (alive & (lot < mine)), b + (alive & (mine <= lot) & (lot < 1 - course.nobody))
        lead, alive = 1 - lead, alive & (np.maximum(a, b) < TO_WIN)
        states.append(np.where(alive, (a * TO_WIN + b) * 2 + lead, OVER))
    result = np.where(a >= TO_WIN, 2, np.where(b >= TO_WIN, 0, 2 * late))
    rounds = []
    for before, after in itertools.pairwise(states):
        turned, played = np.zeros((OVER + 1, OVER + 1, 3)), before != OVER
        np.add.at(turned, (before[played], after[played], result[played]), 1)
        rounds.append(turned)
    return rounds, np.bincount(result, minlength=3).astype(float)


@cache
def truths(course: Course) -> tuple[list[float], list[float], list[float]]:
    """By Round: how far it swings a game, what is settled after it, what is settled in it."""
    won, reached = chances(course), np.zeros((ROUNDS + 1, OVER))
    reached[0, [0, 1]] = 0.5
    rounds = []
    for number in range(ROUNDS):
        turned = np.zeros((OVER + 1, OVER + 1, 3))
        for a, b, lead in itertools.product(range(TO_WIN), range(TO_WIN), range(2)):
            here, mine = state(a, b, lead), (1 - course.nobody) * (course.leads if lead == 0 else 1 - course.leads)
            steps = (((a + 1, b), mine), ((a, b + 1), 1 - course.nobody - mine), ((a, b), course.nobody))
            for step, chance in steps:
                games = reached[number, here] * chance
                if max(step) == TO_WIN:
                    turned[here, OVER, 2 * (step[0] == TO_WIN)] += games
                else:
                    there = state(*step, 1 - lead)
                    later = won[number + 1, there]
                    turned[here, there, [0, 2]] += games * np.array([1 - later, later])
                    reached[number + 1, there] += games
        rounds.append(turned * MANY)
    results = rounds[0].sum(axis=(0, 1))
    return (
        [swing(each).rate for each in rounds],
        [settled(each[:, :OVER].sum(axis=0), results).rate for each in rounds],
        [settled_in(each, results).rate for each in rounds],
    )


def of_course(course: Course, n: int, rng: Rng) -> tuple[dict[int, tuple[Held, Held, Held]], Held]:
    """By Round that is shown: swing, settled after and in it; and the Round that is named, as `Findings` tells them."""
    rounds, results = play(course, n, rng)
    by_round = dict(enumerate(zip(rounds, *truths(course), strict=True)))
    shown = {
        number: (
            (swing(turned), moves),
            (settled(turned[:, :OVER].sum(axis=0), results), after),
            (settled_in(turned, results), inside),
        )
        for number, (turned, moves, after, inside) in by_round.items()
        if turned.sum() >= FEWEST_SWUNG
    }
    compared = [number for number in shown if rounds[number].sum() >= REACHED * n]
    alone = [shown[number][2][0] for number in compared]
    confidence = together(DEFAULT_CONFIDENCE, len(compared))
    first = max(compared, key=lambda number: shown[number][2][0].rate)
    most = largest(alone, [settled_in(rounds[number], results, confidence) for number in compared])
    return shown, (most, truths(course)[2][first])


def of_median(rate: float, n: int, rng: Rng) -> Held:
    """The Round by which half of all games have ended; each goes on after a Round with this chance."""
    ends_in = rng.geometric(1 - rate, n)
    last = int(ends_in.max())
    survival = Survival(
        tuple(map(float, range(1, last + 1))),
        tuple(wilson(int((ends_in > number).sum()), n) for number in range(1, last + 1)),
    )
    truth = next(number for number in itertools.count(1) if rate**number <= 0.5)
    return survival.median, float(truth)


def of_lead(rate: float, n: int, rng: Rng) -> Held:
    """What leading adds: the same shuffles played with either side leading."""
    adds = min(0.06, (1 - rate) / 2)
    table = rng.multinomial(n // 2, [1 - rate - adds - 0.01, 0.01, adds + 0.01, rate - 0.01]).astype(int)
    joint = np.zeros((3, 3), int)
    joint[0, 0], joint[2, 0], joint[0, 2], joint[2, 2] = table
    return paired_difference_of(joint.T).difference, adds


COPIES, BANDS = 12, (6, 6, 38)
"""Copies of a deck, and places of the deck by where they lie."""


def of_worth(n: int, rng: Rng) -> tuple[Held, bool, bool]:
    """What a copy is worth in the deck; and whether what is named of twelve holds: its truth, and that it is sure."""
    worth = np.linspace(-0.02, 0.02, COPIES)
    level = together(DEFAULT_CONFIDENCE, COPIES)
    alone, joint = [], []
    for each in worth:
        table = np.zeros((len(BANDS), 3, 3), int)
        for band in table:
            band[0, 2], band[1, 1], band[2, 0] = rng.multinomial(n // 3, [0.2 - each / 2, 0.6, 0.2 + each / 2])
        alone.append(weighted_gain(table, BANDS, DEFAULT_CONFIDENCE))
        joint.append(weighted_gain(table, BANDS, level))
    most, least = ends(alone, joint)
    rates = [each.rate for each in alone]
    best, worst = int(np.argmax(rates)), int(np.argmin(rates))
    named = not most.excludes(float(worth[best])) and not least.excludes(float(worth[worst]))
    sure = all(not each.excludes(float(value)) for each, value in zip(joint, worth, strict=True))
    return (alone[0], float(worth[0])), named, sure


class Setting(NamedTuple):
    """A tournament: how far decks lie from even, their shares, games of each matchup, players, rounds and cut."""

    words: str
    ahead: tuple[float, ...]
    shares: tuple[float, ...]
    games: int
    shape: Setup
    times: int


SETTINGS = (
    Setting("four equal decks", (0.0,) * 4, (0.25,) * 4, 1000, Setup(16, 4, 4), 300),
    Setting("four decks, 5 points apart", (0.05, 0.0, 0.0, -0.05), (0.25,) * 4, 200, Setup(16, 4, 4), 300),
    Setting("one hardly brought", (0.05, 0.03, 0.0, -0.05), (0.02, 0.38, 0.3, 0.3), 1000, Setup(16, 4, 4), 300),
    Setting("eight decks", (0.05, 0.03, 0.0, -0.05, 0, 0, 0, 0), (0.125,) * 8, 1000, Setup(32, 5, 8), 150),
)
KINDS = (TITLES, CUTS, WINS)
TRUE_TIMES = 8_000
"""Tournaments of each deck that say the truth."""


@cache
def true_chances(setting: Setting) -> dict[str, tuple[float, ...]]:
    """What a player with each deck gets on the true matrix, by what it is."""
    decks = range(len(setting.ahead))
    tally = count(setting.shape, _true(setting)[None], np.array(setting.shares), decks, times=TRUE_TIMES, seed=7).tally
    return {kind: tuple(each.rate for each in tally.chances(kind)) for kind in KINDS}


def _true(setting: Setting) -> NDArray[np.float64]:
    ahead = np.array(setting.ahead)
    return np.asarray(0.5 + np.subtract.outer(ahead, ahead))


def of_tournament(setting: Setting, seed: int) -> tuple[dict[str, list[Held]], Held, Held]:
    """By kind the chance of every deck; the lead of the first over the last; what the best is shown to win."""
    rng, true, size = np.random.default_rng([11, seed]), _true(setting), len(setting.ahead)
    keys = list(itertools.combinations(range(size), 2))
    won = {key: rng.binomial(setting.games // 2, true[key], 2) for key in keys}
    cells = [Outcomes.of([(setting.games // 2 - int(each), 0, int(each)) for each in won[key]]) for key in keys]
    matrices = np.full((100, size, size), 0.5)
    for (row, column), rates in zip(keys, resampled_scores(cells, times=100, seed=seed).T, strict=True):
        matrices[:, row, column], matrices[:, column, row] = rates, 1 - rates
    shares, decks = np.array(setting.shares), range(size)
    tally = count(setting.shape, matrices, shares, decks, times=setting.times, seed=seed).tally
    truth = true_chances(setting)
    shown = {kind: list(zip(tally.chances(kind), truth[kind], strict=True)) for kind in KINDS}
    titles = [estimate.rate for estimate, _ in shown[TITLES]]
    best = max(decks, key=titles.__getitem__)
    lead = tally.lead(TITLES, 0, size - 1), truth[TITLES][0] - truth[TITLES][-1]
    return shown, lead, (tally.best(TITLES, decks), truth[TITLES][best])
