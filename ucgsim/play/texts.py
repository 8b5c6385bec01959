"""The one place where cards are given to the engine for a game in slow motion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ucgsim.effects.playing import effects_of
from ucgsim.engine.core.tables import CardBook, card_book

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from ucgsim.cards.card import Card


def book_of(
    cards: Iterable[Card],
    rules: str,
    *,
    reshuffle: bool = False,
    made_up: Mapping[str, str] | None = None,
    play_blank: Collection[str] = (),
) -> CardBook:
    """Tables of ``cards`` with their effects under a rules version, with the event log on.

    ``made_up``: official wording of cards that no catalog knows. Raises UcgsimError for a text that can't be played.
    """
    cards = list(cards)
    texts = effects_of(cards, made_up=made_up, play_blank=play_blank)
    return card_book(cards, rules, texts=texts, logging=True, reshuffle=reshuffle)
