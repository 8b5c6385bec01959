"""How likely a player is to have played as was seen with the cards that a world gives it: Round by Round backwards.

A copy of the world is brought back through sets, level-ups and draws to the opening hand. Which of the cards came last
is drawn at random; what else is not recorded (who led, in which Round a stack grew) is taken as likeliest.
"""

from __future__ import annotations

import math

from ucgsim.engine.compiling.compiled import compiled, copy_record
from ucgsim.engine.core.arithmetic import count_bits
from ucgsim.engine.core.chance import below
from ucgsim.engine.core.constants import NONE, STARTING_HAND, Decision, Option, Outcome, Phase, Stream
from ucgsim.engine.core.decisions import area_part, card_part, placed
from ucgsim.engine.field.stacks import is_character_card, may_be_set, may_level_up_with
from ucgsim.engine.field.zones import owner_of
from ucgsim.policies.planner.choices import (
    pick_of_beginner,
    read_cards,
    read_level_ups,
    read_sets,
    see_level_up,
    see_option,
    see_set,
)
from ucgsim.policies.planner.features import Net, rate_option, weigh_position
from ucgsim.policies.planner.networks import gain_of_redraw


@compiled
def put_in_hand(g, player, card):
    """Add a card to a hand, which is sorted by row."""
    hand, place = g.hand[player], int(g.n_hand[player])
    while place > 0 and g.card[hand[place - 1]] > g.card[card]:
        hand[place] = hand[place - 1]
        place -= 1
    hand[place] = card
    g.n_hand[player] += 1


@compiled
def round_of_top(g, area, character, height):
    """Round in which the top card was laid when a stack was of a height; ``g``: the game as it is now."""
    if height <= 1:
        return area + 1
    last = max(int(g.leveled[character]), area + 1)
    return last if height >= g.height[character] else min(area + height - 1, last)


@compiled
def take_back_level_ups(g, w, player, turn):
    """Take back into the hand what a player leveled up in a Round."""
    for area in range(w.n_areas):
        character = int(w.field[player, area])
        while (
            character != NONE
            and w.height[character] > 1
            and round_of_top(g, area, character, int(w.height[character])) >= turn
        ):
            card = int(w.top[character])
            w.top[character] = w.link[card]
            w.height[character] -= 1
            w.hidden[character] = max(int(w.hidden[character]) - 1, 0)
            put_in_hand(w, player, card)


@compiled
def turn_down(g, w, player, turn):
    """Turn down what a player laid in a Round, as it was before all cards were turned up."""
    for area in range(w.n_areas):
        character = int(w.field[player, area])
        if character != NONE:
            height = int(w.height[character])
            laid = 0
            while laid < height and round_of_top(g, area, character, height - laid) >= turn:
                laid += 1
            w.hidden[character] = laid


@compiled
def list_passed(g, w, t, player, turn):
    """List the level-ups that a player might still have made in a Round."""
    w.kind = Decision.LEVEL_UP.value
    w.n_options = 0
    for area in range(w.n_areas):
        character = int(w.field[player, area])
        if character == NONE:
            continue
        height = int(w.height[character])
        if height > 1 and round_of_top(g, area, character, height) >= turn:
            continue
        previous = NONE
        for place in range(w.n_hand[player]):
            row = int(w.card[w.hand[player, place]])
            if row != previous and may_level_up_with(w, t, row, w.top[character]):
                w.options[w.n_options] = placed(area, int(w.hand[player, place]))
                w.n_options += 1
            previous = row
    w.options[w.n_options] = Option.DECLINE.value
    w.n_options += 1


@compiled
def of_passing(g, w, t, player, turn, heat):
    """Logarithm of the chance that a player passes."""
    list_passed(g, w, t, player, turn)
    return of_level_up(w, t, int(w.n_options) - 1, heat)


@compiled
def of_level_up(w, t, taken, heat):
    """Logarithm of the chance of one of the options that were listed."""
    if w.n_options == 1:
        return 0.0
    read_level_ups(w, t)
    weigh_position(t.learned, Net.LEVEL_UP.value)
    pick = pick_of_beginner(w, t)
    see_level_up(w, t, taken, pick)
    base, total = rate_option(t.learned, Net.LEVEL_UP.value), 1.0
    for i in range(w.n_options):
        if i != taken:
            see_level_up(w, t, i, pick)
            total += math.exp(min((rate_option(t.learned, Net.LEVEL_UP.value) - base) / heat, 50.0))
    return -math.log(total)


