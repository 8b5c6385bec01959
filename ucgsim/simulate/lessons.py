"""Opening hands from which the planner learns what to give back: what is seen of them, and what came of each choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.layout import OPTION, POSITION
from ucgsim.engine.core.record import new_game
from ucgsim.policies.planner.weights import Weights, teach
from ucgsim.simulate.loops.lessons import see_openings
from ucgsim.simulate.openings import Chance, play_hands
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck


class Chapter(NamedTuple):
    """Hands of one pairing: what is seen of the ``deck``, float32 (POSITION,), and of the ``hands``, float32
    (n, OPTION); half points of the games in which they were ``kept`` and ``redrawn``, int8 (n,).
    """

    deck: NDArray[np.float32]
    hands: NDArray[np.float32]
    kept: NDArray[np.int8]
    redrawn: NDArray[np.int8]


def play_chapter(decks: tuple[Deck, Deck], weights: Weights, chance: Chance, hands: int) -> Chapter:
    """So many opening hands of the first deck against the second; the planner plays both by ``weights``."""
    table = lay_out(decks, Terms.of(policy="planner", catalog=shipped_catalog()))
    tables = table.tables.copy()
    teach(tables, weights)
    played = play_hands(table.but(tables), chance, range(hands))
    of_deck, of_hands = np.zeros(POSITION, np.float32), np.zeros((hands, OPTION), np.float32)
    see_openings(new_game(), tables, table.decks, chance.seed, chance.matchup, np.arange(hands), of_deck, of_hands)
    return Chapter(of_deck, of_hands, played.kept.astype(np.int8), played.redrawn.astype(np.int8))
