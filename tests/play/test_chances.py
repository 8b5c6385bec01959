"""Chances to win are those of every option, and look at nothing that lies hidden."""

from __future__ import annotations

import random

import pytest

from tests.invariants.random_games import dealt, pairs
from tests.invariants.secrets import permuted
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.play.chances import USUAL, Value, rated
from ucgsim.play.game import Game
from ucgsim.policies.spec import parse_policy

DECKS = tuple(read_deck(name, shipped_catalog()) for name in ("tiga-dyna", "arc-blazar"))
QUICK = parse_policy("search:4,turns=1")


def in_mid_game(seed: int):
    """A game a dozen choices on."""
    game, chance = dealt(next(iter(pairs(1, seed=seed))), seed), random.Random(seed)
    game.advance()
    for _ in range(12):
        game.take(chance.randrange(int(game.record.n_options)))
        game.advance()
    return game


@pytest.mark.parametrize("seed", range(3))
def test_every_option_is_rated_and_nothing_touched(seed):
    game = in_mid_game(seed)
    before, happened = game.record.tobytes(), len(game.happenings)
    values = rated(game, QUICK)
    assert [value.label for value in values] == game.options
    assert all(0 <= value.mean <= 1 and 0 <= value.error <= 1 for value in values)
    assert (game.record.tobytes(), len(game.happenings)) == (before, happened)
    assert rated(game, QUICK) == values


@pytest.mark.parametrize("seed", range(3))
def test_chances_are_the_same_whatever_lies_hidden(seed):
    game = in_mid_game(seed)
    twin = permuted(game, int(game.record.player), random.Random(seed))
    assert rated(twin, QUICK) == rated(game, QUICK)


def test_what_follows_a_chance_is_half_its_95_percent_interval_or_the_ends_where_it_would_pass_0_or_100():
    assert str(Value("", 0.391, 0.061)) == " 39 % ± 12"
    assert str(Value("", 0.05, 0.05)) == "  5 % (0 to 15)"
    assert str(Value("", 0.97, 0.02)) == " 97 % (93 to 100)"


@pytest.mark.parametrize("seed", [8, 18, 20])
def test_a_hand_that_wins_far_more_kept_is_kept(seed):
    """In 1,000 games each they win 19 to 24 points more kept, which greedy does not see of all."""
    start = Game.deal(DECKS, seed=seed, catalog=shipped_catalog())
    start.seat("planner")
    start.advance()
    while start.decision.player != "A" or "keep" not in start.options:
        start.take(start.policy_choice())
        start.advance()
    means = {value.label: value.mean for value in rated(start, parse_policy(USUAL))}
    assert means["keep"] > means["redraw"] + 0.05
