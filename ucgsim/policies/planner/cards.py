"""Which card to take by an effect, and which to give up: what the planner sees of each, and the choice."""

from __future__ import annotations

from ucgsim.effects.compile.opcodes import Purpose
from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.constants import NONE, Decision, Phase
from ucgsim.engine.expressions.frames import Column
from ucgsim.engine.field.stacks import is_character_card
from ucgsim.engine.field.zones import owner_of
from ucgsim.policies.greedy_effects import purpose_of_cards
from ucgsim.policies.planner.features import Net, OfCard
from ucgsim.policies.planner.kin import count_deck
from ucgsim.policies.planner.net import clear, rate_option, weigh_position
from ucgsim.policies.planner.position import read_position
from ucgsim.policies.planner.setting import see_card, see_deck, see_hand, see_hosts, see_third
from ucgsim.policies.worth import worth_in_hand


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
    count_deck(g, t, int(g.player))


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
