"""Which card to set, whether and where to level up, which card to take: what the planner sees, and its choice."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.effects.compile.opcodes import PowerCode, Purpose
from ucgsim.engine.core.arithmetic import copy_cells, count_bits, lowest_bit
from ucgsim.engine.core.constants import NONE, Decision, Grade, Option, Phase
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.expressions.frames import Column
from ucgsim.engine.field.stacks import conforms_on, facing, is_character_card, may_be_set, state_of_height
from ucgsim.engine.field.zones import owner_of
from ucgsim.policies.greedy import purpose_of_cards
from ucgsim.policies.insight import NEWEST_BONUS, raised_bp, single_bp, worth_in_hand
from ucgsim.policies.planner import kin, plans
from ucgsim.policies.planner.features import (
    Net,
    OfCard,
    OfLevel,
    OfRound,
    OfSet,
    Seen,
    clear,
    rate_option,
    weigh_position,
)
from ucgsim.policies.planner.position import BP, CLOSE, chance_against, clipped, extra_of, printed, read_position


@compiled
def choose_set(g, t):
    """The card that the network rates highest; the first of equals."""
    read_sets(g, t)
    weigh_position(t.learned, Net.SET.value)
    best, best_rate = 0, -1.0e9
    for i in range(g.n_options):
        see_set(g, t, int(g.player), int(g.options[i]))
        t.learned.plan_wins[i] = t.learned.option[OfRound.PLAN_WIN]
        rate = rate_option(t.learned, Net.SET.value)
        if rate > best_rate:
            best, best_rate = i, rate
    return best


@compiled
def read_sets(g, t):
    """Read the position, how its battles may go, the own deck, and the level-ups that the hand offers."""
    player = int(g.player)
    plans.read_lists(g, t)
    read_position(g, t, player)
    plans.read_odds(g, t, player)
    kin.count_deck(g, t, player)
    plans.read_raises(g, t, player)


@compiled
def see_set(g, t, player, option):
    """Put down what there is to see of setting a card; the position has been read."""
    m = t.learned
    row = int(g.card[card_part(option)])
    see_card(t, row)
    m.option[OfSet.OLD_AREA] = 0.0 if area_part(option) == g.new_area else 1.0
    follow = see_hand(g, t, player, row)
    if follow != NONE:
        see_third(g, t, player, follow)
    see_deck(t, row, follow)
    see_hosts(g, t, player, card_part(option))
    if area_part(option) >= g.n_areas or g.field[player, area_part(option)] == NONE:
        plans.see_round_of_set(g, t, player, int(card_part(option)), int(area_part(option)))


@compiled
def see_card(t, row):
    """Begin an option with what is printed on a card."""
    m = t.learned
    if m.is_printed[row] == 0:
        clear(m.option)
        read_card(t, row)
        kin.see_powers(m, t, row, OfSet.LINES_ACTIVE.value, Grade.SINGLE.value)
        copy_cells(m.printed[row], m.option)
        m.is_printed[row] = 1
    copy_cells(m.option, m.printed[row])
    single = m.option[OfSet.SINGLE]
    m.option[OfSet.BELOW_BEST] = m.position[Seen.BEST_SINGLE] - single
    m.option[OfSet.AGAINST_MEAN] = single - m.position[Seen.THEIR_BP]


@compiled
def read_card(t, row):
    """Put down level and BP of a card."""
    m = t.learned
    m.option[min(OfSet.LEVEL_1 + max(int(t.cards[row].level), 1) - 1, OfSet.HIGHER.value)] = 1.0
    m.option[OfSet.SINGLE] = single_bp(t, row) / BP
    m.option[OfSet.DOUBLE] = printed(t, row, Grade.DOUBLE.value)
    m.option[OfSet.TRIPLE] = printed(t, row, Grade.TRIPLE.value)
    m.option[OfSet.EXTRA] = extra_of(t, row)


@compiled
def see_hand(g, t, player, row):
    """Put down the cards in hand that go with a card of ``row``; returns the row of the best follow-up, or NONE."""
    m = t.learned
    kin.look_through_hand(g, t, player, row)
    m.option[OfSet.COPIES] = (count_bits(m.copies) - 1) / 2.0
    m.option[OfSet.SAME_NAME] = count_bits(m.akin) / 3.0
    if m.under != 0:
        m.option[OfSet.LOWER] = 1.0
        m.option[OfSet.LOWER_SINGLE] = best_single(t, m.under) / BP
    return see_follow_up(t, m.over) if m.over != 0 else NONE


@compiled
def best_single(t, bits):
    """The highest SINGLE BP of the cards in hand whose places are ``bits``."""
    best = 0
    while bits != 0:
        best = max(best, single_bp(t, t.learned.held[lowest_bit(bits)]))
        bits &= bits - 1
    return best


@compiled
def see_follow_up(t, bits):
    """Put down the best follow-up of those in hand, whose places are ``bits``; returns its row."""
    m = t.learned
    follow, best = NONE, -1
    m.option[OfSet.FOLLOWS] = 0.5 * count_bits(bits)
    while bits != 0:
        other = m.held[lowest_bit(bits)]
        if t.cards[other].bp[Grade.DOUBLE] > best:
            best, follow = int(t.cards[other].bp[Grade.DOUBLE]), other
        bits &= bits - 1
    if follow != NONE:
        m.option[OfSet.FOLLOWED] = 1.0
        m.option[OfSet.FOLLOW_DOUBLE] = max(best, 0) / BP
        m.option[OfSet.FOLLOW_STEP] = max(best, 0) / BP - m.option[OfSet.SINGLE]
    return follow


@compiled
def see_third(g, t, player, follow):
    """Put down the best card in hand that would lie on the follow-up, and what else the follow-up could level up."""
    m = t.learned
    bits, best = kin.above_in_hand(g, t, player, follow), -1
    m.option[OfSet.THIRD] = 1.0 if bits != 0 else 0.0
    while bits != 0:
        best = max(best, int(t.cards[m.held[lowest_bit(bits)]].bp[Grade.TRIPLE]))
        bits &= bits - 1
    if best >= 0:
        m.option[OfSet.THIRD_TRIPLE] = best / BP
        m.option[OfSet.THIRD_STEP] = best / BP - m.option[OfSet.FOLLOW_DOUBLE]
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and conforms_on(g, t, follow, g.top[character]):
            m.option[OfSet.LAST_FOLLOW] = 1.0


@compiled
def see_deck(t, row, follow):
    """Put down how many cards of the own deck go with a card of ``row``."""
    m = t.learned
    m.option[OfSet.DECK_FOLLOWS] = 0.125 * kin.left_above(m, row)
    m.option[OfSet.DECK_LOWER] = 0.125 * kin.left_below(m, row)
    if follow != NONE:
        m.option[OfSet.DECK_THIRDS] = 0.125 * kin.left_above(m, follow)


@compiled
def see_hosts(g, t, player, card):
    """Put down what the card could do as a level-up instead."""
    m = t.learned
    row = g.card[card]
    for area in range(g.n_areas):
        character = g.field[player, area]
        if character != NONE and conforms_on(g, t, row, g.top[character]):
            after = float(raised_bp(g, t, character, card))
            gain = chance_against(m, area, after) - m.chance[area]
            m.option[OfSet.HOSTS] += 0.5
            m.option[OfSet.HOST_GAIN] = max(m.option[OfSet.HOST_GAIN], gain)
            m.option[OfSet.HOST_STEP] = max(m.option[OfSet.HOST_STEP], (after - m.own[area]) / BP)


# Whether and where to level up: what the planner sees of each way, and the choice.


PATIENCE = 0.3
"""Battle that a beginner's level-up must gain at least, in wins."""
SURE = 0.97
"""Chance from which a Round is taken to be won or lost by what lies open. The Next levels up last (CR 5.6.2), so only
its plans are not answered: a plan that wins is then kept to, and what surely loses is not chosen while anything else is
open.
"""
SAME = 0.005
"""Chances that differ by less are the same."""


