"""BP values that are chosen and laid on a character in place of all that its card prints (CR 8.1, RULINGS C15)."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Modifier
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NO_BP, NONE, Decision, Event, Grade, Option
from ucgsim.engine.core.decisions import ask, offer, offer_once, withdraw
from ucgsim.engine.core.events import note
from ucgsim.engine.effects.picks import decline, fail_in_full, go_to, holds, no_character, take_answer, value
from ucgsim.engine.expressions.frames import Characters, Column, Number, next_character_in
from ucgsim.engine.expressions.places import card_at, next_card_place
from ucgsim.engine.field.modifiers import modify
from ucgsim.engine.field.stacks import area_of
from ucgsim.engine.field.zones import owner_of


@compiled
def list_values(g, t, f, row):
    """Ask for one of the BP values that the cards of the step print, the lowest first."""
    you = int(g.frame[f, Column.PLAYER])
    ask(g, Decision.NUMBER, you)
    first = int(t.steps[row, 1])
    for source_row in range(first, first + int(t.steps[row, 2])):
        source, seats = int(t.expressions[source_row, 0]), int(t.expressions[source_row, 1])
        place = next_card_place(g, source, seats, you, f, 0)
        while place != NONE:
            card = card_at(g, source, place)
            if holds(g, t, f, t.steps[row, 3], card):
                for grade in range(Grade.EXTRA + 1):
                    if t.cards[g.card[card]].bp[grade] != NO_BP:
                        offer_once(g, int(t.cards[g.card[card]].bp[grade]))
            place = next_card_place(g, source, seats, you, f, place + 1)
    for i in range(1, g.n_options):
        for j in range(i, 0, -1):
            if g.options[j - 1] > g.options[j]:
                g.options[j - 1], g.options[j] = int(g.options[j]), int(g.options[j - 1])


@compiled
def choose_bp(g, t, f, row):
    """Step `Do.CHOOSE_BP`: the value that is chosen; none where no card prints one."""
    if g.answered:
        option = take_answer(g)
        if option == Option.DECLINE:
            decline(g, f, int(t.steps[row, 4]))
            return
        g.frame_number[f, Number.BP] = option
    else:
        list_values(g, t, f, row)
        if g.n_options > 0:
            if t.steps[row, 4] != NONE:
                offer(g, Option.DECLINE.value)
            return
        withdraw(g)
        fail_in_full(g, f)
        g.frame_number[f, Number.BP] = NO_BP
    go_to(g, f, row + 1)


@compiled
def set_bp(g, t, f, row):
    """Step `Do.SET_BP`: every selected character has that many points in all columns (RULINGS C14, C15)."""
    amount, until = int(value(g, t, f, t.steps[row, 1])), int(g.turn) + int(t.steps[row, 3])
    if no_character(g, f) or amount < 0:
        fail_in_full(g, f)
    else:
        character = next_character_in(g, f, Characters.SELECTED.value, 0)
        while character != NONE:
            if g.top[character] != NONE:
                modify(g, character, Modifier.BP_VALUE.value, amount, until)
                area = area_of(g, character)
                note(t, Event.MODIFIED, owner_of(character), area, Modifier.BP_VALUE.value, amount)
            character = next_character_in(g, f, Characters.SELECTED.value, character + 1)
    go_to(g, f, row + 1)
