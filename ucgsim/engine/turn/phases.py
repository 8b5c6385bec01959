"""The nine phases of a turn, in rulebook order (CR 5), each in steps as the rules name them.

A phase function performs one step of its phase: it acts, or lists a decision, or begins the next phase.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Ban, Modifier
from ucgsim.engine.bp import bp_of, cannot_level_up, may_be_given, stands
from ucgsim.engine.core.constants import (
    NONE,
    PLAYERS,
    WINS_NEEDED,
    Decision,
    Event,
    Fault,
    Option,
    Outcome,
    Phase,
    Reason,
    Switch,
)
from ucgsim.engine.core.decisions import ask, fail, note, offer, placed, withdraw
from ucgsim.engine.effects import happenings
from ucgsim.engine.effects.delayed import run_delayed
from ucgsim.engine.effects.triggers import begin_moment, list_payments
from ucgsim.engine.expressions.frames import bit_of
from ucgsim.engine.field.memory import battles_won, remember_battle
from ucgsim.engine.field.modifiers import is_banned, keep_modifiers
from ucgsim.engine.field.sight import all_turned_up, show_all
from ucgsim.engine.field.stacks import bury, may_be_set, may_level_up_with, opponent_of, state_of_height

FORCED = (1 << Modifier.WIN.value) | (1 << Modifier.TIE.value)
"""Kinds of modifiers that dictate a result."""


@compiled
def begin(g, t, phase):
    """Begin a phase at its first step."""
    g.phase = phase
    g.step = 0
    if phase == Phase.SET:
        g.new_area = g.n_areas
    if t.watched & happenings.BEGINNINGS and phase != Phase.OPEN:
        g.begun = 1
    note(t, Event.PHASE, g.lead, phase, g.turn, 0)


@compiled
def player_of_step(g, step):
    """Steps come in pairs, the Lead Player's first (CR 5.5.1, 5.6.1, 5.7.1, 5.8.1)."""
    return g.lead if step == 0 else opponent_of(g.lead)


@compiled
def lose(g, t, player, reason):
    """End the game with ``player`` as the loser."""
    g.winner = opponent_of(player)
    g.reason = reason
    g.phase = Phase.OVER
    withdraw(g)
    note(t, Event.GAME_OVER, g.winner, reason, g.turn, 0)


# --- 5.2 Start Phase ---------------------------------------------------------------------------------------


@compiled
def start_phase(g, t):
    """CR 5.2.1: who leads was settled by the last battle, or by the throw before the first turn. What was put off to
    the start of this turn happens before anything else is done in it.
    """
    if t.halted:
        fail(g, Fault.HALTED)
        return
    if run_delayed(g, t):
        return
    begin(g, t, Phase.DRAW)


# --- 5.3 Draw Phase ----------------------------------------------------------------------------------------


@compiled
def draw_phase(g, t):
    """CR 5.3.1, 5.3.2: nobody draws on the first turn; after it each player draws a card, the Lead first."""
    if g.turn > 1 and g.step == 0:
        for step in range(PLAYERS):
            player = player_of_step(g, step)
            if happenings.draw_card(g, t, player, NONE) != NONE:
                happenings.trigger_draw(g, t, player, NONE)
    g.step += 1
    if g.n_waiting == 0:
        begin(g, t, Phase.SCENE)


# --- 5.4 Lead Player Set Scene Card Phase ------------------------------------------------------------------


@compiled
def scene_phase(g, t):
    """CR 5.4: the Lead Player may set a scene; the draw for it and its effects follow before the next phase."""
    if g.step == 0:
        g.step = 1
        note_ready(g, t, 1 - g.lead)
        if is_banned(g, g.lead, Ban.SET_SCENE):  # CR 1.2.2
            note_ready(g, t, g.lead)
        else:
            list_scenes(g, t)
    else:
        begin(g, t, Phase.SET)


