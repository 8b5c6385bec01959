"""Opening hands played where a policy of the user's own sits: step by step, as only Python can ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.engine.core.constants import SEATS, Decision, Option, Phase
from ucgsim.engine.core.record import new_game
from ucgsim.simulate.loops.redraws import OPENING, PLAYER, Choice
from ucgsim.simulate.loops.slow_motion import answer_game, deal_game, decide_game, step_game
from ucgsim.simulate.own.referee import Referee

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.simulate.plan import First
    from ucgsim.simulate.table import Table

_HALF_POINTS = {PLAYER: 2, 1 - PLAYER: 0}


class Dealing(NamedTuple):
    """What decides how games are dealt, beside their indices."""

    seed: int
    matchup: int
    first: First


def open_slowly(
    table: Table, dealing: Dealing, indices: NDArray[np.int64], choices: NDArray[np.int8]
) -> NDArray[np.void]:
    """Games played out after each choice of an opening hand, as ``play_openings`` plays them: dtype OPENING, (n,)."""
    assert table.own is not None, "somebody is to be asked"
    rows = np.zeros(len(indices), OPENING)
    for row, index, choice in zip(rows, indices.tolist(), choices.tolist(), strict=True):
        # Anew for each game: the same one may be played twice, and nothing of the first time is to be known.
        game = _Opening(table, Referee(table.own), index)
        call = (dealing.seed, dealing.matchup, index, dealing.first.code)
        deal_game(game.record, table.tables, table.decks, *call)
        game.play(row, choice)
    return rows


class _Opening:
    """One game in which an opening hand is kept or given back."""

    def __init__(self, table: Table, referee: Referee, index: int) -> None:
        self.record, self.tables = new_game(), table.tables
        self.referee, self.index = referee, index

    def play(self, row: np.void, choice: int) -> None:
        """Play the game that was dealt, and note what is asked of it."""
        g = self.record
        while not self._is_over() and not (g["kind"] == Decision.REDRAW and g["player"] == PLAYER):
            self._go_on()
        row["hand"] = self._hand()
        taken = self._choice()
        row["verdict"] = g["options"][taken] == Option.YES
        if choice != Choice.POLICY:
            options = g["options"][: g["n_options"]].tolist()
            taken = next(at for at, each in enumerate(options) if (each == Option.YES) == (choice == Choice.REDRAW))
        answer_game(g, self.tables, taken)
        row["starting"] = self._hand()
        while not self._is_over():
            self._go_on()
        row["half_points"], row["fault"] = _HALF_POINTS.get(int(g["winner"]), 1), g["fault"]

    def _is_over(self) -> bool:
        return bool(self.record["phase"] == Phase.OVER)

    def _go_on(self) -> None:
        """One step, or one decision by whoever decides."""
        if self.record["kind"] == Decision.NOTHING:
            step_game(self.record, self.tables)
        else:
            answer_game(self.record, self.tables, self._choice())

    def _choice(self) -> int:
        """The option that the policy of the deciding player takes."""
        if self.referee.asks(self.record):
            return self.referee(self.record, self.tables, self.index)
        return int(decide_game(self.record, self.tables))

    def _hand(self) -> int:
        """The cards in hand, a bit each."""
        g = self.record
        cards = g["hand"][PLAYER, : g["n_hand"][PLAYER]].tolist()
        return sum(1 << (card % SEATS) for card in cards)
