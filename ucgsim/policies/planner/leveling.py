"""Whether and where to level up: what the planner sees of each way, and the choice."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import PowerCode
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.bits import count_bits, lowest_bit
from ucgsim.engine.core.constants import NONE, Grade, Option
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.field.stacks import facing, may_be_set, state_of_height
from ucgsim.policies.insight import raised_bp, single_bp
from ucgsim.policies.planner.features import Net, OfLevel, Seen
from ucgsim.policies.planner.kin import count_deck, left_above, look_through_hand
from ucgsim.policies.planner.net import clear, rate_option, weigh_position
from ucgsim.policies.planner.position import BP, CLOSE, chance_against, extra_of, read_position
from ucgsim.policies.planner.powers import active_powers
from ucgsim.policies.spec import Planning
from ucgsim.policies.worth import NEWEST_BONUS

PATIENCE = 0.3
"""Battle that a beginner's level-up must gain at least, in wins."""


@compiled
def choose_level_up(g, t, numbers):
    """The level-up that the network rates highest, or to pass; ``numbers``: its row of policy numbers."""
    read_level_ups(g, t)
    weigh_position(t.learned, Net.LEVEL_UP.value)
    pick = pick_of_beginner(g, t)
    m, best, best_rate = t.learned, 0, -1.0e9
    for i in range(g.n_options):
        see_level_up(g, t, i, pick)
        rate = rate_option(t.learned, Net.LEVEL_UP.value)
        rate += numbers[Planning.PASS] * m.option[OfLevel.PASS] + numbers[Planning.NEWEST] * m.option[OfLevel.NEWEST]
        if rate > best_rate:
            best, best_rate = i, rate
    return best


@compiled
def read_level_ups(g, t):
    """Read the position, and the BP that every level-up leads to."""
    player = int(g.player)
    read_position(g, t, player)
    count_deck(g, t, player)
    m = t.learned
    for i in range(g.n_options):
        option = int(g.options[i])
        if option != Option.DECLINE:
            m.after[i] = float(raised_bp(g, t, g.field[player, area_part(option)], card_part(option)))


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
        return
    see_battle(g, t, i, area_part(option))
    see_raised(g, t, int(g.player), area_part(option), int(g.card[card_part(option)]))
    see_other_uses(g, t, i)
    see_next_steps(g, t, int(g.player), int(g.card[card_part(option)]), m.after[i])


@compiled
def clipped(value):
    """A margin of BP, of which large ones are all alike."""
    return min(max(value / 5000.0, -1.5), 1.5)


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
def see_raised(g, t, player, area, row):
    """Put down the character as it would be, and the one opposite."""
    m = t.learned
    character = int(g.field[player, area])
    state = state_of_height(t, g.height[character] + 1)
    old = int(g.card[g.top[character]])
    m.option[OfLevel.TO_DOUBLE + min(max(state, 1), Grade.QUAD.value) - 1] = 1.0
    m.option[min(OfLevel.LEVEL_2 + max(int(t.cards[row].level), 2) - 2, OfLevel.HIGHER.value)] = 1.0
    m.option[OfLevel.LINES_LOST] = float(active_powers(t, old, PowerCode.CONTINUOUS.value, max(state - 1, 0)))
    m.option[OfLevel.LINES_ACTIVE] = float(active_powers(t, row, PowerCode.CONTINUOUS.value, state))
    m.option[OfLevel.TRIGGER_ACTIVE] = float(active_powers(t, row, PowerCode.TRIGGERED.value, state))
    m.option[OfLevel.PAYMENT_ACTIVE] = float(active_powers(t, row, PowerCode.PAYMENT.value, state))
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
    look_through_hand(g, t, player, row)
    bits = m.over
    m.option[OfLevel.COPIES] = (count_bits(m.copies) - 1) / 2.0
    m.option[OfLevel.FOLLOWED] = 1.0 if bits != 0 else 0.0
    m.option[OfLevel.LOWER] = 1.0 if m.under != 0 else 0.0
    while bits != 0:
        step = (int(t.cards[m.held[lowest_bit(bits)]].bp[Grade.TRIPLE]) - after) / BP
        m.option[OfLevel.FOLLOW_STEP] = max(m.option[OfLevel.FOLLOW_STEP], step)
        bits &= bits - 1
    m.option[OfLevel.DECK_FOLLOWS] = 0.125 * left_above(m, row)
