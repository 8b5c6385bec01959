"""Triggered and payment powers: what waits, in which order it resolves, which may be used (CR 5.8, 9, 10).

and for the rest of that effect it has that name alone (CR 11.21.2).

Nobody is asked. A choice stays open as long as it makes no difference: a card that is picked has the names under which
it may be picked, and where a condition or an amount depends on a name, those under which it holds or is largest.
"""

from __future__ import annotations

from enum import IntEnum

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import Ban, Cause, Modifier, PowerCode, Watch
from ucgsim.engine.bp import inquire
from ucgsim.engine.core.arithmetic import copy_cells
from ucgsim.engine.core.constants import NAMES, NONE, PLAYERS, SEATS, Decision, Event, Fault, Option, Phase
from ucgsim.engine.core.decisions import ask, fail, note, offer, offer_once, withdraw
from ucgsim.engine.core.record import CHARACTER_SETS, FRAMES, GROUPS, NUMBERS, WAITING
from ucgsim.engine.expressions.evaluate import is_active, is_negated
from ucgsim.engine.expressions.frames import Column, Number, clear_characters, clear_group
from ucgsim.engine.field.memory import Memory, remember, seat_fits
from ucgsim.engine.field.modifiers import has, is_banned
from ucgsim.engine.field.stacks import ALL_NAMES, names_now, state_of_height, topmost_face_up
from ucgsim.engine.field.zones import owner_of


@compiled
def names_that_serve(g, t, f, expression, card, subject):
    """Bits of the names of a card under which an expression gives most, whatever its sign; others stay as they are."""
    me, you = int(g.frame[f, Column.CHARACTER]), int(g.frame[f, Column.PLAYER])
    before = int(g.frame_names[f, card])
    allowed, best, serving = names_now(g, t, f, card), 0, 0
    for i in range(NAMES):
        if (allowed >> i) & 1 and t.cards[g.card[card]].character[i] != NONE:
            g.frame_names[f, card] = 1 << i
            number = abs(int(inquire(g, t, expression, f, me, you, subject)))
            if number > best:
                best, serving = number, 0
            if number == best:
                serving |= 1 << i
    g.frame_names[f, card] = before
    return serving


@compiled
def name_picked(g, t, f, expression, card):
    """A card is picked by a filter (NONE: no filter): it has the names under which it fits."""
    if t.many_names and expression != NONE and t.cards[g.card[card]].character[1] != NONE:
        g.frame_names[f, card] = names_that_serve(g, t, f, expression, card, card)


@compiled
def name_asked(g, t, f, expression):
    """A condition or an amount is asked for: cards whose name makes a difference have the one that serves."""
    if t.many_names == 0:
        return
    character = int(g.frame[f, Column.CHARACTER])
    for player in range(PLAYERS):
        for k in range(g.n_cards[player]):
            card = player * SEATS + k
            if t.cards[g.card[card]].character[1] != NONE:
                g.frame_names[f, card] = names_that_serve(g, t, f, expression, card, character)


@compiled
def forget_names(g, t, f):
    """An effect begins: every card has all of its names."""
    if t.many_names:
        for card in range(PLAYERS * SEATS):
            g.frame_names[f, card] = ALL_NAMES


# Triggered powers: what events make wait, and in which order it resolves (CR 9.2, 10.1.3, 10.2).
#
# Effects that wait belong to batches. What the Open Phase turns up and what a set scene triggers is batch 1; what
# triggers while an effect of batch n resolves is batch n + 1 and resolves before the rest of batch n (CR 10.1.3.3).


GONE = -2
"""In the place of its character: the card left the field with it, and its power speaks of that."""
POWER_STRIDE = PLAYERS * SEATS
"""An option that names a power is its card plus this much for every power printed before it."""
USES = 4
"""Bits that count the uses of one power in a turn."""


