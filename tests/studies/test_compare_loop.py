"""The loop of a comparison on synthetic games with known truth: what is called, coverage after every kind of stop.

Pairs are drawn instead of played; looks, stop and estimate are those of a real comparison. The same at length, with
what other methods would do: `scripts.sequences`.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from scripts.sequences import drawn, joint, study
from ucgsim.studies.compare.findings import Standing
from ucgsim.studies.compare.plan import LOOK, UNTIL_SURE, Stop

FIELD = (0.7, 0.2, 0.1)
APART = (-0.02, 0.05, 0.04)
"""Gains against three opponents that cancel in the field above: -1.4, 1.0 and 0.4 points of it."""
FIELDS = {"one opponent": ((1.0,), (0.0,)), "weighted, far apart": (FIELD, APART)}


def error(rate, times, errors=3):
    return errors * math.sqrt(rate * (1 - rate) / times)


def test_the_chances_are_what_they_are_called():
    for gain in (0, 0.03, -0.01):
        table = joint(gain)
        assert table.sum() == pytest.approx(1)
        assert (table.sum(axis=0) - table.sum(axis=1)) @ np.arange(3) / 2 == pytest.approx(gain)
    assert np.dot(FIELD, APART) == pytest.approx(0)


def test_a_large_difference_is_seen_long_before_a_thousand_games():
    """Three points where the builds often differ: the first look after 1,000 games was far past what that needs."""
    results = list(drawn(study(UNTIL_SURE, 200_000), [joint(0.03)], np.random.default_rng(9), 300))
    assert {result.standing for result in results} == {Standing.DECIDED}
    assert np.mean([result.each for result in results]) < 1_000
    held = np.mean([not result.difference.excludes(0.03) for result in results])
    assert held >= 0.95 - error(0.95, 300)


@pytest.mark.parametrize("gain", [0.0, 0.02, 0.15])
def test_it_ends_when_the_printed_sentence_is_decided_or_more_games_would_not_decide_it(gain):
    """Equal builds are hardly called better. The two decks share no card, so players differ as about any two decks."""
    results = list(drawn(study(UNTIL_SURE, 100_000, policy="planner"), [joint(gain)], np.random.default_rng(11), 60))
    for result in results:
        assert result.shown.excludes(0) == (result.standing is Standing.DECIDED)
        assert result.shown.low <= result.shown.rate <= result.shown.high
        assert not any(look.is_enough for look in result.looks[:-1])
    called = np.mean([result.shown.excludes(0) for result in results])
    assert called <= 0.05 if gain < 0.1 else called > 0.5


@pytest.mark.parametrize(("often", "cards"), [(0.05, 1), (0.12, 2), (0.005, 1)])
def test_equal_builds_are_hardly_ever_called_better_or_worse(often, cards):
    """Over all looks together at most 5 %; a 95 % interval asked again at every look calls one in four and more."""
    planned = study(UNTIL_SURE, 30_000, cards=cards)
    results = list(drawn(planned, [joint(0.0, often)], np.random.default_rng(10), 150))
    assert np.mean([result.standing is Standing.DECIDED for result in results]) <= 0.05 + error(0.05, 150, 2)
    plain = [
        any(abs(look.by_games.rate) > 1.96 * (often / look.each) ** 0.5 for look in each.looks) for each in results
    ]
    assert often < 0.01 or np.mean(plain) > 0.2


@pytest.mark.parametrize(("often", "gain"), [(0.05, 0.008), (0.12, 0.015)])
def test_what_a_stopped_comparison_prints_is_unbiased_and_holds(often, gain):
    """The plain mean is some tenths of a point too high where it stopped."""
    results = list(drawn(study(UNTIL_SURE, 100_000), [joint(gain, often)], np.random.default_rng(8), 100))
    rates = np.array([result.difference.rate for result in results])
    wrong = 3 * rates.std() / math.sqrt(len(rates))
    assert abs(rates.mean() - gain) < wrong < 0.004
    assert np.mean([result.by_games.rate for result in results]) - gain > wrong
    assert np.mean([not result.difference.excludes(gain) for result in results]) >= 0.95 - error(0.95, 100)
    assert all(result.shown.low <= result.shown.rate <= result.shown.high for result in results)


def test_unequal_shares_count_as_they_are_in_the_field():
    """The same truth with equal shares is 2.3 points, so what is alike here is called there."""
    tables = [joint(gain) for gain in APART]
    alike, better = (
        list(drawn(study(UNTIL_SURE, 60_000, shares), tables, np.random.default_rng(6), 50))
        for shares in (FIELD, (1 / 3,) * 3)
    )
    assert np.mean([result.standing is Standing.DECIDED for result in alike]) <= 0.1
    assert {result.standing for result in better} == {Standing.DECIDED}


@pytest.mark.parametrize("often", [0.05, 0.005], ids=["often different", "seldom different"])
def test_the_stop_at_a_precision_covers(often):
    """200 comparisons that stopped when narrow enough: 95 %, although the width decided. Source: Chow & Robbins 1965,
    Ann. Math. Statist. 36, 457-462.
    """
    times, truth = 200, 0.004
    wanted = 100 * 1.96 * math.sqrt(often / (5 * LOOK)) * (1 if often > 0.01 else 1.1)
    planned = study(Stop(precision=wanted), 100_000)
    results = list(drawn(planned, [joint(truth, often)], np.random.default_rng(9), times))
    assert all(result.difference.width * 50 <= wanted for result in results)
    assert len({len(result.looks) for result in results}) > 1
    held = np.mean([not result.difference.excludes(truth) for result in results])
    assert 0.95 - error(0.95, times) <= held <= 0.95 + error(0.95, times)


@pytest.mark.parametrize("shares", [(1.0,), FIELD, (0.98, 0.01, 0.01)], ids=["one", "weighted", "very unequal"])
def test_fixed_numbers_of_games_cover(shares):
    """400 comparisons of 1,000 games of each build; opponents of 1 % are met ten times."""
    times = 400
    gains = (0.01,) if len(shares) == 1 else APART
    truth = float(np.dot(shares, gains))
    planned = study(Stop(), 1000, shares)
    results = list(drawn(planned, [joint(gain) for gain in gains], np.random.default_rng(10), times))
    held = np.mean([not result.difference.excludes(truth) for result in results])
    assert 0.95 - error(0.95, times) <= held <= 0.95 + error(0.95, times)


def test_of_matchups_that_did_not_move_hardly_any_is_marked():
    """300 comparisons against four opponents, one of them moved: 5 % at most mark any other, nearly all mark it."""
    times, shares = 300, (0.25,) * 4
    gains = (0.0, 0.0, 0.06, 0.0)
    planned = study(Stop(), 2000, shares)
    # Of players of whom no spread is known the games alone decide.
    planned = replace(planned, terms=replace(planned.terms, policies=("greedy", "greedy")))
    results = list(drawn(planned, [joint(gain) for gain in gains], np.random.default_rng(11), times))
    marked = [{place for place, row in enumerate(result.by_opponent) if row.moved} for result in results]
    assert 0.01 < np.mean([bool(each - {2}) for each in marked]) <= 0.05 + error(0.05, times)
    assert np.mean([2 in each for each in marked]) > 0.99


def test_pooling_opponents_that_differ_takes_their_differences_for_luck():
    """The variance of the pooled sample is that within opponents plus that between them."""
    rng = np.random.default_rng(12)
    planned = study(Stop(), 100_000, FIELD)
    (result,) = drawn(planned, [joint(gain) for gain in APART], rng, 1)
    within = sum(w * each.sample.moments[1] for w, each in zip(FIELD, result.matchups, strict=True))
    means = [each.difference.rate for each in result.matchups]
    between = np.dot(FIELD, (np.array(means) - np.dot(FIELD, means)) ** 2)
    assert result.pooled.moments == pytest.approx((np.dot(FIELD, means), within + between))
    assert 0 < between < 0.05 * within
    plain = 2 * 1.96 * math.sqrt(within / result.each)
    assert result.by_games.width == pytest.approx(plain, rel=0.02)
