"""CR 12.3: looking at cards."""

from __future__ import annotations

from tests.rules.sight import seen, used
from ucgsim.cards.catalog import shipped_catalog
from ucgsim.engine.core.constants import Event, Phase
from ucgsim.play.events import Happening, describe
from ucgsim.play.game import book_of

OWNER, LOOKER = 0, 1


def line_for(viewer: int | None) -> str:
    """How the log tells ``viewer`` that player B looks at a card of A."""
    book = book_of([shipped_catalog()["BP01-001"]], "1.6")
    looks = Happening(2, Phase.OPEN, OWNER, Event.LOOKED, LOOKER, 0, OWNER, 0)
    return str(describe(looks, book, viewer))


def test_12_3_1_only_the_player_who_looks_sees_the_card():
    assert "BP01-001" in line_for(LOOKER)
    assert "BP01-001" in line_for(None)
    assert line_for(OWNER) == "B looks at a card of A (CR 12.3.1)"


def test_12_3_1_cards_looked_at_are_known_to_one(tmp_path):
    effect = (
        "Look at the top four cards of your deck. You may reveal one Kaiju card from among them and put it into your "
        "hand. Then, send the rest to your discard area."
    )
    game = used(tmp_path, effect, "K1", deck="H1, H2, G1, K1, S0, H2")
    assert seen(game, "B", "deck") == ["?", "?"]
    assert sorted(seen(game, "B", "hand")) == ["?", "?", "K1"]
    assert set(seen(game, "B", "discard")) == {"H1", "H2", "G1"}
