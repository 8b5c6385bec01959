"""Continuous powers: what they give a character now, never stored (CR 9.3); and what is applied in all.

Strata (RULINGS D1): changes of BP may ask who reads EXTRA, that may ask what is applied to a grade, and that asks
nothing of the kind. So there are three evaluators; to the lowest only modifiers with a duration are applied.
"""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Modifier
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, PLAYERS, Grade, Switch
from ucgsim.engine.core.record import STACK
from ucgsim.engine.expressions.evaluate import build, is_active
from ucgsim.engine.field.memory import seat_fits
from ucgsim.engine.field.modifiers import has, total
from ucgsim.engine.field.stacks import state_of_height, topmost_face_up
from ucgsim.engine.field.zones import owner_of

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
