"""Outcomes of games: rates, intervals and tests of independent games, and of pairs on one chance.

Both sides win the throw equally often by plan, so what the throw does to a rate is no chance: only the spread within
each half is. An interval that took all games for alike would be too wide wherever the throw matters.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.intervals import design_effect_of, met_and_rate, p_value_of, stratified_of
from ucgsim.stats.multinomial import Floats, Sample, score_interval
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

SCORES: Floats = np.array([0.0, 0.5, 1.0])
"""What a game that is lost, undecided or won is worth."""
SHAPE = (2, 3)
"""Games by who won the throw (side a, side b), and by what they were worth."""


def stratified(table: ArrayLike, worth: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """A rate among games that meet a condition, from games that were planned in halves; n counts those that meet it.

    ``table[half, k]``: games that do not meet it (k = 0), and games that meet it and are worth ``worth[k - 1]``, from
    0 to 1. Wilson's interval at the number of independent games that would say as much: the games divided by the
    design effect, which is the variance within the halves (of the ratio estimate) by that of a proportion. With all
    or none successful there is no spread to go by, and the games count as they are. NaN and [0, 1] where no game
    meets the condition. Source: Cochran 1977, Sampling Techniques, sections 5.3 and 6.11; Franco et al. 2019,
    J. Surv. Stat. Methodol. 7, 334-364 (effective sizes in Wilson's interval).
    """
    games, values = np.asarray(table, dtype=np.float64), np.asarray(worth, dtype=np.float64).tolist()
    flat, rows = games.ravel().tolist(), len(games)
    rate, low, high = stratified_of(flat, 0, rows, values, normal_quantile(confidence))
    met, _ = met_and_rate(flat, 0, rows, values)
    method = Method.STRATIFIED if met and games.any(axis=1).all() else Method.WILSON
    return Estimate(rate, low, high, int(met), confidence, method)


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Games lost, undecided and won by a side: those whose throw it won, and those whose throw the other side won.

    Where it is fixed who leads, all games are in the first half. Counts of separate runs add up with `+`; `flipped`
    is the view of the other side.
    """

    counts: tuple[tuple[int, int, int], tuple[int, int, int]] = ((0, 0, 0), (0, 0, 0))

    def __post_init__(self) -> None:
        if [len(half) for half in self.counts] != [SHAPE[1]] * SHAPE[0] or not all(
            count >= 0 and float(count).is_integer() for half in self.counts for count in half
        ):
            raise UcgsimError(f"games are {self.counts}; they must be two times three whole numbers, none below 0")

    @classmethod
    def of(cls, counts: ArrayLike) -> Outcomes:
        """Games by half and worth, shape (2, 3), or by worth alone, (3,); UcgsimError for another shape."""
        values = np.asarray(counts)
        halves = np.stack([values, np.zeros_like(values)]) if values.ndim == 1 else values
        if halves.shape != SHAPE:
            raise UcgsimError(f"games have the shape {values.shape}; it must be (2, 3) or (3,)")
        first, second = (tuple(half) for half in halves.tolist())
        return cls((first, second))

    def __add__(self, other: Outcomes) -> Outcomes:
        return Outcomes.of(self.as_array() + other.as_array())

    def flipped(self) -> Outcomes:
        """These games as the other side sees them."""
        return Outcomes.of(self.as_array()[::-1, ::-1])

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(map(sum, self.counts))

    @property
    def totals(self) -> tuple[int, int, int]:
        """Games lost, undecided and won, of both halves."""
        lost, undecided, won = self.as_array().sum(axis=0).tolist()
        return lost, undecided, won

    @property
    def points(self) -> float:
        """The points of the side, out of `games`; a game without a winner is half a point."""
        return float(SCORES @ self.totals)

    @property
    def score(self) -> Estimate:
        """The share of the points, with its 95 % interval."""
        return self.estimate()

    @property
    def design_effect(self) -> float:
        """Variance of the score by that of as many independent games of one kind without an undecided one."""
        return design_effect_of(self._table().ravel().tolist(), 0, SHAPE[0], SCORES.tolist())

    def as_array(self) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        """The games by half and worth, shape (2, 3)."""
        return np.array(self.counts, dtype=np.int64)

    def _table(self) -> Floats:
        return np.column_stack([np.zeros(len(self.counts)), self.as_array()])

    def estimate(self, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """The share of the points, n = games; NaN and [0, 1] without a game. The interval is that of `stratified`."""
        return stratified(self._table(), SCORES, confidence)

    def p_value(self, score: float = 0.5) -> float:
        """Two-sided p-value of a score: below 1 - confidence where `estimate` leaves it out; 1 without a game."""
        if not self.games or math.isclose(self.score.rate, score, abs_tol=1e-12):
            return 1.0
        spread = math.sqrt(score * (1 - score) * self.design_effect / self.games)
        return float(p_value_of((self.score.rate - score) / spread)) if spread else 0.0


def halves_drawn(cell: Outcomes, times: int, stream: np.random.Generator) -> Floats:
    """Scores of games drawn again with replacement within each half, shape (times,)."""
    halves = [half for half in cell.as_array() if half.sum()]
    drawn = sum(stream.multinomial(half.sum(), half / half.sum(), times) @ SCORES for half in halves)
    return np.asarray(drawn / cell.games, dtype=np.float64)


def halves_drawn_apart(cell: Outcomes, times: int, stream: np.random.Generator) -> Floats:
    """Resampled scores of each half, shape (times, 2): where the side won the throw, and where the other one did.

    A cell whose games are all in one half says nothing of the other, which is then taken for alike.
    """
    halves = cell.as_array()
    drawn = [
        stream.multinomial(half.sum(), half / half.sum(), times) @ SCORES / half.sum() for half in halves if half.sum()
    ]
    return np.stack([drawn[0], drawn[-1]], axis=1)


# Pairs of games on one chance: the same shuffles and dice, played by two builds, or with either side leading first.
#
# The two games of a pair share their luck, so their difference is far surer than that of two games of their own:
# `gain_over_independent` says by how much. A rate takes games of their own (`stats.outcomes`).


DIFFERENCES: Floats = np.linspace(-1.0, 1.0, 5)
"""What two games can differ by."""
HALF_MORE: Floats = np.array([[0.5, 0.0, 0.5], [0.0, 0.0, 0.0], [0.5, 0.0, 0.5]])
"""Half a game more of every kind that is decided for both builds."""
_STEPS = np.subtract.outer(np.arange(len(SCORES)), np.arange(len(SCORES))).ravel() + len(SCORES) - 1
_BY_DIFFERENCE: Floats = np.eye(len(DIFFERENCES))[_STEPS]
"""Which cell of a table of both games' half points, laid flat, belongs to which difference; shape (9, 5)."""


def _steps(points: ArrayLike, where: str) -> NDArray[np.int64]:
    """Points of games as a number of half points, 0 to 2; UcgsimError for any other value."""
    values = np.asarray(points, dtype=np.float64).ravel()
    bad = ~np.isin(values, SCORES)
    if bad.any():
        at = int(np.argmax(bad))
        raise UcgsimError(f"{where}[{at}] is {values[at]}; a game is worth 0, 0.5 or 1 point")
    return (2 * values).astype(np.int64)


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """The games x minus the games y of the same pairs.

    `difference` is the gain in the share of points (0.01 is one percentage point), n = pairs; `sample` holds
    the differences. What the shared chance is worth: `gain_over_independent`.
    """

    difference: Estimate
    sample: Sample
    x: Outcomes
    y: Outcomes


def paired_difference(
    points_x: ArrayLike, points_y: ArrayLike, confidence: float = DEFAULT_CONFIDENCE
) -> PairedDifference:
    """Compare two builds that met the same opponents with the same chance, pair by pair.

    `points_x[i]` and `points_y[i]`, both of shape (pairs,), are what the builds made of their games on chance i, each
    0, 0.5 or 1. UcgsimError if the shapes differ, nothing was played or a value is none of these. The interval is the
    score interval of the mean difference, Tango's where no game is undecided: see `multinomial.score_interval`.
    """
    x, y = _steps(points_x, "points_x"), _steps(points_y, "points_y")
    if len(x) != len(y) or not len(x):
        raise UcgsimError(f"{len(x)} games against {len(y)}; a paired comparison needs as many")
    size = len(SCORES)
    table = np.bincount(size * x + y, minlength=size * size).reshape(size, size)
    return paired_difference_of(table, confidence)


def paired_difference_of(table: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> PairedDifference:
    """Compare two builds as `paired_difference` does, from counts: `table[i, j]` pairs gave x i and y j half points.

    Shape (3, 3). UcgsimError for another shape, a count below 0, or no pair at all.
    """
    joint = _joint(table)
    counts = joint.ravel() @ _BY_DIFFERENCE
    low, high = score_interval(DIFFERENCES, counts, confidence)
    sample = Sample(DIFFERENCES, counts)
    x, y = (Outcomes.of(joint.sum(axis=axis).astype(int)) for axis in (1, 0))
    difference = Estimate(sample.moments[0], low, high, sample.n, confidence, Method.PAIR_DIFFERENCE)
    return PairedDifference(difference, sample, x, y)


def _joint(table: ArrayLike) -> Floats:
    """A table of pairs by both games' half points as floats; UcgsimError where it is none."""
    joint = np.asarray(table, dtype=np.float64)
    size = len(SCORES)
    if joint.shape != (size, size) or not np.all(joint >= 0) or not joint.any():
        raise UcgsimError(f"pairs by both games' half points: shape {joint.shape}; it must be (3, 3), not empty")
    return joint


def mixed_differences(tables: ArrayLike, weights: Sequence[float]) -> Sample:
    """The differences against several opponents as one sample of a field in which they have these shares.

    `tables[k]` as for `paired_difference_of`, shape (opponents, 3, 3); `weights` (opponents,) sum to 1. Opponents are
    to be met in proportion to the weights; what rounding left over is made up for, so that the sample's mean is the
    weighted mean of the differences, exactly. UcgsimError for a table that is none and as many weights as tables.

    Whom a game met is planned and not drawn, but this sample takes it for drawn: its variance holds, next to the
    variance within opponents, that between them, sum of w_k (d_k - d)^2. A test of it is therefore conservative,
    by that part of the variance: gains that lie 5 points from their mean are 0.0025, next to the 0.3 that pairs of
    quite different builds show. Source: Cochran 1977, Sampling Techniques, section 5.6.
    """
    joints, shares = _field(tables, weights)
    met = joints.sum(axis=(1, 2))
    counts = (shares * met.sum() / met) @ joints.reshape(-1, len(_BY_DIFFERENCE)) @ _BY_DIFFERENCE
    return Sample(DIFFERENCES, counts)


def _field(tables: ArrayLike, weights: Sequence[float]) -> tuple[Floats, Floats]:
    """Tables of pairs and shares of opponents, (opponents, 3, 3) and (opponents,), as floats."""
    joints, shares = np.array([_joint(table) for table in np.asarray(tables)]), np.asarray(weights, dtype=np.float64)
    if shares.shape != joints.shape[:1] or not math.isclose(shares.sum(), 1, abs_tol=1e-9):
        raise UcgsimError(
            f"{len(joints)} opponents and weights {tuple(weights)}; it must be as many, and they sum to 1"
        )
    return joints, shares


def gain_over_independent(
    tables: ArrayLike, weights: Sequence[float] = (1.0,), confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """How many times as many games of their own a comparison would need for an interval as narrow.

    Tables, weights and errors as for `mixed_differences`. The ratio of the variances of a difference of independent
    games and of games on one chance, both within opponents, whom either comparison would meet in the same shares;
    infinite where the builds never differed, NaN where neither of them varied either. The interval is normal for the
    logarithm, and no narrower than with half a game more that either build alone won, both and neither: a few games
    that differ say little of how many do. Source: the delta method, van der Vaart 1998, Asymptotic Statistics, chapter
    3; of a stratified sample, Cochran 1977, section 5.3; half a game: Agresti 1999, Biometrics 55, 597-602.
    """
    joints, shares = _field(tables, weights)
    plain = _gain(joints, shares, confidence)
    if not math.isfinite(plain.rate):
        return plain
    more = _gain(joints + HALF_MORE, shares, confidence)
    factor = max(plain.high, more.high, plain.rate**2 / more.low) / plain.rate
    return replace(plain, low=plain.rate / factor, high=plain.rate * factor)


def _gain(joints: Floats, shares: Floats, confidence: float) -> Estimate:
    """The ratio by these games alone, without further half games."""
    z = normal_quantile(confidence)
    met = joints.sum(axis=(1, 2))
    chances = joints / met[:, None, None]
    x, y = (scores - (chances * scores).sum(axis=(1, 2), keepdims=True) for scores in (SCORES[:, None], SCORES))
    apart, together = x**2 + y**2, (x - y) ** 2
    apart_spread, spread = (float(shares @ (chances * squares).sum(axis=(1, 2))) for squares in (apart, together))
    pairs = round(float(met.sum()))
    if not spread:
        return Estimate(math.inf if apart_spread else math.nan, 0.0, math.inf, pairs, confidence, Method.LOGARITHM)
    # What one pair moves the logarithm of the ratio by.
    moves = apart / apart_spread - together / spread
    variances = (chances * moves**2).sum(axis=(1, 2)) - (chances * moves).sum(axis=(1, 2)) ** 2
    factor, gain = math.exp(z * math.sqrt(shares**2 @ (variances / met))), apart_spread / spread
    return Estimate(gain, gain / factor, gain * factor, pairs, confidence, Method.LOGARITHM)