@compiled
def choose_level_up(g, t):
    """The level-up that the network rates highest, or to pass, among those that leave the Round open or win it."""
    read_level_ups(g, t)
    weigh_position(t.learned, Net.LEVEL_UP.value)
    pick = pick_of_beginner(g, t)
    m, most, least = t.learned, 0.0, 1.0
    for i in range(g.n_options):
        see_level_up(g, t, i, pick)
        m.rated[i] = rate_option(t.learned, Net.LEVEL_UP.value)
        m.plan_wins[i] = m.option[OfLevel.PLAN_WIN]
        m.plan_loses[i] = m.option[OfLevel.PLAN_LOSE]
        most = max(most, m.plan_wins[i])
        least = min(least, m.plan_loses[i])
    is_last_word = g.player != g.lead
    best, best_rate = 0, -1.0e9
    for i in range(g.n_options):
        misses = is_last_word and most >= SURE and m.plan_wins[i] < most - SAME
        loses = is_last_word and least <= SURE - SAME and m.plan_loses[i] >= SURE
        if not misses and not loses and m.rated[i] > best_rate:
            best, best_rate = i, m.rated[i]
    return best


@compiled
def read_level_ups(g, t):
    """Read the position, how its battles may go, and the BP that every level-up leads to."""
    player = int(g.player)
    plans.read_lists(g, t)
    read_position(g, t, player)
    plans.read_odds(g, t, player)
    kin.count_deck(g, t, player)
    m = t.learned
    m.win_before = m.win
    m.lose_before = m.lose
    for i in range(g.n_options):
        option = int(g.options[i])
        if option != Option.DECLINE:
            area, card = int(area_part(option)), int(card_part(option))
            m.after[i] = float(raised_bp(g, t, g.field[player, area], card))
            m.plan_odds[i] = plans.odds_in(g, t, player, area, card, m.after[i])


