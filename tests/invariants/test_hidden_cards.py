"""A policy decides alike whatever lies in the cards that its player may not see (CR 3.1.5, 3.3.1, 3.4.2, 3.6.3)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.invariants.random_games import dealt, pairs
from tests.invariants.secrets import hidden_things, permuted
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.cards.versions import DEFAULT_RULES
from ucgsim.decks.building import DeckBuilder
from ucgsim.engine.field.sight import Sight
from ucgsim.policies.spec import policy_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.decks.deck import Deck
    from ucgsim.play import Game

PAIRS = list(enumerate(pairs(6, seed=3)))
QUICK = {"search": "search:4,turns=1"}
"""Policies that are asked with fewer games tried than they are by default."""


def decks_around() -> list[tuple[Deck, Deck]]:
    """Random decks, two by two: each around a card of which no deck before it has more than a copy."""
    builder, chance = DeckBuilder(shipped_catalog().values(), DEFAULT_RULES), random.Random(0)
    decks, held = [], set()
    for number, card in builder.cards.items():
        if number not in held:
            decks.append(builder.around(card, (), chance, focused=True))
            held |= {number} | {other for other, copies in decks[-1].counts if copies > 1}
    return list(zip(decks[::2], decks[1::2], strict=False))


def seen_through(
    game: Game, chance: random.Random, choice: Callable[[Game], Any], *, twins: int = 2, by_chance: bool = False
) -> tuple[int, int]:
    """Positions asked for in a game, and in how many of them a choice changes with what lies hidden.

    Play goes on by chance, or by the choice.
    """
    asked = wrong = 0
    game.advance()
    while not game.is_over:
        viewer = int(game.record.player)
        chosen = choice(game.copy())
        wrong += any(choice(permuted(game, viewer, chance)) != chosen for _ in range(twins))
        asked += 1
        game.take(chance.randrange(int(game.record.n_options)) if by_chance else chosen)
        game.advance()
    return asked, wrong


def ask(game: Game) -> int:
    return game.policy_choice()


@pytest.mark.parametrize("policy", policy_names())
@pytest.mark.parametrize(("seed", "pair"), PAIRS, ids=lambda value: str(value) if isinstance(value, int) else "")
def test_hidden_cards_are_unread(policy, seed, pair):
    game = dealt(pair, seed)
    game.seat(QUICK.get(policy, policy))
    asked, wrong = seen_through(game, random.Random(seed), ask)
    assert asked > 5
    assert wrong == 0


def ask_all(game: Game) -> dict[str, int]:
    """What each policy would take."""
    chosen = {}
    for policy in policy_names():
        twin = game.copy()
        twin.seat(QUICK.get(policy, policy))
        chosen[policy] = twin.policy_choice()
    return chosen


@pytest.mark.slow(seconds=10)
def test_hidden_cards_are_unread_in_games_with_every_card():
    asked = 0
    for seed, pair in enumerate(decks_around()):
        game = dealt(pair, seed, rules=DEFAULT_RULES, play_blank="all")
        more, wrong = seen_through(game, random.Random(seed), ask_all, twins=1, by_chance=True)
        assert wrong == 0, seed
        asked += more
    assert asked > 1000


def hidden_sum(game: Game) -> int:
    """The choice, but for the sum of what lies hidden and the place it lies in."""
    hidden = hidden_things(game.record, int(game.record.player))
    odd = sum(place * row for place, row in enumerate(hidden)) % 7 == 0
    return 0 if odd else game.policy_choice()


def one_card_seen(game: Game) -> int:
    """The choice with one card of the other hand marked as seen."""
    g = game.record
    viewer, other = int(g.player), 1 - int(g.player)
    for card in g.hand[other, : min(int(g.n_hand[other]), 1)]:
        g.sight[viewer, card] = Sight.SEEN
    return game.policy_choice()


@pytest.mark.parametrize(("policy", "peek"), [("greedy", hidden_sum), (QUICK["search"], one_card_seen)])
def test_one_look_at_a_hidden_card_is_noticed(policy, peek):
    total = 0
    for seed, pair in PAIRS:
        game = dealt(pair, seed)
        game.seat(policy)
        total += seen_through(game, random.Random(seed), peek)[1]
    assert total > 5
