"""Random legal decks, watched games, and what a smoke run tells."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest

from tests.helpers import DECKLISTS, ROOT
from ucgsim.cards.catalog import Catalog, shipped_catalog
from ucgsim.cards.versions import RULES_VERSIONS, rules_version
from ucgsim.decks.building import DeckBuilder
from ucgsim.decks.checking import check_deck, load_deck
from ucgsim.effects.library import effects_of
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS
from ucgsim.engine.core.layout import MAX_POWERS
from ucgsim.engine.core.record import new_game
from ucgsim.errors import UcgsimError
from ucgsim.simulate.loops.match import LONGEST_GAME, ROW, play_games
from ucgsim.simulate.loops.smoke import WATCHED, play_watched
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.smoke import Mishap, PowerId, Smoke, names_in
from ucgsim.simulate.table import lay_out

ONE_CARD_TWICE = """
from tests.simulate.test_smoke import watched
from ucgsim.simulate.loops import smoke as watching
real = watching.step

def step(g, t):
    real(g, t)
    if g.turn == 2:
        g.hand[0, 0] = g.hand[0, 1]

watching.step = step
rows, _ = watched(1)
print(int(rows["broken"][0]), int(rows["turn"][0]))
"""


def watched(games: int):
    """Games of two decks that ship, by the watched loop: rows, how often each power ran."""

    catalog = shipped_catalog()
    decks = tuple(load_deck(DECKLISTS / name, catalog) for name in ("tiga-dyna.txt", "z-sevenger.txt"))
    table = lay_out(decks, Terms(policies=("random", "greedy"), rules="1.6", catalog=catalog))
    tables = table.tables.copy()
    tables.logging = True
    rows, runs = np.zeros(games, WATCHED).view(np.recarray), np.zeros(MAX_POWERS, np.int64)
    seen, cards = np.zeros(PLAYERS * SEATS, np.int64), np.zeros(100, np.int64)
    play_watched(new_game(), tables, table.decks, 5, rows, seen, runs, cards)
    return rows, (table, runs, cards)


@pytest.mark.parametrize("rules", RULES_VERSIONS)
@pytest.mark.parametrize("focused", [False, True])
def test_random_decks_are_legal(catalog, rules, focused):
    builder, chance = DeckBuilder(catalog.values(), rules), random.Random(3)
    texts = effects_of(catalog.values())
    for card in chance.sample(list(builder.cards.values()), 40):
        names = names_in(texts.get(card.number), catalog.values())
        deck = builder.around(card, names, chance, focused=focused)
        assert check_deck(deck, catalog, rules=rules_version(rules)) == []
        assert dict(deck.counts)[card.number] >= 1


def test_a_focused_deck_holds_what_the_card_speaks_of(catalog):
    builder = DeckBuilder(catalog.values(), "1.6")
    deck = builder.around(catalog["BP06-095"], {"BELIAL"}, random.Random(1), focused=True)
    names = {name for card in deck.cards(catalog) for name in card.characters}
    assert names >= {"BELIAL", "DARKLOPS ZERO"}


def test_too_few_cards_make_no_deck(catalog):
    few = Catalog([catalog[number] for number in ("BP01-002", "BP01-003")])
    with pytest.raises(UcgsimError, match=r"2 cards are known to rules 1\.6; too few for a deck of 50"):
        DeckBuilder(few.values(), "1.6")


def test_names_are_found_by_name_and_by_part(catalog):
    texts = effects_of([catalog["BP06-095"]])
    assert names_in(texts["BP06-095"], catalog.values()) >= {"BELIAL", "DARKLOPS ZERO"}
    assert names_in(None, catalog.values()) == set()


def test_watching_changes_nothing():
    rows, (table, runs, cards) = watched(40)
    plain = np.zeros(40, ROW).view(np.recarray)
    battles, ends = np.empty(41 * LONGEST_GAME, np.uint8), np.empty(40, np.int64)
    play_games(new_game(), table.tables, table.decks, 5, 0, 0, NONE, plain, battles, ends)
    assert rows.winner.tolist() == plain.winner.tolist()
    assert rows.turn.tolist() == plain.turns.tolist()
    assert not rows.broken.any()
    assert runs.any()
    assert cards.any()


def test_a_card_that_is_there_twice_is_noticed():
    done = subprocess.run(
        [sys.executable, "-c", ONE_CARD_TWICE],
        cwd=ROOT,
        env=os.environ | {"UCGSIM_INTERPRETED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "1 2\n", done.stderr[-2000:]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "code"), [("1.2", "BP01"), ("1.4", "BP03"), ("1.6", "BP05"), ("1.7", "BP06")])
def test_thousands_of_games_of_random_decks_break_nothing(catalog, rules, code):
    # Every second card has decks around it; most of the others are in these.
    cards = [card for card in catalog.values() if card.set_code == code][::2]
    done: list[int] = []
    result = Smoke(cards, Terms(catalog=catalog, seed=11, rules=rules), games=12).play(done.append)
    assert sum(done) == len(result.cards) == len(cards) - len(result.left_out)
    assert result.games >= 12 * len(result.cards)
    assert result.mishaps == ()
    assert result.never_seen == []
    assert sum(1 for count in result.runs.values() if count) > 0.8 * len(result.runs)


def test_the_same_seed_gives_the_same_run(catalog):
    cards = [catalog["SD02-001"], catalog["BP01-103"]]
    one, two = (Smoke(cards, Terms(catalog=catalog, seed=2), games=6).play() for _ in range(2))
    assert one == two
    assert one != Smoke(cards, Terms(catalog=catalog, seed=3), games=6).play()
    assert PowerId("BP01-103", 0) in one.runs


def test_a_mishap_tells_how_to_find_it():
    mishap = Mishap("BP01-004", 0, ("random", "random"), 17, 3, "cards")
    assert str(mishap) == "round 0, decks around BP01-004, random, game 17, turn 3: cards"
