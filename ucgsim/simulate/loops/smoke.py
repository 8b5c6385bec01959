"""Games in a compiled loop that is watched: which powers ran, and what holds after every step."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from ucgsim.compiling.compiled import compiled, entry
from ucgsim.engine.bp import build_line, evaluate, settle
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS, Decision, Event, Option, Phase
from ucgsim.engine.core.halting import heed
from ucgsim.engine.core.layout import DECKS, TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.field.stacks import state_of_height, topmost_face_up
from ucgsim.engine.turn.preparation import deal
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.decide import decide
from ucgsim.policies.search.scratch import SEARCH, scratch_for

MOST_MOVES = 100_000
"""Steps and answers of one game; no game comes near it."""
PLACED = PLAYERS * SEATS
"""Options that name a battle area and a card are ``area * PLACED + card`` (``engine.core.decisions.placed``)."""


class Broken(IntEnum):
    """What must hold after every step, and did not."""

    NOTHING = 0
    CARDS = 1
    """Every card of both decks is in exactly one place (CR 3.1)."""
    OPTIONS = 2
    """A decision has at least two options, each once, by area and card, declining last."""
    HAND = 3
    """What is set or leveled up with is in the hand (CR 5.5.3, 5.6.2)."""
    ENDLESS = 4
    """Every game ends."""


WATCHED = np.dtype(
    [
        ("winner", "i1"),  # player, or -1
        ("fault", "i1"),  # Fault
        ("broken", "i1"),  # Broken
        ("turn", "i2"),  # in which the game ended or broke
    ],
    align=True,
)

_line_gives = build_line(evaluate, 0)


@compiled
def count_zone(zone, n, seen):
    """Count the first ``n`` cards of a zone."""
    for k in range(n):
        seen[zone[k]] += 1


@compiled
def count_chain(g, card, seen):
    """Count a card and all that are linked to it: a stack from its top, or a pile of Charge cards."""
    while card != NONE:
        seen[card] += 1
        card = int(g.link[card])


@compiled
def cards_conserved(g, seen):
    """CR 3.1: whether every card lies in one place. ``seen``: int64, a number a card, overwritten."""
    seen[:] = 0
    for player in range(PLAYERS):
        count_zone(g.deck[player], g.n_deck[player], seen)
        count_zone(g.hand[player], g.n_hand[player], seen)
        count_zone(g.discard[player], g.n_discard[player], seen)
        count_zone(g.exile[player], g.n_exile[player], seen)
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            if character != NONE:
                count_chain(g, int(g.top[character]), seen)
                count_chain(g, int(g.charge[character]), seen)
        for k in range(SEATS):
            seen[player * SEATS + k] += (g.detached[player] >> k) & 1
    if g.scene != NONE:
        seen[g.scene] += 1
    for player in range(PLAYERS):
        for k in range(g.n_cards[player]):
            if seen[player * SEATS + k] != 1:
                return False
    return True


@compiled
def options_differ(g):
    """Whether there is a choice, every option is there once, and declining comes last."""
    for i in range(g.n_options):
        if g.options[i] == Option.DECLINE and i < g.n_options - 1:
            return False
        for j in range(i):
            if g.options[i] == g.options[j]:
                return False
    return g.n_options >= 2


@compiled
def in_hand(g, player, card):
    """Whether a player holds a card."""
    for k in range(g.n_hand[player]):
        if g.hand[player, k] == card:
            return True
    return False


@compiled
def placed_from_hand(g):
    """Whether options that put a card into an area are ordered by area and card, and the cards are in hand."""
    before = NONE
    for i in range(g.n_options):
        option = int(g.options[i])
        if option == Option.DECLINE:
            continue
        card = option % PLACED
        rank = option // PLACED * PLACED + g.card[card]
        if rank < before or not in_hand(g, g.player, card):
            return False
        before = rank
    return True


@compiled
def what_is_broken(g, seen):
    """The first thing that should hold and does not."""
    if not cards_conserved(g, seen):
        return Broken.CARDS.value
    if g.kind != Decision.NOTHING and not options_differ(g):
        return Broken.OPTIONS.value
    if (g.kind == Decision.SET or g.kind == Decision.LEVEL_UP) and not placed_from_hand(g):
        return Broken.HAND.value
    return Broken.NOTHING.value


@compiled
def note_runs(t, runs):
    """Count the powers that began to run since the log was last emptied, and empty it."""
    for row in range(1, t.log[0, 0] + 1):
        if t.log[row, 0] == Event.EFFECT:
            runs[t.cards[t.log[row, 2]].first_power + t.log[row, 3]] += 1
    t.log[0, 0] = 0


@compiled
def gives_anyone(g, t, line, source, card, state):
    """Whether a continuous line of a card gives any character anything now (CR 9.3.2)."""
    if t.lines[line].to_self:
        return _line_gives(g, t, line, source, card, source, state) != 0
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            stands = character != NONE and topmost_face_up(g, character) != NONE
            if stands and _line_gives(g, t, line, source, card, character, state) != 0:
                return True
    return False


@compiled
def note_lines_of(g, t, card, source, state, runs):
    """Count the continuous powers of one card that give something now."""
    row = t.cards[g.card[card]]
    for line in range(row.first_line, row.first_line + row.n_lines):
        if gives_anyone(g, t, line, source, card, state):
            runs[t.lines[line].power] += 1


@compiled
def note_lines(g, t, runs):
    """Count the continuous powers on the field that give something now."""
    if t.late_lines:
        settle(g, t)
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            if character != NONE:
                card = topmost_face_up(g, character)
                if card != NONE:
                    note_lines_of(g, t, card, character, state_of_height(t, g.height[character]), runs)
    if g.scene != NONE:
        note_lines_of(g, t, int(g.scene), NONE, 0, runs)


@compiled
def note_seen(g, seen_cards):
    """Count the cards on the field."""
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            if character != NONE:
                card = topmost_face_up(g, character)
                if card != NONE:
                    seen_cards[g.card[card]] += 1
    if g.scene != NONE:
        seen_cards[g.card[g.scene]] += 1


@compiled
def play_one(g, t, seen, runs, cards, scratch):
    """Play a dealt game to its end, looking after every step; returns what was broken."""
    for _ in range(MOST_MOVES):
        if g.phase == Phase.OVER:
            return Broken.NOTHING.value
        if g.kind == Decision.NOTHING:
            step(g, t)
        else:
            answer(g, t, decide(g, t, scratch))
        broken = what_is_broken(g, seen)
        if broken != Broken.NOTHING:
            return broken
        note_runs(t, runs)
        if g.kind == Decision.NOTHING:
            note_lines(g, t, runs)
            note_seen(g, cards)
    return Broken.ENDLESS.value


@entry(GAME, TABLES, DECKS, int, [WATCHED], [np.int64], [np.int64], [np.int64], [SEARCH])
def _play_watched(g, t, decks, seed, rows, seen, runs, cards, scratch):
    """``play_watched`` with what a searching player writes on."""
    for k in range(rows.shape[0]):
        if t.halted:
            return
        deal(g, t, decks, seed, 0, k, NONE)
        t.log[0, 0] = 0
        rows[k].broken = play_one(g, t, seen, runs, cards, scratch)
        rows[k].winner = g.winner
        rows[k].fault = g.fault
        rows[k].turn = g.turn


def play_watched(g, t, decks, seed, rows, seen, runs, cards):
    """Play games 0, 1, ... of a seed into ``rows``.

    ``g``: a scratch record, modified. ``t``: tables that keep a log. ``decks``: card rows, shape (2, cards).
    ``rows``: WATCHED, shape (n,), overwritten. ``seen``: int64 scratch, shape (PLAYERS * SEATS,). ``runs``: int64,
    shape (powers,); added to it is how often each power ran, a continuous one how often it gave something after a
    step. ``cards``: int64, shape (cards,); added to it is after how many steps each card was on the field.
    """
    _play_watched(g, t, decks, seed, rows, seen, runs, cards, scratch_for(t))
    heed(t)
