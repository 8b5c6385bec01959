"""BP of a character and all that changes it continuously (CR 8, 9.3, 11.6, 11.7): one function is the authority.

Strata of RULINGS D1: printed column, grade shifts, EXTRA, sums of BP changes, floor at zero.
"""

from __future__ import annotations

import numpy as np

from ucgsim.compiling.compiled import compiled, rarely, shared
from ucgsim.effects.compile.opcodes import Ban, Modifier
from ucgsim.engine.core.constants import AREAS, NO_BP, NONE, PLAYERS, Grade, Switch
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.record import GAME, STACK
from ucgsim.engine.expressions.evaluate import build, is_active
from ucgsim.engine.field.memory import seat_fits
from ucgsim.engine.field.modifiers import has, is_banned, kinds_on, lies_on, total, types_of
from ucgsim.engine.field.stacks import lost_by_baton, state_of_height, topmost_face_up
from ucgsim.engine.field.zones import owner_of

OF_GRADES = (1 << Modifier.READS_EXTRA.value) | (1 << Modifier.GRADE_UP.value) | (1 << Modifier.GRADE_DOWN.value)
"""Kinds of change that decide which column is read; what makes a character unaffected changes nothing by itself."""
OF_POINTS = (1 << Modifier.BP_VALUE.value) | (1 << Modifier.BP_UP.value) | (1 << Modifier.BP_DOWN.value)
"""Kinds that decide what becomes of the number read."""


@compiled
def printed_column(t, row, state):
    """Column that a state reads, moved to the nearest printed one where a position lacks the value."""
    return int(t.cards[row].reads[state])


@compiled
def shifted_column(t, row, column, shift):
    """CR 11.6.1, 11.6.3: move ``shift`` columns step by step and stop at the last one with a printed value.

    Rules that do not know QUAD know no step to it either.
    """
    bp, highest = t.cards[row].bp, state_of_height(t, Grade.EXTRA.value)
    step = 1 if shift > 0 else -1
    while shift != 0:
        following = column + step
        if following < Grade.SINGLE or following > highest or bp[following] == NO_BP:
            break
        column = following
        shift -= step
    return column


@compiled
def kinds_for(t, row, laid):
    """Bits of the kinds of change that may bear on a character with a card of ``row`` on top: ``laid`` are those of the
    modifiers that lie on it (`ucgsim.engine.field.modifiers.kinds_on`), the others continuous powers may give.
    """
    return laid | int(t.cards[row].line_kinds) | int(t.wide_kinds)


@compiled
def unless(g, t, character, card, state, change, immunity, laid):
    """Sum of a kind of change, 0 where the character is unaffected by it (CR 1.2.2)."""
    kinds = kinds_for(t, g.card[card], laid)
    if ((kinds >> change) & 1) == 0 or (laid >> immunity) & 1:
        return 0
    amount = force(g, t, character, card, state, change)
    if amount != 0 and (kinds >> immunity) & 1 and force(g, t, character, card, state, immunity) != 0:
        return 0
    return amount


@compiled
def grade_laid(g, t, character, card, state, laid):
    """``grade_as`` for a character on which modifiers of the kinds ``laid`` lie."""
    row = g.card[card]
    column = printed_column(t, row, state)
    if kinds_for(t, row, laid) & OF_GRADES == 0:
        return column
    return grade_changed(g, t, character, card, state, laid, column)


@compiled
def grade_changed(g, t, character, card, state, laid, column):
    """What becomes of the printed column under changes of grade."""
    row = g.card[card]
    extra = Modifier.READS_EXTRA.value
    if t.cards[row].bp[Grade.EXTRA] != NO_BP and force(g, t, character, card, state, extra) != 0:
        return Grade.EXTRA.value
    up = unless(g, t, character, card, state, Modifier.GRADE_UP.value, Modifier.NO_GRADE_UP.value, laid)
    down = unless(g, t, character, card, state, Modifier.GRADE_DOWN.value, Modifier.NO_GRADE_DOWN.value, laid)
    return shifted_column(t, row, column, up - down)


@compiled
def grade_as(g, t, character, card, state):
    """Column of BP that a character reads with ``card`` as its topmost card in ``state`` (CR 8.1, 11.6)."""
    return grade_laid(g, t, character, card, state, kinds_on(g, character))


