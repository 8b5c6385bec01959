"""What several choices of a Round come to together: plans of level-ups, and a card to set with what may follow it.

By the chances of single battles (`planner.battles`), so powers that change other battles are left out.
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.arithmetic import lowest_bit
from ucgsim.engine.core.constants import NONE, Grade, Option
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.core.layout import RAISES
from ucgsim.engine.field.stacks import conforms_on, is_character_card
from ucgsim.policies.insight import raised_bp, single_bp
from ucgsim.policies.planner.battles import decide_round, odds_in
from ucgsim.policies.planner.features import OfLevel, OfRound
from ucgsim.policies.planner.kin import look_through_hand

# Plans of up to three level-ups, by any assignment of cards to areas (CR 5.6: any number of characters, one card each).


@compiled
def are_apart(g, i, j):
    """Whether two level-ups can both be made: in other areas, by other cards."""
    first, second = int(g.options[i]), int(g.options[j])
    return area_part(first) != area_part(second) and card_part(first) != card_part(second)


@compiled
def weigh_plan(g, m):
    """Note the best chances of all plans."""
    decide_round(m, m.odds, int(g.n_areas))
    m.plan_win = max(m.plan_win, m.win)
    m.plan_lose = min(m.plan_lose, m.lose)


@compiled
def see_plans(g, t, i):
    """Put down the best that plans come to which begin with level-up ``i``; the Round after it alone is put down."""
    m = t.learned
    m.plan_win = 0.0
    m.plan_lose = 1.0
    area = int(area_part(int(g.options[i])))
    before = m.odds[area]
    m.odds[area] = m.plan_odds[i]
    weigh_plan(g, m)
    for j in range(g.n_options):
        if g.options[j] != Option.DECLINE and j != i and are_apart(g, i, j):
            plan_further(g, m, i, j)
    m.odds[area] = before
    m.option[OfLevel.PLAN_WIN] = m.plan_win
    m.option[OfLevel.PLAN_LOSE] = m.plan_lose
    m.option[OfLevel.PLAN_WIN_MORE] = m.plan_win - m.option[OfLevel.WIN_AFTER]
    m.option[OfLevel.PLAN_LOSE_LESS] = m.option[OfLevel.LOSE_AFTER] - m.plan_lose


@compiled
def plan_further(g, m, i, j):
    """Weigh plans that begin with the level-ups ``i`` and ``j``."""
    area = int(area_part(int(g.options[j])))
    before = m.odds[area]
    m.odds[area] = m.plan_odds[j]
    weigh_plan(g, m)
    for k in range(j + 1, g.n_options):
        if g.options[k] != Option.DECLINE and k != i and are_apart(g, i, k) and are_apart(g, j, k):
            last = int(area_part(int(g.options[k])))
            odds = m.odds[last]
            m.odds[last] = m.plan_odds[k]
            weigh_plan(g, m)
            m.odds[last] = odds
    m.odds[area] = before


# A card to set, with the level-up that may follow in the same Round (CR 5.5 comes before 5.6).


@compiled
def read_raises(g, t, player):
    """Put down what each card in hand would make of each battle as a level-up."""
    m = t.learned
    m.raises = 0
    for place in range(g.n_hand[player]):
        card = int(g.hand[player, place])
        if not is_character_card(t, int(g.card[card])):
            continue
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            if character != NONE and m.raises < RAISES and conforms_on(g, t, int(g.card[card]), int(g.top[character])):
                m.raise_card[m.raises] = card
                m.raise_area[m.raises] = area
                m.raise_odds[m.raises] = odds_in(g, t, player, area, float(raised_bp(g, t, character, card)))
                m.raises += 1


@compiled
def see_round_of_set(g, t, player, card, area):
    """Put down what setting a card makes of the Round: by itself, and with the level-up that does best after it."""
    m, row = t.learned, int(g.card[card])
    areas = max(int(g.n_areas), area + 1)
    before = m.odds[area]
    m.odds[area] = odds_in(g, t, player, area, float(single_bp(t, row)))
    decide_round(m, m.odds, areas)
    win, lose, odds = m.win, m.lose, m.odds[area]
    m.option[OfRound.WIN] = win
    m.option[OfRound.LOSE] = lose
    m.option[OfRound.ODDS] = odds
    m.plan_win = win
    m.plan_lose = lose
    for i in range(m.raises):
        if m.raise_card[i] != card:
            weigh_raise(m, int(m.raise_area[i]), m.raise_odds[i], areas)
    look_through_hand(g, t, player, row)
    bits = m.over
    while bits != 0:
        double = float(max(int(t.cards[m.held[lowest_bit(bits)]].bp[Grade.DOUBLE]), 0))
        after = odds_in(g, t, player, area, double)
        odds = max(odds, after)
        weigh_raise(m, area, after, areas)
        bits &= bits - 1
    m.odds[area] = before
    m.option[OfRound.PLAN_WIN] = m.plan_win
    m.option[OfRound.PLAN_LOSE] = m.plan_lose
    m.option[OfRound.PLAN_ODDS] = odds
    m.option[OfRound.PLAN_WIN_MORE] = m.plan_win - win
    m.option[OfRound.PLAN_LOSE_LESS] = lose - m.plan_lose


@compiled
def weigh_raise(m, area, after, areas):
    """Note what a level-up makes of the Round, where it is the best."""
    before = m.odds[area]
    m.odds[area] = after
    decide_round(m, m.odds, areas)
    m.plan_win = max(m.plan_win, m.win)
    m.plan_lose = min(m.plan_lose, m.lose)
    m.odds[area] = before