@compiled
def of_leveling(g, w, t, player, turn, heat):
    """Take back what a player leveled up in a Round; returns the logarithm of the chance that it did so."""
    result = 0.0
    for area in range(w.n_areas - 1, -1, -1):
        character = int(w.field[player, area])
        height = int(w.height[character]) if character != NONE else 0
        if height > 1 and round_of_top(g, area, character, height) >= turn:
            card = int(w.top[character])
            w.top[character] = w.link[card]
            w.height[character] -= 1
            w.hidden[character] = max(int(w.hidden[character]) - 1, 0)
            put_in_hand(w, player, card)
            list_passed(g, w, t, player, turn)
            for i in range(w.n_options - 1):
                option = int(w.options[i])
                if area_part(option) == area and w.card[card_part(option)] == w.card[card]:
                    result += of_level_up(w, t, i, heat)
    return result


@compiled
def of_setting(w, t, player, turn, card, heat):
    """Logarithm of the chance that a player sets a card, which is in hand again."""
    w.kind = Decision.SET.value
    w.new_area = turn - 1
    read_sets(w, t)
    weigh_position(t.learned, Net.SET.value)
    see_set(w, t, player, placed(turn - 1, card))
    base, total, previous = rate_option(t.learned, Net.SET.value), 1.0, int(w.card[card])
    for place in range(w.n_hand[player]):
        other = int(w.hand[player, place])
        row = int(w.card[other])
        if row != previous and row != w.card[card] and may_be_set(t, row):
            see_set(w, t, player, placed(turn - 1, other))
            total += math.exp(min((rate_option(t.learned, Net.SET.value) - base) / heat, 50.0))
        previous = row
    return -math.log(total)


@compiled
def lead_of(g, turn):
    """Who led a Round: the winner of the newest battle before it, by how that was judged last."""
    if turn >= g.turn:
        return int(g.lead)
    if turn == 1:
        return int(g.first_lead)
    outcome = int(g.outcome[turn - 2])
    return outcome if outcome <= Outcome.B else int(g.lead)


@compiled
def draw_back(w, player, count):
    """Put cards of the hand, any of them, back into the deck from which they were drawn."""
    for _ in range(min(count, int(w.n_hand[player]))):
        place = below(w, Stream.TABLE.value, int(w.n_hand[player]))
        w.deck[player, w.n_deck[player]] = w.hand[player, place]
        w.n_deck[player] += 1
        w.n_hand[player] -= 1
        for i in range(place, w.n_hand[player]):
            w.hand[player, i] = w.hand[player, i + 1]


@compiled
def has_redrawn_or_not(g, player):
    """Whether a player's choice about the opening hand is made."""
    return g.phase > Phase.REDRAW or (g.phase == Phase.REDRAW and g.lead == player)


@compiled
def of_opening(w, t, player, heat, flags):
    """Logarithm of the chance that the player keeps the opening hand, or has given another one back."""
    if w.n_hand[player] != STARTING_HAND or w.n_deck[player] < STARTING_HAND:
        return 0.0
    sign = 1.0
    if w.redrawn[player]:
        if flags & 16 == 0:
            return 0.0
        sign = -1.0
        for place in range(STARTING_HAND):
            k = below(w, Stream.TABLE.value, int(w.n_deck[player]) - place) + place
            card = w.deck[player, k]
            w.deck[player, k] = w.deck[player, place]
            w.deck[player, place] = card
        w.n_hand[player] = 0
        for place in range(STARTING_HAND):
            put_in_hand(w, player, int(w.deck[player, place]))
    elif flags & 1 == 0:
        return 0.0
    return -math.log(1.0 + math.exp(min(sign * gain_of_redraw(w, t) / heat, 50.0)))


@compiled
def held_once(g, player):
    """How many cards in hand and on the field a player has had in hand."""
    total = int(g.n_hand[player])
    for area in range(g.n_areas):
        if g.field[player, area] != NONE:
            total += int(g.height[g.field[player, area]])
    return total


@compiled
def scene_set(g, t, player, number):
    """One of the scenes that a player has set, the latest first; NONE where there are fewer."""
    if g.scene != NONE and owner_of(g.scene) == player:
        if number == 0:
            return int(g.scene)
        number -= 1
    for place in range(g.n_discard[player] - 1, -1, -1):
        if not is_character_card(t, g.card[g.discard[player, place]]):
            if number == 0:
                return int(g.discard[player, place])
            number -= 1
    return NONE


@compiled
def may_have_set_scene(g, w, t, player, turn):
    """Whether the hand holds a scene that could have been set in a Round, by the scene that lies there now."""
    for place in range(w.n_hand[player]):
        row = int(w.card[w.hand[player, place]])
        when = int(t.cards[row].scene_round)
        if when != NONE and when < turn and (g.scene == NONE or when >= t.cards[g.card[g.scene]].scene_round):
            return True
    return False


