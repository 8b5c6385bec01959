"""Many games of random pairs of decks in the batch loop; ``python -m tests.invariants.bounds N`` for lanes."""

from __future__ import annotations

import os
import sys

import numpy as np

from tests.invariants.random_games import pairs
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.compiling import library
from ucgsim.compiling.sources import unit_modules
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.record import new_game
from ucgsim.policies.spec import policy_names
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out

GAMES_A_PAIR = 10


def play_many(count: int) -> int:
    """Play about ``count`` games, policies in turn; returns how many ended by a fault."""
    faults = 0
    names = policy_names()
    for number, pair in enumerate(pairs(max(count // GAMES_A_PAIR, 1), seed=9)):
        policies = (names[number % len(names)], names[number // len(names) % len(names)])
        table = lay_out(pair, Terms(policies=policies, rules="1.6", catalog=shipped_catalog()))
        rows = np.zeros(GAMES_A_PAIR, ROW).view(np.recarray)
        battles = np.empty(GAMES_A_PAIR * LONGEST_GAME, np.uint8)
        ends = np.empty(GAMES_A_PAIR, np.int64)
        played = play_games(new_game(), table.tables, table.decks, number, 0, 0, NONE, rows, battles, ends)
        assert played == GAMES_A_PAIR
        faults += int(np.count_nonzero(rows.fault))
    return faults


if __name__ == "__main__":
    # Of all loops the one that is played, compiled in one process: two would compile much of it twice.
    library.unit_modules = lambda: [name for name in unit_modules() if ".loops." not in name or name.endswith(".match")]
    os.cpu_count = lambda: 1
    faults = play_many(int(sys.argv[1]))
    print(f"{faults} faults" if faults else "no fault")
