"""The networks of the planner, worked out: what is common to all options once, the rest for each of them.

Most of what may be seen is not there, so it is passed over (`ucgsim.engine.core.vectors`).
"""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import compiled
from ucgsim.engine.core import vectors


@compiled
def clear(seen):
    """Nothing is seen."""
    for i in range(seen.shape[0]):
        seen[i] = 0.0


@compiled
def weigh_position(m, net):
    """Work out the part of the first layer that all options have in common."""
    vectors.weigh_position(m.position, m.of_position[net], m.bias[net], m.common)


@compiled
def rate_option(m, net):
    """What the network makes of the option put down in ``m``, after ``weigh_position``."""
    return vectors.rate_option(m.option, m.of_option[net], m.common, m.second[net], m.skip_option[net], 0.0)


@compiled
def rate_position(m, net):
    """What the network makes of the position put down in ``m`` by itself."""
    return vectors.rate_position(
        m.position, m.of_position[net], m.bias[net], m.second[net], m.skip_position[net], float(m.last[net])
    )


@compiled
def rate_both(m, net):
    """What the network makes of the position and the option put down in ``m`` together."""
    weigh_position(m, net)
    straight = float(m.last[net])
    for i in range(m.position.shape[0]):
        straight += m.position[i] * m.skip_position[net, i]
    return vectors.rate_option(m.option, m.of_option[net], m.common, m.second[net], m.skip_option[net], straight)
