"""Dealing against counting: two ways to the same numbers that share nothing but the question."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.probability.small_decks import hero, kaiju, near, scene, two_heroes
from ucgsim.probability import odds_of_cards
from ucgsim.probability.classes import classify
from ucgsim.probability.condition import Vocabulary, parse
from ucgsim.probability.counting import exact
from ucgsim.probability.counting.terms import DrawTerms, Horizon

FILTERS = [
    "level 1 TIGA",
    "TIGA",
    "level 2+",
    "hero",
    "scene",
    "scene round 1",
    "level 1|DYNA",
    "TIGA-1a",
    "settable",
]
SURE = 0.999999
"""One interval in a million misses; the seeds are fixed, so that a pass stays a pass."""


@st.composite
def conditions(draw, depth: int = 2) -> str:
    if depth and draw(st.booleans()):
        joint = draw(st.sampled_from([" and ", " or "]))
        parts = draw(st.lists(conditions(depth - 1), min_size=2, max_size=3))
        text = f"({joint.join(parts)})"
        return f"not {text}" if draw(st.booleans()) else text
    if draw(st.integers(0, 4)) == 0:
        return draw(st.sampled_from(["chain", "chain of 3"]))
    comparison = draw(st.sampled_from([">=", "<=", "==", "!="]))
    return f"{draw(st.sampled_from(FILTERS))} {comparison} {draw(st.integers(0, 5))}"


@settings(max_examples=20, deadline=None, derandomize=True)
@given(
    want=conditions(),
    turn=st.integers(1, 4),
    redraw=st.sampled_from(["never", "always", "unless"]),
    procedure=st.sampled_from(["official", "reshuffle"]),
    scene_draws=st.booleans(),
)
def test_dealing_agrees_with_counting(want, turn, redraw, procedure, scene_draws):
    terms = {"turn": turn, "redraw": redraw, "procedure": procedure, "scene_draws": scene_draws}
    counted = odds_of_cards(two_heroes(), want, **terms)
    dealt = odds_of_cards(two_heroes(), want, sample=4_000, seed=11, confidence=SURE, **terms)
    assert counted.exact
    assert not dealt.exact
    assert dealt.low <= counted.probability <= dealt.high
    assert dealt.without.low <= counted.without_redraw <= dealt.without.high
    assert dealt.redraws.low <= counted.redraw_rate <= dealt.redraws.high
    for there, here in zip(dealt.by_turn, counted.by_turn, strict=True):
        assert there.chance.low <= here.chance.probability <= there.chance.high
    for there, here in zip(dealt.expected, counted.expected, strict=True):
        assert there.low - 1e-9 <= here.count <= there.high + 1e-9


@settings(max_examples=30, deadline=None, derandomize=True)
@given(want=conditions(), when=conditions(), turn=st.integers(1, 3))
def test_dealing_agrees_with_counting_for_a_redraw_condition(want, when, turn):
    counted = odds_of_cards(two_heroes(), want, turn=turn, redraw_when=when)
    dealt = odds_of_cards(two_heroes(), want, turn=turn, redraw_when=when, sample=4_000, seed=12, confidence=SURE)
    assert dealt.low <= counted.probability <= dealt.high
    assert dealt.redraws.low <= counted.redraw_rate <= dealt.redraws.high


@settings(max_examples=30, deadline=None, derandomize=True)
@given(want=conditions(), turn=st.integers(1, 3), scene_draws=st.booleans())
def test_the_best_rule_is_never_beaten(want, turn, scene_draws):
    rules = ("never", "always", "unless", "best")
    never, always, unless, best = (
        odds_of_cards(two_heroes(30), want, turn=turn, redraw=rule, scene_draws=scene_draws).probability
        for rule in rules
    )
    assert always == near(never)
    assert max(never, unless) <= best * (1 + 1e-12)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(want=conditions(), turn=st.integers(1, 3), redraw=st.sampled_from(["never", "always", "unless"]))
def test_the_gain_has_an_interval_that_holds_it(want, turn, redraw):
    counted = odds_of_cards(two_heroes(), want, turn=turn, redraw=redraw)
    dealt = odds_of_cards(two_heroes(), want, turn=turn, redraw=redraw, sample=4_000, seed=13, confidence=SURE)
    assert dealt.gained.low <= counted.gain <= dealt.gained.high
    assert dealt.gain == pytest.approx(dealt.probability - dealt.without_redraw)
    assert (counted.gained.low, counted.gained.high) == (counted.gain, counted.gain)
    for there, here in zip(dealt.expected, counted.expected, strict=True):
        assert there.without_low - 1e-9 <= here.without_redraw <= there.without_high + 1e-9


@pytest.mark.slow
def test_the_interval_of_the_gain_covers_what_it_says():
    """200 samples of 400 deals, most of which are met with the redraw and without; within two errors."""
    truth = odds_of_cards(two_heroes(), "chain").gain
    dealt = [odds_of_cards(two_heroes(), "chain", sample=400, seed=seed).gained for seed in range(200)]
    assert 0.92 <= sum(each.low <= truth <= each.high for each in dealt) / 200 <= 0.98


def test_the_gain_is_told_with_its_interval():
    """Deals are the same with and without the redraw, so it is narrower than that of two independent chances."""
    result = odds_of_cards(two_heroes(), "chain", sample=2_000, seed=3)
    low, high = result.gained.low, result.gained.high
    assert 0 < low < result.gain < high
    assert high - low < 0.9 * (
        ((result.high - result.low) ** 2 + (result.without.high - result.without.low) ** 2) ** 0.5
    )
    assert f"gain {100 * result.gain:+.2f} points ({100 * low:+.2f} to {100 * high:+.2f})" in result.summary()
    data = result.as_json()
    assert (data["gain_low"], data["gain_high"]) == (low, high)
    table = result.to_pandas()
    assert (table["without_redraw_low"] < table["without_redraw"]).all()
    assert (table["without_redraw"] < table["without_redraw_high"]).all()
    assert list(table["n"]) == [2_000] * len(table)
    assert not table["exact"].any()


def test_the_best_rule_by_dealing_comes_close():
    want = "level 1 TIGA >= 2 and level 2 TIGA >= 1"
    counted = odds_of_cards(two_heroes(), want, turn=3, redraw="best")
    dealt = odds_of_cards(two_heroes(), want, turn=3, redraw="best", sample=2_000, seed=3, confidence=SURE)
    assert dealt.low <= counted.probability <= dealt.high
    assert "dealt futures" in dealt.rule[0]


def test_the_same_seed_deals_the_same():
    first, second, other = (odds_of_cards(two_heroes(), "chain", sample=500, seed=seed) for seed in (5, 5, 6))
    assert first == second
    assert first != other


def test_what_cannot_be_counted_is_dealt_and_says_so(monkeypatch):
    monkeypatch.setattr("ucgsim.probability.odds.DEALT_WHEN_TOO_MANY", 10_000)
    deck = [hero(f"HERO {index}", 1) for index in range(50)]
    want = " or ".join(f"(HERO {n} and HERO {n + 1})" for n in range(45))
    reported: list[int] = []
    result = odds_of_cards(deck, want, advance=reported.append)
    assert not result.exact
    assert result.exact is False
    assert result.low < result.probability < result.high
    assert "hands into too many kinds" in result.method
    assert sum(reported) == result.samples == 10_000


def test_later_turns_are_left_out_before_exactness_is():
    deck = [*(hero(f"H{index}", 1) for index in range(24)), *[kaiju("GOLZA")] * 26]
    want = " or ".join(f"(H{n} and H{n + 1})" for n in range(23))
    result = odds_of_cards(deck, want)
    assert result.exact
    assert [row.turn for row in result.by_turn] == [1]


@pytest.mark.parametrize("number", [6, 12])
def test_a_dozen_conditions_are_counted(number):
    deck = two_heroes()
    parts = [f"{card} >= 1" for card in sorted({card.number for card in deck})[:number]]
    for want in (" and ".join(parts), " or ".join(parts)):
        assert odds_of_cards(deck, want, turn=4, redraw="best").exact


def test_effort_tells_what_is_too_much():
    deck = [*two_heroes(42), *[scene(1)] * 8]
    node = parse("TIGA >= 2", Vocabulary.of(deck))
    short, long = (DrawTerms(node, (h,), h) for h in (Horizon.of_turn(1), Horizon.of_turn(12, scene_draws=True)))
    efforts = [exact.effort(classify(deck, [node], scene_turns=t.scene_turns), t) for t in (short, long)]
    assert 0 < efforts[0] < efforts[1]
