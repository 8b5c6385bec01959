"""Cards of a deck counted by what they fit on: the same as comparing card by card (CR 12.1.1)."""

from __future__ import annotations

import numpy as np

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.engine.core.constants import NONE, Grade
from ucgsim.engine.core.layout import Kin
from ucgsim.engine.core.record import new_game
from ucgsim.engine.field.stacks import fits_on
from ucgsim.engine.turn.preparation import deal
from ucgsim.policies.planner.kin import above_in_hand, count_deck, left_above, left_below, look_through_hand
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out


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


def python_of(function):
    """A compiled function as Python runs it."""
    return getattr(function, "py_func", function)


def of_hand(t, row, held):
    """Bits of the places of the cards in hand by what they are to a card of ``row``, card by card."""
    places = {"copies": 0, "over": 0, "under": 0, "akin": 0}
    for place, other in enumerate(held):
        if other == row:
            kind = "copies"
        elif t.kin[other, row] & Kin.LIES_ON:
            kind = "over"
        elif t.kin[row, other] & Kin.LIES_ON and (int(t.learned.settable) >> place) & 1:
            kind = "under"
        elif t.kin[other, row] & Kin.SHARES_NAME:
            kind = "akin"
        else:
            continue
        places[kind] |= 1 << place
    return places


def test_every_card_in_hand_is_what_it_is_to_the_card_looked_at():
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("rising", "mebius-hikari"))
    table = lay_out(decks, Terms.of(catalog=shipped_catalog()))
    g, t, seen = new_game(), table.tables, set()
    held = [int(row) for row in table.decks[0][::4]]
    g.n_hand[0] = len(held)
    t.learned.held[: len(held)] = held
    t.learned.settable = sum(1 << place for place, row in enumerate(held) if t.cards[row].bp[Grade.SINGLE] >= 0)
    for row in range(int(table.decks.max()) + 1):
        expected = of_hand(t, row, held)
        python_of(look_through_hand)(g, t, 0, row)
        assert {kind: int(t.learned[kind]) for kind in expected} == expected
        assert python_of(above_in_hand)(g, t, 0, row) == expected["over"]
        seen |= {kind for kind, bits in expected.items() if bits}
    assert len(seen) == 4


def test_counting_by_rows_is_comparing_card_by_card():
    decks = tuple(read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()) for name in ("rising", "mebius-hikari"))
    table = lay_out(decks, Terms.of(catalog=shipped_catalog()))
    rows = int(table.decks.max()) + 1
    for player in range(2):
        out = np.zeros((rows, 4), np.int64)
        counts(new_game(), table.tables, table.decks, player, out)
        assert out[:, :2].sum() > 50
        assert np.array_equal(out[:, :2], out[:, 2:])
