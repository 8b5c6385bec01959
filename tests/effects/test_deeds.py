"""What another player does is what you do, seen from the other side."""

from __future__ import annotations

import pytest

from tests.effects.deeds import deeds, open_deeds
from ucgsim.effects import tree
from ucgsim.effects.official.read import UnreadableText, read_official

DOERS = {"Your opponent": tree.Side.OPPONENT, "Each player": tree.Side.BOTH}


def test_what_another_player_does_is_your_deed_done_from_the_other_side() -> None:
    for text, doer, yours in deeds():
        ((power,), (own,)) = (read_official(each).powers for each in (text, yours))
        assert power.body == tree.ByPlayer(DOERS[doer], own.body), text


def test_what_each_player_does_is_done_to_things_of_that_player() -> None:
    for text in open_deeds():
        with pytest.raises(UnreadableText, match='"their"'):
            read_official(text)
