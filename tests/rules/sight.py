"""What a player can tell of cards, and powers that are used to find out."""

from __future__ import annotations

from tests.play.snippets import read
from ucgsim.engine.field.sight import Sight
from ucgsim.play import Game

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
    lines = []
    for card in cards if zone != "deck" else cards[::-1]:
        sight = int(g.sight["AB".index(viewer), card])
        number = game.book.names.numbers[g.card[card]]
        lines.append(number if sight == Sight.SEEN else MARKS.get(sight, f"one of lot {sight - Sight.LOTS}"))
    return lines


def tell(g, cards):
    """B knows cards of A's hand."""
    g.sight[1, cards] = Sight.SEEN
    g.hand_seen[1] = 1


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