@compiled
def gain_at(g, t, i):
    """Battles gained on average by option ``i``."""
    m = t.learned
    area = area_part(int(g.options[i]))
    return chance_against(m, area, m.after[i]) - m.chance[area]


@compiled
def pick_of_beginner(g, t):
    """The level-up that gains most at once, or to pass where none gains enough."""
    m = t.learned
    best, best_gain = int(g.n_options) - 1, PATIENCE
    for i in range(g.n_options):
        if g.options[i] != Option.DECLINE:
            area = area_part(int(g.options[i]))
            gain = gain_at(g, t, i)
            if area == g.n_areas - 1:
                gain *= 1.0 + NEWEST_BONUS
            gain += (m.after[i] - m.own[area]) * 1.0e-6
            if gain > best_gain:
                best, best_gain = i, gain
    return best


@compiled
def see_level_up(g, t, i, pick):
    """Put down what there is to see of option ``i``; ``pick`` is the beginner's."""
    m = t.learned
    option = int(g.options[i])
    clear(m.option)
    m.option[OfLevel.GREEDY] = 1.0 if i == pick else 0.0
    if option == Option.DECLINE:
        m.option[OfLevel.PASS] = 1.0
        m.option[OfLevel.PLAN_WIN] = m.win_before
        m.option[OfLevel.PLAN_LOSE] = m.lose_before
        return
    see_battle(g, t, i, area_part(option))
    see_raised(g, t, int(g.player), area_part(option), int(g.card[card_part(option)]))
    see_round(g, t, i, area_part(option))
    plans.see_plans(g, t, i)
    see_other_uses(g, t, i)
    see_next_steps(g, t, int(g.player), int(g.card[card_part(option)]), m.after[i])


