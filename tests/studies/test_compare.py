"""Comparisons: their numbers, when they stop, and which of the numbers allow for that."""

from __future__ import annotations

import json
import math
import re
import shlex
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers import PLAIN, assert_refuses
from ucgsim.decks.checking import load_deck
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import gained
from ucgsim.simulate.plan import Terms
from ucgsim.stats.outcomes import paired_difference_of
from ucgsim.stats.rates import Estimate, Method, difference
from ucgsim.stats.sequential import Verdict
from ucgsim.studies.compare.answer import CompareResult, headline
from ucgsim.studies.compare.plan import Stop, plan_compare, until_sure
from ucgsim.studies.compare.question import CompareQuestion, compare
from ucgsim.studies.kit.page import write_answer

from .test_compare_loop import Drawing, drawn, joint, study


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


@pytest.mark.parametrize("table", [np.zeros((3, 3)), np.ones((5, 5)), -np.ones((3, 3))])
def test_counts_that_are_none_are_refused(table):
    assert_refuses("must be", paired_difference_of, table)


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
    assert_refuses("are the same list; nothing differs", compare, builds[0], builds[0], catalog=catalog)
    assert_refuses("name each opponent once", compare, *builds, [PLAIN[0], PLAIN[0]], catalog=catalog)
    with pytest.raises(UcgsimError, match="name one of them"):
        Stop(test=until_sure().test, precision=1)
    assert_refuses("precision is 0 points", Stop, precision=0)
    assert_refuses("between -100 and 100", until_sure, points=(0, 100))


THREE = (0.5, 0.25, 0.25)


def first(stop, tables, wanted=lambda _: True, seed=3):
    """The first of drawn comparisons that is as wanted."""
    shares = (1.0,) if len(tables) == 1 else THREE
    drawn_looks = drawn(study(stop, 200_000, shares), tables, np.random.default_rng(seed), 500)
    return next(result for result in drawn_looks if wanted(result))


@pytest.fixture(scope="module")
def moved():
    """A test that stopped, though one of three opponents moved by ten points."""
    return first(until_sure(), [joint(0.0), joint(0.1), joint(-0.01)])


def test_no_opponent_is_marked_after_a_test(moved):
    assert moved.verdict is not Verdict.CONTINUE
    assert moved.matchups[1].difference.excludes(0)
    assert ({row.moved for row in moved.by_opponent}, moved.adjusted) == ({None}, None)
    answer = moved.to_json()
    for opponent in answer["opponents"]:
        assert (opponent["moved"], opponent["p_holm"]) == (None, None)
        assert opponent["difference"]["as_if_fixed"]
    assert not answer["difference"]["as_if_fixed"]
    assert moved.to_polars()["as_if_fixed"].to_list() == [True, True, True, False]
    assert moved.to_polars()["p_holm"].to_list() == [None] * 4


def test_rows_that_do_not_allow_for_the_test_say_so(moved, tmp_path):
    text = "which of them moved is not tested"
    assert text in moved.summary()
    assert "*" not in moved.summary()
    assert text in " ".join(moved.figure().get_supxlabel().split())
    page = write_answer(tmp_path, moved).read_text()
    assert text in page
    assert re.search('class="[^"]*certain', page) is None


def test_a_fixed_number_and_a_precision_need_no_such_words():
    """The width of an interval does not ask how large the difference is."""
    for stop in (Stop(precision=1.0), Stop()):
        result = first(stop, [joint(0.0), joint(0.1), joint(-0.01)]) if stop.early else played(stop)
        assert result.by_opponent[1].moved
        assert result.to_polars()["as_if_fixed"].to_list() == [False] * 4
        assert "not tested" not in result.summary()
    assert "its width alone decided" in first(Stop(precision=1.0), [joint(0.0)]).summary()


def played(stop):
    rng, planned = np.random.default_rng(4), study(stop, 4_000, THREE)
    chances = [joint(0.0), joint(0.1), joint(-0.01)]
    return Drawing(chances, rng).answer(CompareQuestion(planned).course())


def test_a_single_opponent_says_what_the_first_line_says():
    result = first(until_sure(), [joint(0.01)])
    assert [row.difference for row in result.by_opponent] == [result.shown]
    assert [row.by_games for row in result.by_opponent] == [result.difference]
    assert result.difference.method is Method.SEQUENTIAL
    first_line, *lines = result.parts().lines()
    gain = gained(result.shown)
    assert gain in first_line or gain.lstrip("+-") in first_line
    assert any(line.startswith("  Deck 3 ") and line.endswith(gain) for line in lines)
    one, every = result.rows()
    assert [one[name] for name in ("rate", "low", "high")] == [every[name] for name in ("rate", "low", "high")]
    assert not one["as_if_fixed"]


def test_the_page_has_one_row_of_a_single_opponent(tmp_path):
    pages = [
        write_answer(tmp_path / str(len(tables)), first(until_sure(), tables)).read_text()
        for tables in ([joint(0.01)], [joint(0.01)] * 3)
    ]
    rows = [re.findall(r"<tr>.*?</tr>", page, re.DOTALL) for page in pages]
    assert [sum("all opponents" in row for row in each) for each in rows] == [0, 1]
    assert sum(" points (" in row for row in rows[0]) == 1


