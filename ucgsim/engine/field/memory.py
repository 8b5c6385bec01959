"""Memory of the turn: what card texts ask about earlier in the same turn."""

from __future__ import annotations

from enum import IntEnum

from ucgsim.effects.compile.opcodes import Result, Seats
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, PLAYERS, Outcome
from ucgsim.engine.core.record import MEMORY


class Memory(IntEnum):
    """Kinds of entries; the columns after the kind are written beside each."""

    TOP_TAKEN = 0  # player of the character, bit of its state then, row of the card, player whose character did it
    HAND_RETURNED = 1  # player, Edge
    ACTIVATE_USED = 2  # player, bit of the state, row of the card


@compiled
def remember(g, kind, player, a, row, by):
    """Write an entry; when memory is full the newest is lost, which no text of one turn can tell."""
    n = g.n_memory
    if n < MEMORY:
        g.memory[n, 0] = kind
        g.memory[n, 1] = player
        g.memory[n, 2] = a
        g.memory[n, 3] = row
        g.memory[n, 4] = by
        g.n_memory = n + 1


@compiled
def seat_fits(seats, you, player):
    """Whether ``player`` is among the seats, seen from ``you``."""
    return seats == Seats.BOTH or (player == you) == (seats == Seats.YOU)


@compiled
def top_card_taken(g, t, seats, states, test, you):
    """Whether this turn the top card of a character that fitted was put into a hand (``seats`` + 256: by one of
    your characters' effects).
    """
    by_yours = seats >= 256
    seats = seats % 256
    for i in range(g.n_memory):
        entry = g.memory[i]
        if (
            entry[0] == Memory.TOP_TAKEN
            and seat_fits(seats, you, entry[1])
            and (entry[2] & states) != 0
            and (test == NONE or t.fits[test, entry[3]] != 0)
            and (not by_yours or entry[4] == you)
        ):
            return True
    return False


@compiled
def hand_card_returned(g, seats, edge, you):
    """Whether this turn a card was returned from a hand to that end of its deck."""
    for i in range(g.n_memory):
        entry = g.memory[i]
        if entry[0] == Memory.HAND_RETURNED and seat_fits(seats, you, entry[1]) and entry[2] == edge:
            return True
    return False


@compiled
def activate_used(g, t, seats, states, test, you):
    """Whether this turn a payment power of a character that fitted was used."""
    for i in range(g.n_memory):
        entry = g.memory[i]
        if (
            entry[0] == Memory.ACTIVATE_USED
            and seat_fits(seats, you, entry[1])
            and (entry[2] & states) != 0
            and (test == NONE or t.fits[test, entry[3]] != 0)
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
