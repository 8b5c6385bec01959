"""One number per deck (Bradley-Terry), and how badly one number describes the matrix.

A spectral iteration finds the maximum likelihood of a whole matrix in a few steps; the intervals and the test know
that games are planned in halves.
"""

import itertools
import math
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import ELO_PER_E
from ucgsim.stats.multinomial import Floats
from ucgsim.stats.multiplicity import FAMILY_LEVEL, holm
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

Cells = Mapping[tuple[int, int], Outcomes]
"""Cell (a, b), a != b: the games of deck a against deck b as a sees them; each two decks once."""

MOST_STEPS = 10_000
TOLERANCE = 1e-10
"""The mean change of a log-strength in a step from which on the strengths count as settled."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A test of whether one number per deck is enough: a small `p_value` says that it is not."""

    statistic: float
    degrees: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Cycle:
    """Three decks of which each beats the next: no order of strength can say that.

    `edge` is the smallest of the three scores; `sure` means that all three wins are.
    """

    decks: tuple[int, int, int]
    edge: float
    sure: bool


@dataclass(frozen=True, slots=True)
class Ratings:
    """Bradley-Terry ratings in logistic Elo, averaging 0.

    `expected[i][j]` is the score of deck i against deck j by the ratings alone, `slopes[i]` by how much the rating of
    deck i rises with the score of each cell, in Elo for a score of 1 more; `shrunk` says that half a
    game was added to both sides of every cell because a deck (or a group) never gained or never lost a
    point, so that no finite rating fits.
    """

    ratings: tuple[Estimate, ...]
    expected: tuple[tuple[float, ...], ...]
    slopes: tuple[dict[tuple[int, int], float], ...]
    fit: Fit
    shrunk: bool


def _checked(decks: int, cells: Cells) -> dict[tuple[int, int], Outcomes]:
    """The played cells; UcgsimError for a cell outside the matrix, on its diagonal, or given twice."""
    if decks < 2:
        raise UcgsimError(f"{decks} deck to rate; it must be two or more")
    for a, b in cells:
        if not (0 <= a < decks and 0 <= b < decks and a != b) or (a < b and (b, a) in cells):
            raise UcgsimError(f"cell ({a}, {b}) of {decks} decks; it must name two of them, each two once")
    return {key: counts for key, counts in cells.items() if counts.games}


def _points(decks: int, cells: Cells) -> Floats:
    """Matrix (decks, decks): the points of the row against the column."""
    points = np.zeros((decks, decks))
    for (a, b), counts in cells.items():
        points[a, b] += counts.points
        points[b, a] += counts.games - counts.points
    return points


def _groups(points: Floats) -> int:
    """The number of groups of decks that have gained points from each other, if by way of a third."""
    from scipy.sparse.csgraph import connected_components  # noqa: PLC0415 - loads slowly, and few rate decks

    return int(connected_components(points, connection="strong")[0])


def _strengths(points: Floats) -> Floats:
    """Maximum-likelihood log-strengths (decks,), averaging 0; `points` must be strongly connected.

    Iterated Luce spectral ranking (Maystre & Grossglauser 2015, NIPS 28): the strengths are the stationary
    distribution of a chain that goes from each deck to those that gain points from it, whose rates the strengths give.
    """
    from scipy.linalg import lu, solve_triangular  # noqa: PLC0415 - as above

    strengths, logs = np.ones(len(points)), np.zeros(len(points))
    for _ in range(MOST_STEPS):
        chain = points.T / (strengths + strengths[:, None])
        chain -= np.diag(chain.sum(axis=1))
        upper = lu(chain.T, permute_l=True)[1][:-1]  # its last row is blank, as that of any chain
        weights = np.append(solve_triangular(upper[:, :-1], -upper[:, -1]), 1.0)
        before, logs = logs, _centred(np.log(len(points) / weights.sum() * weights))
        if np.abs(logs - before).mean() <= TOLERANCE:
            break
        strengths = np.exp(_centred(logs))
        strengths *= len(points) / strengths.sum()
    return _centred(logs)


def _centred(values: Floats) -> Floats:
    return np.asarray(values - values.mean(), dtype=np.float64)


def _laplacian(edges: Floats) -> Floats:
    return np.asarray(np.diag(edges.sum(axis=1)) - edges, dtype=np.float64)


def _bread(weight: Floats) -> Floats:
    """What a point more of each deck, against one that is met so often, adds to the log-strengths (decks, decks)."""
    return np.asarray(np.linalg.pinv(_laplacian(weight)), dtype=np.float64)


def _covariance(bread: Floats, weight: Floats, effects: Floats) -> Floats:
    """Sandwich covariance (decks, decks) of the log-strengths, games as the unit of the noise."""
    return np.asarray(bread @ _laplacian(weight * effects) @ bread, dtype=np.float64)


