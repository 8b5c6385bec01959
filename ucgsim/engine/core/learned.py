"""Room in the tables for a learned player: the numbers of its networks, and where it puts down what it sees.

One small network a kind of decision: what it sees of the position and of one option goes through ``HIDDEN`` units, and
straight to the answer besides.
"""

from __future__ import annotations

import numpy as np

from ucgsim.engine.core.constants import AREAS, OPTIONS

NETS = 4
"""Networks that one player has."""
HIDDEN = 32
POSITION = 40
"""Room for what is seen of a position."""
OPTION = 48
"""Room for what is seen of one option."""

LEARNED = np.dtype(
    [
        ("of_position", "f8", (NETS, POSITION, HIDDEN)),  # first layer, what is seen of the position
        ("of_option", "f8", (NETS, OPTION, HIDDEN)),  # first layer, what is seen of an option
        ("bias", "f8", (NETS, HIDDEN)),
        ("second", "f8", (NETS, HIDDEN)),
        ("skip_position", "f8", (NETS, POSITION)),
        ("skip_option", "f8", (NETS, OPTION)),
        ("last", "f8", (NETS,)),  # what is added in the end
        # what follows is void between decisions
        ("position", "f8", (POSITION,)),
        ("option", "f8", (OPTION,)),
        ("common", "f8", (HIDDEN,)),  # first layer after the position
        ("hidden", "f8", (HIDDEN,)),
        ("own", "f8", (AREAS,)),  # BP of the own side
        ("theirs", "f8", (AREAS,)),  # BP to reckon with opposite
        ("chance", "f8", (AREAS,)),  # battles won on average
        ("unsure", "i8", (AREAS,)),  # whether a face-down card lies opposite, or none yet
        ("places", "i8", (OPTION,)),  # of what is there
        ("after", "f8", (OPTIONS,)),  # BP after a level-up
    ],
    align=True,
)
