"""The library face: names that ``import ucgsim`` hands out."""

import ucgsim
from ucgsim.cards.catalog import shipped_catalog


def test_every_name_is_handed_out_and_can_be_called():
    assert [name for name in ucgsim.__all__ if not callable(getattr(ucgsim, name))] == []


def test_odds_answers_however_often_it_is_asked():
    deck = [shipped_catalog()["BP01-012"]] * 4 + [shipped_catalog()["BP01-014"]] * 46
    answers = [ucgsim.odds(deck, "BP01-012 >= 1", redraw="never").probability for _ in range(2)]
    assert answers[0] == answers[1] > 0.4
