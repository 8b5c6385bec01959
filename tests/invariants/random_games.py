"""Random play with real decks, looked at after every step; ``python -m tests.invariants.random_games N`` for lanes."""

from __future__ import annotations

import random
import sys
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS, Decision, Option
from ucgsim.play import Game
from ucgsim.policies.labels import SEVERAL, stack_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    import numpy as np

    from ucgsim.decks.deck import Deck

PLACED = (Decision.SET, Decision.LEVEL_UP)
"""Decisions whose options name a battle area and a card."""


@cache
def decks() -> tuple[Deck, ...]:
    """Every deck that ships."""
    catalog = shipped_catalog()
    return tuple(read_deck(path, catalog) for path in sorted(DECKLISTS.glob("*.txt")))


def pairs(count: int, seed: int) -> Iterator[tuple[Deck, Deck]]:
    """Pairs of decks at random, the same for the same seed."""
    chance, known = random.Random(seed), decks()
    for _ in range(count):
        yield chance.choice(known), chance.choice(known)


def dealt(pair: tuple[Deck, Deck], seed: int, rules: str = "1.6", play_blank: Collection[str] | str = ()) -> Game:
    return Game.deal(pair, seed=seed, rules=rules, catalog=shipped_catalog(), play_blank=play_blank)


def places(g: np.record) -> Counter[int]:
    """In how many places every card lies."""
    result: Counter[int] = Counter()
    for player in range(PLAYERS):
        for zone in ("deck", "hand", "discard", "exile"):
            result.update(int(card) for card in g[zone][player, : g[f"n_{zone}"][player]])
        result.update(player * SEATS + k for k in range(SEATS) if g.detached[player] >> k & 1)
        for character in g.field[player, : g.n_areas]:
            if character != NONE:
                result.update([*stack_of(g, int(character)), *charge_of(g, int(character))])
    result.update([int(g.scene)] if g.scene != NONE else [])
    return result


def charge_of(g: np.record, character: int) -> list[int]:
    cards, card = [], int(g.charge[character])
    while card != NONE:
        cards.append(card)
        card = int(g.link[card])
    return cards


def all_cards(g: np.record) -> Counter[int]:
    return Counter(player * SEATS + k for player in range(PLAYERS) for k in range(g.n_cards[player]))


def check_field(g: np.record) -> None:
    """Every character is in one area, and its height is its number of cards."""
    standing = [int(at) for at in g.field[:, : g.n_areas].ravel() if at != NONE]
    assert len(standing) == len(set(standing))
    for character in standing:
        assert 0 < len(stack_of(g, character)) == g.height[character]
        assert 0 <= g.hidden[character] <= g.height[character]


def check_options(g: np.record) -> None:
    """Options are at least two, each once, by area and card, the declining one last."""
    options = [int(option) for option in g.options[: g.n_options]]
    assert len(options) == len(set(options)) >= 2
    assert Option.DECLINE not in options[:-1]
    if g.kind in PLACED:
        chosen = [option for option in options if option != Option.DECLINE]
        keys = [(option // SEVERAL, int(g.card[option % SEVERAL])) for option in chosen]
        assert keys == sorted(keys)
        hand = set(map(int, g.hand[g.player, : g.n_hand[g.player]]))
        assert {option % SEVERAL for option in chosen} <= hand


def check(game: Game) -> None:
    """All that holds after every step."""
    g = game.record
    assert places(g) == all_cards(g), game.log_for()[-3:]
    check_field(g)
    if g.kind != Decision.NOTHING:
        check_options(g)


def play_checked(game: Game, chance: random.Random) -> None:
    """Play by chance to the end, looking after every step and every answer."""
    while not game.is_over:
        if game.decision is None:
            game.step()
        else:
            game.take(chance.randrange(int(game.record.n_options)))
        check(game)
    assert game.reason in ("battles", "no_character")
    assert game.winner in ("A", "B")


def main(count: int) -> None:
    """Play a number of checked games and say how many."""
    for number, pair in enumerate(pairs(count, seed=5)):
        play_checked(dealt(pair, number), random.Random(number))
    print(f"played {count}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
