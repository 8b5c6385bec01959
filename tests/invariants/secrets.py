"""Positions that one of the players can't tell apart: what lies hidden, exchanged (`ucgsim.engine.field.sight`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.invariants.random_games import charge_of
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS
from ucgsim.engine.field.sight import Sight
from ucgsim.policies.labels import stack_of

if TYPE_CHECKING:
    import random

    import numpy as np

    from ucgsim.play import Game


def face_down(g: np.record, player: int) -> list[int]:
    """Face-down cards of a player on the field."""
    result = []
    for character in map(int, g["field"][player, : g["n_areas"]]):
        if character != NONE:
            stack = stack_of(g, character)
            result += stack[len(stack) - int(g["hidden"][character]) :]
    return result


def open_cards(g: np.record, viewer: int, owner: int) -> list[int]:
    """Cards of ``owner`` that ``viewer`` can't place, wherever they lie."""
    sight = g["sight"][viewer].tolist()
    cards = range(owner * SEATS, owner * SEATS + int(g["n_cards"][owner]))
    return [card for card in cards if sight[card] in (Sight.UNSEEN, Sight.HELD)]


def spoken_of(g: np.record) -> set[int]:
    """Cards that an effect under way or put off speaks of, or that wait: in these places they keep their names."""
    frames = g["frame_cards"][: g["n_frames"]].reshape(-1, PLAYERS).tolist()
    sets = [*frames, *g["delayed_cards"][: g["n_delayed"]].tolist()]
    named = {
        player * SEATS + k
        for bits in sets
        for player in range(PLAYERS)
        for k in range(bits[player].bit_length())
        if bits[player] >> k & 1
    }
    return named | {int(entry[1]) for entry in g["waiting"][: g["n_waiting"]]}


def exchange_rows(g: np.record, viewer: int, chance: random.Random) -> None:
    """Exchange what cards are, wherever the viewer can't tell."""
    rows, sight = g["card"].tolist(), g["sight"][viewer].tolist()
    for owner in range(PLAYERS):
        near = {*g["hand"][owner, : g["n_hand"][owner]].tolist(), *face_down(g, owner)}
        cards = open_cards(g, viewer, owner)
        for _ in range(3 * len(cards)):
            a, b = chance.choice(cards), chance.choice(cards)
            if sight[a] == sight[b] or {a, b} <= near:
                rows[a], rows[b] = rows[b], rows[a]
                sight[a], sight[b] = sight[b], sight[a]
    for lot in range(Sight.LOTS, max(sight) + 1):
        cards = [card for card, known in enumerate(sight) if known == lot]
        for card, row in zip(cards, chance.sample([rows[card] for card in cards], len(cards)), strict=True):
            rows[card] = row
    g["card"][:], g["sight"][viewer] = rows, sight
    sort_hands(g)


def exchange_names(g: np.record, viewer: int, chance: random.Random) -> None:
    """Exchange cards as such between deck and hand, and within the deck, wherever the viewer can't tell."""
    spoken, sight = spoken_of(g), g["sight"][viewer].tolist()
    for owner in range(PLAYERS):
        cards, places = [], []
        for zone in ("hand", "deck"):
            for place, card in enumerate(g[zone][owner, : g[f"n_{zone}"][owner]].tolist()):
                if sight[card] == Sight.UNSEEN and card not in spoken:
                    cards.append(card)
                    places.append((zone, place))
        for (zone, place), card in zip(places, chance.sample(cards, len(cards)), strict=True):
            g[zone][owner, place] = card
    owner = 1 - viewer
    g["sight"][owner, [int(card) for card in g["deck"][owner, : g["n_deck"][owner]]]] = Sight.UNSEEN
    g["sight"][owner, [int(card) for card in g["hand"][owner, : g["n_hand"][owner]]]] = Sight.SEEN
    sort_hands(g)


def sort_hands(g: np.record) -> None:
    rows = g["card"].tolist()
    for owner in range(PLAYERS):
        hand = sorted(g["hand"][owner, : g["n_hand"][owner]].tolist(), key=lambda card: (rows[card], card))
        g["hand"][owner, : len(hand)] = hand


def permuted(game: Game, viewer: int, chance: random.Random) -> Game:
    """The same game to ``viewer``: what lies hidden has changed places, names or both."""
    twin = game.copy()
    way = chance.randrange(3)
    if way != 1:
        exchange_rows(twin.record, viewer, chance)
    if way != 0:
        exchange_names(twin.record, viewer, chance)
    return twin


def hidden_things(g: np.record, viewer: int) -> list[int]:
    """Rows of everything that the viewer does not know, place by place."""
    other = 1 - viewer
    cards = [*map(int, g["deck"][viewer, : g["n_deck"][viewer]]), *map(int, g["deck"][other, : g["n_deck"][other]])]
    cards += [*map(int, g["hand"][other, : g["n_hand"][other]]), *face_down(g, other)]
    for character in map(int, g["field"][other, : g["n_areas"]]):
        cards += charge_of(g, character) if character != NONE else []
    return [int(g["card"][card]) for card in cards if g["sight"][viewer, card] != Sight.SEEN]
