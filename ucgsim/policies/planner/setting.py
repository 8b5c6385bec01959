"""Which card to set: what the planner sees of each, and the choice."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.bits import count_bits, lowest_bit
from ucgsim.engine.core.cells import copy_cells
from ucgsim.engine.core.constants import NONE, Grade
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.field.stacks import conforms_on
from ucgsim.policies.insight import raised_bp, single_bp
from ucgsim.policies.planner.features import Net, OfSet, Seen
from ucgsim.policies.planner.kin import above_in_hand, count_deck, left_above, left_below, look_through_hand
from ucgsim.policies.planner.net import clear, rate_option, weigh_position
from ucgsim.policies.planner.position import BP, chance_against, extra_of, printed, read_position
from ucgsim.policies.planner.powers import see_powers
from ucgsim.policies.spec import Planning


@compiled
def choose_set(g, t, numbers):
    """The card that the network rates highest; the first of equals. ``numbers``: its row of policy numbers."""
    read_sets(g, t)
    weigh_position(t.learned, Net.SET.value)
    m, best, best_rate = t.learned, 0, -1.0e9
    for i in range(g.n_options):
        see_set(g, t, int(g.player), int(g.options[i]))
        rate = rate_option(t.learned, Net.SET.value)
        rate += numbers[Planning.LOW] * m.option[OfSet.LEVEL_1] + numbers[Planning.CHAIN] * m.option[OfSet.FOLLOWED]
        if rate > best_rate:
            best, best_rate = i, rate
    return best


@compiled
def read_sets(g, t):
    """Read the position, and the own deck."""
    read_position(g, t, int(g.player))
    count_deck(g, t, int(g.player))


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


@compiled
def see_card(t, row):
    """Begin an option with what is printed on a card."""
    m = t.learned
    if m.is_printed[row] == 0:
        clear(m.option)
        read_card(t, row)
        see_powers(m, t, row, OfSet.LINES_ACTIVE.value, Grade.SINGLE.value)
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
    look_through_hand(g, t, player, row)
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
    bits, best = above_in_hand(g, t, player, follow), -1
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
    m.option[OfSet.DECK_FOLLOWS] = 0.125 * left_above(m, row)
    m.option[OfSet.DECK_LOWER] = 0.125 * left_below(m, row)
    if follow != NONE:
        m.option[OfSet.DECK_THIRDS] = 0.125 * left_above(m, follow)


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
