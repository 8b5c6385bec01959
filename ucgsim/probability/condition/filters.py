"""Which cards a condition counts: tests of printed facts, joined into filters."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ucgsim.cards.card import Card


class Fact(Enum):
    """What a test looks at."""

    NUMBER = auto()
    NAME_PART = auto()
    CHARACTER = auto()
    KIND = auto()
    CHARACTER_CARD = auto()
    SETTABLE = auto()
    TYPE = auto()
    LEVEL = auto()
    ROUND = auto()


@dataclass(frozen=True, slots=True)
class Test:
    """One test of one fact.

    ``values`` are the accepted card numbers, character names, kinds or TYPEs, or one part of the full name
    (upper case; CR 2.3.1.2). ``low`` and ``high`` bound a level or a Round, both ends included.
    """

    __test__ = False

    fact: Fact
    values: frozenset[str] = frozenset()
    low: int = 0
    high: int | None = None

    def matches(self, card: Card) -> bool:
        """Whether the printed card passes."""
        return _MATCHERS[self.fact](self, card)


def _within(test: Test, value: int | None) -> bool:
    return value is not None and test.low <= value and (test.high is None or value <= test.high)


_MATCHERS: dict[Fact, Callable[[Test, Card], bool]] = {
    Fact.NUMBER: lambda test, card: card.number.upper() in test.values,
    Fact.NAME_PART: lambda test, card: any(part in card.full_name.upper() for part in test.values),
    Fact.CHARACTER: lambda test, card: any(name.upper() in test.values for name in card.characters),
    Fact.KIND: lambda test, card: any(kind.value.upper() in test.values for kind in card.kinds),
    Fact.CHARACTER_CARD: lambda _, card: not card.is_scene,
    Fact.SETTABLE: lambda _, card: card.is_settable,
    Fact.TYPE: lambda test, card: card.type is not None and card.type.upper() in test.values,
    Fact.LEVEL: lambda test, card: _within(test, card.level),
    Fact.ROUND: lambda test, card: _within(test, card.round),
}


@dataclass(frozen=True, slots=True)
class Filter:
    """Cards that pass at least one test of every bracket; ``text`` is how the user wrote it."""

    tests: tuple[tuple[Test, ...], ...]
    text: str = field(default="", compare=False)

    def matches(self, card: Card) -> bool:
        """Whether the card is counted."""
        return all(any(test.matches(card) for test in choice) for choice in self.tests)
