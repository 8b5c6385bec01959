"""Bradley-Terry ratings, their test, significant wins and non-transitive triples."""

import itertools
import math

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import ELO_PER_E
from ucgsim.stats.pairs import PairCounts
from ucgsim.stats.rates import wilson
from ucgsim.stats.ratings import bradley_terry, cycles, ranking, significant_wins

# American League 1987, wins of row over column: Agresti, Categorical Data Analysis (2nd ed.), table 10.10.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
WINS = np.array(
    [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
)
# Log-strengths against Baltimore and their errors, as the R package BradleyTerry2 prints them.
STRENGTHS = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839]


def _cells(matrix):
    """Every won game as a pair won whole: the same shares, twice the games, twice the variance of a pair."""
    return {
        (a, b): PairCounts((int(matrix[b, a]), 0, 0, 0, int(matrix[a, b])))
        for a, b in itertools.combinations(range(len(matrix)), 2)
    }


def _independent(rng, scores, pairs):
    """Cells of pairs whose two games are independent, with these true scores."""
    return {
        (a, b): PairCounts.from_points(rng.binomial(2, scores[a, b], pairs))
        for a, b in itertools.combinations(range(len(scores)), 2)
    }


def _by_strength(strengths):
    strengths = np.asarray(strengths)
    return 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))


def test_published_strengths():
    ratings = bradley_terry(len(TEAMS), _cells(WINS)).ratings
    result = [(rating.rate - ratings[-1].rate) / ELO_PER_E for rating in ratings[:-1]]
    assert [round(value, 4) for value in result] == STRENGTHS
    assert sum(rating.rate for rating in ratings) == pytest.approx(0, abs=1e-9)


def test_published_fit():
    """Agresti finds a deviance of 15.74 on 15 degrees for single games.

    Games that come as whole pairs double the deviance and the design effect; what is left to differ is
    the one independent pair that is mixed into the design effect of each cell.
    """
    fit = bradley_terry(len(TEAMS), _cells(WINS)).fit
    assert fit.degrees == 15
    assert fit.statistic == pytest.approx(15.74, rel=0.06)
    assert fit.p_value > 0.3


def test_expected_scores_follow_the_ratings():
    result = bradley_terry(3, _independent(np.random.default_rng(1), _by_strength([1, 0, -1]), 400))
    gap = result.ratings[0].rate - result.ratings[2].rate
    assert result.expected[0][2] == pytest.approx(1 / (1 + 10 ** (-gap / 400)))
    assert result.expected[2][0] == pytest.approx(1 - result.expected[0][2])
    assert not result.shrunk


def test_coverage_of_ratings_and_size_of_the_test():
    """300 matrices of five decks that one number each does describe: 95 % held, 5 % rejected."""
    rng = np.random.default_rng(41)
    strengths = np.array([0.6, 0.3, 0, -0.2, -0.7])
    scores = _by_strength(strengths)
    held, rejected = [], []
    for _ in range(300):
        result = bradley_terry(5, _independent(rng, scores, 200))
        truth = ELO_PER_E * strengths
        held += [not r.excludes(t) for r, t in zip(result.ratings, truth, strict=True)]
        rejected.append(result.fit.p_value <= 0.05)
    assert 0.93 <= np.mean(held) <= 0.97
    assert np.mean(rejected) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 300)


@pytest.mark.parametrize("together", [0.9, 0.1], ids=["luck that adds up", "luck that cancels"])
def test_coverage_of_ratings_where_a_pair_shares_its_luck(together):
    """300 matrices of four decks; ignoring the pairs would cover 84 %, or 99 %, of the truths."""
    rng = np.random.default_rng(83)
    strengths = np.array([0.4, 0.1, -0.1, -0.4])
    scores, held = _by_strength(strengths), []
    for _ in range(300):
        cells = {}
        for a, b in itertools.combinations(range(4), 2):
            split = 2 * min(scores[a, b], scores[b, a]) * (1 - together)
            won = scores[a, b] - split / 2
            cells[a, b] = PairCounts.from_sequence(rng.multinomial(200, (1 - split - won, split, won)).tolist())
        result = bradley_terry(4, cells).ratings
        held += [not r.excludes(t) for r, t in zip(result, ELO_PER_E * strengths, strict=True)]
    assert 0.93 <= np.mean(held) <= 0.97


def test_a_cycle_is_named_and_fails_the_fit():
    scores = np.array([[0.5, 0.6, 0.4, 0.7], [0.4, 0.5, 0.6, 0.7], [0.6, 0.4, 0.5, 0.7], [0.3, 0.3, 0.3, 0.5]])
    cells = _independent(np.random.default_rng(2), scores, 2000)
    assert bradley_terry(4, cells).fit.p_value < 1e-6
    (result,) = cycles(4, cells)
    assert result.decks == (0, 1, 2)
    assert result.sure
    assert 0.55 < result.edge < 0.62


