"""Chance: a small generator that lives in the record, so that a copied game repeats itself.

``sfc32`` (Small Fast Counting, C. Doty-Humphrey, PractRand 2014) on 32-bit words held in 64-bit columns; seeds
are mixed by MurmurHash3_x86_32 (A. Appleby, 2011). All arithmetic stays below 2**63, so compiled and interpreted
games are the same.
"""

from __future__ import annotations

from ucgsim.compiling.compiled import compiled
from ucgsim.engine.core.constants import Stream

WORD = 0xFFFFFFFF
STREAMS = len(Stream)
_WARM_UP = 12


@compiled
def multiply(x, y):
    """Low 32 bits of the product of two 32-bit words, without leaving 63 bits on the way."""
    return ((x & 0xFFFF) * y + ((((x >> 16) * y) & 0xFFFF) << 16)) & WORD


@compiled
def mix(key, word):
    """One body round of MurmurHash3_x86_32: ``key`` after taking in a 32-bit ``word``."""
    k = multiply(word & WORD, 0xCC9E2D51)
    k = ((k << 15) | (k >> 17)) & WORD
    key = (key ^ multiply(k, 0x1B873593)) & WORD
    key = ((key << 13) | (key >> 19)) & WORD
    return (multiply(key, 5) + 0xE6546B64) & WORD


@compiled
def finish(key):
    """Finalizer of MurmurHash3_x86_32 (fmix32)."""
    key ^= key >> 16
    key = multiply(key, 0x85EBCA6B)
    key ^= key >> 13
    key = multiply(key, 0xC2B2AE35)
    return (key ^ (key >> 16)) & WORD


@compiled
def key_of_matchup(seed, matchup):
    """What all chance of a matchup of a run follows from."""
    return mix(mix(mix(0, seed & WORD), seed >> 32), matchup)


@compiled
def thrown_by(seed, matchup, index):
    """Who wins the throw of a game (CR 4.2.2): by chance in the first of a matchup, then each player in turn."""
    return (finish(key_of_matchup(seed, matchup)) + index) & 1


@compiled
def seed_streams(g, seed, matchup, index):
    """Seed all streams of ``g`` (modified in place) from run seed, matchup and number of the game.

    Who plays, wins the throw or leads is left out on purpose: on one number all of them see the same chance.
    """
    key = mix(mix(key_of_matchup(seed, matchup), index & WORD), index >> 32)
    for stream in range(STREAMS):
        base = mix(key, stream)
        for word in range(3):
            g.rng[stream, word] = finish(mix(base, word))
        g.rng[stream, 3] = 1
    # Stream by stream every word would wait for the one before; like this a processor works on several at a time.
    for _ in range(_WARM_UP):
        for stream in range(STREAMS):
            next_word(g, stream)


@compiled
def next_word(g, stream):
    """Next 32-bit word of a stream (sfc32); the stream in ``g`` moves on."""
    state = g.rng[stream]
    a, b, c, counter = state[0], state[1], state[2], state[3]
    word = (a + b + counter) & WORD
    state[3] = (counter + 1) & WORD
    state[0] = b ^ (b >> 9)
    state[1] = (c + (c << 3)) & WORD
    state[2] = ((((c << 21) | (c >> 11)) & WORD) + word) & WORD
    return word


@compiled
def below(g, stream, n):
    """Uniform number in [0, n) without bias (D. Lemire, ACM TOMACS 29(1), 2019)."""
    m = next_word(g, stream) * n
    if (m & WORD) < n:
        threshold = (WORD + 1 - n) % n
        while (m & WORD) < threshold:
            m = next_word(g, stream) * n
    return m >> 32


@compiled
def shuffle(g, stream, cards, n):
    """Fisher-Yates over the first ``n`` entries of ``cards``, in place (CR 4.2.1)."""
    for i in range(n - 1, 0, -1):
        j = below(g, stream, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
