"""The search for a better deck where the truth is known: games are drawn, not played."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest

from tests.helpers import assert_refuses
from ucgsim.simulate.exchanges import BUILDS_A_GAME, CARDS_A_BUILD, columns_of
from ucgsim.simulate.loops.builds import FIRST
from ucgsim.stats.rates import Estimate, Method
from ucgsim.studies.improve import coach as coaching
from ucgsim.studies.improve.answer import check_cell
from ucgsim.studies.improve.coach import Change, Screening, Sought, applied, coach, composed, legal, steps_of
from ucgsim.studies.improve.findings import Improvement
from ucgsim.studies.improve.games import packed, unpacked
from ucgsim.studies.improve.plan import ImproveStudy, games_in_text, seconds_in_text
from ucgsim.studies.improve.pool import CopyLimits

TURNED = ((-0.03, -0.05, -0.01), (0.01, -0.02, 0.04))
"""What two checks say: surely worse, and nothing yet."""
START = {f"A-{number:03d}": 4 for number in range(12)} | {"A-099": 2}
LIMITS = {**dict.fromkeys(START, 4), **{f"B-{number:03d}": 4 for number in range(4)}}
WORTH = {"B-001": 0.03, "B-002": 0.02}
MET = 18


def gain_of(change):
    return sum(WORTH.get(number, 0.0) for number in change.into) - sum(WORTH.get(number, 0.0) for number in change.out)


class Stub:
    """What wishes come to where ``gain`` is known, and a card that is met changes games often."""

    def __init__(self, gain, seed, limits):
        self.gain, self.limits = gain, limits
        self.random = np.random.default_rng(seed)

    def counts(self, wish):
        return self.screened(wish) if isinstance(wish, Screening) else self.paired(wish)

    def screened(self, wish):
        outs, into = columns_of(sorted(wish.deck), sorted(self.limits))
        gram = np.zeros((FIRST + len(outs) + len(into) + 1,) * 2, np.int64)
        for _ in range(wish.start, wish.stop):
            usual = 2 * int(self.random.random() < 0.5)
            for _ in range(BUILDS_A_GAME):
                out = self.random.choice(sorted(outs), CARDS_A_BUILD)
                comes = self.random.choice(wish.entrants, CARDS_A_BUILD)
                gain = self.gain(Change([*out], [*comes])) * 50 / MET
                points = usual if self.random.random() < 0.6 else 2 * int(self.random.random() < 0.5)
                points = 2 * int(self.random.random() < abs(gain)) * (gain > 0) or points
                row = np.zeros(len(gram), np.int64)
                row[[0, 1, 2, -1]] = 1, usual, MET, points
                np.add.at(row, [outs[each] for each in out] + [into[each] for each in comes], 1)
                gram += np.outer(row, row)
        return gram.tolist()

    def paired(self, wish):
        games, rows = wish.stop - wish.start, []
        for change in wish.changes:
            gain, turned = 2 * self.gain(change), 0.03 * len(change.out)
            shares = np.array([0.5 - turned, turned + gain / 2, turned, 0.5 - turned - gain / 2])
            lost, won, less, same = self.random.multinomial(games, np.maximum(shares, 0) / np.maximum(shares, 0).sum())
            rows.append([lost, 0, won, 0, 0, 0, less, 0, same])
        return [[int(each) for each in row] for row in rows]


def advised(seed=0, *, swaps=1, budget=60_000, gain=gain_of, shares=(1.0,), limits=LIMITS):
    stub = Stub(gain, seed, limits)
    course = coach(Sought(dict(START), limits, sorted(START), list(shares), swaps, budget))
    wishes = next(course)
    try:
        while True:
            wishes = course.send([stub.counts(wish) for wish in wishes])
    except StopIteration as end:
        return end.value


def search(seed=0, **given):
    shares, limits = given.get("shares", (1.0,)), given.get("limits", LIMITS)
    study = ImproveStudy(
        deck=SimpleNamespace(size=50, counts=tuple(START.items())),
        opponents=(None,) * len(shares),
        weights=shares,
        matchups=(1,) * len(shares),
        terms=SimpleNamespace(policies=("greedy", "greedy")),
        pool=CopyLimits(limits),
        kept=(),
        swaps=given.get("swaps", 1),
        budget=given.get("budget", 60_000),
    )
    return Improvement(study, advised(seed, **given))


def test_the_best_swap_is_named_with_what_it_gains():
    result = search()
    assert result.best.into == ("B-001",)
    assert result.gains[result.best].low < 0.03 < result.gains[result.best].high
    assert result.tried == result.study.builds == 13 * 4 + 12
    assert abs(result.games - 60_000) < 1_000
    assert len(result.measured) == coaching.NAMED


def test_only_legal_swaps_of_cards_that_may_leave_are_tried():
    course = coach(Sought({"A": 4, "B": 1}, {"A": 4, "B": 4, "C": 1}, ["A"], [1.0], 1, 9_000))
    stub = Stub(lambda _: 0.0, 0, {"A": 4, "B": 4, "C": 1})
    wishes = next(course)
    while isinstance(wishes[0], Screening):
        wishes = course.send([stub.counts(wish) for wish in wishes])
    assert sorted(wishes[0].changes) == [(["A"], ["B"]), (["A"], ["C"])]


def test_no_two_steps_share_a_shuffle():
    spans = {}
    course = coach(Sought(dict(START), LIMITS, sorted(START), [0.75, 0.25], 2, 30_000))
    stub, wishes = Stub(gain_of, 1, LIMITS), next(course)
    try:
        while True:
            for wish in wishes:
                assert (wish.stop - wish.start) % 2 == 0
                spans.setdefault(wish.rival, []).append(range(wish.start, wish.stop))
            wishes = course.send([stub.counts(wish) for wish in wishes])
    except StopIteration:
        pass
    for each in spans.values():
        assert all(one.stop <= other.start for one, other in pairwise(each))
    sizes = [sum(map(len, each)) for each in spans.values()]
    assert sizes[0] / sum(sizes) == pytest.approx(0.75, abs=0.02)


def test_larger_changes_are_made_of_swaps_and_measured_against_the_deck():
    result = search(swaps=2, shares=(0.75, 0.25))
    assert result.best.into == ("B-001", "B-001")
    assert result.gain(result.best).rate == pytest.approx(
        0.75 * result.by_rival[result.best][0].rate + 0.25 * result.by_rival[result.best][1].rate
    )
    assert {change.swaps for change in result.measured} <= {1, 2}


def test_steps_share_out_the_cards_that_may_leave():
    assert [steps_of(swaps) for swaps in (1, 2, 3, 4, 7, 12)] == [[1], [1, 1], [2, 1], [2, 2], [4, 3], [4, 4, 4]]


def test_changes_go_one_after_the_other_and_there_and_back_is_none():
    there, back = Change(["A"], ["B"]), Change(["B"], ["A"])
    assert composed(there, back) == Change([], [])
    assert composed(there, Change(["A"], ["C"])) == Change(["A", "A"], ["B", "C"])
    assert composed(there, Change(["B"], ["C"])) == Change(["A"], ["C"])
    assert applied({"A": 1, "B": 2}, there) == {"B": 3}
    assert legal(there, {"A": 1}, {"B": 1})
    assert not legal(Change(["A", "A"], ["B", "B"]), {"A": 1}, {"B": 2})
    assert not legal(there, {"A": 1, "B": 1}, {"B": 1})


def test_the_same_search_says_the_same():
    one, other = search(3), search(3)
    assert one.gains == other.gains
    assert search(4).gains != one.gains


def test_where_nothing_gains_the_measure_says_so():
    results = [search(seed, gain=lambda _: 0.0, budget=12_000) for seed in range(20)]
    expected = [result.expected(result.order[0]).rate for result in results]
    said = [result.gains[result.order[0]].rate for result in results]
    assert np.mean(expected) > 0.0005
    assert abs(np.mean(said)) < 0.004
    assert sum(result.best is None for result in results) >= 18


def test_a_gain_that_a_check_turns_goes_to_the_end_and_is_not_advised():
    result = search(budget=80_000)
    first, *others = result.order
    assert first in result.sure
    worse, open_ = (
        SimpleNamespace(difference=Estimate(*ends, 800, 0.95, Method.NORMAL), study=result.study) for ends in TURNED
    )
    result = Improvement(result.study, result.advice, {first: worse, **dict.fromkeys(others, open_)})
    assert result.order == (*others, first)
    assert result.turns(first)
    assert result.best == next((change for change in others if change in result.sure), None)
    assert check_cell(result, first).startswith("contradicted")
    assert all(check_cell(result, change).startswith("not decided yet") for change in others)


def test_sums_of_products_are_saved_in_few_letters():
    gram = np.array([[3, 1, 0], [1, 5, 2], [0, 2, 9]])
    assert np.array_equal(unpacked(packed(gram), 3), gram)
    for text, width in ((packed(gram), 4), (packed(-gram), 3)):
        with pytest.raises(ValueError, match="sums of products"):
            unpacked(text, width)


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
