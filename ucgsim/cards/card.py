"""What is printed on a card, as facts (CR 2.3, 2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

DEFAULT_COPY_LIMIT = 4
"""Copies of one card number that a deck may hold (CR 4.1.2)."""


class Kind(StrEnum):
    """Card types (CR 2.2.1, 2.2.2); a card may have two of them in every zone."""

    ULTRA_HERO = "Ultra Hero"
    KAIJU = "Kaiju"
    ULTRA_MECH = "Ultra Mech"
    SCENE = "Scene"


@dataclass(frozen=True, slots=True)
class Card:
    """One card number with its printed facts; prints and parallels of it are the same card (CR 4.1.3).

    ``characters`` holds one character name, several where a card may be treated as one of several
    (CR 11.21 of version 1.7), none for a scene. ``bp`` are the SINGLE, DOUBLE, TRIPLE and QUAD columns in
    points, ``None`` where nothing is printed (CR 2.3.7.2, 11.15.1). ``copy_limit`` is ``None`` where the card
    prints that a deck may hold any number of it. ``charge`` tells the keyword Charge (CR 11.17), which not
    every version of the rules knows.
    """

    number: str
    name: str
    subtitle: str = ""
    characters: tuple[str, ...] = ()
    kinds: tuple[Kind, ...] = ()
    level: int | None = None
    type: str | None = None
    round: int | None = None
    bp: tuple[int | None, int | None, int | None, int | None] = (None, None, None, None)
    extra: int | None = None
    teams: tuple[str, ...] = ()
    set_code: str = ""
    has_text: bool = False
    copy_limit: int | None = DEFAULT_COPY_LIMIT
    charge: bool = False
    rarity: str = ""

    @property
    def full_name(self) -> str:
        """Card name with subtitle: what a name in corner brackets is looked for in (CR 2.3.1.2)."""
        return f"{self.name} {self.subtitle}".strip()

    @property
    def is_scene(self) -> bool:
        """Whether this is a scene card (CR 2.2.1)."""
        return Kind.SCENE in self.kinds

    @property
    def is_settable(self) -> bool:
        """Whether it is a character card that may enter play as SINGLE (CR 5.5.3.1, 11.15.1)."""
        return not self.is_scene and self.bp[0] is not None
