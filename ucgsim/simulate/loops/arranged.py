"""Games in which chosen cards lie at chosen places of the shuffled deck, or are other cards, on chance of their own."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled, entry
from ucgsim.engine.core.constants import NONE, SEATS, Phase
from ucgsim.engine.core.halting import heed
from ucgsim.engine.turn.preparation import deal
from ucgsim.policies.search.scratch import scratch_for
from ucgsim.simulate.loops.redraws import PLAYER, choose, half_points, play_on, reach_redraw


@compiled
def put_at(g, card, depth):
    """Exchange a card, by its number in the deck, with the one that lies ``depth`` cards below the top.

    One card is meant, not any copy of it: so the others lie as by chance, as many above it as below.
    """
    deck = g.deck[PLAYER]
    there = int(g.n_deck[PLAYER]) - 1 - depth
    for place in range(int(g.n_deck[PLAYER])):
        if deck[place] % SEATS == card:
            deck[place], deck[there] = deck[there], deck[place]
            return


@compiled
def change_cards(changed, decks, changes):
    """``decks`` into ``changed``, with other cards of the player where ``changes`` has (number, row)."""
    for player in range(decks.shape[0]):
        for place in range(decks.shape[1]):
            changed[player, place] = decks[player, place]
    for i in range(changes.shape[0]):
        if changes[i, 0] != NONE:
            changed[PLAYER, changes[i, 0]] = changes[i, 1]


@compiled
def put_cards(g, places):
    """Put every card of ``places`` (number, depth) where it is to lie, one after the other."""
    for i in range(places.shape[0]):
        if places[i, 0] != NONE:
            put_at(g, int(places[i, 0]), int(places[i, 1]))


@entry
def _play_arranged(g, t, decks, seed, matchup, indices, first, changes, places, choices, rows, changed, scratch):
    """``play_arranged`` with what it and a searching player write on."""
    for k in range(rows.shape[0]):
        if t.halted:
            return
        change_cards(changed, decks, changes[k])
        deal(g, t, changed, seed, matchup, indices[k], first)
        put_cards(g, places[k])
        reach_redraw(g, t, scratch)
        choose(g, t, rows[k], choices[k], scratch)
        while g.phase != Phase.OVER:
            play_on(g, t, scratch)
        rows[k].half_points = half_points(g)
        rows[k].fault = g.fault


def play_arranged(g, t, decks, seed, matchup, indices, first, changes, places, choices, rows):
    """Play the games ``indices`` of a run to their end, each with a deck and a shuffle of player 0 arranged.

    ``g``: a scratch record, modified. ``decks``: card rows, shape (2, cards). ``changes[game]``: cards, by their
    number in the deck, and the card row in place of theirs; ``places[game]``: cards, and how many cards are to lie
    above them, in distinct places put in order; both int16[n, any, 2], NONE where there is no more. ``choices``:
    Choice, shape (n,). ``rows``: OPENING, shape (n,), overwritten.
    """
    call = (g, t, decks, seed, matchup, indices, first, changes, places, choices, rows, decks.copy())
    _play_arranged(*call, scratch_for(t))
    heed(t)
