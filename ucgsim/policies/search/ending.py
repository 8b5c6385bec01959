"""What surely wins now: a choice that wins the game in this Round in dealt worlds where the usual one does not.

The usual option is played to the judgement first, by the networks on both sides, what is hidden dealt at random. While
it wins nothing else is tried. In the first world that it does not win all others are, and they go on only while they
win every world. The usual one is left only where it fails so often that it is no chance. The same holds for a game that
it surely loses, where another option loses it in no world. Where no option wins by itself, lines are tried that use
every power and aim at one area: their choices win together what none of them wins alone.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.arithmetic import lowest_bit
from ucgsim.engine.core.constants import NONE, WINS_NEEDED, Decision, Phase
from ucgsim.engine.core.decisions import area_part, card_part
from ucgsim.engine.core.record import copy_game
from ucgsim.engine.field.stacks import area_of
from ucgsim.engine.turn.progress import answer, step
from ucgsim.policies.planner.networks import choose_by_networks
from ucgsim.policies.planner.outlook import DECIDED
from ucgsim.policies.planner.position import read_position
from ucgsim.policies.search.dealing import deal_world, key_of, know
from ucgsim.policies.spec import Planning

NEVER, CHEAPLY, EVERYWHERE = 0, 1, 2
"""How far a player looks for sure wins: effects and the Next's level-ups, or the Lead's, sets and scenes as well."""
TRUSTED = 2
"""Worlds that the usual option must win for nothing else to be tried."""
WORLDS = 16
"""Worlds that are looked at where it lost one of those."""
ENOUGH = 6
"""Worlds from its first loss on that another option must have won, all of them, ..."""
LOST = 3
"""... of which the usual one lost so many, or it stays: the first one gave the reason to look, so it proves nothing."""
LIKELY = 0.4
"""Chance to win from which the best plan of level-ups is tried, ..."""
SURE = 0.97
"""... and of every plan that is tried where the Next may answer."""
SLACK = 1500.0
"""Points of BP by which each battle may be behind after level-ups, which powers may turn; twice as many everywhere."""
REACH = 4000.0
"""The same for the battles that are missing, all together, once nothing more is levelled up."""
AIMED = 6000.0
"""Points of BP that a line which aims at one area may turn."""
DEEP = 32
"""Own choices of a line that aims at one area; the rest is left to the networks."""
MOST = 24
"""Options of a decision that are tried."""


@compiled
def may_win_now(g, t, numbers, ends):
    """Whether the choice that is asked for may win the game in this Round, as far as BP shows.

    Of sets and level-ups the networks must have been asked last: their plans are looked at. A deck without powers wins
    by what its plans say.
    """
    first = Phase.SCENE if ends == EVERYWHERE else Phase.LEVEL_UP
    if g.turn < WINS_NEEDED or g.phase < first or g.phase > Phase.ACTIVATE:
        return False
    if g.n_options < 2 or g.n_options > MOST or g.scene_asked or g.kind == int(numbers[Planning.WITHOUT]):
        return False
    if t.has_lines == 0 and t.watched == 0 and t.has_payments == 0:
        return False
    if g.kind == Decision.LEVEL_UP or g.kind == Decision.SET:
        return may_plan_win(g, t, ends)
    if g.phase < Phase.LEVEL_UP:
        return True
    read_position(g, t, int(g.player))
    return g.n_areas >= WINS_NEEDED and (behind(g, t.learned) <= REACH * ends or areas_to_aim_at(g, t.learned) != 0)


@compiled
def may_plan_win(g, t, ends):
    """Whether a set or level-up may win the game in this Round: by its plans, or nearly so by BP."""
    m, best = t.learned, 0.0
    for i in range(g.n_options):
        best = max(best, m.plan_wins[i])
    if g.player == g.lead:
        return ends == EVERYWHERE and best >= SURE
    if best >= LIKELY or g.kind == Decision.SET:
        return best >= LIKELY
    near = 0
    for area in range(g.n_areas):
        most = m.own[area]
        for i in range(g.n_options):
            if g.options[i] >= 0 and area_part(g.options[i]) == area:
                most = max(most, m.after[i])
        near += 1 if most + SLACK * ends > m.theirs[area] else 0
    return near >= WINS_NEEDED and 2 * near > g.n_areas


@compiled
def behind(g, m):
    """By how many points of BP the battles that must still be won are behind, the nearest ones, all together."""
    total, floor = 0.0, -1.0e9
    for _ in range(max(WINS_NEEDED, int(g.n_areas) // 2 + 1)):
        nearest = 1.0e9
        for area in range(g.n_areas):
            points = m.theirs[area] - m.own[area] + 0.001 * area
            if floor < points < nearest:
                nearest = points
        total += max(nearest, 0.0)
        floor = nearest
    return total


@compiled
def choose_sure_win(g, t, s, numbers, usual, first):
    """The usual option, or one that wins the game in this Round in all dealt worlds where that one fails; or loses it
    in none where that one loses it in all.

    ``first``: the world that is looked at first; the usual option is known to win those before it. NONE: no option wins
    any by itself.
    """
    logging, player, best, areas = int(t.logging), int(g.player), NONE, areas_to_aim_at(g, t.learned)
    if first == NONE and areas == 0:
        return int(usual)
    t.logging = 0
    know(g, t, s, player)
    if first != NONE:
        best = sure_option(g, t, s, numbers, usual, first)
    if best == NONE and areas != 0:
        best = sure_line(g, t, s, numbers, usual, areas)
    t.logging = logging
    return best if best != NONE else int(usual)


@compiled
def sure_option(g, t, s, numbers, usual, first):
    """The same by single options, NONE where none of them wins the first world, nor alone does not lose it."""
    player, best = int(g.player), int(usual)
    rivals, seen, lost, wanted = rivals_of(g, t, best), 0, 0, 1.0
    for world in range(first, WORLDS):
        if lost == 0 and world >= TRUSTED:
            break
        deal_world(s, t, key_of(g, player), world)
        result = outcome(s, t, numbers, player, best, NONE)
        lost += 1 if result < wanted else 0
        if lost == 0:
            continue
        if wanted < 1.0 and result >= wanted:
            break
        try_out(s, t, numbers, player, rivals)
        if world == first and result < 0.0 and reaching(s, rivals, wanted) == 0:
            wanted = 0.0
        rivals = reaching(s, rivals, wanted)
        seen += 1
        if rivals == 0:
            return NONE if world == first else best
        if lost >= LOST and seen >= ENOUGH:
            return lowest_bit(rivals)
    return best


@compiled
def areas_to_aim_at(g, m):
    """Bits of the areas within reach, once the Round's cards lie open, where one battle more wins the game."""
    won, lost, bits = 0, 0, 0
    for area in range(g.n_areas):
        points = m.theirs[area] - m.own[area]
        won += 1 if points < 0.0 else 0
        lost += 1 if points > 0.0 else 0
        if 0.0 <= points <= AIMED:
            bits |= 1 << area
    asked = g.kind == Decision.ACTIVATE or g.kind == Decision.CHARACTER or g.kind == Decision.OPTIONAL
    is_open = g.phase == Phase.OPEN or g.phase == Phase.ACTIVATE
    return bits if asked and is_open and won == WINS_NEEDED - 1 and lost <= WINS_NEEDED else 0


