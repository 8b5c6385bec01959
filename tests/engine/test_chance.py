"""Chance: the generator against its definition, the seeds against published vectors, shuffles against uniformity."""

from itertools import permutations

import numpy as np
import pytest
import scipy

from ucgsim.engine.core import chance
from ucgsim.engine.core.record import new_game

WORD = 0xFFFFFFFF


def murmur(data: bytes, seed: int) -> int:
    """MurmurHash3_x86_32 of whole words, out of the pieces that seeds are mixed with."""
    key = seed
    for place in range(0, len(data), 4):
        key = interpreted("mix")(key, int.from_bytes(data[place : place + 4], "little"))
    return interpreted("finish")(key ^ len(data))


def interpreted(name: str):
    """A function of the module whose inner calls are interpreted as well."""
    scope = {key: value for key, value in vars(chance).items() if not key.startswith("__")}
    for key, value in list(scope.items()):
        if hasattr(value, "py_func"):
            scope[key] = type(value.py_func)(value.py_func.__code__, scope)
    function = scope[name]
    return type(function)(function.__code__, scope)


@pytest.mark.parametrize(
    ("seed", "expected"),
    [(0x00000000, 0xBA6BD213), (0x9747B28C, 0x704B81DC)],
    ids=["seed 0", "seed 9747b28c"],
)
def test_seeds_are_mixed_as_murmur_hash_3_does(seed, expected):
    # Verification values for the four bytes "test", as given with the public implementations of MurmurHash3.
    assert murmur(b"test", seed) == expected


def sfc32(a: int, b: int, c: int, counter: int):
    """Small Fast Counting, 32 bits, written from its definition."""
    while True:
        word = (a + b + counter) & WORD
        counter = (counter + 1) & WORD
        a, b, c = b ^ (b >> 9), (c + (c << 3)) & WORD, (((c << 21) | (c >> 11)) + word) & WORD
        yield word


def test_words_are_those_of_small_fast_counting():
    game = new_game()
    game.rng[1] = [0x12345678, 0x9ABCDEF0, 0x0F1E2D3C, 1]
    reference = sfc32(0x12345678, 0x9ABCDEF0, 0x0F1E2D3C, 1)
    next_word = interpreted("next_word")
    assert [int(next_word(game, 1)) for _ in range(200)] == [next(reference) for _ in range(200)]


def test_streams_and_games_do_not_share_words():
    seed_streams, next_word = interpreted("seed_streams"), interpreted("next_word")
    seen = set()
    for index in range(20):
        game = new_game()
        seed_streams(game, 7, 0, index)
        seen.update(int(next_word(game, stream)) for stream in range(chance.STREAMS))
    assert len(seen) == 20 * chance.STREAMS


def test_the_same_seed_gives_the_same_streams():
    first, second = new_game(), new_game()
    for game in (first, second):
        interpreted("seed_streams")(game, 2**40 + 5, 3, 2**33)
    assert np.array_equal(first.rng, second.rng)


def test_both_players_win_the_throw_in_turn_and_either_may_begin():
    thrown_by = interpreted("thrown_by")
    for seed, matchup in ((1, 0), (1, 3), (2**40 + 5, 1)):
        thrown = [int(thrown_by(seed, matchup, index)) for index in range(10)]
        assert thrown in ([0, 1] * 5, [1, 0] * 5)
    first = [int(thrown_by(seed, 0, 0)) for seed in range(1000)]
    assert 430 < sum(first) < 570


def test_numbers_below_a_bound_are_uniform():
    game = new_game()
    interpreted("seed_streams")(game, 1, 0, 0)
    below = interpreted("below")
    counts = np.bincount([int(below(game, 2, 7)) for _ in range(7_000)], minlength=7)
    assert len(counts) == 7
    assert scipy.stats.chisquare(counts).pvalue > 1e-4


def test_every_order_of_a_shuffle_is_as_likely():
    game = new_game()
    interpreted("seed_streams")(game, 11, 0, 0)
    shuffle = interpreted("shuffle")
    counts = dict.fromkeys(permutations(range(4)), 0)
    for _ in range(4_800):
        cards = np.arange(4)
        shuffle(game, 0, cards, 4)
        counts[tuple(int(card) for card in cards)] += 1
    assert scipy.stats.chisquare(list(counts.values())).pvalue > 1e-4
