"""A hint says what the options are worth and what may lie hidden, and looks at nothing that does."""

from __future__ import annotations

import random

import pytest

from tests.invariants.random_games import dealt, pairs
from tests.invariants.secrets import permuted
from ucgsim.play.hints import DEALT, hint, hint_lines
from ucgsim.policies.spec import parse_policy

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
def test_a_hint_rates_every_option_and_touches_nothing(seed):
    game = in_mid_game(seed)
    before, happened = game.record.tobytes(), len(game.happenings)
    result = hint(game, QUICK)
    assert [value.label for value in result.values] == game.options
    assert all(0 <= value.mean <= 1 and 0 <= value.error <= 1 for value in result.values)
    assert (result.worlds, result.turns, result.dealt) == (4, 1, DEALT)
    assert (game.record.tobytes(), len(game.happenings)) == (before, happened)
    assert hint(game, QUICK) == result


@pytest.mark.parametrize("seed", range(3))
def test_a_hint_is_the_same_whatever_lies_hidden(seed):
    game = in_mid_game(seed)
    twin = permuted(game, int(game.record.player), random.Random(seed))
    assert hint(twin, QUICK) == hint(game, QUICK)


def test_what_may_be_held_is_of_the_other_list_and_known_cards_are_sure():
    game = in_mid_game(1)
    you, other = game.decision.player, "AB"["BA".index(game.decision.player)]
    result = hint(game, QUICK)
    everything = {*game.hand(other), *game.deck(other), *game.discard(other)}
    for stack in game.stacks(other):
        everything |= {*stack}
    assert {*result.hand} <= everything
    assert all(result.hand[number] == 1 for number in game.known("hand", other, you))
    assert all(0 < share <= 1 for share in result.hand.values())


def test_the_words_name_worlds_and_errors():
    game = in_mid_game(0)
    lines = hint_lines(game, hint(game, QUICK))
    assert "over 4 worlds" in lines[0]
    assert sum("+-" in line for line in lines) == len(game.options)
    assert any("*" in line for line in lines[1 : 1 + len(game.options)])


def test_policies_that_do_not_search_are_told_of_the_usual_search():
    game = in_mid_game(2)
    assert hint(game, QUICK).worlds == 4
    assert int(parse_policy("search").values[0]) == 32