@compiled
def sure_line(g, t, s, numbers, usual, areas):
    """The first option that wins the game in this Round in all worlds that are looked at if then every power is used,
    and all that may be aimed at one of the ``areas`` is; NONE for none. The usual one need win a single world.
    """
    player = int(g.player)
    deal_world(s, t, key_of(g, player), 0)
    while areas != 0:
        area = lowest_bit(areas)
        if is_in_line(g, usual, area) and outcome(s, t, numbers, player, usual, area) > 0.0:
            return int(usual)
        for option in range(g.n_options):
            if option == usual or not is_in_line(g, option, area):
                continue
            if outcome(s, t, numbers, player, option, area) > 0.0:
                if is_sure(g, t, s, numbers, option, area):
                    return option
                deal_world(s, t, key_of(g, player), 0)
        areas &= areas - 1
    return NONE


@compiled
def is_in_line(g, option, area):
    """Whether an option uses a power, aims at an area, or answers a question about an effect."""
    answered = int(g.options[option])
    if g.kind == Decision.CHARACTER:
        return answered >= 0 and area_of(g, answered) == area
    return g.kind != Decision.ACTIVATE or answered >= 0


@compiled
def is_sure(g, t, s, numbers, option, area):
    """Whether a line that begins with an option wins all other worlds that are looked at as well."""
    player = int(g.player)
    for world in range(1, ENOUGH):
        deal_world(s, t, key_of(g, player), world)
        if outcome(s, t, numbers, player, option, area) < 1.0:
            return False
    return True


