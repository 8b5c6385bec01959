"""Closed lists: what the other deck may be, by the lists of a field and what was seen of it so far.

A list that lacks a card that was seen drops out; each of the others counts by its share of the field, times the ways
to draw from it what was seen. Where all lack some, those stay that lack the fewest.
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.chance import below
from ucgsim.engine.core.constants import SEATS, Stream
from ucgsim.engine.field.sight import Sight

MANY = 1 << 14
"""More cards than any list lacks."""


@compiled
def insert(numbers, start, end, number):
    """Insert a number into the sorted stretch [start, end)."""
    place = end
    while place > start and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number


@compiled
def gather_seen(g, s, viewer, owner):
    """The rows of all cards of ``owner`` of which the viewer knows that they are in the deck, sorted."""
    n = 0
    for card in range(owner * SEATS, owner * SEATS + g.n_cards[owner]):
        if g.sight[viewer, card] != Sight.UNSEEN and g.sight[viewer, card] != Sight.STIRRED_UNSEEN:
            insert(s.seen_rows, 0, n, int(g.card[card]))
            n += 1
    s.n_seen = n


@compiled
def weigh_list(t, s, place):
    """How many of the cards seen a list lacks, and in how many ways the others can be drawn from it."""
    at, copies, lacks, ways = 0, 0, 0, 1.0
    rows, n = t.lists[place].rows, int(t.lists[place].n)
    for k in range(s.n_seen):
        row = s.seen_rows[k]
        copies = copies + 1 if k > 0 and row == s.seen_rows[k - 1] else 1
        while at < n and rows[at] < row:
            at += 1
        held = 0
        while at + held < n and rows[at + held] == row:
            held += 1
        if held >= copies:
            ways *= (held - copies + 1) / copies
        else:
            lacks += 1
    return lacks, ways


@compiled
def weigh_lists(g, t, s, viewer):
    """Weigh every list of the field by what ``viewer`` has seen; to be of another size than the deck is to lack."""
    owner = 1 - viewer
    gather_seen(g, s, viewer, owner)
    fewest = MANY
    for place in range(t.n_lists):
        lacks, ways = weigh_list(t, s, place)
        lacks += abs(int(t.lists[place].n) - int(g.n_cards[owner]))
        s.list_lacks[place] = lacks
        s.list_weight[place] = t.lists[place].share * ways
        if t.lists[place].share > 0.0:
            fewest = min(fewest, lacks)
    for place in range(t.n_lists):
        if s.list_lacks[place] > fewest:
            s.list_weight[place] = 0.0


@compiled
def pick_list(g, t, s):
    """A list of the field at random by its weight."""
    total = 0.0
    for place in range(t.n_lists):
        total += s.list_weight[place]
    left, last = total * below(g, Stream.TABLE.value, 1 << 30) / (1 << 30), 0
    for place in range(t.n_lists):
        if s.list_weight[place] > 0.0:
            last = place
            left -= s.list_weight[place]
            if left < 0.0:
                return last
    return last


@compiled
def deal_list(g, t, s, pool):
    """Pool what a list of the field leaves when what was seen is taken away, as many cards as lie hidden."""
    place = pick_list(g, t, s)
    rows, size = t.lists[place].rows, int(t.lists[place].n)
    n, at = 0, 0
    for k in range(size):
        while at < s.n_seen and s.seen_rows[at] < rows[k]:
            at += 1
        if at < s.n_seen and s.seen_rows[at] == rows[k]:
            at += 1
        else:
            s.left_rows[n] = rows[k]
            n += 1
    held, wanted = int(pool.n_held), int(pool.n) - int(pool.n_held)
    put = held
    for k in range(n):
        # Each of those left is as likely to be among the wanted.
        if below(g, Stream.TABLE.value, n - k) < wanted - (put - held):
            pool.rows[put] = s.left_rows[k]
            put += 1
    while put < pool.n:
        insert(pool.rows, held, put, int(rows[below(g, Stream.TABLE.value, size)]))
        put += 1
