"""Decisions, the event log and faults: listing the options is the only statement of what is legal."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled, rarely
from ucgsim.engine.core.constants import (
    LOG_ROWS,
    OPTIONS,
    PLAYERS,
    SEATS,
    Decision,
    Event,
    Fault,
    Option,
    Phase,
    Reason,
)


@rarely
def fail(g, fault):
    """Stop the game with a fault: something happened that the record has no room for."""
    g.fault = fault
    g.phase = Phase.OVER
    g.reason = Reason.FAULT
    g.kind = 0


# The event log: what a transcript is made of.


@compiled
def note(t, event, player, a, b, c):
    """Write one event row to the log of tables ``t``, if it is kept; batches keep none."""
    if t.logging != 0:
        write(t, event, player, a, b, c)


@rarely
def write(t, event, player, a, b, c):
    """Write one event row."""
    row = t.log[0, 0] + 1
    if row < LOG_ROWS:
        t.log[row, 0] = event
        t.log[row, 1] = player
        t.log[row, 2] = a
        t.log[row, 3] = b
        t.log[row, 4] = c
        t.log[row, 5] = 0
        t.log[0, 0] = row


# Decisions: listing the options is the only statement of what is legal.


@compiled
def ask(g, kind, player):
    """Begin a decision of ``player``; options follow by ``offer``."""
    g.kind = kind
    g.player = player
    g.n_options = 0


@compiled
def offer(g, option):
    """Add a legal option to the decision that is being listed."""
    n = g.n_options
    if n >= OPTIONS:
        fail(g, Fault.TOO_MANY_OPTIONS)
        return
    g.options[n] = option
    g.n_options = n + 1


@compiled
def offer_once(g, option):
    """Add a legal option unless it is listed already."""
    for i in range(g.n_options):
        if g.options[i] == option:
            return
    offer(g, option)


@compiled
def placed(area, card):
    """An option that names a battle area and a card."""
    return area * (PLAYERS * SEATS) + card


@compiled
def area_part(option):
    """Battle area of an option made by ``placed``."""
    return option // (PLAYERS * SEATS)


@compiled
def card_part(option):
    """Card of an option made by ``placed``."""
    return option % (PLAYERS * SEATS)


@compiled
def withdraw(g):
    """Nothing is asked after all."""
    g.kind = Decision.NOTHING
    g.n_options = 0


@compiled
def ask_yes_no(g, player):
    """Ask for an optional action with nothing to choose."""
    ask(g, Decision.OPTIONAL, player)
    offer(g, Option.YES.value)
    offer(g, Option.DECLINE.value)


@compiled
def note_choice(g, t, option):
    """Write the choice to the log: option, kind, and whether there was another."""
    note(t, Event.CHOICE, g.player, option, g.kind, g.n_options)


@compiled
def note_forced(g, t):
    """Write choices to the log that leave no choice: everything on offer has to be taken. With a character goes where
    it stands, since what is done to it may follow before the log is read.
    """
    for i in range(g.n_options):
        note(t, Event.CHOICE, g.player, g.options[i], g.kind, 1)
        if g.kind == Decision.CHARACTER:
            note_place(g, t, int(g.options[i]))


@compiled
def note_place(g, t, character):
    """Write to the latest row of the log in which battle area a character stands, 1 for the oldest."""
    player = character // SEATS
    for area in range(g.n_areas):
        if t.logging != 0 and g.field[player, area] == character:
            t.log[t.log[0, 0], 5] = area + 1
