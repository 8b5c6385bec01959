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

import itertools
import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import Estimate, Method, normal_quantile

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.stats.multinomial import Floats
    from ucgsim.stats.outcomes import Outcomes

ENOUGH = 1 / 3
"""Share of the spread between players below which the error of the games hardly widens an interval: by a twentieth."""
FEWEST_DECKS = 3
"""Decks of a round robin below which the effects of decks and of matchups can't be distinguished."""


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
    rest with that share to the power ``likeness``. ``players``: of whom it was estimated.
    """

    deck: float
    matchup: float
    kin: float
    df: float
    own: float
    likeness: float
    players: tuple[str, ...] = ()

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
        return self.deck**2 * math.fsum(each * each for each in decks.values()) + self.matchup**2 * own

    def gain_variance(self, differing: float, shares: Sequence[float], rate: float = 0.5) -> float:
        """The variance between players of what a build gains over another that wins about ``rate`` of its games.

        ``differing``: the share of cards that differ; ``shares`` of the rivals that both meet, which sum to 1.
        """
        parts = {(build, 2 + at): sign * share for build, sign in ((0, 1), (1, -1)) for at, share in enumerate(shares)}
        alike = self.own * differing + (1 - self.own) * float(differing**self.likeness)
        return self.variance(parts, dict.fromkeys(parts, rate)) * alike

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
        self,
        values: Sequence[float],
        games: Sequence[float],
        players: Sequence[float],
        confidence: float,
        *,
        another: bool = True,
    ) -> tuple[float, float]:
        """Where another good player lies, from what relatives show: the centre and the reach on either side.

        ``values`` of each play, the variances that ``games`` and ``players`` give each of them, on one scale. Without
        ``another`` it is where good players lie on average. The centre is that of generalized least squares. The
        degrees of freedom are those of the sum (Satterthwaite): where games alone are uncertain, Student's t is the
        normal distribution.
        """
        from scipy.special import stdtrit  # noqa: PLC0415 - loads slowly

        own = np.sqrt(np.asarray(players))
        shared = np.where(np.eye(len(own)) > 0, 1.0, self.kin) * np.outer(own, own)
        weights = np.linalg.solve(shared + np.diag(games), np.ones(len(own)))
        weights /= weights.sum()
        between = float(weights @ shared @ weights) + float(np.mean(players)) * another
        total = between + float(weights**2 @ np.asarray(games))
        if not total:
            return float(weights @ np.asarray(values)), 0.0
        freedom = math.inf if not between else self.df * (total / between) ** 2
        # Above a million it is the normal distribution.
        quantile = float(stdtrit(min(freedom, 1e6), (1 + confidence) / 2))
        return float(weights @ np.asarray(values)), quantile * math.sqrt(total)


def player_spread(plays: Sequence[Mapping[tuple[int, int], Outcomes]], families: Sequence[str]) -> PlayerSpread:
    """The spread between players by moments, from a round robin that each of them played on both sides.

    ``plays[p][i, j]``, i < j: games of player p, who is of ``families[p]``; each on shuffles of its own. Of every two
    players the difference of the logits is split into effects of decks and what is left of the matchups, by least
    squares, and the noise of the games is taken off. The variances are means over all pairs: another good player is
    any that the panel stands for. ``kin`` is what is missing of it between two of one family; the degrees of freedom
    come from a jackknife over players (Tukey 1958). Gains of builds are as far apart as decks are: ``own`` and
    ``likeness`` are not estimated here. UcgsimError for fewer than three players or three decks, or where a matchup is
    missing.
    """
    decks = 1 + max((max(key) for play in plays for key in play), default=-1)
    keys = list(itertools.combinations(range(decks), 2))
    if len(plays) < 3 or decks < FEWEST_DECKS or any(set(play) != set(keys) for play in plays):
        raise UcgsimError("the spread between players takes three of them, three decks and every matchup of these")
    pairs = {
        (p, q): _components(plays[p], plays[q], keys, decks) for p, q in itertools.combinations(range(len(plays)), 2)
    }
    deck, matchup = (max(each, 0.0) for each in _mean(list(pairs.values())))
    known = 2 * deck + matchup
    within = [2 * each + rest for (p, q), (each, rest) in pairs.items() if families[p] == families[q]]
    kin = 1 - float(np.mean(within)) / known if within and known else 0.0
    without = [[value for pair, value in pairs.items() if out not in pair] for out in range(len(plays))]
    uncertain = (len(plays) - 1) * float(np.var([2 * mean[0] + mean[1] for mean in map(_mean, without)]))
    df = max(2 * known**2 / uncertain, 2.0) if uncertain else math.inf
    return PlayerSpread(math.sqrt(deck), math.sqrt(matchup), min(max(kin, 0.0), 1.0), df, own=1.0, likeness=1.0)


def _mean(values: Sequence[tuple[float, float]]) -> tuple[float, float]:
    deck, matchup = np.mean(values, axis=0)
    return float(deck), float(matchup)


def _components(
    a: Mapping[tuple[int, int], Outcomes],
    b: Mapping[tuple[int, int], Outcomes],
    keys: Sequence[tuple[int, int]],
    decks: int,
) -> tuple[float, float]:
    """The variances of the effects of decks and of matchups of one player, from the games of two."""
    moved, noise = np.zeros((decks, decks)), 0.0
    for i, j in keys:
        (first, error), (second, other) = logit(a[i, j]), logit(b[i, j])
        moved[i, j], moved[j, i] = first - second, second - first
        noise += (error + other) / len(keys)
    effects = moved.sum(axis=1) / decks
    left = moved - (effects[:, None] - effects[None, :])
    rest = float((np.triu(left, 1) ** 2).sum()) / ((decks - 1) * (decks - 2) / 2)
    between = float((effects**2).sum()) / (decks - 1) - rest / decks
    # Two players differ by two effects of each kind.
    return between / 2, (rest - noise) / 2


def _noise(estimate: Estimate) -> float:
    """The variance of an estimate, from its interval."""
    return (estimate.width / 2 / normal_quantile(estimate.confidence)) ** 2


def another_player(
    plays: Sequence[Estimate], variances: Sequence[float], spread: PlayerSpread, *, another: bool = True
) -> Estimate:
    """A win rate as another good player has it, from one estimate for each play, with both errors.

    ``variances[p]``: how far players lie apart, as ``PlayerSpread.variance`` has it, at the rate of play p. Reckoned on
    the logit scale; n counts the games of all. Without ``another`` it is that of good players on average. A rate that
    nothing was seen of, or that is so by construction, stays as it is. UcgsimError where there is no play.
    """
    if not plays:
        raise UcgsimError("a win rate of another player takes the games of one")
    first = plays[0]
    if math.isnan(first.rate) or first.method is Method.BY_CONSTRUCTION:
        return first
    # A play that lost or won all lies half a game from the end.
    rates = [min(max(each.rate, 0.5 / (each.n + 1)), 1 - 0.5 / (each.n + 1)) for each in plays]
    slopes = [rate * (1 - rate) for rate in rates]
    centre, reach = spread.prediction(
        [math.log(rate / (1 - rate)) for rate in rates],
        [_noise(each) / slope**2 for each, slope in zip(plays, slopes, strict=True)],
        [variance / slope**2 for variance, slope in zip(variances, slopes, strict=True)],
        first.confidence,
        another=another,
    )
    # Beyond 700 the exponential has no room in a float, and a rate no other value than 0 or 1.
    ends = (min(max(value, -700.0), 700.0) for value in (centre, centre - reach, centre + reach))
    rate, low, high = (1 / (1 + math.exp(-value)) for value in ends)
    return Estimate(rate, low, high, sum(each.n for each in plays), first.confidence, Method.PLAYERS)


def another_players_difference(plays: Sequence[Estimate], variances: Sequence[float], spread: PlayerSpread) -> Estimate:
    """A difference of win rates in the same way, such as the gain of a build: as it is, not by logits."""
    if not plays:
        raise UcgsimError("a difference under another player takes the games of one")
    first = plays[0]
    if math.isnan(first.rate):
        return first
    rate, reach = spread.prediction([each.rate for each in plays], [*map(_noise, plays)], variances, first.confidence)
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
    games = _noise(games_alone)
    players = _noise(both) - games
    return players > 0 and games <= ENOUGH**2 * players
