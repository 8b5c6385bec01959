"""Shares of the variance: the truth of blocks that are drawn from a known law, their sums, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.stats.shares import variance_shares

CAUSES = {"Lead": [0], "play": [1, 2]}


class Law:
    """Games that side a wins with a chance that depends on luck of six kinds, who leads and how both sides play."""

    def __init__(self, lead: float, play: float, mixed: float, noise: float):
        shuffle, hand, leads, a, b = np.ix_([-1, 1], [-1, 1], [-1, 1], [-1, 1], [-1, 1])
        chances = 0.5 + (0.25 - noise) * shuffle + lead * leads + play * (a - b) + mixed * hand * a * leads
        self.chances = np.broadcast_to(chances, (2,) * 5).reshape(-1, 2, 2, 2)

    def draw(self, rng, blocks):
        """One uniform number a block decides all its games: what is not explained is luck of the shuffle."""
        kind = rng.integers(len(self.chances), size=blocks)
        level = rng.random((blocks, 1, 1, 1))
        return (level < self.chances[kind]).astype(float)

    def truth(self):
        """The shares from very many blocks, by the definition of each."""
        y = self.draw(np.random.default_rng(1), 200_000)
        everything = y.var()
        result = {"shuffle": (y.mean(axis=(1, 2, 3)).var(), (y.mean(axis=0) * 0 + y.var(axis=0)).mean())}
        result["Lead"] = (y.mean(axis=(0, 2, 3)).var(), y.var(axis=1).mean())
        result["play"] = (y.mean(axis=(0, 1)).var(), y.var(axis=(2, 3)).mean())
        return {name: tuple(value / everything for value in values) for name, values in result.items()}


LAWS = [Law(0.05, 0.05, 0.05, 0.1), Law(0.0, 0.0, 0.0, 0.2), Law(0.1, 0.02, 0.0, 0.15)]


@pytest.mark.parametrize("law", LAWS)
def test_intervals_cover_the_truth_and_estimates_are_right_on_average(law):
    truth, rng, times = law.truth(), np.random.default_rng(7), 150
    result = [variance_shares(law.draw(rng, 400), CAUSES, drawn="shuffle") for _ in range(times)]
    for name, values in truth.items():
        for kind, value in zip(("alone", "whole"), values, strict=True):
            estimates = [getattr(each[name], kind) for each in result]
            # A share of nothing at all can't be told from a ten thousandth.
            held = sum(each.low - 1e-4 <= value <= each.high + 1e-4 for each in estimates)
            assert held >= 0.9 * times, (name, kind)
            assert np.mean([each.rate for each in estimates]) == pytest.approx(value, abs=0.006)


def test_what_one_cause_alone_decides():
    lead = np.zeros((50, 2, 2, 2))
    lead[:, 0] = 1
    result = variance_shares(lead, CAUSES, drawn="shuffle")
    assert (result["Lead"].alone.rate, result["Lead"].whole.rate) == pytest.approx((1, 1))
    assert (result["play"].whole.rate, result["shuffle"].whole.rate) == pytest.approx((0, 0))
    shuffle = np.zeros((50, 2, 2, 2)) + np.random.default_rng(1).integers(2, size=(50, 1, 1, 1))
    result = variance_shares(shuffle, CAUSES, drawn="shuffle")
    assert result["shuffle"].alone.rate == pytest.approx(1)
    assert result["Lead"].whole.rate == pytest.approx(0)


def test_what_only_two_causes_together_decide():
    """Who leads wins where the shuffle favours leading: neither alone says anything."""
    y = np.zeros((1000, 2, 1, 1))
    y[::2, 0] = y[1::2, 1] = 1
    result = variance_shares(y, CAUSES, drawn="shuffle")
    assert result["Lead"].alone.rate == pytest.approx(0, abs=0.01)
    assert result["shuffle"].alone.rate == pytest.approx(0, abs=0.01)
    assert result["Lead"].whole.rate == pytest.approx(1, abs=0.01)
    assert result["shuffle"].whole.rate == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize(
    ("outcomes", "causes", "message"),
    [
        (np.zeros((50, 2, 2)), {"Lead": [0]}, "each of them once"),
        (np.zeros((50, 2, 2)), {"Lead": [0], "play": [0, 1]}, "each of them once"),
        (np.zeros((5, 2)), {"Lead": [0]}, "5 blocks"),
        (np.ones((50, 2)), {"Lead": [0]}, "never differ"),
    ],
)
def test_what_is_no_design_is_refused(outcomes, causes, message):
    with pytest.raises(UcgsimError, match=message):
        variance_shares(outcomes, causes, drawn="shuffle")
