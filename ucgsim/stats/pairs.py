"""Pairs of games: the same shuffles and chance, with the winner of the throw swapped.

The two games of a pair share their luck, so the pair is the unit of every interval here. Taking games
for independent ones makes the interval too wide (luck that cancels) or too narrow (luck that adds up);
`PairCounts.ratio_to_unpaired` says by how much.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats, Sample, score_interval, score_test
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile, wilson

GAMES_PER_PAIR = 2
PAIR_SCORES: Floats = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
"""What a pair can be worth to a side, as a share of its two games."""
DIFFERENCES: Floats = np.linspace(-1.0, 1.0, 9)
"""What two pairs can differ by, as a share of two games."""
_STEPS = np.subtract.outer(np.arange(len(PAIR_SCORES)), np.arange(len(PAIR_SCORES))).ravel() + len(PAIR_SCORES) - 1
_BY_DIFFERENCE: Floats = np.eye(len(DIFFERENCES))[_STEPS]
"""Which cell of a table of both builds' half points, laid flat, belongs to which difference; shape (25, 9)."""


def _steps(points: ArrayLike, where: str) -> NDArray[np.int64]:
    """Points of pairs as a number of half points, 0 to 4; UcgsimError for any other value."""
    values = np.asarray(points, dtype=np.float64).ravel()
    steps = values * 2
    bad = ~np.isin(steps, np.arange(5))
    if bad.any():
        at = int(np.argmax(bad))
        raise UcgsimError(f"{where}[{at}] is {values[at]}; a pair is worth 0, 0.5, 1, 1.5 or 2 points")
    return steps.astype(np.int64)


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs were worth 0, 0.5, 1, 1.5 and 2 points to side a (the pentanomial counts).

    Half points are undecided games; without them the counts are trinomial by themselves. Counts of
    separate runs add up with `+`; `flipped` is the view of side b.
    """

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def __post_init__(self) -> None:
        if len(self.counts) != len(PAIR_SCORES) or any(c < 0 or not float(c).is_integer() for c in self.counts):
            raise UcgsimError(f"pair counts are {self.counts}; they must be five whole numbers, none below 0")

    @classmethod
    def from_points(cls, points: ArrayLike) -> "PairCounts":
        """Count pairs from the points of side a, shape (pairs,), each 0, 0.5, 1, 1.5 or 2.

        UcgsimError names the first value that is none of these.
        """
        return cls.from_sequence(np.bincount(_steps(points, "points"), minlength=len(PAIR_SCORES)).tolist())

    @classmethod
    def from_sequence(cls, counts: Sequence[int]) -> "PairCounts":
        """Five counts, or three (lost both, split, won both); UcgsimError for another number of them."""
        if len(counts) == 3:
            return cls((counts[0], 0, counts[1], 0, counts[2]))
        if len(counts) != len(PAIR_SCORES):
            raise UcgsimError(f"{len(counts)} pair counts given; it must be 3 or 5")
        lost, less, even, more, won = counts
        return cls((lost, less, even, more, won))

    def __add__(self, other: "PairCounts") -> "PairCounts":
        return PairCounts.from_sequence([a + b for a, b in zip(self.counts, other.counts, strict=True)])

    def flipped(self) -> "PairCounts":
        """The same pairs as side b sees them."""
        return PairCounts.from_sequence(self.counts[::-1])

    @property
    def pairs(self) -> int:
        """The number of pairs."""
        return sum(self.counts)

    @property
    def games(self) -> int:
        """The number of games, two to a pair."""
        return GAMES_PER_PAIR * self.pairs

    @property
    def points(self) -> float:
        """The points of side a, out of `games`."""
        return float(GAMES_PER_PAIR * PAIR_SCORES @ self.as_array())

    @property
    def score(self) -> Estimate:
        """The share of the points that went to side a, with its 95 % interval."""
        return self.estimate()

    @property
    def variance(self) -> float:
        """The variance of the share won in one pair (divisor n); NaN without a pair."""
        return self.sample.moments[1]

    @property
    def sample(self) -> Sample:
        """The pairs as observations of a score, for the sequential test and Elo."""
        return Sample(PAIR_SCORES, self.as_array(), games=GAMES_PER_PAIR, neutral=0.5)

    @property
    def ratio_to_unpaired(self) -> float:
        """Width of the interval over pairs divided by that of a Wilson interval over single games.

        Below 1: the shared luck cancels, and ignoring the pairs would waste games. Above 1: it adds up,
        and ignoring the pairs would claim too much. NaN without a pair.
        """
        if not self.pairs:
            return math.nan
        return self.score.width / wilson(self.points, self.games).width

    def as_array(self) -> Floats:
        """The five counts as floats, shape (5,)."""
        return np.array(self.counts, dtype=np.float64)

    def estimate(self, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
        """The share of the points that went to side a, n = pairs; NaN and [0, 1] without a pair.

        A score interval, because it stays inside [0, 1], needs no rule of thumb for samples where all
        pairs ended alike, and covers what it says from about ten pairs on. It is Wilson's interval if
        pairs are only lost or won whole, and Tango's if no game is undecided: there the score is half
        plus half the difference of two paired proportions. Source: see `multinomial.score_interval`.
        """
        if not self.pairs:
            normal_quantile(confidence)
            return Estimate(math.nan, 0.0, 1.0, 0, confidence, Method.PAIR_SCORE)
        low, high = score_interval(PAIR_SCORES, self.as_array(), confidence)
        return Estimate(self.points / self.games, low, high, self.pairs, confidence, Method.PAIR_SCORE)

    def p_value(self, score: float = 0.5) -> float:
        """Two-sided p-value of the score test that agrees with `estimate`; 1 without a pair."""
        return score_test(self.sample, score)


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """Build x minus build y, both measured on the same pairs.

    `difference` is the gain in the share of points (0.01 is one percentage point), n = pairs; `sample` holds
    the differences for the sequential test. What the pairing is worth: `gain_over_unpaired`.
    """

    difference: Estimate
    sample: Sample
    x: PairCounts
    y: PairCounts


def paired_difference(
    points_x: ArrayLike, points_y: ArrayLike, confidence: float = DEFAULT_CONFIDENCE
) -> PairedDifference:
    """Compare two builds that met the same opponents with the same chance, pair by pair.

    `points_x[i]` and `points_y[i]`, both of shape (pairs,), are what the builds made of pair i, each 0,
    0.5, 1, 1.5 or 2. UcgsimError if the shapes differ, nothing was played or a value is none of these.
    The interval is the score interval of the mean difference, as in `PairCounts.estimate`.
    """
    x, y = _steps(points_x, "points_x"), _steps(points_y, "points_y")
    if len(x) != len(y) or not len(x):
        raise UcgsimError(f"{len(x)} pairs against {len(y)}; a paired comparison needs the same pairs twice")
    size = len(PAIR_SCORES)
    table = np.bincount(size * x + y, minlength=size * size).reshape(size, size)
    return paired_difference_of(table, confidence)


def paired_difference_of(table: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> PairedDifference:
    """As `paired_difference`, from counts: `table[i, j]` pairs gave build x i and build y j half points.

    Shape (5, 5). UcgsimError for another shape, a count below 0, or no pair at all.
    """
    joint = _joint(table)
    counts = joint.ravel() @ _BY_DIFFERENCE
    low, high = score_interval(DIFFERENCES, counts, confidence)
    sample = Sample(DIFFERENCES, counts, games=GAMES_PER_PAIR, neutral=0.0)
    x, y = (PairCounts.from_sequence(joint.sum(axis=axis).astype(int).tolist()) for axis in (1, 0))
    difference = Estimate(sample.moments[0], low, high, sample.n, confidence, Method.PAIR_DIFFERENCE)
    return PairedDifference(difference, sample, x, y)


def _joint(table: ArrayLike) -> Floats:
    """A table of pairs by both builds' half points as floats; UcgsimError where it is none."""
    joint = np.asarray(table, dtype=np.float64)
    size = len(PAIR_SCORES)
    if joint.shape != (size, size) or not np.all(joint >= 0) or not joint.any():
        raise UcgsimError(f"pairs by both builds' half points: shape {joint.shape}; it must be (5, 5), not empty")
    return joint


