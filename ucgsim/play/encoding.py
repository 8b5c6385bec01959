"""What a player sees, as numbers for a program that learns: the decision of `simulate.own_world`, and nothing hidden.

All numbers lie from -1 to 1. What a card is comes as its printed facts, so that an encoding holds for every deck.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ucgsim.engine.core.constants import OPTIONS, Decision, Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from ucgsim.cards.card import Card
    from ucgsim.simulate.own_world import Character, Choice, Seen
    from ucgsim.simulate.own_world import Side as Zones

AREAS, HAND = 12, 16
"""Battle areas that are shown, the newest of more, and cards of the own hand, in the order of the hand."""
BP, LEVEL, TURN, PILE, FEW = 40_000.0, 7.0, 12.0, 60.0, 8.0
"""By what numbers are divided."""
KINDS = tuple(each.name.lower() for each in Decision if each is not Decision.NOTHING)
PHASES = tuple(each.name.lower() for each in Phase)
OF_CARD = ("level", "single", "double", "triple", "quad", "settable", "scene")
OF_CHARACTER = ("there", "bp", "known", "height", "face_down", "charge")
OF_OPTION = ("there", "declines", "area", *OF_CARD)
POSITION_NAMES: tuple[str, ...] = (
    *(f"asked_{name}" for name in KINDS),
    *(f"phase_{name}" for name in PHASES),
    *("turn", "leads", "areas", "scene"),
    *(f"{side}_{pile}" for side in ("my", "their") for pile in ("hand", "deck", "discard", "exile")),
    *(
        f"area_{area}_{name}"
        for area in range(1, AREAS + 1)
        for name in ("judged", *(f"{side}_{each}" for side in ("my", "their") for each in OF_CHARACTER))
    ),
    *(f"hand_{place}_{name}" for place in range(1, HAND + 1) for name in OF_CARD),
)
"""What stands where in an encoded position."""
MOST_OPTIONS = OPTIONS
"""More options no decision has."""


def encode_position(seen: Seen) -> NDArray[np.float32]:
    """The position as its player sees it, float32, shape (len(POSITION_NAMES),)."""
    sides = (seen.me, seen.other)
    numbers = [float(seen.kind == name) for name in KINDS]
    numbers += [float(seen.phase == name) for name in PHASES]
    numbers += [seen.turn / TURN, float(seen.leads), len(seen.me.field) / AREAS, float(seen.scene is not None)]
    for side in sides:
        numbers += [len(pile) / PILE for pile in (side.hand, side.deck, side.discard, side.exile)]
    numbers += _areas(seen, sides)
    hand = [*seen.me.hand[:HAND]]
    for number in hand + [None] * (HAND - len(hand)):
        numbers += _card(seen.cards, number)
    return np.clip(np.array(numbers, np.float32), -1, 1)


def encode_options(seen: Seen, options: Sequence[Choice]) -> NDArray[np.float32]:
    """The options of the decision, float32, shape (MOST_OPTIONS, len(OF_OPTION)); rows behind the last hold 0."""
    result = np.zeros((MOST_OPTIONS, len(OF_OPTION)), np.float32)
    for row, option in zip(result, options, strict=False):
        facts = _card(seen.cards, option.card)
        row[:] = [1.0, float(option.declines), (option.area or 0) / AREAS, *facts]
    return np.clip(result, -1, 1)


def _areas(seen: Seen, sides: tuple[Zones, Zones]) -> Iterator[float]:
    """Every battle area that is shown: how it was judged last, then both characters."""
    first = max(len(seen.me.field) - AREAS, 0)
    for area in range(first, first + AREAS):
        judged = seen.outcome[area] if area < len(seen.outcome) else None
        yield 0.0 if judged not in ("A", "B") else 1.0 if judged == seen.player else -1.0
        for side in sides:
            yield from _character(side.field[area] if area < len(side.field) else None)


def _character(character: Character | None) -> list[float]:
    if character is None:
        return [0.0] * len(OF_CHARACTER)
    piles = (len(character.cards), character.face_down, len(character.charge))
    bp = 0.0 if character.bp is None else character.bp / BP
    return [1.0, bp, float(character.bp is not None), *(pile / FEW for pile in piles)]


def _card(cards: Mapping[str, Card], number: str | None) -> list[float]:
    """Printed facts of a card, noughts of none and of one that the player can't tell."""
    if number is None or number not in cards:
        return [0.0] * len(OF_CARD)
    card = cards[number]
    printed = [0.0 if value is None else value / BP for value in (*card.bp, None, None, None, None)[:4]]
    return [(card.level or 0) / LEVEL, *printed, float(card.is_settable), float(card.is_scene)]
