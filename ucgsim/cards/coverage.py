"""How much of a catalog can be played: what has no text, what does what it says, what can't be read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ucgsim.cards.card import Card

_UNJUDGED = "its effect is not known"


@dataclass(frozen=True, slots=True)
class Counts:
    """Card numbers by what is known of their effect; ``numbers`` is the sum of the other three."""

    numbers: int
    blank: int
    executable: int
    unreadable: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """Counts of a catalog and of each of its products, and why a number is unreadable."""

    total: Counts
    sets: dict[str, Counts]
    reasons: dict[str, str]


def coverage(cards: Iterable[Card], judged: Mapping[str, str | None]) -> Coverage:
    """Count how many numbers are blank, executable or unreadable.

    ``judged`` holds, by number, None where the effect can be played and the reason where it cannot; a card with
    a text that it leaves out is unreadable.
    """
    kinds: dict[str, Counter[str]] = {}
    reasons: dict[str, str] = {}
    for card in cards:
        reason = judged.get(card.number, _UNJUDGED) if card.has_text else None
        kind = "unreadable" if reason is not None else "executable" if card.has_text else "blank"
        kinds.setdefault(card.set_code, Counter())[kind] += 1
        if reason is not None:
            reasons[card.number] = reason
    sets = {code: _counts(kinds[code]) for code in sorted(kinds)}
    return Coverage(_counts(sum(kinds.values(), Counter())), sets, dict(sorted(reasons.items())))


def _counts(kinds: Counter[str]) -> Counts:
    names = ("blank", "executable", "unreadable")
    return Counts(kinds.total(), *(kinds[name] for name in names))