@compiled
def see_battle(g, t, i, area):
    """Put down what the level-up does to its battle."""
    m = t.learned
    before, after, theirs = m.own[area], m.after[i], m.theirs[area]
    gain = gain_at(g, t, i)
    m.option[OfLevel.BEFORE] = before / BP
    m.option[OfLevel.AFTER] = after / BP
    m.option[OfLevel.STEP] = (after - before) / BP
    m.option[OfLevel.THEIRS] = theirs / BP
    m.option[OfLevel.MARGIN_BEFORE] = clipped(before - theirs)
    m.option[OfLevel.MARGIN_AFTER] = clipped(after - theirs)
    m.option[OfLevel.CHANCE_BEFORE] = m.chance[area]
    m.option[OfLevel.CHANCE_AFTER] = m.chance[area] + gain
    m.option[OfLevel.GAIN] = gain
    if area == g.n_areas - 1:
        m.option[OfLevel.NEWEST] = 1.0
        m.option[OfLevel.GAIN_NEWEST] = gain
    if m.unsure[area]:
        m.option[OfLevel.UNCERTAIN] = 1.0
        return
    m.option[OfLevel.TURNS] = 1.0 if before <= theirs < after else 0.0
    m.option[OfLevel.ALREADY_AHEAD] = 1.0 if before > theirs else 0.0
    m.option[OfLevel.SHORT] = 1.0 if after <= theirs and after > theirs - CLOSE else 0.0


@compiled
def see_round(g, t, i, area):
    """Put down what the level-up makes of all battles together, and so of the game."""
    m = t.learned
    changed, elsewhere = plans.decide_raised(g, t, int(g.player), area, card_part(int(g.options[i])), m.plan_odds[i])
    m.option[OfLevel.WIN_AFTER] = m.win
    m.option[OfLevel.WIN_GAIN] = m.win - m.win_before
    m.option[OfLevel.LOSE_AFTER] = m.lose
    m.option[OfLevel.LOSE_LESS] = m.lose_before - m.lose
    m.option[OfLevel.ODDS_AFTER] = m.plan_odds[i]
    m.option[OfLevel.ODDS_GAIN] = m.plan_odds[i] - m.odds[area]
    m.option[OfLevel.ELSEWHERE] = changed
    m.option[OfLevel.ODDS_ELSEWHERE] = elsewhere


@compiled
def see_raised(g, t, player, area, row):
    """Put down the character as it would be, and the one opposite."""
    m = t.learned
    character = int(g.field[player, area])
    state = state_of_height(t, g.height[character] + 1)
    old = int(g.card[g.top[character]])
    m.option[OfLevel.TO_DOUBLE + min(max(state, 1), Grade.QUAD.value) - 1] = 1.0
    m.option[min(OfLevel.LEVEL_2 + max(int(t.cards[row].level), 2) - 2, OfLevel.HIGHER.value)] = 1.0
    m.option[OfLevel.LINES_LOST] = float(kin.active_powers(t, old, PowerCode.CONTINUOUS.value, max(state - 1, 0)))
    m.option[OfLevel.LINES_ACTIVE] = float(kin.active_powers(t, row, PowerCode.CONTINUOUS.value, state))
    m.option[OfLevel.TRIGGER_ACTIVE] = float(kin.active_powers(t, row, PowerCode.TRIGGERED.value, state))
    m.option[OfLevel.PAYMENT_ACTIVE] = float(kin.active_powers(t, row, PowerCode.PAYMENT.value, state))
    m.option[OfLevel.EXTRA] = extra_of(t, row)
    m.option[OfLevel.OWN_SET_NOW] = 1.0 if g.hidden[character] > 0 else 0.0
    other = facing(g, player, area)
    if other == NONE:
        m.option[OfLevel.FACING_NONE] = 1.0
    else:
        m.option[OfLevel.THEIR_HEIGHT] = g.height[other] / 3.0
        m.option[OfLevel.THEIR_FACE_DOWN] = 1.0 if g.hidden[other] > 0 and g.height[other] > 1 else 0.0


@compiled
def see_other_uses(g, t, i):
    """Put down what else the card could level up, and what else could level up the character."""
    m = t.learned
    area, row = area_part(int(g.options[i])), int(g.card[card_part(int(g.options[i]))])
    for j in range(g.n_options):
        if j == i or g.options[j] == Option.DECLINE:
            continue
        other = int(g.options[j])
        if area_part(other) == area:
            m.option[OfLevel.ALTERNATIVES] += 0.5
            m.option[OfLevel.BETTER_STEP] = max(m.option[OfLevel.BETTER_STEP], (m.after[j] - m.after[i]) / BP)
        elif g.card[card_part(other)] == row:
            m.option[OfLevel.OTHER_HOSTS] += 0.5
            m.option[OfLevel.OTHER_GAIN] = max(m.option[OfLevel.OTHER_GAIN], gain_at(g, t, j))


