"""The loop of a comparison on synthetic games with known truth: errors of the test, coverage after every kind of stop.

Pairs are drawn instead of played; looks, stop and estimate are those of a real comparison.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

import numpy as np
import pytest

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.deck import Deck
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.tasks import Player
from ucgsim.stats.rates import Method
from ucgsim.stats.sequential import Verdict
from ucgsim.studies.compare import plan as compare_plan
from ucgsim.studies.compare.plan import LOOK, CompareStudy, Stop, until_sure
from ucgsim.studies.compare.question import CompareQuestion
from ucgsim.studies.kit.played import CardsPlayed

HALF = 0.3
"""Hypotheses at -0.3 and 0.3 points: about seven looks for these games."""
FIELD = (0.7, 0.2, 0.1)
APART = (-0.02, 0.05, 0.04)
"""Gains against three opponents that cancel in the field above: -1.4, 1.0 and 0.4 points of it."""
FIELDS = {"one opponent": ((1.0,), (0.0,)), "weighted, far apart": (FIELD, APART)}


def joint(gain, often=0.05):
    """Chances of both builds' half points on one chance, (3, 3): they end alike but in ``often`` of the games.

    Or in a few more, where so large a gain takes them.
    """
    often = max(often, 1.25 * abs(gain))
    table = np.diag([0.4, 0, 0.6 - often])
    table[0, 2], table[2, 0] = (often + gain) / 2, (often - gain) / 2
    return table


def study(stop, each, shares=(1.0,), policy="greedy"):
    """Under greedy what is printed is of these games alone, so the test alone decides when to stop."""
    decks = [Deck(f"Deck {number}", (("BP01-001", number),)) for number in range(1, len(shares) + 3)]
    return CompareStudy(
        builds=(decks[0], decks[1]),
        opponents=tuple(decks[2:]),
        weights=shares,
        matchups=tuple(range(1, len(shares) + 1)),
        each=each,
        terms=Terms(rules="1.6", policies=(policy, policy), catalog={"BP01-001": shipped_catalog()["BP01-001"]}),
        among_themselves=False,
        stop=stop,
        read=CardsPlayed(("",) * 2 * len(shares), (), (), {"policies": "greedy v1, greedy v1"}),
    )


def drawn(planned, tables, rng, times, apart=None):
    """As many comparisons as ``times``, their games drawn from the tables of chances of each opponent."""
    for _ in range(times):
        with pytest.MonkeyPatch.context() as patch:
            if apart is not None:
                patch.setattr(compare_plan, "LOOK", apart)
                patch.setattr(compare_plan, "FIRST_LOOK", apart)
            result = Drawing(tables, rng).answer(CompareQuestion(planned).course())
        yield result


class Drawing(Player):
    """Games drawn from the tables of chances of each opponent."""

    def __init__(self, tables, rng):
        super().__init__()
        self.tables, self.rng = tables, rng

    def counts(self, batch):
        return [
            self.rng.multinomial(task.games // 2, self.tables[task.matchup - 1].ravel()).reshape(3, 3)
            for task in batch.now
        ]


def error(rate, times, errors=3):
    return errors * math.sqrt(rate * (1 - rate) / times)


def test_the_chances_are_what_they_are_called():
    for gain in (0, 0.03, -0.01):
        table = joint(gain)
        assert table.sum() == pytest.approx(1)
        assert (table.sum(axis=0) - table.sum(axis=1)) @ np.arange(3) / 2 == pytest.approx(gain)
    assert np.dot(FIELD, APART) == pytest.approx(0)


@pytest.mark.slow
@pytest.mark.parametrize(("shares", "around"), FIELDS.values(), ids=FIELDS)
def test_the_test_errs_as_seldom_as_it_says(shares, around):
    """400 comparisons where either hypothesis holds for the weighted difference: at most 5 % accept the other one."""
    planned, times, rng = study(until_sure(points=(-HALF, HALF)), 200_000, shares), 400, np.random.default_rng(5)
    errors = []
    for side, wrong in ((-1, Verdict.ACCEPT_HIGH), (1, Verdict.ACCEPT_LOW)):
        results = list(drawn(planned, [joint(gain + side * HALF / 100) for gain in around], rng, times))
        verdicts = [result.verdict for result in results]
        assert Verdict.CONTINUE not in verdicts
        assert np.mean([len(result.looks) for result in results]) > 5
        errors.append(np.mean([verdict is wrong for verdict in verdicts]))
    assert max(errors) <= 0.05 + error(0.05, times)
    assert 0.02 < np.mean(errors) <= 0.05 + error(0.05, 2 * times)


def test_a_large_difference_is_seen_long_before_a_thousand_games():
    """Three points where the builds often differ: the first look after 1,000 games was far past what that needs."""
    results = list(drawn(study(until_sure(), 200_000), [joint(0.03)], np.random.default_rng(9), 300))
    assert {result.verdict for result in results} == {Verdict.ACCEPT_HIGH}
    assert np.mean([result.each for result in results]) < 700
    held = np.mean([not result.difference.excludes(0.03) for result in results])
    assert held >= 0.95 - error(0.95, 300)


@pytest.mark.parametrize("gain", [0.0, 0.02, 0.15])
def test_under_a_good_player_it_ends_when_the_printed_sentence_is_decided(gain):
    """Or when more games would hardly narrow it; never by the test alone, and equal builds are hardly called better.

    The two decks share no card, so that good players differ about them as about any two decks.
    """
    results = list(drawn(study(until_sure(), 100_000, policy="planner"), [joint(gain)], np.random.default_rng(11), 60))
    for result in results:
        assert result.shown.excludes(0) or result.more_would_not_decide or result.is_between
        assert not any(look.is_enough for look in result.looks[:-1])
    called = np.mean([result.shown.excludes(0) for result in results])
    assert called <= 0.05 if gain < 0.1 else called > 0.5


@pytest.mark.parametrize(("often", "gain"), [(0.05, 0.0), (0.005, 0.0), (0.125, 0.0)])
def test_early_looks_do_not_call_one_build_better_where_none_is(often, gain):
    """Equal builds lie half way between the hypotheses, so either is accepted; at the hypothesis of worse, 5 % err."""
    worse = list(drawn(study(until_sure(), 400_000), [joint(gain - 0.005, often)], np.random.default_rng(10), 300))
    assert np.mean([result.verdict is Verdict.ACCEPT_HIGH for result in worse]) <= 0.05 + error(0.05, 300)


def test_unweighted_games_would_accept_the_wrong_hypothesis():
    """The same truth with equal shares is 2.3 points, so the test that passes above is one of the weights."""
    tables = [joint(gain) for gain in APART]
    equal = study(until_sure(points=(-HALF, HALF)), 200_000, (1 / 3,) * 3)
    results = list(drawn(equal, tables, np.random.default_rng(6), 50))
    assert {result.verdict for result in results} == {Verdict.ACCEPT_HIGH}


@pytest.mark.slow(seconds=12)
def test_after_the_test_the_interval_covers_and_the_estimate_is_in_the_middle():
    """200 comparisons of each truth that a test of the usual hypotheses stopped, within three errors; so are all 1,600.

    95 % of the intervals hold the truth, half of the estimates are too low; looks are 50 to 1,000 games apart, up to
    twenty in all. Some stop between the hypotheses. Weighted, opponents lie far apart and are met by plan, which the
    pooled games take for luck: the intervals are hardly wider for it.
    """
    times, rng, held, low = 200, np.random.default_rng(8), [], []
    for (shares, around), truth in itertools.product(FIELDS.values(), (-0.006, 0.0, 0.0025, 0.01)):
        results = drawn(study(until_sure(), 500_000, shares), [joint(gain + truth) for gain in around], rng, times)
        answer = [result.difference for result in results]
        assert np.mean([each.method is Method.SEQUENTIAL for each in answer]) > 0.97
        held.append(np.mean([not each.excludes(truth) for each in answer]))
        low.append(np.mean([each.rate < truth for each in answer]))
    for rates, wanted in ((held, 0.95), (low, 0.5)):
        assert rates == pytest.approx([wanted] * len(rates), abs=error(wanted, times))
        assert np.mean(rates) == pytest.approx(wanted, abs=error(wanted, len(rates) * times))


@pytest.mark.parametrize("truth", [-HALF / 100, HALF / 100], ids=["H0", "H1"])
def test_tests_are_as_long_as_foretold(truth):
    """100 tests with a look every 250 games: within three errors of the mean, and a few looks more."""
    times = 100
    planned = study(until_sure(points=(-HALF, HALF)), 500_000)
    results = list(drawn(planned, [joint(truth)], np.random.default_rng(14), times, apart=250))
    games = np.array([result.each for result in results])
    expected = np.mean([result.expected_games["h0" if truth < 0 else "h1"] for result in results])
    assert -3 * games.std() / math.sqrt(times) < games.mean() - expected < 3 * games.std() / math.sqrt(times) + 2 * 250


@pytest.mark.slow(seconds=3)
def test_after_many_looks_the_interval_covers_what_it_says_where_the_plain_mean_leans():
    """200 comparisons with a look after every 200 games, the truth at H1."""
    times, truth = 200, HALF / 100
    planned = study(until_sure(points=(-HALF, HALF)), 100_000)
    results = list(drawn(planned, [joint(truth)], np.random.default_rng(13), times, apart=200))
    assert np.mean([len(result.looks) for result in results]) > 30
    held = np.mean([not result.difference.excludes(truth) for result in results])
    assert 0.95 - error(0.95, times) <= held <= 0.95 + error(0.95, times)
    ours, plain = (
        np.array([getattr(result, name).rate > truth for result in results])
        for name in ("difference", "plain_difference")
    )
    assert np.mean(ours) == pytest.approx(0.5, abs=error(0.5, times))
    # Of those that are on either side of the truth: three errors more than as many in one direction as in the other.
    assert plain.sum() - ours.sum() > 3 * math.sqrt((plain != ours).sum())


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


def test_pooling_opponents_that_differ_makes_the_test_a_little_slower_and_never_bolder():
    """The variance of the pooled sample is that within opponents plus that between them."""
    rng = np.random.default_rng(12)
    planned = study(until_sure(points=(-HALF, HALF)), 100_000, FIELD)
    (result,) = drawn(planned, [joint(gain) for gain in APART], rng, 1)
    within = sum(w * each.sample.moments[1] for w, each in zip(FIELD, result.matchups, strict=True))
    means = [each.difference.rate for each in result.matchups]
    between = np.dot(FIELD, (np.array(means) - np.dot(FIELD, means)) ** 2)
    assert result.pooled.moments == pytest.approx((np.dot(FIELD, means), within + between))
    assert 0 < between < 0.05 * within
    plain = 2 * 1.96 * math.sqrt(within / result.each)
    assert result.plain_difference.width == pytest.approx(plain, rel=0.02)
