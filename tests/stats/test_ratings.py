"""Bradley-Terry ratings, their test, significant wins and non-transitive triples."""

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.elo import ELO_PER_E
from ucgsim.stats.outcomes import Outcomes
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
    """Every game, of one kind."""
    return {
        (a, b): Outcomes.of([matrix[b, a], 0, matrix[a, b]]) for a, b in itertools.combinations(range(len(matrix)), 2)
    }


def _independent(rng, scores, games):
    """Cells of games with these true scores, the same whoever wins the throw."""
    return {
        (a, b): Outcomes.of(rng.multinomial(games // 2, (1 - scores[a, b], 0, scores[a, b]), 2))
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
    """Agresti finds a deviance of 15.74 on 15 degrees."""
    fit = bradley_terry(len(TEAMS), _cells(WINS)).fit
    assert fit.degrees == 15
    assert fit.statistic == pytest.approx(15.74, abs=0.005)
    assert fit.p_value > 0.3


def test_expected_scores_follow_the_ratings():
    result = bradley_terry(3, _independent(np.random.default_rng(1), _by_strength([1, 0, -1]), 800))
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
        result = bradley_terry(5, _independent(rng, scores, 400))
        truth = ELO_PER_E * strengths
        held += [not r.excludes(t) for r, t in zip(result.ratings, truth, strict=True)]
        rejected.append(result.fit.p_value <= 0.05)
    assert 0.93 <= np.mean(held) <= 0.97
    assert np.mean(rejected) <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 300)


def test_coverage_of_ratings_where_the_throw_decides_much():
    """300 matrices of four decks; taking all games for alike would cover 99 % of the truths."""
    rng = np.random.default_rng(83)
    strengths = np.array([0.4, 0.1, -0.1, -0.4])
    scores, held = _by_strength(strengths), []
    for _ in range(300):
        cells = {}
        for a, b in itertools.combinations(range(4), 2):
            halves = ((1 - won, 0, won) for won in (scores[a, b] + 0.3, scores[a, b] - 0.3))
            cells[a, b] = Outcomes.of([rng.multinomial(200, half) for half in halves])
        result = bradley_terry(4, cells).ratings
        held += [not r.excludes(t) for r, t in zip(result, ELO_PER_E * strengths, strict=True)]
    assert 0.93 <= np.mean(held) <= 0.97


def _rates(cells):
    return {key: counts.estimate() for key, counts in cells.items()}


def _wins(cells):
    return significant_wins(_rates(cells), [counts.p_value() for counts in cells.values()])


def _cycles(decks, cells):
    return cycles(decks, _rates(cells), _wins(cells))


def test_slopes_say_how_a_rating_moves_with_a_score():
    cells = {(0, 1): Outcomes.of([400, 0, 600]), (0, 2): Outcomes.of([300, 0, 700]), (1, 2): Outcomes.of([450, 0, 550])}
    moved = cells | {(0, 2): Outcomes.of([299, 0, 701])}
    before, after = (bradley_terry(3, each) for each in (cells, moved))
    for deck, slopes in enumerate(before.slopes):
        rise = after.ratings[deck].rate - before.ratings[deck].rate
        assert rise == pytest.approx(slopes[0, 2] / 1000, rel=0.01)


def test_a_win_whose_interval_holds_one_half_is_never_significant():
    wide = replace(Outcomes.of([40, 0, 60]).estimate(), low=0.49)
    assert significant_wins({(0, 1): wide}, [0.01]) == {}


def test_a_cycle_is_named_and_fails_the_fit():
    scores = np.array([[0.5, 0.6, 0.4, 0.7], [0.4, 0.5, 0.6, 0.7], [0.6, 0.4, 0.5, 0.7], [0.3, 0.3, 0.3, 0.5]])
    cells = _independent(np.random.default_rng(2), scores, 4000)
    assert bradley_terry(4, cells).fit.p_value < 1e-6
    (result,) = _cycles(4, cells)
    assert result.decks == (0, 1, 2)
    assert result.sure
    assert 0.55 < result.edge < 0.62


def test_a_cycle_the_other_way_and_an_unsure_one():
    few = {
        (0, 1): Outcomes.of([10, 0, 8]),
        (0, 2): Outcomes.of([8, 0, 10]),
        (1, 2): Outcomes.of([10, 0, 8]),
    }
    (result,) = _cycles(3, few)
    assert result.decks == (0, 2, 1)
    assert not result.sure


def test_a_cycle_is_sure_only_where_all_three_wins_are():
    sure, unsure = Outcomes.of([70, 0, 170]), Outcomes.of([118, 0, 122])
    (result,) = _cycles(3, {(0, 1): sure, (1, 2): sure, (0, 2): unsure.flipped()})
    assert (result.decks, result.sure) == ((0, 1, 2), False)
    assert len(_wins({(0, 1): sure, (1, 2): sure, (0, 2): unsure.flipped()})) == 2


def test_no_cycle_in_an_order():
    assert _cycles(4, _independent(np.random.default_rng(4), _by_strength([1.5, 0.5, -0.5, -1.5]), 1000)) == []


def test_a_deck_that_lost_everything_is_rated_with_a_note():
    cells = {
        (0, 1): Outcomes.of([20, 0, 20]),
        (0, 2): Outcomes.of([0, 0, 40]),
        (1, 2): Outcomes.of([0, 0, 40]),
    }
    result = bradley_terry(3, cells)
    assert result.shrunk
    assert all(math.isfinite(rating.width) for rating in result.ratings)
    assert result.ratings[2].rate < result.ratings[0].rate - 300


def test_two_decks_leave_nothing_to_test():
    result = bradley_terry(2, {(0, 1): Outcomes.of([40, 0, 50])})
    assert result.fit.degrees == 0
    assert math.isnan(result.fit.p_value)
    assert result.expected[0][1] == pytest.approx(50 / 90)


@pytest.mark.parametrize(
    ("decks", "cells", "message"),
    [
        (1, {}, "two or more"),
        (2, {(0, 0): Outcomes.of([2, 0, 2])}, r"cell \(0, 0\)"),
        (2, {(0, 2): Outcomes.of([2, 0, 2])}, r"cell \(0, 2\)"),
        (2, {(0, 1): Outcomes.of([2, 0, 2]), (1, 0): Outcomes.of([2, 0, 2])}, "each two once"),
        (3, {(0, 1): Outcomes.of([2, 0, 2])}, "never met"),
    ],
)
def test_impossible_matrices_are_refused(decks, cells, message):
    with pytest.raises(UcgsimError, match=message):
        bradley_terry(decks, cells)


def test_significant_wins_name_the_winner():
    cells = {(0, 1): Outcomes.of([200, 0, 120]), (0, 2): Outcomes.of([50, 0, 52])}
    wins = _wins(cells)
    assert list(wins) == [(1, 0)]
    assert wins[1, 0] == pytest.approx(2 * cells[0, 1].p_value())


def test_family_wise_error_of_the_matrix():
    """Six equal decks, a throw that decides much: any win called significant in at most 5 % of 400 matrices."""
    rng = np.random.default_rng(43)
    names = list(itertools.combinations(range(6), 2))
    false = 0
    for _ in range(400):
        drawn = rng.multinomial(150, ((0.2, 0, 0.8), (0.8, 0, 0.2)), size=(len(names), 2))
        cells = {key: Outcomes.of(row) for key, row in zip(names, drawn, strict=True)}
        false += bool(_wins(cells))
    assert false / 400 <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 400)


def test_ranking_by_mean_and_by_lower_bound():
    rows = [wilson(6, 10), wilson(550, 1000), wilson(0, 0), wilson(400, 1000)]
    assert ranking(rows) == ([0, 1, 3, 2], [1, 3, 0, 2])