def mixed_differences(tables: ArrayLike, weights: Sequence[float]) -> Sample:
    """The differences against several opponents as one sample of a field in which they have these shares.

    `tables[k]` as for `paired_difference_of`, shape (opponents, 5, 5); `weights` (opponents,) sum to 1. Opponents are
    to be met in proportion to the weights; what rounding left over is made up for, so that the sample's mean is the
    weighted mean of the differences, exactly. UcgsimError for a table that is none and as many weights as tables.

    Whom a pair met is planned and not drawn, but this sample takes it for drawn: its variance holds, beside the
    variance within opponents, that between them, sum of w_k (d_k - d)^2. A test of it is therefore conservative,
    by that part of the variance: gains that lie 5 points from their mean are 0.0025, beside the 0.3 that pairs of
    quite different builds show. Source: Cochran 1977, Sampling Techniques, section 5.6.
    """
    joints, shares = _field(tables, weights)
    met = joints.sum(axis=(1, 2))
    counts = (shares * met.sum() / met) @ joints.reshape(-1, len(_BY_DIFFERENCE)) @ _BY_DIFFERENCE
    return Sample(DIFFERENCES, counts, games=GAMES_PER_PAIR, neutral=0.0)


def _field(tables: ArrayLike, weights: Sequence[float]) -> tuple[Floats, Floats]:
    """Tables of pairs and shares of opponents, (opponents, 5, 5) and (opponents,), as floats."""
    joints, shares = np.array([_joint(table) for table in np.asarray(tables)]), np.asarray(weights, dtype=np.float64)
    if shares.shape != joints.shape[:1] or not math.isclose(shares.sum(), 1, abs_tol=1e-9):
        raise UcgsimError(
            f"{len(joints)} opponents and weights {tuple(weights)}; it must be as many, and they sum to 1"
        )
    return joints, shares


