"""Comparisons: what they say, when they stop, and that the numbers are those of the games."""

from __future__ import annotations

import json
import math
import shlex

import numpy as np
import pytest

import ucgsim
from tests.default_play import BY
from tests.helpers import PLAIN
from ucgsim.decks.checking import load_deck
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import gained
from ucgsim.simulate.plan import Terms
from ucgsim.stats.elo import normalized_elo
from ucgsim.stats.multiplicity import mirrored
from ucgsim.stats.outcomes import paired_difference, paired_difference_of
from ucgsim.stats.rates import Method, difference
from ucgsim.stats.sequential import Verdict
from ucgsim.studies.compare.answer import CompareResult
from ucgsim.studies.compare.plan import Stop, plan_compare, until_sure
from ucgsim.studies.compare.question import CompareQuestion, compare

from .test_compare_loop import study


@pytest.fixture(scope="module")
def builds(catalog):
    """A deck, and one that holds a level 1 less and a level 3 more."""
    deck = load_deck(PLAIN[2], catalog)
    counts = dict(deck.counts)
    counts["BP02-017"] -= 1
    counts["BP02-023"] += 1
    return deck, Deck("Changed", tuple(counts.items()))


@pytest.fixture(scope="module")
def compared(builds, catalog):
    return compare(*builds, PLAIN[:2], games=2000, seed=7, catalog=catalog)


def test_counts_and_points_agree():
    rng = np.random.default_rng(1)
    x, y = rng.integers(0, 3, (2, 300)) / 2
    table = np.zeros((3, 3))
    np.add.at(table, ((2 * x).astype(int), (2 * y).astype(int)), 1)
    one, other = paired_difference(x, y), paired_difference_of(table)
    assert one.difference == other.difference
    assert (one.x, one.y) == (other.x, other.y)


@pytest.mark.parametrize("table", [np.zeros((3, 3)), np.ones((5, 5)), -np.ones((3, 3))])
def test_counts_that_are_none_are_refused(table):
    with pytest.raises(UcgsimError, match="must be"):
        paired_difference_of(table)


def test_the_difference_is_that_of_the_win_rates(compared):
    gains = [m.x.score.rate - m.y.score.rate for m in compared.matchups]
    assert compared.difference.rate == pytest.approx(sum(gains) / 2)
    assert compared.each == 2000
    assert compared.games == 4000
    assert compared.difference.low < compared.difference.rate < compared.difference.high


def test_the_same_chance_is_worth_games(compared):
    """Independent games have the two win rates for themselves; their variance is the gain times as large."""
    assert 3 < compared.gain.low < compared.gain.rate < compared.gain.high
    alone = difference(*compared.win_rates).width / compared.difference.width
    assert math.sqrt(compared.gain.rate) == pytest.approx(alone, rel=0.05)
    assert f"{compared.gain.rate:.1f} times ({compared.gain.low:.1f} to {compared.gain.high:.1f})" in compared.summary()


def test_the_difference_in_normalized_elo(compared):
    """The difference by the deviation of one game, 347.4 to a deviation, as in fishtest."""
    elo, points = compared.normalized_elo, compared.difference
    spreads = [sum(getattr(m, side).sample.moments[1] for m in compared.matchups) / 2 for side in "xy"]
    factor = 347.4356 / (sum(map(math.sqrt, spreads)) / 2)
    assert elo.rate == pytest.approx(factor * points.rate)
    # So small a difference moves with the deviation by next to nothing.
    assert (elo.low, elo.high) == pytest.approx([factor * points.low, factor * points.high], rel=0.01)
    assert compared.to_json()["normalized_elo"]["rate"] == elo.rate
    assert f"{elo.rate:+.1f} ({elo.low:+.1f} to {elo.high:+.1f})" in compared.summary()


def test_normalized_elo_is_on_the_scale_of_a_duel():
    """What a duel with the opponent says of one build less what it says of the other, however much luck they share."""
    table = np.zeros((1, 3, 3), np.int64)
    table[0, 0, 0], table[0, 2, 2], table[0, 0, 2], table[0, 2, 0] = 4900, 5000, 65, 35
    result = CompareResult(study(Stop(), 10_000), table)
    first, second = (normalized_elo(getattr(result.matchups[0], side).sample) for side in "yx")
    assert result.difference.rate == pytest.approx(0.003)
    assert result.normalized_elo.rate == pytest.approx(second.rate - first.rate, rel=0.02)
    assert result.normalized_elo.width == pytest.approx(
        first.width * result.difference.width / result.matchups[0].y.score.width, rel=0.02
    )


def test_normalized_elo_without_any_spread_is_none():
    table = np.zeros((1, 3, 3), np.int64)
    table[0, 2, 2] = 100
    result = CompareResult(study(Stop(), 100), table)
    assert math.isnan(result.normalized_elo.rate)
    assert result.to_json()["normalized_elo"]["rate"] is None