@compiled
def bp_given(g, t, character, card, state):
    """BP that a character has with ``card`` as its topmost card in ``state`` (CR 8.1, 11.7.2, 11.7.3).

    Continuous powers that ask for BP read it from ``g.known_bp`` (`ucgsim.engine.bp`).
    """
    row, laid = g.card[card], kinds_on(g, character)
    kinds = kinds_for(t, row, laid)
    base = max(int(t.cards[row].bp[grade_laid(g, t, character, card, state, laid)]), 0)
    lost = lost_by_baton(g, t, character, card)
    if kinds & OF_POINTS == 0:
        return max(base - lost, 0)
    if (laid >> Modifier.BP_VALUE) & 1:
        # One value for all columns, so the grade that is read does not matter (RULINGS C14, C15).
        base = total(g, character, Modifier.BP_VALUE.value)
    up = unless(g, t, character, card, state, Modifier.BP_UP.value, Modifier.NO_BP_UP.value, laid)
    down = unless(g, t, character, card, state, Modifier.BP_DOWN.value, Modifier.NO_BP_DOWN.value, laid)
    return max(base + up - down - lost, 0)


# Continuous powers: what they give a character now, never stored (CR 9.3); and what is applied in all.
#
# Strata (RULINGS D1): changes of BP may ask who reads EXTRA, that may ask what is applied to a grade, and that asks
# nothing of the kind. So there are three evaluators; to the lowest only modifiers with a duration are applied.


STRATUM = STACK // 3
"""Each evaluator has a third of the stack: one runs while those above it hold theirs."""


@compiled
def immunity_to(kind):
    """The modifier that makes a character unaffected by a kind of change, NONE where there is none (CR 1.2.2)."""
    if kind == Modifier.GRADE_UP:
        return Modifier.NO_GRADE_UP.value
    if kind == Modifier.GRADE_DOWN:
        return Modifier.NO_GRADE_DOWN.value
    if kind == Modifier.BP_UP:
        return Modifier.NO_BP_UP.value
    return Modifier.NO_BP_DOWN.value if kind == Modifier.BP_DOWN else NONE


@compiled
def blocked(g, character, kind):
    """Whether modifiers make a character unaffected by a kind of change (CR 1.2.2, 11.6.5)."""
    immunity = immunity_to(kind)
    return immunity != NONE and has(g, character, immunity)


@compiled
def applied_for_a_while(g, _t, character, kind):
    """Sum of a kind of modifier with a duration that is applied to a character."""
    if g.n_modifiers == 0 or blocked(g, character, kind):
        return 0
    return total(g, character, kind)


def build_line(evaluate, base):
    """What one continuous line gives, its conditions and amount read by ``evaluate`` from ``base`` of the stack."""

    @compiled
    def line_gives(g, t, line, source, card, character, state):
        """What one line of ``card``, the top card of ``source`` in ``state``, gives a character; 0 for nothing."""
        row = t.lines[line]
        if row.late != 0 and g.late_lines == 0:
            return 0
        if not is_active(g, t, row.power, card, state):
            return 0
        you = owner_of(card)
        if row.to_self == 0:
            if not seat_fits(row.seats, you, owner_of(character)):
                return 0
            if row.filter != NONE and evaluate(g, t, row.filter, NONE, source, you, character, base) == 0:
                return 0
        if row.condition != NONE and evaluate(g, t, row.condition, NONE, source, you, source, base) == 0:
            return 0
        return evaluate(g, t, row.amount, NONE, source, you, source, base)

    return line_gives


def build_wide(line_gives):
    """What continuous powers that speak of other characters give, line by line."""

    @compiled
    def is_first(g, t, source, card, line, character):
        """RULINGS D3: of several copies that do not stack only the first one that gives anything counts."""
        for player in range(PLAYERS):
            for area in range(g.n_areas):
                other = g.field[player, area]
                if other == source:
                    return True
                top = NONE if other == NONE else topmost_face_up(g, other)
                if top != NONE and g.card[top] == g.card[card]:
                    state = state_of_height(t, g.height[other])
                    if line_gives(g, t, line, other, top, character, state) != 0:
                        return False
        return True

    @compiled
    def source_gives(g, t, source, card, state, character, kind):
        """What the lines of one card that speak of other characters give a character."""
        amount = 0
        row = t.cards[g.card[card]]
        for line in range(row.first_line, row.first_line + row.n_lines):
            if t.lines[line].kind == kind and t.lines[line].to_self == 0:
                given = line_gives(g, t, line, source, card, character, state)
                if given != 0 and (t.lines[line].stacks or is_first(g, t, source, card, line, character)):
                    amount += given
        return amount

    @compiled
    def wide(g, t, character, kind):
        """What continuous powers of any card on the field that speak of others give a character."""
        amount = 0
        for player in range(PLAYERS):
            for area in range(g.n_areas):
                source = g.field[player, area]
                if source != NONE:
                    card = topmost_face_up(g, source)
                    if card != NONE and (t.cards[g.card[card]].wide_kinds >> kind) & 1:
                        state = state_of_height(t, g.height[source])
                        amount += source_gives(g, t, source, card, state, character, kind)
        if g.scene != NONE and (t.cards[g.card[g.scene]].wide_kinds >> kind) & 1:
            amount += source_gives(g, t, NONE, g.scene, 0, character, kind)
        return amount

    return wide


