"""What happened, told to the powers that watch for it (CR 9.2); `ucgsim.engine.effects.triggers` lets them wait."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Ban, Group, Watch
from ucgsim.engine.bp import inquire
from ucgsim.engine.core.constants import NONE, PLAYERS, Outcome, Phase, Switch
from ucgsim.engine.effects import triggers
from ucgsim.engine.expressions.frames import in_group
from ucgsim.engine.field.modifiers import is_banned
from ucgsim.engine.field.stacks import topmost_face_up
from ucgsim.engine.field.zones import draw, owner_of

MOVES = (1 << Watch.THIS_MOVES.value) | (1 << Watch.CARD_MOVES.value)
DRAWS = (1 << Watch.DRAWS.value) | (1 << Watch.DRAWS_SOME.value)
RESULTS = (1 << Watch.WINS.value) | (1 << Watch.LOSES.value) | (1 << Watch.TIES.value)
BEGINNINGS = (1 << Watch.PHASE_BEGINS.value) | (1 << Watch.BECOMES_LEAD.value)

# --- entering, leveling up and changing places --------------------------------------------------------------


@compiled
def trigger_character(g, t, card, character, own, frame):
    """A character enters play, with ``card`` as its new top card if ``own`` (CR 9.2.2, 11.8.2, RULINGS A1, A4)."""
    if t.watched == 0:
        return
    if own:
        triggers.queue_own(g, t, Watch.THIS_ENTERS.value, card, character, frame, NONE, NONE)
    triggers.queue_watchers(g, t, Watch.CHARACTER_ENTERS.value, owner_of(card), character, frame, NONE, NONE)


@compiled
def trigger_scene(g, t, card, frame):
    """A scene enters play (CR 6.2.3); without an effect it was set (CR 5.4.2)."""
    if t.watched == 0:
        return
    triggers.queue_own(g, t, Watch.THIS_ENTERS.value, card, NONE, frame, NONE, NONE)
    triggers.queue_watchers(g, t, Watch.SCENE_ENTERS.value, owner_of(card), NONE, frame, NONE, NONE)
    if frame == NONE:
        triggers.queue_watchers(g, t, Watch.SCENE_SET.value, owner_of(card), NONE, frame, NONE, NONE)


@compiled
def trigger_of(g, t, watch, character, frame):
    """Something happened to a character: leveling up, a card put under it, a Charge card, a swap, a battle."""
    triggers.queue_watchers(g, t, watch, owner_of(character), character, frame, NONE, NONE)


@compiled
def trigger_turned_up_level(g, t, card, character):
    """CR 5.6.1, 10.1.3: a card that leveled a character up lies face-down and becomes active as it is turned up;
    what it says of its own character leveling up means that, as entering play does (5.7.1). All other powers have
    seen the level-up in its phase.
    """
    if (t.watched >> Watch.LEVELS_UP) & 1 == 0 or g.leveled[character] != g.turn:
        return
    row = t.cards[g.card[card]]
    for power in range(row.first_power, row.first_power + row.n_powers):
        entry = t.powers[power]
        own = (
            entry.watch == Watch.LEVELS_UP and entry.watch_self != 0 and triggers.watches(g, t, power, card, character)
        )
        if own and inquire(g, t, entry.watch_filter, NONE, character, owner_of(card), character) != 0:
            triggers.queue(g, power, card, character, character, 0)


@compiled
def trigger_activated(g, t, character, player):
    """A character, or a scene, of a player has resolved an [Activate] effect (RULINGS A12)."""
    triggers.queue_watchers(g, t, Watch.ACTIVATES.value, player, NONE, NONE, NONE, NONE)
    if character != NONE:
        trigger_of(g, t, Watch.ACTIVATE_RESOLVED.value, character, NONE)


# --- cards --------------------------------------------------------------------------------------------------


@compiled
def trigger_moved(g, t, frame, card, origin, to):
    """A card went from one `Spot` to another; ``frame`` NONE: by a rule (RULINGS A11, A15)."""
    if t.watched & MOVES == 0:
        return
    if (t.watched >> Watch.THIS_MOVES) & 1:
        triggers.queue_own(g, t, Watch.THIS_MOVES.value, card, NONE, frame, origin, to)
    triggers.queue_watchers(g, t, Watch.CARD_MOVES.value, owner_of(card), card, frame, origin, to)


@compiled
def trigger_discard(g, t, player, frame):
    """A player has discarded one or more cards from the hand, as one batch."""
    triggers.queue_watchers(g, t, Watch.DISCARD.value, player, NONE, frame, NONE, NONE)


@compiled
def draw_card(g, t, player, frame):
    """Draw a card; every one is drawn on its own (CR 11.10.1). Returns it, or NONE when there is none to draw."""
    if is_banned(g, player, Ban.DRAW):  # CR 1.2.2
        return NONE
    card = draw(g, t, player)
    if card != NONE:
        g.drawn[player] += 1
        if (t.watched >> Watch.DRAWS) & 1:
            triggers.begin_moment(g)
            triggers.queue_watchers(g, t, Watch.DRAWS.value, player, NONE, frame, NONE, NONE)
    return card


@compiled
def trigger_draw(g, t, player, frame):
    """A player has drawn one or more cards, which is one event for powers that say so."""
    triggers.begin_moment(g)
    triggers.queue_watchers(g, t, Watch.DRAWS_SOME.value, player, NONE, frame, NONE, NONE)


# --- leaving the field --------------------------------------------------------------------------------------


@compiled
def goes_as_a_whole(g, f, character):
    """Whether every card of a stack is selected."""
    card = int(g.top[character])
    while card != NONE:
        if not in_group(g, f, Group.SELECTED.value, card):
            return False
        card = int(g.link[card])
    return True


@compiled
def trigger_departures(g, t, f, to):
    """Characters are about to leave the field with all their cards, at the same time; they are seen as they are now,
    and what one of them says of its own leaving holds although it is gone (CR 10.1.2, 3.2.3).
    """
    if (t.watched >> Watch.LEAVES) & 1 == 0:
        return
    for player in range(PLAYERS):
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            if character != NONE and goes_as_a_whole(g, f, character):
                triggers.queue_watchers(g, t, Watch.LEAVES.value, player, character, f, NONE, to)
                queue_gone(g, t, f, character, to)


@compiled
def queue_gone(g, t, f, character, to):
    """What a character says of its own leaving the field: of the object that its top card will be (CR 3.2.3)."""
    card = topmost_face_up(g, character)
    if card == NONE:
        return
    renewed = 1 if t.rules[Switch.NEW_OBJECT_ON_ZONE_CHANGE] else 0
    row = t.cards[g.card[card]]
    for power in range(row.first_power, row.first_power + row.n_powers):
        entry = t.powers[power]
        own = entry.watch == Watch.LEAVES and entry.watch_self != 0 and triggers.watches(g, t, power, card, character)
        goes = own and triggers.fits_way(g, entry, f, NONE, to, owner_of(card))
        if goes and inquire(g, t, entry.watch_filter, NONE, character, owner_of(card), character) != 0:
            triggers.queue(g, power, card, triggers.GONE, NONE, 1)
            g.waiting[g.n_waiting - 1, triggers.Waiting.STAMP] = g.stamp[card] + renewed


# --- the turn -----------------------------------------------------------------------------------------------


@compiled
def trigger_beginning(g, t):
    """The phase in which the game stands has begun (CR 5.1.2); its first step is still to come."""
    triggers.begin_moment(g)
    place = g.phase - Phase.START if g.phase < Phase.OPEN else g.phase - Phase.START - 1
    triggers.queue_watchers(g, t, Watch.PHASE_BEGINS.value, g.lead, NONE, NONE, place, NONE)
    if g.begun == 2:
        triggers.queue_watchers(g, t, Watch.BECOMES_LEAD.value, g.lead, NONE, NONE, NONE, NONE)


@compiled
def trigger_results(g, t):
    """CR 5.9.2.1: all outcomes are applied at once, and powers that watch for them see them then. The game is won
    before any of their effects resolves (1.3.2): that needs no more than that all battles are completed.
    """
    if t.watched & RESULTS == 0:
        return
    triggers.begin_moment(g)
    for area in range(g.n_areas):
        for player in range(PLAYERS):
            character = int(g.field[player, area])
            if character == NONE or g.outcome[area] == Outcome.NO_RESULT:
                continue
            if g.outcome[area] == Outcome.TIE:
                trigger_of(g, t, Watch.TIES.value, character, NONE)
            elif g.outcome[area] == player:
                trigger_of(g, t, Watch.WINS.value, character, NONE)
            else:
                trigger_of(g, t, Watch.LOSES.value, character, NONE)
