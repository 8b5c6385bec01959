"""Chances of the battles of a Round, and what several choices come to together: level-ups, or a card to set with one.

A list is open, so the cards that may lie face-down opposite are known by number, though not which one it is. From the
chances of the single battles follows how likely this judgement wins or loses the game (CR 1.3.2); powers that change
other battles are left out of plans.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.bp import bp_of
from ucgsim.engine.core.arithmetic import lowest_bit
from ucgsim.engine.core.constants import NONE, PLAYERS, WINS_NEEDED, Grade, Option
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.core.layout import RAISES, STEP, STEPS
from ucgsim.engine.field import stacks
from ucgsim.policies.insight import HIDDEN_DOUBLE, HIDDEN_STEP, expected_bp, own_bp, raised_bp, single_bp, win_chance
from ucgsim.policies.planner import opposite
from ucgsim.policies.planner.features import OfDeck, OfLevel, OfRound, Seen
from ucgsim.policies.planner.kin import look_through_hand
from ucgsim.policies.planner.opening import is_list_known, read_list
from ucgsim.policies.planner.position import BP

EVEN = 0.5
"""Chance of a battle for which nothing was set yet."""


@compiled
def read_lists(g, t):
    """Read both lists, unless they are known: they change from game to game, and from world to world where closed."""
    m = t.learned
    for player in range(PLAYERS):
        sure = g.turn > 1 and t.n_lists == 0 and m.list_mark[player] != 0
        if not sure and not is_list_known(g, m, player):
            read_list(g, t, player)


@compiled
def chance_against_list(m, rival, bp):
    """Chance of a battle with BP ``bp`` against a SINGLE of the list of ``rival``, any that may be set."""
    return float(m.list_chance[rival, min(max(int(bp) // STEP, 0), STEPS - 1)])


@compiled
def chance_against_raised(g, t, character, bp):
    """Chance of a battle against a character of which one card lies face-down on others: any card that fits."""
    m, rival = t.learned, stacks.opponent_of(int(g.player))
    card = stacks.topmost_face_up(g, character)
    row, state = int(g.card[card]), stacks.state_of_height(t, g.height[character])
    shown = bp_of(g, t, character)
    changed = shown - max(int(t.cards[row].bp[stacks.state_of_height(t, g.height[character] - g.hidden[character])]), 0)
    won, cards = 0.0, 0
    for i in range(m.above_ends[row], m.above_ends[row + 1]):
        copies = int(m.list_left[rival, m.above[i]])
        if copies > 0:
            other = max(int(t.cards[m.above[i]].bp[state]), 0) + changed
            won += copies * (1.0 if bp > other else (0.4 if bp == other else 0.0))
            cards += copies
    return won / cards if cards > 0 else win_chance(bp, shown + HIDDEN_STEP, uncertain=True)


@compiled
def odds_in(g, t, player, area, card, bp):
    """Chance of the battle in an area that was read with ``card`` on top of the own side, and so BP ``bp``."""
    m, other = t.learned, stacks.facing(g, player, area)
    if m.list_asks[0] | m.list_asks[1] != 0 and opposite.is_asked(g, t, player, area, card):
        chance = opposite.chance_asked(g, t, player, area, card, bp)
        if chance >= 0.0:
            return chance
    if other == NONE:
        return chance_against_list(m, 1 - player, bp)
    hidden = int(g.hidden[other])
    if hidden == 0:
        return win_chance(bp, m.theirs[area], uncertain=False)
    if hidden == g.height[other]:
        if hidden == 1:
            return chance_against_list(m, 1 - player, bp)
        double = m.list_seen[1 - player, OfDeck.DOUBLE] * BP
        return win_chance(bp, double if double > 0.0 else HIDDEN_DOUBLE, uncertain=True)
    return chance_against_raised(g, t, other, bp)


@compiled
def read_odds(g, t, player):
    """Put down the chances of all battles; the position and both lists have been read."""
    m = t.learned
    for area in range(g.n_areas):
        m.odds[area] = EVEN
        character = int(g.field[player, area])
        if character != NONE:
            m.odds[area] = odds_in(g, t, player, area, int(g.top[character]), m.own[area])
        elif stacks.facing(g, player, area) != NONE and area < g.n_areas - 1:
            m.odds[area] = 0.0
        m.position[Seen.ODDS] += m.odds[area] / 3.0
    decide_round(m, m.odds, int(g.n_areas))
    m.position[Seen.WIN] = m.win
    m.position[Seen.LOSE] = m.lose


@compiled
def decide_round(m, chances, areas):
    """Put down how likely battles of such ``chances`` win the game, and lose it (CR 1.3.2); ties are left out."""
    m.win = 0.0
    m.lose = 0.0
    if areas < WINS_NEEDED:
        return
    m.wins[0] = 1.0
    for area in range(areas):
        chance = chances[area]
        m.wins[area + 1] = 0.0
        for won in range(area + 1, 0, -1):
            m.wins[won] = m.wins[won] * (1.0 - chance) + m.wins[won - 1] * chance
        m.wins[0] *= 1.0 - chance
    for won in range(areas + 1):
        if won >= WINS_NEEDED and 2 * won > areas:
            m.win += m.wins[won]
        elif areas - won >= WINS_NEEDED and 2 * won < areas:
            m.lose += m.wins[won]


@compiled
def decide_raised(g, t, player, area, card, odds):
    """`decide_round` with ``card`` on top of the character in an area, of whose battle the chance is then ``odds``.

    Returns what BP changes elsewhere, and what chances do: powers that speak of others may change other battles.
    """
    m, areas = t.learned, int(g.n_areas)
    if t.wide_kinds == 0:
        before = m.odds[area]
        m.odds[area] = odds
        decide_round(m, m.odds, areas)
        m.odds[area] = before
        return 0.0, 0.0
    changed, elsewhere = read_elsewhere(g, t, player, area, card), 0.0
    m.raised[area] = odds
    decide_round(m, m.raised, areas)
    for other in range(areas):
        if other != area:
            elsewhere += m.raised[other] - m.odds[other]
    return changed, elsewhere


@compiled
def read_elsewhere(g, t, player, area, card):
    """Put down in ``m.raised`` the chances of the other battles with ``card`` on top of the character in an area, once
    all is turned up; returns what BP changes there. The record is left as it was.
    """
    m, character = t.learned, int(g.field[player, area])
    top, link, hidden = opposite.turn_up(g, character, card)
    changed = 0.0
    for other in range(g.n_areas):
        theirs = m.theirs[other]
        m.theirs[other] = expected_bp(g, t, stacks.facing(g, player, other))
        m.raised[other] = m.odds[other]
        bp = m.own[other]
        beside = int(g.field[player, other])
        if other != area and beside != NONE:
            bp = float(own_bp(g, t, beside))
            if bp != m.own[other] or m.theirs[other] != theirs:
                m.raised[other] = odds_in(g, t, player, other, int(g.top[beside]), bp)
        changed += (bp - m.own[other] - m.theirs[other] + theirs) / BP
        m.theirs[other] = theirs
    opposite.turn_down(g, character, card, top, link, hidden)
    return changed


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
        if not stacks.is_character_card(t, int(g.card[card])):
            continue
        for area in range(g.n_areas):
            character = int(g.field[player, area])
            if (
                character != NONE
                and m.raises < RAISES
                and stacks.conforms_on(g, t, int(g.card[card]), int(g.top[character]))
            ):
                m.raise_card[m.raises] = card
                m.raise_area[m.raises] = area
                m.raise_odds[m.raises] = odds_in(g, t, player, area, card, float(raised_bp(g, t, character, card)))
                m.raises += 1


@compiled
def see_round_of_set(g, t, player, card, area):
    """Put down what setting a card makes of the Round; the record is left as it was."""
    mine, theirs, areas = int(g.field[player, area]), int(g.field[1 - player, area]), int(g.n_areas)
    if area >= areas:
        g.field[1 - player, area] = NONE
        g.n_areas = area + 1
    opposite.lay_alone(g, player, area, card)
    see_laid(g, t, player, card, area)
    opposite.take_away(g, player, area)
    g.field[player, area] = mine
    g.field[1 - player, area] = theirs
    g.n_areas = areas


@compiled
def see_laid(g, t, player, card, area):
    """Put down what a card that was laid down makes of the Round: by itself, and with the level-up that does best."""
    m, row, areas = t.learned, int(g.card[card]), int(g.n_areas)
    before = m.odds[area]
    m.odds[area] = odds_in(g, t, player, area, card, float(single_bp(t, row)))
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
        place = lowest_bit(bits)
        double = float(max(int(t.cards[m.held[place]].bp[Grade.DOUBLE]), 0))
        after = odds_in(g, t, player, area, int(g.hand[player, place]), double)
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
