"""The search for a better deck where the truth is known: what it tries, what it says, how surely."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from benchmarks.improve import Stub
from tests.helpers import assert_refuses
from ucgsim.simulate.tasks import Player
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.improve.answer import check_cell
from ucgsim.studies.improve.climb import (
    STAY,
    ClimbBlock,
    ClimbPhase,
    Course,
    Exchange,
    climb,
    read_change,
    single_swaps,
    size,
    smallest_budget,
    spans,
    total,
)
from ucgsim.studies.improve.findings import Improvement
from ucgsim.studies.improve.games import packed, unpacked
from ucgsim.studies.improve.plan import ImproveStudy, games_in_text, seconds_in_text
from ucgsim.studies.improve.pool import CopyLimits

TURNED = ((-0.03, -0.05, -0.01), (0.01, -0.02, 0.04))
"""What two checks say: surely worse, and nothing yet."""
START = {f"A-{number:03d}": 4 for number in range(12)} | {"A-099": 2}
LIMITS = {**dict.fromkeys(START, 4), **{f"B-{number:03d}": 4 for number in range(4)}}
WORTH = {"B-001": 0.03, "B-002": 0.02}


def gain_of(change):
    return sum(WORTH.get(number, 0.0) for number in change.into)


def search(seed=0, *, swaps=1, budget=200_000, gain=gain_of, weights=(1.0,), limits=LIMITS, spread=0.03):
    course = Course(START, limits, (), swaps, budget)
    result = Player().answer(climb(Stub(gain, seed=seed, weights=weights, spread=spread), course))
    study = ImproveStudy(
        deck=SimpleNamespace(size=50),
        opponents=(None,) * len(weights),
        weights=weights,
        matchups=(1,) * len(weights),
        terms=SimpleNamespace(policies=("greedy", "greedy")),
        pool=CopyLimits(limits),
        kept=(),
        swaps=swaps,
        budget=budget,
    )
    return Improvement(study, result)


def test_every_legal_swap_of_one_card_is_tried_and_no_other():
    swaps = single_swaps({"A": 4, "B": 1}, {"A": 4, "B": 4, "C": 1}, ("B",))
    assert [swap.key for swap in swaps] == ["A>B", "A>C"]
    assert len(single_swaps(START, LIMITS, ())) == 13 * 4 + 12


def test_a_change_there_and_back_is_none():
    there, back = Exchange(("A",), ("B",)), Exchange(("B",), ("A",))
    assert there.then(back) == STAY
    assert read_change(there.then(Exchange(("A",), ("C",))).key) == Exchange(("A", "A"), ("B", "C"))
    assert read_change("") == STAY
    for text in ("A", "A>", "A>A", "B,A>C,D", "A>B,C", ">B"):
        with pytest.raises(ValueError, match="is no change of a deck"):
            read_change(text)


def test_blocks_follow_each_other_in_even_numbers_by_the_shares():
    weights = (0.5, 0.3, 0.2)
    for phase in ClimbPhase:
        ends = [0, 0, 0]
        for number in range(6):
            parts = spans(weights, ClimbBlock(phase, number))
            assert [part.start for part in parts] == ends
            assert all(len(part) % 2 == 0 for part in parts)
            ends = [part.stop for part in parts]
        assert sum(ends) == total(weights, phase, 6) == sum(size(weights, ClimbBlock(phase, each)) for each in range(6))
        assert np.array(ends) / sum(ends) == pytest.approx(weights, abs=0.02)


def test_half_points_are_kept_in_few_bytes():
    points = np.array([0, 1, 2, 2, 1, 0, 2], np.uint8)
    assert np.array_equal(unpacked(packed(points), 7), points)
    assert len(packed(points)) == 2
    for data, games in ((packed(points), 4), (b"\xff", 4), (packed(points), 6)):
        with pytest.raises(ValueError, match="half points"):
            unpacked(data, games)


def test_the_best_swap_is_named_with_what_it_gains():
    result = search()
    assert result.best.into == ("B-001",)
    assert result.gains[result.best].low < 0.03 < result.gains[result.best].high
    assert result.tried == 64
    assert result.games <= 200_000


def test_several_swaps_are_climbed_a_card_at_a_time():
    result = search(swaps=2, weights=(0.75, 0.25))
    assert result.best.into == ("B-001", "B-001")
    way = result.way(result.best)
    assert [change.swaps for change in way] == [1, 2]
    assert sum(result.steps[change].rate for change in way) == pytest.approx(result.gains[result.best].rate)
    assert result.gain(result.best).rate == pytest.approx(
        0.75 * result.by_rival[result.best][0].rate + 0.25 * result.by_rival[result.best][1].rate
    )


def test_the_same_search_says_the_same():
    one, other = search(3), search(3)
    assert one.gains == other.gains
    assert search(4).gains != one.gains


def test_the_race_flatters_what_it_chose_and_fresh_shuffles_do_not():
    results = [search(seed, gain=lambda _: 0.0, budget=30_000) for seed in range(30)]
    seen = [max(result.naive(change).rate for change in result.measured) for result in results]
    assert np.mean(seen) > 0.004
    assert abs(np.mean([gain.rate for result in results for gain in result.gains.values()])) < 0.001
    assert sum(result.most.low <= 0 <= result.most.high for result in results) >= 28
    assert sum(result.best is None for result in results) >= 28


def test_builds_that_share_their_luck_are_not_thought_luckier_than_one():
    result = search()
    first = result.order[0]
    for change in result.measured:
        result.climb.fresh[change] = result.climb.fresh[first]
    assert result.most.rate == pytest.approx(result.gain(first).rate, abs=1e-6)


def test_a_gain_that_a_check_turns_goes_to_the_end_and_is_not_advised():
    result = search(budget=400_000)
    first, *others = result.order
    assert first in result.sure
    worse, open_ = (
        SimpleNamespace(difference=Estimate(*ends, 800, 0.95, Method.NORMAL), study=result.study) for ends in TURNED
    )
    result = Improvement(result.study, result.climb, {first: worse, **dict.fromkeys(others, open_)})
    assert result.order == (*others, first)
    assert result.turns(first)
    assert result.best == next((change for change in others if change in result.sure), None)
    assert check_cell(result, first).startswith("contradicted")
    assert all(check_cell(result, change).startswith("not decided yet") for change in others)


def test_blank_cards_that_never_matter_gain_nothing():
    result = search(gain=lambda _: 0.0, budget=20_000, spread=0.0)
    assert result.best is None
    assert result.most.low <= 0 <= result.most.high


def test_a_budget_that_can_say_nothing_is_refused_with_one_that_can():
    needed = smallest_budget(64, 1, (1.0,))
    assert_refuses(f"give {needed:,} games or more", search, budget=needed - 1)
    assert search(budget=needed).fresh_games >= 2000


@pytest.mark.parametrize(
    ("text", "games"), [("2e6", 2_000_000), ("2M", 2_000_000), ("500k", 500_000), ("1,000", 1000), ("1.5M", 1_500_000)]
)
def test_a_budget_of_games(text, games):
    assert games_in_text(text) == games


def test_a_budget_of_time_or_of_nothing():
    assert games_in_text("10m") is None
    assert seconds_in_text("10m") == 600
    assert_refuses("a budget of 0 games", games_in_text, "0")
    for text in ("soon", "2pp", "-3"):
        assert games_in_text(text) is None
        assert_refuses("is no budget", seconds_in_text, text)
