"""Everything compiled ahead that a command may want: every way to play is played for a moment."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.bp import VIEW
from ucgsim.engine.compiling.compiled import cache_folder
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.record import new_game
from ucgsim.simulate.arrangements import arranged_games
from ucgsim.simulate.impact import play_part, watch
from ucgsim.simulate.loops.match import shuffle_pairs
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.loops.slow_motion import deal_game, look_at_game
from ucgsim.simulate.openings import Chance, open_games
from ucgsim.simulate.plan import HALVES, Plan, Terms
from ucgsim.simulate.table import Table, make_plan, warm_up

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from ucgsim.decks.deck import Deck


def ways_to_play(deck: Deck, terms: Terms) -> dict[str, Callable[[], object]]:
    """What to call, in turn, so that every command finds its code; by the commands that then need not wait."""
    plan, table = make_plan((deck, deck), HALVES, terms)
    return {
        "duel, matrix, compare": partial(warm_up, plan, table),
        "redraw, hands, odds --with-effects": partial(_open, table),
        "redraw --hand, cards-impact --worth": partial(_arrange, table),
        "cards-impact": partial(_watch, plan, table),
        "play, replay, scenario": partial(_look, table),
        "bench": partial(shuffle_pairs, new_game(), 1),
    }


def code_folder() -> Path:
    """Where the machine code lies."""
    return cache_folder()


def _open(table: Table) -> None:
    open_games(table, Chance(1), np.zeros(1, np.int64), np.full(1, Choice.KEEP, np.int8))


def _arrange(table: Table) -> None:
    nothing = np.full((1, 1, 2), NONE, np.int16)
    game, keep = np.zeros(1, np.int64), np.full(1, Choice.KEEP, np.int8)
    arranged_games(table, Chance(1), game, keep, changes=nothing, places=nothing)


def _watch(plan: Plan, table: Table) -> None:
    play_part(watch(plan, table), 0, HALVES)


def _look(table: Table) -> None:
    game = new_game()
    deal_game(game, table.tables, table.decks, 1, 0, 0, 0)
    look_at_game(game, table.tables, np.zeros(1, VIEW).view(np.recarray)[0])
