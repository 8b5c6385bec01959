"""Games of a searching player, decision by decision; ``python -m tests.invariants.searched_games N`` for lanes."""

from __future__ import annotations

import sys

from tests.invariants.random_games import dealt, pairs

POLICIES = ("search:3,turns=1", "search:2,turns=0")


def choices(seed: int) -> str:
    """Every choice of the first turns of a game."""
    pair = next(pairs(1, seed=seed))
    game = dealt(pair, seed)
    game.seat(POLICIES)
    game.advance()
    made = []
    while not game.is_over and game.turn < 3:
        made.append(game.policy_choice())
        game.take(made[-1])
        game.advance()
    return " ".join(map(str, made))


def main(count: int) -> None:
    """Print the choices of a number of games."""
    for seed in range(count):
        print(seed, choices(seed))


if __name__ == "__main__":
    main(int(sys.argv[1]))
