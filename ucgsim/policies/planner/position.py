"""What the planner sees of a position, and what it is worth: hand and deck list, the field, cards elsewhere."""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.arithmetic import count_bits
from ucgsim.engine.core.constants import NONE, WINS_NEEDED, Grade
from ucgsim.engine.core.layout import Kin
from ucgsim.engine.field.stacks import facing, is_character_card, may_be_set, opponent_of
from ucgsim.engine.field.zones import owner_of
from ucgsim.policies.insight import HIDDEN_SINGLE, expected_bp, is_uncertain, own_bp, single_bp, win_chance
from ucgsim.policies.planner.features import Seen, clear

BP = 10000.0
"""Points of BP that count as one."""
CLOSE = 3000.0
"""A margin that one change of BP turns."""
LAST_TURN = 6
"""Turns from this one on are not distinguished."""


@compiled
def read_position(g, t, player):
    """Put down what ``player`` sees of the position, and the BP of every area."""
    m = t.learned
    m.which = m.taught[player]
    clear(m.position)
    see_turn(m, int(g.turn))
    m.position[Seen.LEADS] = 1.0 if g.lead == player else 0.0
    m.position[Seen.HAND] = g.n_hand[player] / 6.0
    m.position[Seen.OPPOSING_HAND] = g.n_hand[opponent_of(player)] / 6.0
    m.position[Seen.DECK] = g.n_deck[player] / 40.0
    if g.scene != NONE:
        m.position[Seen.OWN_SCENE] = 1.0 if owner_of(g.scene) == player else -1.0
    read_hand(g, t, player)
    for area in range(g.n_areas):
        read_area(g, t, player, area)
    finish_field(g, t)


@compiled
def see_turn(m, turn):
    """Put down which turn it is."""
    for place in range(LAST_TURN):
        m.position[Seen.TURN_1 + place] = 0.0
    m.position[Seen.TURN_1 + min(max(turn, 1), LAST_TURN) - 1] = 1.0


@compiled
def read_hand(g, t, player):
    """Put down what the hand is made of."""
    m = t.learned
    best, settable, scenes = 0, 0, 0
    for place in range(g.n_hand[player]):
        row = int(g.card[g.hand[player, place]])
        m.held[place] = row
        if not is_character_card(t, row):
            scenes += 1
            continue
        m.position[min(Seen.LEVEL_1 + max(int(t.cards[row].level), 1) - 1, Seen.HIGHER.value)] += 0.25
        if may_be_set(t, row):
            settable |= 1 << place
            best = max(best, single_bp(t, row))
    m.settable = settable
    for _ in range(chains_in_hand(g, t, player)):
        m.position[Seen.CHAINS] += 0.33
    m.position[Seen.SCENES] = 0.5 * scenes
    m.position[Seen.SETTABLE] = 0.25 * count_bits(settable)
    m.position[Seen.BEST_SINGLE] = best / BP
    m.position[Seen.LAST_SETTABLE] = 1.0 if m.position[Seen.SETTABLE] <= 0.25 else 0.0


@compiled
def chains_in_hand(g, t, player):
    """How many cards in hand have a follow-up in hand; every two of them are looked at once."""
    m, carries = t.learned, 0
    for place in range(1, g.n_hand[player]):
        row = m.held[place]
        for other in range(place):
            kin = int(t.kin[row, m.held[other]])
            carries |= (1 if kin & Kin.CARRIES else 0) << place
            carries |= (1 if kin & Kin.LIES_ON else 0) << other
    return count_bits(carries)


@compiled
def read_area(g, t, player, area):
    """Put down what one battle area looks like; the own face-down cards are known (CR 3.6.3)."""
    m = t.learned
    other = facing(g, player, area)
    if other != NONE:
        read_theirs(g, m, other)
    m.theirs[area] = expected_bp(g, t, other)
    m.unsure[area] = is_uncertain(g, player, area)
    character = g.field[player, area]
    m.own[area] = 0.0
    m.chance[area] = 0.0
    if character == NONE:
        return
    m.own[area] = float(own_bp(g, t, character))
    m.chance[area] = chance_against(m, area, m.own[area])
    height = int(g.height[character])
    m.position[Seen.OWN_HEIGHT] += height / 10.0
    if height == 1:
        m.position[Seen.OWN_SINGLES] += 0.33
    elif height == 2:
        m.position[Seen.OWN_DOUBLES] += 0.33
    m.position[Seen.OWN_BP] += m.own[area] / BP
    m.position[Seen.EXPECTED] += m.chance[area] / 3.0
    compare_area(m, area)


@compiled
def chance_against(m, area, bp):
    """Battles won on average in an area that was read, with BP ``bp`` on the own side (`insight.win_chance`)."""
    theirs = m.theirs[area]
    return win_chance(bp, HIDDEN_SINGLE if theirs < 0.0 else theirs, m.unsure[area])


@compiled
def read_theirs(g, m, other):
    """Put down the stack opposite, of which face-down cards are only counted."""
    height, hidden = int(g.height[other]), int(g.hidden[other])
    m.position[Seen.THEIR_HEIGHT] += height / 10.0
    if height == 1:
        m.position[Seen.THEIR_SINGLES] += 0.33
    elif height == 2:
        m.position[Seen.THEIR_DOUBLES] += 0.33
    if hidden > 0 and height > 1:
        m.position[Seen.THEIR_FACE_DOWN] += 0.5


@compiled
def compare_area(m, area):
    """Put down who is ahead in one area."""
    margin = m.own[area] - m.theirs[area]
    m.position[Seen.THEIR_BP] += m.theirs[area] / BP
    if m.unsure[area]:
        m.position[Seen.UNCERTAIN] += 0.33
        return
    if margin > 0.0:
        m.position[Seen.AHEAD] += 0.33
        if margin <= CLOSE:
            m.position[Seen.CLOSELY_AHEAD] += 0.33
    elif margin < 0.0:
        m.position[Seen.BEHIND] += 0.33
        if margin >= -CLOSE:
            m.position[Seen.CLOSELY_BEHIND] += 0.33
    else:
        m.position[Seen.TIED] += 0.33


@compiled
def finish_field(g, t):
    """Put down what the areas say together."""
    m = t.learned
    n = int(g.n_areas)
    if n == 0:
        return
    m.position[Seen.OWN_BP] /= n
    m.position[Seen.THEIR_BP] /= n
    m.position[Seen.NEWEST] = m.chance[n - 1]
    ahead, behind = m.position[Seen.AHEAD], m.position[Seen.BEHIND]
    m.position[Seen.WINNING] = 1.0 if ahead >= 0.33 * WINS_NEEDED - 0.01 and ahead > behind else 0.0
    m.position[Seen.LOSING] = 1.0 if behind >= 0.33 * WINS_NEEDED - 0.01 and behind > ahead else 0.0


@compiled
def printed(t, row, grade):
    """A printed BP, 0 where there is none, ``BP`` points being one."""
    return max(int(t.cards[row].bp[grade]), 0) / BP


@compiled
def clipped(value):
    """A margin of BP, of which large ones are all alike."""
    return min(max(value / 5000.0, -1.5), 1.5)


@compiled
def extra_of(t, row):
    """Whether a card prints an EXTRA BP."""
    return 1.0 if t.cards[row].bp[Grade.EXTRA] >= 0 else 0.0
