"""The choice of a deck as a zero-sum game, and how its numbers wobble when games are drawn again.

A payoff matrix holds what the row's choice gains from the column's; for decks that is the score of the
row minus one half (`payoff_from_scores`), which is antisymmetric, so that the game is worth 0.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats
from ucgsim.stats.outcomes import Outcomes, halves_drawn, halves_drawn_apart
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

TIGHT = 1e-7
"""How close to the value a payoff must be to count as equal, as a share of the largest payoff."""
SAME = 1e-4
"""How close shares must be for two equilibria to count as one."""
SMALLEST = 1e-12
"""A share that means none, where a logarithm is needed."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The row's shares (they sum to 1), the value of the game to the row, and whether there was a choice.

    Where `unique` is false, these are the shares of the greatest entropy.
    """

    shares: tuple[float, ...]
    value: float
    unique: bool


@dataclass(frozen=True, slots=True)
class BestResponse:
    """The best answers to a field (several where they tie) and what they gain."""

    choices: tuple[int, ...]
    gain: float


def payoff_from_scores(scores: ArrayLike) -> Floats:
    """Scores (k, k) of row against column into an antisymmetric payoff; the diagonal is even.

    UcgsimError unless square, within [0, 1] and with opposite cells that add up to 1.
    """
    matrix = np.array(scores, dtype=np.float64)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not len(matrix):
        raise UcgsimError(f"scores have the shape {matrix.shape}; it must be a square matrix")
    np.fill_diagonal(matrix, 0.5)
    if not (np.all((matrix >= 0) & (matrix <= 1)) and np.allclose(matrix + matrix.T, 1)):
        raise UcgsimError("scores must lie between 0 and 1, and those of a against b and b against a add up to 1")
    return np.asarray(matrix - 0.5, dtype=np.float64)


def _matrix(payoff: ArrayLike) -> Floats:
    """A payoff matrix (rows, columns); UcgsimError unless it is one and all of it is finite."""
    matrix = np.asarray(payoff, dtype=np.float64)
    if matrix.ndim != 2 or not matrix.size or not np.all(np.isfinite(matrix)):
        raise UcgsimError(f"payoff has the shape {matrix.shape}; it must be a matrix of finite numbers")
    return matrix


def _shares(shares: ArrayLike, size: int) -> Floats:
    """Shares of a field (size,); UcgsimError unless they are as many, none below 0, and sum to 1."""
    field = np.asarray(shares, dtype=np.float64)
    if field.shape != (size,) or not np.all(field >= 0) or abs(field.sum() - 1) > 1e-6:
        raise UcgsimError(
            f"the field has {field.size} shares that sum to {field.sum():g}; it must be {size}, none below 0, sum 1"
        )
    return field


def _solve(payoff: Floats) -> tuple[Floats, float]:
    """Shares (rows,) that make the worst column best for the row, and the value.

    Source: Dantzig 1951, "A proof of the equivalence of the programming problem and the game problem".
    """
    from scipy.optimize import linprog  # noqa: PLC0415 - most who play a matrix solve none, and it loads slowly

    rows, columns = payoff.shape
    result = linprog(
        c=np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-payoff.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=[np.r_[np.ones(rows), 0.0]],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    ).x
    # Every finite matrix has an equilibrium, so there is a solution to read; + 0.0 turns -0.0 into 0.0.
    solution = np.asarray(result, dtype=np.float64)
    return solution[:-1], float(solution[-1]) + 0.0


def _saddle(payoff: Floats, margin: float) -> Equilibrium | None:
    """The equilibrium in which both choose one thing, if every other choice of either is plainly worse; else None.

    Such a one is the only one, and need not be asked of a linear programme, which takes a thousandth of a second.
    """
    row, column = int(payoff.min(axis=1).argmax()), int(payoff.max(axis=0).argmin())
    value, apart = float(payoff[row, column]), 10 * margin
    worse = np.delete(payoff[:, column], row) < value - apart
    if not (worse.all() and (np.delete(payoff[row], column) > value + apart).all()):
        return None
    return Equilibrium(tuple(float(each == row) for each in range(len(payoff))), value + 0.0, unique=True)


def _usable(payoff: Floats, opponent: Floats, value: float, margin: float) -> NDArray[np.bool_] | None:
    """The rows (rows,) that an equilibrium may use; None if the equilibrium is plainly unique.

    Against ``opponent``, one optimal mix of columns, rows below the value are out; the columns of that mix are held to
    the value by every equilibrium. If those equations leave no freedom, there is one equilibrium.
    """
    usable = payoff @ opponent >= value - margin
    equations = np.vstack([payoff[np.ix_(usable, opponent > TIGHT)].T, np.ones(int(usable.sum()))])
    return None if np.linalg.matrix_rank(equations, tol=margin) == usable.sum() else usable


def _extremes(payoff: Floats, value: float, usable: NDArray[np.bool_], margin: float) -> Floats:
    """Equilibria (usable rows, rows), each with as much as possible of another usable row."""
    from scipy.optimize import linprog  # noqa: PLC0415 - as above

    extremes = [
        linprog(
            c=-np.eye(len(payoff))[row],
            A_ub=-payoff.T,
            b_ub=np.full(payoff.shape[1], margin - value),
            A_eq=[np.ones(len(payoff))],
            b_eq=[1.0],
            bounds=[(0, None if free else 0) for free in usable],
        ).x
        for row in np.flatnonzero(usable)
    ]
    return np.array(extremes, dtype=np.float64)


def _most_even(payoff: Floats, value: float, start: Floats, margin: float) -> Floats:
    """The equilibrium (rows,) of the greatest entropy; it is unique since entropy is strictly concave.

    `start` is an equilibrium that uses every row that any equilibrium uses.
    """
    from scipy.optimize import LinearConstraint, minimize  # noqa: PLC0415 - as above
    from scipy.special import xlogy  # noqa: PLC0415 - as above

    used = start > TIGHT
    part = payoff[used]

    def negative_entropy(shares: Floats) -> float:
        return float(np.sum(xlogy(shares, shares)))

    def slope(shares: Floats) -> Floats:
        return np.asarray(np.log(np.maximum(shares, SMALLEST)) + 1, dtype=np.float64)

    result = minimize(
        negative_entropy,
        start[used],
        jac=slope,
        bounds=[(SMALLEST, 1.0)] * int(used.sum()),
        constraints=[
            LinearConstraint(np.ones((1, len(part))), 1.0, 1.0),
            LinearConstraint(part.T, value - margin, np.inf),
        ],
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-14},
    )
    shares = np.zeros(len(payoff))
    shares[used] = result.x / result.x.sum()
    return shares


def equilibrium(payoff: ArrayLike) -> Equilibrium:
    """The row's optimal shares of a zero-sum game, payoff (rows, columns) to the row.

    A linear programme; where it has many solutions, the one of the greatest entropy, which treats equal
    decks equally. Source: von Neumann 1928; Balduzzi et al. 2018, "Re-evaluating evaluation", section 3
    (the choice of the greatest entropy).
    """
    matrix = _matrix(payoff)
    margin = TIGHT * max(float(np.abs(matrix).max()), TIGHT)
    plain = _saddle(matrix, margin)
    if plain is not None:
        return plain
    shares, value = _solve(matrix)
    # Of two that choose alike either's best mix is the other's.
    opponent = shares if np.array_equal(matrix, -matrix.T) else _solve(-matrix.T)[0]
    usable = _usable(matrix, opponent, value, margin)
    unique = usable is None
    if usable is not None:
        extremes = _extremes(matrix, value, usable, margin / 10)
        unique = bool(np.ptp(extremes, axis=0).max() < SAME)
        shares = _most_even(matrix, value, extremes.mean(axis=0), margin)
    return Equilibrium(tuple(np.maximum(shares, 0).tolist()), value, unique)


def best_response(payoff: ArrayLike, field: ArrayLike) -> BestResponse:
    """What gains most from a field of column shares: payoff (rows, columns), field (columns,)."""
    matrix = _matrix(payoff)
    gains = matrix @ _shares(field, matrix.shape[1])
    best = float(gains.max())
    margin = TIGHT * float(np.abs(matrix).max())
    return BestResponse(tuple(np.flatnonzero(gains >= best - margin).tolist()), best)


# How a number that is computed from a whole matrix wobbles: resampling games, with a seed.


DEFAULT_TIMES = 1000

Statistic = Callable[[Floats], Floats]
"""Scores of the cells (cells,) to the numbers of interest (m,)."""


@dataclass(frozen=True, eq=False)
class Bootstrap:
    """The numbers with their percentile intervals, and every resampled value, shape (times, m)."""

    estimates: tuple[Estimate, ...]
    samples: Floats
    seed: int

    @property
    def times(self) -> int:
        """How often the games were drawn again."""
        return len(self.samples)


def resampled_scores(cells: Sequence[Outcomes], *, times: int, seed: int) -> Floats:
    """Scores of the cells, shape (times, cells), each from its own games drawn again with replacement.

    Who wins the throw is planned, so games are drawn within its halves. The same seed gives the same scores.
    UcgsimError names a cell without games.
    """
    return np.stack(_drawn(halves_drawn, cells, times, seed), axis=1)


def resampled_halves(cells: Sequence[Outcomes], *, times: int, seed: int) -> Floats:
    """Resampled scores by who won the throw, shape (times, cells, 2): the side of the cell, the other side."""
    return np.stack(_drawn(halves_drawn_apart, cells, times, seed), axis=1)


def _drawn(
    draw: Callable[[Outcomes, int, np.random.Generator], Floats], cells: Sequence[Outcomes], times: int, seed: int
) -> list[Floats]:
    if times < 1:
        raise UcgsimError(f"{times} resamples; it must be at least 1")
    # One stream a cell: a cell's draws do not depend on how many cells come before it.
    streams = np.random.SeedSequence(seed).spawn(len(cells))
    for at, cell in enumerate(cells):
        if not cell.games:
            raise UcgsimError(f"cell {at} has no games to draw from")
    return [draw(cell, times, np.random.default_rng(stream)) for cell, stream in zip(cells, streams, strict=True)]


def bootstrap(
    statistic: Statistic,
    rates: Floats,
    drawn: Floats,
    games: int,
    *,
    seed: int,
    confidence: float = DEFAULT_CONFIDENCE,
    progress: Callable[[int], object] | None = None,
) -> Bootstrap:
    """Percentile intervals of `statistic` of the ``rates`` of cells (cells,), from ``drawn`` ones (times, cells).

    `progress` is called with how many are done. Each estimate's n is the number of ``games`` in all cells; ``seed``
    is that of the draws. Source: Efron & Tibshirani 1993, An Introduction to the Bootstrap, chapter 13.
    """
    normal_quantile(confidence)
    values = np.asarray(statistic(rates))
    samples = np.empty((len(drawn), len(values)))
    for at, row in enumerate(drawn):
        samples[at] = statistic(row)
        if progress is not None:
            progress(at + 1)
    tails = [(1 - confidence) / 2, (1 + confidence) / 2]
    ends = np.quantile(samples, tails, axis=0)
    estimates = tuple(
        Estimate(float(rate), float(low), float(high), games, confidence, Method.BOOTSTRAP)
        for rate, low, high in zip(values, *ends, strict=True)
    )
    return Bootstrap(estimates, samples, seed)
