"""What is named because it is extreme: unbiased and covered, with equal and unequal truths."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.multiplicity import (
    contenders,
    ends,
    judged_apart,
    largest,
    mirrored,
    root_of,
    smallest,
    together,
)
from ucgsim.stats.outcomes import Outcomes
from ucgsim.stats.rates import Estimate, Method, normal_quantile, standard_error
from ucgsim.studies.matrix.field import Field

EQUAL = np.zeros(6)
FIRST_AHEAD = np.array([1.0, 0, 0, 0, 0, 0])
LADDER = np.arange(6) * 0.7
CLEAR = np.array([8.0, 0, 1, 2, 3, 0])


def normal(rate: float, error: float, confidence: float = 0.95) -> Estimate:
    half = normal_quantile(confidence) * error
    return Estimate(rate, rate - half, rate + half, 100, confidence, Method.NORMAL)


def drawn(truth, rng, spread: float) -> tuple[list[Estimate], list[Estimate]]:
    rates = truth + spread * rng.standard_normal(len(truth))
    sure = together(0.95, len(truth))
    return [normal(rate, spread) for rate in rates], [normal(rate, spread, sure) for rate in rates]


@pytest.mark.parametrize("truth", [EQUAL, EQUAL[:2], EQUAL[:1], FIRST_AHEAD, LADDER, CLEAR], ids=str)
def test_the_largest_of_several_is_told_without_bias(truth):
    """A deviation of the estimates is 1: the plain largest of six equal ones is 1.27 too high on average."""
    rng = np.random.default_rng(5)
    errors, covered = [], 0
    for _ in range(400):
        alone, at_once = drawn(truth, rng, 1.0)
        named = truth[max(range(len(truth)), key=lambda place: alone[place].rate)]
        result = largest(alone, at_once)
        errors.append(result.rate - named)
        covered += not result.excludes(named)
    assert abs(np.mean(errors)) < 0.1 + 3 * np.std(errors) / 20
    assert covered / 400 >= 0.95 - 3 * 0.011


@pytest.mark.parametrize("truth", [np.zeros(8), np.linspace(0, 3, 8)], ids=["equal", "ladder"])
def test_rates_that_are_known_unlike_well_are_covered(truth):
    """Cards in few hands and in many: the widest interval must not become that of a card that is known well."""
    rng, spreads, covered, widths = np.random.default_rng(6), np.array([1, 1, 1, 1, 3, 3, 3, 3.0]), 0, []
    sure = together(0.95, len(truth))
    for _ in range(400):
        rates = truth + spreads * rng.standard_normal(len(truth))
        first = int(rates.argmax())
        alone, at_once = ([normal(*each, level) for each in zip(rates, spreads, strict=True)] for level in (0.95, sure))
        result = largest(alone, at_once)
        covered += not result.excludes(truth[first])
        widths.append(result.width / spreads[first])
    assert covered / 400 >= 0.95 - 3 * 0.011
    assert max(widths) <= 2 * normal_quantile(sure) + 1e-9


def test_what_is_beyond_doubt_keeps_its_rate():
    alone = [normal(0.7, 0.01), normal(0.5, 0.01), normal(0.4, 0.01)]
    assert largest(alone, alone).rate == pytest.approx(0.7, abs=1e-12)
    assert largest(alone, alone).high == alone[0].high


def test_the_interval_of_one_far_ahead_is_its_own():
    """36.5 % (33.6 to 40.2) was said of one 20 points clear, whose games alone say 33.6 to 39.5."""
    alone = [normal(0.7, 0.01), normal(0.5, 0.02)]
    joint = [normal(0.7, 0.01, 0.975), normal(0.5, 0.02, 0.975)]
    assert largest(alone, joint) == alone[0]
    assert smallest(alone, joint) == alone[1]
    close = [normal(0.7, 0.05), normal(0.65, 0.05)]
    assert largest(close, close).method is Method.PICKED


@pytest.mark.parametrize("rates", [(0.595, 0.6), (0.6, 0.6), (0.595, 0.6, 0.2, 0.1), (0.3, 0.6, 0.599, 0.601)], ids=str)
def test_near_a_tie_no_estimate_lies_beyond_those_that_tie(rates):
    """Two cells of 59.5 and 60.0 % had a smallest of 63.5: no reader could see where that came from."""
    alone = [normal(rate, 0.035) for rate in rates]
    near = [rate for rate in rates if rate > 0.5]
    assert min(near) <= largest(alone, alone).rate <= max(near)
    lost = [normal(1 - rate, 0.035) for rate in rates]
    assert 1 - max(near) <= smallest(lost, lost).rate <= 1 - min(near)


@pytest.mark.parametrize("rates", [(0.595, 0.6), (0.6,) * 5, (0.6, 0.2), (0.6, 0.59, 0.58, 0.6, 0.61)], ids=str)
def test_the_largest_is_never_less_than_the_smallest(rates):
    """Each judged apart alone, the best of two near a tie was told below the worst."""
    alone = [normal(rate, 0.035) for rate in rates]
    most, least = ends(alone, alone)
    assert min(rates) <= least.rate <= most.rate <= max(rates)
    assert least.low <= least.rate <= least.high
    assert (most.low, least.high) == (largest(alone, alone).low, smallest(alone, alone).high)


def test_what_may_be_the_largest_depends_on_the_luck_that_is_shared():
    rates, alike = [0.6, 0.55, 0.3], np.full((3, 1), 0.05)
    assert contenders(rates, [0.03] * 3) == [0, 1]
    assert contenders(rates, root_of(alike @ alike.T)) == [0]


def test_the_smallest_is_the_largest_of_the_opposites():
    estimate = normal(0.3, 0.1)
    assert mirrored(mirrored(estimate)) == estimate
    assert (mirrored(estimate).low, mirrored(estimate).high) == (-estimate.high, -estimate.low)


def test_the_error_is_that_of_the_interval():
    assert standard_error(normal(0.3, 0.07, 0.99)) == pytest.approx(0.07)


def test_the_same_numbers_give_the_same_estimate():
    alone = [normal(0.5 + number / 200, 0.02) for number in range(7)]
    assert largest(alone, alone) == largest(alone, alone)


def test_many_rates_take_little_room():
    """Of forty decks there are 780 cells: they are drawn a few at a time."""
    seen = []
    judged_apart(np.full(780, 0.5), np.full(780, 0.01), 5, lambda first, _: seen.append(first.shape) or first[:, 0])
    assert sum(rows for rows, _ in seen) == 4_000
    assert max(rows * columns for rows, columns in seen) <= 2_000_000


def test_of_nothing_there_is_no_largest():
    with pytest.raises(UcgsimError, match="no rates to pick from"):
        largest([], [])


EVEN = np.full((6, 6), 0.5)
FAR_AHEAD = np.full((7, 7), 0.5)
FAR_AHEAD[0, 1:], FAR_AHEAD[1:, 0] = 0.6, 0.4
STEPS = np.array([[0.5 + 0.02 * (column - row) for column in range(5)] for row in range(5)])


def played(scores, rng, games: int) -> Field:
    """A field of equal shares of decks with these scores, whoever wins the throw."""
    cells = {}
    for row, column in itertools.combinations(range(len(scores)), 2):
        won = rng.binomial(games // 2, scores[row][column], 2)
        cells[row, column] = Outcomes.of([(games // 2 - each, 0, each) for each in won])
    return Field(cells, (1 / len(scores),) * len(scores))


@pytest.mark.parametrize("scores", [EVEN, FAR_AHEAD, STEPS], ids=["equal", "one ahead of equal ones", "steps"])
def test_best_deck_and_hardest_matchup_are_told_without_bias(scores):
    """Plain numbers are 1.4 points too high for the best of six equal decks, its hardest matchup 1.4 too low."""
    rng = np.random.default_rng(11)
    rates, hardest, covered = [], [], np.zeros(2)
    for _ in range(120):
        field = played(scores, rng, 334)
        best, opponent = field.best, field.hardest(field.best)
        truths = scores[best].mean(), scores[best][opponent]
        rates.append(field.of_best.rate - truths[0])
        hardest.append(field.of_hardest.rate - truths[1])
        text = (field.of_best, field.of_hardest)
        covered += [not each.excludes(truth) for each, truth in zip(text, truths, strict=True)]
    for errors, least in ((rates, 0.001), (hardest, 0.002)):
        assert abs(np.mean(errors)) < least + 3 * np.std(errors) / np.sqrt(120)
    assert min(covered) / 120 >= 0.95 - 3 * 0.02


def counted(wins) -> Field:
    """A field of three decks by games won of 200: 0 against 1, 0 against 2, 1 against 2."""
    keys = itertools.combinations(range(3), 2)
    cells = {key: Outcomes.of([(100 - each // 2, 0, each // 2)] * 2) for key, each in zip(keys, wins, strict=True)}
    return Field(cells, (1 / 3,) * 3)


@pytest.mark.parametrize("wins", [(120, 118, 100), (130, 130, 90), (104, 104, 104), (104, 100, 104)], ids=str)
def test_the_hardest_matchup_lies_among_those_that_may_be_it(wins):
    field = counted(wins)
    row = [field.cell(field.best, place).rate for place in range(3) if place != field.best]
    lowest = min(field.cell(*key).rate for key in itertools.permutations(range(3), 2)) if field.rivals else min(row)
    assert lowest <= field.of_hardest.rate <= max(row)


def test_one_deck_is_shown_with_one_interval():
    field = played(STEPS, np.random.default_rng(1), 400)
    assert field.shown[field.best] == field.of_best
    assert [each for place, each in enumerate(field.shown) if place != field.best] == [
        each for place, each in enumerate(field.rates) if place != field.best
    ]
    assert field.exploitability.rate == pytest.approx(max(field.of_best.rate - 0.5, 0.0))
