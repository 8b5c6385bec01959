"""The effect machine: runs the steps of a power until a player must decide or the effect is completed (CR 11)."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import By, Do, Group, Ref, Seats, Watch
from ucgsim.engine.core.constants import AREAS, NONE, SEATS, Decision, Fault, Option, Phase, Switch
from ucgsim.engine.core.decisions import ask, fail, offer, withdraw
from ucgsim.engine.effects import actions, entering, picks, triggers
from ucgsim.engine.effects.delayed import put_off
from ucgsim.engine.effects.happenings import trigger_activated
from ucgsim.engine.effects.moves import discard_detached, trim
from ucgsim.engine.expressions import frames
from ucgsim.engine.expressions.evaluate import is_active
from ucgsim.engine.field.stacks import state_of_height, topmost_face_up
from ucgsim.engine.field.zones import owner_of

MOST_STEPS = 20_000
"""Steps of all effects of one game, seventy times what any of official cards takes; more is a fault. Powers that
trigger each other, or that may be used any number of times, need not come to an end, but every game does.
"""


@compiled
def run_effects(g, t):
    """Run the innermost effect until something is asked or nothing is under way."""
    draws_at_once = t.rules[Switch.SCENE_DRAW_AFTER_EFFECT] == 0
    while g.n_frames > 0 and g.kind == Decision.NOTHING and g.phase != Phase.OVER:
        if draws_at_once and g.scene_draws != NONE:
            break
        if t.rules[Switch.TRIGGERS_WAIT] == 0 and interrupts(g, t):
            continue
        perform(g, t, g.n_frames - 1)
        g.steps += 1
        if g.steps > MOST_STEPS:
            fail(g, Fault.TOO_LONG)


@compiled
def interrupts(g, t):
    """CR 10.1.3.3 before version 1.6: what an effect triggers resolves at once, in the middle of it."""
    if g.answered or g.n_waiting == 0:
        return False
    if triggers.newest_batch(g) <= g.frame[g.n_frames - 1, frames.Column.BATCH]:
        return False
    return triggers.resolve_waiting(g, t)


@compiled
def perform(g, t, f):
    """Perform one step of the effect in frame ``f``: the dispatcher of `Do`."""
    row = int(g.frame[f, frames.Column.STEP])
    op = int(t.steps[row, 0])
    triggers.begin_moment(g)
    if op == Do.END:
        finish(g, t, f)
        look_at_waiting(g, t)
    elif op < Do.PICK_CHARACTERS:
        perform_flow(g, t, f, row, op)
    elif op < Do.PICK_CARDS:
        if op == Do.PICK_CHARACTERS:
            picks.pick_characters(g, t, f, row)
        elif op == Do.THAT_CHARACTER:
            picks.that_character(g, t, f, row)
        elif op == Do.TO_OPPONENTS:
            picks.to_opponents(g, t, f, row)
        else:
            latest = int(t.steps[row, 1]) == Ref.LATEST
            into = frames.Characters.LATEST.value if latest else frames.Characters.CHOSEN.value
            frames.copy_characters(g, f, frames.Characters.SELECTED.value, into, int(t.steps[row, 2]))
            picks.go_to(g, f, row + 1)
    elif op < Do.MODIFY:
        perform_cards(g, t, f, row, op)
    elif op < Do.EACH_SELECTED:
        perform_action(g, t, f, row, op)
        look_at_waiting(g, t)
    else:
        perform_loop(g, t, f, row, op)


@compiled
def look_at_waiting(g, t):
    """CR 10.1.3.2: after a step that may change the field, what waits for a power that is not active now is lost. A
    step that asks is not done: cards that leave together leave one after the other in it.
    """
    if g.n_waiting > 0 and g.kind == Decision.NOTHING and t.rules[Switch.CONTINUOUSLY_ACTIVE] != 0:
        triggers.drop_inactive(g, t)


@compiled
def perform_cards(g, t, f, row, op):
    """Steps that select cards."""
    if op == Do.PICK_CARDS:
        picks.pick_cards(g, t, f, row)
    elif op == Do.RANDOM_CARDS:
        picks.random_cards(g, t, f, row)
    elif op == Do.DECK_CARDS:
        picks.deck_cards(g, t, f, row)
    elif op == Do.STACK_CARDS or op == Do.CHARGE_CARDS:
        entering.stack_cards(g, t, f, row)
    elif op == Do.WHOLE_CHARACTERS:
        entering.whole_characters(g, t, f, row)
    elif op == Do.GROUP_CARDS:
        entering.group_cards(g, t, f, row)
    else:
        picks.go_to(g, f, row + 1)


@compiled
def perform_action(g, t, f, row, op):
    """Steps that change something."""
    if op == Do.MODIFY:
        actions.modify_selected(g, t, f, row)
    elif op == Do.MOVE:
        actions.move_selected(g, t, f, row)
    elif op == Do.DRAW:
        actions.draw_cards(g, t, f, row)
    elif op == Do.REVEAL:
        actions.reveal_selected(g, t, f, row)
    elif op == Do.CHOOSE_TYPE:
        actions.choose_type(g, t, f, row)
    elif op == Do.ADD_TYPE:
        actions.add_types(g, t, f, row)
    elif op == Do.REPLACE_TYPE:
        actions.replace_type(g, t, f, row)
    elif op == Do.BECOME_TYPE:
        actions.become_type(g, t, f, row)
    elif op == Do.CHOOSE_BP:
        actions.choose_bp(g, t, f, row)
    elif op == Do.SET_BP:
        actions.set_bp(g, t, f, row)
    elif op == Do.NEGATE:
        actions.negate(g, t, f, row)
    elif op == Do.CHOOSE_CARDS:
        frames.copy_group(g, f, Group.SELECTED.value, Group.CHOSEN.value, int(t.steps[row, 1]))
        picks.go_to(g, f, row + 1)
    elif op == Do.PUT_ON_TOP or op == Do.PUT_UNDER:
        entering.put_on_host(g, t, f, row, op == Do.PUT_UNDER)
    elif op == Do.PUT_IN_PLACE:
        entering.put_in_place(g, t, f, row)
    elif op == Do.STACK_OF_STATE:
        entering.pick_stack(g, t, f, row)
    elif op == Do.PUT_SCENE:
        entering.put_scene(g, t, f, row)
    elif op == Do.SWAP_FIRST:
        frames.copy_characters(g, f, frames.Characters.SELECTED.value, frames.Characters.ASIDE.value)
        picks.go_to(g, f, row + 1)
    elif op == Do.SWAP:
        entering.swap(g, t, f, row)
    elif op == Do.CHARGE_COUNT:
        entering.charge_count(g, t, f, row)
    elif op == Do.CHARGE:
        entering.charge(g, t, f, row)
    elif op == Do.FORBID:
        entering.forbid(g, t, f, row)
    elif op == Do.RUN_ENTER or op == Do.RUN_ACTIVATE:
        run_power(g, t, f, row, op == Do.RUN_ACTIVATE)
    else:
        entering.protect(g, t, f, row)


# --- flow --------------------------------------------------------------------------------------------------


@compiled
def perform_flow(g, t, f, row, op):
    """Jumps, questions and branches (CR 11.3-11.5, 11.14, 11.19, 11.20)."""
    a, b = int(t.steps[row, 1]), int(t.steps[row, 2])
    if op == Do.JUMP:
        picks.go_to(g, f, a)
    elif op == Do.UNLESS:
        picks.go_to(g, f, row + 1 if picks.decided(g, t, f, a) != 0 else b)
    elif op == Do.BEGIN:
        g.frame[f, frames.Column.FULL] |= 1 << a
        picks.go_to(g, f, row + 1)
    elif op == Do.UNLESS_FULL:
        picks.go_to(g, f, row + 1 if (g.frame[f, frames.Column.FULL] >> a) & 1 else b)
    elif op == Do.NOT_DONE:
        picks.fail_in_full(g, f)
        picks.go_to(g, f, row + 1)
    elif op == Do.ASK:
        ask_optional(g, t, f, row)
    else:
        choose_branch(g, t, f, row)


@compiled
def ask_optional(g, t, f, row):
    """Step `Do.ASK`: an optional action with nothing to choose; not asked when it cannot be done."""
    declined, possible = int(t.steps[row, 2]), int(t.steps[row, 3])
    if g.answered:
        if picks.take_answer(g) == Option.YES:
            picks.go_to(g, f, row + 1)
        else:
            picks.decline(g, f, declined)
        return
    if possible != NONE and picks.value(g, t, f, possible) == 0:
        picks.decline(g, f, declined)
        return
    you = int(g.frame[f, frames.Column.PLAYER])
    ask(g, Decision.OPTIONAL, you if t.steps[row, 1] == Seats.YOU else 1 - you)
    offer(g, Option.YES.value)
    offer(g, Option.DECLINE.value)


@compiled
def choose_branch(g, t, f, row):
    """Step `Do.CHOOSE_BRANCH`: one of several ways by number, among those that are possible."""
    first, branches, declined = int(t.steps[row, 1]), int(t.steps[row, 2]), int(t.steps[row, 3])
    modes = int(t.steps[row, 4])
    taken = int(g.frame_number[f, frames.Number.BRANCHES])
    if g.answered:
        option = picks.take_answer(g)
        if option == Option.DECLINE:
            g.frame_number[f, frames.Number.BRANCHES] = 0
            picks.decline(g, f, declined)
            return
        g.frame_number[f, frames.Number.BRANCHES] = taken | (1 << option) if modes else 0
        picks.go_to(g, f, int(t.expressions[first + option - 1, 2]))
        return
    ask(g, Decision.NUMBER, int(g.frame[f, frames.Column.PLAYER]))
    used = 0
    for k in range(branches):
        if (taken >> (k + 1)) & 1:
            used += 1
        elif picks.holds(g, t, f, int(t.expressions[first + k, 0]), int(g.frame[f, frames.Column.CHARACTER])):
            offer(g, k + 1)
    if g.n_options == 0 or (modes and used >= modes):
        g.frame_number[f, frames.Number.BRANCHES] = 0
        withdraw(g)
        if used == 0:
            picks.fail_in_full(g, f)
        picks.go_to(g, f, declined)
    elif g.n_options == 1 and (not modes or t.steps[row, 5] == 0):
        option = int(g.options[0])
        g.frame_number[f, frames.Number.BRANCHES] = taken | (1 << option) if modes else 0
        picks.go_to(g, f, int(t.expressions[first + option - 1, 1]))
        withdraw(g)
    elif t.steps[row, 5]:
        offer(g, Option.DECLINE.value)


@compiled
def perform_loop(g, t, f, row, op):
    """Loops, and what is put off."""
    a, b = int(t.steps[row, 1]), int(t.steps[row, 2])
    if op == Do.EACH_SELECTED:
        frames.copy_group(g, f, Group.SELECTED.value, Group.LOOP.value)
        g.frame_number[f, frames.Number.LEFT] = NONE
        picks.go_to(g, f, a)
    elif op == Do.EACH_TIME:
        g.frame_number[f, frames.Number.LEFT] = max(0, min(picks.decided(g, t, f, a), MOST_STEPS))
        picks.go_to(g, f, b)
    elif op == Do.NEXT:
        next_round(g, f, row, a)
    elif op == Do.PUT_OFF:
        put_off(g, t, f, row)
    elif op == Do.AS_PLAYER:
        act_as(g, f, row, a)
    else:
        frames.copy_group(g, f, Group.SELECTED.value, Group.PLACED.value)
        picks.go_to(g, f, row + 1)


@compiled
def act_as(g, f, row, by):
    """Step `Do.AS_PLAYER`: from here on a player is "you", who decides and whose cards are meant."""
    controller = owner_of(g.frame[f, frames.Column.CARD])
    if by == By.LEAD or by == By.NEXT:
        g.frame[f, frames.Column.PLAYER] = g.lead if by == By.LEAD else 1 - g.lead
    else:
        g.frame[f, frames.Column.PLAYER] = controller if by == By.CONTROLLER else 1 - controller
    picks.go_to(g, f, row + 1)


@compiled
def next_round(g, f, row, body):
    """Step `Do.NEXT`: the next card or the next time, if there is one."""
    if g.frame_number[f, frames.Number.LEFT] == NONE:
        card = frames.first_in_group(g, f, Group.LOOP.value)
        if card == NONE:
            picks.go_to(g, f, row + 1)
            return
        frames.drop_from_group(g, f, Group.LOOP.value, card)
        frames.clear_group(g, f, Group.EACH.value)
        g.frame_cards[f, Group.EACH, owner_of(card)] = 1 << (card % SEATS)
        picks.go_to(g, f, body)
    elif g.frame_number[f, frames.Number.LEFT] > 0:
        g.frame_number[f, frames.Number.LEFT] -= 1
        picks.go_to(g, f, body)
    else:
        picks.go_to(g, f, row + 1)


# --- powers ------------------------------------------------------------------------------------------------


@compiled
def finish(g, t, f):
    """An effect is completed: what was put off to this moment happens (CR 11.17.6, 12.2.2), then what waits."""
    used, character = int(g.frame[f, frames.Column.USED]), int(g.frame[f, frames.Column.CHARACTER])
    player = owner_of(g.frame[f, frames.Column.CARD])
    batch, before = int(g.frame[f, frames.Column.BATCH]), int(g.n_waiting)
    g.n_frames = f
    trim(g, t)
    discard_detached(g, t)
    if used:
        triggers.begin_moment(g)
        trigger_activated(g, t, character, player)
    for i in range(before, g.n_waiting):
        g.waiting[i, triggers.Waiting.BATCH] = batch + 1


@compiled
def list_runnable(g, t, f, row, activate):
    """Offer the powers that a step may run: of characters, or of the one card selected."""
    you = int(g.frame[f, frames.Column.PLAYER])
    ask(g, Decision.ACTIVATE, you)
    if t.steps[row, 4]:
        card = frames.first_in_group(g, f, Group.SELECTED.value)
        if card != NONE:
            entries = t.cards[g.card[card]]
            for power in range(entries.first_power, entries.first_power + entries.n_powers):
                if t.powers[power].watch == Watch.THIS_ENTERS:
                    offer(g, card + triggers.POWER_STRIDE * (power - entries.first_power))
        return
    seats, expression = int(t.steps[row, 1]), int(t.steps[row, 2])
    place = frames.next_character(g, seats, you, 0)
    while place != NONE:
        character = int(g.field[place // AREAS, place % AREAS])
        card = topmost_face_up(g, character)
        if picks.holds(g, t, f, expression, character):
            if activate:
                triggers.list_powers_of(g, t, card, character, you, int(t.steps[row, 3]))
            else:
                list_entries_of(g, t, card, character)
        place = frames.next_character(g, seats, you, place + 1)


@compiled
def list_entries_of(g, t, card, character):
    """Offer the active powers of a character that trigger on its own entering play (RULINGS F2, F7)."""
    if triggers.is_silenced(g, character):
        return
    row = t.cards[g.card[card]]
    state = state_of_height(t, g.height[character])
    for power in range(row.first_power, row.first_power + row.n_powers):
        if t.powers[power].watch == Watch.THIS_ENTERS and is_active(g, t, power, card, state):
            offer(g, card + triggers.POWER_STRIDE * (power - row.first_power))


@compiled
def run_power(g, t, f, row, activate):
    """Steps `Do.RUN_ENTER`, `Do.RUN_ACTIVATE`: run another power, with a memory of its own (RULINGS A13, F1-F4)."""
    if not g.answered:
        list_runnable(g, t, f, row, activate)
        if g.n_options == 0:
            withdraw(g)
            picks.fail_in_full(g, f)
            picks.go_to(g, f, row + 1)
        return
    option = picks.take_answer(g)
    picks.go_to(g, f, row + 1)
    batch = int(g.frame[f, frames.Column.BATCH])
    card = option % triggers.POWER_STRIDE
    character = triggers.character_of_top(g, card)
    if character != NONE:
        g.frame_characters[f, frames.Characters.CHOSEN, 0] = 0
        g.frame_characters[f, frames.Characters.CHOSEN, 1] = 0
        g.frame_characters[f, frames.Characters.CHOSEN, owner_of(card)] = 1 << (character % SEATS)
    if activate:
        triggers.use_power(g, t, option, 0, batch)
    else:
        power = int(t.cards[g.card[card]].first_power) + option // triggers.POWER_STRIDE
        triggers.push_frame(g, t, power, card, character, int(t.powers[power].start), batch)
