"""Independent games, told apart by who won the throw: rates, intervals and tests that know the two halves.

Both sides win the throw equally often by plan, so what the throw does to a rate is no chance: only the spread within
each half is. An interval that took all games for alike would be too wide wherever the throw matters.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats, Sample
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile, wilson_ends

SCORES: Floats = np.array([0.0, 0.5, 1.0])
"""What a game that is lost, undecided or won is worth."""
SHAPE = (2, 3)
"""Games by who won the throw (side a, side b), and by what they were worth."""


def stratified(table: ArrayLike, worth: ArrayLike, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """A rate among games that meet a condition, from games that were planned in halves; n counts those that meet it.

    ``table[half, k]``: games that do not meet it (k = 0), and games that meet it and are worth ``worth[k - 1]``, from
    0 to 1. Wilson's interval at the number of independent games that would tell as much: the games divided by the
    design effect, which is the variance within the halves (of the ratio estimate) by that of a proportion. With all
    or none successful there is no spread to go by, and the games count as they are. NaN and [0, 1] where no game
    meets the condition. Source: Cochran 1977, Sampling Techniques, sections 5.3 and 6.11; Franco et al. 2019,
    J. Surv. Stat. Methodol. 7, 334-364 (effective sizes in Wilson's interval).
    """
    games, values = np.asarray(table, dtype=np.float64), np.asarray(worth, dtype=np.float64)
    met = games[:, 1:].sum()
    if not met:
        normal_quantile(confidence)
        return Estimate(math.nan, 0.0, 1.0, 0, confidence, Method.WILSON)
    rate = float((games[:, 1:] @ values).sum() / met)
    size = float(met) / design_effect(games, values)
    low, high = wilson_ends(rate * size, size, confidence)
    method = Method.STRATIFIED if games.any(axis=1).all() else Method.WILSON
    return Estimate(rate, low, high, int(met), confidence, method)


def design_effect(games: Floats, values: Floats) -> float:
    """How many times the variance of the rate is that of as many independent games of one kind; as for `stratified`."""
    met = games[:, 1:].sum()
    rate = (games[:, 1:] @ values).sum() / met
    sizes = games.sum(axis=1)
    strata = np.count_nonzero(sizes)
    if not 1e-12 < rate < 1 - 1e-12 or sizes.sum() <= strata:
        return 1.0
    strays = np.r_[0.0, values - rate]
    within = games @ strays**2 - (games @ strays) ** 2 / np.maximum(sizes, 1)
    total = sizes.sum()
    effect = round(within.sum() / (met * rate * (1 - rate)) * (total - 1) / (total - strata), 12)
    # Halves without any spread of their own would claim to know all from a few games.
    return max(float(effect), 1 / math.sqrt(met))


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
    def of(cls, counts: ArrayLike) -> "Outcomes":
        """Games by half and worth, shape (2, 3), or by worth alone, (3,); UcgsimError for another shape."""
        values = np.asarray(counts)
        halves = np.stack([values, np.zeros_like(values)]) if values.ndim == 1 else values
        if halves.shape != SHAPE:
            raise UcgsimError(f"games have the shape {values.shape}; it must be (2, 3) or (3,)")
        first, second = (tuple(half) for half in halves.tolist())
        return cls((first, second))

    def __add__(self, other: "Outcomes") -> "Outcomes":
        return Outcomes.of(self.as_array() + other.as_array())

    def flipped(self) -> "Outcomes":
        """The same games as the other side sees them."""
        return Outcomes.of(self.as_array()[::-1, ::-1])

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(map(sum, self.counts))

    @property
    def totals(self) -> tuple[int, int, int]:
        """Games lost, undecided and won, whoever won the throw."""
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
    def sample(self) -> Sample:
        """The games as observations of a score, for Elo and the sequential test."""
        return Sample(SCORES, np.array(self.totals, np.float64), games=1, neutral=0.5)

    @property
    def design_effect(self) -> float:
        """Variance of the score by that of as many independent games of one kind without an undecided one."""
        return design_effect(self._table(), SCORES) if self.games else 1.0

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
        return float(2 * ndtr(-abs(self.score.rate - score) / spread)) if spread else 0.0


def halves_drawn(cell: Outcomes, times: int, stream: np.random.Generator) -> Floats:
    """Scores of games drawn again with replacement within each half, shape (times,)."""
    halves = [half for half in cell.as_array() if half.sum()]
    drawn = sum(stream.multinomial(half.sum(), half / half.sum(), times) @ SCORES for half in halves)
    return np.asarray(drawn / cell.games, dtype=np.float64)


def halves_drawn_apart(cell: Outcomes, times: int, stream: np.random.Generator) -> Floats:
    """The same for each half, shape (times, 2): the scores where the side won the throw, and where the other one did.

    A cell whose games are all in one half tells nothing of the other, which is then taken for alike.
    """
    halves = cell.as_array()
    drawn = [
        stream.multinomial(half.sum(), half / half.sum(), times) @ SCORES / half.sum() for half in halves if half.sum()
    ]
    return np.stack([drawn[0], drawn[-1]], axis=1)
