"""Hidden cards dealt again: worlds that a player can't distinguish from the game, and the lists they are dealt from.

A list that lacks a card that was seen drops out; each of the others counts by its share of the field, times the ways
to draw from it what was seen. Where all lack some, those stay that lack the fewest.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.arithmetic import copy_cells, lowest_bit
from ucgsim.engine.core.chance import below, mix, seed_streams
from ucgsim.engine.core.constants import NONE, PLAYERS, SEATS, Stream
from ucgsim.engine.core.record import copy_game
from ucgsim.engine.effects.triggers import Waiting
from ucgsim.engine.field.sight import Sight
from ucgsim.engine.field.stacks import may_be_set, may_level_up_with
from ucgsim.policies.search.hindsight import likelihood
from ucgsim.policies.spec import Searching

# Face-down cards on the field: ways to fill the places are as likely as the ways to deal the rest make them; a way
# that is drawn is kept with the chance that its weights bear to bounds of them.


TRIES = 200
"""Ways to fill the places on the field that are drawn before one of them is taken as it comes."""


@compiled
def may_lie(g, t, row, card):
    """Whether a card of ``row`` may lie face-down where ``card`` lies: set, or as a level-up of what is below."""
    below_it = int(g.link[card])
    return may_be_set(t, row) if below_it == NONE else may_level_up_with(g, t, row, below_it)


@compiled
def favour(pool, used):
    """In how many times as many ways the rest can be dealt if one more held card lies face-down, ``used`` lie there;
    0 where it could not be dealt without.
    """
    room = int(pool.n_hand) - int(pool.n_held) + used + 1
    if room <= 0:
        return 0.0
    return (int(pool.n) - int(pool.n_down) - int(pool.n_held) + used + 1) / room


@compiled
def ways(pool, used):
    """In how many ways the rest can be dealt with ``used`` held cards face-down, to the most for any number."""
    share = 1.0
    for k in range(used, min(int(pool.n_down), int(pool.n_held))):
        more = favour(pool, k)
        if more <= 0.0:
            return 0.0
        share /= more
    return share


@compiled
def weigh(g, t, pool, card, taken, used):
    """Weigh every row that is left for the place of ``card``; returns the sum."""
    total, more = 0.0, favour(pool, used) if pool.n_held <= pool.n_hand else 1.0
    for i in range(pool.n):
        pool.weight[i] = 0.0
        if (taken >> i) & 1 == 0 and may_lie(g, t, pool.rows[i], card):
            pool.weight[i] = more if i < pool.n_held else 1.0
            total += pool.weight[i]
    return total


@compiled
def bound_down(g, t, pool):
    """Find what no way to fill a place on the field outweighs; where a hidden card lies below, over all it may be."""
    for i in range(pool.n_down):
        card, under = int(pool.cards[i]), int(g.link[pool.cards[i]])
        hidden = i > 0 and under == pool.cards[i - 1]
        pool.bound[i] = 0.0 if hidden else weigh(g, t, pool, card, 0, 0)
        for k in range(pool.n if hidden else 0):
            if k == 0 or pool.rows[k] != pool.rows[k - 1]:
                g.card[under] = pool.rows[k]
                pool.bound[i] = max(pool.bound[i], weigh(g, t, pool, card, 0, 0))


@compiled
def pick(g, pool, total):
    """A row at random by its weight."""
    left = total * below(g, Stream.TABLE.value, 1 << 30) / (1 << 30)
    last = NONE
    for i in range(pool.n):
        if pool.weight[i] > 0.0:
            last = i
            left -= pool.weight[i]
            if left < 0.0:
                return i
    return last


@compiled
def fill_down(g, t, pool, strict):
    """Fill the places on the field one after the other; returns the bits of the rows taken, NONE for none.

    A way is kept with the chance that its weights bear to their bounds: then all ways are as likely as they should
    be. Without ``strict`` it is kept as it comes, and where nothing fits anything does.
    """
    taken, used, kept = 0, 0, 1.0
    for i in range(pool.n_down):
        card = int(pool.cards[i])
        total = weigh(g, t, pool, card, taken, used)
        if total <= 0.0:
            if strict:
                return NONE
            for k in range(pool.n):
                pool.weight[k] = float(1 - ((taken >> k) & 1))
                total += pool.weight[k]
        else:
            kept *= total / max(pool.bound[i], 1.0e-12)
        k = pick(g, pool, total)
        taken |= 1 << k
        used += 1 if k < pool.n_held else 0
        pool.dealt[i] = pool.rows[k]
        g.card[card] = pool.rows[k]
    if pool.n_held > pool.n_hand:
        kept *= ways(pool, used)
    if strict and below(g, Stream.TABLE.value, 1 << 30) >= kept * (1 << 30):
        return NONE
    return taken


@compiled
def deal_down(g, t, pool):
    """Deal the face-down cards on the field; the rest of the pool follows them in ``pool.dealt``, held ones first."""
    taken = 0
    if pool.n_down > 0:
        taken = NONE
        for _ in range(TRIES):
            if taken == NONE:
                taken = fill_down(g, t, pool, 1)
        if taken == NONE:
            taken = fill_down(g, t, pool, 0)
    n, left, held = int(pool.n_down), 0, int(pool.n_held)
    for i in range(pool.n):
        if (taken >> i) & 1 == 0:
            pool.dealt[n] = pool.rows[i]
            left += 1 if i < held else 0
            n += 1
    pool.n_left = left


MANY = 1 << 14
"""More cards than any list lacks."""
WAYS = 64
"""Ways to deal the other player's cards of which one is taken, where they are dealt as it would have played."""


