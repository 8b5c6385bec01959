"""What is looked at is seen by the player who looks alone (CR 12.3.1)."""

from __future__ import annotations

from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.constants import Event, Phase
from ucgsim.play.events import Happening, describe
from ucgsim.play.texts import book_of

OWNER, LOOKER = 0, 1


def told_to(viewer: int | None) -> str:
    """How the log tells ``viewer`` that player B looks at a card of A."""
    book = book_of([shipped_catalog()["BP01-001"]], "1.6")
    looks = Happening(2, Phase.OPEN, OWNER, Event.LOOKED, LOOKER, 0, OWNER, 0)
    return str(describe(looks, book, viewer))


def test_12_03_1_only_the_player_who_looks_sees_the_card():
    assert "BP01-001" in told_to(LOOKER)
    assert "BP01-001" in told_to(None)
    assert told_to(OWNER) == "B looks at a card of A (CR 12.3.1)"
