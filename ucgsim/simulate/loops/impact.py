"""Games in which it is noted what became of every card: in the opening hand, drawn, set, leveled up with, used."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ucgsim.engine.compiling.compiled import compiled, entry
from ucgsim.engine.core.constants import NONE, PLAYERS, Decision, Event, Phase
from ucgsim.engine.core.halting import heed
from ucgsim.engine.core.layout import DECKS, TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide
from ucgsim.policies.search.scratch import SEARCH, scratch_for
from ucgsim.policies.spec import PolicyId


class At(IntEnum):
    """Where the playing of many games stands; a whole number each."""

    GAME = 0  # games played
    BEGUN = 1  # whether the first turn of this one has begun
    ASKED = 2  # whether it waits for a choice that Python makes
    CHOSEN = 3  # that choice, or NONE


ROUNDS = 4
"""Rounds by which a card may have been drawn that are distinguished."""


class Fate(IntEnum):
    """What may become of a card; the Rounds follow each other."""

    OPENING = 0  # in hand when the first turn begins (CR 4.2.3)
    BY_ROUND_1 = 1  # that, or drawn by the end of the Round
    BY_ROUND_2 = 2
    BY_ROUND_3 = 3
    BY_ROUND_4 = 4
    SET = 5  # set from hand, as a character or as a scene (CR 5.4, 5.5)
    LEVELED = 6  # stacked on a character in the Level Up Phase (CR 5.6)
    USED = 7  # an effect of it began (CR 9.2, 9.4)


IMPACT = np.dtype(
    [
        ("first_lead", "i1"),
        ("winner", "i1"),  # player, or -1
        ("fault", "i1"),  # Fault
        ("turns", "i2"),  # Round in which the game ended
        ("fate", "i8", (PLAYERS, len(Fate))),  # bit of every card number that this became of
    ],
    align=True,
)


@compiled
def note_hands(g, bits, row):
    """Note the hands with which the first turn begins."""
    for player in range(PLAYERS):
        for place in range(g.n_hand[player]):
            bit = bits[player, g.card[g.hand[player, place]]]
            for fate in range(Fate.OPENING.value, Fate.OPENING.value + ROUNDS + 1):
                row.fate[player, fate] |= bit


@compiled
def note_event(g, event, player, card_row, bits, row):
    """Note what one event says about a card; ``card_row`` is the row of its number."""
    bit = bits[player, card_row]
    if event == Event.DRAW:
        for past in range(g.turn, ROUNDS + 1):
            row.fate[player, Fate.OPENING.value + past] |= bit
    elif event == Event.EFFECT:
        row.fate[player, Fate.USED.value] |= bit
    elif event == Event.LEVEL_UP:
        row.fate[player, Fate.LEVELED.value] |= bit
    else:
        row.fate[player, Fate.SET.value] |= bit


@compiled
def read_log(g, t, bits, row):
    """Read the events since the last reading, and empty the log; what an effect sets or stacks is no choice."""
    for i in range(1, t.log[0, 0] + 1):
        event = t.log[i, 0]
        by_rule = (event == Event.SCENE_SET and t.log[i, 3] == 0) or (event == Event.LEVEL_UP and t.log[i, 4] == 0)
        if event == Event.SET or event == Event.LEVEL_UP:
            if event == Event.SET or by_rule:
                note_event(g, event, t.log[i, 1], t.log[i, 3], bits, row)
        elif event == Event.DRAW or event == Event.EFFECT or by_rule:
            note_event(g, event, t.log[i, 1], t.log[i, 2], bits, row)
    t.log[0, 0] = 0


@compiled
def play_and_note(g, t, bits, row, scratch, at):
    """Play a dealt game to its end, or to a choice that Python makes, and note the fate of every card."""
    while g.phase != Phase.OVER:
        if g.kind == Decision.NOTHING:
            step(g, t)
        elif g.n_options > 1 and int(t.policies[g.player, 0]) == PolicyId.OWN:
            if at[At.CHOSEN] == NONE:
                at[At.ASKED] = 1
                return
            answer(g, t, int(at[At.CHOSEN]))
            at[At.CHOSEN] = NONE
        else:
            answer(g, t, decide(g, t, scratch))
        if at[At.BEGUN] == 1:
            read_log(g, t, bits, row)
        elif g.turn > 0:
            at[At.BEGUN] = 1
            t.log[0, 0] = 0
            note_hands(g, bits, row)


@entry(GAME, TABLES, DECKS, int, int, int, int, [np.int64, 2], [IMPACT], [SEARCH], [np.int64])
def _play_impact(g, t, decks, seed, matchup, first_index, first, bits, rows, scratch, at):
    """``play_impact`` with what a searching player writes on, and where it stands (`At`); goes on from there."""
    while at[At.GAME] < rows.shape[0] and t.halted == 0:
        row = rows[at[At.GAME]]
        if at[At.ASKED] == 0:
            t.log[0, 0] = 0
            at[At.BEGUN] = 0
            deal(g, t, decks, seed, matchup, first_index + at[At.GAME], first)
        at[At.ASKED] = 0
        play_and_note(g, t, bits, row, scratch, at)
        if at[At.ASKED] == 1:
            return
        row.first_lead = g.first_lead
        row.winner = g.winner
        row.fault = g.fault
        row.turns = g.turn
        at[At.GAME] += 1


def play_impact(g, t, decks, seed, matchup, first_index, first, bits, rows, ask=None):
    """Play the games that ``play_games`` plays, noting the fate of every card.

    ``t`` must keep the log. ``bits``: the bit of each card row in its player's deck, 0 for cards of the other,
    shape (2, rows of the card table). ``rows``: IMPACT, shape (n,), zeroed, filled in. ``ask(g, t, index of the
    game)``: which option a policy of the user's own takes.
    """
    at = np.zeros(len(At), np.int64)
    at[At.CHOSEN] = NONE
    call = (g, t, decks, seed, matchup, first_index, first, bits, rows, scratch_for(t, asks=bool(ask)), at)
    _play_impact(*call)
    while at[At.ASKED]:
        at[At.CHOSEN] = ask(g, t, first_index + int(at[At.GAME]))
        _play_impact(*call)
    heed(t)