@compiled
def may_set_scene(g, t, row):
    """CR 6.3.1, 6.3.2: its Round is reached, and not lower than that of the scene it would replace."""
    card = t.cards[row]
    if card.scene_round == NONE or card.scene_round > g.n_areas:
        return False
    return g.scene == NONE or card.scene_round >= t.cards[g.card[g.scene]].scene_round


@compiled
def note_ready(g, t, player):
    """For statistics: whether a player holds a scene that could be set now, were it for its Round alone."""
    for place in range(g.n_hand[player]):
        if may_set_scene(g, t, g.card[g.hand[player, place]]):
            g.scene_ready[player] |= 1 << int(g.turn)
            return


@compiled
def list_scenes(g, t):
    """Scene cards in the Lead Player's hand that may be set now, and to set none (CR 5.4.2)."""
    ask(g, Decision.SCENE, g.lead)
    previous = NONE
    for place in range(g.n_hand[g.lead]):
        card = g.hand[g.lead, place]
        row = g.card[card]
        if row != previous and may_set_scene(g, t, row):
            offer(g, card)
        previous = row
    if g.n_options == 0:
        withdraw(g)
    else:
        g.scene_ready[g.lead] |= 1 << int(g.turn)
        g.scene_chances[g.lead] |= 1 << int(g.turn)
        offer(g, Option.DECLINE.value)


# --- 5.5 Set Character Card Phase --------------------------------------------------------------------------


@compiled
def set_phase(g, t):
    """CR 5.5: the Lead Player sets a character card, then the Next Player opposite to it."""
    if g.step >= PLAYERS:
        begin(g, t, Phase.LEVEL_UP)
        return
    player = player_of_step(g, g.step)
    vacant = count_vacant(g, t, player)
    if vacant == 0:
        g.step += 1
    elif settable_cards(g, t, player) < vacant:
        # CR 1.3.4, 12.4.3: whoever cannot fill every area on the own side loses at once
        note(t, Event.CANNOT_SET, player, 0, 0, 0)
        lose(g, t, player, Reason.NO_CHARACTER)
    else:
        list_sets(g, t, player)


@compiled
def is_vacant(g, t, player, area):
    """Whether the player must set a card into this area now (CR 5.5.3.1, 12.4.3)."""
    if area == g.new_area:
        return area >= g.n_areas or g.field[player, area] == NONE
    return t.rules[Switch.VACANT_AREAS] != 0 and g.field[player, area] == NONE


@compiled
def count_vacant(g, t, player):
    """Areas the player has still to fill in this step, the new one among them."""
    vacant = 0
    for area in range(g.new_area + 1):
        if is_vacant(g, t, player, area):
            vacant += 1
    return vacant


@compiled
def settable_cards(g, t, player):
    """Character cards in hand that may be set (CR 5.5.3.1, 11.15.1)."""
    count = 0
    for place in range(g.n_hand[player]):
        if may_be_set(t, g.card[g.hand[player, place]]):
            count += 1
    return count


@compiled
def list_sets(g, t, player):
    """Every character card that may be set, in every area that must be filled."""
    ask(g, Decision.SET, player)
    for area in range(g.new_area + 1):
        if is_vacant(g, t, player, area):
            previous = NONE
            for place in range(g.n_hand[player]):
                card = g.hand[player, place]
                row = g.card[card]
                if row != previous and may_be_set(t, row):
                    offer(g, placed(area, card))
                previous = row


# --- 5.6 Level Up Phase ------------------------------------------------------------------------------------


@compiled
def level_up_phase(g, t):
    """CR 5.6: the Lead Player levels up characters, then the Next Player; a step ends by passing."""
    if g.step >= PLAYERS:
        begin(g, t, Phase.OPEN)
        return
    list_level_ups(g, t, player_of_step(g, g.step))
    if g.kind == Decision.NOTHING:
        g.step += 1


