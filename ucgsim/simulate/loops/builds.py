"""Builds of a deck at play: games that each have a build of their own, and exchanges on the shuffles of the deck as it
is.

A card that is exchanged and never met changes no game. So the deck as it is plays first, and what counts is which of
its cards were met: drawn, played or looked at. Screening exchanges those alone, several at once, and values of cards
are fitted over all games. An exchange plays again only where a card that leaves was met; in all other games it is
taken to change nothing, which is true but for players who think of cards that they may draw.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.core.chance import below, next_word, seed_streams
from ucgsim.engine.core.constants import NAMES, NONE, SEATS, Decision, Phase
from ucgsim.engine.core.halting import heed
from ucgsim.engine.core.layout import DECKS, TABLES
from ucgsim.engine.core.record import GAME, new_games
from ucgsim.engine.core.selection import mark_present
from ucgsim.engine.field.sight import Sight
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide
from ucgsim.policies.search.scratch import SEARCH, scratch_for
from ucgsim.simulate.loops.redraws import PLAYER, half_points, play_on

DICE = 2
"""The stream of what is exchanged; it is of a record of its own, so that no game hears of it."""
MOST_EXCHANGED = 12
"""Cards that leave at once, at most."""
FIRST = 3
"""Columns of a screening before those of cards: a one, half points of the deck as it is, its cards that were met."""


class Room(IntEnum):
    """Rows of the room that the loops write on."""

    LOWEST = 0  # level of each character name
    SEATS = 1  # cards that were met
    DRAWN = 2  # columns of the cards that leave and come in
    COLUMNS = 3  # of a game's values
    VALUES = 4


@compiled
def met_now(g):
    """The own cards, a bit each, that are not in the deck or that somebody can place there."""
    bits = (1 << int(g.n_cards[PLAYER])) - 1
    for place in range(g.n_deck[PLAYER]):
        card = int(g.deck[PLAYER, place])
        if g.sight[0, card] == Sight.UNSEEN and g.sight[1, card] == Sight.UNSEEN:
            bits &= ~(1 << (card % SEATS))
    return bits


@compiled
def play_meeting(g, t, scratch):
    """Play a dealt game to its end; the own cards that were met, a bit each."""
    bits = 0
    while g.phase != Phase.OVER:
        if g.kind == Decision.NOTHING:
            step(g, t)
        else:
            bits |= met_now(g)
            answer(g, t, decide(g, t, scratch))
    return bits | met_now(g)


@compiled
def play_build(g, t, decks, seed, matchup, index, room, scratch):
    """The half points of a build in a game."""
    mark_present(t, decks, room[Room.LOWEST])
    deal(g, t, decks, seed, matchup, index, NONE)
    while g.phase != Phase.OVER:
        play_on(g, t, scratch)
    return half_points(g)


@compiled
def list_bits(bits, seats):
    """Write down which bits are set; returns how many."""
    n = 0
    for seat in range(SEATS):
        if bits >> seat & 1:
            seats[n] = seat
            n += 1
    return n


@compiled
def copies_of(decks, row):
    """Cards of the player of a row."""
    n = 0
    for place in range(decks.shape[1]):
        n += 1 if decks[PLAYER, place] == row else 0
    return n


@compiled
def exchange_some(dice, decks, changed, seats, n, entrants, most, columns):
    """Exchange up to ``most`` of the ``n`` first ``seats`` in ``changed``, at random; returns how many were.

    ``columns``: of the cards that leave and come in, in turn, overwritten; a card leaves by its place in the list.
    """
    done = 0
    while done < most and done < n:
        k = done + below(dice, DICE, n - done)
        seats[done], seats[k] = seats[k], seats[done]
        seat = int(seats[done])
        comes = below(dice, DICE, entrants.shape[0])
        row = int(entrants[comes, 0])
        if row == decks[PLAYER, seat] or copies_of(changed, row) >= entrants[comes, 1]:
            n -= 1
            seats[done] = seats[n]
            continue
        changed[PLAYER, seat] = row
        columns[2 * done] = seat
        columns[2 * done + 1] = entrants[comes, 2]
        done += 1
    return done


@compiled
def add_products(gram, columns, values, n):
    """Add the products of a game's values, which are 0 in all columns but ``n``."""
    for i in range(n):
        for k in range(n):
            gram[columns[i], columns[k]] += values[i] * values[k]


