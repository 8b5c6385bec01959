"""Building blocks of made-up effect texts, and the official ones where they are at hand."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"
CATALOG = SHARED / "cards" / "ultraman_cards_2026-08-11.csv"
needs_official_texts = pytest.mark.skipif(
    not CATALOG.exists(), reason="the official catalog file is not beside the repository"
)


ENTERS = "[SIN][DBL]《When this character enters play》"
CONDITIONS = (
    "you have 『HERO』",
    "you have two or more DOUBLE Kaiju",
    "you have another TRIPLE 『HERO』 or 『ALLY』",
    "you have three or more Ultra Heroes, each with a different character name",
    "you have both 『HERO』 and 『ALLY』",
    "you have a scene in the scene area",
    "you have ten or more cards in your discard area",
    "you have fewer cards in your hand than an opponent",
    "an opponent has four or fewer cards in their hand",
    "there is no scene in the scene area",
    "you are the Next player for this turn",
    "this character's battle opponent is a Kaiju",
    "this character's battle opponent is DOUBLE or TRIPLE",
    "this character's battle opponent has TYPE 【POWER】 or 【METEO】",
    "『ALLY』 is adjacent to the left or right of this character",
    "there are three or more battle areas",
    "this character's battle opponent's level is 3 or higher",
    "you have ten or fewer cards in your deck",
)
ACTIONS = (
    "draw two cards",
    "swap the places of two of your Kaiju",
    "discard any number of cards from your hand",
    "give this character +3000 BP for this turn",
    "give one of your 『HERO』 with TYPE 【SPEED】 a BP grade increase by 1 for this turn",
    "give up to two opponent's characters -2000 BP each for this turn",
    "give the battle opponent of one of your Kaiju TYPE 【ARMED】 for this turn",
    "exile up to three Kaiju cards in an opponent's discard area from the game",
    "send one opponent's scene with round 2 or higher to its owner's discard area",
    "put one level 2 or lower character card from your discard area into your hand",
    "put the top card of one of your TRIPLE 「Type」 into its owner's hand",
    "return one card from your hand to the top or bottom of your deck",
    "swap the place of this character with another one of your Ultra Heroes",
    "have this character's battle be a tie for this turn",
    "discard one 『HERO』, one 『ALLY』, and one scene card from your hand",
)
COSTS = (
    "No cost",
    "Discard two cards from your hand",
    "Exile three 『HERO』 cards in your discard area from the game",
    "Send the top two cards of your deck to your discard area",
    "Send this scene to its owner's discard area",
    "If you have 『ALLY』, reveal the top three cards of your deck",
    "Choose one of your Kaiju, then reveal one Kaiju card from your hand",
)


@cache
def official_texts() -> dict[str, str]:
    """Effect texts by card number, of the file next to the repository."""
    from ucgsim.cards.importing import import_catalog

    return import_catalog(CATALOG).texts
