"""What the planner sees of an opening hand (CR 4.2.3), and of the list from which a redraw would come.

What the list says does not depend on the hand, so it is in the tables until another list is played. It is read off
the own cards by their numbers, of which a player knows all but where they lie.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled, rarely
from ucgsim.effects.compile.opcodes import PowerCode
from ucgsim.engine.core.arithmetic import copy_cells, count_bits, lowest_bit
from ucgsim.engine.core.constants import NO_BP, SEATS, STARTING_HAND, Grade, Switch
from ucgsim.engine.core.layout import STEP, STEPS, Kin
from ucgsim.engine.field.stacks import is_character_card, may_be_set
from ucgsim.policies.insight import single_bp, win_chance
from ucgsim.policies.planner.features import OfDeck, OfHand, clear
from ucgsim.policies.planner.kin import list_kin, rows_of
from ucgsim.policies.planner.position import printed

MIDDLE_SCENE = 2
"""Rounds of scenes that are neither early nor late."""
ABOVE_SINGLE = ~1
"""Bits of all states but one."""
ANY_KIND = -1
"""All kinds of powers."""
MEANS = (
    OfDeck.SINGLE.value,
    OfDeck.LOW_SINGLE.value,
    OfDeck.HIGH_SINGLE.value,
    OfDeck.DOUBLE.value,
    OfDeck.TRIPLE.value,
    OfDeck.QUAD.value,
    OfDeck.FOLLOWERS.value,
    OfDeck.BASES.value,
    OfDeck.NEXT.value,
)
"""What is seen of a list as a mean over some of its cards."""


@compiled
def read_opening(g, t):
    """Put down an opening hand as the option, and the list that it is of as the position."""
    player = int(g.player)
    t.learned.which = t.learned.taught[player]
    if not is_list_known(g, t.learned, player):
        read_list(g, t, player)
    copy_cells(t.learned.position, t.learned.list_seen[player])
    see_opening(g, t, player)


@compiled
def mark_of(g, player):
    """What the cards of a player come to, whichever number each has: in a world they are dealt in another order."""
    mark = 0
    for k in range(g.n_cards[player]):
        one = ((int(g.card[player * SEATS + k]) + 1) * 0x9E3779B1) & 0xFFFFFFFF
        mark += one * (one >> 8)
    return mark


@compiled
def is_list_known(g, m, player):
    """Whether what is in the tables is of the list that is played."""
    return m.list_mark[player] == mark_of(g, player)


@compiled
def powers_of(t, row, kind):
    """How many powers of a kind a card of ``row`` prints, of all kinds with ``ANY_KIND``."""
    if kind == ANY_KIND:
        return int(t.cards[row].n_powers)
    count = 0
    first = int(t.cards[row].first_power)
    for power in range(first, first + t.cards[row].n_powers):
        count += 1 if t.powers[power].kind == kind else 0
    return count


@compiled
def chance_of(wanted, size):
    """Chance that the other cards of an opening hand hold one of ``wanted`` cards, of a list of ``size``."""
    missed = 1.0
    for drawn in range(STARTING_HAND - 1):
        missed *= max(size - 1 - wanted - drawn, 0) / max(size - 1 - drawn, 1)
    return 1.0 - missed


@rarely
def read_list(g, t, player):
    """Read the own list: how its cards go together, and what six of them hold on average."""
    m, size = t.learned, int(g.n_cards[player])
    if m.listed == 0:
        list_kin(t)
    m.left[:] = 0
    for k in range(size):
        m.left[g.card[player * SEATS + k]] += 1
    m.list_mark[player] = mark_of(g, player)
    rows = rows_of(t)
    read_levels(t, player, rows, size)
    clear(m.list_seen[player])
    for row in range(rows):
        if m.left[row] > 0:
            count_row(t, player, row, rows, size)
    for place in MEANS:
        m.list_seen[player, place] = mean_over(t, player, rows, place)
    list_chances(t, player, rows)


@compiled
def list_chances(t, player, rows):
    """Put down the chance of a battle, by BP, against a card of the list that may be set; a tie counts a little less
    than half (`insight.win_chance`). With it the rows of characters, and in which states one asks for its opponent.
    """
    m, cards = t.learned, 0
    m.list_rows[player] = 0
    m.list_asks[player] = 0
    m.list_plain[player] = t.wide_kinds == 0 and t.many_names == 0 and t.rules[Switch.BATON_TOUCH] == 0
    m.asked_bp[player] = NO_BP
    for step in range(STEPS):
        m.list_chance[player, step] = 0.0
    for row in range(rows):
        m.list_left[player, row] = m.left[row]
        if m.left[row] > 0 and is_character_card(t, row):
            m.list_row[player, m.list_rows[player]] = row
            m.list_rows[player] += 1
            states = (1 if may_be_set(t, row) else 0) | (ABOVE_SINGLE if m.list_below[player, row] > 0 else 0)
            states &= int(t.cards[row].asks_opposite)
            m.list_asks[player] |= states
            if states != 0 and t.cards[row].asks_more != 0:
                m.list_plain[player] = 0
        if m.left[row] > 0 and may_be_set(t, row):
            copies, bp = int(m.left[row]), single_bp(t, row)
            cards += copies
            for step in range(STEPS):
                m.list_chance[player, step] += copies * win_chance(float(step * STEP), float(bp), uncertain=False)
    for step in range(STEPS):
        m.list_chance[player, step] /= max(cards, 1)


@compiled
def read_levels(t, player, rows, size):
    """Count what goes with each row, and the chance that a card of it lies on something in a hand that may be set, or
    on such a card.
    """
    m = t.learned
    for row in range(rows):
        above, below, settable = 0, 0, 0
        for i in range(m.above_ends[row], m.above_ends[row + 1]):
            above += int(m.left[m.above[i]])
        for i in range(m.below_ends[row], m.below_ends[row + 1]):
            other = int(m.below[i])
            below += int(m.left[other])
            settable += int(m.left[other]) if may_be_set(t, other) else 0
        m.list_above[player, row] = above
        m.list_below[player, row] = below
        m.reached[0, row] = chance_of(settable, size)
    for row in range(rows):
        m.reached[1, row] = chance_of(int(m.list_below[player, row]), size) * mean_reached(m, player, row, 0)


@compiled
def mean_reached(m, player, row, level):
    """Mean of ``reached`` over the cards of the list that a card of ``row`` fits on."""
    total = 0.0
    for i in range(m.below_ends[row], m.below_ends[row + 1]):
        total += m.left[m.below[i]] * m.reached[level, m.below[i]]
    return total / max(int(m.list_below[player, row]), 1)


@compiled
def scene_place(t, row, first):
    """Where scenes of its Round are counted, ``first`` being that of early ones."""
    when = int(t.cards[row].scene_round)
    return first if when < MIDDLE_SCENE else (first + 1 if when == MIDDLE_SCENE else first + 2)


@compiled
def count_row(t, player, row, rows, size):
    """Add the cards of one row to what is seen of the list: shares of six cards, and sums of which means are made."""
    m, copies = t.learned, int(t.learned.left[row])
    seen, held = m.list_seen[player], copies * STARTING_HAND / size
    count_kin(t, player, row, rows, size)
    seen[OfDeck.NUMBERS] += 0.05
    seen[OfDeck.PAYMENTS] += held * powers_of(t, row, PowerCode.PAYMENT.value) / 3.0
    seen[OfDeck.TRIGGERS] += held * powers_of(t, row, PowerCode.TRIGGERED.value) / 3.0
    seen[OfDeck.LINES] += held * powers_of(t, row, PowerCode.CONTINUOUS.value) / 3.0
    if not is_character_card(t, row):
        seen[scene_place(t, row, OfDeck.EARLY_SCENES.value)] += held / 2.0
        return
    level = max(int(t.cards[row].level), 1)
    seen[min(OfDeck.LEVEL_1 + level - 1, OfDeck.HIGHER.value)] += held / 4.0
    if level <= 2:
        place = OfDeck.LOW_POWERS.value if level == 1 else OfDeck.SECOND_POWERS.value
        seen[place] += held * powers_of(t, row, ANY_KIND) / 3.0
    if may_be_set(t, row):
        count_settable(t, player, row, size, held)
    seen[OfDeck.SECONDS] += held * m.reached[0, row] / 3.0
    seen[OfDeck.THIRDS] += held * m.reached[1, row] / 3.0
    below = int(m.list_below[player, row])
    seen[OfDeck.FOURTHS] += held * chance_of(below, size) * mean_reached(m, player, row, 1) / 3.0
    if level >= 2:
        lonely = held * (1.0 - chance_of(below, size))
        seen[OfDeck.LONELY] += lonely / 4.0
        seen[OfDeck.WANTED] += lonely * below / 24.0
    if not may_be_set(t, row):
        seen[OfDeck.DEAD] += held * (1.0 - chance_of(below, size)) / 4.0


@compiled
def count_kin(t, player, row, rows, size):
    """Add how many cards share a name with those of a row."""
    m, kin = t.learned, 0
    seen = m.list_seen[player]
    for other in range(rows):
        if m.left[other] > 0 and t.kin[row, other] & Kin.SHARES_NAME:
            kin += int(m.left[other])
    seen[OfDeck.KIN] += kin * int(m.left[row]) / (size * size)
    seen[OfDeck.LARGEST_KIN] = max(seen[OfDeck.LARGEST_KIN], kin / size)


@compiled
def count_settable(t, player, row, size, held):
    """Add the cards of a row that may be set."""
    m, above = t.learned, int(t.learned.list_above[player, row])
    seen, followed = m.list_seen[player], chance_of(int(t.learned.list_above[player, row]), size)
    seen[OfDeck.SETTABLE] += held / 4.0
    seen[OfDeck.STARTS] += held * followed / 3.0
    seen[OfDeck.WAITING] += held * (1.0 - followed) / 3.0
    seen[OfDeck.AWAITED] += held * (1.0 - followed) * above / 16.0
    seen[OfDeck.SET_PAYMENTS] += held * powers_of(t, row, PowerCode.PAYMENT.value) / 3.0
    if above == 0:
        seen[OfDeck.ENDS] += held / 3.0
    if t.cards[row].level == 1:
        seen[OfDeck.STARTS_LOW] += held * followed / 3.0
        seen[OfDeck.LOW_NUMBERS] += 1.0 / 6.0


@compiled
def is_meant(t, player, row, place):
    """Whether the mean at a place is one over cards of a row too."""
    settable, level = may_be_set(t, row), int(t.cards[row].level)
    lies = t.learned.list_below[player, row] > 0
    if place == OfDeck.SINGLE or place == OfDeck.FOLLOWERS:
        return settable
    if place == OfDeck.LOW_SINGLE:
        return settable and level == 1
    if place == OfDeck.HIGH_SINGLE:
        return settable and level >= 2
    if place == OfDeck.DOUBLE:
        return t.learned.reached[0, row] > 0.0
    if place == OfDeck.TRIPLE:
        return lies and level >= 3
    if place == OfDeck.QUAD:
        return lies and level >= 4
    if not is_character_card(t, row):
        return False
    return level >= 2 if place == OfDeck.BASES else level == 2


@compiled
def meant(t, player, row, place):
    """What a card of a row adds to the mean at a place."""
    if place == OfDeck.FOLLOWERS or place == OfDeck.NEXT:
        return t.learned.list_above[player, row] / 16.0
    if place == OfDeck.BASES:
        return t.learned.list_below[player, row] / 16.0
    if place == OfDeck.DOUBLE:
        return printed(t, row, Grade.DOUBLE.value)
    if place == OfDeck.TRIPLE:
        return printed(t, row, Grade.TRIPLE.value)
    return printed(t, row, Grade.QUAD.value if place == OfDeck.QUAD else Grade.SINGLE.value)


@compiled
def mean_over(t, player, rows, place):
    """The mean at a place over the cards of the list that it is of, 0 where there are none."""
    total, cards = 0.0, 0
    for row in range(rows):
        copies = int(t.learned.left[row])
        if copies > 0 and is_meant(t, player, row, place):
            total += copies * meant(t, player, row, place)
            cards += copies
    return total / max(cards, 1)


@compiled
def see_opening(g, t, player):
    """Put down what there is to see of the hand; what is known of the list has been read."""
    m = t.learned
    clear(m.option)
    scenes, settable, low = 0, 0, 0
    for place in range(g.n_hand[player]):
        row = int(g.card[g.hand[player, place]])
        m.held[place] = row
        m.carried[place] = 0
        if not is_character_card(t, row):
            scenes |= 1 << place
            m.option[scene_place(t, row, OfHand.EARLY_SCENES.value)] += 0.5
            continue
        level = max(int(t.cards[row].level), 1)
        m.option[min(OfHand.LEVEL_1 + level - 1, OfHand.HIGHER.value)] += 0.25
        low |= (1 if level == 1 else 0) << place
        settable |= (1 if may_be_set(t, row) else 0) << place
    m.settable = settable
    m.option[OfHand.LEADS] = 1.0 if g.lead == player else 0.0
    m.option[OfHand.SETTABLE] = 0.25 * count_bits(settable)
    m.option[OfHand.ONE_SETTABLE] = 1.0 if count_bits(settable) <= 1 else 0.0
    m.option[OfHand.TWO_SETTABLE] = 1.0 if count_bits(settable) == 2 else 0.0
    see_kin(g, t, player, low)
    see_chains(g, t, player, low, scenes)
    see_set_cards(t, settable)


@compiled
def see_kin(g, t, player, low):
    """Put down which cards of the hand go together; every two of them are looked at once."""
    m, most_copies, most_kin, numbers = t.learned, 1, 1, 0
    for place in range(g.n_hand[player]):
        row, copies, kin, is_first = m.held[place], 0, 0, 1
        for other in range(g.n_hand[player]):
            bits = int(t.kin[row, m.held[other]])
            m.carried[place] |= (1 if bits & Kin.CARRIES else 0) << other
            kin += 1 if bits & Kin.SHARES_NAME else 0
            if m.held[other] == row:
                copies += 1
                is_first = 0 if other < place else is_first
        most_copies, most_kin = max(most_copies, copies), max(most_kin, kin)
        numbers += is_first if (low >> place) & 1 else 0
    m.option[OfHand.COPIES] = (most_copies - 1) / 3.0
    m.option[OfHand.KIN] = most_kin / 6.0
    m.option[OfHand.LOW_NUMBERS] = numbers / 3.0


@compiled
def carried_by(m, bits):
    """Bits of the cards in hand that lie on one of the cards whose places are ``bits``."""
    carried = 0
    while bits != 0:
        carried |= int(m.carried[lowest_bit(bits)])
        bits &= bits - 1
    return carried


@compiled
def see_chains(g, t, player, low, scenes):
    """Put down what may be stacked with the cards of the hand alone, and what is left over."""
    m, everything = t.learned, (1 << int(g.n_hand[player])) - 1
    settable = int(m.settable)
    seconds = carried_by(m, settable)
    thirds = carried_by(m, seconds)
    fourths = carried_by(m, thirds)
    starts, deep, carrying = 0, 0, 0
    for place in range(g.n_hand[player]):
        on_it = int(m.carried[place])
        carrying |= (1 if on_it != 0 else 0) << place
        deep |= (1 if carried_by(m, on_it) != 0 else 0) << place
    starts = settable & carrying
    deep &= settable
    lonely = everything & ~(scenes | low | carried_by(m, everything))
    dead = everything & ~(scenes | settable | carried_by(m, everything))
    n_starts, n_seconds, n_thirds = count_bits(starts), count_bits(seconds), count_bits(thirds)
    m.option[OfHand.STARTS] = n_starts / 3.0
    m.option[OfHand.SECONDS] = n_seconds / 3.0
    m.option[OfHand.THIRDS] = n_thirds / 3.0
    m.option[OfHand.FOURTHS] = count_bits(fourths) / 3.0
    m.option[OfHand.CHAIN] = 1.0 if starts != 0 else 0.0
    m.option[OfHand.CHAIN_3] = 1.0 if thirds != 0 else 0.0
    m.option[OfHand.CHAIN_4] = 1.0 if fourths != 0 else 0.0
    m.option[OfHand.DEEP_STARTS] = count_bits(deep) / 3.0
    m.option[OfHand.STARTS_LOW] = count_bits(starts & low) / 3.0
    m.option[OfHand.STACKS] = min(n_starts, n_seconds, count_bits(starts | seconds) // 2) / 3.0
    threes = count_bits(starts | seconds | thirds) // 3
    m.option[OfHand.STACKS_3] = min(count_bits(deep), n_thirds, threes) / 2.0
    m.option[OfHand.DEAD] = count_bits(dead) / 4.0
    m.option[OfHand.LONELY] = count_bits(lonely) / 4.0
    see_raised(t, seconds, thirds, fourths)
    see_lonely(t, player, lonely)
    see_waiting(t, player, settable & ~carrying, seconds & ~carrying)


@compiled
def see_raised(t, seconds, thirds, fourths):
    """Put down the cards that may be leveled up to."""
    m, best, second = t.learned, 0.0, 0.0
    while seconds != 0:
        row = m.held[lowest_bit(seconds)]
        bp = printed(t, row, Grade.DOUBLE.value)
        second = max(second, min(best, bp))
        best = max(best, bp)
        m.option[OfHand.SECOND_POWERS] += powers_of(t, row, ANY_KIND) / 3.0
        seconds &= seconds - 1
    m.option[OfHand.SECOND_DOUBLE] = second
    while thirds != 0:
        bp = printed(t, m.held[lowest_bit(thirds)], Grade.TRIPLE.value)
        m.option[OfHand.TRIPLE] = max(m.option[OfHand.TRIPLE], bp)
        thirds &= thirds - 1
    while fourths != 0:
        bp = printed(t, m.held[lowest_bit(fourths)], Grade.QUAD.value)
        m.option[OfHand.QUAD] = max(m.option[OfHand.QUAD], bp)
        fourths &= fourths - 1


@compiled
def see_lonely(t, player, lonely):
    """Put down the cards of level 2 and more under which nothing lies in the hand."""
    m = t.learned
    while lonely != 0:
        row = m.held[lowest_bit(lonely)]
        m.option[OfHand.WANTED] += int(m.list_below[player, row]) / 24.0
        m.option[OfHand.LONELY_POWERS] += powers_of(t, row, ANY_KIND) / 3.0
        lonely &= lonely - 1


@compiled
def see_waiting(t, player, waiting, tips):
    """Put down the cards to set that wait for a follow-up, and the tips of chains; nothing in hand lies on either."""
    m = t.learned
    m.option[OfHand.WAITING] = count_bits(waiting) / 3.0
    while waiting != 0:
        left = int(m.list_above[player, m.held[lowest_bit(waiting)]])
        m.option[OfHand.AWAITED] += left / 16.0
        m.option[OfHand.AWAITED_MOST] = max(m.option[OfHand.AWAITED_MOST], left / 8.0)
        m.option[OfHand.ENDS] += 1.0 / 3.0 if left == 0 else 0.0
        waiting &= waiting - 1
    while tips != 0:
        left = int(m.list_above[player, m.held[lowest_bit(tips)]])
        m.option[OfHand.NEXT] = max(m.option[OfHand.NEXT], left / 8.0)
        tips &= tips - 1


@compiled
def see_set_cards(t, settable):
    """Put down the cards that may be set: BP, what they grow to with cards of the hand, and powers."""
    m = t.learned
    first, second, third, double, double_2 = 0.0, 0.0, 0.0, 0.0, 0.0
    while settable != 0:
        place = lowest_bit(settable)
        row = m.held[place]
        bp = printed(t, row, Grade.SINGLE.value)
        m.option[OfHand.SINGLES] += bp / 3.0
        third = max(third, min(second, bp))
        second = max(second, min(first, bp))
        first = max(first, bp)
        grown = best_double(t, int(m.carried[place]))
        double_2 = max(double_2, min(double, grown))
        double = max(double, grown)
        m.option[OfHand.SET_PAYMENTS] += powers_of(t, row, PowerCode.PAYMENT.value) / 3.0
        m.option[OfHand.SET_TRIGGERS] += powers_of(t, row, PowerCode.TRIGGERED.value) / 3.0
        m.option[OfHand.SET_LINES] += powers_of(t, row, PowerCode.CONTINUOUS.value) / 3.0
        settable &= settable - 1
    m.option[OfHand.SINGLE] = first
    m.option[OfHand.SINGLE_2] = second
    m.option[OfHand.SINGLE_3] = third
    m.option[OfHand.DOUBLE] = double
    m.option[OfHand.DOUBLE_2] = double_2


@compiled
def best_double(t, bits):
    """The highest DOUBLE BP of the cards in hand whose places are ``bits``."""
    best = 0.0
    while bits != 0:
        best = max(best, printed(t, t.learned.held[lowest_bit(bits)], Grade.DOUBLE.value))
        bits &= bits - 1
    return best
