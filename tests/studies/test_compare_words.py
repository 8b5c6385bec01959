"""What a comparison says of a stop: which numbers allow for it, and why a verdict and an interval may differ."""

from __future__ import annotations

import json
import re
from types import SimpleNamespace

import numpy as np
import pytest

from ucgsim.report.sheet import gained
from ucgsim.stats.rates import Estimate, Method
from ucgsim.stats.sequential import Verdict
from ucgsim.studies.compare.answer import CompareResult, headline
from ucgsim.studies.compare.plan import Stop, until_sure
from ucgsim.studies.compare.question import CompareQuestion
from ucgsim.studies.kit.page import write_answer

from .test_compare_loop import Drawing, drawn, joint, study

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
