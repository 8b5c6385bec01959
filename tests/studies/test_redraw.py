"""Redraws in play: rates and gains from counts, the rule, and what it is held to."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from tests.chances.small_decks import two_heroes
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.chances import odds
from ucgsim.chances.hand_classes import HandClass, HandClasses
from ucgsim.decks.checking import load_deck
from ucgsim.errors import UcgsimError
from ucgsim.simulate.hands.redraws import RedrawHands
from ucgsim.stats.pairs import paired_difference
from ucgsim.studies.redraw.counts import KEPT, POLICY, REDRAWN, RedrawCounts, gain, joint, points_by, win_rate
from ucgsim.studies.redraw.rule import FEWEST_HANDS, advised, cross_fitted, rule_of, rule_of_policy
from ucgsim.studies.redraw.study import redraw

DECKLISTS = Path(__file__).resolve().parents[2] / "decklists"
CHAIN, NO_CHAIN = HandClass(2, 1, 3, 1), HandClass(0, 1, 3, 1)
RARE = HandClass(0, 0, 1, 2)
CLASSES = HandClasses(two_heroes())
KEEPS = defaultdict(bool)
"""A policy that keeps every class."""


@pytest.fixture(scope="module")
def result():
    """Hands of a policy that redraws by lot, so that there is a rule that is better."""
    return redraw(DECKLISTS / "plain-dyna-gaia.txt", hands=8_000, policy="random", catalog=shipped_catalog())


def made_up(hands: int, chances, seed: int = 1) -> RedrawHands:
    """Hands that are won with these chances: (kept, redrawn) of the class."""
    rng = np.random.default_rng(seed)
    kept, redrawn = (2 * rng.binomial(1, chance, hands) for chance in chances)
    verdicts = rng.integers(0, 2, hands)
    return RedrawHands(np.zeros(hands, np.int64), kept, redrawn, np.where(verdicts, redrawn, kept), verdicts)


def counted(*parts: tuple[HandClass, RedrawHands]) -> RedrawCounts:
    counts = RedrawCounts()
    for hand, played in parts:
        counts.add(np.tile(hand, (len(played.kept), 1)), played)
    return counts


def test_rates_and_gains_are_those_of_the_hands():
    hands = made_up(500, (0.4, 0.6))
    table = counted((CHAIN, hands)).all_hands[CHAIN]
    assert win_rate(points_by(table, KEPT)).rate == pytest.approx(hands.kept.mean() / 2)
    for choice, other in ((REDRAWN, KEPT), (KEPT, POLICY), (POLICY, REDRAWN)):
        points = (hands.kept, hands.redrawn, hands.policy)
        assert gain(joint(table, choice, other)) == paired_difference(points[choice] / 2, points[other] / 2).difference
    assert gain(joint(table, KEPT, KEPT)).rate == 0


def test_counts_add_up_whatever_the_parts():
    hands = made_up(400, (0.3, 0.5))
    halves = [RedrawHands(*(column[part] for column in hands)) for part in (slice(0, 200), slice(200, None))]
    whole, parts = counted((CHAIN, hands)), counted(*((CHAIN, half) for half in halves))
    assert np.array_equal(whole.total, parts.total)
    assert whole.verdict(CHAIN) == parts.verdict() == parts.verdict(CHAIN)
    assert whole.hands_of(CHAIN) == 400


def test_the_rule_redraws_what_wins_more_after_a_redraw():
    counts = counted((CHAIN, made_up(600, (0.7, 0.5))), (NO_CHAIN, made_up(600, (0.2, 0.5))))
    rule = rule_of(counts.all_hands, HandClasses(two_heroes()), fewest=FEWEST_HANDS, policy=KEEPS)
    assert rule.redraws == {CHAIN: False, NO_CHAIN: True}
    assert rule.sentences == ["Keep a hand with chain and redraw every other."]
    assert rule.condition == "not (chain)"
    reached = cross_fitted(counts, HandClasses(two_heroes()))
    assert reached.over_keeping.low < 0.15 < reached.over_keeping.high
    assert reached.over_keeping.n == 1200


def test_a_rare_class_follows_the_hands_with_its_chain():
    counts = counted((NO_CHAIN, made_up(600, (0.2, 0.5))), (RARE, made_up(10, (0.9, 0.1))))
    rule = rule_of(counts.all_hands, HandClasses(two_heroes()), fewest=FEWEST_HANDS, policy=KEEPS)
    assert rule.redraws[RARE]
    assert rule.sentences == ["Redraw every hand."]
    assert rule.condition == "settable >= 0"


def test_where_nothing_is_gained_every_hand_is_kept():
    rule = rule_of(
        counted((CHAIN, made_up(600, (0.7, 0.5)))).all_hands,
        HandClasses(two_heroes()),
        fewest=FEWEST_HANDS,
        policy=KEEPS,
    )
    assert rule.sentences == ["Keep every hand."]
    assert rule.condition == "settable < 0"


def test_too_few_hands_make_no_rule():
    rule = rule_of(
        counted((CHAIN, made_up(20, (0.7, 0.5)))).all_hands,
        HandClasses(two_heroes()),
        fewest=FEWEST_HANDS,
        policy=KEEPS,
    )
    assert rule.words is None
    assert rule.condition is None
    assert "Too few" in rule.sentences[0]
    assert rule.redraws == {CHAIN: False}


def test_luck_alone_is_no_gain():
    # Thirty classes in which a redraw changes nothing: the best of each looks like a gain, and is none.
    hands = [HandClass(chain, low, 3, scenes) for chain in (0, 2, 3) for low in range(4) for scenes in range(3)]
    parts = [(hand, made_up(200, (0.5, 0.5), seed=number)) for number, hand in enumerate(hands)]
    counts = counted(*parts)
    rule = rule_of(counts.all_hands, HandClasses(two_heroes()), fewest=FEWEST_HANDS, policy=KEEPS)
    flattered = sum(
        (joint(table, REDRAWN if rule.redraws[hand] else KEPT, KEPT) for hand, table in counts.all_hands.items()),
        np.zeros((3, 3), np.int64),
    )
    assert gain(flattered).low > 0
    assert not cross_fitted(counts, HandClasses(two_heroes())).over_keeping.low > 0


def test_classes_come_as_often_as_exact_odds_say(result):
    deck = result.study.deck.cards(shipped_catalog())
    hands = result.study.hands
    for text, fits in (
        ("chain", lambda hand: hand.chain > 0),
        ("chain of 3", lambda hand: hand.chain == 3),
        ("level 1 >= 3", lambda hand: hand.low == 3),
        ("settable <= 2", lambda hand: hand.settable <= 2),
    ):
        chance = odds(deck, text, redraw="never").probability
        seen = sum(result.counts.hands_of(hand) for hand in result.counts.classes if fits(hand)) / hands
        assert abs(seen - chance) < 4 * math.sqrt(chance * (1 - chance) / hands) + 1e-12


def test_the_rule_as_a_condition_redraws_the_same_hands(result):
    deck = result.study.deck.cards(shipped_catalog())
    chance = odds(deck, result.rule.condition, redraw="never").fraction
    rate = result.to_json()["rule"]["redraw_rate"]
    assert rate["low"] - 0.01 < chance < rate["high"] + 0.01
    assert Fraction(0) < chance < 1


def test_the_policy_lies_between_the_choices_it_mixes():
    data = redraw(DECKLISTS / "plain-dyna-gaia.txt", hands=8_000, catalog=shipped_catalog()).to_json()
    assert data["policy"]["rate"] > max(data["always_keep"]["rate"], data["always_redraw"]["rate"])
    # Seen before the first turn, a hand that a redraw brings is a hand like any other.
    assert abs(data["always_keep"]["rate"] - data["always_redraw"]["rate"]) < 0.05
    assert data["rules_from_halves"]["gain_over_keep"]["low"] > 0


def test_the_answer_names_what_it_rests_on(result):
    text = result.summary()
    assert text.startswith("Plain Dyna and Gaia: ")
    for piece in (
        "8,000 opening hands, each kept and redrawn",
        "random v1 on both sides",
        "rules 1.7",
        "seed 1",
    ):
        assert piece in text
    assert f"Again: {result.study.command}" in text


def test_a_class_with_too_few_hands_has_no_number(result):
    data = {entry["class"]: entry for entry in result.to_json()["classes"]}
    few = [entry for entry in data.values() if entry["hands"] < FEWEST_HANDS]
    assert few
    assert all(entry["too_few"] and entry["kept"]["rate"] is None for entry in few)
    many = [entry for entry in data.values() if not entry["too_few"]]
    assert all(entry["kept"]["low"] <= entry["kept"]["rate"] <= entry["kept"]["high"] for entry in many)
    assert sum(entry["hands"] for entry in data.values()) == 8_000


def test_what_the_halves_win_is_not_said_of_the_rule(result):
    text = " ".join(result.summary().split())
    assert "Two rules made in the same way from one half of the hands each, tried on the other half, win" in text
    assert "recommended rule not tried" in text
    assert set(result.to_json()["rule"]) == {"sentences", "redraw_when", "redraw_rate"}


def test_hands_that_are_too_rare_get_no_advice(result):
    """They have one line together; in data, no class has advice without a rate."""
    few = [hand for hand in result.ordered if result.counts.hands_of(hand) < FEWEST_HANDS]
    hands = sum(result.counts.hands_of(hand) for hand in few)
    assert f"{len(few)} further kinds of hands, {hands:,} of the 8,000 hands, have too few" in result.summary()
    assert all(result.study.classes.text(hand) not in result.summary() for hand in few)
    for entry in result.to_json()["classes"]:
        assert (entry["recommended"] is None) == entry["too_few"]
        assert not (entry["settled"] and entry["too_few"])


def test_advice_that_its_own_hands_do_not_bear_out_is_marked(result):
    classes = [entry for entry in result.to_json()["classes"] if not entry["too_few"]]
    gains = {entry["class"]: entry["redraw_gain"] for entry in classes}
    still = {name for name, gain in gains.items() if gain["low"] <= 0 <= gain["high"]}
    assert still
    assert still != set(gains)
    assert {entry["class"] for entry in classes if not entry["settled"]} == still
    for line in result.summary().splitlines():
        for name in gains:
            if line.startswith(f"  {name}  "):
                assert line.endswith("(open)") == (name in still)
    assert "(open): what a redraw gains" in result.summary()


def test_a_rule_that_is_not_surely_better_than_that_of_the_policy_is_not_given(result):
    """It says how many hands would tell; what is done without it is told with what that wins."""
    few = redraw(DECKLISTS / "plain-rosso-blu.txt", hands=600, seed=3, policy="greedy", catalog=shipped_catalog())
    assert few.suggested.words is not None
    assert few.reached.over_policy.low <= 0 <= few.reached.over_policy.high
    first, second, *_ = few.summary().splitlines()
    assert "what can be made of 600 hands is not surely better than the rule of greedy v1; a gain of" in first
    half = few.reached.over_policy.rate - few.reached.over_policy.low
    needed = 600 * (half / max(few.reached.over_policy.rate, 0.01)) ** 2
    text = int(re.search(r"about ([0-9,]+) hands to see", first)[1].replace(",", ""))
    assert needed <= text <= 1.1 * needed
    assert second.startswith("The rule of greedy v1 (it wins ")
    assert "Keep a hand with" in second
    assert_no_rule(few)
    assert "No rule" not in result.summary()


def worth(gains: float, share: float, seed: int, *, policy_is_right: bool) -> RedrawCounts:
    """2,000 hands in eight classes; in half of them a redraw gains, else it loses; the policy knows it or errs."""
    hands = [HandClass(chain, low, 3, 0) for chain in (0, 2) for low in range(4)]
    rng = np.random.default_rng(seed)
    parts = []
    for number, hand in enumerate(hands):
        better = number % 2 == 0
        chance = 0.5 + (gains if better else -gains)
        alike = rng.random(250) < share
        kept = 2 * rng.binomial(1, 0.5, 250)
        redrawn = np.where(alike, kept, 2 * rng.binomial(1, chance, 250))
        verdicts = np.full(250, int(better == policy_is_right))
        policy = redrawn if better == policy_is_right else kept
        parts.append((hand, RedrawHands(np.zeros(250, np.int64), kept, redrawn, policy, verdicts)))
    return counted(*parts)


def test_few_hands_do_not_advise_what_is_worse_than_the_policy():
    """Where the policy is right already, no rule gains on it, and hardly ever is one said to."""
    given = 0
    for seed in range(40):
        counts = worth(0.1, 0.3, seed, policy_is_right=True)
        answer = rule_of(counts.all_hands, CLASSES, fewest=FEWEST_HANDS, policy=counts.policy_redraws)
        reached = cross_fitted(counts, CLASSES)
        given += advised(answer, reached, counts, "own", hands=2000).words is not None
    assert given <= 2


def test_a_rule_that_is_better_than_the_policy_is_advised():
    counts = worth(0.25, 0.0, 3, policy_is_right=False)
    answer = rule_of(counts.all_hands, CLASSES, fewest=FEWEST_HANDS, policy=counts.policy_redraws)
    assert advised(answer, cross_fitted(counts, CLASSES), counts, "own", hands=2000) is answer


def test_what_a_policy_does_is_said_where_few_words_say_it(result):
    """One that redraws by lot follows no rule; what each wins over keeping is told in either case."""
    assert "can't be said in few words" in result.of_policy.sentences[0]
    assert result.to_json()["policy"]["redraw_when"] is None
    counts = worth(0.1, 0.3, 1, policy_is_right=True)
    rule = rule_of_policy(counts, CLASSES)
    assert rule.redraws == counts.policy_redraws
    assert rule.words is not None


def assert_no_rule(message):
    """Nothing in words or in data is advice, while what was tried is told."""
    data, text = message.to_json(), message.summary()
    assert data["rule"]["redraw_when"] is data["rule"]["redraw_rate"] is message.rule.condition is None
    assert data["rules_from_halves"] is not None
    assert all(entry["recommended"] is None for entry in data["classes"])
    assert message.rule.redraws == message.counts.policy_redraws
    for piece in ("As a condition", "recommended rule", "The rule takes", "(open)"):
        assert piece not in text
    assert "two rules from halves" in text


def test_a_rule_that_is_surely_worse_than_that_of_the_policy_is_not_given():
    deck, other = (DECKLISTS / f"plain-{name}.txt" for name in ("dyna-gaia", "kaiju"))
    few = redraw(deck, [other], hands=1_000, policy="greedy", catalog=shipped_catalog())
    assert few.suggested.words is not None
    assert few.reached.over_policy.high < 0
    first = few.summary().splitlines()[0]
    assert "No rule to advise: what can be made of 1,000 hands is behind the rule of greedy v1; a gain of 1 p" in first
    assert few.to_json()["rule"]["sentences"] == few.sentences()[:1] == [first.partition(": ")[2]]
    assert_no_rule(few)


def test_a_class_without_evidence_follows_the_policy():
    """However many hands without a chain there are, they say nothing of a hand with one."""
    counts = counted((NO_CHAIN, made_up(600, (0.7, 0.5))), (CHAIN, made_up(40, (0.5, 0.5))))
    for redraws in (False, True):
        policy = {NO_CHAIN: True, CHAIN: redraws}
        rule = rule_of(counts.all_hands, HandClasses(two_heroes()), fewest=FEWEST_HANDS, policy=policy)
        assert rule.redraws == {NO_CHAIN: False, CHAIN: redraws}


def test_what_the_policy_does_with_a_class_is_what_it_does_more_often():
    hands = made_up(90, (0.5, 0.5))
    for redrawn, verdict in ((50, True), (45, False), (40, False)):
        verdicts = (np.arange(90) < redrawn).astype(int)
        assert counted((CHAIN, hands._replace(verdicts=verdicts))).policy_redraws == {CHAIN: verdict}


def test_from_a_handful_of_hands_nothing_is_said_of_a_rule():
    few = redraw(DECKLISTS / "plain-dyna-gaia.txt", hands=40, catalog=shipped_catalog())
    assert few.summary().startswith("Plain Dyna and Gaia: Too few hands for a rule; play more with -n.\nPlayed: ")
    assert "The rule" not in few.summary()
    assert few.to_json()["rules_from_halves"] is None


def test_an_opponent_twice_is_refused():
    with pytest.raises(UcgsimError, match="are the same list; name each opponent once"):
        redraw(DECKLISTS / "plain-kaiju.txt", [DECKLISTS / "plain-rosso-blu.txt"] * 2, catalog=shipped_catalog())


def test_tables_have_a_row_a_class(result):
    table = result.to_polars()
    assert table.height == len(list(result.counts.classes)) == len(result.to_pandas())
    assert {"class", "chain", "low", "settable", "scenes", "kept_rate", "redraw_gain_low"} <= set(table.columns)
    assert "<table" in result._repr_html_()
    assert "Keep" in repr(result) or "Redraw" in repr(result)
    reached = result.reached.win_rate
    assert f"win {100 * reached.rate:.1f} % ({100 * reached.low:.1f} to {100 * reached.high:.1f})" in repr(result)
    assert "8,000 opening hands, each kept and redrawn, against itself; random v1" in repr(result)


def test_the_plot_shows_the_classes_that_have_rates(result):
    axes = result.figure().axes[0]
    rated = [hand for hand in result.ordered if result.counts.hands_of(hand) >= FEWEST_HANDS]
    assert len(axes.get_yticklabels()) == len(rated)
    assert axes.get_xlabel() == "games won"
    assert "16,000 games" in axes.figure.get_suptitle()
    assert " ".join(axes.figure.get_supxlabel().split()) == result.basis


def test_the_plot_shows_all_hands_where_no_class_has_rates():
    few = redraw(DECKLISTS / "plain-dyna-gaia.txt", hands=400, catalog=shipped_catalog())
    axes = few.figure().axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["all (400; no class has 100)"]
    data = few.to_json()
    # A picture of one row is low: nothing may stand out of it.
    axes.figure.draw_without_rendering()
    box = axes.yaxis.label.get_window_extent()
    assert 0 <= box.x0 < box.x1 <= axes.figure.bbox.width
    assert 0 <= box.y0 < box.y1 <= axes.figure.bbox.height
    drawn = [bars.lines[0].get_xdata().tolist() for bars in axes.containers]
    assert drawn == [[data["always_keep"]["rate"]], [data["always_redraw"]["rate"]]]


def test_several_opponents_are_met_equally_often():
    catalog = shipped_catalog()
    others = [DECKLISTS / name for name in ("plain-kaiju.txt", "plain-rosso-blu.txt", "plain-zero-geed.txt")]
    reported = []
    study = redraw(
        load_deck(DECKLISTS / "plain-dyna-gaia.txt", catalog),
        others,
        hands=100,
        catalog=catalog,
        advance=reported.append,
    ).study
    assert (study.each, study.hands) == (34, 102)
    assert sum(reported) == 102
    assert study.command.count("--against") == 3


def test_the_same_seed_gives_the_same_answer():
    first, again, other = (
        redraw(DECKLISTS / "plain-kaiju.txt", hands=400, seed=seed, catalog=shipped_catalog()).to_json()
        for seed in (3, 3, 4)
    )
    assert first == again
    assert first["policy"] != other["policy"]
