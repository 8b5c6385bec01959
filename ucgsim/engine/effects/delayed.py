"""What is put off, to the end of the turn or to the next (CR 5.10.2): the Lead Player's first, each player's own in
any order.
"""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Do, Group, Ref
from ucgsim.engine.core.arithmetic import copy_cells
from ucgsim.engine.core.constants import NONE, PLAYERS, Decision, Fault, Phase
from ucgsim.engine.core.decisions import ask, fail, offer_once
from ucgsim.engine.core.record import DELAYED
from ucgsim.engine.effects.triggers import POWER_STRIDE, power_place, push_frame
from ucgsim.engine.expressions.frames import Characters, Column, bit_of
from ucgsim.engine.field.zones import owner_of


class Put(IntEnum):
    """Columns of ``g.delayed``."""

    STEP = 0  # first step
    POWER = 1
    CARD = 2
    CHARACTER = 3  # the character that bore the power, NONE once it is gone
    STAMP = 4  # which object the card was (CR 3.2.3)
    EVENT = 5  # the character of the trigger, NONE once it is gone
    GROUP = 6  # group whose cards it speaks of, NONE for none
    SET = 7  # row of ``frame_characters`` of which it speaks, NONE for none
    TURN = 8  # when it happens
    AT_START = 9  # 1 at the start of that turn, 0 at its end


@compiled
def set_of(ref):
    """Row of ``frame_characters`` that a reference means, NONE for one that is no set."""
    if ref == Ref.CHOSEN:
        return Characters.CHOSEN.value
    if ref == Ref.LATEST:
        return Characters.LATEST.value
    return Characters.PLAYED.value if ref == Ref.PLAYED else NONE


@compiled
def put_off(g, t, f, row):
    """Step `Do.PUT_OFF`: the body waits, with what it speaks of as it is now (CR 5.10.2, 3.2.3)."""
    n = g.n_delayed
    if n >= DELAYED:
        fail(g, Fault.TOO_MANY_WAITING)
        return
    group, which = int(t.steps[row, 2]), set_of(int(t.steps[row, 3]))
    g.delayed[n, Put.STEP] = row + 1
    g.delayed[n, Put.POWER] = g.frame[f, Column.POWER]
    g.delayed[n, Put.CARD] = g.frame[f, Column.CARD]
    g.delayed[n, Put.CHARACTER] = g.frame[f, Column.CHARACTER]
    g.delayed[n, Put.STAMP] = g.frame[f, Column.STAMP]
    g.delayed[n, Put.EVENT] = g.frame[f, Column.EVENT]
    g.delayed[n, Put.GROUP] = group
    g.delayed[n, Put.SET] = which
    g.delayed[n, Put.TURN] = g.turn + t.steps[row, 4]
    g.delayed[n, Put.AT_START] = t.steps[row, 5]
    for player in range(PLAYERS):
        g.delayed_cards[n, player] = 0 if group == NONE else g.frame_cards[f, group, player]
        g.delayed_characters[n, player] = 0 if which == NONE else g.frame_characters[f, which, player]
    g.n_delayed = n + 1
    g.frame[f, Column.STEP] = t.steps[row, 1]


@compiled
def forget_character(g, character):
    """CR 3.2.3: a character that has left the field is not meant any more, even if its number is given out again."""
    for i in range(g.n_delayed):
        g.delayed_characters[i, owner_of(character)] &= ~bit_of(character)
        if g.delayed[i, Put.CHARACTER] == character:
            g.delayed[i, Put.CHARACTER] = NONE
        if g.delayed[i, Put.EVENT] == character:
            g.delayed[i, Put.EVENT] = NONE


@compiled
def is_due(g, i):
    """Whether entry ``i`` happens now: at the start of its turn, or in the End Phase (CR 5.2, 5.10.2)."""
    return g.delayed[i, Put.TURN] == g.turn and (g.delayed[i, Put.AT_START] != 0) == (g.phase == Phase.START)


@compiled
def run_delayed(g, t):
    """CR 5.10.2: go on with what waits for this moment, the Lead Player's first; whether there is any."""
    if g.n_delayed == 0:
        return False
    for k in range(PLAYERS):
        player = g.lead if k == 0 else 1 - g.lead
        ask(g, Decision.RESOLVE, player)
        list_delayed(g, t, player, 1 if all_draw(g, t, player) else DELAYED)
        if g.n_options > 0:
            return True
    g.kind = Decision.NOTHING
    return False


@compiled
def list_delayed(g, t, player, most):
    """Offer what waits for a player: the controller decides the order (CR 10.1.3.2, RULINGS E11)."""
    for i in range(g.n_delayed):
        card = int(g.delayed[i, Put.CARD])
        if owner_of(card) == player and is_due(g, i) and g.n_options < most:
            offer_once(g, card + POWER_STRIDE * power_place(g, t, int(g.delayed[i, Put.POWER]), card))


@compiled
def all_draw(g, t, player):
    """Whether everything that waits for a player is to draw cards, so that the order makes no difference."""
    for i in range(g.n_delayed):
        if owner_of(g.delayed[i, Put.CARD]) == player and is_due(g, i):
            row = int(g.delayed[i, Put.STEP])
            while t.steps[row, 0] == Do.DRAW:
                row += 1
            if t.steps[row, 0] != Do.END:
                return False
    return True


@compiled
def start_delayed(g, t, option):
    """Begin what an option of ``list_delayed`` names, the oldest of that power."""
    card, place = option % POWER_STRIDE, option // POWER_STRIDE
    for i in range(g.n_delayed):
        power = int(g.delayed[i, Put.POWER])
        if g.delayed[i, Put.CARD] == card and power_place(g, t, power, card) == place and is_due(g, i):
            push_frame(g, t, power, card, int(g.delayed[i, Put.CHARACTER]), int(g.delayed[i, Put.STEP]), 0)
            restore(g, g.n_frames - 1, i)
            drop_delayed(g, i)
            return


@compiled
def restore(g, f, i):
    """Give a frame what entry ``i`` speaks of."""
    group, which = int(g.delayed[i, Put.GROUP]), int(g.delayed[i, Put.SET])
    g.frame[f, Column.STAMP] = g.delayed[i, Put.STAMP]
    g.frame[f, Column.EVENT] = g.delayed[i, Put.EVENT]
    for player in range(PLAYERS):
        if group != NONE:
            g.frame_cards[f, group, player] = g.delayed_cards[i, player]
        if group == Group.REST:
            g.frame_cards[f, Group.REVEALED, player] = g.delayed_cards[i, player]
        if which != NONE:
            g.frame_characters[f, which, player] = g.delayed_characters[i, player]


@compiled
def drop_delayed(g, i):
    """Entry ``i`` waits no longer."""
    for later in range(i, g.n_delayed - 1):
        copy_cells(g.delayed[later], g.delayed[later + 1])
        copy_cells(g.delayed_cards[later], g.delayed_cards[later + 1])
        copy_cells(g.delayed_characters[later], g.delayed_characters[later + 1])
    g.n_delayed -= 1
