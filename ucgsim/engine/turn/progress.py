"""How a game goes on: ``advance`` runs until a player must decide, ``answer`` takes the decision."""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled, shared
from ucgsim.effects.compile.opcodes import Ban, Spot, Watch
from ucgsim.engine.core.constants import NONE, PLAYERS, Decision, Event, Fault, Option, Phase, Switch
from ucgsim.engine.core.decisions import area_part, ask_yes_no, card_part, fail, note, note_choice, withdraw
from ucgsim.engine.core.layout import TABLES
from ucgsim.engine.core.record import GAME
from ucgsim.engine.effects import happenings
from ucgsim.engine.effects.delayed import start_delayed
from ucgsim.engine.effects.machine import run_effects
from ucgsim.engine.effects.triggers import begin_moment, resolve_waiting, start_waiting, use_power
from ucgsim.engine.field.modifiers import is_banned
from ucgsim.engine.field.sight import show_all
from ucgsim.engine.field.stacks import new_character, stack_face_down
from ucgsim.engine.field.zones import changed_zone, owner_of, put_in_discard, remove_from_hand
from ucgsim.engine.turn import phases
from ucgsim.engine.turn.preparation import choose_lead, redraw, redraw_phase, throw_phase


@compiled
def perform_step(g, t):
    """Perform one step of the phase in which the game stands."""
    phase = g.phase
    if phase == Phase.LEVEL_UP:
        phases.level_up_phase(g, t)
    elif phase == Phase.SET:
        phases.set_phase(g, t)
    elif phase == Phase.SCENE:
        phases.scene_phase(g, t)
    elif phase == Phase.OPEN:
        phases.open_phase(g, t)
    elif phase == Phase.ACTIVATE:
        phases.activate_phase(g, t)
    elif phase == Phase.JUDGEMENT:
        phases.judgement_phase(g, t)
    elif phase == Phase.END:
        phases.end_phase(g, t)
    elif phase == Phase.START:
        phases.start_phase(g, t)
    elif phase == Phase.DRAW:
        phases.draw_phase(g, t)
    elif phase == Phase.REDRAW:
        redraw_phase(g, t)
    elif phase == Phase.THROW:
        throw_phase(g, t)


@compiled
def go_on(g, t):
    """What comes first: the effect under way, the draw for a scene (CR 6.2), what waits (CR 10.1.3), the phase."""
    draws_at_once = t.rules[Switch.SCENE_DRAW_AFTER_EFFECT] == 0
    if g.n_frames > 0 and not (draws_at_once and g.scene_draws != NONE):
        run_effects(g, t)
    elif g.scene_draws != NONE:
        ask_for_scene_draw(g)
    elif g.n_waiting == 0 or not resolve_waiting(g, t):
        if g.begun:
            happenings.trigger_beginning(g, t)
            g.begun = 0
        else:
            perform_step(g, t)


@compiled
def ask_for_scene_draw(g):
    """CR 6.2.1, 6.2.2: whoever brought a scene into play may draw; where that is impossible nothing is asked."""
    if g.n_deck[g.scene_draws] > 0 and not is_banned(g, g.scene_draws, Ban.DRAW):
        ask_yes_no(g, g.scene_draws)
        g.scene_asked = 1
    else:
        g.scene_draws = NONE


@compiled
def take(g, t, option):
    """Carry out an option of the pending decision."""
    kind, player = g.kind, g.player
    note_choice(g, t, option)
    withdraw(g)
    if kind == Decision.LEVEL_UP:
        level_up(g, t, option)
    elif kind == Decision.SET:
        set_character(g, t, option)
    elif kind == Decision.REDRAW:
        if option == Option.YES:
            redraw(g, t, player)
    elif kind == Decision.LEAD:
        g.player = player
        choose_lead(g, option)
    elif kind == Decision.SCENE:
        if option != Option.DECLINE:
            set_scene(g, t, option)
    elif kind == Decision.ACTIVATE and g.n_frames == 0:
        if option == Option.DECLINE:
            g.step += 1
        else:
            use_power(g, t, option, 1, 0)
    elif kind == Decision.RESOLVE:
        if g.n_waiting > 0:
            start_waiting(g, t, option)
        else:
            start_delayed(g, t, option)
    elif kind == Decision.OPTIONAL and g.scene_asked:
        g.scene_asked = 0
        g.scene_draws = NONE
        if option == Option.YES and happenings.draw_card(g, t, player, NONE) != NONE:
            happenings.trigger_draw(g, t, player, NONE)
    else:
        g.answered = 1
        g.chosen = option


