"""The networks of the planner, worked out: what is common to all options once, the rest for each of them.

Most of what may be seen is not there, so it is passed over.
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core.vectors import answer_of, put_in


@compiled
def clear(seen):
    """Nothing is seen."""
    for i in range(seen.shape[0]):
        seen[i] = 0.0


@compiled
def find(seen, places):
    """Note the places of what is there; returns how many."""
    n = 0
    for i in range(seen.shape[0]):
        places[n] = i
        n += 1 if seen[i] != 0.0 else 0
    return n


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
