"""Cards of a deck counted by what they fit on: the same as comparing card by card (CR 12.1.1)."""

from __future__ import annotations

import numpy as np

from tests.policies.planner.test_planner_play import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.engine.compiling.compiled import entry
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.record import new_game
from ucgsim.engine.field.stacks import fits_on
from ucgsim.engine.turn.preparation import deal
from ucgsim.policies.planner.kin import count_deck, left_above, left_below
from ucgsim.simulate.table import lay_out
from ucgsim.simulate.terms import Terms


@entry
def counts(g, t, decks, player, out):
    """For every row how many cards of the deck fit on it and how many it fits on: counted, and card by card."""
    deal(g, t, decks, 1, 0, 0, NONE)
    count_deck(g, t, player)
    for row in range(out.shape[0]):
        out[row, 0] = left_above(t.learned, row)
        out[row, 1] = left_below(t.learned, row)
        for place in range(g.n_deck[player]):
            other = int(g.card[g.deck[player, place]])
            out[row, 2] += 1 if fits_on(t, other, row) else 0
            out[row, 3] += 1 if fits_on(t, row, other) else 0


def test_counting_by_rows_is_comparing_card_by_card():
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("rising", "mebius-hikari"))
    table = lay_out(decks, Terms.of(catalog=shipped_catalog()))
    rows = int(table.decks.max()) + 1
    for player in range(2):
        out = np.zeros((rows, 4), np.int64)
        counts(new_game(), table.tables, table.decks, player, out)
        assert out[:, :2].sum() > 50
        assert np.array_equal(out[:, :2], out[:, 2:])
