"""Win rates as another good player would have them: the spread between good players and the error of the games.

On the logit scale the rate that player ``p`` gives matchup (i, j) is taken to be

    truth_ij + deck_pi - deck_pj + matchup_pij + noise,

where a player handles each deck better or worse than others do (standard deviation ``deck``), each matchup on top of
that (``matchup``), and noise is that of the games. Players that learned from the same lessons are relatives: their
effects are correlated (``kin``). An interval is one of prediction: it holds the rate of another good player, who is no
relative, and Student's t allows for how badly the spread is known. Sources: Scheffé 1952, J. Am. Stat. Assoc. 47,
381-400 (paired comparisons with effects of both); Higgins, Thompson & Spiegelhalter 2009, J. R. Stat. Soc. A 172,
137-159 (prediction in random effects); Satterthwaite 1946, Biometrics Bulletin 2, 110-114 (degrees of freedom).
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.intervals import (
    gain_variance_of,
    logit_of,
    predicted_of,
    rate_of,
    reaches,
    slopes_of,
    variance_of,
)
from ucgsim.stats.multiplicity import inside
from ucgsim.stats.rates import Estimate, Method, normal_quantile, standard_error

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.outcomes import Outcomes

ENOUGH = 1 / 3
"""Share of the spread between players below which the error of the games hardly widens an interval: by a twentieth."""


def logit(outcomes: Outcomes) -> tuple[float, float]:
    """The logit of a score and its variance, with half a game added to both sides; UcgsimError without a game.

    Source: Haldane 1956, Annals of Human Genetics 20, 309-311; Anscombe 1956, Biometrika 43, 461-464.
    """
    if not outcomes.games:
        raise UcgsimError("a matchup without a game has no win rate")
    won, lost = outcomes.points + 0.5, outcomes.games - outcomes.points + 0.5
    return math.log(won / lost), outcomes.design_effect * (1 / won + 1 / lost)


@dataclass(frozen=True, slots=True)
class PlayerSpread:
    """How far good players lie apart: standard deviations ``deck`` and ``matchup`` on the logit scale.

    ``kin`` is the correlation between the effects of relatives, ``df`` the degrees of freedom that the variance of one
    matchup has. The gain of a build over another has the variance of two decks against the same rivals where all cards
    differ, and none where nothing does: ``own`` is the part of it that grows with the share of cards that differ, the
    rest with that share to the power ``likeness``. ``players``: of whom it was estimated. ``simple``: in the same way
    how far simpler play lies, half of the mean square of its distance from the player whose numbers are shown.
    """

    deck: float
    matchup: float
    kin: float
    df: float
    own: float
    likeness: float
    players: tuple[str, ...] = ()
    simple: PlayerSpread | None = None

    @property
    def of_matchup(self) -> float:
        """The standard deviation of one matchup, on the logit scale."""
        return math.sqrt(2 * self.deck**2 + self.matchup**2)

    def variance(self, parts: Mapping[tuple[int, int], float], rates: Mapping[tuple[int, int], float]) -> float:
        """The variance of a sum of win rates between players: ``parts[i, j]`` times the rate of i against j.

        ``rates`` are about what the parts are. A matchup is one part, a deck in a field has its rivals' shares as
        parts, the lead of a deck over another has parts of both signs. On the scale of rates.
        """
        slopes = {(i, j): part * rates[i, j] * (1 - rates[i, j]) for (i, j), part in parts.items()}
        decks: dict[int, float] = defaultdict(float)
        for (i, j), slope in slopes.items():
            decks[i] += slope
            decks[j] -= slope
        own = math.fsum(slope * slope for slope in slopes.values())
        return variance_of(math.fsum(each * each for each in decks.values()), own, self.deck, self.matchup)

    def gain_variance(self, differing: float, shares: Sequence[float], rate: float = 0.5) -> float:
        """The variance between players of what a build gains over another that wins about ``rate`` of its games.

        ``differing``: the share of cards that differ; ``shares`` of the rivals that both meet, which sum to 1.
        """
        slopes = slopes_of([rate] * len(shares), shares)
        return gain_variance_of(differing, *slopes, self.deck, self.matchup, self.own, self.likeness)

    def root(self, rows: Sequence[Mapping[tuple[int, int], float]], rates: Mapping[tuple[int, int], float]) -> Floats:
        """A root of the covariance between players of several sums as ``variance`` takes them, (rows, effects)."""
        keys = sorted({(min(key), max(key)) for parts in rows for key in parts})
        decks = 1 + max((high for _, high in keys), default=-1)
        root = np.zeros((len(rows), decks + len(keys)))
        for place, parts in enumerate(rows):
            for (i, j), part in parts.items():
                slope = part * rates[i, j] * (1 - rates[i, j])
                root[place, i] += self.deck * slope
                root[place, j] -= self.deck * slope
                root[place, decks + keys.index((min(i, j), max(i, j)))] += self.matchup * (slope if i < j else -slope)
        return root

    def prediction(
        self, values: Sequence[float], games: Sequence[float], players: Sequence[float], confidence: float
    ) -> tuple[float, float]:
        """Where another good player lies, from what relatives show: the centre and the reach on either side.

        ``values`` of each play, the variances that ``games`` and ``players`` give each of them, on one scale.
        """
        return self.predicted(values, games, players).interval(self.df, confidence)

    def predicted(
        self, values: Sequence[float], games: Sequence[float], players: Sequence[float], *, another: bool = True
    ) -> Predicted:
        """What `prediction` makes an interval of. The centre is that of generalized least squares.

        Without ``another`` it is where good players lie on average.
        """
        return Predicted(*predicted_of(values, games, players, self.kin, float(another)))


class Predicted(NamedTuple):
    """Where a player lies: the centre, and the variances that the spread ``between`` players and ``games`` give it."""

    centre: float
    between: float
    games: float

    @property
    def total(self) -> float:
        """The variance from both."""
        return self.between + self.games

    def interval(self, df: float, confidence: float) -> tuple[float, float]:
        """The centre, and the reach on either side; ``df`` is how well the spread is known.

        The degrees of freedom are those of the sum (Satterthwaite): where games alone are uncertain, Student's t is the
        normal distribution.
        """
        reach = np.empty(1)
        reaches(np.array([[self.between, self.games, df, (1 + confidence) / 2]]), reach)
        return self.centre, float(reach[0])


def another_player(
    plays: Sequence[Estimate], variances: Sequence[float], spread: PlayerSpread, *, another: bool = True
) -> Estimate:
    """A win rate as another good player has it, from one estimate for each play, with both errors.

    ``variances[p]``: how far players lie apart, as ``PlayerSpread.variance`` has it, at the rate of play p. Reckoned on
    the logit scale, where half a game keeps an end of the scale in reach; the rate itself is never beyond those that
    the plays show, so that of one play is the rate that was seen. n counts the games of all. Without ``another`` it is
    that of good players on average. A rate that nothing was seen of, or that is so by construction, stays as it is.
    UcgsimError where there is no play.
    """
    if not plays:
        raise UcgsimError("a win rate of another player takes the games of one")
    first = plays[0]
    if math.isnan(first.rate) or first.method is Method.BY_CONSTRUCTION:
        return first
    centre, reach = on_logits(plays, variances, spread, another=another).interval(spread.df, first.confidence)
    rate = inside(rate_of(centre), [each.rate for each in plays])
    low, high = min(rate_of(centre - reach), rate), max(rate_of(centre + reach), rate)
    return Estimate(rate, low, high, sum(each.n for each in plays), first.confidence, Method.PLAYERS)


def simple_play(
    plays: Sequence[Estimate], variances: Sequence[float], far: Sequence[float], spread: PlayerSpread
) -> Estimate:
    """A win rate as simpler play has it: about where good players have it, as far away as simple players lie.

    As for ``another_player``; ``far[p]`` is the variance by ``spread.simple``. UcgsimError where that is not known.
    """
    first, simple = plays[0], spread.simple
    if simple is None:
        raise UcgsimError("how far simpler play lies was not measured")
    if math.isnan(first.rate) or first.method is Method.BY_CONSTRUCTION:
        return first
    near = on_logits(plays, variances, spread, another=False)
    apart = 2 * math.fsum(players for _, _, players in _logits(plays, far)) / len(plays)
    centre, reach = Predicted(near.centre, apart, near.games).interval(simple.df, first.confidence)
    rate, low, high = (rate_of(each) for each in (centre, centre - reach, centre + reach))
    return Estimate(rate, low, high, sum(each.n for each in plays), first.confidence, Method.PLAYERS)


def on_logits(
    plays: Sequence[Estimate], variances: Sequence[float], spread: PlayerSpread, *, another: bool = True
) -> Predicted:
    """Where another player lies on the logit scale, from the same as ``another_player``."""
    values, games, players = zip(*_logits(plays, variances), strict=True)
    return spread.predicted(values, games, players, another=another)


def _logits(plays: Sequence[Estimate], variances: Sequence[float]) -> list[tuple[float, float, float]]:
    """Rates on the logit scale, with the variances that games and players give them there."""
    return [
        logit_of(each.rate, each.low, each.high, each.n, variance, normal_quantile(each.confidence))
        for each, variance in zip(plays, variances, strict=True)
    ]


def another_players_difference(plays: Sequence[Estimate], variances: Sequence[float], spread: PlayerSpread) -> Estimate:
    """A difference of win rates in the same way, such as the gain of a build: as it is, not by logits."""
    if not plays:
        raise UcgsimError("a difference under another player takes the games of one")
    first = plays[0]
    if math.isnan(first.rate):
        return first
    noise = [standard_error(each) ** 2 for each in plays]
    rate, reach = spread.prediction([each.rate for each in plays], noise, variances, first.confidence)
    return Estimate(rate, rate - reach, rate + reach, sum(each.n for each in plays), first.confidence, Method.PLAYERS)


def other_players(
    resampled: Floats, plays: Sequence[Mapping[tuple[int, int], Outcomes]], spread: PlayerSpread, *, seed: int
) -> Floats:
    """Scores of a matrix as other good players may have them, from scores of the first play's games drawn again.

    ``resampled``: (times, cells, ...), cells in the order of ``plays[0]``; the result has its shape. Each draw is
    another player: the effects on decks and matchups of those who were seen and of the new one, and the noise of the
    games of further plays, are drawn on the logit scale, plays weighing as for ``another_player``. Effects have
    Student's t distribution.
    """
    keys, times, generator = list(plays[0]), len(resampled), np.random.default_rng([seed, 3])
    seen = np.array([[logit(play[key]) for key in keys] for play in plays])
    values, noise = seen[..., 0], seen[..., 1]
    own = (1 - spread.kin) * spread.of_matchup**2
    weights = 1 / (noise + own)
    weights /= weights.sum(axis=0)
    decks = 1 + max(max(key) for key in keys)
    rows, columns = np.array(keys).T
    far = np.sqrt(spread.df / generator.chisquare(spread.df, (times, 1))) if math.isfinite(spread.df) else 1.0

    def effects(share: float) -> Floats:
        each = generator.normal(0.0, spread.deck, (times, decks))
        cells = generator.normal(0.0, spread.matchup, (times, len(keys)))
        return np.asarray(math.sqrt(share) * far * (each[:, rows] - each[:, columns] + cells))

    # Those who were seen share what relatives do; another player is none of them.
    moved = effects(spread.kin) + effects(1.0)
    for place in range(len(plays)):
        moved += weights[place] * effects(1 - spread.kin)
        if place:
            moved += weights[place] * generator.normal(0.0, 1.0, (times, len(keys))) * np.sqrt(noise[place])
    centre = (weights * values).sum(axis=0) + moved
    # A score of 0 or 1 that was drawn lies half a game from the end.
    games = np.array([plays[0][key].games for key in keys])
    wide = (slice(None), *(np.newaxis,) * (resampled.ndim - 2))
    ends = (0.5 / (games + 1))[wide]
    drawn = np.clip(resampled, ends, 1 - ends)
    own_noise = weights[0][wide] * (np.log(drawn / (1 - drawn)) - values[0][wide])
    return np.asarray(1 / (1 + np.exp(-(centre[(slice(None), *wide)] + own_noise))))


def are_enough(games_alone: Estimate, both: Estimate) -> bool:
    """Whether more games no longer help: their error is at most a third of the spread between players."""
    games = standard_error(games_alone) ** 2
    players = standard_error(both) ** 2 - games
    return players > 0 and games <= ENOUGH**2 * players