@compiled
def insert(numbers, start, end, number):
    """Insert a number into the sorted stretch [start, end)."""
    place = end
    while place > start and numbers[place - 1] > number:
        numbers[place] = numbers[place - 1]
        place -= 1
    numbers[place] = number


@compiled
def gather_seen(g, s, viewer, owner):
    """The rows of all cards of ``owner`` of which the viewer knows that they are in the deck, sorted."""
    n = 0
    for card in range(owner * SEATS, owner * SEATS + g.n_cards[owner]):
        if g.sight[viewer, card] != Sight.UNSEEN and g.sight[viewer, card] != Sight.STIRRED_UNSEEN:
            insert(s.seen_rows, 0, n, int(g.card[card]))
            n += 1
    s.n_seen = n


@compiled
def weigh_list(t, s, place):
    """How many of the cards seen a list lacks, and in how many ways the others can be drawn from it."""
    at, copies, lacks, ways = 0, 0, 0, 1.0
    rows, n = t.lists[place].rows, int(t.lists[place].n)
    for k in range(s.n_seen):
        row = s.seen_rows[k]
        copies = copies + 1 if k > 0 and row == s.seen_rows[k - 1] else 1
        while at < n and rows[at] < row:
            at += 1
        held = 0
        while at + held < n and rows[at + held] == row:
            held += 1
        if held >= copies:
            ways *= (held - copies + 1) / copies
        else:
            lacks += 1
    return lacks, ways


@compiled
def weigh_lists(g, t, s, viewer):
    """Weigh every list of the field by what ``viewer`` has seen; to be of another size than the deck is to lack."""
    owner = 1 - viewer
    gather_seen(g, s, viewer, owner)
    fewest = MANY
    for place in range(t.n_lists):
        lacks, ways = weigh_list(t, s, place)
        lacks += abs(int(t.lists[place].n) - int(g.n_cards[owner]))
        s.list_lacks[place] = lacks
        s.list_weight[place] = t.lists[place].share * ways
        if t.lists[place].share > 0.0:
            fewest = min(fewest, lacks)
    for place in range(t.n_lists):
        if s.list_lacks[place] > fewest:
            s.list_weight[place] = 0.0


@compiled
def pick_list(g, t, s):
    """A list of the field at random by its weight."""
    total = 0.0
    for place in range(t.n_lists):
        total += s.list_weight[place]
    left, last = total * below(g, Stream.TABLE.value, 1 << 30) / (1 << 30), 0
    for place in range(t.n_lists):
        if s.list_weight[place] > 0.0:
            last = place
            left -= s.list_weight[place]
            if left < 0.0:
                return last
    return last


