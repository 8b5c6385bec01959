"""Face-down cards on the field, dealt again: what may lie there.

Ways to fill the places are as likely as the ways to deal the rest make them; a way that is drawn is kept with the
chance that its weights bear to bounds of them.
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.chance import below
from ucgsim.engine.core.constants import NONE, Stream
from ucgsim.engine.field.stacks import may_be_set, may_level_up_with

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
