"""CR 3: who knows which card lies where (`ucgsim.engine.field.sight`)."""

from __future__ import annotations

import random

import pytest

from tests.invariants.random_games import dealt, pairs
from tests.invariants.secrets import face_down
from tests.play.snippets import read
from tests.rules.sight import POSITION, USE, carried_out, seen, tell, used
from tests.rules.situations import place, run_to
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS
from ucgsim.engine.field.sight import Sight
from ucgsim.play import Game
from ucgsim.play.review import draw


def test_3_4_2_a_drawn_card_is_known_to_its_player_alone():
    game = run_to(place("draw", a={"deck": ["H1", "H2"]}, b={"deck": ["K5"]}), "scene")
    assert (seen(game, "A", "hand"), seen(game, "B", "hand")) == (["H1"], ["?"])
    assert (seen(game, "A", "deck"), seen(game, "B", "deck")) == (["?"], ["?"])


def test_3_6_3_what_is_laid_face_down_is_known_to_its_player_and_may_be_any_card_of_the_hand():
    game = place("set", turn=1, a={"hand": ["H1", "H2", "G1"]}, b={"hand": ["K5", "K6"]})
    g = game.record
    tell(g, g.hand[0, 2])
    game.advance()
    game.choose("set G1")
    assert [int(g.sight[0, card]) for card in face_down(g, 0)] == [Sight.SEEN]
    assert [int(g.sight[1, card]) for card in face_down(g, 0)] == [Sight.UNSEEN]
    assert seen(game, "B", "hand").count("held") == 1
    run_to(game, "activate")
    assert [int(g.sight[1, g.top[g.field[0, 0]]])] == [Sight.SEEN]
    assert "held" not in seen(game, "B", "hand")
    assert len(set(seen(game, "B", "hand")) - {"?"}) == 1


def test_3_6_3_a_known_card_that_is_laid_face_down_looks_like_one_that_stays():
    """Whichever of two cards is set, the other player can tell as much of each place."""
    lines = []
    for label in ("set G1", "set H1"):
        game = place("set", turn=1, a={"hand": ["G1", "H1"]}, b={"hand": ["K5", "K6"]})
        g = game.record
        known = next(int(card) for card in g.hand[0, :2] if game.book.names.numbers[g.card[card]] == "G1")
        tell(g, known)
        game.advance()
        game.choose(label)
        lines.append(sorted(g.sight[1, [int(g.hand[0, 0]), *face_down(g, 0)]].tolist()))
    assert lines[0] == lines[1] == [Sight.UNSEEN, Sight.HELD]


def test_3_2_2_the_order_in_which_known_cards_are_returned_stays_secret(tmp_path):
    effect = "Return all Kaiju cards in your discard area to the top of your deck."
    game = used(tmp_path, effect, discard="K1, P1, K1, H1")
    assert sum(mark.startswith("one of lot") for mark in seen(game, "B", "deck")) == 3
    assert seen(game, "B", "deck")[3:] == ["?"] * 5
    assert sorted(seen(game, "A", "deck")[:3]) == ["K1", "K1", "P1"]


def test_3_2_2_one_card_returned_is_known_where_it_lies(tmp_path):
    effect = "Return all Kaiju cards in your discard area to the top of your deck."
    game = used(tmp_path, effect, discard="K1, H1")
    assert seen(game, "A", "deck")[:2] == seen(game, "B", "deck")[:2] == ["K1", "?"]


def test_3_4_2_cards_returned_from_the_hand_are_known_to_their_player_alone(tmp_path):
    effect = "Return two cards from your hand to the top of your deck."
    text = POSITION.format(effect=USE + effect, hand="G1, H1, H2", deck="H1", discard="")
    game = Game.of(read(tmp_path, text))
    g = game.record
    tell(g, g.hand[0, :3].tolist())
    carried_out(game)
    assert seen(game, "B", "deck") == ["?", "?", "?"]
    assert seen(game, "B", "hand") == ["?"]
    assert sorted(seen(game, "A", "deck")[:2]) != ["?", "?"]


def test_3_1_5_a_player_is_shown_what_it_knows(tmp_path):
    game = used(tmp_path, "Return all Kaiju cards in your discard area to the top of your deck.", discard="K1, H1")
    assert (game.known("deck", "A", "B"), game.known("hand", "A", "B")) == (["K1"], [])
    g = game.record
    tell(g, g.hand[0, 0])
    assert f"in hand {game.hand('A')[0]}" in draw(game, "B")
    assert "in hand" not in draw(game, "A")


def in_hiding(g, viewer):
    """Cards that can't be known by their place alone."""
    other = 1 - viewer
    decks = [int(card) for player in range(PLAYERS) for card in g.deck[player, : g.n_deck[player]]]
    return {*decks, *map(int, g.hand[other, : g.n_hand[other]]), *face_down(g, other)}


def check_sight(g):
    """What holds at every decision."""
    for viewer in range(PLAYERS):
        other = 1 - viewer
        hidden = in_hiding(g, viewer)
        held = {*map(int, g.hand[other, : g.n_hand[other]]), *face_down(g, other)}
        for player in range(PLAYERS):
            for card in range(player * SEATS, player * SEATS + int(g.n_cards[player])):
                sight = int(g.sight[viewer, card])
                assert sight == Sight.SEEN or card in hidden, "what lies open is seen"
                assert sight != Sight.HELD or card in held
                assert sight >= 0 or player != viewer


@pytest.mark.parametrize(("seed", "pair"), list(enumerate(pairs(12, seed=8))), ids=map(str, range(12)))
def test_3_1_5_sight_agrees_with_the_places(seed, pair):
    chance = random.Random(seed)
    game = dealt(pair, seed)
    game.advance()
    while not game.is_over:
        if game.record.n_frames == 0:
            check_sight(game.record)
        game.take(chance.randrange(int(game.record.n_options)))
        game.advance()
    assert game.record.winner != NONE