@compiled
def deal_list(g, t, s, pool):
    """Pool what a list of the field leaves when what was seen is taken away, as many cards as lie hidden."""
    place = pick_list(g, t, s)
    rows, size = t.lists[place].rows, int(t.lists[place].n)
    n, at = 0, 0
    for k in range(size):
        while at < s.n_seen and s.seen_rows[at] < rows[k]:
            at += 1
        if at < s.n_seen and s.seen_rows[at] == rows[k]:
            at += 1
        else:
            s.left_rows[n] = rows[k]
            n += 1
    held, wanted = int(pool.n_held), int(pool.n) - int(pool.n_held)
    put = held
    for k in range(n):
        # Each of those left is as likely to be among the wanted.
        if below(g, Stream.TABLE.value, n - k) < wanted - (put - held):
            pool.rows[put] = s.left_rows[k]
            put += 1
    while put < pool.n:
        insert(pool.rows, held, put, int(rows[below(g, Stream.TABLE.value, size)]))
        put += 1


# Hidden cards dealt again: a game as one of its players knows it, and worlds that this player can't distinguish.
#
# Everything starts from `ucgsim.engine.field.sight`. What the viewer can't place is pooled and sorted, its places are
# numbered in an order that anybody could give them, and the pool is dealt to them. So worlds depend on nothing that
# lies hidden. The list of either deck is taken as known, as after the exchange of lists before a match; where lists are
# closed, every world begins with a list of the field that the other deck may be by what was seen of it.
#
# Arrangements are uniform among those that could have come about: a card that was set can be set, one that leveled a
# character up fits on it (CR 5.5.3.1, 5.6.1), a card known to be held lies in the hand or face-down. That makes the
# other player weaker than it is, for what it set was chosen and the hand that it kept is a good one. So where a person
# is shown chances, and under ``guess=1``, they are as likely as that player would have played so (`deal_as_played`).


# --- the game as its viewer knows it -----------------------------------------------------------------------


@compiled
def is_open(g, viewer, card):
    """Whether the viewer can't place a card, but for what lots say."""
    sight = int(g.sight[viewer, card])
    return sight <= Sight.UNSEEN or sight == Sight.HELD


@compiled
def spoken_of(g, player):
    """Cards of a player that an effect under way, or what is put off, speaks of: bits of those that keep their name."""
    bits = 0
    for f in range(g.n_frames):
        for group in range(g.frame_cards.shape[1]):
            bits |= int(g.frame_cards[f, group, player])
    for i in range(g.n_delayed):
        bits |= int(g.delayed_cards[i, player])
    for i in range(g.n_waiting):
        if g.waiting[i, Waiting.CARD] // SEATS == player:
            bits |= 1 << (int(g.waiting[i, Waiting.CARD]) % SEATS)
    return bits


@compiled
def is_closed(s, viewer, owner):
    """Whether the viewer does not know the list of a player's deck."""
    return owner != viewer and s.numbers[viewer, Searching.CLOSED] > 0.5


@compiled
def know(g, t, s, viewer):
    """Bring the game into the form in which the viewer knows it, ``s.games[0]``, and pool what may lie hidden."""
    known = s.games[0]
    copy_game(known, g)
    for player in range(PLAYERS):
        gather(known, s.pools[player], viewer, player)
        if is_closed(s, viewer, player):
            weigh_lists(known, t, s, viewer)
        else:
            bound_down(known, t, s.pools[player])
    s.viewer = viewer
    gather_lots(known, s, viewer)


@compiled
def gather(g, pool, viewer, player):
    """Pool the cards of one player; they are named again, in the order of their places."""
    down = gather_down(g, pool, viewer, player)
    hand = gather_zone(g, pool, viewer, g.hand[player], g.n_hand[player], down)
    pool.n_down = down
    pool.n_hand = hand - down
    pool.n = gather_zone(g, pool, viewer, g.deck[player], g.n_deck[player], hand)
    gather_rows(g, pool, viewer)
    name_anew(g, pool, player)


@compiled
def put_in_pool(g, pool, viewer, card, n):
    """Make a card that the viewer can't place the next of ``n`` in the pool; returns how many there are then."""
    pool.cards[n] = card
    pool.on[n] = g.link[card]
    return n + 1 if is_open(g, viewer, card) else n


@compiled
def gather_zone(g, pool, viewer, zone, n_zone, n):
    """Pool the first ``n_zone`` cards of a zone with ``n`` others; returns how many there are then."""
    for place in range(n_zone):
        n = put_in_pool(g, pool, viewer, int(zone[place]), n)
    return n


@compiled
def gather_down(g, pool, viewer, player):
    """Pool the face-down cards on the field, each stack from its bottom; returns how many there are."""
    n = 0
    for area in range(g.n_areas):
        character = int(g.field[player, area])
        if character == NONE:
            continue
        for depth in range(g.hidden[character] - 1, -1, -1):
            card = int(g.top[character])
            for _ in range(depth):
                card = int(g.link[card])
            n = put_in_pool(g, pool, viewer, card, n)
    return n


