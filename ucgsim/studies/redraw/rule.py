"""From win rates by class of hand to a redraw rule, and what such a rule gains on hands it has not seen."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.chances.counting.rule import word_rule
from ucgsim.stats.deciding.checked import LEAST, rounded_up, units_to_see
from ucgsim.stats.outcomes import SCORES
from ucgsim.studies.redraw.counts import (
    FOLDS,
    KEPT,
    POINTS,
    POLICY,
    REDRAWN,
    RedrawCounts,
    gain,
    joint,
    points_by,
    total_of,
    win_rate,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.chances.counting.rule import BestRule
    from ucgsim.chances.hand_classes import HandClass, HandClasses
    from ucgsim.stats.rates import Estimate

FEWEST_HANDS = 100
"""Hands below which a class shows no rate: its interval would be wider than twenty points."""
LEADS = np.subtract.outer(SCORES, SCORES)
"""Share of a game by which the choice of a row leads that of a column, float64[3, 3]."""
LITTLE = 0.002
"""Win rate that a shorter rule may lose; the rates of single classes are never surer than that."""
MISSED = 0.05
"""Share of hands with which a policy may do otherwise than the words for its rule say."""


@dataclass(frozen=True, slots=True)
class RedrawRule:
    """Which classes to redraw, and the same in words.

    ``redraws`` is what the words say of each class. Without a rule ``words`` is None, ``redraws`` is what the
    policy does, and ``lacking`` says what is amiss.
    """

    redraws: Mapping[HandClass, bool]
    words: BestRule | None
    lacking: str = "Too few hands for a rule; play more with -n."

    @property
    def sentences(self) -> list[str]:
        """The rule, one line a sentence, or why there is none."""
        return [self.lacking] if self.words is None else self.words.sentences()

    @property
    def condition(self) -> str | None:
        """The hands to redraw as a condition of ``ucgsim odds --redraw-when``; None without a rule."""
        if self.words is None:
            return None
        if not self.words.lines:
            return "settable >= 0" if self.words.keeps else "settable < 0"
        fits = " or ".join(f"({line})" if len(self.words.lines) > 1 else line for line in self.words.lines)
        return f"not ({fits})" if self.words.keeps else fits


@dataclass(frozen=True, slots=True)
class CrossFitted:
    """What a rule made from half of the hands reaches on the other half, both ways added up.

    Gains are in win rate, 0.01 a percentage point.
    """

    win_rate: Estimate
    over_keeping: Estimate
    over_policy: Estimate


def rule_of(
    tables: Mapping[HandClass, NDArray[np.int64]],
    classes: HandClasses,
    *,
    fewest: int,
    policy: Mapping[HandClass, bool],
) -> RedrawRule:
    """The rule that redraws the classes for which redrawing won more.

    A class of fewer than ``fewest`` hands follows all hands with the same chain; where these are too few as
    well, it follows the policy (``policy``: whether that redraws a class).
    """
    hands = sorted(tables)
    means = {hand: _mean_gain(hand, tables, fewest) for hand in hands}
    known = [abs(mean) for mean in means.values() if mean is not None]
    if not known:
        return RedrawRule({hand: policy[hand] for hand in hands}, None)
    # What the policy says of a class without evidence weighs as much as the rest, lest the words pass over it.
    trust = sum(known) / len(known)
    worth = ((means[hand], trust if policy[hand] else -trust) for hand in hands)
    gains = np.array([otherwise if mean is None else mean for mean, otherwise in worth])
    shares = np.array([tables[hand].sum() for hand in hands]) / sum(table.sum() for table in tables.values())
    return _worded(hands, gains > 0, shares * abs(gains), classes)


def _worded(
    hands: Sequence[HandClass], redraws: NDArray[np.bool_], stakes: NDArray[np.float64], classes: HandClasses
) -> RedrawRule:
    """A choice for each class in few words, which may lose little of what is at stake."""
    features = classes.features(hands)
    words, followed = word_rule(
        features,
        redraws,
        np.zeros(len(hands), np.bool_),
        stakes=stakes,
        labels=classes.feature_names,
        sizes=features.max(axis=0).tolist(),
        few_lines=1,
        tolerance=LITTLE,
    )
    words = replace(words, lines=tuple(map(_as_condition, words.lines)))
    return RedrawRule(dict(zip(hands, followed.tolist(), strict=True)), words)


def rule_of_policy(counts: RedrawCounts, classes: HandClasses) -> RedrawRule:
    """What the policy does, in words; none where words miss what it does with more than ``MISSED`` of the hands."""
    hands = sorted(counts.classes)
    redraws = counts.policy_redraws
    shares = np.array([counts.hands_of(hand) for hand in hands], np.float64)
    shares /= shares.sum()
    rule = _worded(hands, np.array([redraws[hand] for hand in hands]), shares, classes)
    verdicts = np.array([counts.verdict(hand).rate for hand in hands])
    said = np.array([rule.redraws[hand] for hand in hands])
    if shares @ abs(said - verdicts) > MISSED:
        return RedrawRule(redraws, None, "What it does with a hand can't be said in few words.")
    return rule


def _mean_gain(hand: HandClass, tables: Mapping[HandClass, NDArray[np.int64]], fewest: int) -> float | None:
    """What a redraw gains on average, from the class or from all hands with its chain; None from too few."""
    alike = {other: table for other, table in tables.items() if other.chain == hand.chain}
    for table in (tables[hand], total_of(alike)):
        played = int(table.sum())
        if played >= fewest:
            return float((LEADS * joint(table, REDRAWN, KEPT)).sum()) / played
    return None


def _as_condition(line: str) -> str:
    """A line in the words of conditions, where a chain is there or not and is not counted."""
    held = re.sub(r"\b(chain(?: of 3)?) (?:>=|==) 1", r"\1", line)
    return re.sub(r"\b(chain(?: of 3)?) (?:<=|==) 0", r"not \1", held)


def cross_fitted(counts: RedrawCounts, classes: HandClasses) -> CrossFitted:
    """Make a rule from each half of the hands and try it on the other half.

    A rule tried on the hands it was made from would look better than it is (Hastie, Tibshirani & Friedman 2009,
    The Elements of Statistical Learning, section 7.10).
    """
    points = np.zeros(POINTS, np.int64)
    over_keeping, over_policy = (np.zeros((POINTS, POINTS), np.int64) for _ in range(2))
    for number in range(FOLDS):
        made = rule_of(counts.fold(1 - number), classes, fewest=FEWEST_HANDS // FOLDS, policy=counts.policy_redraws)
        for hand, table in counts.fold(number).items():
            choice = REDRAWN if made.redraws[hand] else KEPT
            points += points_by(table, choice)
            over_keeping += joint(table, choice, KEPT)
            over_policy += joint(table, choice, POLICY)
    return CrossFitted(win_rate(points), gain(over_keeping), gain(over_policy))


def advised(
    suggested: RedrawRule, reached: CrossFitted, counts: RedrawCounts, policy: str, *, hands: int
) -> RedrawRule:
    """The rule that was found if rules like it surely win more than ``policy`` does and than keeping, else none.

    ``hands`` are those it was made from. Who follows a rule that is not better than what is done anyway gains nothing,
    and from few hands the rules that look best are worse than that: so a rule has to be ahead, not only not behind.
    """
    if suggested.words is None:
        return suggested
    if reached.over_policy.low <= 0:
        return RedrawRule(counts.policy_redraws, None, _lacking(reached.over_policy, f"the rule of {policy}", hands))
    if any(suggested.redraws.values()) and reached.over_keeping.low <= 0:
        return RedrawRule(
            counts.policy_redraws, None, _lacking(reached.over_keeping, f"always keeping under {policy}", hands)
        )
    return suggested


def _lacking(gain: Estimate, other: str, hands: int) -> str:
    """What is amiss with a rule that is not surely ahead of another one, and how many hands would tell."""
    ahead = max(gain.rate, LEAST)
    needed = units_to_see(gain, ahead) / gain.n * hands
    amiss = f"is behind {other}" if gain.high < 0 else f"is not surely better than {other}"
    head = f"No rule to advise: what can be made of {hands:,} hands {amiss}"
    if needed <= hands:
        return f"{head}, and a gain of {_point(ahead)} would have shown; follow {other}."
    return f"{head}; a gain of {_point(ahead)} would take about {rounded_up(needed):,} hands to see (-n)."


def _point(gain: float) -> str:
    return "1 point" if gain == LEAST else f"{100 * gain:.1f} points"