def _test(points: Floats, expected: Floats, effects: Floats) -> Fit:
    """Deviance of the cells from the ratings, each divided by its design effect (Rao & Scott 1981)."""
    games = points + points.T
    from scipy.special import chdtrc, xlogy  # noqa: PLC0415 - loads slowly, and few rate decks

    with np.errstate(divide="ignore", invalid="ignore"):
        observed = np.where(games > 0, points / games, 0.5)
    deviance = 2 * games * (xlogy(observed, observed / expected))
    statistic = float(np.sum(deviance / effects))
    degrees = int(np.count_nonzero(np.triu(games))) - (len(points) - 1)
    p_value = float(chdtrc(degrees, statistic)) if degrees else math.nan
    return Fit(statistic, degrees, p_value)


def bradley_terry(decks: int, cells: Cells, confidence: float = DEFAULT_CONFIDENCE) -> Ratings:
    """Rate decks 0 .. decks-1 by their games.

    The intervals are those of a deck against the average of all, by a sandwich covariance that takes
    the spread of games from the data. `fit.p_value` is NaN where the ratings have no cell to spare.
    UcgsimError if a cell is no cell or some decks never met the others. Source: Bradley & Terry 1952,
    Biometrika 39, 324-345; Maystre & Grossglauser 2015, NIPS 28 (the algorithm); White 1982,
    Econometrica 50, 1-25 (the covariance).
    """
    z, played = normal_quantile(confidence), _checked(decks, cells)
    points = _points(decks, played)
    if _groups(points + points.T) > 1:
        raise UcgsimError("some decks never met the others, directly or by a third; they can't be rated together")
    shrunk = _groups(points) > 1
    fitted = points + 0.5 * ((points + points.T) > 0) if shrunk else points
    effects = np.ones((decks, decks))
    for (a, b), counts in played.items():
        effects[a, b] = effects[b, a] = counts.design_effect
    strengths = _strengths(fitted)
    expected = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    games = fitted + fitted.T
    weight = games * expected * (1 - expected)
    bread = _bread(weight)
    halves = z * ELO_PER_E * np.sqrt(np.diag(_covariance(bread, weight, effects)))
    met = [sum(c.games for key, c in played.items() if deck in key) for deck in range(decks)]
    return Ratings(
        ratings=tuple(
            Estimate(float(e), float(e - h), float(e + h), n, confidence, Method.NORMAL)
            for e, h, n in zip(ELO_PER_E * strengths, halves, met, strict=True)
        ),
        expected=tuple(map(tuple, expected.tolist())),
        slopes=tuple({(a, b): float(ELO_PER_E * games[a, b] * (row[a] - row[b])) for a, b in played} for row in bread),
        fit=_test(points, expected, effects),
        shrunk=shrunk,
    )


def significant_wins(
    rates: Mapping[tuple[int, int], Estimate], p_values: Sequence[float], level: float = FAMILY_LEVEL
) -> dict[tuple[int, int], float]:
    """Which deck beats which for sure: (winner, loser) to the p-value adjusted over all cells (Holm).

    ``rates``: that of deck a against b, each two once; ``p_values``: those of one half, in the same order. With
    probability 1 - level none of the wins listed is false, and the interval of none of them holds one half.
    """
    return {
        (a, b) if rate.rate > 0.5 else (b, a): float(p)
        for ((a, b), rate), p in zip(rates.items(), holm(p_values), strict=True)
        if p <= level and rate.excludes(0.5)
    }


def cycles(decks: int, rates: Mapping[tuple[int, int], Estimate], sure: Container[tuple[int, int]]) -> list[Cycle]:
    """The non-transitive triples of the matrix, the clearest first; each begins with its lowest deck.

    ``rates`` as for ``significant_wins``, which has those that are ``sure``.
    """
    scores: dict[tuple[int, int], float] = {}
    for (a, b), rate in rates.items():
        scores[a, b], scores[b, a] = rate.rate, 1 - rate.rate
    named = []
    for low, x, y in itertools.combinations(range(decks), 3):
        for trio in ((low, x, y), (low, y, x)):
            edges = list(zip(trio, trio[1:] + trio[:1], strict=True))
            edge = min(scores.get(pair, 0.0) for pair in edges)
            if edge > 0.5:
                named.append(Cycle(trio, edge, all(pair in sure for pair in edges)))
    return sorted(named, key=lambda cycle: (not cycle.sure, -cycle.edge))


def ranking(rows: Sequence[Estimate]) -> tuple[list[int], list[int]]:
    """The decks in the order of their mean and in that of their lower bound; best first, ties by index.

    A deck that has not played (NaN) comes last in both.
    """

    def best_first(worth: Callable[[Estimate], float]) -> list[int]:
        return sorted(range(len(rows)), key=lambda deck: (math.isnan(rows[deck].rate), -worth(rows[deck]), deck))

    return best_first(attrgetter("rate")), best_first(attrgetter("low"))
