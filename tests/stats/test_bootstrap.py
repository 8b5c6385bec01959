"""Resampling games: the same seed, the same numbers; the intervals cover."""

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Method
from ucgsim.stats.zero_sum import bootstrap, equilibrium, payoff_from_scores, resampled_scores

CELLS = [
    Outcomes.of([[40, 0, 60], [60, 0, 40]]),
    Outcomes.of([[20, 2, 90], [45, 1, 42]]),
    Outcomes.of([[60, 0, 40], [70, 0, 30]]),
]


def test_seed_decides_everything():
    first, again = (resampled_scores(CELLS, times=50, seed=9) for _ in range(2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, resampled_scores(CELLS, times=50, seed=10))


def test_a_cell_keeps_its_draws_when_others_follow():
    assert np.array_equal(
        resampled_scores(CELLS[:1], times=20, seed=9)[:, 0], resampled_scores(CELLS, times=20, seed=9)[:, 0]
    )


def resampled(statistic, cells, *, seed, times, **options):
    """The numbers of the games of some cells, each drawn again."""
    rates = np.array([each.points / each.games for each in cells])
    drawn = resampled_scores(cells, times=times, seed=seed)
    return bootstrap(statistic, rates, drawn, sum(each.games for each in cells), seed=seed, **options)


def test_interval_of_a_score_is_that_of_the_games():
    (estimate,) = resampled(lambda scores: scores, CELLS[:1], seed=1, times=4000).estimates
    exact = CELLS[0].score
    assert (estimate.low, estimate.high) == pytest.approx((exact.low, exact.high), abs=0.006)
    assert (estimate.rate, estimate.n, estimate.method) == (exact.rate, 200, Method.BOOTSTRAP)


def test_shares_of_an_equilibrium():
    """Three decks in a circle: every resample has shares, and the wobble is reported around them."""

    def shares(scores):
        a, b, c = scores
        return np.array(equilibrium(payoff_from_scores([[0.5, a, c], [1 - a, 0.5, b], [1 - c, 1 - b, 0.5]])).shares)

    seen = []
    cells = [Outcomes.of(each) for each in ((50, 0, 70), (50, 0, 75), (80, 0, 50))]
    result = resampled(shares, cells, seed=3, times=100, progress=seen.append)
    assert seen == list(range(1, 101))
    assert result.samples.shape == (100, 3)
    assert result.times == 100
    assert result.samples.sum(axis=1) == pytest.approx(np.ones(100))
    assert all(e.low <= e.rate <= e.high for e in result.estimates)
    assert sum(e.width for e in result.estimates) > 0.1


def test_impossible_resamples_are_refused():
    with pytest.raises(UcgsimError, match="at least 1"):
        resampled_scores(CELLS, times=0, seed=1)
    with pytest.raises(UcgsimError, match="cell 1 has no games"):
        resampled_scores([CELLS[0], Outcomes()], times=5, seed=1)


def test_coverage_of_the_bootstrap():
    """The gap between two cells of 300 games, 300 times: 95 % covered within the error of 300."""
    rng = np.random.default_rng(53)
    truths = [((0.35, 0, 0.65), (0.55, 0, 0.45)), ((0.5, 0.1, 0.4), (0.6, 0, 0.4))]
    held = []
    for seed in range(300):
        cells = [Outcomes.of([rng.multinomial(150, half) for half in truth]) for truth in truths]
        (gap,) = resampled(lambda s: s[:1] - s[1:], cells, seed=seed, times=400).estimates
        held.append(not gap.excludes(0.55 - 0.425))
    assert 0.91 <= np.mean(held) <= 0.985


def shares_of_three(scores):
    """Equilibrium of three decks from the scores of 0 against 1, 0 against 2 and 1 against 2, without a programme.

    In a circle each deck is played as often as the other two meet with an edge; else one deck beats both.
    """
    edges = np.array([scores[2], 1 - scores[1], scores[0]]) - 0.5
    if (edges > 0).all() or (edges < 0).all():
        return edges / edges.sum()
    gains = np.array([[edges[2], -edges[1]], [-edges[2], edges[0]], [edges[1], -edges[0]]])
    beats = (gains > 0).all(axis=1)
    return beats / max(beats.sum(), 1)


def test_shares_of_three_decks_are_those_of_the_programme():
    rng = np.random.default_rng(59)
    for a, b, c in rng.uniform(0.35, 0.65, (40, 3)):
        result = equilibrium(payoff_from_scores([[0.5, a, b], [1 - a, 0.5, c], [1 - b, 1 - c, 0.5]])).shares
        assert shares_of_three((a, b, c)) == pytest.approx(result, abs=1e-6)


@pytest.mark.parametrize(
    ("truth", "shares"), [((0.6, 0.4, 0.6), (1 / 3,) * 3), ((0.51, 0.51, 0.5), (1, 0, 0))], ids=["circle", "best"]
)
def test_coverage_of_the_shares_of_an_equilibrium(truth, shares):
    """Three decks in a circle, and one that is hardly better: 95 % covered within the error of 150 matrices."""
    rng = np.random.default_rng(79)
    held = []
    for seed in range(150):
        drawn = [rng.multinomial(500, ((1.1 - each, 0, each - 0.1), (0.9 - each, 0, each + 0.1))) for each in truth]
        cells = [Outcomes.of(row) for row in drawn]
        result = resampled(shares_of_three, cells, seed=seed, times=200).estimates
        held.append([each.low - 1e-9 <= share <= each.high + 1e-9 for each, share in zip(result, shares, strict=True)])
    assert np.mean(held, axis=0).min() >= 0.95 - 3 * 0.018