def test_a_cycle_the_other_way_and_an_unsure_one():
    few = {
        (0, 1): PairCounts((3, 0, 4, 0, 2)),
        (0, 2): PairCounts((2, 0, 4, 0, 3)),
        (1, 2): PairCounts((3, 0, 4, 0, 2)),
    }
    (result,) = cycles(3, few)
    assert result.decks == (0, 2, 1)
    assert not result.sure


def test_a_cycle_is_sure_only_where_all_three_wins_are():
    sure, unsure = PairCounts((10, 0, 50, 0, 60)), PairCounts((9, 0, 100, 0, 11))
    (result,) = cycles(3, {(0, 1): sure, (1, 2): sure, (0, 2): unsure.flipped()})
    assert (result.decks, result.sure) == ((0, 1, 2), False)
    assert len(significant_wins(3, {(0, 1): sure, (1, 2): sure, (0, 2): unsure.flipped()})) == 2


def test_no_cycle_in_an_order():
    assert cycles(4, _independent(np.random.default_rng(4), _by_strength([1.5, 0.5, -0.5, -1.5]), 500)) == []


def test_a_deck_that_lost_everything_is_rated_with_a_note():
    cells = {
        (0, 1): PairCounts((5, 0, 10, 0, 5)),
        (0, 2): PairCounts((0, 0, 0, 0, 20)),
        (1, 2): PairCounts((0, 0, 0, 0, 20)),
    }
    result = bradley_terry(3, cells)
    assert result.shrunk
    assert all(math.isfinite(rating.width) for rating in result.ratings)
    assert result.ratings[2].rate < result.ratings[0].rate - 300


def test_two_decks_leave_nothing_to_test():
    result = bradley_terry(2, {(0, 1): PairCounts((10, 0, 20, 0, 15))})
    assert result.fit.degrees == 0
    assert math.isnan(result.fit.p_value)
    assert result.expected[0][1] == pytest.approx(50 / 90)


@pytest.mark.parametrize(
    ("decks", "cells", "message"),
    [
        (1, {}, "two or more"),
        (2, {(0, 0): PairCounts((1, 0, 0, 0, 1))}, r"cell \(0, 0\)"),
        (2, {(0, 2): PairCounts((1, 0, 0, 0, 1))}, r"cell \(0, 2\)"),
        (2, {(0, 1): PairCounts((1, 0, 0, 0, 1)), (1, 0): PairCounts((1, 0, 0, 0, 1))}, "each two once"),
        (3, {(0, 1): PairCounts((1, 0, 0, 0, 1))}, "never met"),
    ],
)
def test_impossible_matrices_are_refused(decks, cells, message):
    with pytest.raises(UcgsimError, match=message):
        bradley_terry(decks, cells)


def test_significant_wins_name_the_winner():
    cells = {(0, 1): PairCounts((50, 0, 100, 0, 10)), (0, 2): PairCounts((10, 0, 30, 0, 11))}
    wins = significant_wins(3, cells)
    assert list(wins) == [(1, 0)]
    assert wins[1, 0] == pytest.approx(2 * cells[0, 1].p_value())


def test_family_wise_error_of_the_matrix():
    """Six equal decks, luck that cancels: any win called significant in at most 5 % of 400 matrices."""
    rng = np.random.default_rng(43)
    names = list(itertools.combinations(range(6), 2))
    false = 0
    for _ in range(400):
        drawn = rng.multinomial(150, (0.1, 0, 0.8, 0, 0.1), size=len(names))
        cells = {key: PairCounts.from_sequence(row.tolist()) for key, row in zip(names, drawn, strict=True)}
        false += bool(significant_wins(6, cells))
    assert false / 400 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)


def test_p_value_agrees_with_the_interval():
    rng = np.random.default_rng(47)
    for row in rng.multinomial(60, (0.25, 0.02, 0.5, 0.03, 0.2), size=100):
        pairs = PairCounts.from_sequence(row.tolist())
        assert (pairs.p_value() < 0.05) == pairs.score.excludes(0.5)
    assert PairCounts((0, 0, 7, 0, 0)).p_value() == 1
    assert PairCounts((0, 0, 0, 0, 7)).p_value(1.0) == 1
    assert PairCounts((0, 0, 7, 0, 0)).p_value(1.0) == 0


def test_ranking_by_mean_and_by_lower_bound():
    rows = [wilson(6, 10), wilson(550, 1000), wilson(0, 0), wilson(400, 1000)]
    assert ranking(rows) == ([0, 1, 3, 2], [1, 3, 0, 2])
