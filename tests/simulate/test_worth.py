"""What copies are worth: clones nothing, a planted card what exchanging it in the whole deck shows."""

from __future__ import annotations

import numpy as np
import pytest

from tests.helpers import assert_refuses
from ucgsim.engine.core.constants import NONE
from ucgsim.engine.core.layout import fill_kin
from ucgsim.simulate.arrangements import BANDS, Setting, arranged_games, bands, copy_tasks
from ucgsim.simulate.loops.redraws import Choice
from ucgsim.simulate.openings import Chance, cards_of
from ucgsim.simulate.tasks import Batch, Player
from ucgsim.stats.means import weighted_gain
from ucgsim.stats.outcomes import paired_difference_of

SIZE = 50
COPIES = (4, 40, 6)
"""Cards of three numbers in the made-up deck."""


def stronger(tables: np.record, row: int, by: int) -> None:
    """Add to the BP of a card wherever it has some."""
    strength = tables.cards["bp"][row]
    tables.cards["bp"][row] = np.where(strength > 0, strength + by, strength)


def setting(planned, decks, *, planted: bool) -> Setting:
    """A made-up deck of clones on side a, against cards weaker, equal and stronger; four are planted if asked for."""
    _, table = planned(2, decks=decks)
    tables, own, others = table.tables.copy(), *(np.unique(row[row != NONE]) for row in table.decks)
    clone = tables.cards[own[0]].copy()
    for row in (*own, *others):
        tables.cards[row] = clone
    for place, row in enumerate(others):
        stronger(tables, row, (-1000, 0, 1000)[place % 3])
    if planted:
        stronger(tables, own[0], 3000)
    fill_kin(tables, len(own) + len(others))
    made_up = table.decks.copy()
    made_up[0, :SIZE] = np.repeat(own[:3], COPIES)
    return Setting(table.but(tables)._replace(decks=made_up), Chance(5), COPIES)


def worths(made: Setting, pairs: int) -> np.ndarray:
    """Counts of all copies."""
    tables = np.zeros((len(made.copies), BANDS, 3, 3), int)
    tasks = copy_tasks([made], pairs, {})
    for task, counts in zip(tasks, Player().counts(Batch(tasks)), strict=True):
        tables[task.place] += counts
    return tables


def weights() -> list[int]:
    """Places in each band."""
    return [len(band) for band in bands(SIZE)]


def test_bands_are_the_deck_in_order():
    assert [place for band in bands(SIZE) for place in band] == list(range(SIZE))
    assert weights() == [6, 1, 1, 1, 1, 8, 32]


def test_a_deck_without_a_rest_is_refused():
    assert_refuses("a deck of 18 cards; what its cards are worth takes more than 18", bands, 18)


def test_a_clone_is_worth_nothing(planned, decks):
    tables = worths(setting(planned, decks, planted=False), 20)
    assert tables.sum() > 0
    assert (tables == tables.transpose(0, 1, 3, 2)).all()
    assert not tables[:, :, [0, 0, 1], [1, 2, 2]].any()


def test_a_planted_card_is_worth_what_exchanging_it_shows(planned, decks):
    made = setting(planned, decks, planted=True)
    tables = worths(made, 1500)[3]
    worth = weighted_gain(tables, weights())
    direct = exchanged(made, 6000)
    assert worth.low > 0
    assert abs(worth.rate - direct.rate) < (worth.width + direct.width) / 2
    first_hand = weighted_gain(tables, [6, *[0] * (BANDS - 1)])
    assert first_hand.low > 0


def exchanged(made: Setting, games: int):
    """The gain of the fourth planted copy over a clone, on shuffles as they fall."""
    nowhere = np.full((games, 1, 2), NONE, np.int16)
    changes = np.full((games, 1, 2), NONE, np.int16)
    changes[:, 0] = (3, made.table.decks[0, 10])
    both = [_points(made, each, nowhere) for each in (nowhere, changes)]
    cells = np.bincount(3 * both[0] + both[1], minlength=9).reshape(3, 3)
    return paired_difference_of(cells).difference


def _points(made: Setting, changes: np.ndarray, places: np.ndarray) -> np.ndarray:
    choices = np.full(len(changes), Choice.POLICY, np.int8)
    rows = arranged_games(made.table, made.chance, np.arange(len(changes)), choices, changes=changes, places=places)
    return rows["half_points"].astype(np.int64)


@pytest.mark.parametrize("depth", [0, 30])
def test_a_card_lies_where_it_was_put_and_the_others_as_by_chance(planned, decks, depth):
    made = setting(planned, decks, planted=False)
    games = 4000
    places = np.broadcast_to(np.array([[2, depth]], np.int16), (games, 1, 2))
    rows = arranged_games(
        made.table,
        made.chance,
        np.arange(games),
        np.full(games, Choice.KEEP, np.int8),
        changes=np.full((games, 1, 2), NONE, np.int16),
        places=places,
    )
    held = cards_of(rows["hand"], SIZE)
    assert held[:, 2].mean() == (depth == 0)
    others = np.delete(held.mean(axis=0), 2)
    chance = (6 - (depth == 0)) / (SIZE - 1)
    assert np.abs(others - chance).max() < 4.5 * np.sqrt(chance * (1 - chance) / games)