class Waiting(IntEnum):
    """Columns of ``g.waiting``."""

    POWER = 0
    CARD = 1
    STAMP = 2
    CHARACTER = 3
    EVENT = 4
    BATCH = 5
    BY_EFFECT = 6


@compiled
def batch_now(g):
    """Batch of what triggers now."""
    if g.n_frames == 0:
        return 1
    return int(g.frame[g.n_frames - 1, Column.BATCH]) + 1


@compiled
def begin_moment(g):
    """What happens from here on does not happen at the same time as what came before (CR 9.2.1)."""
    g.n_before = g.n_waiting


@compiled
def queue(g, power, card, character, event, by_effect):
    """Let a triggered effect wait; a power triggers once for what happens at the same time (CR 9.2.1)."""
    batch = batch_now(g)
    for i in range(g.n_before, g.n_waiting):
        entry = g.waiting[i]
        same = entry[Waiting.POWER] == power and entry[Waiting.CARD] == card and entry[Waiting.BATCH] == batch
        if same and entry[Waiting.STAMP] == g.stamp[card]:
            return
    n = g.n_waiting
    if n >= WAITING:
        fail(g, Fault.TOO_MANY_WAITING)
        return
    g.waiting[n, Waiting.POWER] = power
    g.waiting[n, Waiting.CARD] = card
    g.waiting[n, Waiting.STAMP] = g.stamp[card]
    g.waiting[n, Waiting.CHARACTER] = character
    g.waiting[n, Waiting.EVENT] = event
    g.waiting[n, Waiting.BATCH] = batch
    g.waiting[n, Waiting.BY_EFFECT] = by_effect
    g.n_waiting = n + 1


@compiled
def watches(g, t, power, card, character):
    """CR 9.1.1, 9.2.1: whether a power of a card on the field is active, so that it can trigger."""
    return is_active(g, t, power, card, 0 if character == NONE else state_of_height(t, g.height[character]))


@compiled
def cause_fits(g, cause, frame, you):
    """Whether what happened in ``frame`` (NONE: by a rule) has a cause that is watched for, seen from ``you``."""
    if cause == Cause.ANY:
        return True
    if frame == NONE:
        return False
    if cause == Cause.EFFECT:
        return True
    if cause == Cause.YOUR_EFFECT or cause == Cause.THEIR_EFFECT:
        return (owner_of(g.frame[frame, Column.CARD]) == you) == (cause == Cause.YOUR_EFFECT)
    return (g.frame[frame, Column.PLAYER] == you) == (cause == Cause.YOU)


@compiled
def fits_way(g, entry, frame, origin, to, you):
    """Whether a power watches for what goes from one place (or phase) to another by this cause; NONE for no place."""
    if entry.watch_from != 0 and (origin == NONE or (entry.watch_from >> origin) & 1 == 0):
        return False
    if entry.watch_to != 0 and (to == NONE or (entry.watch_to >> to) & 1 == 0):
        return False
    return cause_fits(g, entry.watch_cause, frame, you)


@compiled
def queue_own(g, t, watch, card, character, frame, origin, to):
    """Powers of one card that watch for what happened to the card itself."""
    row = t.cards[g.card[card]]
    if (row.watched >> watch) & 1 == 0:
        return
    off_field = watch == Watch.THIS_MOVES
    for power in range(row.first_power, row.first_power + row.n_powers):
        entry = t.powers[power]
        active = entry.watch == watch and (off_field or watches(g, t, power, card, character))
        if active and fits_way(g, entry, frame, origin, to, owner_of(card)):
            queue(g, power, card, character, character, frame != NONE)