def gain_over_unpaired(
    tables: ArrayLike, weights: Sequence[float] = (1.0,), confidence: float = DEFAULT_CONFIDENCE
) -> Estimate:
    """How many times as many pairs an unpaired comparison would need for an interval as narrow.

    Tables, weights and errors as for `mixed_differences`. The ratio of the variances of an unpaired and a paired
    difference, both within opponents, whom either comparison would meet in the same shares; infinite where the builds
    never differed, NaN where neither of them varied either. The interval is normal for the logarithm. Source: the
    delta method, van der Vaart 1998, Asymptotic Statistics, chapter 3; of a stratified sample, Cochran 1977,
    section 5.3.
    """
    z = normal_quantile(confidence)
    joints, shares = _field(tables, weights)
    met = joints.sum(axis=(1, 2))
    chances = joints / met[:, None, None]
    x, y = (
        scores - (chances * scores).sum(axis=(1, 2), keepdims=True) for scores in (PAIR_SCORES[:, None], PAIR_SCORES)
    )
    apart, together = x**2 + y**2, (x - y) ** 2
    unpaired, paired = (float(shares @ (chances * squares).sum(axis=(1, 2))) for squares in (apart, together))
    pairs = round(float(met.sum()))
    if not paired:
        return Estimate(math.inf if unpaired else math.nan, 0.0, math.inf, pairs, confidence, Method.LOGARITHM)
    # What one pair moves the logarithm of the ratio by.
    moves = apart / unpaired - together / paired
    variances = (chances * moves**2).sum(axis=(1, 2)) - (chances * moves).sum(axis=(1, 2)) ** 2
    factor, gain = math.exp(z * math.sqrt(shares**2 @ (variances / met))), unpaired / paired
    return Estimate(gain, gain / factor, gain * factor, pairs, confidence, Method.LOGARITHM)


def unshared_luck() -> Sample:
    """The differences of two even builds, where no game shares its luck with another of the pair or of the build."""
    even = np.array([1.0, 0.0, 2.0, 0.0, 1.0])
    return Sample(DIFFERENCES, np.outer(even, even).ravel() @ _BY_DIFFERENCE, games=GAMES_PER_PAIR, neutral=0.0)
