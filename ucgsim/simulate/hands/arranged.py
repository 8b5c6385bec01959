"""Games with a deck and a shuffle arranged: what a card, a copy or a hand is worth on the same chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.simulate.hands.slow_openings import Dealing, arrange_slowly
from ucgsim.simulate.loops.arranged import play_arranged
from ucgsim.simulate.loops.redraws import OPENING

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.simulate.hands.openings import Chance
    from ucgsim.simulate.table import Table


def arranged_games(
    table: Table,
    chance: Chance,
    indices: NDArray[np.int64],
    choices: NDArray[np.int8],
    *,
    changes: NDArray[np.int16],
    places: NDArray[np.int16],
) -> NDArray[np.void]:
    """Play games to their end with cards of side a changed and put in place: dtype OPENING, (n,).

    ``changes`` and ``places`` as for ``play_arranged``, (n, any, 2). Two games of one index see the same chance.
    Raises UcgsimError for a game that meets a limit of the program.
    """
    if table.own is None:
        rows = np.zeros(len(indices), OPENING)
        call = (table.tables, table.decks, chance.seed, chance.matchup, indices, chance.first.code)
        play_arranged(new_game(), *call, changes, places, choices, rows.view(np.recarray))
    else:
        dealing = Dealing(chance.seed, chance.matchup, chance.first)
        rows = arrange_slowly(table, dealing, indices, choices, changes=changes, places=places)
    for index in indices[rows["fault"] > 0]:
        raise UcgsimError(f"game {index} of seed {chance.seed} meets limit {rows['fault'].max()} of the program")
    return rows
