"""Two decks a player: which pairs of a library may be brought, and which of them are worth a look."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from ucgsim.errors import UcgsimError
from ucgsim.stats.outcomes import Outcomes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ucgsim.cards.card import Card
    from ucgsim.decks.deck import Deck
    from ucgsim.stats.matrices.swiss import Whole
    from ucgsim.stats.multinomial import Floats
    from ucgsim.studies.meta.findings import Played

TWO_DECKS = "two-deck-bo3"
"""The match to which a player brings two decks."""
LOOKED_AT = 10
"""Pairs that are looked at where none is named: those that win most matches against the field."""
MOST_PAIRS = 600
"""More of them fill the memory with matrices."""
FEWEST_TO_SPLIT = 4
BESIDE = " / "
"""Between the decks of a pair; the first is the one with which every match begins."""


def legal_pairs(decks: Sequence[Deck], catalog: Mapping[str, Card]) -> Whole:
    """Places of two decks that may be brought together, (pairs, 2), either of them first.

    Over both they have no more copies of a number than a deck may (floor rules 6). UcgsimError where there is none, or
    far too many.
    """
    pairs = [(a, b) for a, b in permutations(range(len(decks)), 2) if _go_together(decks[a], decks[b], catalog)]
    if not pairs:
        raise UcgsimError("no two of these decks may be brought together: over both, 4 copies of a number are allowed")
    if len(pairs) > MOST_PAIRS:
        raise UcgsimError(
            f"{len(pairs)} pairs of decks; it must be {MOST_PAIRS} or fewer: play a matrix of fewer decks"
        )
    return np.array(pairs)


def _go_together(first: Deck, second: Deck, catalog: Mapping[str, Card]) -> bool:
    counts = dict(second.counts)
    both = {number: count + counts[number] for number, count in first.counts if number in counts}
    limits = {number: catalog[number].copy_limit for number in both if number in catalog}
    return all(limit is None or both[number] <= limit for number, limit in limits.items())


def pair_names(names: Sequence[str], pairs: Whole) -> tuple[str, ...]:
    """What pairs are called."""
    return tuple(BESIDE.join(names[each] for each in pair) for pair in pairs.tolist())


def pair_shares(shares: Sequence[float], pairs: Whole) -> tuple[float, ...]:
    """Shares of the pairs in a field of which single decks have these: whoever brings two picks both by them."""
    products = np.asarray(shares)[pairs].prod(axis=1)
    if not products.sum():
        raise UcgsimError("a field of two-deck players; no two decks with a share may be brought together")
    return tuple((products / products.sum()).tolist())


def split_games(played: Played, seed: int) -> tuple[Played, Played]:
    """One half of the games of every matchup, taken by lot, and the other: what chooses, and what judges the choice."""
    generator, cells = np.random.default_rng([seed, 2]), played.cells
    if min(cell.games for cell in cells.values()) < FEWEST_TO_SPLIT:
        raise UcgsimError(
            f"{played.source}: a matchup of fewer than {FEWEST_TO_SPLIT} games, of which one half chooses pairs and "
            "the other judges them; play more, or name pairs with --bring"
        )
    halves = {key: _half(cell, generator) for key, cell in cells.items()}
    rest = {key: Outcomes.of(cells[key].as_array() - half.as_array()) for key, half in halves.items()}
    return replace(played, cells=halves), replace(played, cells=rest)


def _half(cell: Outcomes, generator: np.random.Generator) -> Outcomes:
    drawn = [generator.multivariate_hypergeometric(half, half.sum() // 2) for half in cell.as_array()]
    return Outcomes.of(np.array(drawn))


def best_pairs(chances: Floats, shares: Sequence[float]) -> list[int]:
    """The pairs that win most matches against the field, over all matrices, (matrices, pairs, pairs)."""
    order: list[int] = np.argsort(-(chances @ np.asarray(shares)).mean(axis=0), kind="stable").tolist()
    return order[:LOOKED_AT]
