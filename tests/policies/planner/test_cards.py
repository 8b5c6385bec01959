"""Which card the planner takes and gives up: who its networks choose like before they learn."""

from __future__ import annotations

import random

import numpy as np
import pytest

from scripts.planner_lessons import beginners_layers
from tests.invariants.random_games import dealt, pairs
from ucgsim.engine.core.constants import Decision
from ucgsim.policies.planner.features import Net, OfCard
from ucgsim.policies.planner.training import put_layers
from ucgsim.policies.planner.weights import shipped_weights, teach


def weights_of_a_beginner():
    """The shipped weights, with networks for cards that have learned nothing yet."""
    weights = {name: layer.copy() for name, layer in shipped_weights().items()}
    for net in (Net.TAKE, Net.GIVE):
        put_layers(weights, net, beginners_layers(net))
    return weights


def choice(game, policy, weights=None) -> int:
    twin = game.copy()
    twin.seat(policy)
    if weights is not None:
        teach(twin.book.tables, weights)
    return twin.policy_choice()


@pytest.mark.parametrize("seed", range(6))
def test_networks_that_learned_nothing_choose_cards_as_greedy_does(seed):
    weights, chance = weights_of_a_beginner(), random.Random(seed)
    game = dealt(list(pairs(6, seed=3))[seed], seed)
    game.advance()
    while not game.is_over:
        if game.record.kind == Decision.CARD:
            assert choice(game, "planner:tries=0", weights) == choice(game, "greedy")
        game.take(chance.randrange(int(game.record.n_options)))
        game.advance()


def test_a_beginner_sees_the_worth_of_cards_alone():
    for net, sign in ((Net.TAKE, 1), (Net.GIVE, -1)):
        layers = beginners_layers(net)
        assert set(np.flatnonzero(layers["skip_option"])) == {OfCard.WORTH, OfCard.NONE_OF_THEM}
        assert layers["skip_option"][OfCard.WORTH] == sign
        assert not layers["skip_position"].any()
    assert not beginners_layers(Net.SET)["skip_option"].any()
