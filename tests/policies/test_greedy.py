"""The greedy policy at the table: what a sensible beginner does."""

import numpy as np
import pytest

from tests.helpers import DECKLISTS
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.reading import read_deck
from ucgsim.effects.library import effects_of
from ucgsim.engine.core.record import new_game
from ucgsim.engine.core.tables import card_book
from ucgsim.policies import parse_policy
from ucgsim.simulate.loops.match import ROW, play_games

GAMES = 400


def share_won_by_greedy(name: str) -> float:
    """Share of mirror games that greedy wins against random."""
    cards = read_deck(DECKLISTS / f"{name}.txt", shipped_catalog()).cards(shipped_catalog())
    book = card_book(cards, texts=effects_of(cards))
    book.tables.policies[0] = parse_policy("greedy").row
    book.tables.policies[1] = parse_policy("random").row
    decks = np.array([[book.row(card.number) for card in cards]] * 2, np.int16)
    rows = np.zeros(GAMES, ROW).view(np.recarray)
    battles, ends = np.zeros(GAMES * 2200, np.uint8), np.zeros(GAMES, np.int64)
    assert play_games(new_game(), book.tables, decks, 3, 0, 0, -1, rows, battles, ends) == GAMES
    assert not rows.fault.any()
    return float((rows.winner == 0).mean())


@pytest.mark.parametrize("name", ["arc-blazar", "plain-kaiju", "omega-meteo", "gaia-agul"])
def test_greedy_beats_random_with_the_same_deck(name):
    # Measured 0.86 to 0.93; of 400 games 0.75 lies five standard errors below.
    assert share_won_by_greedy(name) > 0.75
