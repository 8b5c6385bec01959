"""A policy decides alike whatever lies in the cards that its player may not see (CR 3.1.5, 3.3.1, 3.4.2, 3.6.3)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from tests.invariants.random_games import charge_of, dealt, pairs
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS
from ucgsim.play.labels import stack_of
from ucgsim.policies.spec import policy_names

if TYPE_CHECKING:
    import numpy as np

    from ucgsim.play import Game

PAIRS = list(enumerate(pairs(10, seed=3)))


def hidden(g: np.record, viewer: int) -> list[list[int]]:
    """Cards that ``viewer`` can't tell apart: the own deck, and what the other player keeps secret."""
    other = 1 - viewer
    secret = [*g.hand[other, : g.n_hand[other]], *g.deck[other, : g.n_deck[other]]]
    for character in g.field[other, : g.n_areas]:
        if character != NONE:
            stack = stack_of(g, int(character))
            secret += stack[len(stack) - int(g.hidden[character]) :]
            secret += charge_of(g, int(character))
    shown = set(map(int, g.options[: g.n_options])) | in_effects(g)
    groups = (g.deck[viewer, : g.n_deck[viewer]], secret)
    return [[int(card) for card in group if int(card) not in shown] for group in groups]


def in_effects(g: np.record) -> set[int]:
    """Cards that an effect under way remembers: revealed or chosen, so known."""
    return {
        player * SEATS + k
        for frame in g.frame_cards[: g.n_frames]
        for group in frame
        for player in range(PLAYERS)
        for k in range(SEATS - 1)
        if group[player] >> k & 1
    }


def permuted(game: Game, viewer: int, chance: random.Random) -> Game:
    """The same game to ``viewer``: hidden cards have changed places."""
    twin = game.copy()
    g = twin.record
    for cards in hidden(g, viewer):
        rows = [int(g.card[card]) for card in cards]
        chance.shuffle(rows)
        for card, row in zip(cards, rows, strict=True):
            g.card[card] = row
    other = 1 - viewer
    hand = sorted(map(int, g.hand[other, : g.n_hand[other]]), key=lambda card: (int(g.card[card]), card))
    g.hand[other, : len(hand)] = hand
    return twin


@pytest.mark.parametrize("policy", [name for name in policy_names() if name != "random"])
@pytest.mark.parametrize(("seed", "pair"), PAIRS, ids=lambda value: str(value) if isinstance(value, int) else "")
def test_hidden_cards_are_unread(policy, seed, pair):
    chance = random.Random(seed)
    game = dealt(pair, seed)
    game.seat(policy)
    game.advance()
    asked = 0
    while not game.is_over:
        viewer = int(game.record.player)
        chosen = game.copy().policy_choice()
        others = {permuted(game, viewer, chance).policy_choice() for _ in range(3)}
        assert others == {chosen}, (game.decision, game.turn)
        asked += 1
        game.take(chosen)
        game.advance()
    assert asked > 5