@compiled
def gather_rows(g, pool, viewer):
    """The rows of the pooled cards: those known to be held first, each part sorted."""
    held = int(pool.n) - count_rows(g, pool, viewer, 0)
    pool.n_held = held
    sort_rows(pool, held, int(pool.n))
    if held > 0:
        count_rows(g, pool, viewer, 1)
        sort_rows(pool, 0, held)


@compiled
def count_rows(g, pool, viewer, held):
    """Count the pooled cards that are known to be held, or the others, by rows; returns how many they are."""
    some = 0
    for i in range(pool.n):
        card = pool.cards[i]
        if (g.sight[viewer, card] == Sight.HELD) == (held == 1):
            pool.counts[g.card[card]] += 1
            some += 1
    return some


@compiled
def sort_rows(pool, n, end):
    """Put the rows that were counted, sorted, into places ``n`` to ``end``; counts are 0 afterwards."""
    row = 0
    while n < end:
        for _ in range(pool.counts[row]):
            pool.rows[n] = row
            n += 1
        pool.counts[row] = 0
        row += 1


@compiled
def name_anew(g, pool, player):
    """Give the pooled cards to their places in the order of their numbers, but for those that are spoken of."""
    pinned = spoken_of(g, player)
    free = 0
    for i in range(pool.n):
        free |= 1 << (int(pool.cards[i]) % SEATS)
    free &= ~pinned
    for i in range(pool.n):
        old = int(pool.cards[i])
        if (pinned >> (old % SEATS)) & 1:
            pool.dealt[i] = old
        else:
            pool.dealt[i] = player * SEATS + lowest_bit(free)
            free &= free - 1
    rename_down(g, pool, player)
    rename_in(g.hand[player], g.n_hand[player], pool, pool.n_down, pool.n_down + pool.n_hand)
    rename_in(g.deck[player], g.n_deck[player], pool, pool.n_down + pool.n_hand, pool.n)
    for i in range(pool.n):
        pool.cards[i] = pool.dealt[i]


@compiled
def rename_in(zone, n, pool, start, end):
    """Put the new names in the places of the old ones; both are in the order of the zone."""
    i = start
    for place in range(n):
        if i < end and zone[place] == pool.cards[i]:
            zone[place] = pool.dealt[i]
            i += 1


@compiled
def rename_down(g, pool, player):
    """Lay the new names where the old ones lay face-down; cards that lie in no stack lie on nothing.

    A new name may be the old one of a card elsewhere, so everything is read before any of it is written: what the
    cards lay on was noted when they were pooled, and tops of stacks and cards that keep their names come first.
    """
    for area in range(g.n_areas):
        character = int(g.field[player, area])
        if character != NONE and g.hidden[character] > 0:
            lay_upon(g, pool, character)
    for i in range(pool.n):
        on = NONE if i >= pool.n_down else int(pool.on[i])
        is_pooled = i > 0 and on != NONE and on == pool.cards[i - 1]
        g.link[pool.dealt[i]] = pool.dealt[i - 1] if is_pooled else on


@compiled
def lay_upon(g, pool, character):
    """Let the top of a stack, and whatever keeps its name in its face-down part, show the new names below."""
    above, card = NONE, int(g.top[character])
    for _ in range(g.hidden[character]):
        under, name = int(g.link[card]), new_name(pool, card)
        if above == NONE:
            g.top[character] = name
        elif new_name(pool, above) == above:
            g.link[above] = name
        above, card = card, under


@compiled
def new_name(pool, card):
    """The new name of a face-down card, its old one where it is not pooled."""
    for i in range(pool.n_down):
        if pool.cards[i] == card:
            return int(pool.dealt[i])
    return card


@compiled
def gather_lots(g, s, viewer):
    """The cards of every lot, and their rows, sorted."""
    n, last = 0, Sight.LOTS.value
    for card in range(PLAYERS * SEATS):
        last = max(last, int(g.sight[viewer, card]) + 1)
    for lot in range(Sight.LOTS.value, last):
        start = n
        for card in range(PLAYERS * SEATS):
            if g.sight[viewer, card] == lot:
                s.lot_cards[n] = card
                insert(s.lot_rows, start, n, int(g.card[card]))
                n += 1
        for i in range(start, n):
            s.lot_ends[i] = n
    s.n_lots = n


