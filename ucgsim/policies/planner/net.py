"""The networks of the planner, worked out: what is common to all options once, the rest for each of them.

Most of what may be seen is not there, so it is passed over. Hidden units are worked out eight at a time: so many sums
stay in the registers of a processor.
"""

from __future__ import annotations

from ucgsim.engine.core.compiled import compiled
from ucgsim.engine.core.learned import HIDDEN

WIDTH = 8
"""Hidden units that are worked out at a time."""


@compiled
def find(seen, places):
    """Note the places of what is there; returns how many."""
    n = 0
    for i in range(seen.shape[0]):
        places[n] = i
        n += 1 if seen[i] != 0.0 else 0
    return n


@compiled
def put_in(seen, places, n, layer, start, sums):
    """``sums``: those of ``start`` with what is seen at the first ``n`` places."""
    for k in range(0, HIDDEN, WIDTH):
        a, b, c, d = start[k], start[k + 1], start[k + 2], start[k + 3]
        e, f, g, h = start[k + 4], start[k + 5], start[k + 6], start[k + 7]
        for j in range(n):
            i = places[j]
            x = seen[i]
            a += x * layer[i, k]
            b += x * layer[i, k + 1]
            c += x * layer[i, k + 2]
            d += x * layer[i, k + 3]
            e += x * layer[i, k + 4]
            f += x * layer[i, k + 5]
            g += x * layer[i, k + 6]
            h += x * layer[i, k + 7]
        sums[k], sums[k + 1], sums[k + 2], sums[k + 3] = a, b, c, d
        sums[k + 4], sums[k + 5], sums[k + 6], sums[k + 7] = e, f, g, h


@compiled
def weigh_position(m, net):
    """Work out the part of the first layer that all options have in common; returns how much is seen of it."""
    n = find(m.position, m.places)
    put_in(m.position, m.places, n, m.of_position[net], m.bias[net], m.common)
    return n


@compiled
def straight(seen, places, n, skip):
    """What goes straight to the answer."""
    result = 0.0
    for j in range(n):
        result += seen[places[j]] * skip[places[j]]
    return result


@compiled
def answer_of(second, sums):
    """What comes of the sums of the first layer."""
    a, b, c, d = 0.0, 0.0, 0.0, 0.0
    for k in range(0, HIDDEN, 4):
        a += max(sums[k], 0.0) * second[k]
        b += max(sums[k + 1], 0.0) * second[k + 1]
        c += max(sums[k + 2], 0.0) * second[k + 2]
        d += max(sums[k + 3], 0.0) * second[k + 3]
    return (a + b) + (c + d)


@compiled
def rate_option(m, net):
    """What the network makes of the option put down in ``m``, after ``weigh_position``."""
    n = find(m.option, m.places)
    put_in(m.option, m.places, n, m.of_option[net], m.common, m.hidden)
    return answer_of(m.second[net], m.hidden) + straight(m.option, m.places, n, m.skip_option[net])


@compiled
def rate_position(m, net):
    """What the network makes of the position put down in ``m`` by itself."""
    n = weigh_position(m, net)
    return m.last[net] + answer_of(m.second[net], m.common) + straight(m.position, m.places, n, m.skip_position[net])