@compiled
def queue_watcher(g, t, watch, card, character, player, event, frame, origin, to):
    """Powers of one face-up card on the field that watch for what happens to ``event``, a character or a card."""
    row = t.cards[g.card[card]]
    if (row.watched >> watch) & 1 == 0:
        return
    for power in range(row.first_power, row.first_power + row.n_powers):
        entry = t.powers[power]
        if entry.watch != watch or not seat_fits(entry.watch_seats, owner_of(card), player):
            continue
        if watch == Watch.LEAVES and event == character:
            continue
        asks = entry.watch_filter != NONE and event != NONE
        fits = not asks or inquire(g, t, entry.watch_filter, NONE, character, owner_of(card), event) != 0
        if fits and watches(g, t, power, card, character) and fits_way(g, entry, frame, origin, to, owner_of(card)):
            stays = watch != Watch.CARD_MOVES and watch != Watch.LEAVES
            queue(g, power, card, character, event if stays else NONE, frame != NONE)


@compiled
def queue_watchers(g, t, watch, player, event, frame, origin, to):
    """Every card on the field whose power watches for an event of ``player`` (of character or card ``event``)."""
    if (t.watched >> watch) & 1 == 0:
        return
    for side in range(PLAYERS):
        for area in range(g.n_areas):
            character = g.field[side, area]
            if character != NONE:
                card = topmost_face_up(g, character)
                if card != NONE:
                    queue_watcher(g, t, watch, card, int(character), player, event, frame, origin, to)
    if g.scene != NONE:
        queue_watcher(g, t, watch, int(g.scene), NONE, player, event, frame, origin, to)


@compiled
def power_place(g, t, power, card):
    """Which of the printed powers of its card a power is, from 0."""
    return power - int(t.cards[g.card[card]].first_power)


@compiled
def uses(g, t, power, card):
    """How often a power of a card has been used this turn, or in this game (CR 9.4.2, RULINGS C2)."""
    counted = g.used_in_game[card] if t.powers[power].per_game else g.used[card]
    return (int(counted) >> (USES * power_place(g, t, power, card))) & ((1 << USES) - 1)


@compiled
def count_use(g, t, power, card):
    """Count one use of a power of a card."""
    if t.powers[power].limit > 0:
        one = 1 << (USES * power_place(g, t, power, card))
        if t.powers[power].per_game:
            g.used_in_game[card] += one
        else:
            g.used[card] += one


@compiled
def within_limit(g, t, power, card):
    """CR 9.4.2: whether the power may be used once more."""
    limit = t.powers[power].limit
    return limit == 0 or uses(g, t, power, card) < limit


@compiled
def is_silenced(g, character):
    """Whether what a character's entering play triggers can't be resolved, whoever runs it (CR 1.2.2, RULINGS F7)."""
    return has(g, character, Modifier.SILENT_ENTRY)


@compiled
def is_power_active(g, t, i):
    """CR 10.1.3.1, 11.13.2, 2.3.5.2: whether the power that created a waiting effect is active: on the same card
    (3.2.3), not covered, not negated, in a state that it names. What speaks of its own leaving needs none of that.
    """
    entry = g.waiting[i]
    power, card, character = int(entry[Waiting.POWER]), int(entry[Waiting.CARD]), int(entry[Waiting.CHARACTER])
    if entry[Waiting.STAMP] != g.stamp[card]:
        return False
    if t.powers[power].watch == Watch.THIS_MOVES or character == GONE:
        return True
    if character == NONE:
        return g.scene == card and is_active(g, t, power, card, 0)
    if g.top[character] == NONE or topmost_face_up(g, character) != card:
        return False
    return is_active(g, t, power, card, state_of_height(t, g.height[character]))


@compiled
def may_resolve(g, t, i):
    """CR 10.1.3.2: a waiting effect resolves only while the power that created it is active, and within its limit."""
    entry = g.waiting[i]
    power, character = int(entry[Waiting.POWER]), int(entry[Waiting.CHARACTER])
    if not within_limit(g, t, power, int(entry[Waiting.CARD])) or not is_power_active(g, t, i):
        return False
    return t.powers[power].watch != Watch.THIS_ENTERS or character < 0 or not is_silenced(g, character)


