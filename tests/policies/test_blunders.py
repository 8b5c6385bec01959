"""Positions in which a person sees what is right, whatever the opponent holds: the planner finds it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.play import Game
from ucgsim.play.scenario import read_scenario

BLUNDERS = Path(__file__).parent / "blunders"
CHOSEN = {"nothing-for-a-card": "level 1 BP02-044", "the-other-follow-up": "level 4 E2"}
"""What is chosen before the policy plays."""


def played(name, policy):
    """A position played on by a policy to the end of its turn, once what the scenario says has been done."""
    scenario = read_scenario(BLUNDERS / f"{name}.yaml", shipped_catalog())
    game = Game.of(scenario)
    game.seat(policy)
    game.advance()
    turn = game.turn
    if name in CHOSEN:
        game.choose(CHOSEN[name])
    while not game.is_over and game.turn == turn:
        if game.decision is None:
            game.step()
        else:
            game.take(game.policy_choice())
    return game


LEVEL_UPS = ["one-level-up-decides", "two-level-ups-fit", "passing-wins"]


@pytest.mark.parametrize("policy", ["planner", "search:8,with=planner"])
@pytest.mark.parametrize("name", LEVEL_UPS)
def test_a_round_that_ends_the_game_is_won_by_its_level_ups(name, policy):
    assert played(name, policy).winner == "A"


@pytest.mark.parametrize("policy", ["planner", "search:8,with=planner"])
@pytest.mark.parametrize("name", ["five-bonuses", "mill-then-exile"])
def test_a_win_by_several_choices_is_found(name, policy):
    assert played(name, policy).winner == "A"


@pytest.mark.parametrize("policy", ["planner", "search:8,with=planner"])
@pytest.mark.parametrize("name", ["nothing-for-a-card", "a-bonus-that-ends"])
def test_no_card_is_paid_for_what_does_nothing_or_ends_with_the_turn(name, policy):
    assert played(name, policy).discard("A") == []


@pytest.mark.parametrize("policy", ["planner", "search:8,with=planner"])
def test_a_power_that_may_be_used_is_left_alone_where_that_wins(policy):
    assert played("a-may-that-costs", policy).winner == "A"


@pytest.mark.parametrize("policy", ["planner", "search:8,with=planner"])
@pytest.mark.parametrize("name", ["the-other-follow-up", "a-set-against-speed"])
def test_a_text_that_asks_for_the_card_opposite_is_read_while_that_one_is_hidden_or_not_set_yet(name, policy):
    assert played(name, policy).winner == "A"


@pytest.mark.parametrize("name", ["five-bonuses", "mill-then-exile", "a-may-that-costs"])
def test_a_beginner_misses_these_wins(name):
    assert played(name, "greedy").winner != "A"
