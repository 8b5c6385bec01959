"""One number for several players: a win rate that holds the spread between good players as well as that of the games.

On the logit scale the rate that player ``p`` gives matchup (i, j) is taken to be

    truth_ij + deck_pi - deck_pj + matchup_pij + noise,

where a player handles each deck better or worse than others do (standard deviation ``deck``), each matchup on top of
that (``matchup``), and noise is that of the games. Sources: DerSimonian & Laird 1986, Controlled Clinical Trials 7,
177-188 (moments, weights); Scheffé 1952, J. Am. Stat. Assoc. 47, 381-400 (paired comparisons with effects of both).
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.rates import DEFAULT_CONFIDENCE, Estimate, Method, normal_quantile

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
    """How far good players lie from their common rate: standard deviations on the logit scale, of ``players``.

    ``build`` is that of the difference between two builds of one deck against the same rivals, as a share of games.
    ``cells``: how many matchups, over all players but one, it rests on.
    """

    deck: float
    matchup: float
    build: float
    cells: int
    players: tuple[str, ...] = ()

    @property
    def of_matchup(self) -> float:
        """The standard deviation of one matchup, on the logit scale."""
        return math.sqrt(2 * self.deck**2 + self.matchup**2)

    def variance(self, parts: Mapping[tuple[int, int], float], rates: Mapping[tuple[int, int], float]) -> float:
        """What the player adds to the variance of a sum of win rates: ``parts[i, j]`` times the rate of i against j.

        ``rates`` are about what the parts are. A matchup is one part, a deck in a field has its rivals' shares as
        parts, the lead of a deck over another has parts of both signs. On the scale of rates.
        """
        slopes = {(i, j): part * rates[i, j] * (1 - rates[i, j]) for (i, j), part in parts.items()}
        decks: dict[int, float] = {}
        for (i, j), slope in slopes.items():
            decks[i] = decks.get(i, 0.0) + slope
            decks[j] = decks.get(j, 0.0) - slope
        own = math.fsum(slope * slope for slope in slopes.values())
        return self.deck**2 * math.fsum(each * each for each in decks.values()) + self.matchup**2 * own

    def with_more(self, plays: Sequence[Mapping[tuple[int, int], Outcomes]]) -> PlayerSpread:
        """The same after the games of further matchups, each seen under all of ``plays``; both scales by one factor.

        What was known counts as many cells as it rests on. UcgsimError where the plays have no matchup in common.
        """
        squares, cells = _between(plays)
        known = 2 * self.deck**2 + self.matchup**2
        pooled = max((self.cells * known + cells * squares) / (self.cells + cells), 0.0)
        factor = math.sqrt(pooled / known) if known else 0.0
        return replace(self, deck=self.deck * factor, matchup=self.matchup * factor, cells=self.cells + cells)


def _between(plays: Sequence[Mapping[tuple[int, int], Outcomes]]) -> tuple[float, int]:
    """The variance of a matchup between players, by moments, which may be below 0, and how many cells it rests on."""
    common = [key for key in plays[0] if all(key in play for play in plays)] if len(plays) > 1 else []
    if not common:
        raise UcgsimError("no matchup was played under two policies; the spread between players takes one")
    excess, spare = 0.0, 0.0
    for key in common:
        values, noise = zip(*(logit(play[key]) for play in plays), strict=True)
        weights = [1 / each for each in noise]
        total = math.fsum(weights)
        mean = math.fsum(w * y for w, y in zip(weights, values, strict=True)) / total
        excess += math.fsum(w * (y - mean) ** 2 for w, y in zip(weights, values, strict=True)) - (len(plays) - 1)
        spare += total - math.fsum(w * w for w in weights) / total
    return excess / spare, len(common) * (len(plays) - 1)


def player_spread(
    plays: Sequence[Mapping[tuple[int, int], Outcomes]],
    decks: int,
    builds: Sequence[Sequence[Estimate]] = (),
    players: Sequence[str] = (),
) -> PlayerSpread:
    """The spread between players by moments, from a round robin of ``decks`` that each of them played on both sides.

    ``plays[p][i, j]``, i < j: games of player p. ``builds[k]``: the gain of one build over another under each player.
    Of every two players the difference of the logits is split into effects of decks and what is left of the matchups,
    by least squares; the noise of the games is taken off. UcgsimError for fewer than two players or three decks, or
    where a matchup is missing.
    """
    keys = list(itertools.combinations(range(decks), 2))
    if len(plays) < 2 or decks < FEWEST_DECKS or any(key not in play for play in plays for key in keys):
        raise UcgsimError("the spread between players takes two of them, three decks and every matchup of these")
    components = [_components(a, b, keys, decks) for a, b in itertools.combinations(plays, 2)]
    deck, matchup = (math.sqrt(max(float(np.mean(each)), 0.0)) for each in zip(*components, strict=True))
    return PlayerSpread(deck, matchup, _of_builds(builds), len(keys) * (len(plays) - 1), tuple(players))


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


def _of_builds(builds: Sequence[Sequence[Estimate]]) -> float:
    """The standard deviation of a gain between players, noise taken off.

    Where hardly any is left, it is no less than one standard error of its own variance: so much might not be seen.
    """
    squares = [
        ((a.rate - b.rate) ** 2 - _noise(a) - _noise(b)) / 2
        for gains in builds
        for a, b in itertools.combinations(gains, 2)
    ]
    if len(squares) < 2:
        return 0.0
    return math.sqrt(max(float(np.mean(squares)), float(np.std(squares, ddof=1)) / math.sqrt(len(squares))))


def _noise(estimate: Estimate) -> float:
    """The variance of an estimate, from its interval."""
    return (estimate.width / 2 / normal_quantile(estimate.confidence)) ** 2


def across_players(plays: Sequence[Estimate], variances: Sequence[float]) -> Estimate:
    """A win rate as good players have it on average, from one estimate for each player, with both errors.

    ``variances[p]``: what player p adds to that of the games, as `PlayerSpread.variance` has it. Each play weighs by
    its precision on the logit scale; n counts the games of all. A rate that nothing was seen of, or that is so by
    construction, stays as it is. UcgsimError where there is no play.
    """
    if not plays:
        raise UcgsimError("a win rate across players takes the games of one of them")
    first = plays[0]
    if math.isnan(first.rate) or first.method is Method.BY_CONSTRUCTION:
        return first
    # A play that lost or won all lies half a game from the end.
    rates = [min(max(each.rate, 0.5 / (each.n + 1)), 1 - 0.5 / (each.n + 1)) for each in plays]
    logits = [math.log(rate / (1 - rate)) for rate in rates]
    errors = [
        (_noise(each) + variance) / (rate * (1 - rate)) ** 2
        for each, variance, rate in zip(plays, variances, rates, strict=True)
    ]
    weights = [1 / error for error in errors]
    total = math.fsum(weights)
    mean = math.fsum(w * y for w, y in zip(weights, logits, strict=True)) / total
    reach = normal_quantile(first.confidence) / math.sqrt(total)
    rate, low, high = (1 / (1 + math.exp(-value)) for value in (mean, mean - reach, mean + reach))
    return Estimate(rate, low, high, sum(each.n for each in plays), first.confidence, Method.PLAYERS)


def difference_across_players(plays: Sequence[Estimate], variances: Sequence[float]) -> Estimate:
    """A difference of win rates in the same way, such as the gain of a build: weighed as it is, not by logits."""
    if not plays:
        raise UcgsimError("a difference across players takes the games of one of them")
    if math.isnan(plays[0].rate):
        return plays[0]
    weights = [1 / (_noise(each) + variance) for each, variance in zip(plays, variances, strict=True)]
    total = math.fsum(weights)
    mean = math.fsum(w * each.rate for w, each in zip(weights, plays, strict=True)) / total
    reach = normal_quantile(plays[0].confidence) / math.sqrt(total)
    return Estimate(
        mean, mean - reach, mean + reach, sum(each.n for each in plays), plays[0].confidence, Method.PLAYERS
    )


def across_resamples(
    resampled: Floats, plays: Sequence[Mapping[tuple[int, int], Outcomes]], spread: PlayerSpread, *, seed: int
) -> Floats:
    """Scores of a matrix as good players may have it, from scores of the first play's games drawn again.

    ``resampled``: (times, cells, ...), cells in the order of ``plays[0]``; the result has its shape. Each draw has
    players of its own: their effects on decks and matchups, and the noise of the games of further plays, are drawn from
    normal distributions on the logit scale, plays weighing as for `across_players`.
    """
    keys, times, generator = list(plays[0]), len(resampled), np.random.default_rng([seed, 3])
    seen = np.array([[logit(play[key]) for key in keys] for play in plays])
    values, noise = seen[..., 0], seen[..., 1]
    weights = 1 / (noise + spread.of_matchup**2)
    weights /= weights.sum(axis=0)
    decks = 1 + max(max(key) for key in keys)
    rows, columns = np.array(keys).T
    moved = np.zeros((times, len(keys)))
    for place in range(len(plays)):
        effects = generator.normal(0.0, spread.deck, (times, decks))
        error = spread.matchup**2 + (noise[place] if place else 0.0)
        own = generator.normal(0.0, 1.0, (times, len(keys))) * np.sqrt(error)
        moved += weights[place] * (effects[:, rows] - effects[:, columns] + own)
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


def foretold(estimate: Estimate, variance: float, confidence: float = DEFAULT_CONFIDENCE) -> Estimate:
    """Where one further player of the same class lies, from a rate ``across_players``; for checks of the model.

    ``variance``: what that player adds, on the scale of rates.
    """
    rate = estimate.rate
    slope = rate * (1 - rate)
    error = math.sqrt(_noise(estimate) + variance) / slope
    reach = normal_quantile(confidence) * error
    centre = math.log(rate / (1 - rate))
    low, high = (1 / (1 + math.exp(-value)) for value in (centre - reach, centre + reach))
    return Estimate(rate, low, high, estimate.n, confidence, Method.PLAYERS)
