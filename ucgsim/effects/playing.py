"""Which effect every card of a run is played with; a card whose text can't be read is never silently blank."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ucgsim.effects.library import EffectLibrary, load_effects
from ucgsim.effects.reading import read_official
from ucgsim.errors import UcgsimError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from ucgsim.cards.card import Card
    from ucgsim.effects.tree import CardText

PLAY_ALL_BLANK = "all"
"""Stands for every card whose text can't be played."""


@cache
def known_effects() -> EffectLibrary:
    """The effects that ship and those that the user imported or edited."""
    return load_effects()


def effects_of(
    cards: Iterable[Card],
    *,
    made_up: Mapping[str, str] | None = None,
    play_blank: Collection[str] = (),
) -> dict[str, CardText]:
    """Effects of ``cards`` by number; cards without a text are left out.

    ``made_up``: official wording of cards that no catalog knows, by number. ``play_blank``: numbers to play as
    blank although they have a text, or "all" for every one that can't be played. Raises UcgsimError that names
    every card whose text can't be played.
    """
    found: dict[str, CardText] = {}
    reasons: dict[str, str] = {}
    for card in {card.number: card for card in cards}.values():
        if not card.has_text or card.number in play_blank:
            continue
        try:
            found[card.number] = _effect(card.number, made_up or {})
        except UcgsimError as error:
            reasons[card.number] = str(error)
    if reasons and PLAY_ALL_BLANK not in play_blank:
        told = "; ".join(f"{number}: {reason}" for number, reason in sorted(reasons.items()))
        raise UcgsimError(f"{told}; --play-blank {min(reasons)} (or all) plays such a card as blank")
    return found


def played_blank(cards: Iterable[Card], effects: Mapping[str, CardText]) -> tuple[str, ...]:
    """Numbers of the cards that have a text but are played without it; every output repeats them."""
    return tuple(sorted({card.number for card in cards if card.has_text and card.number not in effects}))


def _effect(number: str, made_up: Mapping[str, str]) -> CardText:
    if number in made_up:
        return read_official(made_up[number])
    library = known_effects()
    if number in library.entries and library.entries[number].reason is None:
        return library[number]
    if number in library.entries:
        raise UcgsimError(f"its text can't be read ({library.entries[number].reason})")
    raise UcgsimError("its effect is not known; `ucgsim cards import` reads it from an official card file")
