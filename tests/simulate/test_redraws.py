"""Opening hands played kept and redrawn: each once, and the same hands however they are cut."""

from __future__ import annotations

import numpy as np
import pytest

from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, RedrawHands, open_games, play_hands
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out

HANDS = 300


@pytest.fixture(scope="module")
def table(scenic_decks, catalog):
    return lay_out(scenic_decks, Terms(rules="1.6", catalog=catalog))


def together(parts) -> RedrawHands:
    return RedrawHands(*map(np.concatenate, zip(*parts, strict=True)))


def same(a: RedrawHands, b: RedrawHands) -> bool:
    return all(np.array_equal(mine, other) for mine, other in zip(a, b, strict=True))


def test_a_hand_is_worth_what_its_games_are(table):
    played = play_hands(table, Chance(4), range(HANDS))
    games = np.arange(HANDS)
    choices = ((Choice.KEEP, played.kept), (Choice.REDRAW, played.redrawn), (Choice.POLICY, played.policy))
    for choice, points in choices:
        rows = open_games(table, Chance(4), games, np.full(len(games), choice, np.int8), play_out=True).rows
        assert (rows["half_points"] == points).all()
        assert (rows["hand"] == played.hands).all()
    assert set(np.unique(played.verdicts)) == {0, 1}
    assert len(np.unique(played.hands)) == HANDS


def test_how_the_hands_are_cut_changes_nothing(table):
    whole = play_hands(table, Chance(4), range(HANDS))
    cut = together(play_hands(table, Chance(4), part) for part in (range(7), range(7, 120), range(120, HANDS)))
    assert same(whole, cut)


def test_every_opponent_has_chance_of_its_own(table):
    first, second = (play_hands(table, Chance(4, matchup), range(HANDS)) for matchup in (0, 1))
    assert not np.array_equal(first.hands, second.hands)
