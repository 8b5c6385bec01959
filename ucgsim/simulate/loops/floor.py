"""What no game can do without: two decks of 50 cards shuffled. The floor under the time of a game."""

from __future__ import annotations

from ucgsim.engine.compiling.compiled import entry
from ucgsim.engine.core.chance import seed_streams, shuffle
from ucgsim.engine.core.constants import Stream

DECK = 50


@entry
def shuffle_pairs(g, n):
    """Shuffle 50 cards of each player ``n`` times; ``g`` is modified."""
    seed_streams(g, 1, 0, 0)
    for _ in range(n):
        shuffle(g, Stream.SHUFFLE_A.value, g.deck[0], DECK)
        shuffle(g, Stream.SHUFFLE_B.value, g.deck[1], DECK)