def test_win_rates_of_all_opponents_have_intervals(compared):
    first, second = compared.win_rates
    assert second.rate - first.rate == pytest.approx(compared.difference.rate)
    *_, line = (line for line in compared.summary().splitlines() if line.startswith("  all opponents"))
    for rate in compared.win_rates:
        assert f"{100 * rate.rate:.1f} % ({100 * rate.low:.1f} to {100 * rate.high:.1f})" in line
    for row in compared.rows():
        assert row["rate_a_low"] < row["rate_a"] < row["rate_a_high"]
        assert row["rate_b_low"] < row["rate_b"] < row["rate_b_high"]


def test_only_what_differs_is_listed(compared):
    assert [(a - b) for *_, a, b in compared.study.differing] in ([1, -1], [-1, 1])


def test_summary_json_and_tables(compared):
    shown = compared.shown
    less = shown.rate < 0
    points = gained(mirrored(shown) if less else shown).removeprefix("+")
    assert f"wins {points} percentage points {'fewer' if less else 'more'}" in compared.summary().splitlines()[0]
    assert f"2,000 games of each build against 2 opponents, {BY} on both sides" in compared.summary()
    answer = json.loads(json.dumps(compared.to_json(), allow_nan=False))
    assert answer["opponents"][0]["name"] == "Plain Dyna and Gaia"
    assert answer["confidence"] == 0.95
    assert answer["difference"]["rate"] == pytest.approx(compared.difference.rate)
    assert compared.to_pandas().reset_index().shape == compared.to_polars().shape
    assert compared.to_polars()["opponent"].to_list()[-1] == "all"
    assert "<table" in compared._repr_html_()
    assert compared.answer() in repr(compared)


def test_plot_has_a_row_for_every_opponent(compared):
    axes = compared.figure().axes[0]
    first, *_ = [label.get_text() for label in axes.get_yticklabels()]
    assert first == "all opponents"
    assert "points" in axes.get_xlabel()


def test_a_clear_difference_stops_early_and_says_so(catalog):
    result = compare(*PLAIN[:2], [PLAIN[2]], stop=until_sure(), seed=7, catalog=catalog)
    assert result.verdict is not Verdict.CONTINUE
    assert [look.each for look in result.looks][-1] == result.each < 5_000
    assert result.difference.method is Method.SEQUENTIAL
    assert "median-unbiased" in result.summary()
    assert "LLR" in result.summary()
    assert result.to_json()["test"]["verdict"] == result.verdict.value


def test_builds_that_hardly_differ_are_between_the_hypotheses(compared):
    study = plan_compare(
        *compared.study.builds,
        compared.study.opponents,
        Terms(rules="1.6"),
        games=None,
        stop=until_sure(),
    )
    tables = np.zeros((2, 3, 3), np.int64)
    tables[:, 2, 2], tables[0, 2, 1] = 20_000, 1
    result = CompareResult(study, tables)
    assert result.is_between
    assert result.verdict is Verdict.CONTINUE
    assert "neither hypothesis holds" in result.summary()


def test_precision_is_reached(builds, catalog):
    looks = []
    study = plan_compare(
        *builds,
        [PLAIN[1]],
        Terms(seed=7, rules="1.6", catalog=catalog),
        games=None,
        stop=Stop(precision=1.0),
    )
    result = CompareQuestion(study, looked=looks.append).play()
    assert 50 * result.difference.width <= 1.0
    assert [look.each for look in looks] == [1000 * (k + 1) for k in range(len(looks))]
    assert "+-1 points" in result.summary()
    data = result.to_json()["precision"]
    assert data["points"] == 1.0 >= data["half_width_points"] == data["looks"][-1]["half_width_points"]
    assert all(look["half_width_points"] > 1.0 for look in data["looks"][:-1])


def test_games_that_end_before_the_test_say_so(catalog, builds):
    tight = until_sure(points=(-0.001, 0.001))
    result = compare(*builds, [PLAIN[1]], games=200, stop=tight, catalog=catalog)
    assert result.each == 200
    assert "has not decided" in result.summary()


def test_elo_is_read_between_even_decks():
    stop = until_sure(elo=(0, 10))
    assert stop.test is not None
    assert stop.test.low == 0
    assert stop.test.high == pytest.approx(1.4387, abs=1e-4)


def test_without_opponents_both_builds_meet_both(builds, catalog):
    result = compare(*builds, games=40, catalog=catalog)
    assert [deck.name for deck in result.study.opponents] == [deck.name for deck in result.study.builds]
    assert "against each other and themselves" in result.summary()
    assert shlex.split(result.command).index("-n") == len(["ucgsim", "compare", *builds])


def test_refusals(builds, catalog):
    with pytest.raises(UcgsimError, match="are the same list; nothing differs"):
        compare(builds[0], builds[0], catalog=catalog)
    with pytest.raises(UcgsimError, match="name each opponent once"):
        compare(*builds, [PLAIN[0], PLAIN[0]], catalog=catalog)
    with pytest.raises(UcgsimError, match="name one of them"):
        Stop(test=until_sure().test, precision=1)
    with pytest.raises(UcgsimError, match="precision is 0 points"):
        Stop(precision=0)
    with pytest.raises(UcgsimError, match="between -100 and 100"):
        until_sure(points=(0, 100))


def test_library_has_the_name():
    assert ucgsim.compare is compare
