"""The library face: names that ``import ucgsim`` hands out."""

import ucgsim
from ucgsim.cards.catalog import shipped_catalog


def test_every_name_is_handed_out_and_can_be_called():
    assert [name for name in ucgsim.__all__ if not callable(getattr(ucgsim, name))] == ["__version__"]


def test_odds_answers_however_often_it_is_asked():
    deck = [shipped_catalog()["BP01-012"]] * 4 + [shipped_catalog()["BP01-014"]] * 46
    answers = [ucgsim.odds(deck, "BP01-012 >= 1", redraw="never").probability for _ in range(2)]
    assert answers[0] == answers[1] > 0.4


def test_odds_takes_a_decklist_and_its_groups(tmp_path):
    file = tmp_path / "deck.txt"
    file.write_text("# group starter: BP01-012\n4 BP01-012\n46 BP01-014\n", encoding="utf-8")
    by_name = ucgsim.odds(file, "starter >= 1", redraw="never")
    assert by_name.fraction == ucgsim.odds(str(file), "BP01-012 >= 1", redraw="never").fraction
