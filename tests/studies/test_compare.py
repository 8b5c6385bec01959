"""Comparisons: their numbers, when they stop, and which of the numbers allow for that."""

from __future__ import annotations

import json
import math
import re
import shlex
from types import SimpleNamespace

import numpy as np
import pytest

from scripts.sequences import Drawing, drawn, joint, study
from tests.helpers import PLAIN, assert_refuses
from ucgsim.decks.checking import load_deck
from ucgsim.decks.deck import Deck
from ucgsim.errors import UcgsimError
from ucgsim.report.sheet import gained
from ucgsim.simulate.plan import Terms
from ucgsim.stats.outcomes import paired_difference_of
from ucgsim.stats.rates import Estimate, Method, difference
from ucgsim.studies.compare.answer import CompareResult, headline
from ucgsim.studies.compare.findings import Standing
from ucgsim.studies.compare.plan import UNTIL_SURE, Stop, plan_compare
from ucgsim.studies.compare.question import CompareQuestion, compare
from ucgsim.studies.kit.page import write_answer


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
    result = compare(*PLAIN[:2], [PLAIN[2]], stop=UNTIL_SURE, seed=7, catalog=catalog)
    assert result.standing is Standing.DECIDED
    assert [look.each for look in result.looks][-1] == result.each < 5_000
    assert result.difference.method is Method.SEQUENTIAL
    assert "plain mean" in result.summary()
    assert "On the way: intervals that hold at all looks at once" in result.summary()
    values = result.to_json()["until_sure"]
    assert (values["standing"], len(values["looks"])) == ("decided", len(result.looks))
    assert json.dumps(result.to_json(), allow_nan=False)


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


def test_without_opponents_both_builds_meet_both(builds, catalog):
    result = compare(*builds, games=40, catalog=catalog)
    assert [deck.name for deck in result.study.opponents] == [deck.name for deck in result.study.builds]
    assert "against each other and themselves" in result.summary()
    assert shlex.split(result.command).index("-n") == len(["ucgsim", "compare", *builds])


def test_refusals(builds, catalog):
    assert_refuses("are the same list; nothing differs", compare, builds[0], builds[0], catalog=catalog)
    assert_refuses("name each opponent once", compare, *builds, [PLAIN[0], PLAIN[0]], catalog=catalog)
    with pytest.raises(UcgsimError, match="name one of them"):
        Stop(sure=True, precision=1)
    assert_refuses("precision is 0 points", Stop, precision=0)


THREE = (0.5, 0.25, 0.25)


def first(stop, tables, wanted=lambda _: True, seed=3):
    """The first of drawn comparisons that is as wanted."""
    shares = (1.0,) if len(tables) == 1 else THREE
    drawn_looks = drawn(study(stop, 200_000, shares), tables, np.random.default_rng(seed), 500)
    return next(result for result in drawn_looks if wanted(result))


@pytest.fixture(scope="module")
def moved():
    """One that stopped when sure, though one of three opponents moved by ten points."""
    return first(UNTIL_SURE, [joint(0.0), joint(0.1), joint(-0.01)])


def test_no_opponent_is_marked_where_games_decided_when_to_stop(moved):
    assert moved.standing is Standing.DECIDED
    assert moved.matchups[1].difference.excludes(0)
    assert ({row.moved for row in moved.by_opponent}, moved.adjusted) == ({None}, None)
    for opponent in moved.to_json()["opponents"]:
        assert (opponent["moved"], opponent["p_holm"]) == (None, None)
    assert moved.to_polars()["p_holm"].to_list() == [None] * 4
    assert "*" not in moved.summary()


def test_parts_hold_at_all_looks_and_make_up_the_whole(moved):
    rows = [row.by_games for row in moved.by_opponent]
    assert sum(share * row.rate for share, row in zip(THREE, rows, strict=True)) == pytest.approx(moved.difference.rate)
    for row, matchup in zip(rows, moved.matchups, strict=True):
        assert row.method is Method.SEQUENTIAL
        assert row.width > matchup.difference.width


def test_win_rates_say_that_they_are_as_if_fixed(moved, tmp_path):
    text = "win rates are as if their number had been fixed"
    assert text in moved.summary()
    page = write_answer(tmp_path, moved).read_text()
    assert text in page
    assert re.search('class="[^"]*certain', page) is None