@compiled
def gather_lost(g, w, t, player, scenes, flags):
    """Note in ``w.picks`` what has left the hand for elsewhere but scenes, as many cards as are missing: each a
    discarded character, the latest first, or a card of the deck that nobody knows; returns how many.
    """
    missing, n = STARTING_HAND + int(g.drawn[player]) - held_once(g, player) - scenes, 0
    for place in range(g.n_discard[player] - 1, -1, -1):
        card = int(g.discard[player, place])
        if n < missing and is_character_card(t, g.card[card]):
            w.picks[n] = card if flags & 256 == 0 or below(w, Stream.TABLE.value, 2) == 0 else NONE
            n += 1
    while n < missing:
        w.picks[n] = NONE
        n += 1
    return max(n, 0)


@compiled
def of_giving(w, t, player, card, heat):
    """Logarithm of the chance that a player gives up a card, which is in hand again."""
    w.phase = Phase.ACTIVATE.value
    read_cards(w, t)
    weigh_position(t.learned, Net.GIVE.value)
    see_option(w, t, player, card)
    base, total, previous = rate_option(t.learned, Net.GIVE.value), 1.0, int(w.card[card])
    for place in range(w.n_hand[player]):
        other = int(w.hand[player, place])
        row = int(w.card[other])
        if row != previous and row != w.card[card]:
            see_option(w, t, player, other)
            total += math.exp(min((rate_option(t.learned, Net.GIVE.value) - base) / heat, 50.0))
        previous = row
    return -math.log(total)


@compiled
def give_back(w, t, player, card, heat, flags):
    """Take a card back into the hand that was given up, one of the deck for NONE."""
    if card == NONE:
        if w.n_deck[player] == 0:
            return 0.0
        place, last = below(w, Stream.TABLE.value, int(w.n_deck[player])), int(w.n_deck[player]) - 1
        card = int(w.deck[player, place])
        w.deck[player, place] = w.deck[player, last]
        w.n_deck[player] = last
    put_in_hand(w, player, card)
    return of_giving(w, t, player, card, heat) if flags & 32 else 0.0


@compiled
def likelihood(g, w, t, player, heat, flags):
    """How likely ``player`` would have played as was seen with the cards of world ``g``; ``w`` is overwritten."""
    copy_record(w, g)
    w.player = player
    viewer, result, turn = 1 - player, 0.0, int(g.turn)
    scenes, scene = count_bits(int(g.scene_turns[player])), 0
    lost = gather_lost(g, w, t, player, scenes, flags)
    more = max(held_once(g, player) + scenes + lost - STARTING_HAND - max(int(g.turn) - 1, 0), 0)
    while turn >= 1:
        w.turn = turn
        w.lead = lead_of(g, turn)
        w.n_areas = min(int(w.n_areas), turn)
        w.phase = Phase.LEVEL_UP.value
        if w.lead == player:
            take_back_level_ups(g, w, viewer, turn)
        turn_down(g, w, viewer, turn)
        turn_down(g, w, player, turn)
        passed = turn < g.turn or g.phase > Phase.LEVEL_UP or (g.phase == Phase.LEVEL_UP and g.lead == player)
        if passed and flags & 8:
            result += of_passing(g, w, t, player, turn, heat)
        take_back_level_ups(g, w, viewer, turn)
        if flags & 64:
            result += of_leveling(g, w, t, player, turn, heat)
        take_back_level_ups(g, w, player, turn)
        w.phase = Phase.SET.value
        if w.n_areas >= turn:
            if w.field[player, turn - 1] != NONE:
                character = int(w.field[player, turn - 1])
                card = int(w.top[character])
                w.field[player, turn - 1] = NONE
                w.top[character] = NONE
                put_in_hand(w, player, card)
                if w.lead == player:
                    w.n_areas = turn - 1
                if flags & (2 if turn == g.turn else 4) and may_be_set(t, int(w.card[card])):
                    result += of_setting(w, t, player, turn, card, heat)
            w.n_areas = turn - 1
            w.n_hand[viewer] += 1
        w.n_modifiers = 0
        if (int(g.scene_turns[player]) >> turn) & 1:
            if more > 0:
                more -= 1
                draw_back(w, player, 1)
            if scene_set(g, t, player, scene) != NONE:
                put_in_hand(w, player, scene_set(g, t, player, scene))
            scene += 1
        elif flags & 128 and w.lead == player and (turn < g.turn or g.phase > Phase.SCENE):
            if may_have_set_scene(g, w, t, player, turn):
                result -= 3.0
        if turn > 1:
            draw_back(w, player, 1)
            w.n_hand[viewer] -= 1
            for _ in range(lost):
                if below(w, Stream.TABLE.value, turn - 1) == 0:
                    lost -= 1
                    result += give_back(w, t, player, int(w.picks[lost]), heat, flags)
            for _ in range(more):
                if below(w, Stream.TABLE.value, turn - 1) == 0:
                    more -= 1
                    draw_back(w, player, 1)
        turn -= 1
    if has_redrawn_or_not(g, player):
        w.lead = w.first_lead
        result += of_opening(w, t, player, heat, flags)
    return math.exp(result)
