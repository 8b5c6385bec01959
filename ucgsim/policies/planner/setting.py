"""Which card to set: what the planner sees of each, and the choice."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, Grade
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.field.stacks import conforms_on, fits_on, may_be_set, shares_name
from ucgsim.policies.insight import raised_bp, single_bp
from ucgsim.policies.planner.features import Net, OfSet, Seen
from ucgsim.policies.planner.kin import count_deck, left_above, left_below
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
    clear(m.option)
    m.option[OfSet.OLD_AREA] = 0.0 if area_part(option) == g.new_area else 1.0
    see_card(m, t, row)
    see_powers(m, t, row, OfSet.LINES_ACTIVE.value, Grade.SINGLE.value)
    follow = see_hand(g, t, player, row)
    if follow != NONE:
        see_third(g, t, player, follow)
    see_deck(t, row, follow)
    see_hosts(g, t, player, card_part(option))


@compiled
def see_card(m, t, row):
    """Put down what is printed."""
    m.option[min(OfSet.LEVEL_1 + max(int(t.cards[row].level), 1) - 1, OfSet.HIGHER.value)] = 1.0
    single = single_bp(t, row) / BP
    m.option[OfSet.SINGLE] = single
    m.option[OfSet.DOUBLE] = printed(t, row, Grade.DOUBLE.value)
    m.option[OfSet.TRIPLE] = printed(t, row, Grade.TRIPLE.value)
    m.option[OfSet.EXTRA] = extra_of(t, row)
    m.option[OfSet.BELOW_BEST] = m.position[Seen.BEST_SINGLE] - single
    m.option[OfSet.AGAINST_MEAN] = single - m.position[Seen.THEIR_BP]


@compiled
def see_hand(g, t, player, row):
    """Put down the cards in hand that go with a card of ``row``; returns the row of the best follow-up, or NONE."""
    m = t.learned
    follow, best, same, copies, lower = NONE, -1, 0, 0, -1
    for place in range(g.n_hand[player]):
        other = int(g.card[g.hand[player, place]])
        if other == row:
            copies += 1
        elif fits_on(t, other, row):
            m.option[OfSet.FOLLOWS] += 0.5
            if t.cards[other].bp[Grade.DOUBLE] > best:
                best, follow = int(t.cards[other].bp[Grade.DOUBLE]), other
        elif fits_on(t, row, other) and may_be_set(t, other):
            lower = max(lower, single_bp(t, other))
        elif shares_name(t, other, row):
            same += 1
    m.option[OfSet.COPIES] = (copies - 1) / 2.0
    m.option[OfSet.SAME_NAME] = same / 3.0
    if lower >= 0:
        m.option[OfSet.LOWER] = 1.0
        m.option[OfSet.LOWER_SINGLE] = lower / BP
    if follow != NONE:
        m.option[OfSet.FOLLOWED] = 1.0
        m.option[OfSet.FOLLOW_DOUBLE] = max(best, 0) / BP
        m.option[OfSet.FOLLOW_STEP] = max(best, 0) / BP - m.option[OfSet.SINGLE]
    return follow


@compiled
def see_third(g, t, player, follow):
    """Put down the best card in hand that would lie on the follow-up, and what else the follow-up could level up."""
    m = t.learned
    best = -1
    for place in range(g.n_hand[player]):
        other = int(g.card[g.hand[player, place]])
        if fits_on(t, other, follow):
            best = max(best, int(t.cards[other].bp[Grade.TRIPLE]))
            m.option[OfSet.THIRD] = 1.0
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