@entry(
    *([GAME], TABLES, DECKS, DECKS, [np.int64], [np.int64, 2]),
    *(int, int, int, int, int, int),
    *([np.int64, 2], [np.int64, 2], [SEARCH]),
    returns=int,
)
def _screen_builds(games, t, decks, changed, outs, entrants, seed, matchup, start, n, each, most, gram, room, scratch):
    """``screen_builds`` with what it writes on; returns the first fault of a game, 0 for none."""
    g, dice, last = games[0], games[1], gram.shape[0] - 1
    seats, drawn, columns, values = room[Room.SEATS], room[Room.DRAWN], room[Room.COLUMNS], room[Room.VALUES]
    for index in range(start, start + n):
        if t.halted:
            return 0
        mark_present(t, decks, room[Room.LOWEST])
        deal(g, t, decks, seed, matchup, index, NONE)
        met, fault = play_meeting(g, t, scratch), int(g.fault)
        usual = half_points(g)
        seed_streams(dice, seed, matchup, index)
        for _ in range(each):
            for place in range(decks.shape[1]):
                changed[PLAYER, place] = decks[PLAYER, place]
            many = list_bits(met, seats)
            done = exchange_some(dice, decks, changed, seats, many, entrants, most, drawn)
            points = play_build(g, t, changed, seed, matchup, index, room, scratch)
            fault = max(fault, int(g.fault))
            columns[0], values[0] = 0, 1
            columns[1], values[1] = 1, usual
            columns[2], values[2] = 2, many
            columns[3], values[3] = last, points
            for k in range(done):
                columns[4 + 2 * k], values[4 + 2 * k] = outs[drawn[2 * k]], 1
                columns[5 + 2 * k], values[5 + 2 * k] = drawn[2 * k + 1], 1
            add_products(gram, columns, values, 4 + 2 * done)
        if fault:
            return fault
    return 0


@compiled
def seat_of(decks, row, number):
    """The seat of the ``number``-th copy of a row in the player's list."""
    for place in range(decks.shape[1]):
        if decks[PLAYER, place] == row:
            if number == 0:
                return place
            number -= 1
    return NONE


@compiled
def exchange(decks, changed, exchanged, word, met):
    """Carry out an exchange of (leaves, comes) rows in ``changed``; returns whether a card that leaves was met.

    ``word``: chance, which decides which copies leave.
    """
    is_met = False
    for place in range(decks.shape[1]):
        changed[PLAYER, place] = decks[PLAYER, place]
    for k in range(0, exchanged.shape[0], 2):
        row = int(exchanged[k])
        if row == NONE:
            break
        before = 0
        for other in range(0, k, 2):
            before += 1 if exchanged[other] == row else 0
        seat = seat_of(decks, row, (word + before) % copies_of(decks, row))
        changed[PLAYER, seat] = exchanged[k + 1]
        is_met = is_met or (met >> seat & 1) == 1
    return is_met


@entry(
    *([GAME], TABLES, DECKS, DECKS, [np.int64, 2]),
    *(int, int, int, int),
    *([np.int64, 3], [np.int64, 2], [SEARCH]),
    returns=int,
)
def _play_exchanges(games, t, decks, changed, exchanges, seed, matchup, start, n, pairs, room, scratch):
    """``play_exchanges`` with what it writes on; returns the first fault of a game, 0 for none."""
    g, dice = games[0], games[1]
    for index in range(start, start + n):
        if t.halted:
            return 0
        mark_present(t, decks, room[Room.LOWEST])
        deal(g, t, decks, seed, matchup, index, NONE)
        met, fault = play_meeting(g, t, scratch), int(g.fault)
        usual = half_points(g)
        seed_streams(dice, seed, matchup, index)
        word = next_word(dice, DICE)
        for k in range(exchanges.shape[0]):
            points = usual
            if exchange(decks, changed, exchanges[k], word, met):
                points = play_build(g, t, changed, seed, matchup, index, room, scratch)
                fault = max(fault, int(g.fault))
            pairs[k, usual, points] += 1
        if fault:
            return fault
    return 0


def _room(t):
    """Room for what the loops write on; a card has no more names than `NAMES`."""
    return np.zeros((len(Room), NAMES * len(t["cards"])), np.int64)


def screen_builds(t, decks, outs, entrants, seed, matchup, start, n, each, most, gram):
    """Play the deck as it is in games ``start`` ..., and ``each`` builds of it in each, and add what they come to.

    ``t``: a table of its own, modified. ``decks``: card rows, shape (2, cards). ``outs``: columns of the player's
    cards where they leave, shape (cards,). ``entrants``: card rows that may come in, copies that a build may have, and
    columns, shape (any, 3). ``most``: cards that a build exchanges, drawn from those that were met in the game of the
    deck as it is. ``gram``: int64, shape (columns, columns), added to: products of the values of each game. These are
    1, half points of the deck as it is, how many of its cards were met, 1 for every card that leaves or comes in, and
    in the last column the half points of the build. Returns the first fault of a game, 0 for none.
    """
    call = (t, decks, decks.copy(), outs, entrants, seed, matchup, start, n, each, most, gram, _room(t))
    fault = _screen_builds(new_games(2), *call, scratch_for(t))
    heed(t)
    return int(fault)


def play_exchanges(t, decks, exchanges, seed, matchup, start, n, pairs):
    """Play the deck as it is and exchanges of some of its cards in games ``start`` ... on the same shuffles.

    ``t``, ``decks``: as for `screen_builds`. ``exchanges``: rows of a card that leaves and of the one that comes in, in
    turn, NONE where there is no more, int64, shape (any, 2 * MOST_EXCHANGED). ``pairs``: int64, shape (any, 3, 3),
    added to: games by the half points of the deck and of the exchange. Which copies leave, chance decides. Returns the
    first fault of a game, 0 for none.
    """
    call = (t, decks, decks.copy(), exchanges, seed, matchup, start, n, pairs, _room(t))
    fault = _play_exchanges(new_games(2), *call, scratch_for(t))
    heed(t)
    return int(fault)
