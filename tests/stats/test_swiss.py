"""Tournaments against closed forms, and the rules of pairing on every round of many of them."""

import math

import numpy as np
import pytest

from tests.waiting import assert_soon
from ucgsim.errors import UcgsimError
from ucgsim.stats import swiss
from ucgsim.stats.swiss import Setup, best_of_three, bracket, play, two_deck_match


def played(shape, rate=0.5, times=2000, seed=1, decks=None):
    """Tournaments of two decks, the first of which wins with ``rate``; all bring the first without ``decks``."""
    chances = np.broadcast_to(np.array([[0.5, rate], [1 - rate, 0.5]]), (times, 2, 2))
    brought = np.zeros((times, shape.players), np.int64) if decks is None else np.tile(decks, (times, 1))
    return play(shape, brought, chances, np.random.default_rng(seed))


def close(seen, expected, n):
    return abs(seen - expected) < 4 * math.sqrt(max(expected * (1 - expected), 1 / n) / n)


@pytest.mark.parametrize("players", [2, 7, 8, 33, 64])
def test_equal_players_win_equally_often(players):
    outcomes = played(Setup(players, min(5, players - 1), min(8, players)), times=4000)
    champions = np.bincount(outcomes.champion, minlength=players) / 4000
    assert all(close(seen, 1 / players, 4000) for seen in champions)


def test_records_of_equal_players_are_binomial():
    wins = played(Setup(64, 6, 8), times=1500).wins
    for count in range(7):
        share = (wins == count).mean()
        # Of an even number in each group just half win, which leaves the shares of the binomial nearly as they are.
        assert share == pytest.approx(math.comb(6, count) / 64, abs=0.01)
    assert wins.mean() == 3


def test_a_deck_that_always_wins_wins_every_tournament():
    outcomes = played(Setup(32, 5, 8), rate=1.0, decks=[0] + [1] * 31)
    assert (outcomes.champion == 0).all()
    assert (outcomes.wins[:, 0] == 5).all()


@pytest.mark.parametrize("rate", [0.3, 0.6])
def test_single_elimination_is_a_power(rate):
    outcomes = played(Setup(16, 0, 16), rate=rate, times=6000, decks=[0] + [1] * 15)
    assert close((outcomes.champion == 0).mean(), rate**4, 6000)


def test_first_seeds_have_the_byes_of_a_cut_that_is_no_power_of_two():
    shape = Setup(6, 3, 3)
    outcomes = played(shape, rate=1.0, decks=[0] + [1] * 5)
    assert (outcomes.champion == 0).all()
    assert (outcomes.made_cut.sum(axis=1) == 3).all()


@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (9, 4), (16, 8), (64, 6), (31, 7)])
def test_nobody_meets_an_opponent_twice_or_has_two_byes(players, rounds):
    outcomes = played(Setup(players, rounds, 2), rate=0.7, decks=np.arange(players) % 2, times=500)
    assert outcomes.rematches == 0
    assert (outcomes.wins.sum(axis=1) == rounds * (players // 2 + players % 2)).all()


def test_pairs_are_of_equal_points_where_they_can_be():
    order = np.tile(np.arange(8), (3, 1))
    pairs, bye = swiss._paired(order, np.zeros((3, 8, 8), bool), np.zeros((3, 8), bool))
    assert bye is None
    assert pairs.tolist() == [[[0, 1], [2, 3], [4, 5], [6, 7]]] * 3


def test_two_who_have_met_exchange_partners_with_the_nearest_pair():
    met = np.zeros((1, 4, 4), bool)
    met[0, 2, 3] = met[0, 3, 2] = True
    pairs, _ = swiss._paired(np.arange(4)[None], met, np.zeros((1, 4), bool))
    assert {frozenset(pair) for pair in pairs[0].tolist()} in (
        {frozenset({0, 2}), frozenset({1, 3})},
        {frozenset({0, 3}), frozenset({1, 2})},
    )


def test_the_bye_goes_to_the_last_who_had_none():
    had = np.array([[False, False, True]])
    _, bye = swiss._paired(np.arange(3)[None], np.zeros((1, 3, 3), bool), had)
    assert bye is not None
    assert bye.tolist() == [1]


def test_the_first_two_of_a_bracket_meet_last():
    assert bracket(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert sorted(bracket(32)) == list(range(32))


def test_a_match_of_three_is_won_as_its_games_allow():
    rate = 0.6
    by_hand = rate**2 + 2 * rate**2 * (1 - rate)
    rates = np.array([rate, 0.5, 0, 1])
    assert best_of_three(rates, rates) == pytest.approx([by_hand, 0.5, 0, 1])


def test_the_loser_of_a_game_chooses_who_leads_the_next():
    """By hand, over all courses of a match: the throw, then who lost."""
    chosen, other = 0.7, 0.4
    by_hand = 0.0
    for first, weight in ((chosen, 0.5), (other, 0.5)):
        by_hand += weight * first * (other + (1 - other) * chosen)
        by_hand += weight * (1 - first) * chosen * other
    assert best_of_three(np.array(chosen), np.array(other)) == pytest.approx(by_hand)


def test_a_two_deck_match_is_played_as_its_rules_say():
    """Simulated game by game: a deck that won is out, the loser chooses deck and Lead, for itself the best."""
    generator = np.random.default_rng(3)
    chosen = generator.uniform(0.2, 0.9, (4, 4))
    other = chosen - generator.uniform(0, 0.2, (4, 4))
    # What one player's choice leaves the other one is the rest.
    chosen, other = np.triu(chosen, 1), np.triu(other, 1)
    chosen, other = (
        mine + np.tril(1 - theirs.T, -1) + np.eye(4) / 2 for mine, theirs in ((chosen, other), (other, chosen))
    )
    pairs = np.array([(0, 1), (2, 3), (1, 0)])
    result = two_deck_match(chosen, other, pairs)
    (a, b), (c, d) = pairs[0], pairs[1]
    ahead = min(1 - (1 - other[b, x]) * (1 - chosen[b, y]) for x, y in ((c, d), (d, c)))
    behind = max(chosen[x, d] * other[y, d] for x, y in ((a, b), (b, a)))
    first = (chosen[a, c] + other[a, c]) / 2
    assert result[0, 1] == pytest.approx(first * ahead + (1 - first) * behind)
    assert result + result.T == pytest.approx(np.ones((3, 3)))


@pytest.mark.parametrize(
    ("shape", "why"),
    [
        ((1, 1, 1), "1 players; it must be 2 or more"),
        ((8, -1, 2), "-1 rounds; it must be 0 or more"),
        ((8, 3, 9), "a cut of 9 among 8 players; it must be 8 or less"),
        ((8, 8, 2), "8 rounds of 8 players need rematches; 7 rounds or fewer are possible"),
    ],
)
def test_shapes_that_can_not_be(shape, why):
    with pytest.raises(UcgsimError, match=why):
        Setup(*shape)


def test_the_same_seed_plays_the_same_tournaments():
    one, two = (played(Setup(16, 4, 4), rate=0.6, decks=np.arange(16) % 2, times=50) for _ in range(2))
    assert (one.champion == two.champion).all()
    assert (one.wins == two.wins).all()


def test_thousands_of_tournaments_a_second():
    """2,000 a second on one idle core; processor time, so that others at work count little."""
    with assert_soon(1):
        played(Setup(64, 6, 8), times=1000)
