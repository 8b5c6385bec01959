"""Tables laid out by compiled code: the cards of two decks taken out of a book of all cards.

Wherever Python runs, `engine.core.tables` lays them out from card texts. A page has no Python and no texts: it has the
book that Python has made of all cards (`tables.whole_book`).
"""

from __future__ import annotations

import numpy as np

from ucgsim.compiling.compiled import compiled, copy_record, entry
from ucgsim.engine.core.constants import NAMES, NONE, Switch
from ucgsim.engine.core.layout import CARD, LINE, POWER, TABLES

HIGHEST = 1_000
"""Above the level of any card."""


@compiled
def note_lowest(t, row, lowest):
    """Lower the level of each name of a card to that of the card."""
    for place in range(NAMES):
        name = int(t.cards[row].character[place])
        if name != NONE:
            lowest[name] = min(int(lowest[name]), int(t.cards[row].level))


@compiled
def mark_beginning(t, row, lowest):
    """Mark whether stacks begin with a card: whether it has the lowest level of one of its names."""
    card = t.cards[row]
    card.begins = 0
    for place in range(NAMES):
        name = int(card.character[place])
        if name != NONE and lowest[name] == card.level:
            card.begins = 1


@compiled
def write_beginnings(t, n, lowest):
    """Mark which of the first ``n`` cards stacks begin with; ``lowest`` is written on."""
    for name in range(lowest.shape[0]):
        lowest[name] = HIGHEST
    for row in range(n):
        note_lowest(t, row, lowest)
    for row in range(n):
        mark_beginning(t, row, lowest)


@compiled
def mark_present(t, decks, lowest):
    """Mark which cards stacks begin with where those of ``decks`` are played, whatever else the table holds."""
    for name in range(lowest.shape[0]):
        lowest[name] = HIGHEST
    for player in range(decks.shape[0]):
        for place in range(decks.shape[1]):
            if decks[player, place] != NONE:
                note_lowest(t, int(decks[player, place]), lowest)
    for player in range(decks.shape[0]):
        for place in range(decks.shape[1]):
            if decks[player, place] != NONE:
                mark_beginning(t, int(decks[player, place]), lowest)


@entry(TABLES, int, [np.int64])
def mark_beginnings(t, n, lowest):
    """Mark which cards a stack of their character begins with: of the first ``n``, those of its lowest level there.

    ``lowest``: room for a number a character name, shape (names,).
    """
    write_beginnings(t, n, lowest)


@compiled
def take_powers(t, row, powers, lines, n_powers, n_lines):
    """Copy the powers of the card in ``row``, and what its continuous ones do, behind those that are there."""
    card = t.cards[row]
    first, own_lines = int(card.first_power), int(card.first_line)
    for place in range(int(card.n_powers)):
        copy_record(t.powers[n_powers + place], powers[first + place])
        watch = int(powers[first + place].watch)
        if watch != NONE:
            t.watched |= 1 << watch
    for place in range(int(card.n_lines)):
        line = t.lines[n_lines + place]
        copy_record(line, lines[own_lines + place])
        line.power += n_powers - first
        t.has_lines = 1
        t.given_kinds |= 1 << int(line.kind)
        if line.late:
            t.late_lines = 1
        if not line.to_self:
            t.wide_kinds |= 1 << int(line.kind)
    card.first_power = n_powers if card.n_powers else 0
    card.first_line = n_lines if card.n_lines else 0
    if card.has_payments:
        t.has_payments = 1


@entry(
    *(TABLES, [np.int64], [np.int64], [CARD], [np.int8, 2], [np.int8, 2], [np.int8]),
    *([POWER], [LINE], [np.int32, 2], [np.int32, 2], [np.int64]),
)
def select_cards(t, chosen, rules, cards, fits, kin, asks, powers, lines, expressions, steps, lowest):
    """Lay out some cards of a book, in an empty record; what follows ``rules`` is the book (`tables.WholeBook`).

    ``chosen``: their places in the book, distinct and rising, shape (n,), n up to MAX_CARDS; ``rules``: switches of the
    version that the book was made for, shape (len(Switch),). ``lowest``: as for `mark_beginnings`.
    """
    n = chosen.shape[0]
    for switch in range(rules.shape[0]):
        t.rules[switch] = rules[switch]
    for place in range(steps.shape[0]):
        for column in range(8):
            t.steps[place, column] = steps[place, column]
    for place in range(expressions.shape[0]):
        for column in range(4):
            t.expressions[place, column] = expressions[place, column]
    n_powers, n_lines = 0, 0
    for row in range(n):
        card = int(chosen[row])
        copy_record(t.cards[row], cards[card])
        take_powers(t, row, powers, lines, n_powers, n_lines)
        n_powers += int(cards[card].n_powers)
        n_lines += int(cards[card].n_lines)
        if asks[card]:
            t.asks_bp = 1
        if rules[Switch.SEVERAL_NAMES] and cards[card].character[1] != NONE:
            t.many_names = 1
        for test in range(fits.shape[0]):
            t.fits[test, row] = fits[test, card]
        for other in range(n):
            t.kin[row, other] = kin[card, int(chosen[other])]
    write_beginnings(t, n, lowest)
