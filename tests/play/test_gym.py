"""`ucgsim.gym`: the game as an environment of Gymnasium, and what the agent is shown."""

from __future__ import annotations

import importlib
import sys

import numpy as np
import pytest

from ucgsim.errors import UcgsimError
from ucgsim.play.encoding import OF_OPTION, POSITION_NAMES, encode_options, encode_position
from ucgsim.play.game import Game
from ucgsim.simulate.own_world import Dealer, Legend, Tables, choices, facts, see

A, B = "belial", "rising"


@pytest.fixture
def gym():
    pytest.importorskip("gymnasium", reason="not run: gymnasium is of ucgsim[gym]")
    return importlib.import_module("ucgsim.gym")


def play(env, seed):
    """One game by an agent that takes any option; rewards, labels taken, and the last info."""
    chance = np.random.default_rng(seed)
    observed, info = env.reset(seed=seed)
    rewards, taken, done = [], [], False
    while not done:
        assert env.observation_space.contains(observed)
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        taken.append(info["labels"][action])
        observed, reward, done, cut, info = env.step(action)
        rewards.append(reward)
        assert cut is False
    return rewards, taken, info


def test_the_checker_of_gymnasium_passes(gym):
    from gymnasium.utils.env_checker import check_env

    env = gym.GameEnv(A, B, opponent="greedy")
    assert check_env(env, skip_render_check=True) is None


def test_it_is_made_by_its_name(gym):
    env = gym.gymnasium.make(gym.ID, deck=A, rival=B, opponent="greedy", render_mode="ansi")
    env.reset(seed=1)
    assert "Round 1" in env.render()


def test_an_agent_that_takes_anything_plays_many_games_to_the_end(gym):
    env = gym.GameEnv(A, B, opponent="greedy")
    results = [play(env, seed) for seed in range(36)]
    ends = [rewards[-1] for rewards, _, _ in results]
    assert set(ends) <= {-1.0, 0.0, 1.0}
    assert 0 < ends.count(1.0) < ends.count(-1.0)
    assert all(not any(rewards[:-1]) for rewards, _, _ in results)
    assert {info["player"] for _, _, info in results} == {"A", "B"}
    assert all(info["labels"] == [] and not info["action_mask"].any() for _, _, info in results)


def test_the_same_seed_and_actions_give_the_same_game(gym):
    first, second = gym.GameEnv(A, B), gym.GameEnv(A, B)
    assert [play(first, seed)[:2] for seed in (3, 4)] == [play(second, seed)[:2] for seed in (3, 4)]
    assert play(first, 3)[1] != play(first, 4)[1]
    one, _ = first.reset(seed=9)
    other, _ = second.reset(seed=9)
    assert all((one[name] == other[name]).all() for name in one)


def test_the_agent_sits_where_it_is_said(gym):
    env = gym.GameEnv(A, B, opponent="greedy", side="B")
    assert {env.reset(seed=seed)[1]["player"] for seed in range(4)} == {"B"}


def test_what_the_mask_does_not_allow_loses_the_game(gym):
    env = gym.GameEnv(A, B, opponent="greedy")
    _, info = env.reset(seed=1)
    _, reward, done, _, info = env.step(int(info["action_mask"].sum()))
    assert (reward, done, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(UcgsimError, match="the game is over; call reset"):
        env.step(0)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"side": "c"}, "one of A, B and both"),
        ({"opponent": "nobody"}, "policy 'nobody' is unknown"),
        ({"deck": "nobody"}, "no deck"),
        ({"render_mode": "human"}, "it is ansi or None"),
    ],
)
def test_what_can_not_be_played_is_refused(gym, asked, why):
    with pytest.raises(UcgsimError, match=why):
        gym.GameEnv(**asked)


def test_without_gymnasium_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    monkeypatch.delitem(sys.modules, "ucgsim.gym", raising=False)
    module = importlib.import_module("ucgsim.gym")
    with pytest.raises(UcgsimError, match=r"pip install 'ucgsim\[gym\]'"):
        module.GameEnv()
    del sys.modules["ucgsim.gym"]


# What the agent is shown, which needs no Gymnasium.


def decisions(number=60):
    """Decisions of a game, as their players see them."""
    game = Game.deal(("decklists/belial.txt", "decklists/rising.txt"), seed=5)
    game.seat("greedy")
    legend, tables = Legend.of(game.book), Tables(game.book.tables)
    game.advance()
    while not game.is_over and number:
        yield game, see(game.record, facts(legend), Dealer(game.record, tables, legend)), choices(game.record, legend)
        game.take(game.policy_choice())
        game.advance()
        number -= 1


def test_positions_and_options_are_numbers_that_have_names():
    asked = set()
    for _, seen, options in decisions():
        position, rows = encode_position(seen), encode_options(seen, options)
        named = dict(zip(POSITION_NAMES, position.tolist(), strict=True))
        assert named[f"asked_{seen.kind}"] == 1.0
        assert named["leads"] == float(seen.leads)
        assert named["my_hand"] == pytest.approx(len(seen.me.hand) / 60)
        assert rows[:, 0].sum() == len(options)
        assert rows.shape[1] == len(OF_OPTION)
        assert max(abs(position).max(), abs(rows).max()) <= 1
        asked.add(seen.kind)
    assert {"redraw", "set", "level_up"} <= asked


def test_hidden_cards_change_nothing_that_is_shown():
    checked = 0
    for game, seen, options in decisions():
        other = game.copy()
        viewer, record = int(game.record.player), other.record
        hand = [int(card) for card in record.hand[1 - viewer, : record.n_hand[1 - viewer]]]
        unseen = [card for card in hand if record.sight[viewer, card] == 0]
        if len(unseen) < 2:
            continue
        record.card[unseen] = np.roll(record.card[unseen], 1)
        legend = Legend.of(other.book)
        again = see(record, facts(legend), Dealer(record, Tables(other.book.tables), legend))
        assert (encode_position(again) == encode_position(seen)).all()
        assert (encode_options(again, choices(record, legend)) == encode_options(seen, options)).all()
        checked += 1
    assert checked > 5