@compiled
def drop_inactive(g, t):
    """CR 10.1.3.2, 10.2.1: a power must have been active ever since it triggered, so what waits for one that is not
    active at this moment is lost, even if it should be active again as its turn comes.
    """
    kept = 0
    for i in range(g.n_waiting):
        if is_power_active(g, t, i):
            if kept < i:
                copy_cells(g.waiting[kept], g.waiting[i])
            kept += 1
    g.n_waiting = kept
    begin_moment(g)


@compiled
def newest_batch(g):
    """Highest batch among what waits."""
    batch = 0
    for i in range(g.n_waiting):
        batch = max(batch, int(g.waiting[i, Waiting.BATCH]))
    return batch


@compiled
def waits_for(g, batch, player):
    """Whether anything of a batch waits for a player."""
    for i in range(g.n_waiting):
        if g.waiting[i, Waiting.BATCH] == batch and owner_of(g.waiting[i, Waiting.CARD]) == player:
            return True
    return False


@compiled
def next_to_resolve(g, batch):
    """CR 5.7.2, 5.7.3, 10.1.3.4: whose effects of a batch come now: the step's player for what was turned up,
    else the Lead Player and then the Next. NONE when nobody's.
    """
    if batch == 1 and g.phase == Phase.OPEN:
        player = g.lead if g.step == 1 else 1 - g.lead
        return player if waits_for(g, batch, player) else NONE
    if waits_for(g, batch, g.lead):
        return int(g.lead)
    return 1 - g.lead if waits_for(g, batch, 1 - g.lead) else NONE


@compiled
def drop_waiting(g, batch, player):
    """Forget what can no longer resolve."""
    kept = 0
    for i in range(g.n_waiting):
        gone = g.waiting[i, Waiting.BATCH] == batch and owner_of(g.waiting[i, Waiting.CARD]) == player
        if not gone:
            copy_cells(g.waiting[kept], g.waiting[i])
            kept += 1
    g.n_waiting = kept


@compiled
def list_waiting(g, t, batch, player):
    """Ask which waiting effect resolves next (CR 10.1.3.2); drops those of the player if none may."""
    ask(g, Decision.RESOLVE, player)
    for i in range(g.n_waiting):
        card = int(g.waiting[i, Waiting.CARD])
        if g.waiting[i, Waiting.BATCH] == batch and owner_of(card) == player and may_resolve(g, t, i):
            offer_once(g, card + POWER_STRIDE * power_place(g, t, int(g.waiting[i, Waiting.POWER]), card))
    if g.n_options == 0:
        g.kind = Decision.NOTHING
        drop_waiting(g, batch, player)


@compiled
def resolve_waiting(g, t):
    """Go on with what waits; whether there was anything to do now."""
    batch = newest_batch(g)
    if batch == 0:
        return False
    player = next_to_resolve(g, batch)
    if player == NONE:
        return False
    list_waiting(g, t, batch, player)
    return True


@compiled
def start_waiting(g, t, option):
    """Begin to resolve the waiting effect that an option of ``list_waiting`` names."""
    card, place = option % POWER_STRIDE, option // POWER_STRIDE
    power = int(t.cards[g.card[card]].first_power) + place
    batch = newest_batch(g)
    for i in range(g.n_waiting):
        entry = g.waiting[i]
        named = entry[Waiting.POWER] == power and entry[Waiting.CARD] == card and entry[Waiting.BATCH] == batch
        if named and may_resolve(g, t, i):
            character, event, by_effect = int(entry[3]), int(entry[4]), int(entry[6])
            for later in range(i, g.n_waiting - 1):
                copy_cells(g.waiting[later], g.waiting[later + 1])
            g.n_waiting -= 1
            count_use(g, t, power, card)
            push_frame(g, t, power, card, max(character, NONE), int(t.powers[power].start), batch)
            g.frame[g.n_frames - 1, Column.EVENT] = event
            g.frame[g.n_frames - 1, Column.BY_EFFECT] = by_effect
            return


