"""Opening hands played: kept, given back, or as the policy says, and cards arranged, on the same chance (CR 4.2.3)."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.core.constants import NONE, SEATS, Decision, Option, Phase
from ucgsim.engine.core.halting import heed
from ucgsim.engine.core.layout import DECKS, TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.field.stacks import opponent_of
from ucgsim.engine.field.zones import owner_of
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide
from ucgsim.policies.search.scratch import SEARCH, scratch_for


class Choice(IntEnum):
    """What is done with an opening hand."""

    KEEP = 0
    REDRAW = 1
    POLICY = 2


OPENING = np.dtype(
    [
        ("hand", "i8"),  # bit k: card k of the deck was in the first hand (CR 4.2.3)
        ("starting", "i8"),  # bit k: it was in the hand after the choice
        ("verdict", "i1"),  # whether the policy would redraw the first hand
        ("half_points", "i1"),  # 2 won, 1 without a winner or not played out, 0 lost
        ("fault", "i1"),  # Fault
    ],
    align=True,
)
"""One game of player 0, whose opening hand is looked at."""

PLAYER = 0
"""Whose opening hand is looked at."""
NOT_REACHED = -1
"""In place of cards, where a game was over before the turn; no set of cards has these bits."""


@compiled
def bits_of_hand(g):
    """The cards in hand, a bit each."""
    bits = 0
    for place in range(g.n_hand[PLAYER]):
        bits |= 1 << (int(g.hand[PLAYER, place]) % SEATS)
    return bits


@compiled
def bits_in_play(g):
    """The own cards on the field and in the scene area, a bit each."""
    bits = 0
    for area in range(g.n_areas):
        character = g.field[PLAYER, area]
        if character != NONE:
            card = int(g.top[character])
            while card != NONE:
                bits |= 1 << (card % SEATS)
                card = int(g.link[card])
    if g.scene != NONE and owner_of(g.scene) == PLAYER:
        bits |= 1 << (int(g.scene) % SEATS)
    return bits


@compiled
def put_on_top(g, hand):
    """Swap cards of the rows ``hand`` to the top of the shuffled deck; rows that it lacks change nothing."""
    deck = g.deck[PLAYER]
    top = int(g.n_deck[PLAYER]) - 1
    for row in hand:
        for place in range(top, -1, -1):
            if g.card[deck[place]] == row:
                deck[place], deck[top] = deck[top], deck[place]
                top -= 1
                break


@compiled
def play_on(g, t, scratch):
    """One step or one decision by the policies."""
    if g.kind == Decision.NOTHING:
        step(g, t)
    else:
        answer(g, t, decide(g, t, scratch))


@compiled
def reach_redraw(g, t, scratch):
    """Play until the player may redraw; an opponent who leads has chosen before."""
    while g.phase != Phase.OVER and not (g.kind == Decision.REDRAW and g.player == PLAYER):
        play_on(g, t, scratch)


@compiled
def choose(g, t, row, choice, scratch):
    """Note the policy's verdict and take the choice; the policy is asked either way, for the same chance."""
    row.hand = bits_of_hand(g)
    taken = decide(g, t, scratch)
    row.verdict = g.options[taken] == Option.YES
    if choice != Choice.POLICY:
        for i in range(g.n_options):
            if (g.options[i] == Option.YES) == (choice == Choice.REDRAW):
                taken = i
    answer(g, t, taken)
    row.starting = bits_of_hand(g)


@compiled
def note_plain_draws(g, drawn):
    """``drawn[turn - 1]``: the hand and a card from the top of the deck for each later turn, nothing being played."""
    bits = bits_of_hand(g)
    for turn in range(drawn.shape[0]):
        place = int(g.n_deck[PLAYER]) - turn
        if turn > 0 and place >= 0:
            bits |= 1 << (int(g.deck[PLAYER, place]) % SEATS)
        drawn[turn] = bits


@compiled
def play_opening_turns(g, t, seen, scratch):
    """Play to the end of the last scene phase asked for.

    ``seen[0, turn - 1]``: cards held or played by then; ``seen[1, turn - 1]``: those that plain draws would show, and
    ``NOT_REACHED`` where the game ended before.
    """
    note_plain_draws(g, seen[1])
    bits = bits_of_hand(g)
    noted = 0
    while g.phase != Phase.OVER and noted < seen.shape[1]:
        play_on(g, t, scratch)
        bits |= bits_of_hand(g) | bits_in_play(g)
        if g.phase == Phase.SET and g.turn > noted:
            seen[0, noted] = bits
            noted += 1
    for turn in range(noted, seen.shape[1]):
        seen[0, turn] = bits
        seen[1, turn] = NOT_REACHED


@compiled
def half_points(g):
    """What the player made of the game."""
    if g.winner == PLAYER:
        return 2
    return 0 if g.winner == opponent_of(PLAYER) else 1


@entry(
    *(GAME, TABLES, DECKS),
    *(int, int),
    [np.int64],
    int,
    [np.int16, 2],
    [np.int8],
    int,
    [OPENING],
    [np.int64, 3],
    [SEARCH],
)
def _play_openings(g, t, decks, seed, matchup, indices, first, hands, choices, play_out, rows, seen, scratch):
    """``play_openings`` with what a searching player writes on."""
    for k in range(rows.shape[0]):
        if t.halted:
            return
        deal(g, t, decks, seed, matchup, indices[k], first)
        if hands.shape[0] > 0:
            put_on_top(g, hands[k])
        reach_redraw(g, t, scratch)
        choose(g, t, rows[k], choices[k], scratch)
        play_opening_turns(g, t, seen[k], scratch)
        while play_out and g.phase != Phase.OVER:
            play_on(g, t, scratch)
        rows[k].half_points = half_points(g)
        rows[k].fault = g.fault


def play_openings(g, t, decks, seed, matchup, indices, first, hands, choices, play_out, rows, seen):
    """Play the games ``indices`` of a run, each with its choice; ``first`` fixes who leads, NONE leaves it.

    ``g``: a scratch record, modified. ``decks``: card rows, shape (2, cards). ``hands``: card rows of the opening
    hands to deal, shape (n, 6), or none as shuffled, shape (0, 6). ``choices``: Choice, shape (n,). ``rows``:
    OPENING, shape (n,), overwritten. ``seen``: shape (n, 2, turns), overwritten; the first ``turns`` turns are
    played, or the whole game with ``play_out``.
    """
    call = (g, t, decks, seed, matchup, indices, first, hands, choices, play_out, rows, seen)
    _play_openings(*call, scratch_for(t))
    heed(t)


# Games in which chosen cards lie at chosen places of the shuffled deck, or are other cards, on chance of their own.


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


@entry(
    *(GAME, TABLES, DECKS),
    *(int, int),
    [np.int64],
    int,
    *([np.int16, 3], [np.int16, 3]),
    [np.int8],
    [OPENING],
    DECKS,
    [SEARCH],
)
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
