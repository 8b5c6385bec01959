"""Memory of the turn: what card texts ask about earlier in the same turn."""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Result, Seats
from ucgsim.engine.core.constants import NONE, PLAYERS, Outcome
from ucgsim.engine.core.record import MEMORY


class Memory(IntEnum):
    """Kinds of entries."""

    TOP_TAKEN = 0
    HAND_RETURNED = 1
    ACTIVATE_USED = 2


class Column(IntEnum):
    """Columns of ``g.memory``."""

    KIND = 0
    PLAYER = 1  # of the character, or of the hand
    STATE_OR_EDGE = 2  # bit of the state that the character had, or Edge of the deck
    ROW = 3  # row of the character's top card
    BY = 4  # player whose character took the card, NONE where none did


@compiled
def remember(g, kind, player, state_or_edge, row, by):
    """Write an entry; when memory is full the newest is lost, which no text of one turn can tell."""
    n = g.n_memory
    if n < MEMORY:
        g.memory[n, Column.KIND] = kind
        g.memory[n, Column.PLAYER] = player
        g.memory[n, Column.STATE_OR_EDGE] = state_or_edge
        g.memory[n, Column.ROW] = row
        g.memory[n, Column.BY] = by
        g.n_memory = n + 1


@compiled
def seat_fits(seats, you, player):
    """Whether ``player`` is among the seats, seen from ``you``."""
    return seats == Seats.BOTH or (player == you) == (seats == Seats.YOU)


@compiled
def remembers(g, t, kind, seats, states, test, you, by):
    """Whether this turn that happened to a character that fitted then, done by ``by`` unless that is NONE."""
    for i in range(g.n_memory):
        entry = g.memory[i]
        if (
            entry[Column.KIND] == kind
            and seat_fits(seats, you, entry[Column.PLAYER])
            and (entry[Column.STATE_OR_EDGE] & states) != 0
            and (test == NONE or t.fits[test, entry[Column.ROW]] != 0)
            and (by == NONE or entry[Column.BY] == by)
        ):
            return True
    return False


@compiled
def hand_card_returned(g, seats, edge, you):
    """Whether this turn a card was returned from a hand to that end of its deck."""
    for i in range(g.n_memory):
        entry = g.memory[i]
        if (
            entry[Column.KIND] == Memory.HAND_RETURNED
            and seat_fits(seats, you, entry[Column.PLAYER])
            and entry[Column.STATE_OR_EDGE] == edge
        ):
            return True
    return False


@compiled
def battles_won(g, player):
    """Battles that a player won in the last judgement; none in an area that was not judged yet."""
    wins = 0
    for area in range(g.n_areas):
        if g.outcome[area] == player:
            wins += 1
    return wins


@compiled
def remember_battle(g, area):
    """How the battle of an area was judged, kept with the characters, which may change places (CR 5.9.2, 11.9)."""
    for player in range(PLAYERS):
        character = int(g.field[player, area])
        if character != NONE and g.outcome[area] != Outcome.NO_RESULT:
            result = Result.TIED.value
            if g.outcome[area] != Outcome.TIE:
                result = Result.WON.value if g.outcome[area] == player else Result.LOST.value
            g.fought[character] = 4 * g.turn + result


@compiled
def fought(g, character, result):
    """Whether the battle of a character was judged so this turn."""
    return g.fought[character] == 4 * g.turn + result
