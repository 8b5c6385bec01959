"""The package answers a call, so that ``ucgsim.odds`` is the question as well as the room it lives in.

Whoever imports a part of the room makes ``ucgsim.odds`` the package, whatever the name was before.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ucgsim.decks.deck import Deck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ucgsim.cards.card import Card
    from ucgsim.odds.result import OddsResult


def odds(deck: Path | str | Deck | Sequence[Card], want: str, **options: Any) -> OddsResult:
    """Chances of a condition for a deck: a decklist file, a ``Deck``, or its cards.

    Options, result and errors as `ucgsim.odds.answer.odds`; the groups that a deck file names can be used in ``want``.
    """
    from ucgsim.odds.answer import odds as answer  # noqa: PLC0415 - it stands on the package

    if isinstance(deck, Path | str | Deck):
        from ucgsim.cards.catalog import load_catalog  # noqa: PLC0415
        from ucgsim.decks.reading import read_deck  # noqa: PLC0415

        catalog = load_catalog()
        listed = deck if isinstance(deck, Deck) else read_deck(Path(deck), catalog)
        options = {"groups": listed.groups, **options}
        deck = listed.cards(catalog)
    return answer(deck, want, **options)


class OddsPackage(ModuleType):
    """The package ``ucgsim.odds``; calling it is calling `odds`."""

    def __call__(self, *args: Any, **options: Any) -> OddsResult:
        """Chances of a condition for a deck; see `odds`."""
        return odds(*args, **options)


sys.modules["ucgsim.odds"].__class__ = OddsPackage