# --- one world ---------------------------------------------------------------------------------------------


@compiled
def key_of(g, player):
    """What the chance of dealt worlds is made of: the player's own stream, and what it sees of the decision."""
    state = g.rng[Stream.POLICY_A.value + player]
    key = mix(mix(mix(0, state[0]), state[1]), state[2])
    key = mix(mix(mix(key, int(g.turn)), int(g.kind)), int(g.n_options))
    return mix(mix(key, int(g.n_hand[player])), int(g.step))


@compiled
def deal_world(s, t, key, number):
    """Deal world ``number`` of a decision into ``s.games[1]``; its chance is its own."""
    copy_game(s.games[1], s.games[0])
    deal_into(s.games[1], s, t, key, number)


@compiled
def deal_into(world, s, t, key, number):
    """Deal world ``number`` of a decision into a game in the form in which the viewer knows it."""
    seed_streams(world, key, 0, number)
    if s.numbers[s.viewer, Searching.GUESS] > 0.5:
        deal_as_played(world, s, t)
        return
    for player in range(PLAYERS):
        deal_pool(world, s, t, player)
    deal_lots(world, s)


@compiled
def deal_pool(world, s, t, player):
    """Deal the cards of one player that the viewer can't place."""
    pool = s.pools[player]
    if pool.n == 0:
        return
    if is_closed(s, s.viewer, player):
        deal_list(world, t, s, pool)
        bound_down(world, t, pool)
    deal_down(world, t, pool)
    deal_rest(world, pool)
    sort_hand(world, player)


@compiled
def deal_as_played(world, s, t):
    """Deal the cards of the other player last and in several ways, of which one is taken: each as likely as that player
    would have played as was seen. By then all else is dealt, so that no way is weighed by what truly lies there.
    """
    other = 1 - s.viewer
    pool, total = s.pools[other], 0.0
    deal_pool(world, s, t, s.viewer)
    deal_lots(world, s)
    for way in range(WAYS if pool.n > 0 else 0):
        deal_pool(world, s, t, other)
        weight = likelihood(world, s.games[2], t, other)
        copy_cells(world.rng[Stream.TABLE], s.games[2].rng[Stream.TABLE])
        total += weight
        if way == 0 or below(world, Stream.TABLE.value, 1 << 30) * total < weight * (1 << 30):
            copy_cells(pool.likely, pool.dealt)
    for i in range(pool.n):
        world.card[pool.cards[i]] = pool.likely[i]
    sort_hand(world, other)


@compiled
def shuffle_part(g, numbers, start, end):
    """Fisher-Yates over a stretch, in place."""
    for i in range(end - 1, start, -1):
        j = start + below(g, Stream.TABLE.value, i + 1 - start)
        numbers[i], numbers[j] = numbers[j], numbers[i]


@compiled
def deal_lots(world, s):
    """Deal the cards of every lot among themselves."""
    start = 0
    for i in range(s.n_lots):
        s.dealt_rows[i] = s.lot_rows[i]
    while start < s.n_lots:
        end = int(s.lot_ends[start])
        shuffle_part(world, s.dealt_rows, start, end)
        for i in range(start, end):
            world.card[s.lot_cards[i]] = s.dealt_rows[i]
        start = end
    if s.n_lots > 0:
        for player in range(PLAYERS):
            sort_hand(world, player)


@compiled
def sort_hand(g, player):
    """A hand is sorted by row and card (engine.field.zones.add_to_hand)."""
    hand = g.hand[player]
    for i in range(1, g.n_hand[player]):
        card = int(hand[i])
        row, place = g.card[card], i
        while place > 0 and (
            g.card[hand[place - 1]] > row or (g.card[hand[place - 1]] == row and hand[place - 1] > card)
        ):
            hand[place] = hand[place - 1]
            place -= 1
        hand[place] = card


@compiled
def deal_rest(g, pool):
    """Deal hand and deck; held cards go to the hand."""
    start, hand_end = int(pool.n_down), int(pool.n_down) + int(pool.n_hand)
    shuffle_part(g, pool.dealt, start + int(pool.n_left), int(pool.n))
    shuffle_part(g, pool.dealt, start, hand_end)
    for i in range(start, pool.n):
        g.card[pool.cards[i]] = pool.dealt[i]