@compiled
def list_cards_for(g, t, player, area, top):
    """Cards in hand that may lie on ``top``, the top card of the player's character in an area; of equal ones one."""
    hand, previous = g.hand[player], NONE
    for place in range(g.n_hand[player]):
        row = g.card[hand[place]]
        if row != previous and may_level_up_with(g, t, row, top):
            offer(g, placed(area, hand[place]))
        previous = row


@compiled
def list_level_ups(g, t, player):
    """Every legal level-up of the player, and to pass (CR 5.6.1, 5.6.2; in the sealed format by Baton Touch too)."""
    ask(g, Decision.LEVEL_UP, player)
    for area in range(g.n_areas):
        character = g.field[player, area]
        # CR 5.6.2.3: once in this phase, and not while an effect forbids it, which is asked where a card would fit
        if character != NONE and g.leveled[character] != g.turn:
            before = int(g.n_options)
            list_cards_for(g, t, player, area, g.top[character])
            if g.n_options > before and cannot_level_up(g, t, character):
                g.n_options = before
    if g.n_options == 0:
        withdraw(g)
    else:
        offer(g, Option.DECLINE.value)


# --- 5.7 Open Phase ----------------------------------------------------------------------------------------


@compiled
def open_phase(g, t):
    """CR 5.7: all cards are turned up, then each player resolves what entering play has triggered."""
    if g.step == 0:
        turn_up(g, t)
    if g.step > PLAYERS:
        g.n_waiting = 0
        begin(g, t, Phase.ACTIVATE)
    else:
        g.step += 1


@compiled
def turn_up(g, t):
    """CR 5.7.1: all face-down cards on the field are turned up at once."""
    for step in range(PLAYERS):
        player = player_of_step(g, step)
        for area in range(g.n_areas):
            character = g.field[player, area]
            if character != NONE and g.hidden[character] > 0:
                show_face_down(g, character)
                g.hidden[character] = 0
                bury(g, t, character)
                state = state_of_height(t, g.height[character])
                if g.first_state[player, state] == 0:
                    g.first_state[player, state] = g.turn
                note(t, Event.TURNED_UP, player, area, g.card[g.top[character]], state)
                g.touched[player] |= bit_of(character)
    all_turned_up(g)
    begin_moment(g)
    for player in range(PLAYERS):
        trigger_turned_up(g, t, player)


@compiled
def show_face_down(g, character):
    """Both players see the cards of a stack that lie face-down, as they are turned up."""
    card = int(g.top[character])
    for _ in range(g.hidden[character]):
        show_all(g, card)
        card = int(g.link[card])


@compiled
def trigger_turned_up(g, t, player):
    """CR 5.7.1, 9.2.2: what was turned up has entered play; all of it at the same time (RULINGS A2, A3)."""
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and g.touched[player] & bit_of(character):
            happenings.trigger_character(g, t, int(g.top[character]), int(character), 1, NONE)
            happenings.trigger_turned_up_level(g, t, int(g.top[character]), int(character))
    g.touched[player] = 0


# --- 5.8 Effect Activation Phase ---------------------------------------------------------------------------


@compiled
def activate_phase(g, t):
    """CR 5.8: the Lead Player uses payment powers until passing, then the Next Player."""
    if g.step >= PLAYERS:
        begin(g, t, Phase.JUDGEMENT)
        return
    list_payments(g, t, player_of_step(g, g.step))
    if g.kind == Decision.NOTHING:
        g.step += 1


# --- 5.9 Judgement Phase -----------------------------------------------------------------------------------


@compiled
def judgement_phase(g, t):
    """CR 5.9: every battle area has its battle (step 0); then the game may be won (step 1), or triggers resolve."""
    if g.step == 0:
        for area in range(g.n_areas):
            g.outcome[area] = battle(g, t, area)
            remember_battle(g, area)
        g.judged = g.turn
        g.next_lead = lead_of_next_turn(g)
        g.step = 1
    elif g.step == 1:
        decide_victory(g, t)
    else:
        begin(g, t, Phase.END)