@compiled
def push_frame(g, t, power, card, character, step, batch):
    """Begin to run a power of a card from a step; its memory is empty."""
    f = g.n_frames
    if f >= FRAMES:
        fail(g, Fault.TOO_DEEP)
        return
    g.n_frames = f + 1
    g.frame[f, :] = 0
    g.frame[f, Column.POWER] = power
    g.frame[f, Column.CARD] = card
    g.frame[f, Column.STAMP] = g.stamp[card]
    g.frame[f, Column.CHARACTER] = character
    g.frame[f, Column.PLAYER] = owner_of(card)
    g.frame[f, Column.STEP] = step
    g.frame[f, Column.EVENT] = NONE
    g.frame[f, Column.AREA] = NONE
    g.frame[f, Column.BATCH] = batch
    for group in range(GROUPS):
        clear_group(g, f, group)
    for which in range(CHARACTER_SETS):
        clear_characters(g, f, which)
    for number in range(NUMBERS):
        g.frame_number[f, number] = 0
    g.frame_number[f, Number.PICKED] = NONE
    forget_names(g, t, f)
    note(t, Event.EFFECT, owner_of(card), g.card[card], power_place(g, t, power, card), 0)


# Payment powers: which may be used, and using one (CR 5.8, 9.4).


@compiled
def may_use(g, t, power, card, character, player, ignoring):
    """CR 9.4: whether a payment power may be used: active, within its limit, conditions met, cost payable."""
    entry = t.powers[power]
    if entry.kind != PowerCode.PAYMENT or is_banned(g, player, Ban.ACTIVATE):  # CR 1.2.2
        return False
    state = 0 if character == NONE else state_of_height(t, g.height[character])
    if is_negated(g, t, power, card):
        return False
    if not ignoring and not (is_active(g, t, power, card, state) and within_limit(g, t, power, card)):
        return False
    if entry.condition != NONE and inquire(g, t, entry.condition, NONE, character, player, character) == 0:
        return False
    return entry.payable == NONE or inquire(g, t, entry.payable, NONE, character, player, character) != 0


@compiled
def list_powers_of(g, t, card, character, player, ignoring):
    """Offer the payment powers of one card."""
    row = t.cards[g.card[card]]
    if row.has_payments == 0:
        return
    for power in range(row.first_power, row.first_power + row.n_powers):
        if may_use(g, t, power, card, character, player, ignoring):
            offer(g, card + POWER_STRIDE * (power - row.first_power))


@compiled
def list_payments(g, t, player):
    """Ask which payment power a player uses (CR 5.8.2.1); nothing is asked where there is none."""
    if t.has_payments == 0:
        return
    ask(g, Decision.ACTIVATE, player)
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE:
            card = topmost_face_up(g, character)
            if card != NONE:
                list_powers_of(g, t, card, int(character), player, 0)
    if g.scene != NONE and owner_of(g.scene) == player:  # CR 6.3.3
        list_powers_of(g, t, int(g.scene), NONE, player, 0)
    if g.n_options == 0:
        withdraw(g)
    else:
        offer(g, Option.DECLINE.value)


@compiled
def character_of_top(g, card):
    """The character whose top card a card is, NONE for a scene."""
    player = owner_of(card)
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and g.top[character] == card:
            return int(character)
    return NONE


@compiled
def use_power(g, t, option, by_rule, batch):
    """Use a payment power: its cost, then its effect (CR 9.4.1)."""
    card, place = option % POWER_STRIDE, option // POWER_STRIDE
    power = int(t.cards[g.card[card]].first_power) + place
    character = character_of_top(g, card)
    if by_rule:
        count_use(g, t, power, card)
    if character != NONE:
        state = state_of_height(t, g.height[character])
        remember(g, Memory.ACTIVATE_USED.value, owner_of(card), 1 << state, int(g.card[card]), NONE)
    push_frame(g, t, power, card, character, int(t.powers[power].start), batch)
    g.frame[g.n_frames - 1, Column.USED] = 1