@compiled
def set_scene(g, t, card):
    """CR 5.4.2, 6.3.2: the scene enters, the one before it goes to its owner's discard area."""
    player = owner_of(card)
    remove_from_hand(g, card)
    if g.scene != NONE:
        note(t, Event.SCENE_LEAVES, owner_of(g.scene), g.card[g.scene], 0, 0)
        put_in_discard(g, t, g.scene)
        happenings.trigger_moved(g, t, NONE, int(g.scene), Spot.SCENE_AREA.value, Spot.DISCARD.value)
    g.scene = card
    changed_zone(g, t, card)
    show_all(g, card)
    g.scene_turns[player] |= 1 << int(g.turn)
    g.scene_draws = player
    note(t, Event.SCENE_SET, player, g.card[card], 0, 0)
    begin_moment(g)
    happenings.trigger_scene(g, t, card, NONE)


@compiled
def set_character(g, t, option):
    """CR 5.5.3.1, 5.5.4.1: a character card from hand, face-down, into a battle area."""
    area, card = area_part(option), card_part(option)
    player = owner_of(card)
    remove_from_hand(g, card)
    if area >= g.n_areas:
        for side in range(PLAYERS):
            g.field[side, area] = NONE
        g.n_areas = area + 1
    character = new_character(g, player, area)
    stack_face_down(g, t, character, card)
    note(t, Event.SET, player, area, g.card[card], 0)


@compiled
def level_up(g, t, option):
    """CR 5.6.1: a card from hand, face-down, on top of a character; or the player passes and the step ends."""
    if option == Option.DECLINE:
        g.step += 1
        return
    area, card = area_part(option), card_part(option)
    player = owner_of(card)
    character = g.field[player, area]
    remove_from_hand(g, card)
    stack_face_down(g, t, character, card)
    g.leveled[character] = g.turn
    g.level_ups[player] += 1
    note(t, Event.LEVEL_UP, player, area, g.card[card], 0)
    begin_moment(g)
    happenings.trigger_of(g, t, Watch.LEVELS_UP.value, int(character), NONE)


class Move(IntEnum):
    """What is done with a game."""

    STEP = 0
    ANSWER = 1
    GO_ON = 2  # steps, until somebody must decide, battles were judged or the game is over


@shared(GAME, TABLES, int, int)
def move(g, t, what, index):
    """All rules of the game: one step of them or several, or option ``index`` of the pending decision."""
    if what == Move.ANSWER:
        if index < 0 or index >= g.n_options:
            fail(g, Fault.ILLEGAL_ANSWER)
            return
        g.decisions += 1
        take(g, t, int(g.options[index]))
        return
    judged = int(g.judged)
    while True:
        go_on(g, t)
        while g.kind != Decision.NOTHING and g.n_options == 1:
            take(g, t, int(g.options[0]))
        if what == Move.STEP or g.kind != Decision.NOTHING or g.phase == Phase.OVER or g.judged != judged:
            return


@compiled
def step(g, t):
    """Perform one step; a decision with a single option is taken at once and not asked."""
    move(g, t, Move.STEP.value, NONE)


@compiled
def go_on_to_judgement(g, t):
    """Perform steps until a player must decide, battles were judged or the game is over."""
    move(g, t, Move.GO_ON.value, NONE)


@compiled
def answer(g, t, index):
    """Take option number ``index`` of the pending decision; call ``advance`` or ``step`` to go on."""
    move(g, t, Move.ANSWER.value, index)


@compiled
def advance(g, t):
    """Run until a player must decide (``g.kind``) or the game is over (``g.phase``)."""
    while g.kind == Decision.NOTHING and g.phase != Phase.OVER:
        step(g, t)
