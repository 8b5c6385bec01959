"""What a position between two Rounds is worth: every area, what hand and other list can make of it, both lists.

It is looked at once the turn has ended, so nothing that lasts for a turn counts (CR 5.10.2). The network learned from
the results of plain games (`scripts/train_planner.py`).
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.constants import AREAS, NONE, Phase
from ucgsim.engine.field.stacks import conforms_on, is_character_card, opponent_of, state_of_height
from ucgsim.policies.insight import raised_bp, win_chance
from ucgsim.policies.planner import kin
from ucgsim.policies.planner.features import LISTS, MARGINS, Net, OfOutlook, Seen, clear, rate_both
from ucgsim.policies.planner.plans import chance_against_list, decide_round, read_lists
from ucgsim.policies.planner.position import BP, clipped, read_position, see_turn

DECIDED = 1000.0
"""Outlook of a game that is won."""
NEARLY = 6.0
"""Outlook of a game that would be won if the battles were judged now."""
NOTHING = -1000.0
"""BP of an area without a character."""
SURE = 0.95
"""Chance from which an area is taken to be out of the other side's reach."""


@compiled
def outlook_of(g, t, player):
    """What a position after a turn is worth to a player, in log-odds."""
    if g.phase == Phase.OVER:
        if g.winner == NONE:
            return 0.0
        return DECIDED if g.winner == player else -DECIDED
    read_outlook(g, t, player)
    return rate_both(t.learned, Net.OUTLOOK.value)


@compiled
def read_outlook(g, t, player):
    """Put down a position after a turn, the areas and lists as an option."""
    read_lists(g, t)
    read_position(g, t, player)
    see_areas(g, t, player)


@compiled
def outlook_before(g, t, player):
    """What a position before its judgement is worth to a player, as if nothing happened until then."""
    if g.phase == Phase.OVER:
        return outlook_of(g, t, player)
    m = t.learned
    read_lists(g, t)
    read_position(g, t, player)
    see_turn(m, int(g.turn) + 1)
    if g.phase == Phase.OPEN or g.phase == Phase.ACTIVATE:
        foresee_lead(g, m, player)
        ahead, behind = m.position[Seen.AHEAD], m.position[Seen.BEHIND]
        if m.position[Seen.WINNING] > 0.0:
            return NEARLY + ahead - behind
        if m.position[Seen.LOSING] > 0.0:
            return ahead - behind - NEARLY
    see_areas(g, t, player)
    return rate_both(m, Net.OUTLOOK.value)


@compiled
def foresee_lead(g, m, player):
    """Put down who would lead next: the winner of the newest battle, else the one who leads now (CR 5.9.6)."""
    newest = int(g.n_areas) - 1
    if newest >= 0 and m.own[newest] != m.theirs[newest]:
        m.position[Seen.LEADS] = 1.0 if m.own[newest] > m.theirs[newest] else 0.0
    else:
        m.position[Seen.LEADS] = 1.0 if g.lead == player else 0.0


@compiled
def see_areas(g, t, player):
    """Put down as an option what the hand and the other list can make of every area, and both lists."""
    m, other = t.learned, opponent_of(player)
    clear(m.option)
    count_unseen(g, t, other)
    for area in range(g.n_areas):
        see_area(g, t, player, area)
    m.option[OfOutlook.HELD] = m.option[OfOutlook.AHEAD] - m.option[OfOutlook.AT_RISK] + m.option[OfOutlook.TURNABLE]
    m.option[OfOutlook.LEADS_HELD] = m.position[Seen.LEADS] * m.option[OfOutlook.HELD]
    m.option[OfOutlook.OWN_DISCARD] = g.n_discard[player] / 20.0
    m.option[OfOutlook.THEIR_DISCARD] = g.n_discard[other] / 20.0
    m.option[OfOutlook.AREAS] = g.n_areas / 6.0
    see_next_round(g, m, player)
    for place in range(len(LISTS)):
        m.option[OfOutlook.LISTS + place] = m.list_seen[player, LISTS[place]] - m.list_seen[other, LISTS[place]]


