"""Play by search: what it finds, what it leaves alone, and that it is the same everywhere."""

from __future__ import annotations

import numpy as np
import pytest

from tests.invariants.random_games import dealt, pairs
from tests.invariants.test_lanes import lane
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.constants import Decision
from ucgsim.policies.search.scratch import scratch_for
from ucgsim.policies.spec import Searching
from ucgsim.simulate.frames import play_shard
from ucgsim.simulate.loops.slow_motion import rate_game
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import make_plan

GAMES = 60


def plan_for(decks, policies, games=GAMES, **settings):
    terms = Terms(seed=5, rules="1.6", policies=policies, catalog=shipped_catalog())
    return make_plan(decks, games, terms, **settings)


def rated(game, **settings):
    return rate_game(game.record, game.book.tables, **settings)


def to_decision(game, kind):
    """Play on by greedy until a decision of a kind is pending."""
    game.seat("greedy")
    game.advance()
    while not game.is_over and game.record.kind != kind:
        game.take(game.policy_choice())
        game.advance()
    return game


def test_search_beats_the_policy_that_it_plays_on_with():
    won = 0
    for number, pair in enumerate(pairs(6, seed=2)):
        plan, table = plan_for((pair[0], pair[0]), ("search:16", "greedy"), GAMES + 2 * number)
        won += play_shard(plan, table, 0).head(GAMES)["winner"].to_list().count("a")
    assert won / (6 * GAMES) > 0.58


def test_the_same_games_whatever_the_parts():
    pair = next(pairs(1, seed=4))
    policies = ("search:4,turns=1", "search:2,turns=0")
    whole = play_shard(*plan_for(pair, policies), 0)
    plan, table = plan_for(pair, policies, shard=14)
    parts = [play_shard(plan, table, part) for part in range(plan.shards)]
    assert len(parts) > 3
    assert [row for part in parts for row in part.rows()] == whole.rows()


@pytest.mark.slow
def test_compiled_and_interpreted_search_choose_alike():
    result = lane("tests.invariants.searched_games", "1")
    assert len(result.split()) > 10
    assert lane("tests.invariants.searched_games", "1", UCGSIM_INTERPRETED="1") == result


def test_the_game_is_left_as_it_was():
    game = to_decision(dealt(next(pairs(1, seed=6)), 6), Decision.SET)
    before, tables = game.record.tobytes(), game.book.tables.tobytes()
    rated(game, worlds=8)
    assert (game.record.tobytes(), game.book.tables.tobytes()) == (before, tables)


def test_events_of_imagined_games_are_not_told():
    game = to_decision(dealt(next(pairs(1, seed=6)), 6), Decision.SET)
    game.book.tables.logging = 1
    game.seat("search:4")
    game.policy_choice()
    assert (int(game.book.tables.logging), int(game.book.tables.log[0, 0])) == (1, 0)


def test_options_are_rated_against_the_fast_choice_in_the_same_worlds():
    game = to_decision(dealt(next(pairs(1, seed=6)), 6), Decision.SET)
    result = rated(game, worlds=64)
    assert result.usual == game.policy_choice()
    assert (result.gain[result.usual], result.error[result.usual]) == (0, 0)
    assert ((result.average >= 0) & (result.average <= 1)).all()
    assert result.gain == pytest.approx(result.average - result.average[result.usual], abs=1e-6)
    assert np.array_equal(result.average, rated(game, worlds=64).average)


def test_scratch_is_made_for_those_who_search_alone():
    _, table = plan_for(next(pairs(1, seed=1)), ("greedy", "random"))
    assert scratch_for(table.tables).shape == (0,)
    _, table = plan_for(next(pairs(1, seed=1)), ("greedy", "search:with=random"))
    assert scratch_for(table.tables)[0].fast[:, 0].tolist() == [1, 0]


def test_numbers_by_which_the_planner_is_tuned_are_not_read_as_those_of_a_search():
    # "practised" is in the place of "guess".
    _, table = plan_for(next(pairs(1, seed=1)), ("planner:margin=0.9,ends=0", "search:4,guess=1"))
    numbers = scratch_for(table.tables)[0].numbers
    assert not numbers[0].any()
    assert numbers[1, Searching.GUESS] == 1
