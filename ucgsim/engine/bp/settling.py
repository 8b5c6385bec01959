"""BP that others depend on: what expressions ask for, settled before they ask (CR 9.3.2).

A continuous power may ask for BP while others change it, or itself. So its answer is a fixed point (RULINGS D2): at
first no power that asks for BP gives anything; then all of them are asked again, with the BP that this made, until no
BP changes. Powers that undo what they ask for could turn for ever; a text that does so by itself is refused
(`ucgsim.effects.compile.circles`), and where several cards make such a circle together each reads BP without what
powers of that kind give.
"""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Ban, Modifier
from ucgsim.engine.bp.bp import bp_given
from ucgsim.engine.bp.continuous import continuous, evaluate, immunity_to
from ucgsim.engine.compiling.compiled import compiled, rarely
from ucgsim.engine.core.constants import NO_BP, NONE, PLAYERS
from ucgsim.engine.field.modifiers import has, is_banned, kinds_on, lies_on
from ucgsim.engine.field.stacks import state_of_height, topmost_face_up
from ucgsim.engine.field.zones import owner_of

ROUNDS = 24
"""Rounds of asking after which powers are taken to turn in a circle; a chain takes a round for each of its links."""


@compiled
def read_field(g, t):
    """One round: the BP of every character, from what was known of BP before; whether any has changed."""
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            card = NONE if character == NONE else topmost_face_up(g, character)
            bp = NO_BP
            if card != NONE:
                bp = bp_given(g, t, character, card, state_of_height(t, g.height[character]))
            g.new_bp[player, area] = bp
    changed = False
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            if g.known_bp[player, area] != g.new_bp[player, area]:
                g.known_bp[player, area] = g.new_bp[player, area]
                changed = True
    return changed


@rarely
def settle(g, t):
    """Find the BP of all characters on the field, which expressions then read."""
    g.late_lines = 0
    read_field(g, t)
    g.late_lines = 1
    if t.late_lines == 0:
        return
    rounds = 0
    while read_field(g, t):
        rounds += 1
        if rounds == ROUNDS:
            g.late_lines = 0
            read_field(g, t)
            g.late_lines = 1
            return


@compiled
def inquire(g, t, expression, frame, me, you, subject):
    """Number that an expression gives now; every question from outside of continuous powers comes this way."""
    if t.asks_bp:
        settle(g, t)
    return evaluate(g, t, expression, frame, me, you, subject, 0)


@compiled
def bp_as(g, t, character, card, state):
    """BP that a character has with ``card`` as its topmost card in ``state`` (CR 8.1, 11.7.2, 11.7.3)."""
    if t.late_lines:
        settle(g, t)
    return bp_given(g, t, character, card, state)


@compiled
def bp_of(g, t, character):
    """BP of a character in points; NO_BP where there is no character or no face-up card (CR 8.1.1)."""
    if character == NONE:
        return NO_BP
    card = topmost_face_up(g, character)
    if card == NONE:
        return NO_BP
    return bp_as(g, t, character, card, state_of_height(t, g.height[character]))


@compiled
def may_be_given(g, t, character):
    """Bits of the kinds of change that lie on a character, or that continuous powers may give it."""
    card = topmost_face_up(g, character)
    kinds = kinds_on(g, character) | int(t.wide_kinds)
    return kinds if card == NONE else kinds | int(t.cards[g.card[card]].line_kinds)


@compiled
def stands(g, t, character, kind):
    """Whether a ban or a dictated outcome holds for a character now, from whatever source."""
    if g.n_modifiers > 0 and has(g, character, kind):
        return True
    card = topmost_face_up(g, character)
    if card == NONE or ((t.cards[g.card[card]].line_kinds | t.wide_kinds) >> kind) & 1 == 0:
        return False
    if t.late_lines:
        settle(g, t)
    return continuous(g, t, character, card, state_of_height(t, g.height[character]), kind) != 0


@compiled
def cannot_level_up(g, t, character):
    """CR 1.2.2: whether a character, or its player, is kept from leveling up."""
    return is_banned(g, owner_of(character), Ban.LEVEL_UP) or stands(g, t, character, Modifier.NO_LEVEL_UP.value)


@compiled
def receives(g, t, character, kind, until):
    """Whether a change of a kind that lasts until the end of turn ``until`` is applied to a character (CR 1.2.2)."""
    immunity = immunity_to(kind)
    if immunity == NONE:
        return True
    return not (stands(g, t, character, immunity) if until == g.turn else lies_on(g, character, immunity, until))