def build_continuous(evaluate, base):
    """Sums over continuous lines, their conditions and amounts read by ``evaluate``."""
    line_gives = build_line(evaluate, base)
    wide = build_wide(line_gives)

    @compiled
    def continuous(g, t, character, card, state, kind):
        """Sum of what continuous powers give a character of a kind, with ``card`` as its top card in ``state``."""
        amount = 0
        row = t.cards[g.card[card]]
        if (row.line_kinds >> kind) & 1:
            for line in range(row.first_line, row.first_line + row.n_lines):
                if t.lines[line].kind == kind and t.lines[line].to_self != 0:
                    amount += line_gives(g, t, line, character, card, character, state)
        if (t.wide_kinds >> kind) & 1:
            amount += wide(g, t, character, kind)
        return amount

    return continuous


def build_applied(continuous):
    """What is applied in all, continuous powers summed by ``continuous``."""

    @compiled
    def applied(g, t, character, kind):
        """Sum of a kind of change that is applied to a character on the field, from whatever source (CR 11.6.5)."""
        card = topmost_face_up(g, character)
        if card == NONE or blocked(g, character, kind):
            return 0
        state = state_of_height(t, g.height[character])
        row = t.cards[g.card[card]]
        if kind == Modifier.READS_EXTRA and row.bp[Grade.EXTRA] < 0:
            return 0
        amount = total(g, character, kind)
        if t.has_lines:
            amount += continuous(g, t, character, card, state, kind)
            immunity = immunity_to(kind)
            if amount != 0 and immunity != NONE and continuous(g, t, character, card, state, immunity) != 0:
                return 0
        shift = kind == Modifier.GRADE_UP or kind == Modifier.GRADE_DOWN
        if shift and t.rules[Switch.EXTRA_COUNTS_AS_SHIFTED] == 0 and row.bp[Grade.EXTRA] >= 0:
            extra = total(g, character, Modifier.READS_EXTRA)
            if extra + continuous(g, t, character, card, state, Modifier.READS_EXTRA.value) != 0:
                return 0
        return amount

    return applied


_lowest_continuous = build_continuous(build(applied_for_a_while), 2 * STRATUM)
_middle_continuous = build_continuous(build(build_applied(_lowest_continuous)), STRATUM)
evaluate = build(build_applied(_middle_continuous))
continuous = build_continuous(evaluate, 0)


@compiled
def force(g, t, character, card, state, kind):
    """Sum of a kind of change from modifiers and continuous powers, with ``card`` as the top card in ``state``."""
    amount = total(g, character, kind) if g.n_modifiers > 0 else 0
    if ((t.cards[g.card[card]].line_kinds | t.wide_kinds) >> kind) & 1:
        amount += continuous(g, t, character, card, state, kind)
    return amount


# BP that others depend on: what expressions ask for, settled before they ask (CR 9.3.2).
#
# A continuous power may ask for BP while others change it, or itself. So its answer is a fixed point (RULINGS D2): at
# first no power that asks for BP gives anything; then all of them are asked again, with the BP that this made, until no
# BP changes. Powers that undo what they ask for could turn for ever; a text that does so by itself is refused
# (`ucgsim.effects.compile.powers`), and where several cards make such a circle together each reads BP without what
# powers of that kind give.


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


# What is on the field, as a spectator who sees all would note it down.


VIEW = np.dtype(
    [
        ("bp", "i4", (PLAYERS, AREAS)),  # points; NONE without a character or a face-up card
        ("grade", "i2", (PLAYERS, AREAS)),  # Grade read, NONE likewise
        ("state", "i2", (PLAYERS, AREAS)),  # Grade of the state, NONE without a character
        ("types", "i4", (PLAYERS, AREAS)),  # bits of the TYPEs now
    ],
    align=True,
)


@shared(GAME, TABLES, VIEW)
def look(g, t, view):
    """Fill ``view`` (a VIEW record) with BP, grade, state and TYPEs of every character on the field."""
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            character = g.field[player, area]
            view.bp[player, area] = bp_of(g, t, character)
            view.grade[player, area] = NONE
            view.state[player, area] = NONE
            view.types[player, area] = 0
            if character == NONE:
                continue
            state = state_of_height(t, g.height[character])
            view.state[player, area] = state
            card = topmost_face_up(g, character)
            if card != NONE:
                view.grade[player, area] = grade_as(g, t, character, card, state)
                view.types[player, area] = types_of(g, t, character)