def test_the_answer_says_that_a_test_decided_when_to_stop(moved):
    text = f"A test decided when to stop ({moved.verdict.value}); the interval allows for it."
    assert text in moved.summary()
    assert "stopped when decided" in str(moved.parts().foot)
    assert "A test decided" not in played(Stop()).summary()
    fixed = "(neither hypothesis holds); the interval is as if the number of games had been fixed."
    assert fixed in between(988).summary()


def unsettled(verdict):
    return lambda result: result.verdict is verdict and not result.difference.excludes(0)


@pytest.mark.parametrize(
    ("stop", "verdict", "why"),
    [
        (until_sure(), Verdict.ACCEPT_HIGH, "Why H1 is accepted .* whether there is any; 0 points lie between"),
        (until_sure(), Verdict.ACCEPT_LOW, "Why H0 is accepted .* whether there is any; 0 points lie between"),
        (until_sure(points=(0, 1), alpha=0.2), Verdict.ACCEPT_HIGH, "Why H1 is accepted .* one side in 20.0 % of all"),
    ],
)
def test_a_verdict_beside_an_open_interval_is_explained(stop, verdict, why):
    result = first(stop, [joint(0.003)], unsettled(verdict))
    assert "Not decided yet" in result.answer()
    assert re.search(why, result.summary())
    assert re.search(why, result.to_json()["remark"])


def test_no_explanation_where_none_is_needed():
    """The interval leaves 0 out, or the hypothesis that was accepted is 0."""
    settled = first(until_sure(), [joint(0.03)], lambda result: result.difference.excludes(0))
    none = first(until_sure(points=(0, 1)), [joint(0.0)], unsettled(Verdict.ACCEPT_LOW))
    assert all("Why H" not in result.summary() for result in (settled, none))


def between(differing):
    """20,000 games of each build of which so many differ, as many for one build as for the other."""
    table = np.zeros((1, 3, 3), np.int64)
    table[0, 1, 1], table[0, 0, 1], table[0, 1, 0] = 20_000 - 2 * differing, differing, differing
    return CompareResult(study(until_sure(), 20_000), table)


def test_both_hypotheses_are_ruled_out_beyond_doubt_only():
    """The error of the mean is 0.5 points by 3, and by 4.5: within 99 % and within 99.999 %."""
    errors = [100 * (between(n).pooled.moments[1] / 20_000) ** 0.5 for n in (2222, 988)]
    assert errors == pytest.approx([0.5 / 3, 0.5 / 4.5], rel=0.01)
    assert not between(2222).is_between
    assert between(988).is_between


def test_a_stop_between_the_hypotheses_says_what_the_estimate_is():
    result = between(988)
    assert result.as_if_fixed
    assert "neither hypothesis holds" in result.summary()
    assert "the plain mean, with an interval as if the number of games had been fixed" in result.summary()
    assert result.to_json()["difference"]["as_if_fixed"]


def test_a_test_that_has_not_decided_allows_for_its_looks_too():
    planned = study(until_sure(points=(-0.1, 0.1)), 5_000)
    result = next(drawn(planned, [joint(0.0)], np.random.default_rng(5), 1))
    assert "has not decided" in result.summary()
    assert "has not decided; the interval allows for it" in result.summary()
    assert "allows for" in result.summary()
    assert result.difference.method is Method.SEQUENTIAL


def test_the_expected_length_is_told(moved):
    expected = moved.to_json()["test"]["expected_games_of_each_build"]
    test = moved.study.stop.test
    assert expected["h0"] == pytest.approx(test.forecast(moved.pooled, -0.5).observations)
    assert expected["found"] < expected["half_way"] == pytest.approx(test.forecast(moved.pooled, 0.0).observations)
    assert "games of each build where H0 holds" in moved.summary()
    assert moved.study.stop.test is not None
    assert json.dumps(moved.to_json(), allow_nan=False)


def test_looks_on_the_way_say_that_they_are_taken_alone():
    result = first(until_sure(points=(-0.3, 0.3)), [joint(0.0)], lambda each: len(each.looks) > 2)
    assert "difference so far, as if looked at once" in result.summary()


@pytest.mark.parametrize(
    ("rate", "words"),
    [
        (-0.07, "Not decided yet: Second wins 7 ± 9 percentage points fewer than First."),
        (0.03, "Not decided yet: Second wins 3 ± 9 percentage points more than First."),
        (-0.2, "First is better than Second: it wins 20 ± 9 percentage points more of its games."),
    ],
)
def test_a_headline_says_more_or_fewer_in_words(rate, words):
    gain = Estimate(rate, rate - 0.09, rate + 0.09, 100, 0.95, Method.PAIR_DIFFERENCE)
    study = SimpleNamespace(names=("First", "Second"), stop=SimpleNamespace(test=None))
    assert headline(SimpleNamespace(study=study, shown=gain)) == words
