"""A copy of a game goes without what nobody reads before it is written again (`engine.core.record`)."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.invariants.random_games import dealt, pairs
from ucgsim.engine.core.record import GAME, OPTIONS_BEGIN, VOID_BEGINS, bytes_read

PAIRS = list(enumerate(pairs(12, seed=4)))
UNDER_WAY = {
    *("waiting", "picks", "frame", "frame_cards", "frame_characters", "frame_names", "frame_number"),
    *("delayed", "delayed_cards", "delayed_characters"),
}
VOID = {"known_bp", "new_bp", "stack", "seen"}


def test_whatever_else_a_game_holds_is_copied():
    """A field that is added lies before the options, unless it is one of these by its nature."""
    begins = {name: place[1] for name, place in GAME.fields.items()}
    assert {name for name, place in begins.items() if OPTIONS_BEGIN < place < VOID_BEGINS} == UNDER_WAY
    assert {name for name, place in begins.items() if place >= VOID_BEGINS} == VOID
    assert begins["options"] == OPTIONS_BEGIN


@pytest.mark.parametrize(("seed", "pair"), PAIRS, ids=lambda value: str(value) if isinstance(value, int) else "")
def test_what_is_left_out_changes_nothing(seed, pair):
    """At any question, with and without an effect under way, whatever lay in the record before."""
    chance = random.Random(seed)
    game = dealt(pair, seed)
    game.advance()
    calm = 0
    while not game.is_over:
        twin, size = game.copy(), bytes_read(game.record)
        calm += size < VOID_BEGINS
        content = np.frombuffer(twin.record.tobytes(), np.uint8).copy()
        content[size:] = np.frombuffer(chance.randbytes(len(content) - size), np.uint8)
        dirty = content.view(GAME)[0]
        for name in GAME.names:
            twin.record[name] = dirty[name]
        taken = chance.randrange(int(game.record.n_options))
        for each in (game, twin):
            each.take(taken)
            each.advance()
        assert twin.log == game.log
        assert (twin.is_over, twin.decision) == (game.is_over, game.decision)
    assert calm > 5
