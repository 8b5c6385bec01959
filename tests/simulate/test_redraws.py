"""Pairs of hands played kept and redrawn: units, sums, and the same pairs however they are cut."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.simulate import redraws
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, open_games
from ucgsim.simulate.redraws import RedrawPairs, play_pairs, play_redraws
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.terms import Terms

PAIRS = 300


@pytest.fixture(scope="module")
def table(scenic_decks, catalog):
    return lay_out(scenic_decks, Terms(rules="1.6", catalog=catalog))


def together(parts) -> RedrawPairs:
    return RedrawPairs(*map(np.concatenate, zip(*parts, strict=True)))


def same(a: RedrawPairs, b: RedrawPairs) -> bool:
    return all(np.array_equal(mine, other) for mine, other in zip(a, b, strict=True))


def test_a_pair_is_worth_what_its_two_games_are(table):
    pairs = play_pairs(table, Chance(4), range(PAIRS))
    games = np.arange(2 * PAIRS)
    for choice, points in ((Choice.KEEP, pairs.kept), (Choice.REDRAW, pairs.redrawn), (Choice.POLICY, pairs.policy)):
        rows = open_games(table, Chance(4), games, np.full(len(games), choice, np.int8), play_out=True).rows
        assert (rows["half_points"].reshape(-1, 2).sum(axis=1) == points).all()
        assert (rows["hand"].reshape(-1, 2) == pairs.hands[:, None]).all()
    assert set(np.unique(pairs.verdicts)) == {0, 2}


def test_how_the_pairs_are_cut_changes_nothing(table):
    whole = play_pairs(table, Chance(4), range(PAIRS))
    cut = together(play_pairs(table, Chance(4), part) for part in (range(7), range(7, 120), range(120, PAIRS)))
    assert same(whole, cut)


def test_parts_and_workers_change_nothing(table, monkeypatch):
    alone = together(play_redraws([table, table], PAIRS, 4))
    monkeypatch.setattr(redraws, "PART", 64)
    monkeypatch.setattr(redraws, "WORTH_WORKERS", 2)
    assert same(alone, together(play_redraws([table, table], PAIRS, 4, jobs=2)))
    assert len(alone.hands) == 2 * PAIRS


def test_every_opponent_has_chance_of_its_own(table):
    first, second = play_redraws([table, table], PAIRS, 4)
    assert not np.array_equal(first.hands, second.hands)
