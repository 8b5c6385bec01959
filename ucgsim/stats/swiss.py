"""Tournaments, many at a time: matches, Swiss rounds without rematch, then single elimination.

A chance of a game is that of the row's deck against the column's, ``chosen`` where the row's player chooses who leads
and ``other`` where the column's does, (..., decks, decks) both; the throw decides who chooses in the first game.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ucgsim.errors import UcgsimError
from ucgsim.stats.multinomial import Floats


def best_of_three(chosen: Floats, other: Floats) -> Floats:
    """The chance of a match of up to three games with the same decks (floor rules 10: the loser chooses)."""
    first = (chosen + other) / 2
    after_win, after_loss = other + (1 - other) * chosen, chosen * other
    return np.asarray(first * after_win + (1 - first) * after_loss)


def two_deck_match(chosen: Floats, other: Floats, pairs: NDArray[np.int64]) -> Floats:
    """The chance of a two-deck match between pairs of decks, (..., pairs, pairs).

    ``pairs`` (pairs, 2) are places of decks, the first one that with which every match begins. A deck that won is out
    (floor rules 7), so that who lost the first game needs both games that are left, one with each of its decks against
    the other one's second; it takes them in the order that is best for it, and so does the other side.
    """
    a, b = pairs.T
    first = (chosen[..., a[:, None], a] + other[..., a[:, None], a]) / 2
    # Ahead: my second deck meets both of theirs, theirs choosing the order and who leads, then I choose.
    not_lost = np.minimum.reduce(
        [
            1 - (1 - other[..., b[:, None], theirs]) * (1 - chosen[..., b[:, None], others])
            for theirs, others in permutations((a, b))
        ]
    )
    # Behind: I win with both of mine against their second, I choose, then they do.
    won_twice = np.maximum.reduce(
        [chosen[..., mine[:, None], b] * other[..., others[:, None], b] for mine, others in permutations((a, b))]
    )
    return np.asarray(first * not_lost + (1 - first) * won_twice)


# Tournaments, many at a time: Swiss rounds without rematch, then single elimination among the first.
#
# Arrays have one row a tournament. The chance of a match depends on the decks alone, and matches are independent given
# those chances.


Whole: TypeAlias = NDArray[np.int64]
Flags: TypeAlias = NDArray[np.bool_]

NOBODY = -1


@dataclass(frozen=True, slots=True)
class Setup:
    """What a tournament is: players, Swiss rounds, and how many of them play on in single elimination."""

    players: int
    rounds: int
    cut: int

    def __post_init__(self) -> None:
        for name, value, least in (("players", self.players, 2), ("rounds", self.rounds, 0), ("cut", self.cut, 1)):
            if value < least:
                raise UcgsimError(f"{value} {name}; it must be {least} or more")
        if self.cut > self.players:
            raise UcgsimError(f"a cut of {self.cut} among {self.players} players; it must be {self.players} or less")
        most = self.players - 1 + self.players % 2
        if self.rounds > most:
            raise UcgsimError(
                f"{self.rounds} rounds of {self.players} players need rematches; {most} rounds or fewer are possible"
            )


@dataclass(frozen=True, slots=True)
class TournamentOutcomes:
    """What became of the players, (tournaments, players): wins of Swiss rounds, byes included, who made the cut.

    ``champion`` (tournaments,) is the player who won; ``rematches`` counts matches that no pairing could avoid.
    """

    wins: Whole
    made_cut: Flags
    champion: Whole
    rematches: int


def play(shape: Setup, decks: Whole, chances: Floats, generator: np.random.Generator) -> TournamentOutcomes:
    """Play tournaments: ``decks`` (tournaments, players), ``chances`` (tournaments, decks, decks) of the row's deck.

    Players are paired by points, lots deciding within them, so that nobody meets an opponent twice; where that
    would leave two over who have met, partners are exchanged with the nearest pair. An odd player out has a bye, once
    at most, which counts as a win. Points are ranked further by the share of matches that the opponents won, then by
    lot: the floor rules leave that to the organiser.
    """
    count, players = decks.shape
    every = np.arange(count)
    wins = np.zeros((count, players), np.int64)
    met = np.zeros((count, players, players), np.bool_)
    had_bye = np.zeros((count, players), np.bool_)
    rematches = 0
    for _ in range(shape.rounds):
        order = np.argsort(-(wins + generator.random((count, players))), axis=1)
        pairs, bye = _paired(order, met, had_bye)
        if bye is not None:
            wins[every, bye] += 1
            had_bye[every, bye] = True
        a, b = pairs[:, :, 0], pairs[:, :, 1]
        rematches += int(met[every[:, None], a, b].sum())
        met[every[:, None], a, b] = met[every[:, None], b, a] = True
        winner = np.where(_won(decks, chances, a, b, generator), a, b)
        wins[every[:, None], winner] += 1
    ranked = np.argsort(-_standing(wins, met, shape.rounds, generator), axis=1)
    made_cut = np.zeros((count, players), np.bool_)
    made_cut[every[:, None], ranked[:, : shape.cut]] = True
    champion = _eliminated(ranked[:, : shape.cut], decks, chances, generator)
    return TournamentOutcomes(wins, made_cut, champion, rematches)


def _won(decks: Whole, chances: Floats, a: Whole, b: Whole, generator: np.random.Generator) -> Flags:
    """Whether players ``a`` win their matches against ``b``, both (tournaments, matches)."""
    every = np.arange(len(decks))[:, None]
    rate = chances[every, decks[every, a], decks[every, b]]
    return generator.random(a.shape) < rate


def _standing(wins: Whole, met: Flags, rounds: int, generator: np.random.Generator) -> Floats:
    """What players are ranked by: wins, then the share of matches that those won whom they met, then a lot."""
    opponents = met.sum(axis=2)
    theirs = np.einsum("tij,tj->ti", met, wins) / np.maximum(opponents, 1) / max(rounds, 1)
    return np.asarray(wins + theirs / 2 + generator.random(wins.shape) * 1e-9)


def _paired(order: Whole, met: Flags, had_bye: Flags) -> tuple[Whole, Whole | None]:
    """Pairs of players, (tournaments, matches, 2), down the ``order`` of ranks, and who has the bye."""
    count, players = order.shape
    every = np.arange(count)
    free = np.ones((count, players), np.bool_)
    bye = None
    if players % 2:
        without = ~np.take_along_axis(had_bye, order, axis=1)
        last = players - 1 - without[:, ::-1].argmax(axis=1)
        free[every, last] = False
        bye = order[every, last]
    known = met[every[:, None, None], order[:, :, None], order[:, None, :]]
    pairs = np.empty((count, players // 2, 2), np.int64)
    forced: list[tuple[int, int]] = []
    for match in range(players // 2):
        first = free.argmax(axis=1)
        free[every, first] = False
        open_ = free & ~known[every, first]
        stuck = ~open_.any(axis=1)
        second = np.where(stuck, free.argmax(axis=1), open_.argmax(axis=1))
        free[every, second] = False
        pairs[:, match] = np.stack([first, second], axis=1)
        forced += [(int(each), match) for each in np.flatnonzero(stuck)]
    for tournament, match in forced:
        _exchange(pairs[tournament], known[tournament], match)
    return order[every[:, None, None], pairs], bye


def _exchange(pairs: Whole, known: Flags, match: int) -> None:
    """Give two who have met other partners, those of the nearest pair with which that can be done, if there is one."""
    a, b = pairs[match]
    for other in sorted((each for each in range(len(pairs)) if each != match), key=lambda each: abs(each - match)):
        c, d = pairs[other]
        for x, y in ((c, d), (d, c)):
            if not known[a, x] and not known[b, y]:
                pairs[match], pairs[other] = (a, x), (b, y)
                return


def bracket(size: int) -> list[int]:
    """Seeds, from 0, in the order of a bracket of ``size`` places, a power of two: the first two meet last."""
    seeds = [0]
    while len(seeds) < size:
        both = 2 * len(seeds)
        seeds = [seed for each in seeds for seed in (each, both - 1 - each)]
    return seeds


def _eliminated(seeded: Whole, decks: Whole, chances: Floats, generator: np.random.Generator) -> Whole:
    """Who wins a single elimination of the players ``seeded`` (tournaments, cut); the first ones have byes."""
    cut = seeded.shape[1]
    size = 1 << (cut - 1).bit_length()
    places = np.full((len(seeded), size), NOBODY)
    places[:, :cut] = seeded
    left = places[:, bracket(size)]
    while left.shape[1] > 1:
        a, b = left[:, 0::2], left[:, 1::2]
        won = _won(decks, chances, np.maximum(a, 0), np.maximum(b, 0), generator)
        left = np.where((b == NOBODY) | ((a != NOBODY) & won), a, b)
    return left[:, 0]
