"""How much of a win rate's variance the first cards of both decks explain: control variates of known mean.

    python benchmarks/controls.py [GAMES [POLICY]]

Counts of each number among the first six cards of a shuffle and among the next six have exact hypergeometric means.
A linear adjustment is fitted on half of the games and judged on the other; printed is the share of the variance that
it takes, and how long drawing the shuffles again takes next to the games.
"""

from __future__ import annotations

import time

import numpy as np
from design import DECKLISTS, DUELS, SWAP, asked, points, swapped

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.decks.checking import load_deck
from ucgsim.engine.core.chance import WORD
from ucgsim.engine.core.constants import PLAYERS, Stream
from ucgsim.simulate.plan import Terms
from ucgsim.simulate.same_chance import lay_out_meetings
from ucgsim.simulate.table import lay_out

WINDOWS = ((0, 6), (6, 12))
U = np.uint64
WARM_UP = 12


def multiply(x, y):
    return (x * U(y)) & U(WORD)


def turned(x, bits):
    return ((x << U(bits)) | (x >> U(32 - bits))) & U(WORD)


def mix(key, word):
    k = multiply(turned(multiply(word & U(WORD), 0xCC9E2D51), 15), 0x1B873593)
    return (multiply(turned((key ^ k) & U(WORD), 13), 5) + U(0xE6546B64)) & U(WORD)


def finish(key):
    key = multiply(key ^ (key >> U(16)), 0x85EBCA6B)
    key = multiply(key ^ (key >> U(13)), 0xC2B2AE35)
    return (key ^ (key >> U(16))) & U(WORD)


def next_word(state):
    a, b, c, counter = state
    word = (a + b + counter) & U(WORD)
    state[:] = [
        b ^ (b >> U(9)),
        (c + (c << U(3))) & U(WORD),
        (turned(c, 21) + word) & U(WORD),
        (counter + U(1)) & U(WORD),
    ]
    return word


def first_cards(games: int, size: int, count: int, *, seed: int, matchup: int, player: int):
    """Places of the cards on top of the shuffled deck of each game, (games, count): `engine.core.chance`, all at once.

    Words that would be thrown away for an even draw, one in a hundred million, are not.
    """
    numbers = np.arange(games, dtype=U)
    none = np.zeros_like(numbers)
    key = mix(mix(mix(none, U(seed)), U(seed >> 32)), U(matchup))
    base = mix(mix(mix(key, numbers & U(WORD)), numbers >> U(32)), none + U(Stream.SHUFFLE_A.value + player))
    state = [*(finish(mix(base, none + U(word))) for word in range(3)), none + U(1)]
    for _ in range(WARM_UP):
        next_word(state)
    cards = np.broadcast_to(np.arange(size, dtype=np.int8), (games, size)).copy()
    rows, top = np.arange(games), np.empty((games, count), np.int8)
    for place in range(count):
        last = size - 1 - place
        drawn = ((next_word(state) * U(last + 1)) >> U(32)).astype(np.int64)
        top[:, place] = cards[rows, drawn]
        cards[rows, drawn] = cards[:, last]
    return top


def controls(kinds, games: int, *, matchup: int, player: int, seed: int = 1):
    """Counts of each kind of card in the windows, less their means, (games, kinds less one, for each window)."""
    _, kind, copies = np.unique(kinds, return_inverse=True, return_counts=True)
    top = kind[first_cards(games, len(kinds), WINDOWS[-1][1], seed=seed, matchup=matchup, player=player)]
    seen = [
        (top[:, start:stop, None] == np.arange(len(copies) - 1)).sum(axis=1) - (stop - start) * copies[:-1] / len(kinds)
        for start, stop in WINDOWS
    ]
    return np.concatenate(seen, axis=1)


def explained(counts, values) -> float:
    """The share of the variance of values that a linear fit on half of the games takes from the others."""
    fitted = (np.arange(len(values)) // 2) % 2 == 0
    slope = np.linalg.lstsq(counts[fitted], values[fitted] - values[fitted].mean(), rcond=None)[0]
    left = values[~fitted] - counts[~fitted] @ slope
    return 1 - left.var() / values[~fitted].var()


def tell(asked: str, kinds, values, matchup: int, seconds: float) -> None:
    started = time.process_time()
    counts = np.concatenate(
        [controls(each, len(values), matchup=matchup, player=k) for k, each in enumerate(kinds)], axis=1
    )
    cost = (time.process_time() - started) / seconds
    print(f"{asked:42} {counts.shape[1]:9} {100 * explained(counts, values):9.1f} % {100 * cost:9.1f} %")


def main() -> None:
    games, policy = asked()
    catalog = shipped_catalog()
    terms = Terms(catalog=catalog, policies=(policy, policy))
    decks = {name: load_deck(DECKLISTS / f"{name}.txt", catalog) for pair in DUELS for name in pair}
    print(f"{games:,} games, {policy} on both sides; controls, variance that they take, time of shuffles beside games")
    for a, b in DUELS:
        table = lay_out((decks[a], decks[b]), terms)
        points(table, 0, 100, paired=False)
        started = time.process_time()
        values = points(table, 0, games, paired=False) / 2
        kinds = [row[row >= 0] for row in table.decks]
        tell(f"duel {a}, {b}", kinds, values, 0, time.process_time() - started)
    for copies in (1, 3):
        builds = decks[SWAP[0]], swapped(decks[SWAP[0]], copies)
        (meeting,) = lay_out_meetings(builds, [decks[SWAP[1]]], [1], terms)
        started = time.process_time()
        x, y = (points(table, 1, games, paired=False) for table in meeting.tables)
        rows = [[row[row >= 0].astype(int) for row in table.decks] for table in meeting.tables]
        # A place of the deck is a kind by the card that each of the builds has there.
        kinds = [rows[0][0] * 10**6 + rows[1][0], *rows[0][1:PLAYERS]]
        took = time.process_time() - started
        tell(f"compare: {copies} cop{'y' if copies == 1 else 'ies'} of {SWAP[0]} swapped", kinds, (y - x) / 2, 1, took)


if __name__ == "__main__":
    main()