def test_a_fixed_number_and_a_precision_need_no_such_words():
    """The width of an interval does not ask how large the difference is."""
    for stop in (Stop(precision=1.0), Stop()):
        result = first(stop, [joint(0.0), joint(0.1), joint(-0.01)]) if stop.early else played(stop)
        assert result.by_opponent[1].moved
        assert "as if their number" not in result.summary()
    assert "its width alone decided" in first(Stop(precision=1.0), [joint(0.0)]).summary()


def played(stop):
    rng, planned = np.random.default_rng(4), study(stop, 4_000, THREE)
    chances = [joint(0.0), joint(0.1), joint(-0.01)]
    return Drawing(chances, rng).answer(CompareQuestion(planned).course())


def test_a_single_opponent_says_what_the_first_line_says():
    result = first(UNTIL_SURE, [joint(0.01)])
    assert [row.difference for row in result.by_opponent] == [result.shown]
    assert [row.by_games for row in result.by_opponent] == [result.difference]
    assert result.difference.method is Method.SEQUENTIAL
    first_line, *lines = result.parts().lines()
    gain = gained(result.shown)
    assert gain in first_line or gain.lstrip("+-") in first_line
    assert any(line.startswith("  Deck 3 ") and line.endswith(gain) for line in lines)
    one, every = result.rows()
    assert [one[name] for name in ("rate", "low", "high")] == [every[name] for name in ("rate", "low", "high")]


def test_the_page_has_one_row_of_a_single_opponent(tmp_path):
    pages = [
        write_answer(tmp_path / str(len(tables)), first(UNTIL_SURE, tables)).read_text()
        for tables in ([joint(0.01)], [joint(0.01)] * 3)
    ]
    rows = [re.findall(r"<tr>.*?</tr>", page, re.DOTALL) for page in pages]
    assert [sum("all opponents" in row for row in each) for each in rows] == [0, 1]
    assert sum(" points (" in row for row in rows[0]) == 1


def test_the_answer_says_that_games_decided_when_to_stop(moved):
    assert "Stopped: decided. The interval holds at all looks at once" in moved.summary()
    assert "stopped when decided" in str(moved.parts().foot)
    assert "at all looks" not in played(Stop()).summary()


@pytest.mark.parametrize(
    ("differing", "standing", "words", "answer"),
    [
        (4_000, Standing.OPEN, "not decided: more games with -n", "Not decided yet: "),
        (
            60,
            Standing.ALIKE,
            "stopped: they hardly differ",
            "Deck 1 and Deck 2 do about as well under greedy: ",
        ),
    ],
)
def test_equal_builds_are_alike_once_they_surely_lie_less_than_half_a_point_apart(differing, standing, words, answer):
    table = np.zeros((1, 3, 3), np.int64)
    table[0, 1, 1], table[0, 0, 1], table[0, 1, 0] = 20_000 - 2 * differing, differing, differing
    result = CompareResult(study(UNTIL_SURE, 20_000), table)
    assert result.standing is standing
    assert words in str(result.parts().foot)
    assert result.answer().startswith(answer)
    ended = "Not decided after all its games" if standing is Standing.OPEN else "Stopped: they hardly differ"
    assert ended in result.summary()


def test_more_games_would_not_tell_where_players_lie_farther_apart_than_builds():
    """Two decks that share no card: players differ by some ten points, and the games say that it is two at most."""
    table = np.zeros((1, 3, 3), np.int64)
    table[0, 1, 1], table[0, 0, 2], table[0, 2, 0] = 36_000, 2_200, 1_800
    result = CompareResult(study(UNTIL_SURE, 40_000, policy="planner"), table)
    assert result.standing is Standing.PLAYERS_DIFFER
    assert result.by_games.excludes(0)
    assert "good players may differ by more" in result.answer()
    assert "stopped: more games would not decide it" in str(result.parts().foot)


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
    study = SimpleNamespace(names=("First", "Second"), stop=SimpleNamespace(sure=False))
    assert headline(SimpleNamespace(study=study, shown=gain)) == words
