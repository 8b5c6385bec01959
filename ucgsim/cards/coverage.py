"""How much of a catalog can be played: what has no text, what does what it says, what awaits its effect."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card

_NOTHING: Mapping[str, str | None] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Counts:
    """Card numbers by what is known of their effect; ``numbers`` is the sum of the other four."""

    numbers: int
    blank: int
    executable: int
    unreadable: int
    awaiting: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts of a catalog and of each of its products, and why a number is unreadable."""

    total: Counts
    sets: dict[str, Counts]
    reasons: dict[str, str]


def coverage(cards: Iterable[Card], judged: Mapping[str, str | None] = _NOTHING) -> Coverage:
    """Count how many numbers are blank, executable, unreadable, or await a judgement.

    ``judged`` holds, by number, None where the effect can be played and the reason where it cannot.
    """
    kinds: dict[str, Counter[str]] = {}
    reasons = {}
    for card in cards:
        reason = judged.get(card.number)
        kinds.setdefault(card.set_code, Counter())[_kind(card, judged)] += 1
        if card.has_text and reason is not None:
            reasons[card.number] = reason
    sets = {code: _counts(kinds[code]) for code in sorted(kinds)}
    return Coverage(_counts(sum(kinds.values(), Counter())), sets, dict(sorted(reasons.items())))


def _kind(card: Card, judged: Mapping[str, str | None]) -> str:
    if not card.has_text:
        return "blank"
    if card.number not in judged:
        return "awaiting"
    return "executable" if judged[card.number] is None else "unreadable"


def _counts(kinds: Counter[str]) -> Counts:
    names = ("blank", "executable", "unreadable", "awaiting")
    return Counts(kinds.total(), *(kinds[name] for name in names))
