"""The question as a caller asks it: a decklist, a deck or its cards, with everything else found out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ucgsim.decks.deck import Deck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.card import Card
    from ucgsim.chances.answer import OddsResult


def odds(deck: Path | str | Deck | Sequence[Card], want: str, **options: Any) -> OddsResult:
    """Chances of a condition for a deck: a decklist file, a ``Deck``, or its cards.

    Options, result and errors as `ucgsim.chances.answer.odds`; ``want`` may use the groups that a deck file names.
    """
    from ucgsim.chances.answer import odds as answer  # noqa: PLC0415 - slow to load

    if isinstance(deck, Path | str | Deck):
        from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415
        from ucgsim.decks.reading import read_deck  # noqa: PLC0415

        catalog = load_catalog()
        listed = deck if isinstance(deck, Deck) else read_deck(Path(deck), catalog)
        options = {"groups": listed.groups, **options}
        deck = listed.cards(catalog)
    return answer(deck, want, **options)