@compiled
def rivals_of(g, t, usual):
    """Bits of the options that are tried: no copies of others, and for a Lead no plans that may fail by themselves."""
    least = -1.0
    if g.player == g.lead and (g.kind == Decision.LEVEL_UP or g.kind == Decision.SET):
        least = SURE
    bits = 0
    for i in range(g.n_options):
        if i != usual and (least < 0.0 or t.learned.plan_wins[i] >= least) and not is_copy(g, i):
            bits |= 1 << i
    return bits


@compiled
def is_copy(g, i):
    """Whether an earlier option sets or levels up the same area with a copy of the same card."""
    if (g.kind != Decision.LEVEL_UP and g.kind != Decision.SET) or g.options[i] < 0:
        return False
    area, row = area_part(g.options[i]), g.card[card_part(g.options[i])]
    for j in range(i):
        if g.options[j] >= 0 and area_part(g.options[j]) == area and g.card[card_part(g.options[j])] == row:
            return True
    return False


@compiled
def try_out(s, t, numbers, player, options):
    """Put the outcomes of some options in the world ``s.games[1]`` into ``s.average``."""
    while options != 0:
        s.average[lowest_bit(options)] = outcome(s, t, numbers, player, lowest_bit(options), NONE)
        options &= options - 1


@compiled
def reaching(s, options, wanted):
    """The bits of those options whose latest outcome is what is wanted, or better."""
    bits = options
    while options != 0:
        if s.average[lowest_bit(options)] < wanted:
            bits &= ~(1 << lowest_bit(options))
        options &= options - 1
    return bits


@compiled
def outcome(s, t, numbers, player, option, area):
    """What an option in the world ``s.games[1]`` comes to by this Round's judgement (CR 5.9, 1.3.2): 1 for a game that
    is won, -1 for one that is lost, else 0. ``area``: where the player aims, who uses every power; NONE for a player
    who goes on as the networks do.
    """
    game, left = s.games[2], DEEP
    copy_game(game, s.games[1])
    answer(game, t, option)
    while game.phase < Phase.JUDGEMENT or (game.phase == Phase.JUDGEMENT and game.step <= 1):
        if game.kind == Decision.NOTHING:
            step(game, t)
        elif area == NONE or game.player != player or left == 0:
            answer(game, t, choose_by_networks(game, t, numbers))
        else:
            left -= 1
            answer(game, t, choose_aiming(game, t, numbers, area))
    if game.phase != Phase.OVER or game.winner == NONE:
        return 0.0
    return 1.0 if game.winner == player else -1.0


@compiled
def choose_aiming(g, t, numbers, area):
    """A power while there is one, a target in ``area`` where there is one, else what the networks take."""
    for i in range(g.n_options):
        option = int(g.options[i])
        if option < 0:
            continue
        if g.kind == Decision.ACTIVATE or (g.kind == Decision.CHARACTER and area_of(g, option) == area):
            return i
    return choose_by_networks(g, t, numbers)


@compiled
def wins_as_tried(g, s):
    """Whether an option won the world in which `choose_by_trying` played all of them to the judgement."""
    for i in range(g.n_options):
        if s.average[i] >= DECIDED:
            return True
    return False
