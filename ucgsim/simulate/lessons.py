"""Games and opening hands from which the planner learns: what is seen of decisions, and what came of each choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.layout import OPTION, POSITION
from ucgsim.engine.core.record import new_game, new_games
from ucgsim.policies.planner.weights import Weights, teach
from ucgsim.policies.search.scratch import new_scratch
from ucgsim.simulate.loops.lessons import LESSON, play_lessons, see_openings
from ucgsim.simulate.openings import Chance, play_hands
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.table import lay_out

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ucgsim.decks.deck import Deck


ROWS_PER_GAME = 60


class Block(NamedTuple):
    """Games of one pairing in a row: how many from which on, in how many worlds options are tried, and of which
    ``shares`` of decisions by network, of positions, and of moves at random, shape (NETS + 1,).
    """

    seed: int
    first: int
    games: int
    worlds: int
    shares: tuple[float, ...]


def play_block(decks: tuple[Deck, Deck], weights: Weights | None, block: Block) -> NDArray[np.void]:
    """Lessons of one pairing, rows of dtype LESSON; without ``weights`` greedy plays."""
    policy = "greedy" if weights is None else "planner"
    table = lay_out(decks, Terms.of(policy=policy, catalog=shipped_catalog()))
    tables = table.tables.copy()
    if weights is not None:
        teach(tables, weights)
    out, winners = np.zeros(block.games * ROWS_PER_GAME, LESSON), np.zeros(block.games, np.int8)
    games, scratch, shares = new_games(2), new_scratch(), np.array(block.shares)
    chance = (block.seed, block.first, block.worlds)
    rows = play_lessons(games, scratch, tables, table.decks, *chance, shares, out.view(np.recarray), winners)
    return out[:rows]


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