@compiled
def see_next_steps(g, t, player, row, after):
    """Put down what the card would do in hand, and what could follow it."""
    m = t.learned
    if may_be_set(t, row):
        m.option[OfLevel.SETTABLE] = 1.0
        m.option[OfLevel.SINGLE] = single_bp(t, row) / BP
        m.option[OfLevel.LAST_SETTABLE] = m.position[Seen.LAST_SETTABLE]
    kin.look_through_hand(g, t, player, row)
    bits = m.over
    m.option[OfLevel.COPIES] = (count_bits(m.copies) - 1) / 2.0
    m.option[OfLevel.FOLLOWED] = 1.0 if bits != 0 else 0.0
    m.option[OfLevel.LOWER] = 1.0 if m.under != 0 else 0.0
    while bits != 0:
        step = (int(t.cards[m.held[lowest_bit(bits)]].bp[Grade.TRIPLE]) - after) / BP
        m.option[OfLevel.FOLLOW_STEP] = max(m.option[OfLevel.FOLLOW_STEP], step)
        bits &= bits - 1
    m.option[OfLevel.DECK_FOLLOWS] = 0.125 * kin.left_above(m, row)


# Which card to take by an effect, and which to give up: what the planner sees of each, and the choice.


@compiled
def net_for_cards(g, t):
    """The network that rates the cards on offer, NONE where it is not known what they are for."""
    f = int(g.n_frames) - 1
    if g.kind != Decision.CARD or f < 0:
        return NONE
    purpose = purpose_of_cards(t, int(g.frame[f, Column.STEP]))
    if purpose == Purpose.GAIN:
        return Net.TAKE.value
    return Net.GIVE.value if purpose == Purpose.GIVE_UP else NONE


@compiled
def choose_card(g, t, net):
    """The card that the network rates highest, or none where that is rated higher; the first of equals."""
    read_cards(g, t)
    weigh_position(t.learned, net)
    best, best_rate = 0, -1.0e9
    for i in range(g.n_options):
        see_option(g, t, int(g.player), int(g.options[i]))
        rate = rate_option(t.learned, net)
        if rate > best_rate:
            best, best_rate = i, rate
    return best


@compiled
def read_cards(g, t):
    """Read the position, and the own deck."""
    read_position(g, t, int(g.player))
    kin.count_deck(g, t, int(g.player))


@compiled
def see_option(g, t, player, card):
    """Put down what there is to see of a card on offer; the position has been read."""
    m = t.learned
    if card < 0:
        clear(m.option)
        m.option[OfCard.NONE_OF_THEM] = 1.0
        return
    row = int(g.card[card])
    see_card(t, row)
    m.option[OfCard.EARLY] = 1.0 if g.phase < Phase.SET else 0.0
    if owner_of(card) != player:
        m.option[OfCard.OPPOSING] = 1.0
        return
    m.option[OfCard.WORTH] = worth_in_hand(g, t, player, card)
    see_zone(g, m, player, card)
    if is_character_card(t, row):
        follow = see_hand(g, t, player, row)
        if follow != NONE:
            see_third(g, t, player, follow)
        see_deck(t, row, follow)
        see_hosts(g, t, player, card)
    else:
        m.option[OfCard.SCENE] = 1.0
        m.option[OfCard.LATE_SCENE] = 1.0 if t.cards[row].scene_round > g.n_areas + 1 else 0.0


@compiled
def see_zone(g, m, player, card):
    """Put down where an own card lies."""
    for place in range(g.n_hand[player]):
        if g.hand[player, place] == card:
            m.option[OfCard.IN_HAND] = 1.0
            return
    for place in range(g.n_discard[player]):
        if g.discard[player, place] == card:
            m.option[OfCard.IN_DISCARD] = 1.0
            return