@compiled
def battle(g, t, area):
    """CR 5.9.4, 5.9.5, 12.4.2: outcome of the battle in one area."""
    a, b = g.field[0, area], g.field[1, area]
    bp_a, bp_b = bp_of(g, t, a), bp_of(g, t, b)
    result = compare(g, t, a, b, bp_a, bp_b)
    note(t, Event.BATTLE, result, area, bp_a, bp_b)
    return result


@compiled
def compare(g, t, a, b, bp_a, bp_b):
    """Outcome of the battle between characters ``a`` and ``b`` (CR 5.9.4, 5.9.5, 11.16, 12.4.2)."""
    if a == NONE or b == NONE:
        if (a == NONE and b == NONE) or t.rules[Switch.VACANT_AREAS] == 0:
            return Outcome.NO_RESULT.value
        return Outcome.B.value if a == NONE else Outcome.A.value
    if may_force(g, t):
        forced_a, forced_b = forced_rank(g, t, a), forced_rank(g, t, b)
        if forced_a > 0 or forced_b > 0:
            bp_a, bp_b = forced_a, forced_b
            if forced_a < 2 and forced_b < 2:
                return Outcome.TIE.value
    if bp_a == bp_b:
        return Outcome.TIE.value
    return Outcome.A.value if bp_a > bp_b else Outcome.B.value


@compiled
def may_force(g, t):
    """Whether anything that could dictate a result is in force: what continuous powers may give, and modifiers."""
    kinds = int(t.given_kinds)
    for i in range(g.n_modifiers):
        kinds |= 1 << int(g.modifier_kind[i])
    return kinds & FORCED != 0


@compiled
def forced_rank(g, t, character):
    """CR 11.16.1-3: 2 for a forced win, 1 for a forced tie, 0 for neither; win beats tie, equals are a tie. Where the
    rules lack 11.16 the text of the card prevails over 5.9.4 (1.2.1), and two of them meet as there (RULINGS E20).
    """
    if may_be_given(g, t, character) & FORCED == 0:
        return 0
    if stands(g, t, character, Modifier.WIN.value):
        return 2
    return 1 if stands(g, t, character, Modifier.TIE.value) else 0


@compiled
def lead_of_next_turn(g):
    """CR 5.9.6, 12.4.2.3: the winner of the newest battle; nobody changes after a tie or no result."""
    if g.n_areas > 0:
        newest = g.outcome[g.n_areas - 1]
        if newest <= Outcome.B:
            return newest
    return g.lead


@compiled
def decide_victory(g, t):
    """CR 1.3.2, 1.3.3: three or more wins in this turn, and more than the opponent, win the game."""
    wins_a, wins_b = battles_won(g, 0), battles_won(g, 1)
    if max(wins_a, wins_b) >= WINS_NEEDED and wins_a != wins_b:
        lose(g, t, 1 if wins_a > wins_b else 0, Reason.BATTLES)
        return
    happenings.trigger_results(g, t)
    if g.n_waiting == 0:
        begin(g, t, Phase.END)
    else:
        g.step = 2


# --- 5.10 End Phase ----------------------------------------------------------------------------------------


@compiled
def end_phase(g, t):
    """CR 5.10: what waits for the end of the turn happens, what lasts for this turn ends; the next turn begins."""
    if run_delayed(g, t):
        return
    keep_modifiers(g, g.turn, NONE)
    g.used[:] = 0
    g.negated[:] = 0
    g.n_memory = 0
    g.n_waiting = 0
    note(t, Event.LEAD_NEXT, g.next_lead, g.lead, 0, 0)
    g.turn += 1
    changes = g.lead != g.next_lead
    g.lead = g.next_lead
    begin(g, t, Phase.START)
    if g.begun and changes:
        g.begun = 2