@compiled
def see_area(g, t, player, area):
    """Put down one area: both sides as they are, with the best level-up in hand, and with what the other list has."""
    m, other = t.learned, opponent_of(player)
    character, rival = int(g.field[player, area]), int(g.field[other, area])
    mine = m.own[area] if character != NONE else NOTHING
    theirs = m.theirs[area] if rival != NONE else NOTHING
    raised, raises = best_raised(g, t, player, character, mine)
    read_answers(g, t, other, rival, theirs, mine, raised)
    put_sorted(m.option, OfOutlook.MARGINS.value, area, clipped(mine - theirs))
    put_sorted(m.option, OfOutlook.RAISED.value, area, clipped(raised - theirs))
    put_sorted(m.option, OfOutlook.ANSWERED.value, area, clipped(mine - m.answer))
    put_sorted(m.option, OfOutlook.BOTH.value, area, clipped(raised - m.answer))
    m.option[OfOutlook.MARGIN] += clipped(mine - theirs)
    m.option[OfOutlook.RAISED_MARGIN] += clipped(raised - theirs)
    m.option[OfOutlook.ANSWERED_MARGIN] += clipped(mine - m.answer)
    m.option[OfOutlook.FITTED] += m.fitted / 3.0
    m.option[OfOutlook.BEATEN] += m.beaten / 3.0
    m.option[OfOutlook.RAISES] += raises / 6.0
    if mine > theirs:
        m.option[OfOutlook.AHEAD] += 1.0 / 3.0
        m.option[OfOutlook.AT_RISK] += m.beaten / 3.0
        if m.beaten < 1.0 - SURE:
            m.option[OfOutlook.SAFE] += 1.0 / 3.0
    elif raised > theirs:
        m.option[OfOutlook.TURNABLE] += 1.0 / 3.0
    elif mine < theirs and raises == 0:
        m.option[OfOutlook.GIVEN_UP] += 1.0 / 3.0
    # Chances of the battle in the next Round: with the best level-up of one side or both.
    m.odds[area] = win_chance(raised, theirs, uncertain=False)
    m.raised[area] = (1.0 - m.outdone) * m.odds[area]
    m.chance[area] = (1.0 - m.beaten) * win_chance(mine, theirs, uncertain=False)


@compiled
def best_raised(g, t, player, character, mine):
    """The best BP of an own character with a card in hand on top, if any, and how many cards there are for it."""
    best, cards = mine, 0
    if character == NONE:
        return best, cards
    for place in range(g.n_hand[player]):
        card = int(g.hand[player, place])
        row = int(g.card[card])
        if is_character_card(t, row) and conforms_on(g, t, row, g.top[character]):
            cards += 1
            best = max(best, float(raised_bp(g, t, character, card)))
    return best, cards


@compiled
def read_answers(g, t, other, rival, theirs, mine, raised):
    """Put down what a level-up of the other side may make of its character ``rival``: the most BP of any card of its
    list that it may hold, and the chances that it holds one that fits, that beats ``mine``, that beats ``raised``.
    """
    m = t.learned
    m.answer = theirs
    m.fitted = 0.0
    m.beaten = 0.0
    m.outdone = 0.0
    if rival == NONE:
        return
    top = int(g.card[g.top[rival]])
    state = state_of_height(t, g.height[rival] + 1)
    changed = theirs - max(int(t.cards[top].bp[state_of_height(t, g.height[rival])]), 0)
    fits, beats, outdoes = 0, 0, 0
    for i in range(m.above_ends[top], m.above_ends[top + 1]):
        row = int(m.above[i])
        cards = int(m.left[row])
        if cards > 0:
            bp = changed + max(int(t.cards[row].bp[state]), 0)
            m.answer = max(m.answer, bp)
            fits += cards
            beats += cards if bp > mine else 0
            outdoes += cards if bp > raised else 0
    if fits > 0:
        m.fitted = held(g, other, fits)
        m.beaten = held(g, other, beats)
        m.outdone = held(g, other, outdoes)


@compiled
def count_unseen(g, t, player):
    """Count the cards of a player's deck and hand together by rows: which of them is where is not looked at."""
    kin.count_deck(g, t, player)
    for place in range(g.n_hand[player]):
        t.learned.left[g.card[g.hand[player, place]]] += 1


@compiled
def held(g, player, cards):
    """Chance that a hand holds at least one of so many of the cards in deck and hand, each held by itself."""
    other, none = 1.0 - cards / (g.n_deck[player] + g.n_hand[player]), 1.0
    for _ in range(g.n_hand[player]):
        none *= other
    return 1.0 - none


@compiled
def put_sorted(seen, start, n, value):
    """Put a value into a falling row of at most MARGINS values from ``start`` on, of which ``n`` are there."""
    place = start + min(n, MARGINS - 1)
    if n >= MARGINS and value <= seen[place]:
        return
    seen[place] = value
    while place > start and seen[place - 1] < seen[place]:
        seen[place] = seen[place - 1]
        seen[place - 1] = value
        place -= 1


@compiled
def see_next_round(g, m, player):
    """Put down how likely the next Round's judgement wins and loses the game (CR 1.3.2): where the own side alone
    levels up, where both do, and where the other side alone does. The new area is the best card in hand against any
    of the other list.
    """
    areas = min(int(g.n_areas), AREAS - 1)
    new = chance_against_list(m, opponent_of(player), m.position[Seen.BEST_SINGLE] * BP)
    m.odds[areas] = new
    m.raised[areas] = new
    m.chance[areas] = new
    decide_round(m, m.odds, areas + 1)
    m.option[OfOutlook.WIN_ALONE] = m.win
    m.option[OfOutlook.LOSE_ALONE] = m.lose
    decide_round(m, m.raised, areas + 1)
    m.option[OfOutlook.WIN_BOTH] = m.win
    m.option[OfOutlook.LOSE_BOTH] = m.lose
    decide_round(m, m.chance, areas + 1)
    m.option[OfOutlook.WIN_ANSWERED] = m.win
    m.option[OfOutlook.LOSE_ANSWERED] = m.lose
