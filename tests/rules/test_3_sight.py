"""CR 3: who knows which card lies where (`ucgsim.engine.field.sight`)."""

from __future__ import annotations

import random

import pytest

from tests.invariants.random_games import dealt, pairs
from tests.invariants.secrets import face_down
from tests.play.snippets import read
from tests.rules.situations import place, run_to
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS
from ucgsim.engine.field.sight import Sight
from ucgsim.play import Game
from ucgsim.play.drawing import draw

MARKS = {Sight.UNSEEN: "?", Sight.HELD: "held"}
POSITION = """\
  P1: {{name: Tester, character: TESTER, kind: [Kaiju], level: 5, type: HAZARD, bp: [5000], effect: "{effect}"}}
title: who sees what
clauses: []
lead: A
turn: 3
phase: activate
A: {{hand: [{hand}], deck: [{deck}], discard: [{discard}]}}
B: {{hand: [K1], deck: [K1]}}
field: [{{A: [P1], B: [K1]}}]
steps: []
"""
USE = "[Activate](Once per turn)No cost → "


def seen(game, viewer, zone, owner="A"):
    """What a player can tell of the cards in a zone: their numbers, what is known of them otherwise, ``?``.

    A deck from the top down.
    """
    g, player = game.record, "AB".index(owner)
    cards = g[zone][player, : g[f"n_{zone}"][player]].tolist()
    told = []
    for card in cards if zone != "deck" else cards[::-1]:
        sight = int(g.sight["AB".index(viewer), card])
        number = game.book.names.numbers[g.card[card]]
        told.append(number if sight == Sight.SEEN else MARKS.get(sight, f"one of lot {sight - Sight.LOTS}"))
    return told


def tell(g, cards):
    """B knows cards of A's hand."""
    g.sight[1, cards] = Sight.SEEN
    g.hand_told[1] = 1


def used(folder, effect, *answers, hand="G1, H1", deck="H1, H2, G1, K1, S0", discard=""):
    """The game after A has used a power and answered."""
    text = POSITION.format(effect=USE + effect, hand=hand, deck=deck, discard=discard)
    game = Game.of(read(folder, text))
    return carried_out(game, *answers)


def carried_out(game, *answers):
    """The game right after the effect that A activates; the first option where no answer is given."""
    game.advance()
    game.answer("activate A1")
    left = list(answers)
    while game.record.n_frames > 0:
        if game.decision is None:
            game.step()
        else:
            game.answer(left.pop(0) if left else game.options[0])
    return game


def test_3_4_2_a_drawn_card_is_known_to_its_player_alone():
    game = run_to(place("draw", a={"deck": ["H1", "H2"]}, b={"deck": ["K5"]}), "scene")
    assert (seen(game, "A", "hand"), seen(game, "B", "hand")) == (["H1"], ["?"])
    assert (seen(game, "A", "deck"), seen(game, "B", "deck")) == (["?"], ["?"])


def test_4_2_3_nobody_knows_a_deck_after_a_redraw():
    pair = next(pairs(1, seed=1))
    game = dealt(pair, 1)
    game.advance()
    while game.decision.kind != "redraw":
        game.take(0)
        game.advance()
    player = game.decision.player
    game.choose("redraw")
    assert set(seen(game, player, "deck", player)) == {"?"}
    assert "?" not in seen(game, player, "hand", player)


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
    told = []
    for label in ("set G1", "set H1"):
        game = place("set", turn=1, a={"hand": ["G1", "H1"]}, b={"hand": ["K5", "K6"]})
        g = game.record
        known = next(int(card) for card in g.hand[0, :2] if game.book.names.numbers[g.card[card]] == "G1")
        tell(g, known)
        game.advance()
        game.choose(label)
        told.append(sorted(g.sight[1, [int(g.hand[0, 0]), *face_down(g, 0)]].tolist()))
    assert told[0] == told[1] == [Sight.UNSEEN, Sight.HELD]


def test_11_11_1_revealed_cards_are_known_to_both_where_they_lie(tmp_path):
    game = used(tmp_path, "Reveal the top two cards of your deck. If the revealed cards are Kaiju cards, draw a card.")
    assert seen(game, "A", "deck") == seen(game, "B", "deck") == ["H1", "H2", "?", "?", "?"]


def test_12_3_1_cards_looked_at_are_known_to_one(tmp_path):
    effect = (
        "Look at the top four cards of your deck. You may reveal one Kaiju card from among them and put it into your "
        "hand. Then, send the rest to your discard area."
    )
    game = used(tmp_path, effect, "K1", deck="H1, H2, G1, K1, S0, H2")
    assert seen(game, "B", "deck") == ["?", "?"]
    assert sorted(seen(game, "B", "hand")) == ["?", "?", "K1"]
    assert set(seen(game, "B", "discard")) == {"H1", "H2", "G1"}


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
