"""How likely a player is to have played as was seen with the cards that a world gives it: Round by Round backwards.

A copy of the world is brought back through level-ups, sets and draws to the opening hand. The planner's networks say
how likely the player would have set what it set, passed where it leveled up no more, given up what it gave up and kept
the hand. Which of its cards came last is drawn at random; what else is not recorded (who led, in which Round a stack
grew) is taken as likeliest. Nothing of it looks at what the viewer holds: the player could not see that either.

That a player leveled up, redrew or set no scene was tried as well: chances came no nearer to 50 % in mirrors.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.arithmetic import count_bits, exp, log
from ucgsim.engine.core.chance import below
from ucgsim.engine.core.constants import NONE, OPTIONS, SEATS, STARTING_HAND, Decision, Option, Outcome, Phase, Stream
from ucgsim.engine.core.decisions import placed
from ucgsim.engine.core.record import copy_game
from ucgsim.engine.field.stacks import is_character_card, may_be_set, may_level_up_with
from ucgsim.engine.field.zones import add_to_hand, owner_of
from ucgsim.policies.planner import choices
from ucgsim.policies.planner.features import Net, rate_option, weigh_position
from ucgsim.policies.planner.networks import gain_of_redraw

LENIENCE = 0.01
"""By how much of a game an option must be rated higher than another to be e times as likely: the planner always takes
the best, but a hand that is brought back is not quite the hand that it was. Half and twice as much do as well."""
LEAST = -50.0
"""Logarithm below which no choice is less likely."""
LEAST_PASSING = -3.0
"""The same of passing: where a Round can end the game the planner seeks a line, whatever its networks say."""


@compiled
def likelihood(g, w, t, player):
    """How likely ``player`` would have played as was seen with the cards of world ``g``; ``w`` is overwritten.

    The stream of chance goes on in ``w``.
    """
    copy_game(w, g)
    w.player = player
    scenes = count_bits(int(g.scene_turns[player]))
    lost = gather_lost(g, w, t, player, scenes)
    more = max(held_once(g, player) + scenes + lost - STARTING_HAND - max(int(g.turn) - 1, 0), 0)
    result, scene = 0.0, 0
    for turn in range(int(g.turn), 0, -1):
        result += take_back_round(g, w, t, player, turn)
        if (int(g.scene_turns[player]) >> turn) & 1:
            if more > 0:  # drawn for it (CR 6.2)
                more -= 1
                draw_back(w, player, 1)
            if scene_set(g, t, player, scene) != NONE:
                add_to_hand(w, scene_set(g, t, player, scene))
            scene += 1
        if turn > 1:
            draw_back(w, player, 1)
            w.n_hand[1 - player] -= 1
            for _ in range(lost):
                if below(w, Stream.TABLE.value, turn - 1) == 0:
                    lost -= 1
                    result += of_giving_up(w, t, player, int(w.picks[lost]))
            for _ in range(more):
                if below(w, Stream.TABLE.value, turn - 1) == 0:
                    more -= 1
                    draw_back(w, player, 1)
    return exp(result + of_opening(g, w, t, player))


# What a player has had in hand


@compiled
def held_once(g, player):
    """How many cards in hand and on the field a player has had in hand."""
    total = int(g.n_hand[player])
    for area in range(g.n_areas):
        if g.field[player, area] != NONE:
            total += int(g.height[g.field[player, area]])
    return total


@compiled
def gather_lost(g, w, t, player, scenes):
    """Note in ``w.picks`` what has left the hand for elsewhere but scenes, as many cards as are missing: each a
    discarded character, the latest first, or a card of the deck that nobody knows; returns how many.
    """
    missing, n = min(STARTING_HAND + int(g.drawn[player]) - held_once(g, player) - scenes, SEATS), 0
    for place in range(g.n_discard[player] - 1, -1, -1):
        if n < missing and is_character_card(t, g.card[g.discard[player, place]]):
            w.picks[n] = g.discard[player, place]
            n += 1
    while n < missing:
        w.picks[n] = NONE
        n += 1
    return n


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
def take_from_deck(w, player):
    """A card of the deck, any of them, which leaves it; NONE where it is empty."""
    if w.n_deck[player] == 0:
        return NONE
    place, last = below(w, Stream.TABLE.value, int(w.n_deck[player])), int(w.n_deck[player]) - 1
    card = int(w.deck[player, place])
    w.deck[player, place] = w.deck[player, last]
    w.n_deck[player] = last
    return card


# One Round taken back


@compiled
def take_back_round(g, w, t, player, turn):
    """Bring the world back to where a player set its card in a Round; returns the logarithm of how likely it is that
    it sets this one and levels up no more than it did.
    """
    w.turn = turn
    w.lead = lead_of(g, turn)
    w.n_areas = min(int(w.n_areas), turn)
    w.phase = Phase.LEVEL_UP.value
    w.n_modifiers = 0
    if w.lead == player:
        take_back_level_ups(g, w, 1 - player, turn)
    turn_down(g, w, 1 - player, turn)
    turn_down(g, w, player, turn)
    is_done = turn < g.turn or g.phase > Phase.LEVEL_UP or (g.phase == Phase.LEVEL_UP and g.lead == player)
    result = of_passing(g, w, t, player, turn) if is_done else 0.0
    take_back_level_ups(g, w, 1 - player, turn)
    take_back_level_ups(g, w, player, turn)
    return result + take_back_set(w, t, player, turn)


@compiled
def take_back_set(w, t, player, turn):
    """Take back what both players set in a Round; returns the logarithm of how likely one would have set that."""
    if w.n_areas < turn:
        return 0.0
    w.phase = Phase.SET.value
    result, character = 0.0, int(w.field[player, turn - 1])
    if character != NONE:
        card = int(w.top[character])
        w.field[player, turn - 1] = NONE
        w.top[character] = NONE
        add_to_hand(w, card)
        if w.lead == player:
            w.n_areas = turn - 1
        if may_be_set(t, int(w.card[card])):
            result = of_setting(w, t, player, turn, card)
    w.n_areas = turn - 1
    w.n_hand[1 - player] += 1
    return result


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
def round_of_top(g, area, character, height):
    """Round in which the top card was laid when a stack was of a height; ``g``: the game as it is now."""
    if height <= 1:
        return area + 1
    last = max(int(g.leveled[character]), area + 1)
    return last if height >= g.height[character] else min(area + height - 1, last)


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
            add_to_hand(w, card)


# How likely a choice is: by how much the networks rate others higher


@compiled
def of_passing(g, w, t, player, turn):
    """Logarithm of the chance that a player levels up no more in a Round."""
    list_level_ups(g, w, t, player, turn)
    if w.n_options == 1:
        return 0.0
    choices.read_level_ups(w, t)
    weigh_position(t.learned, Net.LEVEL_UP.value)
    pick, last = choices.pick_of_beginner(w, t), int(w.n_options) - 1
    choices.see_level_up(w, t, last, pick)
    base, total = rate_option(t.learned, Net.LEVEL_UP.value), 1.0
    for i in range(last):
        choices.see_level_up(w, t, i, pick)
        total += as_likely(rate_option(t.learned, Net.LEVEL_UP.value) - base)
    return max(-log(total), LEAST_PASSING)


@compiled
def list_level_ups(g, w, t, player, turn):
    """List the level-ups that a player might still have made in a Round, and to pass as the last option."""
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
            fits = row != previous and may_level_up_with(w, t, row, w.top[character])
            if fits and w.n_options < OPTIONS - 1:
                w.options[w.n_options] = placed(area, int(w.hand[player, place]))
                w.n_options += 1
            previous = row
    w.options[w.n_options] = Option.DECLINE.value
    w.n_options += 1


@compiled
def of_setting(w, t, player, turn, card):
    """Logarithm of the chance that a player sets a card, which is in hand again."""
    w.kind = Decision.SET.value
    w.new_area = turn - 1
    choices.read_sets(w, t)
    weigh_position(t.learned, Net.SET.value)
    choices.see_set(w, t, player, placed(turn - 1, card))
    base, total, previous = rate_option(t.learned, Net.SET.value), 1.0, int(w.card[card])
    for place in range(w.n_hand[player]):
        other = int(w.hand[player, place])
        row = int(w.card[other])
        if row != previous and row != w.card[card] and may_be_set(t, row):
            choices.see_set(w, t, player, placed(turn - 1, other))
            total += as_likely(rate_option(t.learned, Net.SET.value) - base)
        previous = row
    return -log(total)


@compiled
def of_giving_up(w, t, player, card):
    """Take a card that was given up back into the hand, one of the deck for NONE; returns the logarithm of the chance
    that it is given up.
    """
    card = take_from_deck(w, player) if card == NONE else card
    if card == NONE:
        return 0.0
    add_to_hand(w, card)
    w.phase = Phase.ACTIVATE.value
    choices.read_cards(w, t)
    weigh_position(t.learned, Net.GIVE.value)
    choices.see_option(w, t, player, card)
    base, total, previous = rate_option(t.learned, Net.GIVE.value), 1.0, int(w.card[card])
    for place in range(w.n_hand[player]):
        other = int(w.hand[player, place])
        row = int(w.card[other])
        if row != previous and row != w.card[card]:
            choices.see_option(w, t, player, other)
            total += as_likely(rate_option(t.learned, Net.GIVE.value) - base)
        previous = row
    return -log(total)


@compiled
def of_opening(g, w, t, player):
    """Logarithm of the chance that the player keeps the opening hand, where it has; one for another says nothing."""
    has_chosen = g.phase > Phase.REDRAW or (g.phase == Phase.REDRAW and g.lead == player)
    if not has_chosen or w.redrawn[player] or w.n_hand[player] != STARTING_HAND:
        return 0.0
    w.lead = w.first_lead
    return -log(1.0 + as_likely(gain_of_redraw(w, t)))


@compiled
def as_likely(better):
    """How many times as likely an option is than one that is rated lower by ``better``."""
    return exp(min(better / LENIENCE, -LEAST))
